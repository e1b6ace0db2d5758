"""Tests of the model field, on every database that can be reached."""

from dataclasses import replace
from typing import assert_type

import pytest
from django.core.exceptions import ValidationError
from django.db import DataError, connection, connections, models, transaction
from django.db.migrations.writer import MigrationWriter
from django.db.models import F
from django.db.models.functions import Lower
from django.forms.models import modelform_factory
from django.test.utils import isolate_apps
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from django_iri.fields import IRIField, IRIHostField, IRIKeyField, IRIURLField, with_key
from iri3987 import IRI, WEB, IRIError, IRIReference
from iri3987.values import InvalidIRI
from test_django_iri.databases import on_each_database
from test_django_iri.test_validators import HOSTILE
from test_django_iri.testapp.models import Bookmark, Link, Local, OldLink

EXACT = [
    "http://faß.de/straße?q=é#ф",
    "HTTP://EXAMPLE.org:80/%7e/../re\u0301sume\u0301",
    "https://مثال.إختبار/مسار",
    "https://i❤.ws/😀",
    "https://example.org/%E9?a'b&c;d",
    "https://example.org/" + 2028 * "é",
]
ADDRESS = "https://例え.テスト/räk"
UNSTORABLE = ["\ud800", "https://example.org/\udfff", "\0", "https://example.org/\0"]


# Storage


@on_each_database
@pytest.mark.parametrize("text", EXACT)
def test_round_trip(database, text):
    """The exact text is stored, and read as an `IRI`."""
    Link.objects.using(database).create(homepage=text, reference=text)
    link = Link.objects.using(database).get()
    assert (text, IRI) == (link.homepage, type(link.homepage))
    assert (text, IRIReference) == (link.reference, type(link.reference))
    assert [text] == list(OldLink.objects.using(database).values_list("homepage", flat=True))


@on_each_database
@pytest.mark.parametrize("text", ["", "example.org", "http://a b/", "https://example.org/100%"])
def test_old_rows_load(database, text):
    """Text that is not an IRI loads as text that tells why, and can be saved again unchanged."""
    OldLink.objects.using(database).create(homepage=text)
    link = Link.objects.using(database).get()
    assert (text, InvalidIRI) == (link.homepage, type(link.homepage))
    assert isinstance(link.homepage.error, IRIError)
    # A page needs no question: the attributes are those of the address that a link leads to.
    expected = ("https://example.org/100%25", "example.org") if "100%" in text else (None, None)
    assert expected == (link.homepage.uri, link.homepage.host)
    assert isinstance(link.homepage.display, str)
    assert link.reference is None
    link.save()
    assert text == OldLink.objects.using(database).get().homepage


@pytest.mark.django_db
def test_values_and_deferred_fields():
    """`values_list`, `values`, `only` and `defer` give the same value."""
    Link.objects.create(homepage=ADDRESS)
    assert [IRI] == [type(value) for value in Link.objects.values_list("homepage", flat=True)]
    assert [IRI] == [type(row["homepage"]) for row in Link.objects.values("homepage")]
    assert IRI is type(Link.objects.defer("homepage").get().homepage)
    assert 1 == Link.objects.aggregate(n=models.Count("homepage"))["n"]
    assert ADDRESS == Link.objects.aggregate(n=models.Max("homepage"))["n"]


def test_types() -> None:
    """A type checker knows what an attribute holds: mypy reads this test as well."""
    link = Link(homepage=ADDRESS)
    assert_type(link.homepage, IRI | InvalidIRI)
    assert_type(link.reference, IRIReference | InvalidIRI | None)
    assert_type(Bookmark(homepage=ADDRESS).homepage_key, str | None)


def test_assigned_text_reads_as_a_value():
    """An assigned value reads as it will after it was saved."""
    link = Link(homepage=ADDRESS, reference="../räk")
    assert (ADDRESS, IRI) == (link.homepage, type(link.homepage))
    assert ("../räk", IRIReference) == (link.reference, type(link.reference))
    link.homepage = mark_safe("urn:é")
    assert ("urn:é", IRI) == (link.homepage, type(link.homepage))
    link.reference = None
    assert link.reference is None


def test_assigned_text_is_kept():
    """Any assigned text reads as the same text; if it is not an IRI, it tells why."""
    for text in HOSTILE:
        link = Link(homepage=text)
        assert text == link.homepage
        assert isinstance(link.homepage, IRI) or link.homepage.error.code


@pytest.mark.parametrize("value", [b"\xff", 5, F("reference"), Lower("reference")])
def test_what_is_no_text_is_kept(value):
    """A value that is not text reads as it was given; bytes are a validation error."""
    assert value is Link(homepage=value).homepage
    if isinstance(value, bytes):
        with pytest.raises(ValidationError) as caught:
            IRIField(allow_relative=True).clean(value, None)
        assert ("not-text", ["Enter text."]) == (caught.value.code, caught.value.messages)


