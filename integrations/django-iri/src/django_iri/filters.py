"""For django-filter: a filter that finds an address by its IRI and by its URI."""

from typing import Any, Final

import django_filters
from django.core.validators import EMPTY_VALUES
from django.db.models import Q, QuerySet

from django_iri import fields
from iri3987.comparison.spellings import search_variants

__all__ = ["IRIFilter"]

#: The lookups that are tried with every spelling of a text, and so are "iexact" and the like.
_OF_TEXT: Final = {"exact", "contains", "startswith", "endswith"}


class IRIFilter(django_filters.CharFilter):
    """A filter for an `IRIField`: ``xn--fa-hia.de`` finds ``faß.de``, and the other way round.

    That holds for the lookups that compare text, and for "in". Any other lookup gets the text as
    it was typed.
    """

    def filter(self, qs: QuerySet[Any], value: Any) -> QuerySet[Any]:
        """Return the rows of *qs* that match a spelling of *value*."""
        if value in EMPTY_VALUES:
            return qs
        if self.distinct:
            qs = qs.distinct()
        either = Q()
        lookup, values = self.lookup_expr.rpartition("__")[2], [value]
        if lookup == "in":
            values = [[spelling for text in value for spelling in search_variants(text)]]
        elif lookup.removeprefix("i") in _OF_TEXT:
            values = search_variants(value)
        for each in values:
            either |= Q((f"{self.field_name}__{self.lookup_expr}", each))
        return self.get_method(qs)(either)


def register() -> None:
    """Make `IRIFilter` the filter of a `FilterSet` for an `IRIField`."""
    filter_sets = [django_filters.FilterSet]
    if hasattr(django_filters, "rest_framework"):
        filter_sets.append(django_filters.rest_framework.FilterSet)
    for filter_set in filter_sets:
        filter_set.FILTER_DEFAULTS[fields.IRIField] = {"filter_class": IRIFilter}
