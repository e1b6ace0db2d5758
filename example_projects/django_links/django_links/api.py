"""The same links for machines, with Django REST framework."""

from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from rest_framework import mixins, pagination, serializers, viewsets

from django_iri.rest_framework import IRIWarningsField
from django_links.models import Link


class LinkSerializer(serializers.ModelSerializer):  # type: ignore[type-arg]
    """A link: the IRI that people read, the URI that machines take. The model has the rules.

    The answer to a POST has warnings, too: a machine cannot be asked.
    """

    uri = serializers.CharField(read_only=True, allow_null=True)
    display = serializers.CharField(source="iri.display", read_only=True)
    warnings = IRIWarningsField()

    class Meta:
        """The fields."""

        model = Link
        fields: ClassVar[list[str]] = [
            *("id", "iri", "uri", "display", "title", "lang", "note", "warnings")
        ]


class LinkFilter(django_filters.FilterSet):
    """``?q=`` searches as the page does; ``?iri__contains=`` finds every spelling."""

    q = django_filters.CharFilter(method="search")

    class Meta:
        """The filters that django-iri makes, and one of Django."""

        model = Link
        fields: ClassVar[dict[str, list[str]]] = {"iri": ["exact", "contains"], "lang": ["exact"]}

    def search(self, links: Any, _name: str, text: str) -> QuerySet[Link]:
        """Return the links that have *text*."""
        found: QuerySet[Link] = links.search(text)
        return found


class Pages(pagination.PageNumberPagination):
    """As many links as on a page of the list."""

    page_size = 50


class LinkViewSet(
    mixins.CreateModelMixin,
    mixins.RetrieveModelMixin,
    mixins.DestroyModelMixin,
    mixins.ListModelMixin,
    viewsets.GenericViewSet,  # type: ignore[type-arg]
):
    """List, show, add and delete links."""

    queryset = Link.objects.all()
    serializer_class = LinkSerializer
    filterset_class = LinkFilter
    pagination_class = Pages

    def perform_destroy(self, instance: Link) -> None:
        """Delete a link, and its file."""
        instance.delete()
        instance.file.delete(save=False)
