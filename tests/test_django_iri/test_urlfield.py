"""Tests of `IRIURLField`."""

import pytest
from django import forms as django_forms
from django.core.exceptions import ValidationError
from django.db import connections, models
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import isolate_apps
from rest_framework.exceptions import ValidationError as RestError

from django_iri import forms
from django_iri import rest_framework as serializers
from django_iri.fields import IRIField, IRIURLField, columns
from iri3987 import IRI, WEB
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import Local


def test_form_field():
    """Its form field is ours, with its options, and a `URLField` too, which has one message."""
    form_field = IRIURLField(schemes=["https"]).formfield()
    assert forms.IRIURLField is type(form_field)
    assert isinstance(form_field, django_forms.URLField)
    assert "https" == form_field.assume_scheme
    assert IRI("https://例え.テスト/") == form_field.clean(" https://例え.テスト/ ")
    with pytest.raises(ValidationError, match="must begin with https:"):
        form_field.clean("http://example.org/")

    words = type("Words", (), {"default_error_messages": {"invalid": "Enter a valid URL."}})
    own_field = type("AddressField", (words, forms.IRIURLField), {})
    for own in (own_field(), type("LinkField", (own_field,), {})(error_messages={})):
        with pytest.raises(ValidationError, match="Enter a valid URL"):
            own.clean("http://exa%mple.org/")


def test_form_field_of_another_class():
    """A form field that a project names has none of our options, but its length."""
    field = IRIURLField(max_length=300)
    form_field = field.formfield(form_class=django_forms.URLField, assume_scheme="https")
    assert django_forms.URLField is type(form_field)
    assert 300 == form_field.max_length


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"schemes": ["http"]}, "http://example.org"),
        ({"profile": "any"}, "https://example.org"),
        ({"allow_relative": True}, "example.org"),
        ({"assume_scheme": "http"}, "http://example.org"),
    ],
)
def test_completes_addresses(options, expected):
    """An address without a scheme gets one, in a form; but a reference needs none."""
    assert expected == IRIURLField(**options).formfield().clean("example.org")
    assert expected == forms.IRIURLField(**options).clean("example.org")
    if options.get("profile") != "any":
        assert expected == IRIField(**options).formfield().clean("example.org")
        assert expected == forms.IRIField(**options).clean("example.org")


#: Texts that people type, and what a `URLField` makes of them; None if it refuses them.
AS_URL_FIELD = {
    "example.org": "https://example.org",
    "//example.org": "https://example.org",
    "例え.テスト:8080": "https://例え.テスト:8080",
    "127.0.0.1:8000": "https://127.0.0.1:8000",
    "localhost": "https://localhost",
    "about.html": "https://about.html",
    "user:pw@example.org": None,
    "javascript:alert(1)": None,
    "mailto:x": None,
    "mailto:juan@example.org": None,
    "tel:110": None,
    "urn:a:b": None,
    "http//example.org": None,
    "/path": None,
    "?q": None,
    "#a": None,
    "wiki": None,
    "hello world": None,
}


@pytest.mark.parametrize(("text", "expected"), AS_URL_FIELD.items())
def test_completes_as_django_does(text, expected):
    """The same texts are completed and refused; what was refused is shown as it was typed."""
    for field in (
        django_forms.URLField(assume_scheme="https"),
        forms.IRIField(),
        forms.IRIURLField(),
    ):
        form_class = type("LinkForm", (django_forms.Form,), {"link": field})
        form = form_class({"link": text})
        assert (expected is not None) == form.is_valid()
        assert expected == form.cleaned_data.get("link")
        assert f'value="{text}"' in str(form["link"])


