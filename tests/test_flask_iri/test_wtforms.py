"""The form field and the validator for WTForms."""

import json
import os
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from flask import Flask, render_template_string, request
from flask_babel import Babel, lazy_gettext
from flask_wtf import FlaskForm
from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import FieldList, Form, HiddenField, StringField, ValidationError
from wtforms.validators import DataRequired, InputRequired, Optional
from wtforms.widgets import TextArea

from flask_iri import FlaskIRI, wtforms
from flask_iri.wtforms import IRIField, Refusal
from iri3987 import INTRANET, IRI, PUBLIC, WEB, IRIError, IRIReference, Profile, words
from iri3987.codes import FINDINGS as FINDING_CODES
from iri3987.inspection import Severity, inspect
from iri3987.reference import load

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
#: Text that lacks percent-encoding alone, and what the profile "web" makes of it.
REPAIRED = [
    ("https://example.org/100%", "https://example.org/100%25"),
    ("https://example.org/a b", "https://example.org/a%20b"),
    ("https://example.org/?family=A|B", "https://example.org/?family=A%7CB"),
    ("https://example.org/?filter[name]=ä", "https://example.org/?filter%5Bname%5D=ä"),
]
#: The profile "web", but nothing is repaired.
EXACT = replace(WEB, repair=False)
#: A host of which every label mixes scripts: a warning, whatever else it is.
MIXED = "https://p\u0430ypal.example/"


class LinkForm(Form):
    """A form with one address."""

    link = IRIField(profile=EXACT)


def make(form=LinkForm, **formdata):
    """Return the form, as it is when this is sent to it."""
    return form(MultiDict(formdata))


def form_with(*args, **kwargs):
    """Return a form class whose field "link" has these options."""
    kwargs.setdefault("profile", EXACT)
    return type("OtherForm", (Form,), {"link": IRIField(*args, **kwargs)})


def codes(form):
    """Return the codes of the errors, after validation."""
    form.validate()
    return [getattr(error, "code", str(error)) for error in form.link.errors]


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


@pytest.mark.parametrize("end", ["\u3000", "\xa0", "\u2028", "\ufeff"])
def test_trims_nothing_else(end):
    """Any other space is a ucschar, and so part of the address."""
    assert f"https://example.org/{end}" == make(link=f"https://example.org/{end}").link.data


@pytest.mark.parametrize("end", ["\x1f", "\v", "\x85"])
def test_controls_at_the_end_are_refused(end):
    """White space that `str.strip` takes and the grammar lacks is refused."""
    assert ["bad-character"] == codes(make(link=f"https://example.org/{end}"))


def test_keeps_the_exact_text():
    """No NFC, no case change, no slash added."""
    text = "HTTP://EXAMPLE.org:80/re\u0301%7e/../"
    assert text == make(link=text).link.data


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
    """The advice in the place of ``require_tld=False`` takes such hosts, and no code."""
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


def test_the_profile_is_asked_once(monkeypatch):
    """Validating a form asks the profile once for each field, and not at all about an old row."""
    asked = []
    monkeypatch.setattr(Profile, "check", asked.append)
    form = make(link=" https://faß.de/")
    assert form.validate()
    assert ["https://faß.de/"] == asked
    assert LinkForm(MultiDict({"link": "a b"}), obj=row("a b")).validate()
    assert ["https://faß.de/"] == asked


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


# An address that was not touched

#: Texts that `sqlalchemy_iri` may load from a row that was stored before it was checked.
OLD = [
    "example.org",
    "http://a b/",
    "https://example.org/?family=A|B",
    "https://example.org/?filter[name]=ä",
    "https://example.org/100%",
    "https://example.org/\u202e",
    " https://example.org/ ",
    "https://example.org/\r\nx",
    "javascript:alert('a b')",
    "/reference",
    "https://intranet/",
    "https://-a.example/",
    "https://127.1/",
    "https://example.org:99999/",
    "https://example.org/" + 3000 * "é",
]


