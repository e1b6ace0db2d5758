"""Names of hosts in the configuration, in any script, as ``TRUSTED_HOSTS`` needs them."""

from collections.abc import Collection

from iri3987.http.redirect import host_as_sent


def trusted_hosts_as_sent(names: str | Collection[str], /) -> list[str]:
    """Return names of ``TRUSTED_HOSTS``; one that begins with "." includes its subdomains.

    Raises `ValueError` for a name that no host can have.

    >>> trusted_hosts_as_sent([".faß.de", "example.org"])
    ['.xn--fa-hia.de', 'example.org']
    """
    return [
        f".{host_as_sent(name[1:])}" if name.startswith(".") else host_as_sent(name)
        for name in ([names] if isinstance(names, str) else names)
    ]
