"""The template filters for `Jinja2Templates`: those of `iri3987.adapters.jinja`. It needs Jinja."""

from jinja2 import Environment
from starlette.templating import Jinja2Templates

from iri3987.adapters import jinja

__all__ = ["install"]


def install(templates: Jinja2Templates | Environment, /) -> None:
    """Give *templates*, or an environment of Jinja, what `iri3987.adapters.jinja` has.

    >>> templates = Jinja2Templates(env=Environment(autoescape=True))
    >>> install(templates)
    >>> templates.env.from_string("{{ it|iri_link }}").render(it="http://faß.de/")
    '<a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>'
    """
    jinja.install(templates if isinstance(templates, Environment) else templates.env)
