"""Tests of the one profile that every field, validator and serializer asks."""

from dataclasses import dataclass, replace

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db.migrations.serializer import serializer_factory
from django.test.utils import isolate_apps
from rest_framework import serializers

import django_iri.forms
import django_iri.rest_framework
from django_iri.fields import IRIField, IRIURLField
from django_iri.validators import IRIFieldValidator, IRIValidator
from iri3987 import ANY, IRI, WEB, Profile
from iri3987.profile import LINK
from test_django_iri.formsapp.models import Page
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
    """A profile is a name, an object, or a dotted path, and decides all by itself."""
    clean = make(profile=profile)
    assert IRI("urn:cat") == clean("urn:cat")
    assert ["scheme-not-allowed"] == codes_of(clean, "http://a.b/")
    assert ["too-long"] == codes_of(clean, "urn:elephants")


@each_boundary
def test_lengths_of_a_profile_and_of_a_field(make):
    """The smaller length counts."""
    assert ["too-long"] == codes_of(make(profile=ANIMALS, max_length=6), "urn:cat")
    assert ["too-long"] == codes_of(make(profile=ANIMALS, max_length=None), "urn:elephants")


@each_boundary
def test_findings_that_are_refused(make):
    """`reject` refuses a finding by its code, and adds to what the profile refuses."""
    text = "http://me@рaypal.com/"
    clean = make(reject=["userinfo"])
    assert ["userinfo"] == codes_of(clean, text)
    assert "http://рaypal.com/" == clean("http://рaypal.com/")
    profile = Profile(reject=["mixed-scripts"])
    assert ["userinfo"] == codes_of(make(profile=profile, reject=["userinfo"]), text)
    assert ["mixed-scripts"] == codes_of(make(profile=profile), "http://рaypal.com/")


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
    """The form field and the serializer field ask the profile of the model field."""

    class AnimalSerializer(serializers.ModelSerializer):
        class Meta:
            model = Page
            fields = ("name", "url")

    field = Page._meta.get_field("name")
    serializer_field = AnimalSerializer().fields["name"]
    assert field.rule == field.formfield().profile == serializer_field.profile
    assert ("urn",) == field.rule.schemes


def test_options_that_a_form_adds():
    """A form or a serializer may have options of its own, on top of those of the model."""
    field = IRIField(max_length=100, reject=["userinfo"])
    assert ("https",) == field.formfield(schemes=["https"]).profile.schemes
    assert ("userinfo",) == field.formfield(schemes=["https"]).profile.reject

    class PageSerializer(serializers.ModelSerializer):
        class Meta:
            model = Page
            fields = ("homepage",)
            extra_kwargs = {"homepage": {"reject": ["userinfo"]}}  # noqa: RUF012 - as in DRF

    assert ("userinfo",) == PageSerializer().fields["homepage"].profile.reject


@pytest.mark.parametrize(
    ("changed", "text", "code"),
    [
        ({"profile": "public"}, "https://10.0.0.1/", "host-not-public"),
        ({"max_length": 20}, "https://example.org/é", "too-long"),
    ],
)
def test_extra_kwargs_change_the_rule_of_the_model(changed, text, code):
    """A serializer whose profile or length is given does not keep the model field's."""

    class PageSerializer(serializers.ModelSerializer):
        class Meta:
            model = Page
            fields = ("homepage",)
            extra_kwargs = {"homepage": changed}  # noqa: RUF012 - as in DRF

    serializer = PageSerializer(data={"homepage": text})
    assert not serializer.is_valid()
    assert [code] == [error.code for error in serializer.errors["homepage"]]


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
    """`error_messages` of a model field are those of its form and of its serializer, too."""
    own = {"bad-percent": "At %(place)s", "invalid": "Enter a valid URL.", "unique": "Taken"}
    field = IRIField(profile=EXACT, error_messages=own)
    other = django_iri.rest_framework.IRIField(validators=field.validators)
    cleans = [
        lambda text: field.clean(text, None),
        field.formfield().clean,
        IRIURLField(profile=EXACT, error_messages=own).formfield().clean,
    ]
    for clean in cleans:
        for text, told in [("http://a.b/%", "At 12"), ("http://", "Enter a valid URL.")]:
            with pytest.raises(ValidationError) as caught:
                clean(text)
            assert [told] == caught.value.messages
    for text, told in [("http://a.b/%", "At 12"), ("http://", "Enter a valid URL.")]:
        with pytest.raises(serializers.ValidationError) as caught:
            other.run_validation(text)
        assert [told] == caught.value.detail
    assert "unique" not in field.formfield().error_messages


def test_words_of_a_form_replace_those_of_the_model():
    """The words of a form for a code come first."""
    field = IRIField(profile=EXACT, error_messages={"invalid": "Of the model"})
    form_field = field.formfield(error_messages={"bad-percent": "Of the form"})
    for text, told in [("http://a.b/%", "Of the form"), ("x", "Of the model")]:
        with pytest.raises(ValidationError) as caught:
            form_field.clean(text)
        assert [told] == caught.value.messages


# Warnings


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


def test_an_old_migration_may_have_a_path_that_leads_nowhere():
    """A field of such a migration can be made and written: it is not used to validate."""
    field = IRIField(profile="links.removed.PROFILE")
    assert {"profile": "links.removed.PROFILE"} == field.clone().deconstruct()[3]


# The model asks its own profile


@pytest.mark.django_db
def test_the_model_asks_about_what_a_form_has_changed():
    """A text that `clean_homepage` returns instead was not accepted yet."""

    class PageForm(forms.ModelForm):
        class Meta:
            model = Page
            fields = ("title", "homepage")

        def clean_homepage(self):
            return "http://[::1"

    form = PageForm({"title": "x", "homepage": "http://faß.de/"})
    assert {"homepage": ["bad-ip-literal"]} == {
        name: [each.code for each in errors] for name, errors in form.errors.as_data().items()
    }


@pytest.mark.django_db
def test_the_model_asks_if_its_form_has_another_profile():
    """A form field of another profile proves nothing to the model."""

    class PageForm(forms.ModelForm):
        homepage = django_iri.forms.IRIField(profile="any")

        class Meta:
            model = Page
            fields = ("title", "homepage")

    form = PageForm({"title": "x", "homepage": "urn:x"})
    assert ["scheme-not-allowed"] == [e.code for e in form.errors.as_data()["homepage"]]
