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
from iri3987.html import filters
from iri3987.profile import LINK, Profile, make_profile

__all__ = ["display_iri", "iri", "iri_link", "iri_text", "iri_urlize", "iri_urlizetrunc", "uri"]

register: template.Library = template.Library()

_ABSOLUTE_LINK = replace(LINK, reference=False)


@register.simple_tag
@register.filter(is_safe=False)
def uri(value: Any, *, profile: str | Profile = LINK) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    The result is "" for text that cannot be mapped, and for text that *profile* refuses. Without
    one, the schemes are http, https, mailto and tel (`iri3987.html.filters.uri`). A filter has no
    options, so there is a tag as well::

        {% uri link.homepage profile="links.profiles.WITH_FTP" as href %}

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    """
    return filters.uri(read_lazy(value), profile=make_profile(profile))


def absolute_uri(value: Any) -> str:
    """Return what `uri` does for text that has a scheme, else ""."""
    return filters.uri(read_lazy(value), profile=_ABSOLUTE_LINK)


@register.filter(is_safe=False)
def iri(value: Any) -> str:
    """Return the IRI that *value*, a URI or an IRI, stands for: the inverse of `uri`.

    It is "" for text that is not an IRI reference. To show an address to people, use `display_iri`.

    >>> iri("http://xn--fa-hia.de/stra%C3%9Fe"), iri("http://faß.de/a|b"), iri("http://a b/")
    ('http://faß.de/straße', 'http://faß.de/a%7Cb', '')
    """
    return filters.iri(read_lazy(value))


@register.filter(is_safe=False)
def display_iri(value: Any) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    return filters.display_iri(read_lazy(value))


@register.filter(is_safe=False)
def iri_text(value: Any) -> str:
    """Return *value* as `display_iri` shows it, for plain text in which programs look for links.

    What the program of a reader would leave out is percent-encoded
    (`iri3987.html.filters.iri_text`). The template of a mail needs ``{% autoescape off %}``.

    >>> iri_text("http://xn--fa-hia.de/stra%C3%9Fe.")
    'http://faß.de/straße%2E'
    """
    return filters.iri_text(read_lazy(value))


@register.simple_tag
@register.filter(is_safe=False)
def iri_link(value: Any, limit: Any = None, *, profile: str | Profile = LINK) -> SafeString:
    """Return a link to *value*, as HTML; if `uri` with *profile* refuses *value*, only its text.

    With *limit*, a longer text ends with "…" after that many characters, but has the whole host.
    There is a tag as well, as for `uri`.

    >>> print(iri_link("http://faß.de/"))
    <a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>
    >>> print(iri_link("javascript:alert(1)"))
    <bdi dir="ltr">javascript:alert(1)</bdi>
    """
    html = filters.iri_link(read_lazy(value), limit, profile=make_profile(profile))
    return mark_safe(html)  # noqa: S308 - it is escaped


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
    return iri_urlizetrunc(value, None, autoescape=autoescape)


@register.filter(is_safe=True, needs_autoescape=True)
def iri_urlizetrunc(value: Any, limit: Any, *, autoescape: bool = True) -> SafeString:
    """Return what `iri_urlize` does, with links that show at most *limit* characters.

    The last of them is "…". The whole host is shown in any case, and the whole of what is shown is
    the ``title``. There is no limit if *limit* is not a number.

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
    """Return what the filter `iri_urlize` does, with options: a filter has one argument.

    *profile* decides which addresses get links, *rel* and *target* are those of the links, and
    *limit* is that of `iri_urlizetrunc`. ::

        {% iri_urlize comment.text rel="nofollow ugc" profile="public" %}
    """
    html = filters.iri_urlize(
        read_lazy(value),
        limit,
        is_html=not context.autoescape,
        profile=make_profile(profile),
        rel=rel or None,
        target=target or None,
    )
    return mark_safe(html)  # noqa: S308 - it is escaped
