"""The template filters, in `Jinja2Templates` and in an environment of Jinja."""

from jinja2 import DictLoader, Environment
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.templating import Jinja2Templates

from iri3987.adapters import jinja as filters
from starlette_iri import jinja
from test_starlette_iri.wire import ask

PAGE = (
    "{{ it|uri }} {{ it|iri }} {{ it|display_iri }} {{ it|iri_text }} {{ it|iri_link }} "
    "{{ it|iri_urlize }} {{ it|iri_urlizetrunc(9) }} {{ it is iri }}"
)


def test_templates():
    """A page of `Jinja2Templates` has every filter and the test."""
    env = Environment(autoescape=True, loader=DictLoader({"page": PAGE}))
    templates = Jinja2Templates(env=env)
    jinja.install(templates)

    def show(request):
        return templates.TemplateResponse(request, "page", {"it": "http://faß.de/a&b"})

    answer = ask(Starlette(routes=[Route("/", show)]), "/")
    link = '<a href="http://xn--fa-hia.de/a&amp;b">'
    assert answer.text.startswith("http://xn--fa-hia.de/a&amp;b http://faß.de/a&amp;b http://faß")
    assert 3 == answer.text.count(link.removesuffix(">"))
    assert answer.text.endswith(" True")
    # An environment without Starlette gets the same.
    bare = Environment(autoescape=True)
    jinja.install(bare)
    assert filters.iri_link is bare.filters["iri_link"]
