"""RFC 3987 section 8: hosts that look like others.

Two hosts look alike if their skeletons are equal (UTS #39 section 4,
https://www.unicode.org/reports/tr39/). That answers "does this look like an address that you have
already?". `iri3987.display` has one host: "rnicrosoft" deceives only readers who know "microsoft".
"""

from contextlib import suppress

from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii, host_to_unicode
from iri3987.host.domain_name import MAX_CHARACTERS

__all__ = ["confusable", "skeleton"]


def skeleton(host: str, /) -> str:
    """Return the skeleton of *host* (UTS #39 section 4), for comparing only. Never raises.

    First the host is mapped as `host_to_ascii` does, and its A-labels are decoded; a final dot does
    not count. For text that is not a host, the skeleton is that of the text. Skeletons change with
    the version of Unicode: compute stored ones anew after an upgrade of this package.

    >>> skeleton("xn--80ak6aa92e.com"), skeleton("RNICROSOFT.com"), skeleton("MICROSOFT.com")
    ('apple.corn', 'rnicrosoft.corn', 'rnicrosoft.corn')
    """
    name = exact(host)
    if len(name) > MAX_CHARACTERS:
        return name
    with suppress(IRIError):
        name = host_to_unicode(host_to_ascii(name))
    from iri3987._unicode import confusables

    return ".".join(map(confusables.label_skeleton, name.removesuffix(".").split(".")))


def confusable(a: str, b: str, /) -> bool:
    """Return whether the hosts *a* and *b* look alike: their skeletons are equal. Never raises.

    A host is confusable with itself in every spelling: compare hosts whose `host_to_ascii` differs.

    >>> confusable("xn--80ak6aa92e.com", "apple.com"), confusable("googlé.com", "google.com")
    (True, False)
    """
    return skeleton(a) == skeleton(b)
