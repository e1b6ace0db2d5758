"""Names of hosts that a developer writes down, in any script.

What a client sends is in ASCII, so names are encoded before they are compared with it: by
UTS #46, not by the IDNA 2003 of the standard library, for which ``faß.de`` is ``fass.de``.
"""

from collections.abc import Collection

from iri3987 import IRI, host_to_ascii


def host_as_sent(name: str, /) -> str:
    """Return *name*, a host that may have a port, as a client sends it: ASCII in lower case.

    Raises `ValueError` for what is not such a name.

    >>> host_as_sent("Faß.de:8000"), host_as_sent("[::1]")
    ('xn--fa-hia.de:8000', '[::1]')
    """
    iri = IRI(f"http://{name}")
    if not iri.host or iri.authority != name or iri.userinfo is not None:
        raise ValueError(f"expected a host, with or without a port, not {name!a}")
    host = host_to_ascii(iri.host)
    return f"{host}:{iri.port}" if iri.port else host


def targets_as_sent(names: Collection[str], /) -> frozenset[str]:
    """Return `host_as_sent` of each of *names*, which may begin with "https://" or "http://".

    Raises `TypeError` for a lone name, whose characters are not meant.
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
    """Return the origins of the web that *names* stand for; without a port, the default one.

    A name without a scheme stands for https, and unless *is_secure* for http too: whoever has come
    by https is not sent on in the clear.

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
