"""RFC 3987 sections 7.2 and 7.5: one segment of a path, as a name that people type and read.

`clean` takes a name from a request (7.2), and `slug` makes one for a new resource (7.5).

Choice: `slug` keeps the letters of the title in their script and case. Everything else that divides
words becomes one "-"; Wikipedia writes "_". The name is in NFKC, in which "newly created resource
names should generally be". Signs that a script needs inside words (RFC 5892) stay: middle dots of
Catalan and Japanese, the geresh of Hebrew, the tsheg of Tibetan, joiners.
"""

from functools import lru_cache

from iri3987._unicode.invisible import FORMATTING, NEVER_SEEN, UNSEEN, VARIATION_SELECTORS, is_seen
from iri3987._unicode.joiners import is_in_place
from iri3987._unicode.patterns import late
from iri3987._unicode.text import beginning, exact, spell, without_start
from iri3987._unicode.version14 import casefold, category, normalize, normalize_long
from iri3987.comparison import digest
from iri3987.profile.options import length
from iri3987.syntax import grammar
from iri3987.syntax.errors import iri_error, too_long
from iri3987.syntax.patterns import is_formatting, pattern

__all__ = ["clean", "look_alike_key", "slug"]

#: The longest segment that is accepted, in characters: normalization takes more than linear time.
_MAX_SEGMENT = 2048
# isegment with its percent-encodings decoded: any visible ASCII and the space, but "/".
_DECODED = f"[ -.0-~{grammar.UCSCHAR}]*+"


def clean(text: str, /) -> str:
    """Return *text*, an isegment-nz whose percent-encodings have been decoded, in NFC.

    Section 7.2 asks for the normalization of text that people type, so that two spellings which
    look the same are not two names. "%2F" is three characters here, and "?" is an ordinary one:
    encode them when you write the path.

    Raises `IRIError`: "segment-empty", "segment-dots" for "." and "..", which clients remove
    from a path, "too-long" beyond 2048 characters, "bidi-formatting", and "segment-character" for
    "/" and for controls, surrogates, private use, noncharacters and U+FFFD.

    >>> clean("e\u0301t\u00e9 100%"), len(clean("e\u0301t\u00e9"))
    ('été 100%', 3)
    >>> clean("a/b")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: segment-character: expected one segment of a path, found '/' \
(U+002F) in isegment-nz, at position 1 of 'a/b' (RFC 3987 section 2.2)
    """
    text = exact(text)
    _check_segment_length(text)
    position = pattern(_DECODED).match(text).end()  # type: ignore[union-attr]  # or ""
    if position < len(text):
        found = text[position]
        code = "bidi-formatting" if is_formatting(found) else "segment-character"
        reason = f"expected one segment of a path, found {spell(found)}"
        raise iri_error(text, code, reason, component="isegment-nz", position=position)
    if not text:
        reason = "expected a segment that is not empty"
        raise iri_error(text, "segment-empty", reason, component="isegment-nz")
    if text in {".", ".."}:
        reason = 'expected a name, found a segment that clients remove: "." or ".."'
        raise iri_error(text, "segment-dots", reason, component="isegment-nz")
    normalized = normalize("NFC", text)
    _check_segment_length(normalized)
    return normalized


def _check_segment_length(text: str) -> None:
    if len(text) > _MAX_SEGMENT:
        raise too_long(text, _MAX_SEGMENT, len(text), "characters", component="isegment-nz")


#: Choice: the characters of a long title that are read, for an octet of the name.
_READ = 16
#: Invisible characters: they do not divide words.
_NOT_SEEN = late(f"[{NEVER_SEEN}{FORMATTING}{VARIATION_SELECTORS}]")
_JOINER = late("[\u200c\u200d]")
#: Signs inside words: CONTEXTO of RFC 5892, but for digits, its exception U+0F0B, and joiners.
_INSIDE = "._\u00b7\u0375\u05f3\u05f4\u0f0b\u200c\u200d\u30fb"