@on_each_database
def test_blank(database):
    """A blank reads as any text that is not an IRI does: falsy, equal to "", and with an error."""
    manager = Link.objects.using(database)
    assert (None, "") == (manager.create(homepage="").reference, manager.get().choice)
    for link in [Link(), manager.get(), manager.defer("anything").get()]:
        assert ("", InvalidIRI) == (link.anything, type(link.anything))
        assert not link.anything
        assert "not-absolute" == link.anything.error.code
    assert [""] == list(OldLink.objects.using(database).values_list("anything", flat=True))
    assert 1 == manager.filter(anything="").update(anything=manager.get().anything)


def test_invalid_text_of_another_column():
    """Text that another column, or an older version, refused is read anew."""
    link = Link(anything="/a", reference=Link(anything="/a").anything)
    assert [InvalidIRI, IRIReference] == [type(link.anything), type(link.reference)]
    old = InvalidIRI(ADDRESS, IRIError("refused", "bad-character"))
    assert (ADDRESS, IRI) == (Link(homepage=old).homepage, type(Link(homepage=old).homepage))


def test_a_field_with_its_own_way_to_read():
    """A subclass decides what every value becomes, also one that is an IRI already."""

    class OwnIRI(IRI):
        pass

    class OwnField(IRIField):
        def load(self, value):
            return OwnIRI(value)

    class UpperField(IRIField):
        def from_db_value(self, value, *_):
            return value.upper()

    with isolate_apps("test_django_iri.testapp"):
        page = type("Page", (Local,), {"address": OwnField(), "__module__": __name__})
    assert [OwnIRI] * 2 == [type(page(address=each).address) for each in (ADDRESS, IRI(ADDRESS))]
    read = OwnField().from_db_value(ADDRESS, None, None)
    assert (ADDRESS, OwnIRI) == (read, type(read))
    (convert,) = UpperField().get_db_converters(None)
    assert ADDRESS.upper() == convert(ADDRESS, None, None)


@pytest.mark.django_db
def test_deferred_loading(django_assert_num_queries):
    """A deferred address is loaded once, when asked for; assigning does not ask."""
    Link.objects.create(homepage=ADDRESS)
    link = Link.objects.defer("homepage").get()
    assert {"homepage"} == link.get_deferred_fields()
    with django_assert_num_queries(1):
        assert [IRI, IRI] == [type(link.homepage), type(link.homepage)]
    link = Link.objects.defer("homepage").get()
    with django_assert_num_queries(0):
        link.homepage = "urn:é"
    link.refresh_from_db()
    assert (ADDRESS, IRI) == (link.homepage, type(link.homepage))


@pytest.mark.django_db
def test_lazy_text_and_numbers_are_stored_as_text():
    """A lazy string or a number is stored as its text, as in a `CharField`."""
    Link.objects.create(homepage=gettext_lazy(ADDRESS), anything=5)
    assert [(ADDRESS, "5")] == list(OldLink.objects.values_list("homepage", "anything"))


TOO_LONG = "https://example.org/" + 2029 * "é"


@on_each_database
@pytest.mark.parametrize("model", [Link, Bookmark])
@pytest.mark.parametrize(
    "options", [{"ignore_conflicts": True}, {}], ids=["ignoring conflicts", "plain"]
)
@pytest.mark.parametrize("is_lax", [False, True], ids=["strict", "lax"])
def test_nothing_is_cut(database, model, options, is_lax):
    """No database stores the beginning of an address that is too long, which is another one.

    By itself PostgreSQL cuts spaces, and MariaDB anything when its ``sql_mode`` is lax.
    """
    manager = model.objects.using(database)
    rows = [model(homepage=TOO_LONG), model(homepage=TOO_LONG[:-1])]
    vendor = connections[database].vendor
    with connections[database].cursor() as cursor:
        if is_lax and vendor == "mysql":
            cursor.execute("SET @strict_mode = @@sql_mode, SESSION sql_mode = ''")
        for write in [
            lambda: manager.bulk_create(rows, **options),
            lambda: manager.create(homepage=TOO_LONG),
            lambda: manager.create(homepage=ADDRESS.ljust(2049)),
            lambda: manager.update(**with_key(model, homepage=TOO_LONG)),
        ]:
            manager.all().delete()
            manager.create(homepage=ADDRESS)
            # SQLite stores the whole text.
            if vendor == "sqlite":
                write()
            else:
                with pytest.raises(DataError), transaction.atomic(using=database):
                    write()
            stored = set(manager.values_list("homepage", flat=True))
            assert stored <= {ADDRESS, TOO_LONG, TOO_LONG[:-1], ADDRESS.ljust(2049)}
        if is_lax and vendor == "mysql":
            cursor.execute("SET SESSION sql_mode = @strict_mode")


