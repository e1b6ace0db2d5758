"""RFC 3987 section 7.2: an address that an input method has written in full-width characters.

https://www.rfc-editor.org/rfc/rfc3987#section-7.2

"Input method editors for East Asian Languages usually allow the input of Latin letters and related
characters in full-width or half-width versions." A person who did not switch to half-width types
"ｈｔｔｐｓ：／／例え。テスト／道". What that means is known up to the end of the authority, because
a scheme, a port and delimiters are ASCII. `folded` writes this part in ASCII, sign for sign.

Choice: a host alone is no reason to fold. UTS #46 maps "例え。テスト", "ｅｘａｍｐｌｅ．ｏｒｇ" and
half-width Katakana, so such a host is accepted as it stands. Behind the authority, full-width
characters are text: "／" may be part of a name. A text with an "@" in its authority is not folded,
because every character of a password counts, and because "example.org／@evil.example" can be read
in two ways; nor is one with a percent sign in the host.
"""

import re

from iri3987.mapping.repair import Repaired, Replacement

#: Full-width ASCII, and the full stops that UTS #46 takes for a dot.
_FOLDED = {ord("\u3002"): ".", ord("\uff61"): "."} | {
    each: each - 0xFEE0 for each in range(0xFF01, 0xFF5F)
}
_RUN = re.compile("[\u3002\uff01-\uff5e\uff61]+")
_LETTER, _DIGIT = "A-Za-z\uff21-\uff3a\uff41-\uff5a", "0-9\uff10-\uff19"
#: Scheme and slashes; a host and a port, without a user name in any reading; what ends them.
_ADDRESS = re.compile(
    rf"([{_LETTER}][{_LETTER}{_DIGIT}+\-.\uff0b\uff0d\uff0e]*+[:\uff1a][/\uff0f]{{2}})"
    r"(?![^/?#@\uff20]*+[@\uff20])"
    r"([^/?#@%\\\uff0f\uff1f\uff03\uff20\uff05\uff3c]*+)([/?#\uff0f\uff1f\uff03]|\Z)"
)
#: A colon, a bracket or a port in full width.
_NOT_OF_NAME = re.compile(f"[\uff1a\uff3b\uff3d]|:[{_DIGIT}]*[\uff10-\uff19]")


def half_width(text: str, /) -> str:
    """Return *text* with all full-width ASCII, and the full stops of UTS #46, in ASCII.

    >>> half_width("ｈｔｔｐｓ：／／例え。テスト")
    'https://例え.テスト'
    """
    return text if text.isascii() else text.translate(_FOLDED)


def folded(text: str, /) -> Repaired:
    """Return *text* in ASCII up to the end of its authority, if delimiters there are full-width.

    >>> folded("ｈｔｔｐｓ：／／例え。テスト／道／駅").text, folded("https://例え。テスト/").text
    ('https://例え.テスト/道／駅', 'https://例え。テスト/')
    """
    match = None if text.isascii() else _ADDRESS.match(text)
    if match is None:
        return Repaired(text, ())
    before, name, after = match.groups()
    if before.isascii() and after.isascii() and not _NOT_OF_NAME.search(name):
        return Repaired(text, ())
    start = match.end()
    changes = (
        Replacement(*run.span(), _component(run, match), half_width(run[0]), run.start())
        for run in _RUN.finditer(text, 0, start)
    )
    return Repaired(f"{half_width(match[0])}{text[start:]}", tuple(changes))


def _component(run: re.Match[str], match: re.Match[str]) -> str:
    return "scheme" if run.start() < match.end(1) else "ireg-name"
