"""Tests of the filters in Django's Jinja2 backend."""

import pytest
from django.template import engines
from django.test import override_settings
from markupsafe import Markup

BACKEND = {
    "BACKEND": "django.template.backends.jinja2.Jinja2",
    "OPTIONS": {"environment": "django_iri.jinja2.environment"},
}


@pytest.fixture
def render():
    """Give a function that renders an expression."""
    with override_settings(TEMPLATES=[BACKEND]):
        engine = engines["jinja2"]
        yield lambda text, **names: engine.from_string(text).render(names)


def test_filters(render):
    """All filters are there, and the engine escapes what is plain text, once."""
    uri, iri = "http://xn--fa-hia.de/?a&amp;b=%C3%A9", "http://faß.de/?a&amp;b=é"
    link = f'<a href="{uri}"><bdi dir="ltr">{iri}</bdi></a>'
    filters = {"uri": uri, "iri": iri, "display_iri": iri, "iri_text": iri, "iri_link": link}
    for name, expected in filters.items():
        for kind in (str, Markup):
            value = kind("http://faß.de/?a&b=é")
            assert expected == render(f"{{{{ value|{name} }}}}", value=value)
        assert "" == render(f"{{{{ value|{name} }}}}")
