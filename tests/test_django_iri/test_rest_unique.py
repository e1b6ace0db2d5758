"""Tests of what a serializer refuses before the database: rows that a key or constraint forbids."""

import pytest
from rest_framework import serializers

from django_iri.rest_framework import IRIField, IRIKeysMixin, IRIListSerializer
from test_django_iri.test_rest_framework import EQUIVALENT, refused, serializer_of
from test_django_iri.testapp.models import Bookmark, Entry, Favourite, Owner, Share, Visit

pytestmark = pytest.mark.django_db

ADDRESS = "http://faß.de/"
TOLD = "This address is already there, as http://faß.de/."


def told(serializer):
    """Return the errors of *serializer*; those of many rows by their places."""
    serializer.is_valid()
    return by_place(serializer.errors)


def by_place(errors):
    """Return the errors of many rows in one form: before version 3.20, there are two."""
    if isinstance(errors, list):
        return {place: row for place, row in enumerate(errors) if row}
    return errors


def saved(serializer):
    """Return what *serializer* saves."""
    assert serializer.is_valid(), serializer.errors
    return serializer.save()


# Constraints on a key and other fields


def keyed(model, *names):
    """Return a serializer with our mixin and our list."""
    of = serializer_of(model, *names)
    meta = type("Meta", (of.Meta,), {"list_serializer_class": IRIListSerializer})
    return type("Serializer", (IRIKeysMixin, of), {"Meta": meta})


ENTRY = keyed(Entry, "list", "address")
FAVOURITE = keyed(Favourite, "owner", "address", "is_public")


def test_constraint_on_key_and_another_field():
    """The error is at the address, and names the one in the way; another list may have it."""
    Entry.objects.create(list="a", address=ADDRESS)
    data = {"list": "a", "address": "HTTP://faß.de/./"}
    assert {"address": [TOLD]} == told(ENTRY(data=data))
    assert {"address": ["unique"]} == refused(ENTRY(data=data))
    assert saved(ENTRY(data={**data, "list": "b"}))


def test_unique_together_and_a_condition():
    """The older way to write it is the same; a condition counts if it holds for the row."""
    owners = [Owner.objects.create(name=name) for name in "abc"]
    Favourite.objects.create(owner=owners[1], address="http://faß.de:80/")
    Favourite.objects.create(owner=owners[0], address=ADDRESS)
    assert {"address": [TOLD]} == told(FAVOURITE(data={"owner": "a", "address": EQUIVALENT}))
    for owner in ("c", None, None):
        assert saved(FAVOURITE(data={"owner": owner, "address": EQUIVALENT}))
    assert saved(FAVOURITE(data={"address": ADDRESS, "is_public": True}))
    errors = told(FAVOURITE(data={"address": EQUIVALENT, "is_public": True}))
    assert {"address": [TOLD]} == errors


def test_what_was_not_sent_is_not_named():
    """An answer does not repeat what the policy of a key leaves out: somebody else stored it."""
    Share.objects.create(address="http://a.example/#access_token=0")
    share = keyed(Share, "address")(data={"address": "http://a.example/"})
    assert {"address": ["This address is already there."]} == told(share)


def test_change_of_a_row():
    """A row does not stand in its own way; PATCH of one field is judged with the others."""
    owners = [Owner.objects.create(name=name) for name in "ab"]
    first, second = (Favourite.objects.create(owner=owner, address=ADDRESS) for owner in owners)
    assert saved(FAVOURITE(first, data={"owner": "a", "address": EQUIVALENT}))
    assert saved(FAVOURITE(first, data={"address": ADDRESS}, partial=True))
    assert {"address": [TOLD]} == told(FAVOURITE(second, data={"owner": "a"}, partial=True))
    assert {"address": [TOLD]} == told(FAVOURITE(second, data={"owner": "a", "address": ADDRESS}))
    assert saved(FAVOURITE(first, data={"is_public": True}, partial=True))
    assert {"address": [TOLD]} == told(FAVOURITE(second, data={"is_public": True}, partial=True))
    second.refresh_from_db()
    assert ("b", False) == (second.owner_id, second.is_public)


def test_other_names():
    """The error has the name of the field in the serializer; another may write the column."""
    fields = {"link": IRIField(source="address"), "word": serializers.CharField(source="owner_id")}
    named = type("Named", (keyed(Favourite, *fields),), fields)
    Favourite.objects.create(owner=Owner.objects.create(name="a"), address=ADDRESS)
    assert {"link": [TOLD]} == told(named(data={"link": EQUIVALENT, "word": "a"}))


def test_field_that_a_project_declares():
    """A key is asked for a field with another name, too; empty `validators` ask nothing."""
    Bookmark.objects.create(homepage=ADDRESS)

    def declared(**options):
        link = IRIField(source="homepage", **options)
        return type("Serializer", (serializer_of(Bookmark, "link"),), {"link": link})

    assert {"link": [TOLD]} == told(declared()(data={"link": EQUIVALENT}))
    assert declared(validators=[])(data={"link": EQUIVALENT}).is_valid()


def test_row_that_is_not_saved_yet():
    """A view may hand over a new row that has its owner already."""
    owner = Owner.objects.create(name="a")
    of_address = keyed(Favourite, "address")
    assert saved(of_address(Favourite(owner=owner), data={"address": ADDRESS}))
    serializer = of_address(Favourite(owner=owner), data={"address": EQUIVALENT})
    assert {"address": [TOLD]} == told(serializer)


