"""Tests of text that was stored before it would be refused, and comes back unchanged."""

import json
import pickle
from copy import deepcopy
from itertools import zip_longest
from typing import Any

import pytest
from bs4 import BeautifulSoup
from django import forms
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.forms.models import (
    fields_for_model,
    inlineformset_factory,
    model_to_dict,
    modelform_factory,
)
from django.urls import reverse
from rest_framework import serializers

from django_iri.converters import IRIConverter
from django_iri.forms import IRIField
from django_iri.rest_framework import IRIField as SerializerField
from iri3987 import IRI
from iri3987.values import InvalidIRI
from test_django_iri.formsapp.models import Collection, Item, Page
from test_django_iri.test_admin import MIDDLEWARE, TEMPLATES
from test_django_iri.test_formsets import posted
from test_django_iri.test_rest_framework import refused as refused_by
from test_django_iri.test_rest_framework import serializer_of
from test_django_iri.testapp.models import Bookmark, Link, OldBookmark, ShopProxy, Visit

#: Texts that a `URLField` or a `TextField` took, and our model fields refuse.
OLD = [
    "https://example com/Bookmark/1",
    "https://example.com/?family=A|B",
    "https://example.com/?filter[name]=ä",
    "https://example.com/100%",
    "example.com",
    "javascript:alert(1)",
    "https://example.com/" + 1000 * "é",
    " https://example.com/a \n",
    "https://example.com/two\r\nlines",
    "https://example.com/Archived Bookmark/1",
]
#: Texts that no field repairs.
RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"
each_old = pytest.mark.parametrize("text", OLD, ids=range(len(OLD)))

BookmarkForm = modelform_factory(Bookmark, fields=["title", "homepage"])
BookmarkSerializer = serializer_of(Bookmark, "title", "homepage")


def old_row(text, title="old"):
    """Return a row that was stored by code without our fields."""
    old = OldBookmark.objects.create(homepage=text, title=title)
    return Bookmark.objects.get(pk=old.pk)


def as_a_browser(html, name):
    """Return what a browser sends for the input of that *name*."""
    value = BeautifulSoup(html, "html.parser").find("input", {"name": name})["value"]
    # The URL Standard's neighbour: HTML, "value sanitization algorithm" of a text input.
    return value.replace("\r", "").replace("\n", "")


def refused(form):
    """Return the codes of the errors of *form*, by field."""
    return {name: [each.code for each in errors] for name, errors in form.errors.as_data().items()}


def refused_for(row, text):
    """Return the codes of an API and of a form that get *text* for the address of *row*."""
    data = {"title": "new", "homepage": text}
    by_api = refused_by(BookmarkSerializer(row, data=data))
    return [by_api, refused(BookmarkForm(data, instance=row))]  # which changes the row


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "sent", "expected"),
    [
        ("http://a b/", " http://a b/\r\n", True),
        ("\t http://a b/\f", "http://a b/", True),
        ("a\r\nb", "ab", True),
        ("a\nb", "a\r\nb", True),
        ("a b", "a  b", False),
        ("a b", "A b", False),
        ("é", "e\u0301", False),
        ("a|b", "a%7Cb", False),
    ],
)
def test_round_trips(text, sent, expected):
    """The changes that a page makes to a text on its way do not count; all others do."""
    row = old_row(text)
    assert expected == BookmarkForm({"title": "new", "homepage": sent}, instance=row).is_valid()


# Forms


@pytest.mark.django_db
@each_old
def test_untouched(text):
    """A form or an API that sends the address back saves the rest, and the exact address."""
    row = old_row(text)
    sent = as_a_browser(str(BookmarkForm(instance=row)["homepage"]), "homepage")
    form = BookmarkForm({"title": "new", "homepage": sent}, instance=row)
    assert {} == refused(form)
    assert ["title"] == form.changed_data
    form.save()
    assert (text, "new") == OldBookmark.objects.values_list("homepage", "title").get()
    assert Bookmark.objects.get().homepage_key == Bookmark(homepage=text).homepage_key
    for partial in (False, True):
        data = {**BookmarkSerializer(row).data, "title": f"{partial}"}
        serializer = BookmarkSerializer(row, data=data, partial=partial)
        assert {} == refused_by(serializer)
        serializer.save()
        assert (text, f"{partial}") == OldBookmark.objects.values_list("homepage", "title").get()


