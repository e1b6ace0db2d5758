"""`iri3987.wtforms`: the form field and the validator."""

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import FieldList, Form, HiddenField, StringField, ValidationError
from wtforms.validators import DataRequired, InputRequired, Optional
from wtforms.widgets import TextArea

from iri3987 import INTRANET, IRI, WEB, IRIReference, wtforms
from iri3987.wtforms import IRIField
from test_iri3987.wtforms_links import EXACT, LinkForm, codes, form_with, make, validated

#: Text, and the code with which the core refuses it: one of each kind.
REFUSED = [
    ("example.org", "not-absolute"),
    ("https://example.org/100%", "bad-percent"),
    ("https://example.org/a b", "bad-character"),
    ("https://example.org/\u202e", "bidi-formatting"),
    ("https://example.org/\ud800", "bad-character"),
    ("https://example.org/\0", "bad-character"),
    ("https://a..b/", "host-empty-label"),
    ("https://-a.b/", "host-hyphen"),
    ("https://localhost.1/", "host-ipv4"),
    ("javascript:alert(1)", "scheme-not-allowed"),
    ("https://example.org/" + 2048 * "é", "too-long"),
]

# The field


def test_data_are_an_iri():
    """The data are an `IRI`, equal to what was typed."""
    form = make(link="https://faß.de/straße?q=é")
    assert form.validate()
    assert "https://faß.de/straße?q=é" == form.link.data == form.data["link"]
    assert IRI is type(form.link.data)


def test_reference():
    """With `reference`, the data are an `IRIReference`, and may be relative."""
    form = make(form_with(reference=True), link="../räk")
    assert form.validate()
    assert ("../räk", IRIReference) == (form.link.data, type(form.link.data))


@pytest.mark.parametrize("end", [" ", "\t", "\r\n", "\f", " \t\r\n\f"])
def test_trims_ascii_white_space_at_the_ends(end):
    """White space of HTML at the two ends is not part of an address."""
    assert "https://example.org/" == make(link=f"{end}https://example.org/{end}").link.data


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_error_has_the_code_of_the_core(text, code):
    """Bad input gets one error, with the core's code; the data are None then."""
    form = make(link=text)
    assert [code] == codes(form)
    assert form.link.data is None


def test_error_has_the_position_of_the_core():
    """The position indexes the text as it was typed; the message counts from 1."""
    form = make(link=" https://example.org/%")
    form.validate()
    [error] = form.errors["link"]
    assert (21, 22) == (error.position, error.place)
    assert "position 22" in error


def test_refused_text_is_shown_again():
    """A refused address is shown as it was typed, escaped."""
    html = str(make(link=' http://example.org/"é" ').link)
    assert 'value=" http://example.org/&#34;é&#34; "' in html


def test_accepted_text_is_shown_as_it_is_kept():
    """The input shows the data, which a view may set."""
    form = make(link=" https://example.org/ ")
    assert 'value="https://example.org/"' in str(form.link)
    form.link.data = IRI("https://example.org/other")
    assert 'value="https://example.org/other"' in str(form.link)


@pytest.mark.parametrize("text", ["", "   ", "\r\n"])
def test_empty_text_is_none(text):
    """A text that is empty after trimming is None, for fields of WTForms that ask no more."""
    form = make(link=text)
    assert form.validate()
    assert form.link.data is None
    assert 'value=""' in str(form.link)


@pytest.mark.parametrize("text", ["", "   "])
@pytest.mark.parametrize("required", [InputRequired, DataRequired])
def test_empty_text_is_missing(text, required):
    """It is missing where it is required."""
    assert ["This field is required."] == codes(make(form_with(validators=[required()]), link=text))


def test_empty_text_is_optional():
    """It stops the validators where the field is optional."""
    assert [] == codes(make(form_with(validators=[Optional(), no_example]), link=" "))


@pytest.mark.parametrize("required", [InputRequired, DataRequired, Optional])
def test_refusal_is_the_one_error(required):
    """A typed text is not missing: other validators do not speak of it."""
    form = make(form_with(validators=[required()]), link="https://example.org/%")
    assert ["bad-percent"] == codes(form)


