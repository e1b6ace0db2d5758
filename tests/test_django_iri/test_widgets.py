"""Tests of the input, as HTML; `test_admin_browser` looks at it in a browser."""

from dataclasses import replace
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from django import forms
from django.contrib.staticfiles import finders
from django.utils.translation import override

from django_iri.forms import IRIField
from django_iri.widgets import IRIInput
from iri3987 import WEB
from iri3987.messages import MESSAGES


def tags(html):
    """Return the tags of a page, with their attributes."""
    parser = {"features": "html.parser", "multi_valued_attributes": None}
    return [(each.name, each.attrs) for each in BeautifulSoup(str(html), **parser).find_all(True)]


class LinkForm(forms.Form):
    """A form that shows the URI."""

    link = IRIField(widget=IRIInput(show_uri=True))


def test_output_follows_the_input():
    """Behind the input is an empty live region for the script, and nothing inline."""
    found = tags(LinkForm(initial={"link": '"é'})["link"])
    assert ["input", "output"] == [tag for tag, _ in found]
    assert '"é' == found[0][1]["value"]
    assert {
        "class": "iri-uri",
        "aria-live": "polite",
        "data-label": "Sent as:",
        "data-incomplete": MESSAGES["not-absolute"],
        "data-assume": "https",
    } == found[1][1]
    assert "%" not in MESSAGES["not-absolute"]


def test_what_need_not_be_complete():
    """The script says nothing of a reference; without a scheme to assume, it completes nothing."""

    class OtherForm(forms.Form):
        link = IRIField(widget=IRIInput(show_uri=True), allow_relative=True)
        whole = IRIField(widget=IRIInput(show_uri=True), assume_scheme=None)
        text = forms.CharField(widget=IRIInput(show_uri=True))

    form = OtherForm()
    data = [{*tags(form[name])[1][1]} for name in ("link", "whole", "text")]
    plain = {"class", "aria-live", "data-label"}
    assert [plain, {*plain, "data-incomplete"}, plain] == data


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("https://example.org/a\u202eb", "21 22"),
        ("https://example.org/\N{GRINNING FACE}\u202eb", "22 23"),
        (" https://example.org/\N{GRINNING FACE}%", "23 24"),
        ("https://example.org:", None),
        ("https://me@example.org/", None),
        ("https://example.org/\r\na\u202e", "20 20"),
        ("example.org/\u202eb", "12 13"),
        (5, None),
    ],
)
def test_place_to_select(text, place):
    """The input knows which characters were refused, as a browser counts them."""

    class ExactForm(forms.Form):
        link = IRIField(profile=replace(WEB, repair=False))

    assert place == tags(ExactForm({"link": text})["link"])[0][1].get("data-iri-select")
    assert "data-iri-select" not in str(ExactForm()["link"])


def test_place_of_what_is_asked_about():
    """The letters that can mislead are selected, until the text is confirmed."""

    class AskingForm(forms.Form):
        link = IRIField(confirm_warnings=True)

    text = "http://\N{CYRILLIC SMALL LETTER ER}aypal.com/a b"
    data = {"link": text}
    assert "7 13" == tags(AskingForm(data)["link"])[0][1]["data-iri-select"]
    data["link-confirmed"] = text
    assert "data-iri-select" not in str(AskingForm(data)["link"])


def test_media():
    """The form names two files, which `collectstatic` finds; the script waits for the page."""
    found = tags(LinkForm().media)
    assert {"link", "script"} == {tag for tag, _ in found}
    for tag, attributes in found:
        path = attributes["src" if tag == "script" else "href"]
        assert Path(finders.find(path.removeprefix("/static/"))).read_text("utf-8")
    assert "defer" in dict(found)["script"]
    with override("de"):
        assert 'data-label="Gesendet als:"' in str(LinkForm()["link"])
    # Unless asked for, there is an input alone, and no file to load.
    assert ["input"] == [tag for tag, _ in tags(IRIInput().render("x", "é"))]
    assert "" == str(IRIInput().media)
    # A page with a lone surrogate could not be sent.
    assert "http://example.org/\ufffd" in IRIInput().render("x", "http://example.org/\udfff")
