r"""What browsers read: the scheme, the userinfo and the host that they find in a text.

https://url.spec.whatwg.org/#url-parsing

Browsers find a host in much text that has none by RFC 3987: "http:x", "http:/x" and "http:///x" all
open the host x, and so do "///x" and "/\x" on a page of the web. They remove spaces and controls at
the two ends, and TAB, CR and LF everywhere, and take "\" for a slash in special schemes.

Choice: a text is read as on a page with another scheme; on a page of http, "http:x" would be a
path. In text that browsers refuse ("http://a b/", "file://me@a/"), parts are where they would be.

A password is where a browser or a person may find one, in text that need not be an address: no
message repeats it (RFC 3986 sections 3.2.1 and 7.5).
"""

import re
from functools import partial
from typing import NamedTuple

from iri3987._unicode.invisible import escaped
from iri3987._unicode.patterns import late

__family__ = ["REMOVED", "SCHEME", "browser_parts", "browser_scheme"]

#: The "special" schemes of the URL Standard but "file": a host follows any number of slashes.
SPECIAL = frozenset({"ftp", "http", "https", "ws", "wss"})
#: The schemes in whose paths "\" is a slash; None is that of the page.
WITH_BACKSLASHES = frozenset({*SPECIAL, "file", None})

#: The beginning of a text with a scheme, without what is `REMOVED`: databases search for it, too.
SCHEME = r"^[\x00-\x20]*([A-Za-z][A-Za-z0-9+.\-]*):"
#: What browsers remove anywhere.
REMOVED = "\t\n\r"
#: What they remove at the two ends: "C0 control or space".
_AROUND = "".join(map(chr, range(0x21)))

_Span = tuple[int, int]


class BrowserParts(NamedTuple):
    """What browsers find in a text. The spans are indices; what is `REMOVED` does not count."""

    #: In lower case; None for a text without one.
    scheme: str | None
    #: What is before the last "@" of the authority.
    userinfo: _Span | None
    #: The host, IPv6 in brackets; "" if browsers refuse the text without it, None if it needs none.
    host: _Span | None


_AT_SCHEME = late(SCHEME)
_WITHOUT_REMOVED = dict.fromkeys(map(ord, REMOVED))


def _authority(slashes: str, delimiters: str = r"/\\?#") -> re.Pattern[str]:
    # The first "@" is found sooner than the last, if there is none.
    userinfo = f"(?:(?=[^{delimiters}@]*+@)([^{delimiters}]*)@)?"
    return late(rf"{slashes}{userinfo}(\[[^]{delimiters}]*+\]?+|[^:{delimiters}]*+)")


#: The authority behind each kind of scheme. In "file:", a drive of Windows is not a host.
_SPECIAL, _OTHER = _authority(r"[/\\]*+"), _authority("//", "/?#")
_FILE = _authority(r"[/\\]{2}(?![A-Za-z][:|](?:[/\\?#]|\Z))")
_PAGE = _authority(r"[\x00-\x20]*+[/\\]{2}[/\\]*+")
_AUTHORITY: dict[str | None, re.Pattern[str]]
_AUTHORITY = {None: _PAGE, "file": _FILE, **dict.fromkeys(SPECIAL, _SPECIAL)}


def browser_scheme(text: str, /) -> str | None:
    r"""Return the scheme that browsers find in *text*, in lower case, None for a text without one.

    >>> browser_scheme(" HT\tTP:x"), browser_scheme("//example.org")
    ('http', None)
    """
    if "\t" in text or "\n" in text or "\r" in text:
        text = text.translate(_WITHOUT_REMOVED)
    match = _AT_SCHEME.match(text)
    return match[1].lower() if match else None


# BrowserParts._make, in half the time.
_made = partial(tuple.__new__, BrowserParts)


def browser_parts(text: str, /) -> BrowserParts:
    r"""Return what browsers find in *text*. Never raises.

    >>> browser_parts("https://me@example.org:80/")
    BrowserParts(scheme='https', userinfo=(8, 10), host=(11, 22))
    >>> [browser_parts(each).host for each in ("/\t\\example.org", "http:?", "mailto:me@a.example")]
    [(3, 14), (5, 5), None]
    """
    if "\t" in text or "\n" in text or "\r" in text:
        kept = [at for at, each in enumerate(text) if each not in REMOVED]
        found = browser_parts("".join([text[at] for at in kept]))
        kept.append(len(text))
        spans = (span and (kept[span[0]], kept[span[1]]) for span in found[1:])
        return BrowserParts(found.scheme, *spans)
    before = _AT_SCHEME.match(text)
    end = len(text) if text[-1:] > " " else len(text.rstrip(_AROUND))
    scheme = before[1].lower() if before else None
    rule = _AUTHORITY.get(scheme, _OTHER)
    match = rule.match(text, before.end() if before else 0, end)
    if match is None:
        return _made((scheme, None, None))
    userinfo = None if match[1] is None else match.span(1)
    # Only where there is no scheme, or a special one, is a host needed.
    host = match.span(2) if match[2] or rule is _SPECIAL or rule is _PAGE else None
    return _made((scheme, userinfo, host))


# A password


def _spellings(characters: str) -> str:
    """Return a pattern for one of *characters*, as it is or percent-encoded."""
    octets = ("".join(f"%{octet:02x}" for octet in each.encode()) for each in characters)
    return f"(?:[{characters}]|(?i:{'|'.join(octets)}))"


# The delimiters, and what an input method writes for them (NFKC). Any may be percent-encoded.
_COLON = late(_spellings(":：﹕︓"), re.ASCII)
_SLASH = late(_spellings("/／"), re.ASCII)
_AT = _spellings("@＠﹫")
_SIGN_OF_AT = late("[@＠﹫%]")
_UP_TO_AT = late(f".*(?={_AT})", re.ASCII | re.DOTALL)
#: A ":" or "@" in any spelling: a host has neither, and few words have one.
SPELLED = late(f"{_COLON.pattern}|{_AT}", re.ASCII)


def password(text: str, /) -> tuple[int, int]:
    """Return where a password may be, from the first ":" after a scheme to the last "@", or (0, 0).

    It may have "/" or "#" in it, or no scheme before it ("me:secret@host"), so the span may be too
    long, but not too short. An input method may have written the text in full width.
    """
    if _SIGN_OF_AT.search(text) is None:
        return 0, 0
    colon, until = _COLON.search(text), _UP_TO_AT.match(text)
    if colon is None or until is None:
        return 0, 0
    slash = _SLASH.match(text, colon.end())
    if slash and _SLASH.match(text, slash.end()) and not _SLASH.search(text, 0, colon.start()):
        colon = _COLON.search(text, slash.end())
    start, end = colon.end() if colon else 0, until.end()
    return (start, end) if 0 < start < end else (0, 0)


def masked(text: str, /) -> str:
    """Return *text*, with "***" for its password."""
    return without(password(text), text, 0, len(text))


def without(secret: tuple[int, int], text: str, first: int, last: int, /) -> str:
    """Return ``text[first:last]``, with "***" where the span *secret* of *text* begins in it."""
    start, end = secret
    if not (start < last and first < end):
        return text[first:last]
    return f"{text[first:start]}***{text[end:last]}" if first < start else text[end:last]


def safe(text: str, /) -> str:
    """Return all of *text* in one line that is safe to show: escaped, with its password masked."""
    return escaped(masked(text))
