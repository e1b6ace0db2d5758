"""Tests of the input, as HTML; `test_admin_browser` looks at it in a browser."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django import forms
from django.contrib.staticfiles import finders
from django.utils.translation import override

from django_iri.forms import IRIField
from django_iri.widgets import IRIInput
from iri3987 import WEB


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
    assert {"class": "iri-uri", "aria-live": "polite", "data-label": "Sent as:"} == tags[1][1]


def test_input_knows_what_is_accepted():
    """The script is told the rules of the field: also where the widget is set afterwards."""
    form = forms.Form()
    form.fields["link"] = IRIField(schemes=["https"], assume_scheme="https", max_length=60)
    form.fields["any"] = IRIField(profile="any", reference=True, max_length=None)
    for field in form.fields.values():
        field.widget = IRIInput(show_uri=True)
    rules = [json.loads(Tags(str(field)).found[0][1]["data-iri"] or "") for field in form]
    web = {"web": True, "requireHost": True, "port": [0, 65535], "octets": WEB.max_octets}
    web |= {"repair": True}
    anything = {"web": False, "requireHost": False, "port": None, "octets": None}
    anything |= {"repair": False}
    common = {"userinfo": True, "singleLabel": False}
    assert [
        web
        | common
        | {"schemes": ["https"], "reference": False, "characters": 60}
        | {"assume": "https"},
        anything
        | common
        | {"schemes": None, "reference": True, "characters": None}
        | {"assume": None},
    ] == rules


@pytest.mark.parametrize(
    "field",
    [
        IRIField(),
        IRIField(widget=IRIInput(show_uri=True), reject=["userinfo"]),
        IRIField(widget=IRIInput(show_uri=True), profile="public"),
        forms.CharField(widget=IRIInput(show_uri=True)),
        IRIField(widget=forms.Textarea),
    ],
    ids=["not-shown", "reject", "public", "another-field", "another-widget"],
)
def test_input_that_is_not_told(field):
    """Where the script could not tell what is accepted, or is not there, it is told nothing."""
    form = forms.Form()
    form.fields["link"] = field
    assert "data-iri" not in str(form["link"])


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


def test_form_renderers():
    """The input needs no template of ours: any renderer, and the application need not be there."""
    renderer = forms.renderers.DjangoTemplates()
    assert "<output" in IRIInput(show_uri=True).render("x", "é", renderer=renderer)
