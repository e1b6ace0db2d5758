"""The admin of the model."""

from django.contrib import admin

from django_iri.admin import IRIAdminMixin, IRIInlineMixin, iri_column
from test_django_iri.formsapp.models import Collection, Item, Page


@admin.register(Page)
class PageAdmin(IRIAdminMixin, admin.ModelAdmin):
    """Addresses in every place that an admin has for them."""

    list_display = ("homepage", "title", "see_also", "name", "url")
    list_editable = ("name",)
    search_fields = ("title", "homepage")
    readonly_fields = (iri_column("see_also"),)
    fields = ("title", "homepage", "name", "url", iri_column("see_also"))


class ItemInline(IRIInlineMixin, admin.TabularInline):
    """The items of a collection, in one form set."""

    model = Item
    extra = 2


@admin.register(Collection)
class CollectionAdmin(IRIAdminMixin, admin.ModelAdmin):
    """A collection with its items."""

    inlines = (ItemInline,)
