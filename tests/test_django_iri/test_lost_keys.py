"""`django_iri.rows` with primary keys whose field reads other text than it writes."""

from enum import StrEnum

import pytest
from django.db import connection, models
from django.test.utils import isolate_apps

from django_iri.fields import IRIField, IRIHostField
from django_iri.rows import ModelTable, rekey
from iri3987 import WEB
from iri3987.rows.jobs import Plan, audit
from test_django_iri.testapp.models import Local


class Swapped(StrEnum):
    """Members whose names and values are swapped."""

    A = "B"
    B = "A"


class ByName(models.CharField):
    """A field that reads names, and writes values."""

    def from_db_value(self, value, *_):
        """Return the member of that name."""
        return Swapped[value]


class Trimmed(models.CharField):
    """A field that reads text without spaces."""

    def from_db_value(self, value, *_):
        """Return the text without spaces."""
        return value.strip()


class Lowered(models.CharField):
    """A field that reads text in lower case, which the collation of its column finds."""

    def from_db_value(self, value, *_):
        """Return the text in lower case."""
        return value.lower()


def model_of(key, name="Model"):
    """Return a model with the primary key *key*."""
    return type(
        name,
        (Local,),
        {
            "__module__": Local.__module__,
            "key": key,
            "url": IRIField(),
            "host": IRIHostField(source="url"),
            "Meta": type("Meta", (), {"app_label": "testapp", "db_table": "lost"}),
        },
    )


def store(*keys):
    """Make the table, with a row for each key, and no host."""
    if connection.vendor != "sqlite":
        pytest.skip("only SQLite has this collation")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE lost (key TEXT COLLATE NOCASE PRIMARY KEY, url TEXT, host TEXT)"
        )
        for key in keys:
            row = [key, f"http://{key.strip()}.example/"]
            cursor.execute("INSERT INTO lost (key, url) VALUES (%s, %s)", row)


def hosts():
    """Return the host of each key as the database has them."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT key, host FROM lost")
        return dict(cursor.fetchall())


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
@pytest.mark.parametrize(
    ("field", "keys", "message"),
    [
        (ByName, ["A", "B"], "'A' is read as a value that is written as 'B'"),
        (Trimmed, [" a", "b"], "' a' is read as a value that is written as 'a'"),
    ],
)
@pytest.mark.parametrize("is_foreign", [False, True])
def test_a_key_by_which_no_row_is_found(field, keys, message, is_foreign):
    """Nothing is read or written by it: the row of another key would get its host."""
    model = model_of(field(max_length=20, primary_key=True))
    if is_foreign:
        key = models.OneToOneField(model, models.CASCADE, primary_key=True, db_column="key")
        model = model_of(key, "Part")
    store(*keys)
    with pytest.raises(ValueError, match=message):
        audit(ModelTable(model._meta.get_field("url")), WEB)
    with pytest.raises(ValueError, match=message):
        rekey(model)
    assert dict.fromkeys(keys) == hosts()


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
def test_a_key_that_a_collation_finds():
    """Its rows are read and written, each once."""
    store("Z", "a")
    model = model_of(Lowered(max_length=20, primary_key=True))
    assert 2 == rekey(model, plan=Plan(size=1)).changed
    assert {"Z": "z.example", "a": "a.example"} == hosts()
