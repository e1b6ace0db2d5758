"""RFC 3987 sections 4.2, 6.1, 7.5 and 8: findings about a text.

The RFC defines IRIs, and advises against some of them: those that normalization changes, that look
like others, or that are shown in another order. `inspect` finds these in a text, whether it is an
IRI or not. Each rule is a function in `structure`, `characters` or `directions`, yields the first
32 places of each code, and has a row in `iri3987.codes`.
"""

from collections.abc import Callable

from iri3987._unicode.text import exact
from iri3987.codes import Severity
from iri3987.inspection.findings import Finding, Hit
from iri3987.syntax.browser import password
from iri3987.syntax.components import Checked

__all__ = ["Finding", "Severity", "inspect"]

_GRAVEST_FIRST = {severity: index for index, severity in enumerate(Severity)}


def inspect(text: str, /) -> tuple[Finding, ...]:
    """Return the findings about *text*, which may be an IRI reference or not. Never raises.

    The findings are in the order of their places, at the same place the gravest first.

    >>> [finding.code for finding in inspect("http://example.org/%7Eme/рaypal")]
    ['percent-encoded-character', 'mixed-scripts']
    >>> inspect("http://me@example.org/")[0].message
    'expected a host without a user name in iuserinfo, at position 7'
    >>> inspect("https://例え.テスト/")
    ()
    """
    found = sorted_hits(text)
    secret = password(text) if found else (0, 0)
    return tuple(hit.as_finding(secret) for hit in found)


def sorted_hits(text: str, /, is_wanted: Callable[[Hit], bool] | None = None) -> list[Hit]:
    """Return the hits in *text* in the order of their places, at the same place the gravest first.

    Only those that are wanted are looked at; of these the first 32 of each code that a rule yields.
    """
    # Here, so that `import iri3987` costs little.
    from iri3987.inspection.rules import hits

    found = hits(exact(text), is_reference=isinstance(text, Checked), is_wanted=is_wanted)
    if len(found) > 1:
        found.sort(key=lambda each: (each.start, _GRAVEST_FIRST[each.grade]))
    return found
