"""The Jinja filters, which are functions of any value, and need no application.

Write a link as ``<a href="{{ link|uri }}"><bdi dir="ltr">{{ link|display_iri }}</bdi></a>``.
Both return plain text, which autoescaping escapes, and "" for what is no text. An undefined
variable is what the environment makes of it: "" by default, an error if that is strict.
"""

from typing import Any

from jinja2 import Undefined

from iri3987 import IRIError, display
from iri3987.profile import LINK


def uri(value: Any, /) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    "" for what cannot be mapped, and for what `iri3987.profile.LINK` does not accept: another
    scheme than http, https, mailto or tel. A relative reference has the scheme of the page.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    """
    try:
        return LINK.check(_text(value)).uri
    except IRIError:
        return ""


def display_iri(value: Any, /) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    return display(_text(value))


def _text(value: Any) -> str:
    """Return the text of *value*, and not as the `Markup` it may be: what follows is new."""
    return str(value) if isinstance(value, str | Undefined) else ""