def no_example(_form, field):
    """Refuse one host; expect an `IRI`."""
    if field.data.host == "example.org":
        raise ValidationError("No example")


def test_validators_of_the_project_see_an_iri():
    """A project's validator gets the `IRI`, and is not asked about anything else."""
    form = form_with(validators=[no_example])
    assert ["No example"] == codes(make(form, link="https://example.org/"))
    assert ["not-absolute"] == codes(make(form, link="example.org"))
    assert [] == codes(make(form, link="https://faß.de/"))


def test_inline_validator():
    """So does the form's own ``validate_link``."""

    class OwnForm(LinkForm):
        def validate_link(self, field):
            no_example(self, field)

    assert ["No example"] == codes(make(OwnForm, link="https://example.org/"))


def test_from_an_object():
    """Text of an object becomes an `IRI`; what is none is shown, and refused when validated."""
    form = LinkForm(data={"link": "https://faß.de/"})
    assert IRI is type(form.link.data)
    assert form.validate()
    old = LinkForm(data={"link": "https://a b/"})
    assert 'value="https://a b/"' in str(old.link)
    assert ["bad-character"] == codes(old)


@pytest.mark.parametrize("value", [None, ""])
def test_empty_object(value):
    """An object may have none."""
    form = LinkForm(data={"link": value})
    assert form.validate()
    assert 'value=""' in str(form.link)


def test_not_sent():
    """A form that is sent without the field leaves the object's value."""
    form = LinkForm(MultiDict({"other": "x"}), data={"link": "https://faß.de/"})
    assert form.validate()
    assert "https://faß.de/" == form.link.data


def test_populates_an_object():
    """`populate_obj` gives the `IRI`."""

    class Row:
        link = None

    make(link="https://faß.de/").populate_obj(Row)
    assert IRI is type(Row.link)


def test_filters_are_checked():
    """The result of a filter is checked again."""
    form = form_with(filters=[lambda iri: iri and iri + "%"])
    assert ["bad-percent"] == codes(make(form, link="https://example.org/"))


@pytest.mark.parametrize("value", [5, b"https://example.org/", ["https://example.org/"], {}, True])
def test_json_that_is_no_text(value):
    """Flask-WTF reads JSON: a value in it that is not text is refused, and can be shown."""
    form = make(link=[value])
    assert ["not-text"] == codes(form)
    assert "<input" in str(form.link)


def test_json_null():
    """And null is what is not there."""
    form = make(link=[None])
    assert [] == codes(form)
    assert form.link.data is None


def test_surrogates_can_be_shown():
    """A lone surrogate, which only JSON can carry, does not break the page that shows it."""
    assert 'value="\ufffd\0"' in make(link="\ud800\0").link().encode().decode()


def test_markup_is_text():
    """`Markup` is read as text, and escaped."""
    form = make(link=Markup("https://example.org/?a&b"))
    assert IRI is type(form.link.data)
    assert "a&amp;b" in str(form.link)


def test_max_length_is_that_of_the_trimmed_text():
    """The cap counts characters, after trimming."""
    form = form_with(profile="any", max_length=5)
    assert [] == codes(make(form, link=" urn:é "))
    assert ["too-long"] == codes(make(form, link="urn:éé"))
    form = form_with(profile="any", max_length=None)
    assert [] == codes(make(form, link="urn:" + 5000 * "x"))


def test_max_length_of_the_profile_counts():
    """The field's default length does not make the profile accept more."""
    profile, text = replace(EXACT, max_length=20), "https://example.org/é"
    assert ["too-long"] == codes(make(form_with(profile=profile), link=text))
    assert ["too-long"] == codes(validated(wtforms.IRI(profile), text))


@pytest.mark.parametrize("character", ["a", "é", "\U0001f98a"])
def test_max_length_means_characters(character):
    """A cap counts characters of any kind; the octets of the URI are for the profile to say."""
    start = "https://example.org/"
    text = start + (5000 - len(start)) * character
    profile = replace(WEB, max_octets=None)
    form = form_with(profile=profile, max_length=5000)
    assert [] == codes(make(form, link=text))
    assert ["too-long"] == codes(make(form, link=text + character))
    assert [] == codes(validated(wtforms.IRI(profile, max_length=5000), text))


