"""The line of the first page: its examples have the answers of a form."""

import re
from html import unescape

from iri3987 import WEB, IRIError
from iri3987.messages import describe
from site_parts import tables

RULE = WEB.for_forms()


def said(text):
    """Return what a form says of *text*: the kind, and the words."""
    try:
        value = RULE.clean(text)
    except IRIError as error:
        return "bad", describe(error, text, RULE)
    told = " ".join(describe(each, text, RULE) for each in RULE.warnings(text))
    return ("doubt", told) if told else ("good", f"Saved as it is, and sent as {value.uri}")


def test_examples():
    """Each button has what a form says of its text; the first is in the line."""
    html = tables.try_it()
    found = re.findall(r'data-kind="(\w+)" data-words="([^"]*)"><bdi>(.+?)</bdi></button>', html)
    shown = [tuple(map(unescape, each)) for each in found]
    assert [(*said(text), text) for _, _, text in shown] == shown
    assert {"good", "doubt", "bad"} == {kind for kind, _, _ in shown}
    assert 5 == len(shown)
    assert f'value="{found[0][2]}"' in html
    assert f">{found[0][1]}</p>" in html
