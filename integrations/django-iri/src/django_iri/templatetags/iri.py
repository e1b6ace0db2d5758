"""The filters of ``{% load iri %}``, which `django_iri.jinja2` gives to Jinja2 as well.

`iri_link` writes a whole link, `iri_urlize` and `iri_urlizetrunc` text with links in it. The other
filters return plain text, which the engine escapes. All but those two return "" for a value that is
not text. Text that only lacks percent-encoding is repaired first (`iri3987.repair`): a stored
address that worked keeps its link.

A link with other attributes needs a condition: `uri` returns "" for text that cannot be a link, and
an empty ``href`` leads to the page that it is on::

    {% with href=link|uri %}{% if href %}<a class="wide" href="{{ href }}">{% endif %}
    <bdi dir="ltr">{{ link|display_iri }}</bdi>{% if href %}</a>{% endif %}{% endwith %}
"""

from dataclasses import replace
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from django_iri.messages import read_lazy
from iri3987 import IRIError, IRIReference, display, repair, to_iri
from iri3987.html import Link, href, link, linkify, linkify_html
from iri3987.profile import LINK
from iri3987.reference import InvalidIRI

__all__ = ["display_iri", "iri", "iri_link", "iri_urlize", "iri_urlizetrunc", "uri"]

register: template.Library = template.Library()

_ABSOLUTE_LINK = replace(LINK, reference=False)


@register.filter(is_safe=False)
def uri(value: Any) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    The result is "" for text that cannot be mapped, and for text that `iri3987.profile.LINK`
    refuses: its scheme is not http, https, mailto or tel. A relative reference has the scheme of
    the page. The result is "" as well for an `InvalidIRI` without a scheme: ``example.org`` in an
    old row would be a link into your own site.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    >>> uri("http://example.org/?family=A|B")
    'http://example.org/?family=A%7CB'
    """
    return href(value if isinstance(value, str) else _plain(value))


def absolute_uri(value: Any) -> str:
    """Return what `uri` does for text that has a scheme, else ""."""
    return href(_plain(value), profile=_ABSOLUTE_LINK)


@register.filter(is_safe=False)
def iri(value: Any) -> str:
    """Return the IRI that *value*, a URI or an IRI, stands for: the inverse of `uri`.

    It is "" for text that is not an IRI reference. To show an address to people, use `display_iri`.

    >>> iri("http://xn--fa-hia.de/stra%C3%9Fe"), iri("http://faß.de/a|b"), iri("http://a b/")
    ('http://faß.de/straße', 'http://faß.de/a%7Cb', '')
    """
    try:
        return to_iri(_repaired(value), host="unicode")
    except IRIError:
        return ""


@register.filter(is_safe=False)
def display_iri(value: Any) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    try:
        return display(_repaired(value))
    except IRIError:
        return display(_plain(value))


@register.filter(is_safe=False)
def iri_link(value: Any, limit: Any = None) -> SafeString:
    """Return a link to *value*, as HTML; if `uri` refuses *value*, only its text.

    With *limit*, a longer text ends with "…" after that many characters, but has the whole host.

    >>> print(iri_link("http://faß.de/"))
    <a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>
    >>> print(iri_link("javascript:alert(1)"))
    <bdi dir="ltr">javascript:alert(1)</bdi>
    """
    # The type of an old row tells that its text is not a relative reference.
    text = value if isinstance(value, InvalidIRI) else _plain(value)
    return mark_safe(link(text, shorten=_most(limit)))  # noqa: S308 - it escapes


@register.filter(is_safe=True, needs_autoescape=True)
def iri_urlize(value: Any, *, autoescape: bool = True) -> SafeString:
    """Return *value* as HTML with links to the addresses in it: use it instead of ``urlize``.

    As with ``urlize``, e-mail addresses are found too, and the other links have ``rel="nofollow"``.
    Text that is marked safe, and all text where escaping is off, is HTML: its elements stay, and
    the text between them gets links (`iri3987.html.linkify_html`). Other text is plain text, and
    all of it is escaped.

    >>> print(iri_urlize("<b> faß.de。"))
    &lt;b&gt; <a href="https://xn--fa-hia.de" rel="nofollow"><bdi dir="ltr">faß.de</bdi></a>。
    """
    return _urlize(value, None, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
def iri_urlizetrunc(value: Any, limit: Any, *, autoescape: bool = True) -> SafeString:
    """Return what `iri_urlize` does, with links that show at most *limit* characters.

    The last of them is "…". The whole host is shown in any case, and the whole of what is shown is
    the ``title``. There is no limit if *limit* is not a number: data of a page must not break it.

    >>> print(iri_urlizetrunc("www.faß.de/straße", 14))
    <a href="https://www.xn--fa-hia.de/stra%C3%9Fe" title="www.faß.de/straße" rel="nofollow">\
<bdi dir="ltr">www.faß.de/st…</bdi></a>
    """
    return _urlize(value, _most(limit), autoescape=autoescape)


def _most(limit: Any) -> int | None:
    """Return *limit* as a number of characters, or None if it is not one."""
    try:
        return int(limit)
    except (TypeError, ValueError, OverflowError):
        return None


def _urlize(value: Any, shorten: int | None, *, autoescape: bool) -> SafeString:
    def linked(text: str) -> str:
        return linkify(text, emails=True, shorten=shorten, each=_nofollow)

    # A `SafeString` says so itself, and Jinja's `Markup`. Django shows any other value as its text.
    value = read_lazy(value)
    is_html = hasattr(value, "__html__") or not autoescape
    text = str(value.__html__() if hasattr(value, "__html__") else value)
    return mark_safe(linkify_html(text, linked) if is_html else linked(text))  # noqa: S308 - escaped


def _nofollow(made: Link) -> Link:
    if not made.href.startswith("mailto:"):
        made.attributes["rel"] = "nofollow"
    return made


def _repaired(value: Any) -> str:
    """Return *value* as an IRI reference, repaired if need be. Raises `IRIError`."""
    # A value that is an IRI already needs no repair.
    return value if isinstance(value, IRIReference) else repair(_plain(value))


def _plain(value: Any) -> str:
    """Return *value* as plain text, "" if it is not text. A `SafeString` must not stay safe."""
    text = read_lazy(value)
    return str.__str__(text) if isinstance(text, str) else ""
