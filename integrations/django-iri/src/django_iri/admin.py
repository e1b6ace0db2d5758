"""The admin: a widget with a safe link, columns that show addresses, a search for either form."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.options import BaseModelAdmin
from django.db.models import Model, QuerySet
from django.forms import Media
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

# The admin's own catalogue has these words, in more languages than ours.
from django.utils.translation import gettext as from_admin

from django_iri.fields import IRIField
from django_iri.forms import IRIFormSetMixin
from django_iri.templatetags.iri import absolute_uri, display_iri, iri_link, uri
from django_iri.widgets import STYLE, IRIInput
from iri3987 import IRIReference
from iri3987.comparison.spellings import search_variants

__all__ = ["AdminIRIWidget", "IRIAdminMixin", "IRIInlineMixin", "iri_column"]


class AdminIRIWidget(IRIInput):
    """The input of an address, below a link to the stored address, if a link may lead to it.

    It shows the URI while one types, unless *show_uri* is False.
    """

    def __init__(self, attrs: dict[str, Any] | None = None, *, show_uri: bool = True) -> None:
        super().__init__({"class": "vURLField", **(attrs or {})}, show_uri=show_uri)

    @property
    def media(self) -> Media:
        """The files that the page needs: the style sheet of the warnings, in any case."""
        return STYLE + super().media

    def arranged(self, html: SafeString, value: Any) -> SafeString:
        """Return the input *html* of *value* with the link before it, and the warnings."""
        # Text that was typed has no link unless it has a scheme: it would lead into the admin.
        if uri(value) if isinstance(value, IRIReference) else absolute_uri(value):
            current, change = from_admin("Currently:"), from_admin("Change:")
            html = format_html(
                '<p class="url">{} {}<br>{} {}</p>', current, iri_link(value), change, html
            )
        # One element: in a form's row, which is a flex container, others would stand beside it.
        return format_html('<div class="iri-input">{}{}</div>', html, self.notes)


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


class IRIInlineMixin(BaseModelAdmin):  # type: ignore[type-arg]
    """A base for an inline of a model with an `IRIField`: put it before `TabularInline`.

    It uses `AdminIRIWidget`, and asks before it saves an address that can mislead, unless
    ``formfield_overrides`` say otherwise.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = self.formfield_overrides.get(IRIField, {})
        ours = {"widget": AdminIRIWidget, "confirm_warnings": True, **own}
        self.formfield_overrides = {**self.formfield_overrides, IRIField: ours}  # type: ignore[misc] # its own


def _with_keys(form_set: Any) -> Any:
    """Return *form_set*, a class, as one that compares its rows by their keys."""
    return type(form_set.__name__, (IRIFormSetMixin, form_set), {})


class IRIAdminMixin(IRIInlineMixin, admin.ModelAdmin):  # type: ignore[type-arg]
    """A base for the `ModelAdmin` of a model with an `IRIField`: put it before `ModelAdmin`.

    It does what `IRIInlineMixin` does. Rows of an inline, and of the editable list, are compared
    with each other by their keys. `list_display` shows addresses as `iri_column` does. The search
    finds an address by its IRI, its URI and its host in either form. After an address is saved, a
    message says what was repaired in it, and what can mislead.
    """

    def get_formsets_with_inlines(
        self, request: HttpRequest, obj: Any = None
    ) -> Iterator[tuple[Any, Any]]:
        """Yield each inline and its form set, which compares rows by their keys."""
        for form_set, inline in super().get_formsets_with_inlines(request, obj):
            yield _with_keys(form_set), inline

    def get_changelist_formset(self, request: HttpRequest, **kwargs: Any) -> Any:
        """Return the form set of the list, which compares rows by their keys."""
        return _with_keys(super().get_changelist_formset(request, **kwargs))

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: Any) -> None:
        """Save the row, and tell what its addresses are warned about."""
        super().save_model(request, obj, form, change)
        self._tell(request, [form])

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: Any) -> None:
        """Save the rows of an inline, and tell what their addresses are warned about."""
        super().save_formset(request, form, formset, change)
        self._tell(request, [each for each in formset.forms if each not in formset.deleted_forms])

    def _tell(self, request: HttpRequest, forms: Iterable[Any]) -> None:
        for field in (form[name] for form in forms for name in form.changed_data):
            said = dict.fromkeys(each.message for each in getattr(field, "warnings", ()))
            if said:
                text = f"{field.label}: {' '.join(said)}"
                self.message_user(request, text, messages.WARNING, fail_silently=True)

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
        for spelling in search_variants(search_term):
            more, duplicates = super().get_search_results(request, queryset, spelling)
            found = found | more
            may_have_duplicates = may_have_duplicates or duplicates
        return found, may_have_duplicates
