"""The hits of all rules in a text, for callers that do not need whole findings."""

from collections.abc import Callable

from iri3987._components import is_known
from iri3987._text import exact
from iri3987.codes import Severity
from iri3987.inspection._findings import Hit

_GRAVEST_FIRST = {severity: index for index, severity in enumerate(Severity)}


def sorted_hits(text: str, /, is_wanted: Callable[[Hit], bool] | None = None) -> list[Hit]:
    """Return the hits in *text* in the order of their places, at the same place the gravest first.

    Only those that are wanted are looked at; of these the first 32 of each code that a rule yields.
    The rules are imported here, when a text is first inspected, so that `import iri3987` costs
    little.
    """
    from iri3987.inspection._rules import hits

    found = hits(exact(text), is_reference=is_known(text), is_wanted=is_wanted)
    if len(found) > 1:
        found.sort(key=lambda each: (each.start, _GRAVEST_FIRST[each.grade]))
    return found
