"""A redirect that does not leave the site: CWE-601, "open redirect".

The address is mapped first, and the mapped URI is checked and sent. It is read by the grammar of
RFC 3986 section 3.2, never by `urllib`, which takes some text for a path that browsers take for a
host.

Names of hosts that a developer writes in the configuration or in code may be in any script. Clients
send names in ASCII, so these are encoded before they are compared: by UTS #46, not by the IDNA 2003
of the standard library, which makes ``fass.de`` of ``faß.de``.
"""

from collections.abc import Callable, Collection
from functools import lru_cache

from iri3987.comparison import normalize
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.profile import Profile
from iri3987.values import IRI, IRIReference

__all__ = ["allowed_hosts", "host_as_sent", "safe_location"]
__family__ = ["check_targets"]

_Origins = frozenset[str | None]

#: The greatest length of a target, in octets of the mapped URI. Clients accept about as much.
_MAX_OCTETS = 16384

#: An address of the web, or a relative reference, without a user name ("good@evil").
_ADDRESS = Profile(
    schemes={"http", "https"},
    allow_relative=True,
    allow_userinfo=False,
    max_length=_MAX_OCTETS,
    port=(0, 65535),
)


def safe_location(
    target: object, /, *, base: Callable[[], IRI], allowed_hosts: Collection[str] = ()
) -> str | None:
    r"""Return the URI that *target* maps to if a redirect may follow it, else None.

    A user sent *target*. It may be followed if it has the origin of the request (scheme, host and
    port), or if it is relative. An empty target, or one that is only a fragment, leads to the page
    itself, which might redirect again, so it is not followed. *base* returns the IRI of the
    request, and is called only if the target is more than a path; one without a host has no origin.

    It may also be followed if its host is one of *allowed_hosts*, in any script; "example.org:8000"
    names a port other than the default. A request by https is redirected to https only, unless the
    host is named as "http://example.org".

    Raises `ValueError` for a name that no host can have, and `TypeError` if *allowed_hosts* is a
    single string.

    >>> base = lambda: IRI("https://faß.de/login")
    >>> safe_location("/straße", base=base), safe_location("https://faß.de/", base=base)
    ('/stra%C3%9Fe', 'https://xn--fa-hia.de/')
    >>> safe_location("//faß.de/a", base=base)
    '//xn--fa-hia.de/a'
    >>> [safe_location(evil, base=base) for evil in ("//evil.example", "/\\evil.example", None)]
    [None, None, None]
    >>> safe_location("https://例え.テスト", base=base, allowed_hosts=["例え.テスト"])
    'https://xn--r8jz45g.xn--zckzah'
    """
    by_https, by_http = _origins(allowed_hosts)
    try:
        given = _ADDRESS.check(target)
        if given.scheme is None and given.authority is None:
            uri = given.uri
            is_safe = _is_local_path(IRIReference(uri), base)
        else:
            here = base()
            # The scheme says that the host is a domain name, which is sent in ASCII.
            scheme = "" if given.scheme else f"{here.scheme}:"
            there = IRI(IRI(f"{scheme}{given}").uri)
            uri = there.removeprefix(scheme)
            allowed = by_https if here.scheme == "https" else by_http
            is_safe = _is_allowed(there, here, allowed)
    except IRIError:
        return None
    return uri if is_safe and len(uri) <= _MAX_OCTETS else None


def _is_local_path(uri: IRIReference, base: Callable[[], IRI]) -> bool:
    """Return whether *uri*, which has neither scheme nor authority, leads to another page."""
    if uri.path.startswith("/") and "//" not in uri.path:
        return True
    # "/.//evil" is a path, but "//evil" is not: a client may remove the dot segments first.
    there = IRI(normalize(base().resolve(uri), level="syntax"))
    return uri[:1] not in {"", "#"} and not there.path.startswith("//")


def _is_allowed(uri: IRI, base: IRI, allowed: _Origins) -> bool:
    """Return whether *uri* has the origin of *base* or one of *allowed*; dots at the end count."""
    # Clients read "%6cocalhost" in different ways: for some it is another host.
    if not uri.host or "%" in uri.host:
        return False
    origin = uri.origin
    return origin in allowed or (origin == base.origin and "%" not in (base.host or ""))


def host_as_sent(name: str, /) -> str:
    """Return *name*, a host with or without a port, as a client sends it: ASCII in lower case.

    Raises `ValueError` if *name* is not a host.

    >>> host_as_sent("Faß.de:8000"), host_as_sent("[::1]")
    ('xn--fa-hia.de:8000', '[::1]')
    """
    iri = IRI(f"http://{name}")
    if not iri.host or iri.authority != name or iri.userinfo is not None:
        raise ValueError(f"expected a host, with or without a port, not {name!a}")
    host = host_to_ascii(iri.host)
    return f"{host}:{iri.port}" if iri.port else host


def allowed_hosts(*names: str, subdomains: str = ".") -> list[str]:
    """Return *names* as a framework needs them in a list of hosts: a ``Host`` field has A-labels.

    A name that begins with *subdomains* includes all subdomains: that is "." for Django and Flask,
    and "*." for Starlette. "*" stays as it is. Raises `ValueError` for anything else that is not a
    host name or an IP address, and for a name with a port, because frameworks do not compare ports.

    >>> allowed_hosts("例え.テスト", ".faß.de", "localhost", "[::1]", "*")
    ['xn--r8jz45g.xn--zckzah', '.xn--fa-hia.de', 'localhost', '[::1]', '*']
    """
    return [_allowed_host(name, subdomains) for name in names]


def _allowed_host(name: str, subdomains: str) -> str:
    if name == "*":
        return name
    before = subdomains if name.startswith(subdomains) else ""
    host = host_as_sent(name.removeprefix(before))
    has_port = ":" in host.rpartition("]")[2]
    # A final dot is not part of the names that frameworks compare.
    if has_port or host.endswith(".") or host.startswith("[v") or (before and host[0] == "["):
        raise ValueError(f"expected a host name, or an IPv6 address as in [::1], not {name!a}")
    return before + host


def check_targets(names: Collection[str], /) -> None:
    """Raise `ValueError` or `TypeError` unless *names* are hosts for `safe_location`."""
    _origins(names)


def _origins(names: Collection[str]) -> tuple[_Origins, _Origins]:
    """Return the origins that *names* allow to a request by https, and to one by http."""
    if isinstance(names, str) or not all(isinstance(each, str) for each in names):
        raise TypeError("expected a collection of hosts, not one host")
    return _origins_of(frozenset(names))


@lru_cache(maxsize=128)
def _origins_of(names: frozenset[str]) -> tuple[_Origins, _Origins]:
    by_https, only_by_http = set(), set()
    for name in names:
        scheme, mark, host = name.rpartition("://")
        scheme = scheme.lower() if mark else "https"
        if scheme not in {"http", "https"}:
            raise ValueError(f"expected a host, after http:// or https:// if at all, not {name!a}")
        host = host_as_sent(host)
        by_https.add(IRI(f"{scheme}://{host}").origin)
        if not mark:
            # A user who came by https is not redirected to http, unless a name says so.
            only_by_http.add(IRI(f"http://{host}").origin)
    return frozenset(by_https), frozenset(by_https | only_by_http)