def test_hosts_of_one_label():
    """The advice instead of ``require_tld=False`` takes such hosts, and no code."""
    form = form_with(profile="intranet")
    assert [] == codes(make(form, link="http://intranet/é"))
    assert ["scheme-not-allowed"] == codes(make(form, link="javascript:alert(1)"))


def test_assume_scheme():
    """`assume_scheme` completes what is typed; positions index the text as it was typed."""
    form = form_with(assume_scheme="https")
    assert "https://例え.テスト:8080/" == make(form, link=" 例え.テスト:8080/").link.data
    refused = make(form, link=" 例え.テスト/%")
    assert ["bad-percent"] == codes(refused)
    assert [8] == [error.position for error in refused.link.errors]


@pytest.mark.parametrize("profile", [INTRANET, "iri3987.profile:INTRANET", "iri3987.INTRANET"])
def test_profiles(profile):
    """A profile is given by name, as it is, or by a dotted path."""
    form = form_with(profile=profile)
    assert [] == codes(make(form, link="http://wiki/"))
    assert ["host-single-label"] == codes(make(link="http://wiki/"))
    assert [] == codes(validated(wtforms.IRI(profile), "http://wiki/"))


def test_schemes():
    """`schemes` replaces those of the profile, and the message names them."""
    form = make(form_with(schemes=["https", "gemini"]), link="http://example.org/")
    assert ["scheme-not-allowed"] == codes(form)
    assert ["The address must begin with gemini:, https:."] == form.link.errors


@pytest.mark.parametrize(
    "options",
    [
        *({"profile": "wbe"}, {"profile": 5}, {"profile": "no.such.module.NAME"}),
        *({"schemes": "https"}, {"schemes": []}, {"schemes": ["https://"]}),
        *({"reject": "x"}, {"reject": ["x"]}, {"max_length": "10"}),
    ],
)
def test_bad_options(options):
    """Options that make no sense raise an error that says what would be right."""
    with pytest.raises((ValueError, TypeError), match=next(iter(options))):
        form_with(**options)()
    with pytest.raises((ValueError, TypeError), match=next(iter(options))):
        wtforms.IRI(**options)


def test_message_of_the_project():
    """WTForms' ``invalid_value_message`` replaces the message; the code stays."""
    form = make(form_with(invalid_value_message="No 100 %"), link="https://example.org/%")
    assert ["bad-percent"] == codes(form)
    assert ["No 100 %"] == form.link.errors


def test_input():
    """The input is for addresses: order kept, keyboard for URLs, no correction, no cut."""
    html = str(LinkForm().link)
    for attribute in (
        'type="text"',
        'dir="ltr"',
        'inputmode="url"',
        'autocapitalize="off"',
        'spellcheck="false"',
    ):
        assert attribute in html
    assert "maxlength" not in html


def test_attributes_of_the_project():
    """Attributes of the template and of the field win, and so does another widget."""
    assert 'dir="auto"' in LinkForm().link(dir="auto")
    assert 'dir="auto"' in str(form_with(render_kw={"dir": "auto"})().link)
    assert "<textarea" in str(form_with(widget=TextArea())().link)
    assert 'type="hidden"' in str(form_with(widget=HiddenField.widget)().link)


def test_every_message_can_be_shown():
    """A message has everything filled in, and nothing that hides or reorders text."""
    for text, _ in REFUSED:
        form = make(link=text)
        form.validate()
        assert form.link.errors[0].isprintable()
        assert "%(" not in form.link.errors[0]


@given(st.text() | st.text().map("https://example.org/{}".format))
@example("http://[::1")
@example("\ud800")
def test_nothing_else_is_raised(text):
    """Whatever is sent: an IRI, or an error; and a page that can be sent."""
    form = make(link=text)
    if form.validate():
        assert (text.strip(" \t\r\n\f") or None) == form.link.data
    else:
        assert form.link.errors[0].isprintable()
    assert b"<input" in str(form.link).encode()
    assert isinstance(form.link.warnings, list)


