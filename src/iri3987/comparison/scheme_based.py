"""RFC 3987 section 5.3.3: what schemes define to be the same.

The schemes, and the sources of their rules, are the tables of `iri3987.schemes`.

Choice: a "to" among the header fields of a "mailto:" IRI stays as it is: RFC 6068 section 2 does
not recommend it, "because different user agents handle this case differently".

Choice: the r-, q- and f-components of a URN "MUST be ignored for purposes of determining
URN-equivalence" (RFC 8141 section 3.1). So `iri3987.equivalent` and the keys leave them out, and
`iri3987.normalize` keeps them, because a normal form without them would lead elsewhere.

Choice: percent-encoding in a URN. RFC 8141 section 3.1: "Percent-encoded characters MUST NOT be
decoded". RFC 3986 section 6.2.2.2, which the level "syntax" is, decodes unreserved ones in every
scheme, so "urn:example:%61" is equivalent to "urn:example:a" here.
"""

from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.domain_name import to_unicode
from iri3987.schemes import (
    DEFAULT_PORT,
    DOMAIN_NAME,
    EMPTY_PATH_IS_ROOT,
    LOCAL_HOST,
    MAILBOXES,
    NAMESPACE,
)
from iri3987.syntax.components import Components

# RFC 8141 section 2: NID = (alphanum) 0*30(ldh) (alphanum), and the first character of the NSS.
_NID = late("([0-9A-Za-z][0-9A-Za-z-]{0,30}[0-9A-Za-z]):[^/]")
# A URN in its normal form, and the beginning of its r-, q- or f-component.
_NAME = late(r"(urn:[0-9a-z][0-9a-z-]{0,30}[0-9a-z]:[^/?#][^?#]*+)(?:\?[+=][^/?#]|#)")


def normalize_parts(parts: Components, /, *, in_unicode: bool) -> Components:
    """Return *parts* as their scheme has them, with domain names in Unicode or in ASCII."""
    scheme = (parts.scheme or "").lower()
    host, port, path = parts.host, parts.port, parts.path
    name = _name_in_unicode if in_unicode else _name_in_ascii
    if host and scheme in DOMAIN_NAME:
        host = _ip_literal(host) if host.startswith("[") else name(host)
    if port is not None and scheme in DEFAULT_PORT:
        port = port.lstrip("0") or port[:1]
    # "Normalizers should omit [...] the ":" delimiter if port is empty" (RFC 3986 section 3.2.3).
    if port in {"", DEFAULT_PORT.get(scheme)}:
        port = None
    if path == "" and scheme in EMPTY_PATH_IS_ROOT and host is not None:
        path = "/"
    if host is None and scheme in NAMESPACE and (nid := _NID.match(path)):
        path = nid[1].lower() + path[nid.end(1) :]
    if host is None and scheme in MAILBOXES:
        mailboxes = (each.rpartition("@") for each in path.split(","))
        path = ",".join(
            [f"{user}{at}{name(domain) if at else domain}" for user, at, domain in mailboxes]
        )
    parts = parts._replace(host=host, port=port, path=path)
    return _without_local_host(parts, scheme) if scheme in LOCAL_HOST else parts


def _ip_literal(host: str) -> str:
    from iri3987.host.ip import format_ip, parse_host_ip

    address = parse_host_ip(host)
    return host if address is None else f"[{format_ip(address)}]"


def _name_in_ascii(name: str) -> str:
    """Return *name* in ASCII; one that cannot be a domain name is equivalent only to itself."""
    try:
        return host_to_ascii(name)
    except IRIError:
        return name


def _name_in_unicode(name: str) -> str:
    return to_unicode(_name_in_ascii(name))


def _without_local_host(parts: Components, scheme: str) -> Components:
    """Return *parts* with an empty authority, if theirs means this machine."""
    if parts.host is None and parts.path.startswith("/"):
        # Before a path, an authority takes the place of "/.", which `shield` puts there.
        path = parts.path[2:] if parts.path.startswith("/.//") else parts.path
        return parts._replace(host="", path=path)
    # "If [...] either the userinfo or port subcomponents are non-empty, then the host should be
    # given explicitly" (5.3.3).
    if parts.userinfo or parts.port or (parts.host or "").lower() != LOCAL_HOST[scheme]:
        return parts
    return parts._replace(host="")


def without_components(form: str, /) -> str:
    """Return *form*, the normal form of a URN, without r-, q- and f-component."""
    match = _NAME.match(form)
    return form if match is None else match[1]
