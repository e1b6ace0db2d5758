"""The filters of ``{% load iri %}``, which `django_iri.jinja2` gives to Jinja2 as well.

`iri_link` writes a whole link. The other filters return plain text, which the engine escapes. All
four return "" for a value that is not text.

A link with other attributes needs a condition: `uri` returns "" for text that cannot be a link, and
an empty ``href`` leads to the page that it is on::

    {% with href=link|uri %}{% if href %}<a class="wide" href="{{ href }}">{% endif %}
    <bdi dir="ltr">{{ link|display_iri }}</bdi>{% if href %}</a>{% endif %}{% endwith %}
"""

from dataclasses import replace
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from django_iri.text import read_lazy
from iri3987 import IRIError, IRIReference, Profile, display, repair, to_iri
from iri3987.profile import LINK
from iri3987.reference import InvalidIRI

register = template.Library()

_ABSOLUTE_LINK = replace(LINK, reference=False)


@register.filter(is_safe=False)
def uri(value: Any) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    Text that only lacks percent-encoding is repaired first (`iri3987.repair`), as browsers do: a
    stored address that worked keeps its link.

    The result is "" for text that cannot be mapped, and for text that `iri3987.profile.LINK`
    refuses: its scheme is not http, https, mailto or tel. A relative reference has the scheme of
    the page. The result is "" as well for an `InvalidIRI` without a scheme: ``example.org`` in an
    old row would be a link into your own site.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    >>> uri("http://example.org/?family=A|B")
    'http://example.org/?family=A%7CB'
    """
    return absolute_uri(value) if isinstance(value, InvalidIRI) else _uri_by(LINK, value)


def absolute_uri(value: Any) -> str:
    """Return what `uri` does for text that has a scheme, else ""."""
    return _uri_by(_ABSOLUTE_LINK, value)


def _uri_by(profile: Profile, value: Any) -> str:
    """Return the URI of *value* if *profile* accepts it, repaired if need be, else ""."""
    try:
        # A value that is an IRI already needs no repair.
        text = value if isinstance(value, IRIReference) else repair(_plain(value))
        return profile.check(text).uri
    except IRIError:
        return ""


@register.filter(is_safe=False)
def iri(value: Any) -> str:
    """Return the IRI that *value*, a URI or an IRI, stands for: the inverse of `uri`.

    It is "" for text that is not an IRI reference. To show an address to people, use `display_iri`.

    >>> iri("http://xn--fa-hia.de/stra%C3%9Fe"), iri("http://example.org/100%")
    ('http://faß.de/straße', '')
    """
    try:
        return to_iri(_plain(value), host="unicode")
    except IRIError:
        return ""


@register.filter(is_safe=False)
def display_iri(value: Any) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    return display(_plain(value))


@register.filter(is_safe=False)
def iri_link(value: Any) -> SafeString:
    """Return a link to *value*, as HTML; if `uri` refuses *value*, only its text.

    >>> print(iri_link("http://faß.de/"))
    <a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>
    >>> print(iri_link("javascript:alert(1)"))
    <bdi dir="ltr">javascript:alert(1)</bdi>
    """
    text = display_iri(value)
    if not text:
        return SafeString()
    shown = format_html('<bdi dir="ltr">{}</bdi>', text)
    href = uri(value)
    return format_html('<a href="{}">{}</a>', href, shown) if href else shown


def _plain(value: Any) -> str:
    """Return *value* as plain text, "" if it is not text. A `SafeString` must not stay safe."""
    text = read_lazy(value)
    return str.__str__(text) if isinstance(text, str) else ""