@pytest.mark.django_db
@each_old
def test_changed_text(text):
    """Text that was changed is refused as ever, and so is that of another row."""
    row, other = old_row("https://example.com/"), old_row(f"{text}{RLO}b")
    changed = text.strip()
    for sent, instance in [(f"{changed}{RLO}b", row), (f"{changed}{RLO}{RLO}b", other)]:
        assert [["homepage"]] * 2 == [list(each) for each in refused_for(instance, sent)]
        assert "homepage" in BookmarkForm({"homepage": sent}, instance=instance).changed_data


@pytest.mark.django_db
def test_full_clean_reports_it():
    """Validation by itself still reports the old text, after a form has accepted it as well."""
    row = old_row(OLD[1])
    form = BookmarkForm({"title": "new", "homepage": OLD[1]}, instance=row)
    assert form.is_valid()
    for instance in row, form.save(), Bookmark.objects.get():
        with pytest.raises(ValidationError) as caught:
            instance.full_clean()
        assert {"homepage"} == set(caught.value.error_dict)


@pytest.mark.django_db
def test_new_row():
    """A text that its row has not stored is validated, though the database gave it."""
    data = {"title": "new", "homepage": OLD[0]}
    for options in [
        {"initial": {"homepage": OLD[0]}},
        {"initial": {"homepage": InvalidIRI(OLD[0], Bookmark(homepage=OLD[0]).homepage.error)}},
    ]:
        assert {"homepage": ["bad-character"]} == refused(BookmarkForm(data, **options))
    stored, copied = old_row(OLD[0]), old_row(OLD[0])
    copied.pk, copied._state.adding = None, True
    for row in Bookmark(homepage=OLD[0]), Bookmark(homepage=stored.homepage), copied:
        assert [{"homepage": ["bad-character"]}] * 2 == refused_for(row, OLD[0])
    # One of many rows is not named here, either.
    many = BookmarkSerializer([stored], data=[{"homepage": OLD[0]}], many=True)
    assert not many.is_valid()


@pytest.mark.django_db
def test_what_another_row_has():
    """An old address that another row has by now is refused, as the database would refuse it."""
    row = old_row("https://example.com")
    Bookmark.objects.create(homepage="https://EXAMPLE.com/")
    assert [{"homepage": ["unique"]}] * 2 == refused_for(row, "https://example.com")


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["http://127.0.0.1/", OLD[5]])
def test_field_that_does_not_write_the_column(text, monkeypatch):
    """A value of the row is validated in a field that does not write it to the same column."""
    alias = property(lambda row: row.homepage, lambda _row, _value: None)
    monkeypatch.setattr(Bookmark, "alias", alias, raising=False)
    public = SerializerField(profile="public")
    of_alias = type("Alias", (serializer_of(Bookmark, "alias"),), {"alias": public})
    of_no_model = type("Plain", (serializers.Serializer,), {"homepage": public})
    names = ("hook", "homepage", "alias")
    hooks = {name: IRIField(profile="public", required=False) for name in names}
    with_hooks = type("HookForm", (forms.ModelForm,), hooks)
    form_class = modelform_factory(Bookmark, with_hooks, fields=["title", "alias"])
    row = old_row(text)
    for name in names:
        form = form_class({"title": "x", name: text}, instance=row, initial={name: row.homepage})
        assert [name] == list(refused(form))
    out = modelform_factory(Bookmark, with_hooks, fields=["homepage"], exclude=["homepage"])
    assert "homepage" in refused(out({"homepage": text}, instance=row))
    assert ["alias"] == list(refused_by(of_alias(row, data={"alias": text})))
    assert ["homepage"] == list(refused_by(of_no_model(row, data={"homepage": text})))


@pytest.mark.django_db
def test_other_fields_for_the_column():
    """A form field of the project's, or a serializer field of another name, accepts it, too."""
    own_form = type("OwnForm", (BookmarkForm,), {"homepage": forms.CharField(strip=False)})
    named = {
        "link": SerializerField(source="homepage"),
        "nothing": SerializerField(source="homepage.nothing.at.all", required=False),
    }
    own_serializer = type("Named", (serializer_of(Bookmark, *named),), named)
    row = old_row(OLD[0])
    for sent, expected in [(OLD[0], {}), (f"{OLD[0]}x", {"homepage": ["bad-character"]})]:
        assert expected == refused(own_form({"title": "new", "homepage": sent}, instance=row))
    row.refresh_from_db()
    data = {"link": OLD[0], "nothing": OLD[0]}
    assert {"nothing": ["bad-character"]} == refused_by(own_serializer(row, data=data))


