"""The Jinja filters, which are functions of any value, and need no application.

A link is ``{{ link|iri_link }}``, or where it has attributes of its own
``<a{{ {"href": link|uri or none}|xmlattr }}><bdi dir="ltr">{{ link|display_iri }}</bdi></a>``,
which has no ``href`` where `uri` gives "": an empty one leads to the page itself. All but
`iri_link` return plain text, which autoescaping escapes. What is not text gives "". An undefined
variable is what the environment makes of it: "" by default, an error if that is strict.
"""

from typing import Any

from jinja2 import Undefined
from markupsafe import Markup

import iri3987
from iri3987 import IRIError, display, to_iri
from iri3987._text import exact
from iri3987.profile import LINK
from iri3987.reference import InvalidIRI


def uri(value: Any, /) -> str:
    """Return the URI that *value* maps to, for ``href`` and ``src``.

    "" for what cannot be mapped, and for what `iri3987.profile.LINK` does not accept: another
    scheme than http, https, mailto or tel. A relative reference has the scheme of the page. Text
    that was stored as an address and is not an IRI (`InvalidIRI`) is "" too: "example.org" would
    be a link into one's own site.

    >>> uri("http://faß.de/straße"), uri("../straße"), uri("JavaScript:alert(1)"), uri(None)
    ('http://xn--fa-hia.de/stra%C3%9Fe', '../stra%C3%9Fe', '', '')
    """
    if isinstance(value, InvalidIRI):
        return ""
    try:
        return LINK.check(_text(value)).uri
    except IRIError:
        return ""


def iri(value: Any, /) -> str:
    """Return the IRI for *value*, a URI or an IRI, with its host in Unicode: `uri` undone.

    "" for what is not an IRI reference. To show one to a person, use `display_iri`, which is wary
    of look-alikes, and masks a password.

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
    """Return a link to *value*, which shows it: of `uri` and `display_iri`, isolated.

    Without the ``a`` for what `uri` refuses, and "" for what is empty or not text.

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
    """Tell whether *value* is text, and an IRI: the test ``iri``.

    >>> is_iri("urn:例"), is_iri("../straße"), is_iri(None)
    (True, False, False)
    """
    return isinstance(value, str) and iri3987.is_iri(value)


def _text(value: Any) -> str:
    """Return the text of *value*, and not as the `Markup` it may be: what follows is new."""
    if isinstance(value, str):
        return exact(value)
    return str(value) if isinstance(value, Undefined) else ""
