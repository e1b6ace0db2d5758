"""UTS #39 section 4: characters that look like others.

A label is a whole-script confusable if all of it can be read as ASCII, which nearly all well-known
names are. Browsers add characters that look alike in the font of an address bar, to a reader who
does not expect the script: our lists of those follow the rules that Chromium and Firefox publish.
"""

from string import ascii_letters

from iri3987._unicode._tables import ASCII_PROTOTYPES, prototypes
from iri3987._unicode.identifiers import is_default_ignorable
from iri3987._unicode.scripts import resolved_scripts
from iri3987._unicode.version14 import decimal, normalize

#: Characters that the data reads as a letter of ASCII. Those that look like a digit ("б", 6) are
#: not here, because a digit stands out in a word: see `looks_like_a_number`.
_ALIKE = frozenset(chr(point) for point, text in ASCII_PROTOTYPES.items() if text.isalpha())
#: By script: further characters that browsers read as ASCII, and the top-level domains of countries
#: where readers expect the script. Some of those in `IN_EVERYDAY_USE` are here too: browsers never
#: show them, and a label of such characters alone is not a word.
_ALSO_ALIKE = {
    "Armn": ("ագզէլհյոսւօ", "am"),
    "Beng": ("০৭", "bd in"),
    "Cyrl": ("гкмптъыьюѡѵһԍԗ", "bg by kg kz mk mn rs ru su tj ua uz"),
    "Deva": ("ऽ०ॱ", "in np"),
    "Ethi": ("ሀሠሰስበነተከዐዕዘጠፇፐ", "er et"),
    "Geor": ("იოყძხჽჿ", "ge"),
    "Grek": ("ηκτω", "cy gr"),
    "Gujr": ("ડટ૦૧", "in"),
    "Guru": ("੦੧੨੩੪੫੬੭੮੯ੲੳ", "in"),
    "Hebr": ("דוחיןסװױײ׳", "il"),
    "Knda": ("ಽ೦೧", "in"),
    "Laoo": ("ບພຟຣຮ", "la"),
    "Mlym": ("ടഠധനറ൦", "in"),
    "Mymr": ("ခဂငထပဝ၀၂ၔၜ႐႑႕႖႗", "mm"),
    "Orya": ("ଠଵ୦୮", "in"),
    "Taml": ("டப௦", "in lk my sg"),
    "Telu": ("ఱ౦౧", "in"),
    "Thai": ("ดทนบปพฟมรลหเแ๐", "th"),
}
#: Further letters that look like ASCII in a top-level domain, which is short; and the top-level
#: domains that look like ASCII, but not like a top-level domain in ASCII.
_ALIKE_IN_TOPS = frozenset("вн")
_HARMLESS_TOPS = frozenset({"ею", "ком", "мон", "москва", "орг", "рус", "укр", "հայ"})
#: Characters that look like a digit to a reader who expects one.
_DIGIT_LIKE = frozenset("θбзкճշӡҙउ२ও২৪ਓਤੜ੨੩੪੫ઉ૨૩૭ଃ୨୪୫୭౨౩೨೩೭ဒვკპㄐ丩३৭")

#: All of these, and what stands between letters: a word of other characters has none of them alone.
LIKE_ANOTHER = (
    _ALIKE.union("0123456789-", *(letters for letters, _ in _ALSO_ALIKE.values()))
    | _ALIKE_IN_TOPS
    | _DIGIT_LIKE
    | frozenset(ascii_letters)
)

#: Letters that look like others, but not to those who use them, with their top-level domains.
AT_HOME = {
    "·": frozenset({"ad", "barcelona", "cat", "es"}),  # by RFC 5892 in "l·l" only
    "ð": frozenset({"fo", "is"}),
    "þ": frozenset({"fo", "is"}),
    "ǝ": frozenset[str](),
    "ə": frozenset({"az"}),
}
#: Top-level domains under which "ı" is a letter of the language, not an odd "i".
_TURKIC = frozenset({"az", "ist", "istanbul", "tr"})


def label_skeleton(text: str, /) -> str:
    """Return the skeleton of *text* (4): texts with one skeleton look alike. For comparing only.

    Choice: this is the section's internalSkeleton. Its bidiSkeleton first puts the text in the
    order of its display, which makes no difference for labels that pass the Bidi Rule of IDNA.
    """
    decomposed = normalize("NFD", text)
    visible = "".join(each for each in decomposed if not is_default_ignorable(each))
    return normalize("NFD", visible.translate(prototypes()))


def looks_like_ascii(label: str, top: str, /) -> bool:
    """Return whether all of *label* can be read as ASCII (4, whole-script confusables).

    A zero is an "o" in any script. Under a *top* of the same script, readers expect that script.
    Under a country's *top* they do too, so the letters that only browsers call alike do not count.
    """
    # A combining accent does not hide the likeness. "ό", which Unicode has, is a letter of its own.
    others = {each for each in label if not (each.isascii() or "\u0300" <= each <= "\u036f")}
    if not others:
        return False
    if label == top:
        return _is_deceptive_top(top)
    scripts = resolved_scripts(label)
    if "Latn" in scripts:
        return _looks_like_plain_latin(top, others)
    if not scripts.isdisjoint(resolved_scripts(top)) and not _is_deceptive_top(top):
        return False
    others = {other for other in others if other not in _ALIKE and decimal(other) != 0}
    if not others:
        return True
    also_alike = map(_ALSO_ALIKE.__getitem__, scripts & _ALSO_ALIKE.keys())
    return any(
        others.issubset(letters) and top not in countries.split()
        for letters, countries in also_alike
    )


def looks_like_a_number(label: str, /) -> bool:
    """Return whether *label* has only digits and look-alikes of digits, and is not ASCII."""
    return not label.isascii() and all(
        "0" <= each <= "9" or each in _DIGIT_LIKE or decimal(each) == 0 for each in label
    )


def _is_deceptive_top(top: str) -> bool:
    """Return whether *top* looks like a top-level domain in ASCII, as Cyrillic "сом" does."""
    if top.isascii() or top in _HARMLESS_TOPS:
        return False
    others = "".join(each for each in top if each not in _ALIKE_IN_TOPS)
    return not others or looks_like_ascii(others, "")


def _looks_like_plain_latin(top: str, others: set[str]) -> bool:
    """Return whether all *others*, a label's non-ASCII letters, look like one letter of ASCII."""
    # "æ" and "œ" have prototypes of two letters, but readers do not take them for two.
    if not all(len(ASCII_PROTOTYPES.get(ord(other), "")) == 1 for other in others):
        return False
    if any(top in AT_HOME.get(other, ()) for other in others):
        return False
    # Choice: "ı" is an odd "i", unless another letter or the *top* shows that the word is Turkish.
    return others != {"ı"} or top not in _TURKIC
