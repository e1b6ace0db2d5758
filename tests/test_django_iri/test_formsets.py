"""Tests of form sets whose rows are equivalent to each other, or to stored ones."""

from functools import partial

import pytest
from django.db import models
from django.db.models.functions import Length
from django.forms.models import (
    BaseInlineFormSet,
    BaseModelFormSet,
    inlineformset_factory,
    modelform_factory,
    modelformset_factory,
)
from django.test.utils import isolate_apps

from django_iri.fields import IRIField as IRIModelField
from django_iri.fields import IRIKeyField
from django_iri.forms import IRIField, IRIFormSetMixin
from test_django_iri.databases import table_of
from test_django_iri.formsapp.models import Collection, Item
from test_django_iri.testapp.models import (
    Bookmark,
    Citation,
    Entry,
    Favourite,
    Local,
    OldBookmark,
    PrivateBookmark,
    Site,
)

pytestmark = pytest.mark.django_db


class Rows(IRIFormSetMixin, BaseModelFormSet):
    """A form set that knows keys."""


class InlineRows(IRIFormSetMixin, BaseInlineFormSet):
    """The form set of an inline that knows them."""


modelformset_factory = partial(modelformset_factory, formset=Rows)
inlineformset_factory = partial(inlineformset_factory, formset=InlineRows)

#: Equivalent addresses, and others.
SAME = ["http://faß.de/", "HTTP://xn--fa-hia.de:80", "http://xn--fa-hia.de/"]
OTHER = ["http://例え.テスト/", "http://example.org/"]
#: Return what the error says, without the isolates around the address.
THERE = "This address is already there, as {}."


