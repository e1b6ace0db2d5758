r"""RFC 3987 section 3.1: the IRI that text is meant to be if it lacks only percent-encoding.

"Systems accepting IRIs MAY also deal with the printable characters in US-ASCII that are not allowed
in URIs." People paste addresses that work in a browser: "?family=A|B", "?filter[name]=x", "/100%",
"/a b". `repair` percent-encodes the characters that an IRI cannot hold, and does only that, with
the parts that the URL Standard finds in the text (https://url.spec.whatwg.org/):

- space, ``"<>^{|}`` and backtick, "[" and "]", and a "%" without two hexadecimal digits are
  percent-encoded in the path, the query and the fragment; so is a second "#";
- a backslash is a slash in the path of the schemes that the URL Standard calls special (http,
  https, ws, wss, ftp, file), and of a reference without a scheme, whose base is taken to be
  special; in other places it is percent-encoded;
- scheme and authority are never changed. A backslash that would end or begin one of them is
  refused, because clients disagree about the host that they open: write "/".

Browsers send some of these characters as they are: "|", "[", "]" and a bare "%". So the octets that
are sent change, from "/100%" to "/100%25"; servers read both alike.

`repair` refuses the other characters that `IRIReference` refuses. Browsers remove TAB, CR and LF
anywhere in a text, and spaces at its two ends: that is not percent-encoding, so these are refused,
too. So is every change to "http:x" or "http:///x", in which only browsers find the host x.

Choice: opaque paths, as of "mailto:" and "urn:". The URL Standard leaves all of ASCII there as it
is, for the scheme to judge. Those schemes allow octets to be percent-encoded (RFC 6068 section 2,
RFC 8141 section 2), so the characters above, and the backslash, are percent-encoded there too. In
"file:", "|" stays and is refused: a browser takes it for the colon of "C:".
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact, spell
from iri3987.exceptions import IRIError
from iri3987.syntax import grammar
from iri3987.syntax.browser import WITH_BACKSLASHES, browser_parts, browser_scheme
from iri3987.syntax.components import Checked, parse
from iri3987.syntax.errors import diagnose, parts, with_position
from iri3987.syntax.percent import encode_all


def repair(text: str, /) -> str:
    r"""Return *text* with what an IRI cannot hold percent-encoded, if it lacks nothing else.

    An IRI reference stays as it is. Raises `IRIError` for any other fault, with its place.

    >>> repair("https://例え.テスト/?family=A|B&filter[name]=ä b#100%")
    'https://例え.テスト/?family=A%7CB&filter%5Bname%5D=ä%20b#100%25'
    >>> repair(r"https://example.org/a\b?c\d")
    'https://example.org/a/b?c%5Cd'
    >>> repair(r"https:\\example.org")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: bad-character: expected "/", found ...
    """
    return exact(repair_with_changes(text).text)


# What an IRI cannot hold after the authority, in runs. The last "%" of one may begin a triplet.
_LACKING = late(rf"""[ "<>^`{{|}}\[\]#]++|\\++|%++(?![{grammar.HEXDIG}]{{2}})|%+(?=%)""")


class Replacement(NamedTuple):
    """A change in a text: the replacement of ``text[start:end]``."""

    start: int
    end: int
    #: The ABNF name of the component.
    component: str
    #: The new text: one character, or three, for each old one.
    written: str
    #: The index of the new text in the repaired text.
    at: int


class Repaired(NamedTuple):
    """A repaired text, and the changes in the text given."""

    text: str
    changes: tuple[Replacement, ...]

    def place(self, position: int) -> int:
        """Return the index in the text given of the character at *position* in `text`."""
        index = bisect_right(self.changes, position, key=lambda change: change.at) - 1
        if index < 0:
            return position
        start, end, _, written, at = self.changes[index]
        after = position - at - len(written)
        if after >= 0:
            return end + after
        return start + (position - at) * (end - start) // len(written)


def repair_with_changes(text: str, /) -> Repaired:
    """Return the result of `repair` for *text*, with the changes, from left to right."""
    if (reference := parse(text, Checked)) is not None:
        return Repaired(reference, ())
    text = exact(text)
    spans = spans_of(text)
    changes = () if _is_host_at_stake(text, spans) else tuple(changes_in(text, spans))
    pieces, end = [], 0
    for change in changes:
        pieces += [text[end : change.start], change.written]
        end = change.end
    result = Repaired("".join([*pieces, text[end:]]), changes)
    if (reference := parse(result.text, Checked)) is not None:
        return result._replace(text=reference)
    raise _refused(diagnose(result.text), text, result)


def repaired(text: str, /) -> str:
    """Return the value that *text* is after `repair`, or *text* as it is if that raises."""
    if isinstance(text, Checked):
        return text
    try:
        return repair_with_changes(text).text
    except IRIError:
        return text


def backslash_is_slash(text: str, /) -> bool:
    r"""Return whether "\" means "/" in the path of *text*: if its scheme is special, or missing."""
    return browser_scheme(text) in WITH_BACKSLASHES


_Spans = Mapping[str, tuple[int, int]]


def spans_of(text: str, /) -> _Spans:
    """Return the start and end of each part of *text*, by its name."""
    return {part.name: (start, end) for start, end, part in parts(text)}


def _is_host_at_stake(text: str, spans: _Spans) -> bool:
    """Return whether browsers find a host, or a drive of Windows, where the grammar has a path."""
    scheme, _, host = browser_parts(text)
    path = text[slice(*spans["ipath"])]
    if scheme == "file" and ("|" in path or path.startswith("\\")):
        return True
    return host is not None and host != spans.get("ireg-name", spans.get("IP-literal"))


def changes_in(text: str, spans: _Spans, /) -> Iterator[Replacement]:
    """Yield the changes that *text* needs behind the authority; *spans* are those of its parts."""
    takes_slashes = backslash_is_slash(text)
    # Browsers remove spaces at the two ends.
    first, last = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    shift = 0
    for name in ("ipath", "iquery", "ifragment"):
        start, end = spans[name]
        for match in _LACKING.finditer(text, max(first, start), min(last, end)):
            found = match[0]
            is_slash = found[0] == "\\" and name == "ipath" and takes_slashes
            written = "/" * len(found) if is_slash else encode_all(found)
            yield Replacement(*match.span(), name, written, match.start() + shift)
            shift += len(written) - len(found)


def _refused(error: IRIError, text: str, result: Repaired) -> IRIError:
    """Return *error*, which is about the repaired text, as one about *text*."""
    position = result.place(error.position or 0)
    is_backslash = text[position] == "\\" and error.code == "bad-character"
    is_slash = is_backslash and backslash_is_slash(text)
    reason = f'expected "/", found {spell(text[position])}' if is_slash else error.reason
    return with_position(error, text, position, reason)