def sent_back(html):
    """Return what a browser sends for an input: its value, in one line."""
    return re.sub("[\r\n]", "", BeautifulSoup(html, "html.parser").input["value"])


def row(text, kind=IRI):
    """Return an object with this stored address, as a column loads it."""
    return SimpleNamespace(link=load(text, kind, from_database=True))


@pytest.mark.parametrize("old", OLD, ids=ascii)
def test_untouched(old):
    """An address that comes back as it was shown can be saved, and is what was stored."""
    stored = row(old)
    shown = str(LinkForm(obj=stored).link)
    form = LinkForm(MultiDict({"link": sent_back(shown)}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data
    form.populate_obj(stored)
    assert (old, type(load(old, IRI))) == (stored.link, type(stored.link))


@pytest.mark.parametrize("old", OLD, ids=ascii)
def test_untouched_with_the_validator(old):
    """So it is with a field of WTForms and the validator."""
    plain = type("PlainForm", (Form,), {"link": StringField(validators=[wtforms.IRI()])})
    stored = row(old)
    shown = str(plain(obj=stored).link)
    assert plain(MultiDict({"link": sent_back(shown)}), obj=stored).validate()
    assert ["host-hyphen"] == codes(plain(MultiDict({"link": "https://-b.example/"}), obj=stored))
    assert [] != codes(plain(obj=stored))


@pytest.mark.parametrize("old", OLD, ids=ascii)
def test_not_sent_at_all(old):
    """So it is where the form is sent without the field."""
    stored = row(old)
    form = LinkForm(MultiDict({"other": "x"}), obj=stored)
    assert form.validate()
    assert (old, type(stored.link)) == (form.link.data, type(form.link.data))


@pytest.mark.parametrize("old", ["", *OLD], ids=ascii)
def test_touched(old):
    """A changed text is refused as ever, or accepted."""
    stored = row(old)
    assert ["bad-percent"] == codes(
        LinkForm(MultiDict({"link": "https://example.org/%"}), obj=stored)
    )
    form = LinkForm(MultiDict({"link": "https://faß.de/"}), obj=stored)
    assert form.validate()
    assert ("https://faß.de/", IRI) == (form.link.data, type(form.link.data))
    form = LinkForm(MultiDict({"link": ""}), obj=stored)
    assert form.validate()
    assert not form.link.data


def test_untouched_and_empty():
    """An empty text stays the empty text that is stored: its column may take no NULL."""
    stored = row("")
    form = LinkForm(MultiDict({"link": " "}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data
    form = make(form_with(validators=[InputRequired()]), link="")
    assert ["This field is required."] == codes(form)


def test_untouched_reference():
    """A field of references keeps its old rows, too."""
    stored = row("a b", IRIReference)
    form = form_with(reference=True)(MultiDict({"link": "a b"}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data


def test_untouched_and_rejected():
    """A finding of `reject` does not keep an old row from being saved."""
    stored = row("https://good.example@evil.example/")
    form = form_with(reject=["userinfo"])
    assert [] == codes(form(MultiDict({"link": str(stored.link)}), obj=stored))
    assert ["userinfo"] == codes(form(MultiDict({"link": f"{stored.link}x"}), obj=stored))


@pytest.mark.parametrize(
    "prefilled",
    [
        "https://a b/",
        "javascript:alert(1)",
        IRI("javascript:alert(1)"),
        IRI(f"javascript:{3000 * 'x'}"),
        IRI("ftp://example.org/"),
        IRI("http://127.0.0.1/"),
        load("https://a b/", IRI),
    ],
    ids=lambda text: repr(text)[:30],
)
@pytest.mark.parametrize("field", ["link", "plain"])
@pytest.mark.parametrize("sent", [True, False], ids=["sent", "not sent"])
def test_prefilled(prefilled, field, sent):
    """Text of the request with which a view fills the form is checked like typed text."""

    class PublicForm(Form):
        link = IRIField(profile=replace(PUBLIC, repair=False))
        plain = StringField(validators=[wtforms.IRI("public")])

    formdata = MultiDict({"other": "x"} | ({field: str(prefilled)} if sent else {}))
    form = PublicForm(formdata, data={"plain": "https://example.org/"} | {field: prefilled})
    assert not form.validate()
    assert [field] == list(form.errors)


@pytest.mark.parametrize("kind", [str, IRI])
def test_prefilled_is_asked_about(kind):
    """The form asks about an address of the request that can mislead, parsed or not."""
    form = form_with(confirm_warnings=True)(MultiDict({"link": MIXED}), link=kind(MIXED))
    assert ["confirm-warnings"] == codes(form)


@pytest.mark.parametrize("old", ["javascript:alert(1)", "http://127.0.0.1/", MIXED])
def test_untouched_and_an_iri(old):
    """A stored address stays, too, if it is an IRI that the field would refuse or ask about."""
    stored = row(old)
    form = form_with(profile="public", confirm_warnings=True)(MultiDict({"link": old}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data
    form = form_with(profile="public")(MultiDict({"link": "http://10.0.0.1/"}), obj=stored)
    assert ["host-not-public"] == codes(form)


def test_untouched_but_filtered():
    """The result of a filter is another text."""
    form = form_with(filters=[lambda iri: iri and iri + "x"])
    stored = row("https://a b/")
    assert ["bad-character"] == codes(form(MultiDict({"link": "https://a b/"}), obj=stored))


# Findings


def warned():
    """Return a code that is a warning for `MIXED`."""
    found = [finding for finding in inspect(MIXED) if finding.severity is Severity.WARNING]
    assert found
    return found[0].code


def test_warnings():
    """An address that may mislead is accepted, with findings that say so."""
    form = make(link=MIXED)
    assert form.validate()
    assert warned() in map(attrgetter("code"), form.link.warnings)
    assert {Severity.WARNING} == set(map(attrgetter("severity"), form.link.warnings))
    assert [] == make(link="https://例え.テスト/").link.warnings


def test_warnings_index_the_text_as_it_was_typed():
    """White space at the ends does not cause a warning; the indices count it."""
    expected = [
        (each.code, each.start + 1, each.end + 1) for each in make(link=MIXED).link.warnings
    ]
    warnings = make(link=f" {MIXED}\n").link.warnings
    assert expected == [(each.code, each.start, each.end) for each in warnings]


def test_warnings_about_the_data():
    """If a view sets the data, they are what the warnings are about; without data there is none."""
    form = make(link=f"  {MIXED}")
    form.link.data = IRI(MIXED)
    assert form.link.warnings == make(link=MIXED).link.warnings
    assert form.link.warnings == LinkForm(data={"link": MIXED}).link.warnings
    assert [] == LinkForm().link.warnings
    assert [] == make(link=[5]).link.warnings


def test_warnings_speak_the_language_of_the_form():
    """The message of a warning is translated."""

    class GermanForm(LinkForm):
        class Meta:
            locales = ["de"]  # noqa: RUF012

    [first, *_] = make(GermanForm, link=MIXED).link.warnings
    [english, *_] = make(link=MIXED).link.warnings
    assert words.tell(first, MIXED, language="de") == first.message
    assert words.tell(first, MIXED) == english.message


def test_no_warnings_for_what_is_too_long():
    """Nothing is looked at that is longer than the field takes."""
    assert [] == make(link=MIXED + 3000 * "x").link.warnings
    assert [] != make(form_with(max_length=None), link=MIXED + 3000 * "x").link.warnings


def test_reject():
    """A finding whose code is in `reject` is refused, with the code and position of the finding."""
    [finding, *_] = [each for each in inspect(MIXED) if each.code == warned()]
    form = make(form_with(reject=[finding.code]), link=MIXED)
    assert [finding.code] == codes(form)
    assert [finding.start] == [error.position for error in form.link.errors]
    assert [words.tell(finding, MIXED)] == form.link.errors
    assert [] == codes(make(form_with(reject=[finding.code]), link="https://faß.de/"))


def test_reject_userinfo():
    """A user name is refused where that is asked for: it may be taken for the host."""
    text = "https://good.example@evil.example/"
    assert [] == codes(make(link=text))
    assert ["userinfo"] == codes(make(form_with(reject=["userinfo"]), link=text))


def test_every_code_can_be_rejected():
    """`reject` takes each code of the catalogue, but a text is not refused for being repaired."""
    codes = sorted(FINDING_CODES.keys() - {"repaired"})
    assert tuple(codes) == wtforms.IRI(reject=codes).profile.reject
    with pytest.raises(ValueError, match="repaired"):
        wtforms.IRI(reject=["repaired"])


@pytest.mark.parametrize(("text", "expected"), REPAIRED)
def test_repaired(text, expected):
    """A text that works in a browser is taken, stored as an IRI, and told."""
    form = make(form_with(profile="web"), link=f" {text}")
    assert [] == codes(form)
    assert (expected, IRI) == (form.link.data, type(form.link.data))
    repairs = [each for each in form.link.warnings if each.code == "repaired"]
    said = [text[each.start - 1 : each.end - 1] for each in repairs]
    assert [character for character in text if character in "% |[]"] == said


@pytest.mark.parametrize(("text", "_"), REPAIRED)
def test_untouched_is_not_repaired(text, _):
    """An old row stays as it is, so there is nothing to say."""
    stored = row(text)
    form = form_with(profile="web")(MultiDict({"link": text}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data
    assert "repaired" not in [each.code for each in form.link.warnings]


def test_validators_repair_nothing():
    """A `StringField` keeps its text, so the validator judges it as it is."""
    assert ["bad-percent"] == codes(validated(wtforms.IRI(), "https://example.org/100%"))


# The validator


def validated(validator, value):
    """Return the form, validated, of a plain field with this validator and value."""
    form = type("PlainForm", (Form,), {"link": StringField(validators=[validator])})
    return make(form, link=value)


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


@pytest.mark.parametrize(
    ("value", "code", "message"),
    [
        (b"urn:", "not-text", "not-text: expected text, not bytes"),
        (None, "not-text", "not-text: expected text, not NoneType"),
        ("urn:", "too-long", "too-long: expected at most 3 characters, found 4"),
    ],
)
def test_check_says_what_was_expected(value, code, message):
    """The profile of the validator is the rule, and its errors are those of the core."""
    with pytest.raises(IRIError) as caught:
        wtforms.IRI("any", max_length=3).profile.check(value)
    assert (code, message) == (caught.value.code, str(caught.value))


@pytest.mark.parametrize("value", ["http://me@example.org/", "x" * 3000, 5])
def test_errors_survive_being_stored(value):
    """An error of that profile can be rebuilt from its arguments, as a task queue does."""
    with pytest.raises(IRIError) as caught:
        wtforms.IRI(reject=["userinfo"]).profile.check(value)
    again = IRIError(*json.loads(json.dumps(list(caught.value.args))))
    assert (str(caught.value), vars(caught.value)) == (str(again), vars(again))


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


def test_refusal_is_text():
    """An error is JSON, and survives a session, as text."""
    app = Flask(__name__)
    refusal = Refusal("No", "bad-percent", 3)
    with app.app_context():
        assert '"No"' == app.json.dumps(refusal)
    copy = pickle.loads(pickle.dumps(refusal))
    assert ("No", "bad-percent", 3, 4) == (copy, copy.code, copy.position, copy.place)
    assert Refusal("No", "not-text", None).place is None


# Flask-WTF and Flask-Babel


@pytest.fixture
def app():
    """Make an application with Flask-Babel and a form."""
    app = Flask(__name__)
    app.config |= {"SECRET_KEY": "x", "WTF_CSRF_ENABLED": False}
    Babel(app, locale_selector=lambda: request.args.get("language"))

    class AddForm(FlaskForm):
        link = IRIField(validators=[InputRequired()], profile=EXACT)

    @app.route("/", methods=["GET", "POST"])
    def index():
        form = AddForm()
        if form.validate_on_submit():
            return str(form.link.data.uri)
        return render_template_string("{{ form.link }} {{ form.link.errors }}", form=form)

    return app


def test_flask_form(app):
    """A posted address is mapped, and a refused one is shown again with the reason."""
    client = app.test_client()
    assert "https://xn--fa-hia.de/" == client.post("/", data={"link": "https://faß.de/"}).text
    page = client.post("/", data={"link": "https://faß.de/%"}).text
    assert 'value="https://faß.de/%"' in page
    assert "After the percent sign" in page


@pytest.mark.parametrize("value", ["\ud800", 5, None, {"a": "b"}, ["x"]])
def test_flask_form_json(app, value):
    """JSON of any shape is an error on the page, never one of the server."""
    response = app.test_client().post("/", json={"link": value})
    assert 200 == response.status_code
    assert "<input" in response.text


def test_address_of_the_path(app):
    """An address that a converter has read is what a stranger sends: the form checks it."""
    FlaskIRI(app)

    class FetchForm(FlaskForm):
        link = IRIField(profile="public")

    @app.post("/fetch/<iri:target>")
    def fetch(target):
        form = FetchForm(data={"link": target})
        return "fetched" if form.validate_on_submit() else form.link.errors[0].code

    client = app.test_client()
    for target, answer in [
        ("http://127.0.0.1/", "host-not-public"),
        ("javascript:alert(1)", "scheme-not-allowed"),
        ("http://faß.de/", "fetched"),
    ]:
        assert answer == client.post(f"/fetch/{target}", data={"link": target}).text


def test_csrf(app):
    """The token is asked for as in any form."""
    app.config["WTF_CSRF_ENABLED"] = True
    page = app.test_client().post("/", data={"link": "https://faß.de/"}).text
    assert "<input" in page


def test_language_of_flask_babel(app):
    """Flask-WTF asks Flask-Babel for the language, and so do the messages here."""
    client = app.test_client()
    page = client.post("/?language=de", data={"link": "https://faß.de/%"}).text
    assert "Prozentzeichen" in page


def test_i18n_switched_off(app):
    """``WTF_I18N_ENABLED = False`` leaves them in English."""
    app.config["WTF_I18N_ENABLED"] = False
    page = app.test_client().post("/?language=de", data={"link": "zz"}).text
    assert "Enter the whole address" in page


def test_lazy_message(app):
    """A lazy message of the project is read when it is shown."""
    validator = wtforms.IRI(message=lazy_gettext("No"))
    with app.test_request_context():
        form = validated(validator, "zz")
        assert ["not-absolute"] == codes(form)
        assert ["No"] == form.link.errors


def test_flask_babel_is_not_needed():
    """Without Flask-Babel, a `FlaskForm` speaks English; without WTForms, an import says so."""
    run = """
import sys
sys.modules["flask_babel"] = None
from flask import Flask
from flask_wtf import FlaskForm
from flask_iri.wtforms import IRIField
class AddForm(FlaskForm):
    link = IRIField()
app = Flask("app")
app.config |= {"SECRET_KEY": "x", "WTF_CSRF_ENABLED": False}
with app.test_request_context("/", method="POST", data={"link": "zz"}):
    form = AddForm()
    assert not form.validate()
    assert form.link.errors[0].startswith("Enter the whole address")
"""
    subprocess.run([sys.executable, "-W", "error", "-c", run], check=True)


def test_wtforms_is_not_needed():
    """`flask_iri` does not import WTForms; its module does, and says what is missing."""
    run = """
import sys
import flask_iri
assert "wtforms" not in sys.modules
sys.modules["wtforms"] = None
try:
    import flask_iri.wtforms
except ImportError as error:
    assert "flask-iri[wtforms]" in str(error)
else:
    raise AssertionError
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
            *("-p", "test_flask_iri.wtforms_with_ours", str(tests)),
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
