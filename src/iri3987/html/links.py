"""RFC 3987 sections 3.1 and 7.6: the URI that a link leads to, and the attributes of it."""

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987.exceptions import IRIError
from iri3987.host.domain_name import mapped, plain_web
from iri3987.mapping.repair import repair_with_changes
from iri3987.profile import LINK, Profile
from iri3987.values import InvalidIRI

if TYPE_CHECKING:
    from iri3987.text import Found


def href(iri: str, /, *, profile: Profile = LINK) -> str:
    """Return the URI that a link to *iri* leads to, or "" if it cannot be a link. Never raises.

    Text that lacks only percent-encoding is repaired first (`iri3987.repair`). The result is "" for
    text that *profile* does not accept, and for an `InvalidIRI` without a scheme: ``example.org``
    in an old row would lead into one's own site. A scheme is one of *profile*'s `schemes`, whatever
    its `check` accepts; if these are None, of those of `iri3987.profile.LINK`: ``javascript:`` runs
    as code.

    >>> href("http://faß.de/a b"), href("../straße"), href("javascript:alert(1)")
    ('http://xn--fa-hia.de/a%20b', '../stra%C3%9Fe', '')
    """
    return link_to(iri, profile)


def link_to(iri: str, profile: Profile, /, *, needs_scheme: bool = False) -> str:
    """Return what `href` returns; with *needs_scheme*, "" for any text without a scheme."""
    # `LINK` accepts every plain address of the web: only mapping is left.
    text = exact(iri)
    if profile is LINK and (match := plain_web(text)):
        return text if text.isascii() else mapped(match)
    try:
        value = profile.check(repair_with_changes(iri).text)
        if value.scheme is None:
            return "" if needs_scheme or isinstance(iri, InvalidIRI) else value.uri
        schemes = LINK.schemes if profile.schemes is None else profile.schemes
        return value.uri if value.scheme.lower() in (schemes or ()) else ""
    except IRIError:
        return ""


@dataclass
class Link:
    """A link that is about to be written, for a function that may change it.

    The function is *each* of `link` and `linkify`, or *existing* of `linkify_html`.
    """

    #: Where `linkify` found it; None in `link`, and for a link that is in the HTML already.
    found: "Found | None"
    #: The URI it leads to. A changed one is mapped, and must be accepted by the same profile.
    href: str
    #: The text it shows, which is escaped; "" for a link that is in the HTML already: what is
    #: inside stays.
    label: str
    #: The other attributes. Their names have letters, digits and hyphens; none begins with "on".
    attributes: dict[str, str] = field(default_factory=dict)


_NAME = late("(?!on|href$)[a-z][a-z0-9-]*")


def attribute(name: str, value: str, /) -> str:
    """Return an attribute as HTML, or raise `ValueError` for a name that a link must not have."""
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} cannot be an attribute that a function gives to a link")
    return f' {name}="{escape(value)}"'
