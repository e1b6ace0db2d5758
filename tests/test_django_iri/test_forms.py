"""Tests of the form field."""

import re

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy
from hypothesis import example, given
from hypothesis import strategies as st

from django_iri.forms import IRIField
from iri3987 import IRI, WEB, repair


class LinkForm(forms.Form):
    """A form with one required address."""

    link = IRIField()


def code_of(field: forms.Field, value: object) -> str | None:
    """Return the code of the error for *value*."""
    with pytest.raises(ValidationError) as caught:
        field.clean(value)
    return caught.value.error_list[0].code


@pytest.mark.parametrize("value", ["", None, "   ", "\r\n", "\u3000\u200b"])
def test_empty_value_is_that_of_a_char_field(value):
    """A text that is empty after trimming is missing if required, else `empty_value`."""
    assert "required" == code_of(IRIField(), value)
    assert "" == IRIField(required=False).clean(value)
    assert IRIField(required=False, empty_value=None).clean(value) is None


def test_validators_of_the_project_see_an_iri():
    """A project's validator gets the `IRI`, and is not asked about anything else."""

    def no_example(value: IRI) -> None:
        if value.host == "example.org":
            raise ValidationError("No example", code="example")

    field = IRIField(validators=[no_example])
    assert "example" == code_of(field, "https://example.org/")
    assert "not-absolute" == code_of(field, "/example.org")


def test_values_that_are_no_text():
    """Neither numbers nor bytes are read as text; nothing raises another exception."""
    values = (5, b"http://example.org/", ["x"])
    assert ["not-text"] * 3 == [code_of(IRIField(), value) for value in values]


def test_lazy_text():
    """A lazy string is read as its text."""
    assert "https://example.org/" == IRIField().clean(gettext_lazy("https://example.org/"))


def test_widget():
    """The input is for addresses: order kept, keyboard for URLs, no correction, no cut."""
    html = str(LinkForm()["link"])
    named = 'type="text" dir="ltr" inputmode="url" autocapitalize="off" spellcheck="false"'
    assert [] == [each for each in named.split() if each not in html]
    assert "maxlength" not in html


def test_widget_of_the_project():
    """Attributes of a project's widget win; a hidden input has none of ours."""
    assert 'dir="auto"' in IRIField(widget=forms.TextInput({"dir": "auto"})).widget.render("x", "")
    assert "dir" not in IRIField(widget=forms.HiddenInput).widget.render("x", "")


def test_repair():
    """A text that a browser takes is stored as an IRI, and told; the typed text stays."""
    form = LinkForm({"link": " https://example.org/?q=a|b c"})
    assert form.is_valid()
    assert IRI("https://example.org/?q=a%7Cb%20c") == form.cleaned_data["link"]
    found = [(each.code, each.start, each.end) for each in form["link"].warnings]
    assert [("repaired", 25, 26), ("repaired", 27, 28)] == found
    assert all("%7C" in each.message or "%20" in each.message for each in form["link"].warnings)


def test_a_refused_text_is_shown_as_it_was_typed():
    """A text that was repaired and then refused is shown again without what was repaired."""
    form = LinkForm({"link": "ftp://example.org/a|b"})
    assert ["scheme-not-allowed"] == [each.code for each in form.errors.as_data()["link"]]
    assert 'value="ftp://example.org/a|b"' in str(form["link"])


@given(st.text() | st.text().map("https://example.org/{}".format))
@example("http://[::1")
@example("0.A")
@example("א")
@example("\ud800")
def test_clean_raises_nothing_but_validation_errors(text):
    """Whatever is sent: an IRI, which the form accepts as it is, or an error that can be shown."""
    form = LinkForm({"link": text})
    if form.is_valid():
        found = form.cleaned_data["link"]
        again = LinkForm({"link": found})
        assert again.is_valid()
        assert found == again.cleaned_data["link"] == WEB.check(found)
        # A scheme may have been put before it, and nothing else is lost.
        assert not text.isascii() or found.endswith(repair(text.strip()))
    else:
        assert re.sub("[\u2066\u2069]", "", form.errors["link"][0]).isprintable()
    assert '<input type="text" name="link"' in str(form)
