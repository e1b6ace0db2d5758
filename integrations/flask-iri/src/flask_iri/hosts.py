"""Names of hosts that a developer writes down, in any script.

What a client sends is in ASCII, so names are encoded before they are compared with it: by
UTS #46, not by the IDNA 2003 of the standard library, for which ``faß.de`` is ``fass.de``.
"""

from collections.abc import Collection

from iri3987 import IRI, host_to_ascii


def host_as_sent(name: str, /) -> str:
    """Return *name*, a host that may have a port, as a client sends it: ASCII in lower case.

    Raises `ValueError` for what is no such name.

    >>> host_as_sent("Faß.de:8000"), host_as_sent("[::1]")
    ('xn--fa-hia.de:8000', '[::1]')
    """
    iri = IRI(f"http://{name}")
    if not iri.host or iri.authority != name or iri.userinfo is not None:
        raise ValueError(f"expected a host, with or without a port, not {name!a}")
    host = iri.host.lower() if iri.host.startswith("[") else host_to_ascii(iri.host)
    return f"{host}:{iri.port}" if iri.port else host


def hosts_as_sent(names: Collection[str], /) -> frozenset[str]:
    """Return `host_as_sent` of each of *names*.

    Raises `TypeError` for a lone name, whose characters are not meant.
    """
    if isinstance(names, str):
        raise TypeError("expected a collection of hosts, not one host")
    return frozenset(map(host_as_sent, names))


def origins_of(names: Collection[str], /) -> frozenset[str]:
    """Return the origins of the web that *names* stand for; without a port, the default one.

    >>> sorted(origins_of(["例え.テスト", "example.org:8000"]))
    ['http://example.org:8000', 'http://xn--r8jz45g.xn--zckzah', \
'https://example.org:8000', 'https://xn--r8jz45g.xn--zckzah']
    """
    origins = (
        IRI(f"{scheme}://{host}").origin
        for host in hosts_as_sent(names)
        for scheme in ("http", "https")
    )
    return frozenset(filter(None, origins))
