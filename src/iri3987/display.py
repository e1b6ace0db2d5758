"""RFC 3987 section 7.6: display of URIs/IRIs.

https://www.rfc-editor.org/rfc/rfc3987#section-7.6

`display` turns any text into text that is safe to show a person: nothing in it is invisible or
reorders what is around it, no label of its host is a known look-alike, its password is masked
(RFC 3986 section 3.2.1), and it still names the same resource. What cannot be shown so stays
"percent-encoded before being displayed", as the section asks.

The host is shown label by label: in Unicode where the rules of `iri3987._unicode.labels`, which
docs/display.md lists, let the label pass, else as its A-label. The result is plain text; a web page
escapes it, and isolates it with ``<bdi dir="ltr">`` (section 4.1). Plain ASCII can mislead too, as
a user name ("example.com@evil.example") or as a longer name ("example.com.evil.example"): that is
left to see.
"""

import re
from functools import lru_cache

from iri3987 import grammar
from iri3987.exceptions import IRIError, exact, password
from iri3987.host import host_to_ascii, host_to_unicode
from iri3987.mapping import encode_run, to_iri, to_uri
from iri3987.scheme import DOMAIN_NAME
from iri3987.syntax import is_uri_reference, split, unsplit

_MASK = "***"


def display(iri: str, /) -> str:
    """Return *iri* as plain text to show a person (RFC 3987 section 7.6). Never raises.

    The result maps to the same URI as *iri*, but for a masked password and the spelling of the
    host, and is its own display form. Path, query and fragment are as `to_iri` gives them. Text
    that is no IRI reference is percent-encoded until it is one; where that does not help, it is
    shown in ASCII.

    >>> display("http://xn--fa-hia.de/stra%C3%9Fe"), display("http://аррӏе.com/")
    ('http://faß.de/straße', 'http://xn--80ak6aa92e.com/')
    >>> display("http://me:secret@example.org/%E2%80%AEgpj.exe")
    'http://me:***@example.org/%E2%80%AEgpj.exe'
    >>> display("é <b>"), display("http://[é")
    ('é%20%3Cb%3E', 'http://[%C3%A9')
    """
    try:
        uri = to_uri(iri, host="percent")
    except IRIError:
        uri = _escape(_mask_anywhere(exact(iri)))
        if not is_uri_reference(uri):
            return uri
    # The user name stays as in the URI: "／" in it would seem to end the host.
    scheme, _, userinfo, host, port, _, _, _ = split(uri)
    shown = split(to_iri(uri))
    if host is None or shown.host is None:
        return unsplit(scheme, None, shown.path, shown.query, shown.fragment)
    # A reference without a scheme may be to a domain name, and is read as one.
    if scheme is None or scheme.lower() in DOMAIN_NAME:
        authority = _domain_name(shown.host) or host
    else:
        authority = shown.host
    if userinfo is not None:
        authority = f"{_mask(userinfo)}@{authority}"
    if port is not None:
        authority = f"{authority}:{port}"
    return unsplit(scheme, authority, shown.path, shown.query, shown.fragment)


def _domain_name(host: str) -> str | None:
    """Return *host* as a domain name to show, or None if it is not the name of a domain."""
    if host.isascii() and "%" not in host and "xn--" not in host.lower():
        return host
    try:
        return _with_safe_labels(host_to_ascii(host))
    except IRIError:
        return None


@lru_cache(maxsize=1024)
def _with_safe_labels(name: str) -> str:
    """Return *name*, a result of `host_to_ascii`, with those labels decoded that are safe.

    Cached, as hosts repeat; the names are short.
    """
    if "xn--" not in name:
        return name
    from iri3987._unicode.labels import is_safe

    labels = name.split(".")
    decoded = [host_to_unicode(label, profile="idna2008") for label in labels]
    *others, top = filter(None, decoded)
    if not others:
        top = ""  # a lone label is no top-level domain
    # `host_to_ascii` has taken the name as a whole, all its A-labels decoded: so it will take this.
    return ".".join(
        unicode if unicode != label and is_safe(unicode, top) else label
        for label, unicode in zip(labels, decoded, strict=True)
    )


def _mask(userinfo: str) -> str:
    """Mask what follows the first ":" "unless [it] is the empty string" (RFC 3986 3.2.1)."""
    user, colon, password = userinfo.partition(":")
    return f"{user}{colon}{password and _MASK}"


# Text that is no IRI reference

_NOT_IN_URIS = re.compile(f"[^{grammar.UNRESERVED}{grammar.RESERVED}%]+")
_STRAY_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")


def _escape(text: str) -> str:
    """Percent-encode all of *text* that has no place in a URI.

    Choice: a lone surrogate becomes the three octets that UTF-8 would give it if it could. They
    are no legal UTF-8, so nothing ever decodes them again.
    """
    text = _NOT_IN_URIS.sub(lambda match: encode_run(match, errors="surrogatepass"), text)
    return _STRAY_PERCENT.sub("%25", text)


def _mask_anywhere(text: str) -> str:
    """Mask what could be a password in *text*: too much, not too little."""
    start, end = password(text)
    return text if start == end else f"{text[:start]}{_MASK}{text[end:]}"
