"""The filters of templates, for any engine.

The results are `str`. `uri`, `iri` and `display_iri` give plain text, which the engine escapes;
`iri_link` and `iri_urlize` give escaped HTML, which `for_engine` marks as safe for an engine:
`iri3987.adapters.jinja`, `django_iri.templatetags.iri`. `iri_text` is for plain text, such as that
of a mail, which no engine should escape.

A value that is not text gives "", but `iri_urlize` shows its text, as ``urlize`` does. Text that is
marked as safe is plain text, except in `iri_urlize`. Text that lacks only percent-encoding is
repaired (`iri3987.repair`): a stored address that worked goes on working.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from iri3987._unicode.text import exact
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.html import Link, link, linkify, linkify_html
from iri3987.html.links import link_to
from iri3987.mapping import to_iri
from iri3987.mapping.repair import repaired
from iri3987.profile import LINK, WEB, Profile
from iri3987.values import InvalidIRI, IRIReference

__family__ = ["display_iri", "for_engine", "iri", "iri_link", "iri_text", "iri_urlize", "uri"]

_Options = ParamSpec("_Options")
_Text = TypeVar("_Text", bound=str)


def for_engine(
    own: Callable[Concatenate[object, _Options], str],
    read: Callable[[Any], object],
    mark: Callable[[str], _Text],
    /,
) -> Callable[Concatenate[Any, _Options], _Text]:
    """Return *own* for an engine, which *read* s a value from it and *mark* s the text for it."""

    @wraps(own)
    def face(value: Any, /, *arguments: _Options.args, **options: _Options.kwargs) -> _Text:
        return mark(own(read(value), *arguments, **options))

    return face


def uri(value: object, /, *, profile: str | Profile = LINK) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    The result is "" if *value* cannot be mapped, or if *profile* refuses it. `iri3987.profile.LINK`
    accepts http, https, mailto, tel, and relative references, which have the scheme of the page.
    The result is "" as well for an `InvalidIRI` without a scheme: "example.org" in an old row would
    be a link into your own site.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    >>> uri("http://example.org/?family=A|B")
    'http://example.org/?family=A%7CB'
    """
    return link_to(_text(value), Profile.named(profile))


def iri(value: object, /) -> str:
    """Return the IRI for *value*, a URI or an IRI, with its host in Unicode: `uri` undone.

    The result is "" if *value* is not an IRI reference. To show an IRI to a person, use
    `display_iri`, which keeps look-alikes encoded, and masks a password.

    >>> iri("http://xn--fa-hia.de/stra%C3%9Fe"), iri("http://example.org/100%"), iri("http://a b/")
    ('http://faß.de/straße', 'http://example.org/100%25', '')
    """
    try:
        return to_iri(repaired(_text(value)), host="unicode")
    except IRIError:
        return ""


def display_iri(value: object, /) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    return display(repaired(_text(value)))


def iri_text(value: object, /) -> str:
    """Return *value* as `display_iri` shows it, for plain text in which programs look for links.

    What the program of a reader would leave out is percent-encoded
    (`iri3987.text.minimally_escaped`). A password is masked.

    >>> iri_text("http://xn--fa-hia.de/stra%C3%9Fe."), iri_text("https://example.org/a)?")
    ('http://faß.de/straße%2E', 'https://example.org/a%29?#')
    """
    from iri3987.text import minimally_escaped

    shown = display_iri(value)
    try:
        return minimally_escaped(shown)
    except IRIError:
        return shown


def iri_link(value: object, /, limit: object = None, *, profile: str | Profile = LINK) -> str:
    """Return a link to the `uri` of *value* that shows its `display_iri`, isolated.

    The result has no ``a`` if `uri` with *profile* is "". It is "" for empty text, and for a value
    that is not text. With *limit*, a longer text ends with "…" after that many characters, but has
    the whole host.

    >>> print(iri_link("https://例え.テスト/?a&b"))
    <a href="https://xn--r8jz45g.xn--zckzah/?a&amp;b"><bdi dir="ltr">https://例え.テスト/?a&amp;b</bdi></a>
    >>> print(iri_link("javascript:alert(1)"))
    <bdi dir="ltr">javascript:alert(1)</bdi>
    """
    return link(_text(value), profile=Profile.named(profile), shorten=_characters(limit))


def iri_urlize(
    value: object,
    limit: object = None,
    /,
    *,
    is_html: bool = False,
    profile: str | Profile = WEB,
    rel: str | None = None,
    target: str | None = None,
) -> str:
    """Return *value* as HTML with links to the addresses in it: use it instead of ``urlize``.

    `iri3987.html.linkify` finds them with *profile*, and e-mail addresses, which get no *rel* and
    no *target*. A label has at most *limit* characters, the last of them "…"; the whole host is
    shown in any case, and the whole of what is shown is the ``title``. There is no limit if *limit*
    is not a number: data of a page must not break it.

    Plain text is escaped. A value that has the method ``__html__``, and any value if *is_html*, is
    HTML: its elements stay, and the text between them gets links (`iri3987.html.linkify_html`).

    >>> iri_urlize("<b> faß.de。")
    '&lt;b&gt; <a href="https://xn--fa-hia.de"><bdi dir="ltr">faß.de</bdi></a>。'
    """
    finding = partial(linkify, profile=Profile.named(profile), emails=True, each=_plain_mailto)
    linked = partial(finding, rel=rel, target=target, shorten=_characters(limit))
    html = getattr(value, "__html__", None)
    text = str(value if html is None else html())
    return linked(text) if html is None and not is_html else linkify_html(text, linked)


def _text(value: object) -> str:
    """Return *value* if it is text, else "". Text that is marked as safe is plain text."""
    # These two say more than their text: an `InvalidIRI` is not a relative reference.
    if isinstance(value, IRIReference | InvalidIRI):
        return value
    return exact(value) if isinstance(value, str) else ""


def _characters(limit: object) -> int | None:
    """Return *limit* as a number of characters, or None if it is not one."""
    try:
        return None if limit is None else int(limit)  # type: ignore[call-overload]
    except (TypeError, ValueError, OverflowError):
        return None


def _plain_mailto(made: Link) -> Link:
    """Return a link to a mailbox without ``rel`` and ``target``, and any other as it is."""
    if made.href.startswith("mailto:"):
        made.attributes.pop("rel", None)
        made.attributes.pop("target", None)
    return made
