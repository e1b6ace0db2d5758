"""Tests of the input, as HTML; `test_admin_browser` looks at it in a browser."""

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django import forms
from django.contrib.staticfiles import finders
from django.utils.translation import override

from django_iri.forms import IRIField
from django_iri.widgets import IRIInput
from iri3987 import WEB
from iri3987.messages import MESSAGES


class Tags(HTMLParser):
    """The tags of a page, with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.found.append((tag, dict(attrs)))


class LinkForm(forms.Form):
    """A form that shows the URI."""

    link = IRIField(widget=IRIInput(show_uri=True))


def test_output_follows_the_input():
    """Behind the input is an empty live region for the script, and nothing inline."""
    tags = Tags(str(LinkForm(initial={"link": '"é'})["link"])).found
    assert ["input", "output"] == [tag for tag, _ in tags]
    assert '"é' == tags[0][1]["value"]
    assert {
        "class": "iri-uri",
        "aria-live": "polite",
        "data-label": "Sent as:",
        "data-incomplete": MESSAGES["not-absolute"],
        "data-assume": "https",
    } == tags[1][1]
    assert "%" not in MESSAGES["not-absolute"]


def test_what_need_not_be_complete():
    """The script says nothing of a reference; without a scheme to assume, it completes nothing."""

    class OtherForm(forms.Form):
        link = IRIField(widget=IRIInput(show_uri=True), allow_relative=True)
        whole = IRIField(widget=IRIInput(show_uri=True), assume_scheme=None)
        text = forms.CharField(widget=IRIInput(show_uri=True))

    form = OtherForm()
    data = [{*Tags(str(form[name])).found[1][1]} for name in ("link", "whole", "text")]
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

    tags = Tags(str(ExactForm({"link": text})["link"])).found
    assert place == tags[0][1].get("data-iri-select")
    assert "data-iri-select" not in str(ExactForm()["link"])


def test_place_of_what_is_asked_about():
    """The letters that can mislead are selected, until the text is confirmed."""

    class AskingForm(forms.Form):
        link = IRIField(confirm_warnings=True)

    text = "http://\N{CYRILLIC SMALL LETTER ER}aypal.com/a b"
    data = {"link": text}
    assert "7 13" == Tags(str(AskingForm(data)["link"])).found[0][1]["data-iri-select"]
    data["link-confirmed"] = text
    assert "data-iri-select" not in str(AskingForm(data)["link"])


def test_plain_input():
    """Unless asked for, there is an input alone, and no file to load."""
    assert ["input"] == [tag for tag, _ in Tags(IRIInput().render("x", "é")).found]
    assert "" == str(IRIInput().media)


def test_media():
    """The form names two files, which `collectstatic` finds; the script waits for the page."""
    tags = Tags(str(LinkForm().media)).found
    assert {"link", "script"} == {tag for tag, _ in tags}
    for tag, attributes in tags:
        path = attributes["src" if tag == "script" else "href"]
        assert path is not None
        found = finders.find(path.removeprefix("/static/"))
        assert found
        assert Path(found).read_text("utf-8")
    assert "defer" in dict(tags)["script"]


def test_label_is_translated():
    """The words before the URI are in the language of the page."""
    with override("de"):
        assert 'data-label="Gesendet als:"' in str(LinkForm()["link"])


@pytest.mark.parametrize("value", [None, "", "\ud800", "http://example.org/\udfff"])
def test_what_no_page_can_hold(value):
    """A lone surrogate is shown as U+FFFD: a page with it could not be sent."""
    html = IRIInput().render("x", value)
    assert html.encode()
    assert (value in {None, ""}) is ("\ufffd" not in html)
