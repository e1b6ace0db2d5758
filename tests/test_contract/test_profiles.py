"""Every profile, through every boundary: the same text has the same verdict, and the same code."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Annotated

import pytest
from django.core.exceptions import ValidationError
from django.forms import Form as DjangoForm
from pydantic import TypeAdapter
from pydantic import ValidationError as PydanticError
from rest_framework.exceptions import ValidationError as RestError
from sqlalchemy.dialects import sqlite
from werkzeug.datastructures import MultiDict
from wtforms import Field, Form, StringField

from django_iri import fields, forms, rest_framework, validators
from flask_iri import wtforms
from iri3987 import ANY, IRI, WEB, IRIError, IRIReference, Profile
from iri3987.__main__ import main
from iri3987.profile import INTRANET, PUBLIC
from sqlalchemy_iri import IRIType
from test_contract.contract_inputs import CASES

#: Profiles that have no name; the command line finds them by their paths.
REFERENCES = replace(WEB, allow_relative=True)
LISTED = replace(
    PUBLIC, allow_hosts=["wiki", ".local", "10.1.2.0/24"], deny_hosts=["8.8.8.8", "例え.テスト"]
)
PROFILES = {
    "any": ANY,
    "web": WEB,
    "intranet": INTRANET,
    "public": PUBLIC,
    "test_contract.test_profiles:LISTED": LISTED,
    "test_contract.test_profiles:REFERENCES": REFERENCES,
}

_EVERYWHERE = dict.fromkeys(PROFILES)
_LISTED = list(PROFILES)[-2]
_ALLOWED: dict[str, str | None] = {**_EVERYWHERE, "public": "host-not-public"}
_BUT_PUBLIC = {**_ALLOWED, _LISTED: "host-not-public"}
_DENIED = {**_EVERYWHERE, _LISTED: "host-not-allowed"}
_ABSOLUTE = {**dict.fromkeys(PROFILES, "not-absolute"), list(PROFILES)[-1]: None}
#: The options in which profiles differ, and the code of each that refuses: see `iri3987.Profile`.
DIFFERENT: dict[str, dict[str, str | None]] = {
    "https://例え.テスト/": _DENIED,
    "https://例え.テスト.jp/": _EVERYWHERE,
    "http://8.8.8.8/": _DENIED,
    "http://127.0.0.1/": _BUT_PUBLIC,
    "http://10.1.2.3:8080/": _ALLOWED,
    "http://[::1]/": _BUT_PUBLIC,
    "http://[::ffff:192.168.0.1]/": _BUT_PUBLIC,
    "http://localhost/": _BUT_PUBLIC,
    "http://printer.local./": _ALLOWED,
    "http://router.home.arpa/": _BUT_PUBLIC,
    "http://wiki/": {
        **dict.fromkeys(PROFILES, "host-single-label"),
        "any": None,
        "intranet": None,
        _LISTED: None,
    },
    "urn:é": {**dict.fromkeys(PROFILES, "scheme-not-allowed"), "any": None},
    "/straße?q#f": _ABSOLUTE,
    "//faß.de/": _ABSOLUTE,
    "///faß.de/": {**_ABSOLUTE, list(PROFILES)[-1]: "host-missing"},
}


def by_core(profile: Profile, text: str) -> str | None:
    """Return the code of the error of `Profile.check`, None without one; so do all that follow."""
    try:
        profile.check(text)
    except IRIError as error:
        return error.code
    return None


def by_clean(profile: Profile, text: str) -> str | None:
    """Ask `Profile.clean`."""
    try:
        profile.clean(text)
    except IRIError as error:
        return error.code
    return None


def by_form(profile: Profile, text: str) -> str | None:
    """Ask the form field of Django."""
    return _django(forms.IRIField(profile=profile, max_length=None, assume_scheme=None).clean, text)


def by_confirmed_form(profile: Profile, text: str) -> str | None:
    """Ask a form of Django that has asked about this text, and was told to save it anyway."""
    form = DjangoForm({"link": text, "link-confirmed": text})
    form.fields["link"] = forms.IRIField(
        profile=profile, max_length=None, assume_scheme=None, confirm_warnings=True
    )
    return "+".join(str(each.code) for each in form.errors.as_data().get("link", ())) or None


def by_model(profile: Profile, text: str) -> str | None:
    """Ask the model field."""
    field = fields.IRIField(profile=profile, max_length=None)
    return _django(lambda each: field.clean(each, None), text)


def by_validator(profile: Profile, text: str) -> str | None:
    """Ask the validator of Django."""
    return _django(validators.IRIFieldValidator(profile), text)


def _django(call: Callable[[str], object], text: str) -> str | None:
    try:
        call(text)
    except ValidationError as error:
        return "+".join(str(each.code) for each in error.error_list)
    return None


def by_serializer(profile: Profile, text: str) -> str | None:
    """Ask the field of Django REST Framework."""
    try:
        rest_framework.IRIField(profile=profile, max_length=None).run_validation(text)
    except RestError as error:
        return "+".join(str(code) for code in error.get_codes() or ())
    return None


def by_wtforms_field(profile: Profile, text: str) -> str | None:
    """Ask the field of WTForms."""
    return _wtforms(wtforms.IRIField(profile=profile, max_length=None, assume_scheme=None), text)


def by_wtforms_validator(profile: Profile, text: str) -> str | None:
    """Ask the validator of WTForms."""
    return _wtforms(StringField(validators=[wtforms.IRIValidator(profile, max_length=None)]), text)


def _wtforms(field: Field, text: str) -> str | None:
    form = type("LinkForm", (Form,), {"link": field})(MultiDict({"link": text}))
    form.validate()
    return "+".join(error.code for error in form.link.errors) or None


def by_column(profile: Profile, text: str) -> str | None:
    """Ask the type of SQLAlchemy."""
    try:
        IRIType(None, profile=profile).process_bind_param(text, sqlite.dialect())
    except IRIError as error:
        return error.code
    return None


def by_pydantic(profile: Profile, text: str, *, strict: bool = False) -> str | None:
    """Ask pydantic."""
    kind = IRIReference if profile.allow_relative else IRI
    adapter: TypeAdapter[str] = TypeAdapter(Annotated[kind, profile])  # type: ignore[arg-type]
    try:
        adapter.validate_python(text, strict=strict)
    except PydanticError as error:
        return "+".join(each["ctx"]["code"] for each in error.errors())
    return None


def by_strict_pydantic(profile: Profile, text: str) -> str | None:
    """Ask pydantic in strict mode."""
    return by_pydantic(profile, text, strict=True)


#: Boundaries for text as it is, and for text that people type.
EXACT = [by_core, by_model, by_validator, by_wtforms_validator, by_column, by_strict_pydantic]
TYPED = [by_clean, by_form, by_confirmed_form, by_serializer, by_wtforms_field, by_pydantic]

each_profile = pytest.mark.parametrize("name", PROFILES, ids=lambda name: name.rpartition(":")[2])


@each_profile
@pytest.mark.parametrize("boundary", EXACT + TYPED)
def test_verdict(boundary: Callable[[Profile, str], str | None], name: str) -> None:
    """Where profiles differ, each boundary refuses what its profile refuses, with its code."""
    expected = {text: codes[name] for text, codes in DIFFERENT.items()}
    assert expected == {text: boundary(PROFILES[name], text) for text in DIFFERENT}


#: Every eleventh case: all are asked of "web" and "any" in other files. Forms call "" missing.
SOME = [case.text for case in CASES[::11] if case.text]


@each_profile
@pytest.mark.parametrize("boundary", EXACT[1:])
def test_exact(boundary: Callable[[Profile, str], str | None], name: str) -> None:
    """A boundary for text as it is has the verdicts of `Profile.check`."""
    profile = PROFILES[name]
    expected = {text: by_core(profile, text) for text in SOME}
    assert expected == {text: boundary(profile, text) for text in SOME}


@each_profile
@pytest.mark.parametrize("boundary", TYPED[1:])
def test_typed(boundary: Callable[[Profile, str], str | None], name: str) -> None:
    """A boundary for text that people type has the verdicts of `Profile.clean`."""
    profile = PROFILES[name]
    expected = {text: by_clean(profile, text) for text in SOME}
    assert expected == {text: boundary(profile, text) for text in SOME}


@each_profile
def test_command_line(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The command takes a profile by its name or its path, and names the code of each error."""
    codes = {text: codes[name] for text, codes in DIFFERENT.items()}
    assert main(["check", "--profile", name, "--", *codes]) == int(any(codes.values()))
    lines = capsys.readouterr().err.splitlines()
    found = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert [code for code in codes.values() if code] == found


class Switched(Profile):
    """`WEB`, or any IRI while the switch is off: the rule of docs/reference/profiles.md."""

    is_on = True

    def check(self, text: object, /) -> IRIReference:
        """Ask the rule that counts now."""
        return super().check(text) if Switched.is_on else ANY.check(text)


@pytest.mark.parametrize("boundary", EXACT + TYPED)
def test_switch(
    boundary: Callable[[Profile, str], str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A subclass of `Profile` that reads a switch in `check` decides at every boundary."""
    profile = Switched(**asdict(WEB))
    texts = ["http://wiki/", "urn:é", "http://\0"]
    found = [boundary(profile, text) for text in texts]
    assert ["host-single-label", "scheme-not-allowed", "bad-character"] == found
    monkeypatch.setattr(Switched, "is_on", False)
    assert [None, None, "bad-character"] == [boundary(profile, text) for text in texts]
