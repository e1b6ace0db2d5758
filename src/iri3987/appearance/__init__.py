"""RFC 3987 section 7.6: display of URIs/IRIs.

`display` turns any text into text that is safe to show a person and still names the same resource:
what is not appropriate stays "percent-encoded before being displayed", as the section asks.
docs/explanation/display.md has all the rules.

After a scheme that need not have domain names, and in the path of a "mailto:" or "sip:" IRI, a host
stays percent-encoded unless all of its labels are safe, because an A-label would be another URI.
The result is plain text; a web page escapes it, and isolates it with ``<bdi dir="ltr">`` (4.1).
"""

import re
from string import ascii_lowercase, ascii_uppercase

from iri3987._unicode.delimiters import is_unambiguous, misleading
from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987._unicode.version14 import lower
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.domain_name import plain_web
from iri3987.host.shown_label import (
    DOMAIN,
    LONE_DOMAIN,
    has_names_in_path,
    inner_address,
    is_ascii_or_safe,
    is_safe_name,
    with_safe_labels,
)
from iri3987.mapping import to_uri
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax import grammar, is_uri_reference
from iri3987.syntax.browser import SPELLED, browser_parts, masked, password
from iri3987.syntax.components import Components, split, unsplit
from iri3987.syntax.patterns import STRAY_PERCENT
from iri3987.syntax.percent import decode, encode, encode_any, encode_run


def display(iri: str, /) -> str:
    """Return *iri* as plain text to show a person (RFC 3987 section 7.6). Never raises.

    The result maps to the same URI as *iri*, except for a masked password and the spelling of the
    host, and ``display(display(x)) == display(x)``. Path, query and fragment are those of `to_iri`,
    except that characters that can be read as delimiters ("⁄", "？") stay encoded, and so does a
    domain behind "@" in a "mailto:" IRI and its like if it looks like another. Text that is not an
    IRI reference is percent-encoded; if that does not make it one, it is shown in ASCII. So is a
    reference that has a host for browsers and none by RFC 3987.

    >>> display("http://xn--fa-hia.de/stra%C3%9Fe"), display("http://аррӏе.com/")
    ('http://faß.de/straße', 'http://xn--80ak6aa92e.com/')
    >>> display("http://me:secret@example.org/%E2%80%AEgpj.exe")
    'http://me:***@example.org/%E2%80%AEgpj.exe'
    >>> display("http://example.org/a⁄b/君の名は？")
    'http://example.org/a%E2%81%84b/君の名は？'
    >>> display("é <b>"), display("http://[é")
    ('é%20%3Cb%3E', 'http://[%C3%A9')
    >>> display("http:///me:secret@аррӏе.com/")
    'http:///me:***@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/'
    """
    # In most addresses, nothing but the percent-encoding could change.
    plain = exact(iri)
    if (match := plain_web(plain)) and (seen := plainly_shown(match)):
        return seen
    try:
        uri = to_uri(iri, host="percent")
    except IRIError:
        uri = _escape(masked(exact(iri)))
        if not is_uri_reference(uri):
            return uri
    # If the text is a URI already, its components may be known.
    reference = iri if uri == exact(iri) else uri
    # The user name stays encoded: "／" in it would seem to end the host.
    scheme, userinfo, host, port, _, _, _ = split(reference)
    if (whole := _without_components(uri, scheme, host)) is not None:
        return whole
    # Do what `to_iri` does, without checking the reference again.
    shown = split(decode(uri)) if "%" in uri else split(reference)
    if scheme is not None and has_names_in_path(scheme.lower(), has_authority=host is not None):
        shown = _with_safe_names(scheme.lower(), shown)
    # What is beyond ASCII was percent-encoded.
    if "%" in uri:
        shown = without_look_alikes(shown)
    if shown.host is None:
        return unsplit(shown)
    # The host of a reference without a scheme may be a domain name, and is treated as one.
    if scheme is None or scheme.lower() in DOMAIN_NAME:
        name = _name_to_show(shown.host) or host
    else:
        name = _encoded_unless_safe(shown.host)
    user = None if userinfo is None else masked(f"//{userinfo}@")[2:-1]
    return unsplit(Components(scheme, user, name, port, shown.path, shown.query, shown.fragment))


def plainly_shown(match: re.Match[str], /) -> str:
    """Return what `display` returns for *match*, of `plain_web`, or "" if there is more to ask."""
    text, host = match.string, match[2]
    decoded = decode(text) if "%" in text else text
    if decoded.isascii():
        return decoded
    is_shown = is_unambiguous(decoded) and (host.isascii() or is_safe_name(host))
    return decoded if is_shown else ""


