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


def form_of(data=None, *, initial=None, **fields):
    """Return a form of *fields*."""
    return type("LinkForm", (forms.Form,), fields)(data, initial=initial)


SHOWN = IRIField(widget=IRIInput(show_uri=True))


def test_output_follows_the_input():
    """Behind the input is an empty live region for the script, and nothing inline."""
    found = tags(form_of(link=SHOWN, initial={"link": '"é'})["link"])
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
    widget = IRIInput(show_uri=True)
    form = form_of(
        link=IRIField(widget=widget, allow_relative=True),
        whole=IRIField(widget=widget, assume_scheme=None),
        text=forms.CharField(widget=widget),
    )
    data = [{*tags(each)[1][1]} for each in form]
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
    exact = IRIField(profile=replace(WEB, repair=False))
    form = form_of({"link": text}, link=exact)
    assert place == tags(form["link"])[0][1].get("data-iri-select")
    assert "data-iri-select" not in str(form_of(link=exact))


def test_place_of_what_is_asked_about():
    """The letters that can mislead are selected, until the text is confirmed."""
    asking = IRIField(confirm_warnings=True)
    text = "http://\N{CYRILLIC SMALL LETTER ER}aypal.com/a b"
    data = {"link": text}
    assert "7 13" == tags(form_of(data, link=asking)["link"])[0][1]["data-iri-select"]
    data["link-confirmed"] = text
    assert "data-iri-select" not in str(form_of(data, link=asking))


def test_media():
    """The form names two files, which `collectstatic` finds; the script waits for the page."""
    found = tags(form_of(link=SHOWN).media)
    assert {"link", "script"} == {tag for tag, _ in found}
    for tag, attributes in found:
        path = attributes["src" if tag == "script" else "href"]
        assert Path(finders.find(path.removeprefix("/static/"))).read_text("utf-8")
    assert "defer" in dict(found)["script"]
    with override("de"):
        assert 'data-label="Gesendet als:"' in str(form_of(link=SHOWN)["link"])
    # Unless asked for, there is an input alone, and no file to load.
    assert ["input"] == [tag for tag, _ in tags(IRIInput().render("x", "é"))]
    assert "" == str(IRIInput().media)
    # A page with a lone surrogate could not be sent.
    assert "http://example.org/\ufffd" in IRIInput().render("x", "http://example.org/\udfff")
