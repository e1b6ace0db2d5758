"""`iri3987.adapters.wtforms`: the form field and the validator."""

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

from iri3987 import INTRANET, IRI, IRIReference
from iri3987._unicode.invisible import AROUND
from iri3987.adapters import wtforms
from iri3987.adapters.wtforms import IRIField
from test_iri3987.wtforms_links import EXACT, LinkForm, codes, form_with, make, validated

# The field


def test_reference():
    """With `allow_relative`, the data are an `IRIReference`, and may be relative."""
    form = make(form_with(allow_relative=True), link="../räk")
    assert form.validate()
    assert ("../räk", IRIReference) == (form.link.data, type(form.link.data))


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


def no_example(_form, field):
    """Refuse one host; expect an `IRI`."""
    if field.data.host == "example.org":
        raise ValidationError("No example")


MISSING = "This field is required."


@pytest.mark.parametrize(
    ("validators", "text", "expected"),
    [
        ([InputRequired()], "", [MISSING]),
        ([InputRequired()], "   ", [MISSING]),
        ([DataRequired()], "   ", [MISSING]),
        ([Optional(), no_example], " ", []),
        *(([each()], "http://a.b/%", ["bad-percent"]) for each in (InputRequired, DataRequired)),
        ([Optional()], "http://a.b/%", ["bad-percent"]),
        ([no_example], "https://example.org/", ["No example"]),
        ([no_example], "/example.org", ["not-absolute"]),
        ([no_example], "https://faß.de/", []),
    ],
)
def test_other_validators(validators, text, expected):
    """They see an `IRI`, or a missing value, and are not asked about text that is refused."""
    assert expected == codes(make(form_with(validators=validators), link=text))


def test_inline_validator():
    """The form's own ``validate_link`` does the same."""

    class OwnForm(LinkForm):
        def validate_link(self, field):
            no_example(self, field)

    assert ["No example"] == codes(make(OwnForm, link="https://example.org/"))


def test_from_an_object():
    """Text of an object becomes an `IRI`; other text is shown, and refused when validated."""
    form = LinkForm(data={"link": "https://faß.de/"})
    assert IRI is type(form.link.data)
    assert form.validate()
    old = LinkForm(data={"link": "https://a b/"})
    assert 'value="https://a b/"' in str(old.link)
    assert ["bad-character"] == codes(old)


@pytest.mark.parametrize("value", [None, ""])
def test_empty_object(value):
    """An object may have no address."""
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


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *((5, ["not-text"]), (b"https://example.org/", ["not-text"]), (["a:b"], ["not-text"])),
        *(({}, ["not-text"]), (True, ["not-text"]), (None, [])),
    ],
    ids=repr,
)
def test_json_that_is_not_text(value, expected):
    """Flask-WTF reads JSON: null is a missing value, and other values are refused and shown."""
    form = make(link=[value])
    assert expected == codes(form)
    assert form.link.data is None
    assert "<input" in str(form.link)


def test_surrogates_can_be_shown():
    """A lone surrogate, which only JSON can carry, does not break the page that shows it."""
    assert 'value="\ufffd\0"' in make(link="\ud800\0").link().encode().decode()


def test_markup_is_text():
    """`Markup` is read as text, and escaped."""
    form = make(link=Markup("https://example.org/?a&b"))
    assert IRI is type(form.link.data)
    assert "a&amp;b" in str(form.link)


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ({"profile": "any", "max_length": 5}, "urn:\U0001f98a", []),
        ({"profile": "any", "max_length": 5}, "urn:éé", ["too-long"]),
        ({"profile": "any", "max_length": None}, "urn:" + 5000 * "x", []),
        ({"profile": replace(EXACT, max_length=20)}, "https://example.org/é", ["too-long"]),
        *(
            ({"profile": each}, "http://wiki/é", [])
            for each in ("intranet", INTRANET, "iri3987.profile:INTRANET", "iri3987.INTRANET")
        ),
        ({"profile": "web"}, "http://wiki/", ["host-single-label"]),
        ({"profile": "intranet"}, "data:,", ["scheme-not-allowed"]),
        ({"profile": "any", "schemes": ["urn"]}, "urn:isbn:1", []),
        ({"allow_relative": True}, "/räk", []),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_options(options, text, expected):
    """The options mean the same to the field and to the validator; a cap counts characters."""
    assert expected == codes(make(form_with(**options), link=f" {text} "))
    assert expected == codes(validated(wtforms.IRIValidator(**options), text))


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, "https://example.org"),
        ({"profile": "public", "schemes": ["http"]}, "http://example.org"),
        ({"assume_scheme": "http"}, "http://example.org"),
        ({"assume_scheme": None}, None),
        ({"profile": "any"}, None),
        ({"allow_relative": True}, "example.org"),
    ],
)
def test_completes_addresses(options, expected):
    """Unless it is told otherwise, a field completes an address of the web."""
    assert expected == make(form_with(**options), link="example.org").link.data