# Lookups


PATTERNS = ["iexact", "contains", "icontains", "startswith", "istartswith", "iendswith"]
LOOKUPS = [*PATTERNS, "exact", "gt", "gte", "lt", "lte", "endswith", "regex", "iregex"]


@on_each_database
@pytest.mark.parametrize("text", [*UNSTORABLE, 25_000 * "é", 25_000 * "%", 1_000_000 * "a"])
def test_text_that_matches_nothing(database, text):
    """Text that no database holds, or that is too long, matches and excludes nothing."""
    manager = Link.objects.using(database)
    manager.create(homepage=ADDRESS)
    for lookup in LOOKUPS if text in UNSTORABLE else PATTERNS:
        assert not manager.filter(**{f"homepage__{lookup}": text}).exists(), lookup
        assert 1 == manager.exclude(**{f"homepage__{lookup}": text}).count(), lookup
    for lookup in PATTERNS:
        assert manager.filter(**{f"homepage__{lookup}": F("homepage")}).exists()


@on_each_database
def test_unstorable_text_in_lists(database):
    """In a list it is left out; a range with it is empty."""
    manager = Link.objects.using(database)
    manager.create(homepage=ADDRESS)
    assert 1 == manager.filter(homepage__in=[ADDRESS, *UNSTORABLE]).count()
    assert 0 == manager.filter(homepage__in=UNSTORABLE).count()
    assert 1 == manager.exclude(homepage__in=UNSTORABLE).count()
    assert 0 == manager.filter(homepage__range=("a", "\ud800")).count()
    assert 1 == manager.filter(homepage__in=manager.values("homepage")).count()
    # It may hold an expression as well.
    assert 1 == manager.filter(homepage__in=[models.F("homepage"), "x", "\0"]).count()


@on_each_database
@pytest.mark.parametrize(
    ("lookup", "text"),
    [
        ("exact", IRI(ADDRESS)),
        ("exact", ADDRESS),
        ("contains", "テスト"),
        ("startswith", "https://例え"),
        ("endswith", "räk"),
        ("regex", "^https://.+k$"),
        ("in", (ADDRESS,)),
        ("range", (ADDRESS, ADDRESS)),
        ("gte", ADDRESS),
    ],
)
def test_lookups(database, lookup, text):
    """Every lookup of a `CharField` works, with part of an address, too."""
    manager = Link.objects.using(database)
    manager.create(homepage=ADDRESS)
    assert 1 == manager.filter(**{f"homepage__{lookup}": text}).count()
    assert 1 == manager.filter(homepage=models.F("homepage")).count()


# Validation


def test_validators_of_the_project_are_kept():
    """Validators given are used beside ours; errors by code can be replaced."""

    def refuse(value):
        raise ValidationError("refused", code="refused")

    field = IRIField(validators=[refuse], error_messages={"bad-percent": "Percent sign!"})
    with pytest.raises(ValidationError) as caught:
        field.clean("https://example.org/%", None)
    assert ["Percent sign!", "refused"] == caught.value.messages


# Forms


@pytest.mark.django_db
def test_model_form():
    """A model form trims, saves, and keeps blank and null as `CharField` does."""
    names = ["homepage", "anything", "reference", "choice"]
    form_class = modelform_factory(Link, fields=names)
    form_class({"homepage": f" {ADDRESS} ", "choice": "https://例え.テスト/"}).save()
    expected = (ADDRESS, "", None, "https://例え.テスト/")
    assert [expected] == list(OldLink.objects.values_list(*names))


