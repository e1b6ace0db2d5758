"""What holds for the form field."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy
from hypothesis import example, given
from hypothesis import strategies as st

from django_iri.forms import IRIField
from iri3987 import IRI, IRIReference
from test_django_iri.test_validators import HOSTILE


class LinkForm(forms.Form):
    """A form with one required address."""

    link = IRIField()


def code_of(field: forms.Field, value: object) -> str | None:
    """Return the code of the error for *value*."""
    with pytest.raises(ValidationError) as caught:
        field.clean(value)
    return caught.value.error_list[0].code


def test_cleaned_value_is_an_iri():
    """The cleaned value is an `IRI`, equal to what was typed."""
    form = LinkForm({"link": "https://faß.de/straße?q=é"})
    assert form.is_valid()
    assert "https://faß.de/straße?q=é" == form.cleaned_data["link"]
    assert IRI is type(form.cleaned_data["link"])


def test_cleaned_reference():
    """With `reference`, the cleaned value is an `IRIReference`."""
    cleaned = IRIField(reference=True).clean("../räk")
    assert ("../räk", IRIReference) == (cleaned, type(cleaned))


@pytest.mark.parametrize("end", [" ", "\t", "\r\n", "\f", " \t\r\n\f"])
def test_trims_ascii_white_space_at_the_ends(end):
    """White space of HTML at the two ends is not part of an address."""
    assert "https://example.org/" == IRIField().clean(f"{end}https://example.org/{end}")


@pytest.mark.parametrize("end", ["\u3000", "\xa0", "\u2028", "\ufeff"])
def test_trims_nothing_else(end):
    """Any other space is a ucschar, and so part of the address."""
    assert f"https://example.org/{end}" == IRIField().clean(f"https://example.org/{end}")


@pytest.mark.parametrize("end", ["\x1f", "\v", "\x85"])
def test_controls_at_the_end_are_refused(end):
    """What `str.strip` would take and the grammar lacks is refused, as in the model field."""
    assert "bad-character" == code_of(IRIField(), f"https://example.org/{end}")


def test_keeps_the_exact_text():
    """No NFC, no case change, no slash added."""
    text = "HTTP://EXAMPLE.org:80/re\u0301%7e/../"
    assert text == str(IRIField().clean(text))


@pytest.mark.parametrize(("text", "code"), HOSTILE)
def test_error_has_the_code_of_the_core(text, code):
    """Bad input gets one error with the core's code."""
    form = LinkForm({"link": text})
    assert [code] == [error.code for error in form.errors.as_data()["link"]]


def test_what_was_typed_stays_in_the_form():
    """A refused address is shown again as it was typed, escaped."""
    html = str(LinkForm({"link": ' http://example.org/"é" '})["link"])
    assert 'value=" http://example.org/&quot;é&quot; "' in html


@pytest.mark.parametrize("value", ["", None, "   ", "\r\n"])
def test_empty_value_is_that_of_a_char_field(value):
    """What is empty once trimmed is missing if required, else `empty_value`."""
    assert "required" == code_of(IRIField(), value)
    assert "" == IRIField(required=False).clean(value)
    assert IRIField(required=False, empty_value=None).clean(value) is None


def test_schemes_and_profile():
    """The options are those of the model field and the validator."""
    assert "urn:isbn:1" == IRIField(profile="any").clean("urn:isbn:1")
    assert "scheme-not-allowed" == code_of(IRIField(schemes=["https"]), "http://example.org/")
    with pytest.raises(ValueError, match="schemes must be a list"):
        IRIField(schemes="https")


def test_max_length_is_that_of_the_trimmed_text():
    """The cap counts characters, after trimming, and has the core's code."""
    field = IRIField(profile="any", max_length=5)
    assert "urn:é" == field.clean(" urn:é ")
    assert "too-long" == code_of(field, "urn:éé")
    assert 3000 == len(IRIField(profile="any", max_length=None).clean("urn:" + 2996 * "x"))


def test_error_messages_by_code():
    """A project says it in its own words with `error_messages`, code by code."""
    field = IRIField(error_messages={"bad-percent": "Percent at %(position)s"})
    with pytest.raises(ValidationError, match="Percent at 21"):
        field.clean("https://example.org/%")


def test_one_message_for_all_codes():
    """Under "invalid" is a message for every code that has none, as for a URLField."""
    field = IRIField(error_messages={"invalid": "No", "bad-percent": "Percent"})
    for text, message in (("zz", "No"), ("https://example.org/%", "Percent")):
        with pytest.raises(ValidationError) as caught:
            field.clean(text)
        assert [message] == caught.value.messages


def test_validators_of_the_project_see_an_iri():
    """A project's validator gets the `IRI`, and is not asked about anything else."""

    def no_example(value: IRI) -> None:
        if value.host == "example.org":
            raise ValidationError("No example", code="example")

    field = IRIField(validators=[no_example])
    assert "example" == code_of(field, "https://example.org/")
    assert "not-absolute" == code_of(field, "example.org")


@pytest.mark.parametrize(
    ("value", "code"),
    [(5, "not-absolute"), (b"http://example.org/", "invalid"), (["x"], "bad-character")],
)
def test_values_that_are_no_text(value, code):
    """Numbers are read as their text, bytes are refused; nothing raises another exception."""
    assert code == code_of(IRIField(), value)


def test_lazy_text():
    """A lazy string is read as its text."""
    assert "https://example.org/" == IRIField().clean(gettext_lazy("https://example.org/"))


def test_has_changed():
    """White space at the ends is no change; what is refused is one."""
    field = IRIField()
    assert not field.has_changed(IRI("https://example.org/"), " https://example.org/ ")
    assert field.has_changed("https://example.org/", "https://example.org/%")


def test_widget():
    """The input is for addresses: order kept, keyboard for URLs, no correction, no cut."""
    html = str(LinkForm()["link"])
    for attribute in (
        'type="text"',
        'dir="ltr"',
        'inputmode="url"',
        'autocapitalize="off"',
        'spellcheck="false"',
    ):
        assert attribute in html
    assert "maxlength" not in html


def test_widget_of_the_project():
    """Attributes of a project's widget win; a hidden input has none of ours."""
    assert 'dir="auto"' in IRIField(widget=forms.TextInput({"dir": "auto"})).widget.render("x", "")
    assert "dir" not in IRIField(widget=forms.HiddenInput).widget.render("x", "")


@given(st.text() | st.text().map("https://example.org/{}".format))
@example("http://[::1")
@example("\ud800")
def test_clean_raises_nothing_but_validation_errors(text):
    """Whatever is sent: an IRI, or a `ValidationError` that can be shown."""
    form = LinkForm({"link": text})
    if form.is_valid():
        assert text.strip(" \t\r\n\f") == form.cleaned_data["link"]
    else:
        assert form.errors["link"][0].isprintable()
    assert '<input type="text" name="link"' in str(form)
