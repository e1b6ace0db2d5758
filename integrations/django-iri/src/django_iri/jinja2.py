"""The template filters for Django's Jinja2 backend, under the names of ``{% load iri %}``.

Set ``"OPTIONS": {"environment": "django_iri.jinja2.environment"}`` in a backend of `TEMPLATES`, or
call `install` for an environment of your own.
"""

from typing import Any

from jinja2 import Environment

from django_iri.templatetags import iri


def install(env: Environment, /) -> None:
    """Add the filters ``uri``, ``iri``, ``display_iri`` and ``iri_link`` to *env*.

    >>> env = Environment(autoescape=True)
    >>> install(env)
    >>> env.from_string("{{ 'http://faß.de/'|iri_link }}").render()
    '<a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>'
    """
    env.filters.update(iri.register.filters)


def environment(**options: Any) -> Environment:
    """Return a Jinja2 environment that has the filters, for the setting "environment"."""
    env = Environment(**options)  # noqa: S701 - Django's backend passes autoescape=True
    install(env)
    return env