def slug(title: str, /, *, max_octets: int = 255) -> str:
    """Return a segment for the resource called *title*, in the title's own script (7.5).

    `clean` leaves it as it is, and it needs no percent-encoding but that of `to_uri`: words of
    letters, marks and digits, with "-" between them, in NFKC. It has at most *max_octets* octets of
    UTF-8, and does not end between a letter and its marks if these fit. Two titles can have one
    name: "C" and "C++".

    Raises `IRIError` ("segment-empty") if the title has neither letters nor digits in its first
    ``16 * max_octets`` characters; more are not read. Raises `ValueError` if *max_octets* is not a
    number from 4, which is what one letter may take, to 2048.

    >>> slug("君の名は？"), slug("Was heißt „Straße“?"), slug("AC/DC: Live!")
    ('君の名は', 'Was-heißt-Straße', 'AC-DC-Live')
    >>> slug("می\u200cخواهم") == "می\u200cخواهم", slug("Ｐｙｔｈｏｎ ３．１１")
    (True, 'Python-3.11')
    >>> slug("!?")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: segment-empty: expected a title with a letter or a digit \
in isegment-nz (RFC 3987 section 2.2)
    """
    limit = length("max_octets", max_octets)
    if not 4 <= limit <= _MAX_SEGMENT:
        raise ValueError(f"max_octets must be a number from 4 to 2048, not {max_octets!r}")
    text = _NOT_SEEN.sub("", exact(title)[: limit * _READ])
    text = normalize_long("NFKC", text)
    if _JOINER.search(text):
        joined = _JOINER.sub(lambda each: each[0] * is_in_place(text, each.start()), text)
        text = normalize_long("NFKC", joined)  # marks that a joiner had kept apart have an order
    kept = "".join([each if _is_in_words(each) else " " for each in text])
    # Without signs at the ends of a word, and without marks that stand on nothing.
    words = [without_start(word.rstrip(_INSIDE), _INSIDE) for word in kept.split()]
    name = beginning("-".join(filter(None, words)), limit).rstrip(f"-{_INSIDE}")
    if not name:
        reason = "expected a title with a letter or a digit"
        if len(title) > limit * _READ:
            reason = f"{reason} among its first {limit * _READ} characters"
        raise iri_error(exact(title), "segment-empty", reason, component="isegment-nz")
    return name


@lru_cache(maxsize=4096)
def _is_in_words(character: str) -> bool:
    return character in _INSIDE or (category(character)[0] in "LMN" and is_seen(character))


#: It changes when keys do: with the tables of `iri3987._unicode.confusables`.
_KEY_VERSION = 1
# Characters without a glyph that a skeleton keeps; it has a space for U+2800.
_HIDDEN = late(f"(?!\u2800)[{UNSEEN}]")


def look_alike_key(text: str, /) -> str:
    r"""Return a key that is equal for names that look alike, in 66 ASCII characters. Never raises.

    "Administrators of sites that allow independent users to create resources in the same sub area
    need to be careful to check for spoofing" (section 8). *text* is a name as `clean` returns it,
    or any other. Two texts have one key if their skeletons are equal (UTS #39 section 4), or differ
    only in case and in white space. Characters that cannot be seen do not count. The key is its
    version and a SHA-256; longer text than `clean` accepts looks like nothing else. Compute stored
    keys anew when the version changes, because a release of this package has newer tables.

    Choice: case is folded in the skeleton, because a capital may look like a small letter. So
    "paypaI" looks like "paypal", and "Ian" like "lan", but not like "ian". Where case shall not
    matter at all, fold the names themselves. Choice: as for hosts, the order of display of
    right-to-left text is not looked at.

    >>> look_alike_key("раураl") == look_alike_key("Paypal") == look_alike_key("PAYPA1")
    True
    >>> look_alike_key("rnary") == look_alike_key("Mary")
    True
    >>> look_alike_key("e") == look_alike_key("é")
    False
    """
    name = exact(text)
    if len(name) > _MAX_SEGMENT:
        return digest(_KEY_VERSION, name)
    from iri3987._unicode.confusables import label_skeleton

    seen = label_skeleton(_HIDDEN.sub("", name))
    seen = casefold(label_skeleton(casefold(seen)))
    return digest(_KEY_VERSION, " ".join(seen.split()))