@pytest.mark.django_db
@pytest.mark.parametrize("prefix", [None, "p"])
def test_same_column_of_another_row(prefix):
    """The address of another row is validated, however it came into the row or the form."""
    disabled = type("Disabled", (forms.Form,), {"homepage": IRIField(disabled=True)})
    assert ["homepage"] == list(
        refused(disabled({}, initial={"homepage": old_row(OLD[5]).homepage}))
    )
    bare = type("Bare", (forms.Form,), fields_for_model(Bookmark, ["homepage"]))
    bare.instance = old_row(OLD[5])
    form = bare({"homepage": OLD[5]}, initial=model_to_dict(bare.instance))
    assert ["homepage"] == list(refused(form))
    row, other = old_row("https://example.org/"), old_row(OLD[5])
    start = f"{prefix}-" if prefix else ""
    data = {f"{start}title": "new", f"{start}homepage": OLD[5]}
    by_initial = BookmarkForm(
        data, instance=row, initial={"homepage": other.homepage}, prefix=prefix
    )
    assert ["homepage"] == list(refused(by_initial))
    row.homepage = other.homepage
    assert [["homepage"]] * 2 == [list(each) for each in refused_for(row, OLD[5])]
    deferred = Bookmark.objects.defer("homepage").get(pk=other.pk)
    assert {} == refused(BookmarkForm(data, instance=deferred, prefix=prefix))
    gone = Bookmark.objects.get(pk=other.pk)
    Bookmark.objects.filter(pk=other.pk).delete()
    assert ["homepage"] == list(refused(BookmarkForm(data, instance=gone, prefix=prefix)))


@pytest.mark.django_db
def test_rows_swapped_in_an_inline_form_set():
    """So it is in the form set of an inline."""
    parent = Collection.objects.create(title="x")
    old, good = OLD[5], "https://a.example/"
    keys = [Item.objects.create(collection=parent, address=each).pk for each in (old, good)]
    form_set = inlineformset_factory(Collection, Item, fields=["address"], extra=1)

    def errors(*texts):
        rows = [
            {"id": key, "address": text} for key, text in zip_longest(keys, texts, fillvalue="")
        ]
        data = posted(*rows, stored=2, prefix="items")
        return list(map(refused, form_set(data, instance=parent)))

    error = {"address": ["scheme-not-allowed"]}
    assert [{}, {}] == errors(old, good)
    assert [{}, error, error] == errors("https://b.example/", old, old)


@pytest.mark.django_db
def test_proxy_model():
    """The form of a proxy model writes the same column."""
    form = modelform_factory(ShopProxy, fields=["address", "other"])
    row = ShopProxy.objects.create(address=OLD[5])
    assert {} == refused(form({"address": OLD[5]}, instance=row))
    swapped = form({"address": "https://a.example/", "other": OLD[5]}, instance=row)
    assert {"other": ["scheme-not-allowed"]} == refused(swapped)


#: How a view makes a value of what a request sends.
OF_A_REQUEST = [str, IRI, IRIConverter().to_python, lambda text: Link(anything=text).anything]


@pytest.mark.django_db
@pytest.mark.parametrize("read", OF_A_REQUEST, ids=["text", "IRI", "converter", "new row"])
def test_value_of_a_request(read):
    """A value that was made of a request is validated, in a form and in a row."""
    row = old_row("https://example.org/")
    row.homepage = read(OLD[5])
    assert [{"homepage": ["scheme-not-allowed"]}] * 2 == refused_for(row, OLD[5])
    for profile, text, code in [
        ("web", OLD[5], "scheme-not-allowed"),
        ("public", "http://127.0.0.1/", "host-not-public"),
    ]:
        form_class = type("LinkForm", (forms.Form,), {"link": IRIField(profile=profile)})
        # The value of a column that has another rule does not count either.
        for initial in (read(text), old_row(text).homepage):
            form = form_class({"link": text}, initial={"link": initial})
            assert {"link": [code]} == refused(form)
            assert [] == form.changed_data
        data, initial = posted({"link": text}, stored=1), [{"link": read(text)}]
        form_set = forms.formset_factory(form_class)(data, initial=initial)
        assert [{"link": [code]}] == list(map(refused, form_set))


