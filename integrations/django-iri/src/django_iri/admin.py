"""The admin: a widget with a safe link, columns that show addresses, a search for either form.

The admin imports this module. It then uses `AdminIRIWidget` for every `IRIField`, unless a
`ModelAdmin` has another widget in `formfield_overrides`.

    @admin.register(Link)
    class LinkAdmin(IRIAdminMixin, admin.ModelAdmin):
        list_display = ["title", "homepage"]
        search_fields = ["title", "homepage"]

With *show_uri*, the widget shows the URI while one types::

        formfield_overrides = {IRIField: {"widget": AdminIRIWidget(show_uri=True)}}
"""

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.options import FORMFIELD_FOR_DBFIELD_DEFAULTS
from django.contrib.admin.sites import all_sites
from django.db.models import Model, QuerySet
from django.forms.renderers import BaseRenderer
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

# The admin's own catalogue has the two words that are used here, in more languages than ours.
from django.utils.translation import gettext as from_admin

from django_iri.fields import IRIField
from django_iri.search import spellings
from django_iri.templatetags.iri import absolute_uri, display_iri, iri_link, uri
from django_iri.widgets import IRIInput
from iri3987 import IRIReference

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
else:
    _ModelAdmin = object


class AdminIRIWidget(IRIInput):
    """The input of an address, below a link to the stored address, if a link may lead to it."""

    def __init__(self, attrs: dict[str, Any] | None = None, *, show_uri: bool = False) -> None:
        super().__init__({"class": "vURLField", **(attrs or {})}, show_uri=show_uri)

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """Return the input, and the link before it."""
        html = super().render(name, value, attrs, renderer)
        # Text that was typed has no link unless it has a scheme: it would lead into the admin.
        if not (uri(value) if isinstance(value, IRIReference) else absolute_uri(value)):
            # A form's row is a flex container, in which the URI would stand beside the input.
            return format_html("<div>{}</div>", html) if self.show_uri else html
        current, change = from_admin("Currently:"), from_admin("Change:")
        return format_html(
            '<p class="url">{} {}<br>{} {}</p>', current, iri_link(value), change, html
        )


# Cached, because the admin compares the functions in `list_display` with those of its links.
@cache
def iri_column(name: str, /, *, description: str | None = None, link: bool = True) -> Any:
    """Return a column that shows the address in the field *name*, as `display_iri` does.

    Use it in `list_display` and in `readonly_fields`. It is sorted by the field. It is a link to
    that address unless *link* is False.
    """

    @admin.display(description=description or name.replace("_", " "), ordering=name)
    def column(obj: Model) -> SafeString | None:
        value = getattr(obj, name)
        shown = display_iri(value)
        if not shown:
            return None
        return iri_link(value) if link else format_html('<bdi dir="ltr">{}</bdi>', shown)

    column.__name__ = name  # the admin names the column's CSS class after it
    return column


class IRIAdminMixin(_ModelAdmin):
    """A base for the `ModelAdmin` of a model with an `IRIField`: put it before `ModelAdmin`.

    `list_display` shows addresses as `iri_column` does, except those in `list_editable`. The search
    finds an address by its IRI, its URI and its host in either form.
    """

    def get_list_display(self, request: HttpRequest) -> Any:
        """Return the columns, and for addresses those that show them safely."""
        return self._columns(request, super().get_list_display(request))

    def get_list_display_links(self, request: HttpRequest, list_display: Any) -> Any:
        """Return the columns that link to the page of the object."""
        links = super().get_list_display_links(request, list_display)
        return links and self._columns(request, links)

    def get_sortable_by(self, request: HttpRequest) -> Any:
        """Return the columns that sort."""
        return self._columns(request, super().get_sortable_by(request))

    def _columns(self, request: HttpRequest, names: Collection[Any]) -> list[Any]:
        fields = {
            field.name: str(field.verbose_name)
            for field in self.opts.fields
            if isinstance(field, IRIField) and field.name not in self.list_editable
        }
        # Links cannot nest: the column that leads to the object's page is text alone.
        given = super().get_list_display(request)
        links = super().get_list_display_links(request, given) or ()
        return [
            iri_column(name, description=fields[name], link=name not in links)
            if name in fields
            else name
            for name in names
        ]

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that *search_term* finds in any of its spellings."""
        found, may_have_duplicates = queryset.none(), False
        for spelling in spellings(search_term):
            more, duplicates = super().get_search_results(request, queryset, spelling)
            found = found | more
            may_have_duplicates = may_have_duplicates or duplicates
        return found, may_have_duplicates


def register() -> None:
    """Make `AdminIRIWidget` the widget for an `IRIField`, in every `ModelAdmin`.

    A `ModelAdmin` that was made before this module was imported has a copy of the defaults, so
    that is changed as well.
    """
    default = {"widget": AdminIRIWidget}
    FORMFIELD_FOR_DBFIELD_DEFAULTS[IRIField] = default
    for site in all_sites:
        for model in filter(site.is_registered, apps.get_models()):
            model_admin = site.get_model_admin(model)
            overrides: dict[Any, Any] = {IRIField: default, **model_admin.formfield_overrides}
            model_admin.formfield_overrides = overrides  # type: ignore[misc] # it has its own


register()
