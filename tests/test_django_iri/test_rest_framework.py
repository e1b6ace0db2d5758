"""Tests of the serializer field of Django REST framework."""

from copy import deepcopy
from functools import partial as partial_of

import pytest
from django.db.models import Model
from rest_framework import serializers

from django_iri.rest_framework import IRIField
from iri3987 import IRI
from test_django_iri.formsapp.models import Page
from test_django_iri.testapp.models import Bookmark, PrivateBookmark, Site


def codes(field: serializers.Field, value: object) -> list[str]:
    """Return the codes of the errors for *value*."""
    with pytest.raises(serializers.ValidationError) as caught:
        field.run_validation(value)
    return [detail.code for detail in caught.value.detail]  # type: ignore[union-attr]


def serializer_of(of: type[Model], *names: str) -> type[serializers.ModelSerializer]:
    """Return a serializer of fields of a model."""
    meta = type("Meta", (), {"model": of, "fields": names})
    return type("Serializer", (serializers.ModelSerializer,), {"Meta": meta})


def refused(serializer: serializers.Serializer) -> dict[str, list[str]]:
    """Return the codes of the errors of *serializer*, by field."""
    serializer.is_valid()
    return {name: [each.code for each in errors] for name, errors in serializer.errors.items()}


EQUIVALENT = "HTTP://Faß.de:80"


def refusals(serializer):
    """Return the errors of each row of *serializer*: from version 3.20 on, they are by place."""
    assert not serializer.is_valid()
    found = serializer.errors
    return found if isinstance(found, list) else [found.get(n, {}) for n in range(4)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "name"),
    [(Bookmark, "homepage"), (PrivateBookmark, "homepage"), (Site, "address")],
    ids=["unique key", "key of the parent", "constraint on the key"],
)
def test_unique_key(model, name):
    """An equivalent address is refused on its field, with the one that is there, and no other.

    A row that is changed does not stand in its own way; another does.
    """
    row = model.objects.create(**{name: "http://faß.de/"})
    serializer = serializer_of(model, name)(data={name: EQUIVALENT})
    assert {name: ["unique"]} == refused(serializer)
    told = "This address is already there, as http://faß.de/."
    assert [told] == serializer.errors[name]
    assert {} == refused(serializer_of(model, name)(data={name: "https://faß.de/"}))
    model.objects.create(**{name: "http://example.org/"})
    for partial in True, False:
        of_row = partial_of(serializer_of(model, name), row, partial=partial)
        assert {} == refused(of_row(data={name: EQUIVALENT}))
        assert {name: ["unique"]} == refused(of_row(data={name: "http://EXAMPLE.org"}))


@pytest.mark.django_db
def test_unique_key_of_many_rows():
    """Rows that are changed together do not stand in each other's way; another row does."""
    rows = [Bookmark.objects.create(homepage=f"http://{name}.example/") for name in "ab"]
    Bookmark.objects.create(homepage="http://faß.de/")
    Bookmark.objects.create(homepage=None)
    of_rows = partial_of(serializer_of(Bookmark, "homepage"), many=True)
    new = [{"homepage": text} for text in (EQUIVALENT, None, "", "http://example.org/")]
    assert of_rows(data=new[1:]).is_valid()  # a row without an address equals no other
    assert [["homepage"], [], [], []] == [[*each] for each in refusals(of_rows(data=new))]
    data = [{"homepage": "HTTP://A.example"}, {"homepage": "http://c.example/"}]
    for instances in rows, tuple(rows), Bookmark.objects.filter(pk__in=[row.pk for row in rows]):
        assert of_rows(instances, data=data).is_valid()
        taken = of_rows(instances, data=[{"homepage": EQUIVALENT}, data[1]])
        assert not taken.is_valid()
        assert ["unique"] == [each.code for each in taken.errors[0]["homepage"]]


@pytest.mark.django_db
def test_unique_key_of_other_serializers():
    """A field without a model has no key to ask, and neither has another field of a model."""
    Bookmark.objects.create(homepage="http://faß.de/")
    field = IRIField(validators=Bookmark._meta.get_field("homepage").validators)
    plain = type("Plain", (serializers.Serializer,), {"homepage": field})
    assert {} == refused(plain(data={"homepage": EQUIVALENT}))
    other = type("Other", (serializer_of(Bookmark, "title"),), {"title": deepcopy(field)})
    assert {} == refused(other(data={"title": EQUIVALENT}))


@pytest.mark.parametrize("text", ["http://faß.de/", "http://example.org/ b", "x\ud800", "\0"])
def test_goes_out_as_it_is_stored(text):
    """The API gives the exact text, a plain `str`, even of an old row that is not an IRI."""
    shown = serializer_of(Page, "homepage")(Page(homepage=text)).data["homepage"]
    assert (text, str) == (shown, type(shown))


@pytest.mark.parametrize(
    ("value", "code"),
    [("", "blank"), (" \t", "blank"), (None, "null"), (True, "not-text"), (["x"], "not-text")],
)
def test_what_is_no_address(value, code):
    """Nothing has the codes of a `CharField`, and what is not text that of the core."""
    assert [code] == codes(IRIField(), value)


def test_other_validators_see_an_iri():
    """A project's validators get the `IRI`."""
    seen = []
    IRIField(validators=[seen.append]).run_validation("https://example.org/")
    assert [IRI("https://example.org/")] == seen
    assert IRI is type(seen[0])