# The validator


@pytest.mark.parametrize(("text", "code"), REFUSED)
def test_validator(text, code):
    """On a `StringField`, it has the verdict and the code of the field; the text stays."""
    form = validated(wtforms.IRI(), text)
    assert [code] == codes(form)
    assert text == form.link.data
    assert [] == codes(validated(wtforms.IRI(), "https://例え.テスト/"))


def test_validator_options():
    """It takes the options of the field; profile and schemes by position too."""
    assert [] == codes(validated(wtforms.IRI("any"), "urn:isbn:1"))
    assert [] == codes(validated(wtforms.IRI("any", ["urn"]), "urn:isbn:1"))
    assert [] == codes(validated(wtforms.IRI(reference=True), "/räk"))
    assert ["too-long"] == codes(validated(wtforms.IRI("any", max_length=3), "urn:"))


def test_validator_message():
    """A message replaces all, even a lazy one or one with "%"; the code stays."""
    form = validated(wtforms.IRI(message="100 %: no"), "zz")
    assert ["not-absolute"] == codes(form)
    assert ["100 %: no"] == form.link.errors


def test_validator_in_a_list():
    """Each entry of a `FieldList` has its own verdict."""

    class ListForm(Form):
        links = FieldList(StringField(validators=[wtforms.IRI()]))

    form = ListForm(MultiDict({"links-0": "https://faß.de/", "links-1": "zz"}))
    assert not form.validate()
    assert [[], ["not-absolute"]] == [[e.code for e in errors] for errors in form.links.errors]


def test_field_in_a_list():
    """So has each `IRIField` of one."""

    class ListForm(Form):
        links = FieldList(IRIField())

    form = ListForm(MultiDict({"links-0": "https://faß.de/", "links-1": "zz"}))
    assert not form.validate()
    assert ["https://faß.de/", None] == form.links.data


def test_wtforms_is_asked_for_by_its_module():
    """`iri3987` does not import WTForms, and neither field nor validator needs Flask."""
    run = """
import sys
import iri3987.messages, iri3987.profile, iri3987.html, iri3987.html.inputs
assert "wtforms" not in sys.modules
import iri3987.wtforms
assert not {"flask", "django"} & sys.modules.keys()
"""
    subprocess.run([sys.executable, "-W", "error", "-c", run], check=True)


# WTForms' own tests

#: Its tests that fail with our validator, up to the parameter, and why that is meant.
DIFFERENCES = {
    "test_valid_url_notld_passes": "there is no require_tld: another profile takes such hosts",
    "test_bad_url_raises[http://foobar.d]": "no specification has a least length of the last label",
    "test_userinfo_rejected_by_default": 'reject=["userinfo"] refuses what has a user name',
    "test_userinfo_passes_with_allow_userinfo": "there is no allow_userinfo, see above",
    "test_schemes_none_disables_allowlist": 'None is the schemes of the profile; "any" has all',
}


def test_tests_of_wtforms():
    """WTForms' tests of its URL validator hold for ours, except for the differences listed."""
    folder = os.environ.get("IRI3987_WTFORMS", "")
    tests = Path(folder, "tests", "validators", "test_url.py")
    if not tests.is_file():
        pytest.skip("no tests of WTForms: IRI3987_WTFORMS does not name its unpacked sdist")
    run = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-rf", "--tb=no", "--no-cov"),
            *("-p", "no:cacheprovider", "-p", "no:django"),
            *("-p", "test_iri3987.wtforms_with_ours", str(tests)),
        ],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = re.findall(r"^FAILED \S+?::(\S+)", run.stdout, re.MULTILINE)
    assert re.search("[1-9][0-9] passed", run.stdout)
    unexpected = [name for name in failed if not name.startswith(tuple(DIFFERENCES))]
    assert [] == unexpected
    assert all(any(name.startswith(known) for name in failed) for known in DIFFERENCES)
