"""Honest addresses in every script: no boundary asks about them, and each asks about deceptions."""

from collections.abc import Callable
from pathlib import Path

import pytest
from benchmarks.honest import LANGUAGES, addresses, table
from django.forms import Form as DjangoForm
from werkzeug.datastructures import MultiDict
from wtforms import Form

from django_iri import forms
from flask_iri import wtforms
from iri3987 import ANY, WEB, inspect
from iri3987.codes import Severity

ROOT = Path(__file__).parents[2]

#: What follows the host is seen in its place or as a part of it, or it is in two directions itself.
DECEPTIVE = [
    "http://evil.קום/2.paypal.com/",
    "http://אא.קום/1.bank.com/",
    "http://א.קום/1.2.3.4",
    "http://ا.مصر/خبر/192.168.1.1",
    "http://www.bank.com.קום/#1",
    "http://א.קום:8080/",
    "http://example.com@א.קום/1",
    "http://חדשות1.קום/",
]


def is_taken_by_django(text: str) -> bool:
    """Return whether a form of Django takes *text* without a question."""
    link = forms.IRIField(profile=ANY, confirm_warnings=True, max_length=None)
    return type("LinkForm", (DjangoForm,), {"link": link})({"link": text}).is_valid()


def is_taken_by_wtforms(text: str) -> bool:
    """Return whether a form of WTForms does."""
    link = wtforms.IRIField(profile=ANY, confirm_warnings=True, max_length=None)
    return type("LinkForm", (Form,), {"link": link})(MultiDict({"link": text})).validate()


each_form = pytest.mark.parametrize("is_taken", [is_taken_by_django, is_taken_by_wtforms])


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_warning(code: str) -> None:
    """None of 1,000 honest addresses in a language is refused, or has a warning."""
    grave = {
        text: found
        for text in addresses(code)
        if (found := [each.code for each in inspect(text) if each.severity is not Severity.INFO])
    }
    assert {} == grave


@each_form
@pytest.mark.parametrize("code", LANGUAGES)
def test_forms_do_not_ask(code: str, is_taken: Callable[[str], bool]) -> None:
    """A form takes honest addresses as they are."""
    assert [] == [text for text in addresses(code, 40) if not is_taken(text)]


@each_form
@pytest.mark.parametrize("text", DECEPTIVE, ids=ascii)
def test_forms_ask(text: str, is_taken: Callable[[str], bool]) -> None:
    """A form asks about an address that can be taken for another place."""
    assert WEB.warnings(text)
    assert not is_taken(text)


@pytest.mark.slow
def test_the_documented_rates() -> None:
    """The page on display has the table that the addresses give."""
    page = (ROOT / "docs" / "explanation" / "display.md").read_text("utf-8")
    assert table() in page
