"""RFC 3987 sections 4.2, 6.1, 7.5 and 8: what is worth knowing about a text.

https://www.rfc-editor.org/rfc/rfc3987#section-8

The RFC says what an IRI is, and then which IRIs to avoid: those that normalisation changes, that
look like others, that change their order when shown. `inspect` finds what there is of this in a
text, IRI or not. A kind of finding is a function in `structure`, `characters` or `labels`, and an
entry in `CATALOGUE`. The functions are imported when something is first inspected.

A function gives the first 32 places that it finds: a million would not be read.
"""

from iri3987._text import exact
from iri3987.inspection._findings import CATALOGUE, Finding, Kind, Place, Severity

__all__ = ["CATALOGUE", "Finding", "Kind", "Severity", "inspect"]

_GRAVEST_FIRST = {severity: index for index, severity in enumerate(Severity)}


def inspect(text: str, /) -> tuple[Finding, ...]:
    """Return what is worth knowing about *text*, an IRI reference or not. Never raises.

    The findings are in the order of their places, at the same place the gravest first.

    >>> [finding.code for finding in inspect("http://example.org/%7Eme/рaypal")]
    ['percent-encoded-character', 'mixed-scripts']
    >>> inspect("http://me@example.org/")[0].message
    'what stands before "@" is not the host in iuserinfo, at position 7'
    >>> inspect("https://例え.テスト/")
    ()
    """
    return tuple(map(finding, sorted_places(exact(text))))


def sorted_places(text: str, /) -> list[Place]:
    """Return what there is to find in *text*, for those that ask for some of it."""
    from iri3987.inspection._rules import places

    found = places(text)
    if len(found) > 1:
        found.sort(key=lambda each: (each.start, _GRAVEST_FIRST[CATALOGUE[each.code].severity]))
    return found


def finding(place: Place, /) -> Finding:
    """Return the finding that is at *place*."""
    code, component, start, end, reason = place
    kind = CATALOGUE[code]
    message = f"{reason} in {component}, at position {start}"
    return Finding(code, kind.severity, component, start, end, message, kind.section)
