"""RFC 3987 section 7.3: a link that is about to be written, and the attributes of its element.

https://www.rfc-editor.org/rfc/rfc3987#section-7.3
"""

import re
from dataclasses import dataclass, field
from html import escape

from iri3987.text import Found


@dataclass
class Link:
    """A link that is about to be written, for a function that may change it.

    The function is *each* of `link` and `linkify`, or *existing* of `linkify_html`.
    """

    #: Where `linkify` found it; None in `link`, and for a link that is in the HTML already.
    found: Found | None
    #: The URI it leads to. A changed one is mapped, and must be accepted by the same profile.
    href: str
    #: The text it shows, which is escaped; "" for a link that is in the HTML already: what is
    #: inside stays.
    label: str
    #: The other attributes. Their names have letters, digits and hyphens; none begins with "on".
    attributes: dict[str, str] = field(default_factory=dict)


_NAME = re.compile("(?!on|href$)[a-z][a-z0-9-]*")


def attribute(name: str, value: str, /) -> str:
    """Return an attribute as HTML. Raises `ValueError` for a name that a link must not have.

    >>> attribute("rel", "nofollow")
    ' rel="nofollow"'
    """
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} cannot be an attribute that a function gives to a link")
    return f' {name}="{escape(value)}"'