def test_does_not_complete():
    """What is not completed is shown again as it was typed; a validator completes nothing."""
    form = make(form_with(), link="juan@example.org")
    assert (["not-absolute"], None) == (codes(form), form.link.data)
    assert 'value="juan@example.org"' in str(form.link)
    assert ["not-absolute"] == codes(validated(wtforms.IRIValidator(), "example.org"))


def test_positions_are_those_of_what_was_typed():
    """They index the text as it was typed, though it is completed; people count from 1."""
    form = make(form_with(assume_scheme="https"), link=" 例え.テスト/%")
    assert ["bad-percent"] == codes(form)
    [error] = form.errors["link"]
    assert (8, 9) == (error.position, error.place)
    assert "character 9" in error


def test_schemes():
    """`schemes` replaces those of the profile, and the message names them."""
    form = make(form_with(schemes=["https", "gemini"]), link="http://example.org/")
    assert ["scheme-not-allowed"] == codes(form)
    assert ["The address must begin with gemini: or https://."] == form.link.errors


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
        wtforms.IRIValidator(**options)


def test_message_of_the_project():
    """WTForms' ``invalid_value_message`` replaces the message; the code stays."""
    form = make(form_with(invalid_value_message="No 100 %"), link="https://example.org/%")
    assert ["bad-percent"] == codes(form)
    assert ["No 100 %"] == form.link.errors


def test_input():
    """The input is for addresses: order kept, keyboard for URLs, no correction, no cut."""
    html = str(LinkForm().link)
    for name, value in {"type": "text", "dir": "ltr", "inputmode": "url"}.items():
        assert f'{name}="{value}"' in html
    assert 'autocapitalize="off"' in html
    assert 'spellcheck="false"' in html
    assert "maxlength" not in html


def test_attributes_of_the_project():
    """Attributes of the template and of the field win, and so does another widget."""
    assert 'dir="auto"' in LinkForm().link(dir="auto")
    assert 'dir="auto"' in str(form_with(render_kw={"dir": "auto"})().link)
    assert "<textarea" in str(form_with(widget=TextArea())().link)
    assert 'type="hidden"' in str(form_with(widget=HiddenField.widget)().link)


@given(st.text() | st.text().map("https://example.org/{}".format))
@example("http://[::1")
@example("\ud800")
@example("0.A")
@example("א")
def test_nothing_else_is_raised(text):
    """Whatever is sent: an IRI, or an error; and a page that can be sent."""
    form = make(link=text)
    if form.validate():
        assert form.link.data == (EXACT.for_forms().clean(text) if text.strip(AROUND) else None)
    else:
        assert form.link.data is None
        assert re.sub("[\u2066\u2069]", "", form.link.errors[0]).isprintable()
        assert "%(" not in form.link.errors[0]
    assert b"<input" in str(form.link).encode()
    assert isinstance(form.link.warnings, list)


# The validator


def test_validator_message():
    """A message replaces all, even a lazy one or one with "%"; the code stays."""
    form = validated(wtforms.IRIValidator(message="100 %: no"), "zz")
    assert ["not-absolute"] == codes(form)
    assert ["100 %: no"] == form.link.errors


def test_in_a_list():
    """Each entry of a `FieldList` has its own verdict."""

    class ListForm(Form):
        texts = FieldList(StringField(validators=[wtforms.IRIValidator()]))
        links = FieldList(IRIField())

    first = {"texts-0": "https://faß.de/", "links-0": "https://faß.de/"}
    form = ListForm(MultiDict(first | {"texts-1": "zz", "links-1": "zz"}))
    assert not form.validate()
    assert [[], ["not-absolute"]] == [[e.code for e in errors] for errors in form.texts.errors]
    assert ["https://faß.de/", None] == form.links.data


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