def test_does_not_complete():
    """An e-mail address is not one of the web. Without a scheme to assume, nothing is completed.

    A program sends whole addresses, unless the field says that it need not.
    """
    refusing = [
        (forms.IRIField(), "juan@example.org", "not-absolute"),
        (forms.IRIField(assume_scheme=None), "example.org", "not-absolute"),
        (forms.IRIURLField(assume_scheme=None), "example.org", "not-absolute"),
        (forms.IRIField(profile="any"), "example.org", "not-absolute"),
        (IRIField(assume_scheme=None).formfield(), "example.org", "not-absolute"),
        (IRIURLField(assume_scheme=None).formfield(), "example.org", "not-absolute"),
        (IRIField().formfield(assume_scheme=None), "example.org", "not-absolute"),
        (IRIURLField(schemes=["ftp"]).formfield(), "example.org", "not-absolute"),
    ]
    for field, text, code in refusing:
        with pytest.raises(ValidationError) as caught:
            field.clean(text)
        assert code == caught.value.code
    for field in (serializers.IRIField(), serializers.IRIField(profile=WEB)):
        with pytest.raises(RestError, match="Put https:// in front: "):
            field.run_validation("example.org")
    field = serializers.IRIField(assume_scheme="https")
    assert "https://example.org" == field.run_validation("example.org")


@pytest.mark.parametrize("length", [200, 5000])
@pytest.mark.parametrize("field_class", [IRIField, IRIURLField])
def test_max_length(field_class, length):
    """As many characters are taken as the field says, in the model and in its form."""
    field = field_class(max_length=length)
    field.set_attributes_from_name("url")
    address = "https://example.org/".ljust(length, "a")
    for each in field, field.formfield():
        clean = each.clean if each is not field else lambda text: field.clean(text, None)
        assert address == clean(address)
        with pytest.raises(ValidationError) as caught:
            clean(f"{address}a")
        assert ["too-long"] == [error.code for error in caught.value.error_list]
    assert [length] == [validator.profile.max_length for validator in field.validators]


class URLField(IRIURLField):
    """A project's own class, which was one of a `models.URLField` before."""


@pytest.fixture
def waiting_migration(tmp_path, monkeypatch, settings):
    """Give the application a migration that is not applied; return its name."""
    folder = tmp_path / "waiting_migrations"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "0001_initial.py").write_text(
        "from django.db import migrations\n"
        "from django_iri.fields import IRIField\n"
        "from test_django_iri.test_urlfield import URLField\n\n\n"
        "class Migration(migrations.Migration):\n"
        "    text = IRIField(db_column='words', max_length=None)\n"
        "    fields = [('url', URLField()), ('text', text)]\n"
        "    operations = [migrations.CreateModel('Short', fields)]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"testapp": "waiting_migrations"}
    return ("testapp", "0001_initial")


@on_each_database(transaction=True)
@isolate_apps("test_django_iri.testapp")
def test_a_column_that_stayed_short(database, waiting_migration, monkeypatch, settings):
    """A column that is shorter than its field is a warning, where no migration will alter it."""

    class Short(Local):
        url = URLField()
        text = IRIField(max_length=None, db_column="words")

    class Old(Local):
        url = models.URLField()
        words = models.TextField()

        class Meta(Local.Meta):
            db_table = "testapp_short"

    def found():
        assert [] == Short.check(databases=[database])
        fields = [Short._meta.get_field(name) for name in ("url", "text")]
        return [each for f in fields for each in columns.problems_of(f, connections[database])]

    assert [] == found()  # There is no such table yet.
    with connections[database].schema_editor() as editor:
        editor.create_model(Old)
    recorder = MigrationRecorder(connections[database])
    try:
        assert [] == found()  # A migration waits, which may be the one.
        recorder.ensure_schema()
        recorder.record_applied(*waiting_migration)
        (warning,) = found()
        assert "testapp_short.url holds 200 characters, and max_length is 2048" in warning.msg
        assert "max_length=200" in warning.hint
        # The model has changed since its last migration: the next one alters the column.
        with monkeypatch.context() as changed:
            changed.setattr(Short._meta.get_field("url"), "max_length", 3000)
            assert [] == found()
            settings.MIGRATION_MODULES = {"testapp": None}  # nothing but the model tells
            assert ["django_iri.W003"] == [problem.id for problem in found()]
            settings.MIGRATION_MODULES = {"testapp": "waiting_migrations"}
        with connections[database].schema_editor() as editor:
            new = IRIURLField()
            new.set_attributes_from_name("url")
            editor.alter_field(Old, Old._meta.get_field("url"), new)
        assert [] == found()
    finally:
        recorder.record_unapplied(*waiting_migration)
        with connections[database].schema_editor() as editor:
            editor.delete_model(Old)
