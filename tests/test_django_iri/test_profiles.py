"""Tests of the one profile that every field, validator and serializer asks."""

from dataclasses import dataclass, replace

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db.migrations.serializer import serializer_factory
from django.forms.models import modelform_factory
from django.test.utils import isolate_apps
from rest_framework import serializers

import django_iri.forms
import django_iri.rest_framework
from django_iri.fields import IRIField, IRIURLField
from django_iri.validators import IRIFieldValidator, IRIValidator
from iri3987 import ANY, IRI, WEB, Profile
from iri3987.profile import LINK
from test_django_iri.formsapp.models import Page
from test_django_iri.test_rest_framework import refused, serializer_of
from test_django_iri.testapp.models import Bookmark

#: A profile of a project, to which a dotted path leads.
ANIMALS = Profile(schemes=["urn"], max_length=12)

#: A form repairs nothing by it, so that there is something to say.
EXACT = replace(WEB, repair=False)

PATH = "test_django_iri.test_profiles.ANIMALS"


def codes_of(call, *args):
    """Return the codes of the errors that *call* raises."""
    with pytest.raises((ValidationError, serializers.ValidationError)) as caught:
        call(*args)
    error = caught.value
    details = error.error_list if isinstance(error, ValidationError) else error.detail
    return [each.code for each in details]


def clean_of_model(**options):
    """Return how a model field validates."""
    return lambda text: IRIField(**options).clean(text, None)


BOUNDARIES = {
    "form": lambda **options: django_iri.forms.IRIField(**options).clean,
    "model": clean_of_model,
    "form of the model": lambda **options: IRIField(**options).formfield().clean,
    "serializer": lambda **options: django_iri.rest_framework.IRIField(**options).run_validation,
}
each_boundary = pytest.mark.parametrize("make", BOUNDARIES.values(), ids=BOUNDARIES)


@each_boundary
@pytest.mark.parametrize("profile", [ANIMALS, PATH, "test_django_iri.test_profiles:ANIMALS"])
def test_what_a_profile_can_be(make, profile):
    """A profile is a name, an object, or a dotted path, and decides all by itself.

    The smaller of two lengths counts; `reject` adds to what the profile refuses.
    """
    for options, codes in [
        ({}, {"http://a.b/": "scheme-not-allowed", "urn:elephants": "too-long"}),
        ({"max_length": None}, {"urn:elephants": "too-long"}),
        ({"max_length": 6}, {"urn:cat": "too-long"}),
        ({"reject": ["not-nfc"]}, {"urn:e\u0301": "not-nfc"}),
    ]:
        clean = make(profile=profile, **options)
        assert IRI("urn:ca") == clean("urn:ca")
        assert codes == {text: "+".join(codes_of(clean, text)) for text in codes}
    profile = Profile(reject=["mixed-scripts"])
    clean = make(profile=profile, reject=["userinfo"])
    assert ["userinfo"] == codes_of(clean, "http://me@рaypal.com/")
    assert ["mixed-scripts"] == codes_of(clean, "http://рaypal.com/")


@each_boundary
@pytest.mark.parametrize(
    ("options", "right"),
    [
        ({"profile": "wbe"}, "profile must be 'any', 'web'"),
        ({"profile": "no.such.PROFILE"}, "leads nowhere"),
        ({"schemes": ["https://"]}, "write it as in 'https'"),
        ({"reject": "userinfo"}, "must be a collection of codes"),
        ({"assume_scheme": "ftp"}, "assume_scheme must be 'http' or 'https'"),
        ({"max_length": "12"}, "max_length must be a number"),
    ],
)
def test_a_wrong_option(make, options, right):
    """A wrong option is refused, with what would be right, and never accepts everything."""
    with pytest.raises((TypeError, ValueError), match=right):
        make(**options)("http://example.org/")


# Model fields


def test_options_reach_the_form_and_the_serializer():
    """They ask the profile of the model field, and may have options of their own on top."""
    field = Page._meta.get_field("name")
    serializer_field = serializer_of(Page, "name", "url")().fields["name"]
    assert field.rule == field.formfield().profile == serializer_field.profile
    assert ("urn",) == field.rule.schemes
    profile = IRIField(reject=["userinfo"]).formfield(schemes=["https"]).profile
    assert (("https",), ("userinfo",)) == (profile.schemes, profile.reject)
    # A migration may have a path that leads nowhere by now: it is not used to validate.
    old = IRIField(profile="links.removed.PROFILE")
    assert {"profile": "links.removed.PROFILE"} == old.clone().deconstruct()[3]


@pytest.mark.parametrize(
    ("changed", "text", "code"),
    [
        ({"profile": "public"}, "https://10.0.0.1/", "host-not-public"),
        ({"max_length": 20}, "https://example.org/é", "too-long"),
        ({"reject": ["userinfo"]}, "https://me@example.org/", "userinfo"),
    ],
)
def test_extra_kwargs_change_the_rule_of_the_model(changed, text, code):
    """A serializer whose profile or length is given does not keep the model field's."""
    of_page = serializer_of(Page, "homepage")
    of_page.Meta.extra_kwargs = {"homepage": changed}
    assert {"homepage": [code]} == refused(of_page(data={"homepage": text}))


