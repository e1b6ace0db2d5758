"""RFC 3987 section 7.2: an address that an input method has written in full-width characters.

"Input method editors for East Asian Languages usually allow the input of Latin letters and related
characters in full-width or half-width versions." A person who did not switch to half-width types
"ｈｔｔｐｓ：／／例え。テスト／道". A scheme, a port and delimiters are ASCII, so what that means is
known. `folded` writes it in ASCII, sign for sign.

Choice: a host alone is no reason to fold. UTS #46 maps "例え。テスト", "ｅｘａｍｐｌｅ．ｏｒｇ" and
half-width Katakana, so such a host is accepted as it stands, unless it is an IPv4 address, which is
four numbers in ASCII. If a delimiter up to the end of the authority is in full width, so are those
behind it, and letters and digits: the text is read as a whole. Other full-width characters are text
behind the authority: "％", "！", and "？" unless "=" follows, because titles end with it. A text
with an "@" in its authority is not folded, because every character of a password counts, and
"example.org／@evil.example" can be read in two ways. One with "%" in the host is not, either.
"""

from iri3987._unicode.patterns import late
from iri3987.mapping.repair import Repaired, Replacement
from iri3987.syntax.errors import parts

#: Full-width ASCII, and the full stops that UTS #46 takes for a dot.
_FOLDED = {ord("\u3002"): ".", ord("\uff61"): "."} | {
    each: each - 0xFEE0 for each in range(0xFF01, 0xFF5F)
}
#: The unreserved characters of ASCII in full width.
_LETTERS = "\uff0d\uff0e\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a\uff5e"
#: These and delimiters behind the authority: in the path, and in the query.
_IN_PATH = late(f"[{_LETTERS}\uff03\uff0f]+")
_IN_QUERY = late(f"[{_LETTERS}\uff03\uff06\uff0f\uff1d]+")
_LETTER, _DIGIT = "A-Za-z\uff21-\uff3a\uff41-\uff5a", "0-9\uff10-\uff19"
#: Scheme and slashes; a host and a port, without a user name in any reading; what ends them.
_ADDRESS = late(
    rf"([{_LETTER}][{_LETTER}{_DIGIT}+\-.\uff0b\uff0d\uff0e]*+[:\uff1a][/\uff0f]{{2}})"
    r"(?![^/?#@\uff20]*+[@\uff20])"
    r"([^/?#@%\\\uff0f\uff1f\uff03\uff20\uff05\uff3c]*+)([/?#\uff0f\uff1f\uff03]|\Z)"
)
#: A colon, a bracket or a port in full width.
_NOT_OF_NAME = late(f"[\uff1a\uff3b\uff3d]|:[{_DIGIT}]*[\uff10-\uff19]")
#: An IPv4 address.
_FOUR_NUMBERS = late(rf"[{_DIGIT}]+(?:[.\u3002\uff0e\uff61][{_DIGIT}]+){{3}}(?![^:])")


def half_width(text: str, /) -> str:
    """Return *text* with all full-width ASCII, and the full stops of UTS #46, in ASCII."""
    return text if text.isascii() else text.translate(_FOLDED)


def folded(text: str, /) -> Repaired:
    """Return *text* in ASCII as far as its full-width characters are not text of their own.

    That is one change, from the first of them to the last: no character gets another index.

    >>> folded("ｈｔｔｐｓ：／／例え。テスト／道／駅？ｑ＝何？").text
    'https://例え.テスト/道/駅?q=何？'
    >>> folded("https://例え。テスト/").text
    'https://例え。テスト/'
    """
    match = None if text.isascii() else _ADDRESS.match(text)
    if match is None:
        return Repaired(text, ())
    before, name, after = match.groups()
    numbers = _FOUR_NUMBERS.match(name)
    is_number = numbers is not None and not numbers[0].isascii()
    if before.isascii() and after.isascii() and not is_number and not _NOT_OF_NAME.search(name):
        return Repaired(text, ())
    start = match.start(3)
    query = _query(text, start)
    pieces = (
        half_width(text[:start]),
        _IN_PATH.sub(lambda run: half_width(run[0]), text[start:query]),
        half_width(text[query : query + 1]),
        _IN_QUERY.sub(lambda run: half_width(run[0]), text[query + 1 :]),
    )
    result = "".join(pieces)
    changed = [at for at, each in enumerate(text) if each != result[at]]
    first, end = changed[0], changed[-1] + 1
    _, component = max((at, part.name) for at, _, part in parts(result) if 0 <= at <= first)
    return Repaired(result, (Replacement(first, end, component, result[first:end], first),))


def _query(text: str, start: int) -> int:
    """Return where the query begins in *text*, whose authority ends at *start*, or its length."""
    equals = max(text.rfind("="), text.rfind("\uff1d"))
    narrow, wide = text.find("?", start), text.find("\uff1f", start)
    found = [narrow, wide if wide < equals or wide == start else -1]
    return min((each for each in found if each >= 0), default=len(text))
