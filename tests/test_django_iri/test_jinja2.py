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


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("uri", "http://xn--fa-hia.de/?a&amp;b=%C3%A9"),
        ("iri", "http://faß.de/?a&amp;b=é"),
        ("display_iri", "http://faß.de/?a&amp;b=é"),
        ("iri_text", "http://faß.de/?a&amp;b=é"),
        (
            "iri_link",
            (
                '<a href="http://xn--fa-hia.de/?a&amp;b=%C3%A9">'
                '<bdi dir="ltr">http://faß.de/?a&amp;b=é</bdi></a>'
            ),
        ),
    ],
)
@pytest.mark.parametrize("kind", [str, Markup])
def test_filters(render, expression, expected, kind):
    """The four filters are there, and the engine escapes what is plain text, once."""
    value = kind("http://faß.de/?a&b=é")
    assert expected == render(f"{{{{ value|{expression} }}}}", value=value)


@pytest.mark.parametrize("expression", ["uri", "iri", "display_iri", "iri_text", "iri_link"])
def test_undefined(render, expression):
    """A missing value is not an address."""
    assert "" == render(f"{{{{ value|{expression} }}}}")


def test_javascript_is_no_link(render):
    """A refused scheme is shown, and leads nowhere."""
    assert '<bdi dir="ltr">javascript:alert(1)</bdi>' == render(
        "{{ value|iri_link }}", value="javascript:alert(1)"
    )