@pytest.mark.parametrize("shown", [(), ("address",)], ids=["absent", "read-only"])
def test_without_the_address(shown):
    """A serializer that writes the other fields alone asks the constraints, too."""
    of_owner = keyed(Favourite, "owner", *shown)
    of_owner.Meta.read_only_fields = shown
    owners = [Owner.objects.create(name=name) for name in "ab"]
    rows = [Favourite.objects.create(owner=owner, address=ADDRESS) for owner in owners]
    name = "address" if shown else "non_field_errors"
    assert {name: [TOLD]} == told(of_owner(rows[0], data={"owner": "b"}))
    assert saved(of_owner(rows[0], data={"owner": "a"}))


def test_data_that_is_not_a_row():
    """A row that an inner serializer has validated is not stored yet, and is not compared."""
    outer = type("Outer", (FAVOURITE,), {"owner": serializer_of(Owner, "name")()})
    assert outer(data={"owner": {"name": "a"}, "address": ADDRESS}).is_valid()


# Many rows at once


def test_equivalent_rows_in_one_submission():
    """The second of two new rows has the error, with the address of the first."""
    rows = [{"homepage": text} for text in (ADDRESS, "http://b.example/", EQUIVALENT)]
    serializer = keyed(Bookmark, "homepage")(data=rows, many=True)
    assert {2: {"homepage": [TOLD]}} == told(serializer)
    assert {} == told(keyed(Bookmark, "homepage")(data=rows[:2], many=True))


class ListSerializer(serializers.ListSerializer):
    """Changes many rows, as the framework's documentation says."""

    def run_child_validation(self, data):
        """Tell the child its row."""
        self.child.instance = self.instance.get(pk=data["id"])
        self.child.initial_data = data
        return super().run_child_validation(data)

    def update(self, instance, validated_data):
        """Change each row."""
        rows = {row.pk: row for row in instance}
        return [self.child.update(rows[attrs.pop("id")], attrs) for attrs in validated_data]


def many_of(of):
    """Return a serializer that changes many rows of a model."""
    meta = type("Meta", (of.Meta,), {"list_serializer_class": ListSerializer})
    meta.fields = ("id", *of.Meta.fields)
    number = serializers.IntegerField()
    return type("Serializer", (of,), {"Meta": meta, "id": number})


def test_change_of_many_rows():
    """A list that knows its rows takes old texts back, and refuses those of other rows."""
    old = Bookmark.objects.create(homepage="http://a b/")
    rows = [old, Bookmark.objects.create(homepage=ADDRESS)]
    of_rows = many_of(serializer_of(Bookmark, "homepage", "title"))

    def many(*texts):
        data = [
            {"id": row.pk, "homepage": text, "title": "x"}
            for row, text in zip(rows, texts, strict=True)
        ]
        return of_rows(Bookmark.objects.all(), data=data, many=True)

    assert ["x", "x"] == [row.title for row in saved(many("http://a b/", EQUIVALENT))]
    errors = {0: {"homepage": ["This address is already there, as HTTP://faß.de:80."]}}
    assert errors == told(many(ADDRESS, "http://b.example/"))
    assert ["bad-character"] == [
        each.code for each in told(many("http://c d/", ADDRESS))[0]["homepage"]
    ]
    twice = [{"id": old.pk, "homepage": "http://c.example/"}] * 2
    assert of_rows(Bookmark.objects.all(), data=twice, many=True).is_valid()


# A serializer in another one


def test_nested_row():
    """The row inside is the one to which the row outside refers: its old text may come back."""
    inner = serializer_of(Bookmark, "homepage", "title")()
    outer = type("Outer", (serializer_of(Visit, "bookmark"),), {"bookmark": inner})
    bookmark = Bookmark.objects.create(homepage="http://a b/")
    Bookmark.objects.create(homepage=ADDRESS)
    visit = Visit.objects.create(bookmark_id=bookmark.pk)
    for partial in True, False:
        data = {"bookmark": {"homepage": "http://a b/", "title": "x"}}
        assert outer(visit, data=data, partial=partial).is_valid()
        data["bookmark"]["homepage"] = EQUIVALENT
        errors = told(outer(visit, data=data, partial=partial))
        assert {"bookmark": {"homepage": [TOLD]}} == errors
    # Only of a stored row, and only its own text.
    other = Visit.objects.create(bookmark=Bookmark.objects.create(homepage="http://c d/"))
    new = Visit(bookmark=bookmark)
    visit.bookmark.homepage = other.bookmark.homepage
    for row, text in [(new, "a b"), (other, "a b"), (None, "a b"), (visit, "c d")]:
        data["bookmark"]["homepage"] = f"http://{text}/"
        (error,) = told(outer(row, data=data))["bookmark"]["homepage"]
        assert "bad-character" == error.code


def test_nested_list():
    """Rows of a list inside are compared with each other, too."""
    rows = keyed(Bookmark, "homepage")(many=True)
    outer = type("Outer", (serializers.Serializer,), {"rows": rows})
    data = {"rows": [{"homepage": ADDRESS}, {"homepage": EQUIVALENT}]}
    assert {1: {"homepage": [TOLD]}} == by_place(told(outer(data=data))["rows"])
