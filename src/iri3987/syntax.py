"""RFC 3987 sections 2.2 and 4.1 at work: is a text an IRI, where not, and what are its parts.

https://www.rfc-editor.org/rfc/rfc3987#section-2.2

A text that passes costs one run of one regular expression. Only a text that fails is taken apart
to find the first character at fault.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from iri3987 import grammar
from iri3987.bidi import FORMATTING, without_formatting
from iri3987.exceptions import IRIError, exact, iri_error, spell

_BAD_PERCENT = re.compile(f"%(?![{grammar.HEXDIG}]{{2}})")


def matches(text: str, rule: str, /) -> bool:
    """Tell whether all of *text* matches *rule*, a constant of `iri3987.grammar`."""
    if "%" in text and _BAD_PERCENT.search(text):
        return False
    return pattern(rule).fullmatch(text) is not None


def end_of_match(text: str, rule: str, start: int, end: int, /) -> int:
    """Return where the longest match of *rule* ends that begins at *start*; *start* without one."""
    match = pattern(rule).match(text, start, end)
    if match is None:
        return start
    bad = _BAD_PERCENT.search(text, start, match.end())
    return match.end() if bad is None else bad.start()


@cache
def pattern(rule: str, /) -> re.Pattern[str]:
    """Return *rule*, compiled, with 4.1's characters left out.

    Where a rule of the grammar loops over characters and percent-encodings, "%" is one of these
    characters here, so that nothing is left of the loop but a class: that takes half the time, and
    no memory. `matches` and `end_of_match` look at the percent-encodings by themselves.

    Compiled when first needed: compiling IRI-reference takes longer than importing the package.
    """
    loose = rule.replace(f"]++|{grammar.PCT_ENCODED})", "%]++)")
    return re.compile(without_formatting(_COMMON.get(rule, "") + loose))


# What most texts are: part of what the rules match, and tried before them, as it is matched in
# half the time. Its "path" may hold the query too, which allows as much.
_RUN = f"[{grammar.IUNRESERVED}{grammar.SUB_DELIMS}%:@/?]*+"
_COMMON_IRI = (
    rf"{grammar.SCHEME}://[{grammar.IUNRESERVED}{grammar.SUB_DELIMS}]*+(?::{grammar.PORT}|)"
    rf"(?:[/?]{_RUN}|)(?:\#{_RUN}|)|"
)
_COMMON = {grammar.IRI: _COMMON_IRI, grammar.IRI_REFERENCE: _COMMON_IRI}


def is_iri(text: str, /) -> bool:
    """Tell whether *text* is an IRI: with a scheme, and possibly a fragment (RFC 3987 2.2, 4.1).

    >>> is_iri("http://例え.テスト/"), is_iri("//例え.テスト/"), is_iri("http://a b/")
    (True, False, False)
    """
    return matches(exact(text), grammar.IRI)


def is_iri_reference(text: str, /) -> bool:
    """Tell whether *text* is an IRI or a relative reference (RFC 3987 2.2, 4.1).

    >>> is_iri_reference("../résumé#œuvre"), is_iri_reference("%zz")
    (True, False)
    """
    return matches(exact(text), grammar.IRI_REFERENCE)


def is_absolute_iri(text: str, /) -> bool:
    """Tell whether *text* is an absolute-IRI: with a scheme, without a fragment (RFC 3987 2.2).

    >>> is_absolute_iri("urn:例:1"), is_absolute_iri("urn:例:1#2")
    (True, False)
    """
    return matches(exact(text), grammar.ABSOLUTE_IRI)


def is_uri(text: str, /) -> bool:
    """Tell whether *text* is a URI (RFC 3986): an IRI with nothing beyond US-ASCII in it.

    >>> is_uri("http://example.org/%C3%A9"), is_uri("http://example.org/é")
    (True, False)
    """
    return is_iri(text) and text.isascii()


def is_uri_reference(text: str, /) -> bool:
    """Tell whether *text* is a URI-reference (RFC 3986): an ASCII IRI-reference.

    >>> is_uri_reference("?q=%C3%A9"), is_uri_reference("?q=é")
    (True, False)
    """
    return is_iri_reference(text) and text.isascii()


def check(text: str, rule: str, /) -> str:
    """Return *text*, exactly, if it matches *rule*, which is IRI or IRI-reference.

    Raises `IRIError` if it does not.
    """
    text = exact(text)
    if not matches(text, rule):
        raise diagnose(text)
    return text


class Components(NamedTuple):
    """The parts of an IRI reference. A part that is absent is None, one that is empty is ""."""

    scheme: str | None
    authority: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

    @property
    def host_start(self) -> int:
        """The index of the host in the reference, which must have an authority."""
        before = 2 if self.scheme is None else len(self.scheme) + 3
        return before if self.userinfo is None else before + len(self.userinfo) + 1


# RFC 3986 appendix B, with the authority taken apart as well. On text that is an IRI reference
# the parts are those of the grammar. "(?:...|)" is "(?:...)?", in two thirds of the time.
_SPLIT = re.compile(
    r"(?:([^:/?#]++):|)"
    r"(?://((?:([^/?#@]*+)@|)(\[[^/?#\]]*+\]|[^/?#:]*+)(?::([^/?#]*+)|))|)"
    r"([^?#]*+)"
    r"(?:\?([^#]*+)|)"
    r"(?:#(.*+)|)",
    re.DOTALL,
)


def split(reference: str, /) -> Components:
    """Return the components of *reference*, which must be a valid IRI reference.

    >>> split("http://me@例え.テスト:80/a?#")  # doctest: +NORMALIZE_WHITESPACE
    Components(scheme='http', authority='me@例え.テスト:80', userinfo='me', host='例え.テスト',
        port='80', path='/a', query='', fragment='')
    """
    match = _SPLIT.fullmatch(reference)
    assert match is not None  # noqa: S101 - every IRI reference matches
    return tuple.__new__(Components, match.groups())  # Components._make, in half the time


def unsplit(
    scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None
) -> str:
    """Put the components together again (RFC 3986 section 5.3)."""
    result = ""
    if scheme is not None:
        result += f"{scheme}:"
    if authority is not None:
        result += f"//{authority}"
    result += path
    if query is not None:
        result += f"?{query}"
    if fragment is not None:
        result += f"#{fragment}"
    return result


def unsplit_authority(userinfo: str | None, host: str, port: str | None) -> str:
    """Put the parts of an authority together again (RFC 3986 section 3.2)."""
    before = "" if userinfo is None else f"{userinfo}@"
    after = "" if port is None else f":{port}"
    return f"{before}{host}{after}"


def replace(reference: str, components: Mapping[str, str | None], /) -> str:
    """Return *reference* with *components*, by name, in the place of its own.

    Raises `IRIError` where the whole is not an IRI reference, or ("bad-component") where it
    would be read as other components than these: a path with a "?" in it.
    """
    if unknown := components.keys() - set(Components._fields):
        raise TypeError(f"an IRI has no {' and no '.join(sorted(unknown))}")
    for name, value in components.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} is a str or None, not {type(value).__name__}")
    wanted = {**split(reference)._asdict(), **components}
    wanted["path"] = wanted["path"] or ""
    names = set(components)
    if names & {"userinfo", "host", "port"}:
        if "authority" in names:
            raise TypeError("an authority is replaced as a whole or by its parts, not both")
        userinfo, host, port = wanted["userinfo"], wanted["host"], wanted["port"]
        if host is None and (userinfo is not None or port is not None):
            reason = "userinfo and port need a host"
            raise iri_error(reference, "bad-component", reason, component="ihost", section="2.2")
        wanted["authority"] = None if host is None else unsplit_authority(userinfo, host, port)
    result = unsplit(
        wanted["scheme"], wanted["authority"], wanted["path"], wanted["query"], wanted["fragment"]
    )
    check(result, grammar.IRI_REFERENCE)
    read = split(result)._asdict()
    for name in sorted(names):
        if read[name] != wanted[name]:
            reason = f"expected a value that is read as {name} alone"
            raise iri_error(result, "bad-component", reason, component=name, section="2.2")
    return result


# What makes a text fail

# RFC 3986 appendix B: it cuts any text at the delimiters.
_APPENDIX_B = re.compile(
    r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL
)
_SCHEME, _AUTHORITY, _PATH, _QUERY, _FRAGMENT = range(1, 6)  # its groups


class Part(NamedTuple):
    """A part of a reference: its name, what it may hold as a rule and in words, and the code."""

    name: str
    rule: str
    expected: str
    code: str = "bad-character"


_SCHEME_PART = Part(
    "scheme",
    grammar.SCHEME,
    'a scheme (letters, digits, "+", "-", ".") before the first ":"',
    "bad-scheme",
)
_IUSERINFO = Part("iuserinfo", grammar.IUSERINFO, 'iunreserved, sub-delims or ":"')
_IREG_NAME = Part("ireg-name", grammar.IREG_NAME, "iunreserved or sub-delims")
_IP_LITERAL = Part(
    "IP-literal",
    grammar.IP_LITERAL,
    'an IPv6 address, or "v1." and more, between brackets',
    "bad-ip-literal",
)
# A character that no IP-literal holds is at fault before the literal as a whole is.
_IN_IP_LITERAL = _IP_LITERAL._replace(rule=rf"\[[{grammar.UNRESERVED}{grammar.SUB_DELIMS}:]*+\]?")
_PORT = Part("port", f":{grammar.PORT}", '":" and digits from 0 to 9', "bad-port")
# A path that appendix B has cut out holds no "?", so ifragment's rule is right for it.
_IPATH = Part("ipath", grammar.IFRAGMENT, 'ipchar or "/"')
_IQUERY = Part("iquery", grammar.IQUERY, 'ipchar, iprivate, "/" or "?"')
_IFRAGMENT = Part("ifragment", grammar.IFRAGMENT, 'ipchar, "/" or "?"')


def diagnose(text: str, /) -> IRIError:
    """Return what is wrong with *text*: the first character at fault of the first such part.

    Where nothing is wrong with *text* as a reference, what is missing is the scheme.
    """
    for start, end, part in parts(text):
        position = end_of_match(text, part.rule, start, end)
        if position < end:
            return wrong_character(text, position, part)
    return iri_error(
        text,
        "not-absolute",
        'expected a scheme such as "https:", found a relative reference',
        component="scheme",
        position=0,
        section="2.2",
    )


def parts(text: str, /) -> Iterator[tuple[int, int, Part]]:
    """Yield the start and end of each part of *text*, cut at the delimiters."""
    match = _APPENDIX_B.fullmatch(text)
    assert match is not None  # noqa: S101 - it matches any text
    if match[_SCHEME] is not None:
        yield *match.span(_SCHEME), _SCHEME_PART
    elif text.startswith(":"):
        yield 0, 1, _SCHEME_PART
    if match[_AUTHORITY] is not None:
        yield from _authority_parts(text, *match.span(_AUTHORITY))
    yield *match.span(_PATH), _IPATH
    yield *match.span(_QUERY), _IQUERY
    yield *match.span(_FRAGMENT), _IFRAGMENT


def _authority_parts(text: str, start: int, end: int) -> Iterator[tuple[int, int, Part]]:
    """Yield the parts of the authority ``text[start:end]``."""
    at = text.find("@", start, end)
    if at >= 0:
        yield start, at, _IUSERINFO
        start = at + 1
    if text.startswith("[", start, end):
        stop = text.find("]", start, end) + 1 or end
        yield start, stop, _IN_IP_LITERAL
        yield start, stop, _IP_LITERAL
    else:
        stop = text.find(":", start, end) if ":" in text[start:end] else end
        yield start, stop, _IREG_NAME
    yield stop, end, _PORT


_FORMATTING = re.compile(f"[{FORMATTING}]")


def wrong_character(text: str, position: int, part: Part, /) -> IRIError:
    """Return what is wrong with the character of *text* that *part* cannot hold there."""
    character = text[position]
    code, expected, section = part.code, part.expected, "2.2"
    if _FORMATTING.match(character):
        code, expected, section = "bidi-formatting", "no bidirectional formatting character", "4.1"
    elif character == "%" and code == "bad-character":
        code, expected = "bad-percent", 'two hexadecimal digits after "%"'
    return iri_error(
        text,
        code,
        f"expected {expected}, found {spell(character)}",
        component=part.name,
        position=position,
        section=section,
    )
