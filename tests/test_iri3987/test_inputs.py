"""`iri3987.html.inputs`: what stands below the input of an address, as HTML."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from markupsafe import Markup

import django_iri
from iri3987 import WEB, Finding, Severity
from iri3987.html.inputs import STATIC, Question, on_page, uri_output, warning_list

DJANGO = Path(django_iri.__file__).parent / "static" / "django_iri"
#: Text that would be markup, and that no page can hold.
HOSTILE = "\"'><script>&amp;\ud800"


def page(html):
    """Return the elements of *html*, as a browser reads what is sent."""
    return BeautifulSoup(html.encode(), "html.parser")


def warning(message, code="userinfo"):
    """Return a finding with *message*."""
    return Finding(code, Severity.WARNING, None, 0, 1, message, "8")


@pytest.mark.parametrize("kind", [str, Markup])
def test_text_is_escaped(kind):
    """Text of a user is never markup, even if it is marked as safe."""
    text = kind(HOSTILE)
    box = Question(text, text, text, is_confirmed=False)
    html = warning_list([warning(text)], text, box, refused=True)
    shown = page(html + uri_output(lambda _: text, WEB))
    assert ["ul", "li", "label", "input", "output"] == [each.name for each in shown.find_all(True)]
    expected = on_page(HOSTILE)
    box = shown.input
    found = {shown.li.text, shown.ul["id"], box["name"], box["value"], box["aria-describedby"]}
    output = {shown.output["data-label"], shown.output["data-incomplete"]}
    assert {expected} == {*found, *output, shown.label.text.strip()}


def test_box():
    """The box is ticked if the text is confirmed, and its label is a part of it."""
    for is_confirmed in (True, False):
        question = Question("sure", "http://a@b/", "Save", is_confirmed=is_confirmed)
        html = warning_list([warning("Look")], "x", question, refused=not is_confirmed)
        box = page(html).select_one("label.iri-confirm > input")
        assert is_confirmed == box.has_attr("checked")
        assert ("checkbox", "x") == (box["type"], box["aria-describedby"])


def test_nothing_can_refer_to_a_list_without_an_id():
    """Then neither the list nor the box has an attribute for it."""
    question = Question("sure", "x", "Save", is_confirmed=False)
    html = warning_list([warning("Look")], "", question, refused=True)
    assert " id=" not in html
    assert "aria-describedby" not in html


def test_a_repair_is_told_alone():
    """A repair is not among alarms, and refused text has not been repaired."""
    repair = warning("It was repaired.", "repaired")
    found = [warning("Look"), repair, warning("Look")]
    question = Question("sure", "x", "Save", is_confirmed=False)
    for given, refused, expected in [
        ({}, True, ["Look"]),
        ({}, False, ["Look"]),
        ({"question": question}, True, ["Look"]),
    ]:
        html = warning_list(found, "x", **given, refused=refused)
        assert expected == [item.text for item in page(html)("li")]
    assert "" == warning_list([repair], "x", refused=True)
    assert ["It was repaired."] == [
        item.text for item in page(warning_list([repair], "x", refused=False))("li")
    ]


def test_the_other_site_comes_first():
    """Which site this is not says more to people than whose letters are mixed."""
    mixed = warning("Letters are mixed.", "mixed-scripts")
    double = warning("This is not that site.", "whole-script-confusable")
    html = warning_list([mixed, double], "x", refused=False)
    assert [double.message, mixed.message] == [item.text for item in page(html)("li")]


def test_the_script_is_short():
    """It has at most 100 lines: a longer one would judge."""
    script = (STATIC / "iri-input.js").read_text("utf-8")
    assert 100 >= len(script.splitlines())


@pytest.mark.parametrize("name", ["iri-input.js", "iri-input.css"])
def test_django_has_the_same_files(name):
    """Django serves only what lies in the folder of an application, so `make static` copies it."""
    assert (STATIC / name).read_bytes() == (DJANGO / name).read_bytes()
    assert {path.name for path in STATIC.iterdir()} == {path.name for path in DJANGO.iterdir()}
