"""UTS #39 section 4: characters that look like others.

https://www.unicode.org/reports/tr39/#Confusable_Detection

A label is a whole-script confusable if all of it can be read as something else. Here that something
is ASCII, as nearly all well-known names are. What the Unicode Consortium's data calls alike is
alike in most fonts. What browsers call alike besides is so in the font of an address bar, to a
reader who does not expect the script: those lists are put together from what Chromium and Firefox
publish of their rules.
"""

from iri3987._unicode._tables import ASCII_PROTOTYPES, prototypes
from iri3987._unicode.identifiers import is_default_ignorable
from iri3987._unicode.scripts import resolved_scripts
from iri3987.unicode14 import decimal, normalize

#: What the data reads as a letter of ASCII. What looks like a digit ("б", 6) gives itself away in a
#: word: see `looks_like_a_number`.
_ALIKE = frozenset(chr(point) for point, text in ASCII_PROTOTYPES.items() if text.isalpha())
#: By script: what browsers read as ASCII besides, and the top-level domains of countries where
#: readers expect the script.
_ALSO_ALIKE = {
    "Armn": ("ագզէլհյոսւօ", "am"),
    "Beng": ("০৭", "bd in"),
    "Cyrl": ("гкптъыьюѡѵһԍԗ", "bg by kg kz mk mn rs ru su tj ua uz"),
    "Deva": ("ऽ०ॱ", "in np"),
    "Ethi": ("ሀሠሰስበነተከዐዕዘጠፐ", "er et"),
    "Geor": ("იოყძხჽჿ", "ge"),
    "Grek": ("ηκτω", "cy gr"),
    "Gujr": ("ડટ૦૧", "in"),
    "Guru": ("੦੧", "in"),
    "Hebr": ("דוחיןסװײ׳", "il"),
    "Knda": ("ಽ೦೧", "in"),
    "Laoo": ("ບພຟຣຮ", "la"),
    "Mlym": ("ടഠധനറ൦", "in"),
    "Mymr": ("ခဂငထပဝ၀၂ၔၜ႐႑႕႖႗", "mm"),
    "Orya": ("ଠ୦୮", "in"),
    "Taml": ("டப௦", "in lk my sg"),
    "Telu": ("౦౧", "in"),
    "Thai": ("ดทนบปพฟมรลหเแ๐", "th"),
}
#: What looks like ASCII in the few letters of a top-level domain besides; and those of the root
#: zone that look like ASCII, but like none that is ASCII.
_ALIKE_IN_TOPS = frozenset("вмн")
_HARMLESS_TOPS = frozenset({"ею", "ком", "мон", "москва", "орг", "рус", "укр", "հայ"})
#: What looks like a digit to a reader who expects one.
_DIGIT_LIKE = frozenset("θбзкճշӡҙउ२ও২৪ਓਤੜ੨੩੪੫ઉ૨૩૭ଃ୨୪୫୭౨౩೨೩೭ဒვკპㄐ丩३৭")

#: Letters that look like others to all but those who write with them, and the top-level domains of
#: the latter.
AT_HOME = {
    "·": frozenset({"ad", "barcelona", "cat", "es"}),  # by RFC 5892 in "l·l" only
    "ð": frozenset({"fo", "is"}),
    "þ": frozenset({"fo", "is"}),
    "ǝ": frozenset[str](),
    "ə": frozenset({"az"}),
}
#: Top-level domains under which "ı" is a letter of the language, not an odd "i".
_TURKIC = frozenset({"az", "ist", "istanbul", "tr"})


def skeleton(text: str, /) -> str:
    """Return the skeleton of *text* (4): texts with one skeleton look alike. For comparing only.

    Choice: this is the section's internalSkeleton. Its bidiSkeleton first puts the text in the
    order of its display, which tells nothing of labels that the Bidi Rule of IDNA has passed.

    >>> skeleton("аррӏе"), skeleton("rn") == skeleton("m")
    ('apple', True)
    """
    decomposed = normalize("NFD", text)
    visible = "".join(each for each in decomposed if not is_default_ignorable(each))
    return normalize("NFD", visible.translate(prototypes()))


def looks_like_ascii(label: str, top: str, /) -> bool:
    """Tell whether all of *label* can be read as ASCII (4, whole-script confusables).

    A zero is an "o" in any script. Under a *top* of the same script readers expect that script;
    under a country's they do too, as far as browsers alone call its letters alike.

    >>> [looks_like_ascii("ѕсоре", top) for top in ("com", "рф")], looks_like_ascii("дом", "com")
    ([True, False], False)
    >>> [looks_like_ascii("горы", top) for top in ("com", "ua")]
    [True, False]
    """
    # A loose accent does not disguise. One that Unicode has with its letter, "ό" say, is spelling.
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
    return not others or any(
        others.issubset(letters) and top not in countries.split()
        for script, (letters, countries) in _ALSO_ALIKE.items()
        if script in scripts
    )


def looks_like_a_number(label: str, /) -> bool:
    """Tell whether *label* is of digits and what looks like digits, and not of ASCII alone.

    >>> looks_like_a_number("з60"), looks_like_a_number("१२")
    (True, False)
    """
    others = {character for character in label if not "0" <= character <= "9"}
    return bool(others) and all(other in _DIGIT_LIKE or decimal(other) == 0 for other in others)


def _is_deceptive_top(top: str) -> bool:
    """Tell whether *top* could be taken for one of ASCII, as "сом" in Cyrillic for "com"."""
    if top.isascii() or top in _HARMLESS_TOPS:
        return False
    others = "".join(each for each in top if each not in _ALIKE_IN_TOPS)
    return not others or looks_like_ascii(others, "")


def _looks_like_plain_latin(top: str, others: set[str]) -> bool:
    """Tell whether all *others*, the letters beyond ASCII of a label, are odd forms of ASCII's.

    "æ" and "œ" have prototypes too, but they are not read as two letters. Choice: "ı" is taken for
    an odd "i" even where the word is Turkish, unless another letter or the *top* says so.

    >>> _looks_like_plain_latin("com", {"ı"}), _looks_like_plain_latin("com", {"ı", "ş"})
    (True, False)
    """
    if not all(len(ASCII_PROTOTYPES.get(ord(other), "")) == 1 for other in others):
        return False
    if any(top in AT_HOME.get(other, ()) for other in others):
        return False
    return others != {"ı"} or top not in _TURKIC