def _without_components(uri: str, scheme: str | None, host: str | None) -> str | None:
    """Return what is shown for *uri* if its components by RFC 3987 are not what people see."""
    if not host and (whole := _with_host_for_browsers(uri)) is not None:
        return whole
    # No host has a ":" or "@" in full width, and no relative path begins with such a segment.
    start = uri.partition("/")[0] if scheme is None and host is None else host
    if start and "%" in start and SPELLED.search(start) and password(uri) != (0, 0):
        return masked(uri)
    if inner := inner_address(uri):
        return f"{uri[:inner]}{display(uri[inner:])}"
    return None


def without_look_alikes(parts: Components, /) -> Components:
    """Return *parts* with what can be read as a delimiter percent-encoded, behind the authority."""
    in_text, in_query = misleading(in_query=False), misleading(in_query=True)
    return parts._replace(
        path=in_text.sub(encode_run, parts.path),
        query=parts.query and in_query.sub(encode_run, parts.query),
        fragment=parts.fragment and in_text.sub(encode_run, parts.fragment),
    )


def _name_to_show(host: str) -> str | None:
    """Return *host* as a domain name to show, or None if it is not the name of a domain."""
    is_plain = host.isascii() and "%" not in host and "xn--" not in host.lower()
    if is_plain or host.startswith("["):
        return host
    try:
        return with_safe_labels(host_to_ascii(host))
    except IRIError:
        return None


_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)


def _encoded_unless_safe(name: str) -> str:
    """Return *name*, which need not be a domain name, percent-encoded unless it is safe to show."""
    is_safe = is_ascii_or_safe(name.translate(_LOWER)) or (
        is_ascii_or_safe(lower(name)) and _has_safe_capitals(name)
    )
    return name if is_safe else encode(name)


def _has_safe_capitals(name: str) -> bool:
    """Return whether each non-ASCII capital is one of its small letter and unlike ASCII."""
    from iri3987._unicode.confusables import looks_like_ascii

    return all(
        small.upper() == letter and not looks_like_ascii(letter, "")
        for letter in name
        if not letter.isascii() and (small := lower(letter)) != letter
    )


def _with_safe_names(scheme: str, parts: Components) -> Components:
    """Percent-encode the domains in the path of *parts* that are not safe to show."""
    # "sip:alice:secret@example.org" has a password (RFC 3261 section 19.1.1); a mailbox has none.
    path = masked(f"//{parts.path}")[2:] if scheme in DOMAIN_NAME else parts.path
    if alone := LONE_DOMAIN.match(path):
        path = f"{_safe_domain(alone)}{path[alone.end() :]}"
    query = parts.query and DOMAIN.sub(_safe_domain, parts.query)
    return parts._replace(path=DOMAIN.sub(_safe_domain, path), query=query)


def _safe_domain(match: re.Match[str]) -> str:
    return _encoded_unless_safe(match[0])


#: What browsers skip before a host, or take for a slash; `_escape` has encoded it.
_ENCODED = late("%(?:[01][0-9A-Fa-f]|20|5[Cc])")
_AFTER_AUTHORITY = late(r"[/\\?#]")
_PORT = late("(?::[0-9]*)?")


def _with_host_for_browsers(uri: str) -> str | None:
    """Return *uri*, which has no host by RFC 3987, as it is shown if browsers find one in it."""
    text = _ENCODED.sub(lambda match: chr(int(match[0][1:], 16)), uri) if "%" in uri else uri
    _, userinfo, host = browser_parts(text)
    if host is None:
        return None
    port = _AFTER_AUTHORITY.split(text[host[1] :], 1)[0]
    if userinfo is None and not _PORT.fullmatch(port):
        # Browsers find no host, because the password has a delimiter in it.
        return _escape(masked(text))
    start, end = (userinfo or host)[0], host[1] + len(port)
    return _escape(f"{text[:start]}{masked(f'//{text[start:end]}')[2:]}{text[end:]}")


_NOT_URI_CHARACTERS = late(f"[^{grammar.UNRESERVED}{grammar.RESERVED}%]+")


def _escape(text: str) -> str:
    """Return *text*, which is not an IRI reference, with what a URI cannot hold encoded."""
    return STRAY_PERCENT.sub("%25", _NOT_URI_CHARACTERS.sub(encode_any, text))
