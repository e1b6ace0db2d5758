"""An address and its key that a condition chooses: MariaDB and MySQL evaluate SET in order."""

from datetime import UTC, datetime

import pytest
from django.core.exceptions import FieldError
from django.db import models, transaction
from django.db.models import Case, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Concat, Length, Lower, Now, Random
from django.db.models.lookups import GreaterThan

from django_iri.fields import with_key
from test_django_iri.databases import on_each_database
from test_django_iri.test_keys import kept
from test_django_iri.testapp.models import Bookmark, PrivateBookmark

OLD, A, B = "http://old.example/", "http://a.example/", "http://b.example/"
EVERYWHERE = ("sqlite3", "postgresql")
#: Conditions on columns that the statement sets, and that are true of the row as it was.
READS = {
    "address": Q(homepage=OLD),
    "key": Q(homepage_key=Bookmark(homepage=OLD).homepage_key),
    "host": Q(homepage_host="old.example"),
    "other column": Q(title="old"),
    "negation": ~Q(title="new"),
    "or": Q(title="old") | Q(pk=-1),
    "lookup": Q(homepage__equivalent="HTTP://OLD.example:80"),
    "function": GreaterThan(Length(Concat("title", Value(""))), Length(Value("xx"))),
    "in a list": Q(home__in=[F("home"), F("title")]) & ~Q(title__in=[F("home")]),
    "transform": Q(GreaterThan(Lower("title"), Value("n"))),
    # What it reads is not known.
    "text of SQL": RawSQL("homepage = %s", [OLD], output_field=models.BooleanField()),
}
#: Conditions that are never known to be true of the same rows twice.
NEVER_THE_SAME = {
    "chance": lambda _rows: GreaterThan(Random(), Value(0.5)),
    "exists": lambda rows: Exists(rows.filter(pk=OuterRef("pk"), title="old")),
    "in": lambda rows: Q(pk__in=rows.filter(title="old").values("pk")),
    "value": lambda rows: Q(title=Subquery(rows.filter(pk=OuterRef("pk")).values("title")[:1])),
}
#: Conditions on what it leaves as it is.
SAFE = {
    "primary key": lambda row: Q(pk=row.pk),
    "column": lambda _row: Q(home="http://home.example/"),
    "now": lambda _row: GreaterThan(Now(), Value(datetime(2000, 1, 1, tzinfo=UTC))),
}
CHOSEN = r"homepage_key and homepage may be chosen by different values: .*update\(\*\*with_key\("


def chosen(condition, model=Bookmark):
    """Return values that set one address where *condition* is true, else another."""
    one, two = (with_key(model, homepage=text) for text in (A, B))
    return {
        name: Case(When(condition, then=Value(one[name])), default=Value(two[name])) for name in one
    }


def made(database, model=Bookmark, **values):
    """Store a row."""
    home = "http://home.example/"
    manager = model.objects.using(database)
    return manager.create(homepage=OLD, title="old", home=home, **values)


@on_each_database(engines="mysql")
@pytest.mark.parametrize("way", READS)
@pytest.mark.parametrize("is_first", [True, False], ids=["title first", "title last"])
def test_conditions_on_what_is_set(database, way, is_first):
    """MariaDB and MySQL would read the new value for one of the two: the statement is refused."""
    row = made(database)
    values = chosen(READS[way])
    values = {"title": "new", **values} if is_first else {**values, "title": "new"}
    with pytest.raises(FieldError, match=CHOSEN), transaction.atomic(using=database):
        Bookmark.objects.using(database).update(**values)
    assert OLD == kept(row, database)


@on_each_database
@pytest.mark.parametrize("way", NEVER_THE_SAME)
def test_conditions_that_are_never_the_same(database, way):
    """What is asked twice, and may answer otherwise, is refused everywhere: two subqueries, too."""
    row = made(database)
    condition = NEVER_THE_SAME[way](Bookmark.objects.using(database))
    with pytest.raises(FieldError, match="homepage_key"), transaction.atomic(using=database):
        Bookmark.objects.using(database).update(title="new", **chosen(condition))
    assert OLD == kept(row, database)


@on_each_database(engines=EVERYWHERE)
@pytest.mark.parametrize("way", READS)
def test_elsewhere(database, way):
    """Other databases read the row as it was."""
    row = made(database)
    Bookmark.objects.using(database).update(title="new", **chosen(READS[way]))
    assert A == kept(row, database)


@on_each_database
@pytest.mark.parametrize("way", SAFE)
def test_conditions_on_what_is_left(database, way):
    """Each database takes conditions on columns that the statement leaves as they are."""
    row = made(database)
    Bookmark.objects.using(database).update(title="new", **chosen(SAFE[way](row)))
    assert A == kept(row, database)


@on_each_database
def test_conditions_of_a_child(database):
    """The same is true of the table of a parent."""
    row = made(database, PrivateBookmark, owner="me")
    manager = PrivateBookmark.objects.using(database)
    manager.update(owner="you", **chosen(Q(pk=row.pk), PrivateBookmark))
    assert A == kept(row, database)
    manager.bulk_update(
        [PrivateBookmark(pk=row.pk, homepage=B, owner="us")],
        [*with_key(PrivateBookmark, homepage=B), "owner"],
    )
    assert B == kept(row, database)


@on_each_database(engines="mysql")
@pytest.mark.parametrize("way", ["address", "subquery"])
def test_conditions_of_a_child_on_what_is_set(database, way):
    """Also where Django has not yet resolved the names in it."""
    row = made(database, PrivateBookmark, owner="me")
    rows = Bookmark.objects.using(database).filter(homepage=OLD).values("pk")
    condition = Q(homepage=OLD) if way == "address" else Q(pk__in=rows)
    values = chosen(condition, PrivateBookmark)
    with pytest.raises(FieldError, match=CHOSEN), transaction.atomic(using=database):
        PrivateBookmark.objects.using(database).update(**values)
    assert OLD == kept(row, database)