def posted(*rows: dict[str, object], stored: int = 0, prefix: str = "form") -> dict[str, object]:
    """Return what a browser sends for *rows*, the first of which are stored."""
    data: dict[str, object] = {
        f"{prefix}-TOTAL_FORMS": len(rows),
        f"{prefix}-INITIAL_FORMS": stored,
    }
    for number, row in enumerate(rows):
        data |= {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return data


def bookmarks(*rows, stored=0):
    """Return a form set of bookmarks."""
    fields = ["homepage", "title"]
    form_set = modelformset_factory(Bookmark, fields=fields, can_delete=True)
    return form_set(posted(*rows, stored=stored), queryset=Bookmark.objects.order_by("pk"))


def new_rows(model, *rows):
    """Return a form set of new rows; the first one has a value for each field."""
    form_set = modelformset_factory(model, fields=list(rows[0]))
    return form_set(posted(*rows), queryset=model.objects.none())


def named(form_set):
    """Return the names of the fields that have errors, for each form."""
    return [list(each) for each in errors(form_set)]


def errors(form_set):
    """Return the errors of each form; those that belong to the whole are none."""
    assert [] == form_set.non_form_errors()
    isolates = dict.fromkeys(map(ord, "\u2066\u2067\u2068\u2069"))
    return [
        {name: [each.translate(isolates) for each in found] for name, found in each.items()}
        for each in form_set.errors
    ]


def test_rows_that_are_equivalent():
    """The later one has the error, at the address, with the first one, also if that is stored."""
    expected = {"homepage": [THERE.format("http://faß.de/")]}
    form_set = bookmarks({"homepage": SAME[0]}, {"homepage": OTHER[0]}, {"homepage": SAME[1]})
    assert [{}, {}, expected] == errors(form_set)
    (error,) = form_set.forms[2].errors.as_data()["homepage"]
    assert "unique" == error.code
    # A form with another error counts for nothing.
    rows = {"homepage": SAME[0], "title": "x" * 201}, {"homepage": SAME[1]}
    assert [["title"], []] == named(bookmarks(*rows))
    stored = [Bookmark.objects.create(homepage=each) for each in (SAME[0], OTHER[0])]
    form_set = bookmarks(
        {"id": stored[0].pk, "homepage": SAME[0]},
        {"homepage": SAME[1]},
        {"homepage": SAME[2]},
        stored=1,
    )
    assert [{}, expected, expected] == errors(form_set)
    # Whatever two stored rows change to, there is no `IntegrityError`.
    for texts in [(OTHER[0], SAME[0]), (SAME[1], SAME[0])]:
        pairs = zip(stored, texts, strict=True)
        changed = ({"id": row.pk, "homepage": text} for row, text in pairs)
        assert not bookmarks(*changed, stored=2).is_valid()


def test_row_that_is_deleted():
    """A new row that is deleted again is none; a stored one is there until it is deleted."""
    form_set = bookmarks({"homepage": SAME[0], "DELETE": "on"}, {"homepage": SAME[1]})
    assert form_set.is_valid()
    form_set.save()
    stored = Bookmark.objects.get()
    form_set = bookmarks(
        {"id": stored.pk, "homepage": SAME[1], "DELETE": "on"}, {"homepage": SAME[0]}, stored=1
    )
    assert [["homepage"]] == [list(each) for each in errors(form_set)]


def test_rows_that_do_not_change():
    """Equivalent rows that were stored before there were keys have no error if nothing changes."""
    rows = [
        OldBookmark.objects.create(homepage=text, title="x", home="") for text in (*SAME, OTHER[0])
    ]
    sent = [{"id": row.pk, "homepage": row.homepage, "title": "x"} for row in rows]
    sent[3]["title"] = "new"
    form_set = bookmarks(*sent, stored=4)
    assert [{}] * 4 == errors(form_set)
    form_set.save()
    sent[0]["title"] = sent[2]["title"] = "new"
    form_set = bookmarks(*sent, stored=4)
    assert [True, False, True, False] == [bool(each) for each in errors(form_set)]


def test_what_is_not_saved():
    """A field that a form declares for itself, or an initial value, does not become a row."""
    own_form = modelform_factory(Bookmark, fields=["title"])
    own_form = type("OwnForm", (own_form,), {"homepage": IRIField()})
    none, twice = Bookmark.objects.none(), [{"homepage": SAME[0]}] * 2
    bound = modelformset_factory(Bookmark, form=own_form)(posted(*twice), queryset=none)
    assert bound.is_valid()
    assert 2 == len(bound.save())
    form_set = modelformset_factory(Bookmark, fields=["homepage"], extra=2)
    bound = form_set(posted(*twice), queryset=none, initial=twice)
    assert bound.is_valid()
    assert [] == bound.save()


A, B, C = ({"address": text} for text in SAME)
PUBLIC, PRIVATE = {"is_public": "on"}, {"is_public": ""}
HOME, AGAIN = ({"homepage": text} for text in SAME[:2])
NEW_ROWS = {
    "unique key": (Bookmark, [HOME, AGAIN], 1),
    "key in the table of a parent": (
        PrivateBookmark,
        [HOME | {"owner": "a"}, AGAIN | {"owner": "b"}],
        1,
    ),
    "constraint on the key alone": (Site, [A, B], 1),
    "on two fields": (Entry, [A | {"list": "x"}, A | {"list": "y"}, A | {"list": "x"}], 2),
    "with a condition": (Favourite, [A | PUBLIC, B | PRIVATE, C | PUBLIC, A | PRIVATE], 2),
    "with a condition about what no form has": (Favourite, [A, B], None),
    "on an expression": (Citation, [A | {"author": "Ann"}, B | {"author": "ann"}], None),
    "no key": (Collection, [{"title": "x"}, {"title": "x"}], None),
}


@pytest.mark.parametrize("case", NEW_ROWS)
def test_new_rows(case):
    """Rows are compared by what makes them unique in the table, and the later one has the error."""
    model, rows, refused = NEW_ROWS[case]
    name = "homepage" if "homepage" in rows[0] else "address"
    found = [name in each for each in errors(new_rows(model, *rows))]
    assert [number == refused for number in range(len(rows))] == found


def test_different_conditions(monkeypatch):
    """Rows that fulfil the conditions of two constraints are not compared with each other."""
    condition = models.Q(is_public=False)
    more = models.UniqueConstraint(fields=["address_key"], condition=condition, name="private")
    meta = Favourite._meta
    monkeypatch.setattr(meta, "constraints", [*meta.constraints, more])
    rows = [A | PUBLIC, B | PRIVATE, C | PRIVATE]
    assert [[], [], ["address"]] == named(new_rows(Favourite, *rows))


@pytest.mark.parametrize("nulls_distinct", [None, True, False])
def test_null_in_a_constraint(nulls_distinct, monkeypatch):
    """NULL equals NULL if the constraint says so; rows without an address are never compared."""
    fields = ["address_key", "owner"]
    same = models.UniqueConstraint(fields=fields, nulls_distinct=nulls_distinct, name="same")
    meta = Favourite._meta
    monkeypatch.setattr(meta, "constraints", [same])
    monkeypatch.setattr(meta.get_field("owner"), "blank", True)
    expected = [[], ["address"] if nulls_distinct is False else []]
    assert expected == named(new_rows(Favourite, A | {"owner": ""}, B | {"owner": ""}))
    assert new_rows(Favourite, {"address": "", "owner": ""}, {}).is_valid()


@pytest.mark.django_db(transaction=True)  # SQLite makes no table in a transaction
@isolate_apps("test_django_iri.testapp")
def test_field_that_the_database_computes():
    """Its value is not known before a row is saved: what depends on it is left to the database."""

    class Paper(Local):
        address = IRIModelField()
        address_key = IRIKeyField(source="address", unique=False)
        is_public = models.BooleanField(default=True)
        length = models.GeneratedField(
            expression=Length("address"), output_field=models.IntegerField(), db_persist=True
        )

        class Meta(Local.Meta):
            constraints = (
                models.UniqueConstraint(fields=["address_key", "length"], name="computed"),
                models.UniqueConstraint(
                    fields=["address_key"], condition=models.Q(is_public=True), name="public"
                ),
            )

    with table_of(Paper):
        rows = [A | PUBLIC, B | PUBLIC, C | PRIVATE]
        assert [[], ["address"], []] == named(new_rows(Paper, *rows))


def test_the_exact_text_twice():
    """Where the text is unique, too, Django says so in its own words, and once."""
    bound = new_rows(Site, A, A)
    assert ["Please correct the duplicate data for address."] == bound.non_form_errors()
    assert [[], ["__all__"]] == [list(each) for each in bound.errors]


@pytest.mark.parametrize("is_stored", [True, False], ids=["stored", "new"])
def test_inline(is_stored):
    """The rows of one parent are compared, though it may not be stored yet, and no others."""
    collection = Collection(title="x")
    if is_stored:
        collection.save()
    form_set = inlineformset_factory(Collection, Item, fields=["address"])
    rows = [{"address": each} for each in (SAME[0], OTHER[0], SAME[1])]
    Item.objects.create(collection=Collection.objects.create(title="y"), address=SAME[0])
    bound = form_set(posted(*rows, prefix="items"), instance=collection, prefix="items")
    assert [{}, {}, {"address": [THERE.format("http://faß.de/")]}] == errors(bound)