# Migrations and checks


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        (IRIField, {}),
        (IRIField, {"profile": "any"}),
        (IRIField, {"schemes": ["https"]}),
        (IRIField, {"allow_relative": True}),
        (IRIField, {"max_length": 200}),
        (IRIField, {"max_length": None}),
        (IRIField, {"profile": WEB}),
        (IRIField, {"profile": "iri3987.profile.LINK"}),
        (IRIField, {"reject": ["mixed-scripts", "userinfo"], "assume_scheme": "https"}),
        (IRIURLField, {}),
        (IRIURLField, {"max_length": 200, "schemes": ["https"], "assume_scheme": None}),
        (IRIField, {"null": True, "blank": True, "unique": True, "verbose_name": "home page"}),
        *(
            (kind, {"source": "homepage"} | options)
            for kind in (IRIKeyField, IRIHostField)
            for options in ({}, {"db_index": False}, {"verbose_name": "key or host"})
        ),
        (IRIKeyField, {"source": "homepage", "level": "syntax"}),
        (IRIKeyField, {"source": "homepage", "unique": False}),
        (IRIKeyField, {"source": "homepage", "unique": False, "db_index": False}),
    ],
)
def test_deconstruct_writes_what_was_passed(kind, options):
    """A migration holds the options given, under the field's public path."""
    field = kind(**options)
    _, path, args, kwargs = field.deconstruct()
    assert (f"django_iri.fields.{kind.__name__}", [], options) == (path, args, kwargs)
    assert kwargs == field.clone().deconstruct()[3]
    if "source" in options:
        expected = (True, False, options.get("db_index", True))
        assert expected == (field.null, field.editable, field.db_index)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "options",
    [
        {"profile": "any"},
        {"schemes": ["https"]},
        {"allow_relative": True},
        {"reject": ["userinfo"]},
        {"assume_scheme": "https"},
        {"error_messages": {"invalid": "No"}},
    ],
)
def test_options_of_validation_emit_no_sql(options):
    """Changing what is accepted leaves the table alone."""
    old = Link._meta.get_field("homepage")
    new = IRIField(**options)
    new.set_attributes_from_name("homepage")
    new.model = Link
    with connection.schema_editor(collect_sql=True) as editor:
        editor.alter_field(Link, old, new)
    assert [] == editor.collected_sql


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        ({}, []),
        ({"profile": "any", "schemes": ("urn", "TAG")}, []),
        ({"profile": "wbe"}, ["django_iri.E001"]),
        ({"schemes": "https"}, ["django_iri.E002"]),
        ({"schemes": ["https://"]}, ["django_iri.E002"]),
        ({"schemes": [], "profile": 5}, ["django_iri.E001", "django_iri.E002"]),
        ({"max_length": 0}, ["django_iri.E002"]),
        ({"reject": ["no-such-code"]}, ["django_iri.E002"]),
        ({"error_messages": {"bad-percent": "100% wrong"}}, ["django_iri.E002"]),
        ({"error_messages": {"null": "100% wrong"}}, []),
        ({"assume_scheme": "ftp"}, ["django_iri.E002"]),
        ({"profile": "django_iri.no_such.PROFILE"}, ["django_iri.E001"]),
        ({"profile": "iri3987.profile.PROFILES"}, ["django_iri.E001"]),
        ({"profile": "iri3987.profile:LINK"}, []),
        ({"profile": replace(WEB, max_octets=4000), "max_length": 4000}, []),
        ({"profile": replace(WEB, max_octets=4000), "max_length": 4001}, ["django_iri.W004"]),
        ({"max_length": 8001}, ["django_iri.W004"]),
        ({"max_length": 8001, "profile": "any"}, []),
        ({"max_length": None}, []),
        ({"source": "homepage"}, []),
        ({"source": "homepage", "level": "syntax"}, []),
        ({"source": "homepage", "level": "string"}, ["django_iri.E005"]),
        ({"source": "homepages"}, ["django_iri.E003"]),
        ({"source": "title"}, ["django_iri.E004"]),
        ({"source": "links"}, ["django_iri.E003"]),
        ({"source": "homepage", "policy": "links.policies.wrong"}, ["django_iri.E006"]),
        ({"source": "homepage", "policy": 1}, ["django_iri.E006"]),
    ],
)
@isolate_apps("test_django_iri.testapp")
def test_checks(options, ids):
    """A bad option of an address or a key is told by a check, not by an exception at import."""

    class Model(Local):
        homepage = IRIField()
        title = models.TextField()
        links = models.ManyToManyField("self")
        tried = IRIKeyField(**options) if "source" in options else IRIField(**options)

    found = [error.id for error in Model.check()]  # MariaDB asks for a length, in its own words
    assert ids == [each for each in found if each.startswith("django_iri.")]


def test_migrations_hold_plain_text():
    """A default or a choice that is an IRI, or a blank, is written as text: it needs no import."""
    choices = [(IRI("https://a.example/"), "A"), ("Others", [(IRI("https://b.example/"), "B")])]
    field = IRIField(default=IRI("https://a.example/"), choices=choices)
    blank = IRIField(default=Link().anything, blank=True)
    written = [MigrationWriter.serialize(each) for each in (field, blank)]
    assert "IRI(" not in written[0][0]
    assert "django_iri.fields.IRIField(blank=True, default='')" == written[1][0]
    assert [{"import django_iri.fields"}] * 2 == [imports for _, imports in written]
    assert "https://a.example/" == field.clone().default
    assert "IRI (up to 2048)" == field.description % vars(field)
