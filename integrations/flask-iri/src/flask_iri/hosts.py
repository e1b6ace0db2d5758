"""Names of hosts that a developer writes in the configuration or in code, in any script.

Clients send names in ASCII, so these are encoded before they are compared: by UTS #46, not by the
IDNA 2003 of the standard library, which makes ``fass.de`` of ``faß.de``. A name that no host can
have raises `ValueError`.
"""

from collections.abc import Collection

from iri3987 import IRI, host_to_ascii


def host_as_sent(name: str, /) -> str:
    """Return *name*, a host with or without a port, as a client sends it: ASCII in lower case.

    >>> host_as_sent("Faß.de:8000"), host_as_sent("[::1]")
    ('xn--fa-hia.de:8000', '[::1]')
    """
    iri = IRI(f"http://{name}")
    if not iri.host or iri.authority != name or iri.userinfo is not None:
        raise ValueError(f"expected a host, with or without a port, not {name!a}")
    host = host_to_ascii(iri.host)
    return f"{host}:{iri.port}" if iri.port else host


def trusted_hosts_as_sent(names: str | Collection[str], /) -> list[str]:
    """Return names of ``TRUSTED_HOSTS``; one that begins with "." includes its subdomains.

    >>> trusted_hosts_as_sent([".faß.de", "example.org"])
    ['.xn--fa-hia.de', 'example.org']
    """
    return [
        f".{host_as_sent(name[1:])}" if name.startswith(".") else host_as_sent(name)
        for name in ([names] if isinstance(names, str) else names)
    ]


def targets_as_sent(names: Collection[str], /) -> frozenset[str]:
    """Return names of hosts for `safe_redirect`, which may begin with "https://" or "http://".

    Raises `TypeError` if given a single string instead of a collection.

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


def origins_of(names: Collection[str], /, *, is_secure: bool) -> frozenset[str]:
    """Return the origins that *names* of hosts stand for.

    A name without a scheme stands for https; unless *is_secure*, it stands for http as well. A
    user who came by https is not redirected to http.

    >>> sorted(origins_of(["例え.テスト", "http://example.org:8000"], is_secure=False))
    ['http://example.org:8000', 'http://xn--r8jz45g.xn--zckzah', 'https://xn--r8jz45g.xn--zckzah']
    >>> sorted(origins_of(["例え.テスト", "http://example.org:8000"], is_secure=True))
    ['http://example.org:8000', 'https://xn--r8jz45g.xn--zckzah']
    """
    schemes = ("https",) if is_secure else ("http", "https")
    origins = (
        IRI(origin).origin
        for name in targets_as_sent(names)
        for origin in ([name] if "://" in name else [f"{scheme}://{name}" for scheme in schemes])
    )
    return frozenset(filter(None, origins))
