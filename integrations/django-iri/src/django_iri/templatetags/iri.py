"""The filters of ``{% load iri %}``.

Write a link as ``<a href="{{ link|uri }}"><bdi dir="ltr">{{ link|display_iri }}</bdi></a>``.
Both filters return plain text, which the engine escapes, and "" for what is no text.
"""

from typing import Any

from django import template
from django.utils.functional import Promise

from iri3987 import IRIError, display
from iri3987.profile import LINK

register = template.Library()


@register.filter(is_safe=False)
def uri(value: Any) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    "" for what cannot be mapped, and for what `iri3987.profile.LINK` does not accept: another
    scheme than http, https, mailto or tel. A relative reference has the scheme of the page.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    """
    try:
        return LINK.check(_plain(value)).uri
    except IRIError:
        return ""


@register.filter(is_safe=False)
def display_iri(value: Any) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    return display(_plain(value))


def _plain(value: Any) -> str:
    """Return the text of *value*, and not as the `SafeString` it may be: what follows is new."""
    return str.__str__(str(value)) if isinstance(value, str | Promise) else ""
