"""RFC 3987 section 7.2: one segment of a path, as a name that people type and read.

https://www.rfc-editor.org/rfc/rfc3987#section-7.2
"""

from iri3987._unicode.invisible import UNSEEN
from iri3987._unicode.text import exact, spell
from iri3987._unicode.version14 import casefold, normalize
from iri3987.comparison import digest
from iri3987.syntax import grammar
from iri3987.syntax.errors import iri_error, too_long
from iri3987.syntax.patterns import is_formatting, pattern

__all__ = ["look_alike_key", "segment"]


#: The longest segment that is accepted, in characters: normalization takes more than linear time.
_MAX_SEGMENT = 2048
# isegment with its percent-encodings decoded: any visible ASCII and the space, but "/".
_DECODED = f"[ -.0-~{grammar.UCSCHAR}]*+"


def segment(text: str, /) -> str:
    """Return *text*, an isegment-nz whose percent-encodings have been decoded, in NFC.

    A route uses a segment of the path as a name. Section 7.2 asks for the normalization of text
    that people type, so that two spellings which look the same are not two names. "%2F" is three
    characters here, and "?" is an ordinary one: encode them when you write the path.

    Raises `IRIError`: "segment-empty", "segment-dots" for "." and "..", which clients remove
    from a path, "too-long" beyond 2048 characters, "bidi-formatting", and "segment-character" for
    "/" and for controls, surrogates, private use, noncharacters and U+FFFD.

    >>> segment("e\u0301t\u00e9 100%"), len(segment("e\u0301t\u00e9"))
    ('été 100%', 3)
    >>> segment("a/b")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: segment-character: expected one segment of a path, found '/' \
(U+002F) in isegment-nz, at position 1 of 'a/b' (RFC 3987 section 2.2)
    """
    text = exact(text)
    _check_segment_length(text)
    match = pattern(_DECODED).match(text)
    assert match is not None  # noqa: S101 - it matches any text, if only the empty start
    position = match.end()
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


# 8. Security Considerations

#: It changes when keys do: with the tables of `iri3987._unicode.confusables`.
_KEY_VERSION = 1
# Characters without a glyph that a skeleton keeps; it has a space for U+2800.
_HIDDEN = f"(?!\u2800)[{UNSEEN}]"


def look_alike_key(text: str, /) -> str:
    r"""Return a key that is equal for names that look alike, in 66 ASCII characters. Never raises.

    "Administrators of sites that allow independent users to create resources in the same sub area
    need to be careful to check for spoofing" (section 8). *text* is a name as `segment` returns it,
    or any other: a percent-encoding is three characters. Two texts have one key if their skeletons
    are equal (UTS #39 section 4), or differ only in case and in white space. Characters that cannot
    be seen do not count. The key is its version and a SHA-256; longer text than `segment` accepts
    looks like nothing else.

    The key changes only with its version, which changes when a release of this package has newer
    tables: then compute stored keys anew.

    Choice: case is folded in the skeleton, because a capital may look like a small letter. So
    "paypaI" looks like "paypal". A capital that looks like another letter is not equal to its small
    one: "Ian" looks like "lan", not like "ian". Where case shall not matter at all, fold the names
    themselves, or have one more column for that. Choice: as for hosts, the order of display of
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

    seen = label_skeleton(pattern(_HIDDEN).sub("", name))
    seen = casefold(label_skeleton(casefold(seen)))
    return digest(_KEY_VERSION, " ".join(seen.split()))
