"""A redirect that does not leave the site: CWE-601, "open redirect".

https://www.rfc-editor.org/rfc/rfc3986#section-3.2

The address is mapped first, and the mapped URI is checked and sent. It is read by the grammar of
RFC 3986, never by `urllib`, which takes some text for a path that browsers take for a host.

Names of hosts that a developer writes in the configuration or in code may be in any script. Clients
send names in ASCII, so these are encoded before they are compared: by UTS #46, not by the IDNA 2003
of the standard library, which makes ``fass.de`` of ``faß.de``. A name that no host can have raises
`ValueError`.
"""

from collections.abc import Callable, Collection

from iri3987.comparison import normalize
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.profile import Profile
from iri3987.values import IRI, IRIReference

__all__ = ["host_as_sent", "safe_location", "targets_as_sent"]

#: The greatest length of a target, in octets of the mapped URI. Clients accept about as much.
_MAX_OCTETS = 16384

#: An address of the web, or a relative reference, without a user name ("good@evil"). Its host is
#: compared afterwards.
_ADDRESS = Profile(
    schemes={"http", "https"},
    reference=True,
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
    request, and is called only if the target is more than a path; an IRI without a host, such as
    "http:///", has no origin.

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
    allowed = targets_as_sent(allowed_hosts)
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
            is_safe = _is_allowed(there, here, allowed)
    except IRIError:
        return None
    return uri if is_safe and len(uri) <= _MAX_OCTETS else None


def _is_local_path(uri: IRIReference, base: Callable[[], IRI]) -> bool:
    """Return whether *uri*, which has neither scheme nor authority, leads to another page."""
    if uri.path.startswith("/") and "//" not in uri.path:
        return True
    # "/.//evil" is a path, but "//evil" is not: a client may remove the dot segments first.
    there = IRI(normalize(base().resolve(uri)))
    return uri[:1] not in {"", "#"} and not there.path.startswith("//")


def _is_allowed(uri: IRI, base: IRI, allowed: Collection[str]) -> bool:
    """Return whether *uri* has the origin of *base*, or that of a host *allowed*."""
    # Clients read "%6cocalhost" in different ways: for some it is another host.
    if "%" in (uri.host or ""):
        return False
    origin = uri.origin
    if origin is None:
        return False
    return origin == base.origin or origin in _origins_of(allowed, is_secure=base.scheme == "https")


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


def targets_as_sent(names: Collection[str], /) -> frozenset[str]:
    """Return names of hosts for `safe_location`, which may begin with "https://" or "http://".

    Raises `ValueError` for a name that no host can have, and `TypeError` if given a single string
    instead of a collection.

    >>> sorted(targets_as_sent(["faß.de", "http://example.org:8000"]))
    ['http://example.org:8000', 'xn--fa-hia.de']
    """
    if isinstance(names, str):
        raise TypeError("expected a collection of hosts, not one host")
    return frozenset(map(_target_as_sent, names))


def _target_as_sent(name: str) -> str:
    scheme, mark, host = str(name).rpartition("://")
    scheme = scheme.lower()
    if mark and scheme not in {"http", "https"}:
        raise ValueError(f"expected a host, after http:// or https:// if at all, not {name!a}")
    return f"{scheme}{mark}{host_as_sent(host if mark else name)}"


def _origins_of(names: Collection[str], /, *, is_secure: bool) -> frozenset[str]:
    """Return the origins that *names* stand for, which `targets_as_sent` has made.

    A name without a scheme stands for https; unless *is_secure*, it stands for http as well. A
    user who came by https is not redirected to http.

    >>> sorted(_origins_of(["a.example", "http://example.org:8000"], is_secure=False))
    ['http://a.example', 'http://example.org:8000', 'https://a.example']
    >>> sorted(_origins_of(["a.example", "http://example.org:8000"], is_secure=True))
    ['http://example.org:8000', 'https://a.example']
    """
    schemes = ("https",) if is_secure else ("http", "https")
    origins = (
        IRI(origin).origin
        for name in names
        for origin in ([name] if "://" in name else [f"{scheme}://{name}" for scheme in schemes])
    )
    return frozenset(filter(None, origins))
