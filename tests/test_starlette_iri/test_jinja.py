"""The template filters, in `Jinja2Templates` and in an environment of Jinja."""

import json
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.templating import Jinja2Templates

from iri3987.html import jinja as filters
from starlette_iri import jinja
from test_starlette_iri.wire import ask

PAGE = (
    "{{ it|uri }} {{ it|iri }} {{ it|display_iri }} {{ it|iri_link }} {{ it|iri_urlize }} "
    "{{ it|iri_urlizetrunc(9) }} {{ it is iri }}"
)
ATTACKS = Path(__file__).parents[1] / "vectors" / "attacks.jsonl"


def attacks():
    """Return the texts of the common list; of those that are not written out, what makes them."""
    rows = map(json.loads, ATTACKS.read_text("utf-8").splitlines())
    return [pytest.param(str(row["input"]), id=row["id"]) for row in rows]


def page(text):
    """Return what an application answers whose page has each filter."""
    env = Environment(autoescape=True, loader=DictLoader({"page": PAGE}))
    templates = Jinja2Templates(env=env)
    jinja.install(templates)

    def show(request):
        return templates.TemplateResponse(request, "page", {"it": text})

    return ask(Starlette(routes=[Route("/", show)]), "/")


def test_templates():
    """A page of `Jinja2Templates` has every filter and the test."""
    answer = page("http://faß.de/a&b")
    link = '<a href="http://xn--fa-hia.de/a&amp;b">'
    assert answer.text.startswith("http://xn--fa-hia.de/a&amp;b http://faß.de/a&amp;b http://faß")
    assert 3 == answer.text.count(link.removesuffix(">"))
    assert answer.text.endswith(" True")


def test_environment():
    """An environment without Starlette gets the same."""
    env = Environment(autoescape=True)
    jinja.install(env)
    assert filters.iri_link is env.filters["iri_link"]


@pytest.mark.parametrize("text", attacks())
def test_attacks(text):
    """No text from outside makes a page an error, or a link with a script."""
    # Starlette cannot encode a page that has a lone surrogate, wherever it came from.
    answer = page(text.encode("utf-8", "replace").decode())
    assert 200 == answer.status
    assert 'href="javascript:' not in answer.text.lower()
