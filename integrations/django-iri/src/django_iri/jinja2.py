"""The template filters for Django's Jinja2 backend, under the names of ``{% load iri %}``.

As in Jinja's own ``urlize``, text is escaped whether autoescaping is on or off, unless it is marked
safe.
"""

from typing import Any

from jinja2 import Environment

from django_iri.templatetags import iri

__all__ = ["environment", "install"]


def install(env: Environment, /) -> None:
    """Add the filters of `django_iri.templatetags.iri` to *env*.

    >>> env = Environment(autoescape=True)
    >>> install(env)
    >>> env.from_string("{{ 'http://faß.de/'|iri_link }}").render()
    '<a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>'
    """
    env.filters.update(iri.register.filters)


def environment(**options: Any) -> Environment:
    """Return a Jinja2 environment that has the filters.

    Set ``"OPTIONS": {"environment": "django_iri.jinja2.environment"}`` in a backend of `TEMPLATES`.
    """
    env = Environment(**options)  # noqa: S701 - Django's backend passes autoescape=True
    install(env)
    return env
