"""The Jinja filters and the test, for any environment, with or without Flask.

| in a template | gives |
|---|---|
| ``{{ link|uri }}`` | the mapped URI, for ``href`` and ``src``; "" if a link would not be safe |
| ``{{ link|iri }}`` | the IRI, with its host in Unicode: the inverse of ``uri`` |
| ``{{ link|display_iri }}`` | text that is safe to show a person |
| ``{{ link|iri_link }}`` | a whole link, made of ``uri`` and ``display_iri`` |
| ``{% if link is iri %}`` | whether it is an IRI: absolute, and valid by RFC 3987 |

Use ``{{ link|iri_link }}``. For a link with attributes of your own, write
``<a{{ {"href": link|uri or none}|xmlattr }}><bdi dir="ltr">{{ link|display_iri }}</bdi></a>``,
which has no ``href`` if `uri` gives "": an empty ``href`` leads to the page itself.

All filters but `iri_link` return plain text, which autoescaping escapes. A value that is not text
gives "". For an undefined variable, the environment decides: "" by default, an error if it is
strict.
"""

from typing import Any

from jinja2 import Environment, Undefined
from markupsafe import Markup

import iri3987
from iri3987 import IRI, IRIError, IRIReference, display, repair, to_iri
from iri3987.profile import LINK
from iri3987.reference import InvalidIRI


def install(environment: Environment, /) -> None:
    """Give *environment* the filters ``uri``, ``iri``, ``display_iri``, ``iri_link``, test ``iri``.

    >>> environment = Environment(autoescape=True)
    >>> install(environment)
    >>> environment.from_string("{{ it|iri_link }}").render(it="http://faß.de/?a&b")
    '<a href="http://xn--fa-hia.de/?a&amp;b"><bdi dir="ltr">http://faß.de/?a&amp;b</bdi></a>'
    """
    environment.filters.update(uri=uri, iri=iri, display_iri=display_iri, iri_link=iri_link)
    environment.tests.update(iri=is_iri)


def uri(value: Any, /) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    Text that only lacks percent-encoding is repaired first (`iri3987.repair`), as browsers do: a
    stored address that worked goes on working.

    The result is "" if *value* cannot be mapped, or if `iri3987.profile.LINK` refuses it. That
    profile accepts http, https, mailto, tel, and relative references, which have the scheme of the
    page. The result is "" as well for an `InvalidIRI` without a scheme: "example.org" in an old row
    would be a link into your own site.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    >>> uri("http://example.org/?family=A|B")
    'http://example.org/?family=A%7CB'
    """
    text = _text(value)
    try:
        if not isinstance(text, IRIReference):
            text = repair(text)
        return LINK.check(IRI(text) if isinstance(value, InvalidIRI) else text).uri
    except IRIError:
        return ""


def iri(value: Any, /) -> str:
    """Return the IRI for *value*, a URI or an IRI, with its host in Unicode: `uri` undone.

    The result is "" if *value* is not an IRI reference. To show an IRI to a person, use
    `display_iri`, which keeps look-alikes encoded, and masks a password.

    >>> iri("http://xn--fa-hia.de/stra%C3%9Fe"), iri("a b")
    ('http://faß.de/straße', '')
    """
    try:
        return to_iri(_text(value), host="unicode")
    except IRIError:
        return ""


def display_iri(value: Any, /) -> str:
    """Return *value* as text that is safe to show a person, its password masked.

    >>> display_iri("http://me:secret@xn--fa-hia.de/stra%C3%9Fe")
    'http://me:***@faß.de/straße'
    """
    return display(_text(value))


def iri_link(value: Any, /) -> Markup:
    """Return a link to the `uri` of *value* that shows its `display_iri`, isolated.

    The result has no ``a`` if `uri` is "". It is "" for empty text, and for a value that is not
    text.

    >>> iri_link("https://例え.テスト/?a&b")
    Markup('<a href="https://xn--r8jz45g.xn--zckzah/?a&amp;b">\
<bdi dir="ltr">https://例え.テスト/?a&amp;b</bdi></a>')
    >>> iri_link("javascript:alert(1)")
    Markup('<bdi dir="ltr">javascript:alert(1)</bdi>')
    """
    text = _text(value)
    if not text:
        return Markup()
    shown = Markup('<bdi dir="ltr">{}</bdi>').format(display(text))
    target = uri(value)
    return Markup('<a href="{}">{}</a>').format(target, shown) if target else shown


def is_iri(value: Any, /) -> bool:
    """Tell whether *value* is text and an IRI: the test ``iri``.

    >>> is_iri("urn:例"), is_iri("../straße"), is_iri(None)
    (True, False, False)
    """
    return isinstance(value, str) and iri3987.is_iri(value)


def _text(value: Any) -> str:
    """Return *value* if it is text, else "". An undefined value may raise."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, Undefined) else ""