@pytest.mark.parametrize(
    "make",
    [django_iri.forms.IRIField, django_iri.rest_framework.IRIField, IRIFieldValidator],
)
def test_words_that_cannot_be_filled_in(make):
    """A "%" too much would be an error of the server, when somebody's address is refused."""
    with pytest.raises(ValueError, match='write "%%" for "%"'):
        make(error_messages={"bad-percent": "100% wrong"})
    make(error_messages={"bad-percent": "%(place)s is 100%% wrong", "invalid": "%(value)s"})


def test_words_of_a_model_field():
    """`error_messages` of a model field are those of its form and serializer, too."""
    own = {"bad-percent": "At %(place)s", "invalid": "Enter a valid URL.", "unique": "Taken"}
    field = IRIField(profile=EXACT, error_messages=own)
    form_field = field.formfield(error_messages={"bad-percent": "Of the form"})
    assert "unique" not in form_field.error_messages
    for clean, percent in [
        (lambda text: field.clean(text, None), "At 12"),
        (field.formfield().clean, "At 12"),
        (IRIURLField(profile=EXACT, error_messages=own).formfield().clean, "At 12"),
        (django_iri.rest_framework.IRIField(validators=field.validators).run_validation, "At 12"),
        (form_field.clean, "Of the form"),
    ]:
        for text, told in [("http://a.b/%", percent), ("http://", "Enter a valid URL.")]:
            with pytest.raises((ValidationError, serializers.ValidationError)) as caught:
                clean(text)
            assert [told] == getattr(caught.value, "messages", None) or caught.value.detail


# Migrations


@dataclass(frozen=True, kw_only=True)
class Strict(Profile):
    """A profile of a class of the project."""


@pytest.mark.parametrize(
    ("profile", "written", "module"),
    [
        (ANY, "iri3987.profile.Profile()", "iri3987.profile"),
        (
            Profile(schemes={"urn", "tag"}, reject=["userinfo"], port=(1, 9)),
            "iri3987.profile.Profile(port=(1, 9), reject=('userinfo',), schemes=('tag', 'urn'))",
            "iri3987.profile",
        ),
        (Strict(host="uts46"), f"{__name__}.Strict(host='uts46')", __name__),
    ],
)
def test_a_migration_can_write_a_profile(profile, written, module):
    """A migration holds the call that makes the profile, its options in order."""
    assert (written, {f"import {module}"}) == serializer_factory(profile).serialize()


@pytest.mark.parametrize(
    "options",
    [
        {"profile": PATH},
        {"profile": replace(WEB, allow_userinfo=False)},
        {"schemes": {"https", "http"}, "reject": {"userinfo", "not-nfc"}},
        {"assume_scheme": "https", "error_messages": {"invalid": "Enter a valid URL."}},
        {"profile": "any", "validators": [IRIValidator(["urn"], profile=LINK)]},
    ],
)
@isolate_apps("test_django_iri.testapp")
@pytest.mark.django_db
def test_a_second_makemigrations_finds_no_change(options, tmp_path, settings, monkeypatch, capsys):
    """A written profile is read as the same, of whatever kind it is."""
    # A name of its own, as Python keeps modules.
    package = tmp_path / f"migrations_{tmp_path.name}"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {"testapp": package.name}
    field = IRIField(**options)
    field.set_attributes_from_name("homepage")
    monkeypatch.setattr(Bookmark._meta.get_field("home"), "deconstruct", field.deconstruct)
    call_command("makemigrations", "testapp")
    written = (package / "0001_initial.py").read_text("utf-8")
    profile = options.get("profile", "web")
    assert profile == "web" or (repr(profile) in written) is isinstance(profile, str)
    capsys.readouterr()
    call_command("makemigrations", "testapp", "--check", "--dry-run")
    assert "No changes detected in app 'testapp'" in capsys.readouterr().out


@pytest.mark.django_db
def test_the_model_asks_its_own_profile():
    """It has not accepted what `clean_homepage` returns, nor what another profile has accepted."""
    own = modelform_factory(Page, fields=["title", "homepage"])
    cleaned = type("Cleaned", (own,), {"clean_homepage": lambda _form: "http://[::1"})
    by_any = type("ByAny", (own,), {"homepage": django_iri.forms.IRIField(profile="any")})
    for form_class, text, code in [
        (cleaned, "http://faß.de/", "bad-ip-literal"),
        (by_any, "urn:x", "scheme-not-allowed"),
    ]:
        form = form_class({"title": "x", "homepage": text})
        assert [code] == [each.code for each in form.errors.as_data()["homepage"]]
