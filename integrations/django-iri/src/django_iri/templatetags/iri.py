"""The filters of ``{% load iri %}``, which `django_iri.jinja2` gives to Jinja2 as well.

A filter has one argument, so `uri`, `iri_link` and `iri_urlize` are tags as well::

    {% uri link.homepage profile="links.profiles.WITH_FTP" as href %}
    {% iri_urlize comment.text rel="nofollow ugc" profile="public" %}

The template of a mail, with `iri_text`, needs ``{% autoescape off %}``.
"""

from dataclasses import replace
from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from django_iri.messages import read_lazy
from iri3987.html import filters
from iri3987.profile import LINK, Profile

__all__ = ["display_iri", "iri", "iri_link", "iri_text", "iri_urlize", "iri_urlizetrunc", "uri"]

register: template.Library = template.Library()

_ABSOLUTE_LINK = replace(LINK, allow_relative=False)

uri = filters.for_engine(filters.uri, read_lazy, str)
iri = filters.for_engine(filters.iri, read_lazy, str)
display_iri = filters.for_engine(filters.display_iri, read_lazy, str)
iri_text = filters.for_engine(filters.iri_text, read_lazy, str)
iri_link = filters.for_engine(filters.iri_link, read_lazy, SafeString)
for _filter in (uri, iri, display_iri, iri_text, iri_link):
    register.filter(_filter)
for _filter in (uri, iri_link):
    register.simple_tag(_filter)


def absolute_uri(value: Any) -> str:
    """Return what `uri` does for text that has a scheme, else ""."""
    return uri(value, profile=_ABSOLUTE_LINK)


@register.filter(is_safe=True, needs_autoescape=True)
def iri_urlize(value: Any, *, autoescape: bool = True) -> SafeString:
    """Return *value* as HTML with links to the addresses in it: use it instead of ``urlize``.

    As with ``urlize``, e-mail addresses are found too, and the other links have ``rel="nofollow"``.
    Text that is marked safe, and all text where escaping is off, is HTML: its elements stay, and
    the text between them gets links. Other text is plain text, and all of it is escaped.

    >>> print(iri_urlize("<b> faß.de。"))
    &lt;b&gt; <a href="https://xn--fa-hia.de" rel="nofollow"><bdi dir="ltr">faß.de</bdi></a>。
    """
    return iri_urlizetrunc(value, None, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
def iri_urlizetrunc(value: Any, limit: Any, *, autoescape: bool = True) -> SafeString:
    """Return what `iri_urlize` does, with links that show at most *limit* characters.

    >>> print(iri_urlizetrunc("www.faß.de/straße", 14))
    <a href="https://www.xn--fa-hia.de/stra%C3%9Fe" title="www.faß.de/straße" rel="nofollow">\
<bdi dir="ltr">www.faß.de/st…</bdi></a>
    """
    html = filters.iri_urlize(read_lazy(value), limit, is_html=not autoescape, rel="nofollow")
    return mark_safe(html)  # noqa: S308 - it is escaped


@register.simple_tag(name="iri_urlize", takes_context=True)
def iri_urlize_tag(
    context: Any,
    value: Any,
    *,
    limit: Any = None,
    profile: str | Profile = "web",
    rel: str | None = "nofollow",
    target: str | None = None,
) -> SafeString:
    """Return what the filter `iri_urlize` does, with options for the links."""
    html = filters.iri_urlize(
        read_lazy(value),
        limit,
        is_html=not context.autoescape,
        profile=profile,
        rel=rel or None,
        target=target or None,
    )
    return mark_safe(html)  # noqa: S308 - it is escaped