#: `Bookmark.objects`, which mypy does not find without a plug-in.
BOOKMARKS: Any = Bookmark._default_manager
#: Ways to read a row.
READ: dict[str, Any] = {
    "get": lambda row: BOOKMARKS.get(pk=row.pk),
    "defer": lambda row: BOOKMARKS.defer("homepage").get(pk=row.pk),
    "raw": lambda _: BOOKMARKS.raw("SELECT * FROM testapp_bookmark")[0],
    "relation": lambda row: Visit(bookmark_id=row.pk).bookmark,
    "cache": lambda row: pickle.loads(pickle.dumps(row)),
    "copy": deepcopy,
}


@pytest.mark.django_db
@pytest.mark.parametrize("text", [OLD[0], OLD[4], OLD[5]])
@pytest.mark.parametrize("read", READ.values(), ids=READ)
def test_ways_to_read_a_row(text, read):
    """However a row was read, its form takes its address back."""
    row = read(old_row(text))
    assert [{}, {}] == refused_for(row, text)
    row.homepage = "https://example.org/"
    row.refresh_from_db()
    assert [{}, {}] == refused_for(row, text)


@pytest.mark.django_db
def test_blank():
    """An old blank does not let a required field be empty."""
    own = {"homepage": IRIField()}
    required = type("Required", (BookmarkForm,), own)
    form = required({"title": "new", "homepage": ""}, instance=old_row(""))
    assert {"homepage": ["required"]} == refused(form)


@pytest.fixture
def admin_settings(settings):
    """The settings that the admin needs."""
    settings.MIDDLEWARE, settings.TEMPLATES = MIDDLEWARE, TEMPLATES


@pytest.mark.django_db
@pytest.mark.urls("test_django_iri.formsapp.urls")
@each_old
def test_admin(admin_settings, client, text):
    """An administrator saves the title of a page whose address is an old one; the log says that."""
    page = Page.objects.create(title="old", homepage=text, url=text)
    client.force_login(User.objects.create_superuser("me"))
    address = reverse("admin:formsapp_page_change", args=[page.pk])
    shown = client.get(address).content.decode()
    sent = {name: as_a_browser(shown, name) for name in ("homepage", "url")}
    client.post(address, {"title": "new", "name": "", **sent})
    assert [("new", text, text)] == list(Page.objects.values_list("title", "homepage", "url"))
    (change,) = json.loads(LogEntry.objects.get().change_message)
    assert ["Title"] == change["changed"]["fields"]
    refused_page = client.post(address, {"title": "newer", "name": "", **sent, "url": "a|b"})
    assert 200 == refused_page.status_code
    assert "new" == Page.objects.get().title


@pytest.mark.django_db
@pytest.mark.urls("test_django_iri.formsapp.urls")
def test_editable_list(admin_settings, client):
    """In the list of the admin, each row takes back its own address alone."""
    first, second, good = (
        Page.objects.create(title=title, homepage=f"https://{title}.example/", name=name)
        for title, name in [("a", OLD[5]), ("b", OLD[5]), ("c", "urn:isbn:1")]
    )
    client.force_login(User.objects.create_superuser("me"))
    address = reverse("admin:formsapp_page_changelist")

    def answer(**names):
        rows = ({"id": page.pk, "name": names[page.title]} for page in (good, second, first))
        return client.post(address, posted(*rows, stored=3) | {"_save": "Save"}).status_code

    assert 302 == answer(a=OLD[5], b="urn:isbn:2", c="urn:isbn:1")
    assert 200 == answer(a=OLD[5], b=OLD[5], c="urn:isbn:1")
    assert 200 == answer(a=OLD[5], b="urn:isbn:2", c=OLD[5])
    stored = Page.objects.order_by("title").values_list("name", flat=True)
    assert [OLD[5], "urn:isbn:2", "urn:isbn:1"] == list(stored)
