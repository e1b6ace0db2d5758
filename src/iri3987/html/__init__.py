r"""RFC 3987 sections 7.3 and 7.6: IRIs in HTML, alone (`link`) and in running text (`linkify`).

The results are `str`, with no elements but ``a`` and ``bdi``; every character of a text is escaped.
A framework has to be told that they are safe: ``mark_safe`` in Django, ``Markup`` in Jinja.

Only an address that `iri3987.profile.LINK`, or the profile given, accepts becomes an ``a``; its
``href`` is the mapped URI. Any other text is shown without a link: ``href=""`` would lead to the
page itself.

Choice: `linkify` shows an address as it stands in the text, so that the text stays as it was, if
`iri3987.display` would show the same, with or without the percent-encoding. Where it would not,
because a label of the host looks like another or there is a password, it shows what `display`
returns, and the address of the text is not visible.

Choice: a shortened label has the full text in its ``title``, shown on hover.

Choice: in a label, each component with right-to-left letters has a ``bdi`` of its own: the host, a
segment, a name or value of a query. So the components stand in their order from left to right. The
host is in the order of section 4.1; what follows it is read from the right. Section 4.1 asks for
one left-to-right embedding of the whole, in which "/\u05d0/1" and "/1/\u05d0" look the same; UAX #9
(section 4.3, HL4) lets structured text be ordered part by part.

Choice: formatting characters in the text around the addresses stay: they are text. A page isolates
the whole text by ``<bdi>`` or ``dir="auto"``.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from iri3987._unicode.delimiters import is_unambiguous, misleading
from iri3987._unicode.invisible import is_seen
from iri3987._unicode.patterns import late
from iri3987._unicode.text import continues, exact
from iri3987._unicode.version14 import MAY_BE_RIGHT_TO_LEFT
from iri3987.appearance import display, plainly_shown, without_look_alikes
from iri3987.host.domain_name import mapped, plain_web
from iri3987.host.shown_label import DOMAIN, LONE_DOMAIN, inner_address, is_ascii_or_safe
from iri3987.html.links import Link, attribute, href, link_to
from iri3987.html.markup import UNCHANGED as UNCHANGED
from iri3987.html.markup import linkify_html
from iri3987.mapping.repair import repaired
from iri3987.profile import LINK, WEB, Profile
from iri3987.schemes import DOMAIN_NAME, MAILBOX
from iri3987.syntax.browser import masked
from iri3987.syntax.components import split
from iri3987.syntax.percent import encode_run, normalize_percent_encoding
from iri3987.values import IRI, InvalidIRI

if TYPE_CHECKING:
    from iri3987.text import Found

__all__ = ["Link", "href", "link", "linkify", "linkify_html"]

_Each = Callable[[Link], Link | None]


def link(
    iri: str,
    /,
    *,
    profile: Profile = LINK,
    rel: str | None = None,
    target: str | None = None,
    shorten: int | None = None,
    each: _Each | None = None,
) -> str:
    """Return a link to *iri* as HTML, or only its text if it cannot be a link. Never raises.

    The label is that of `iri3987.display`, from left to right; each component with right-to-left
    letters is isolated. Text that lacks only percent-encoding is repaired first: label and target
    are one address. The link is refused to text that *profile* does not accept, and to an
    `InvalidIRI` without a scheme, which would lead into one's own site.

    *rel* and *target* are attributes of the link. *shorten* is the number of characters of a longer
    label, which ends with "…"; the whole host always stays. *each* is a function that returns the
    `Link` it is given, changed or not, or None to show text alone; what it raises is raised. Its
    *href* may be a relative reference; one that *profile* refuses leaves the text alone.
    `ValueError` is raised for an attribute that it must not set.

    >>> link("http://faß.de/?a&b")
    '<a href="http://xn--fa-hia.de/?a&amp;b"><bdi dir="ltr">http://faß.de/?a&amp;b</bdi></a>'
    >>> link("javascript:alert(1)"), link("")
    ('<bdi dir="ltr">javascript:alert(1)</bdi>', '')
    >>> link("https://example.org/a/long/way", shorten=24, rel="nofollow")
    '<a href="https://example.org/a/long/way" title="https://example.org/a/long/way" \
rel="nofollow"><bdi dir="ltr">https://example.org/a/l…</bdi></a>'
    """
    # Target and label of a plain address follow from one match.
    match = plain_web(exact(iri)) if profile is LINK else None
    if match and (shown := plainly_shown(match)):
        uri = mapped(match)
    else:
        value = repaired(iri)
        if not (shown := display(value)):
            return ""
        uri = link_to(value, profile, needs_scheme=isinstance(iri, InvalidIRI))
    if uri and rel is None and target is None and shorten is None and each is None:
        return _element(uri, "", shown)
    writer = _Writer(profile, rel, target, shorten, each)
    return writer.write(None, uri, shown) or _labelled(shown)


def linkify(
    text: str,
    /,
    *,
    profile: Profile = WEB,
    bare: bool = True,
    emails: bool = False,
    rel: str | None = None,
    target: str | None = None,
    shorten: int | None = None,
    each: _Each | None = None,
) -> str:
    """Return *text*, which is plain text, as HTML with links to the addresses in it.

    `iri3987.text.find` finds them, with *profile*, *bare* and *emails*; the other options are those
    of `link`. Line ends stay as they are. Raises only what *each* raises, and `ValueError` for an
    attribute that it must not set.

    >>> linkify("<b> www.faß.de。")
    '&lt;b&gt; <a href="https://www.xn--fa-hia.de"><bdi dir="ltr">www.faß.de</bdi></a>。'
    """
    from iri3987.text import find

    text = exact(text)
    pieces, end = [], 0
    schemes = {*(profile.schemes or LINK.schemes or ()), *(["mailto"] if emails else [])}
    own = _links_with(frozenset(schemes))
    asks_all = profile.require_host is True and profile.host is not None
    as_web = [f"{scheme}://" for scheme in schemes & {"http", "https"}] if asks_all else []
    # A profile for addresses of the web has asked for all that a link needs: a host that can be
    # mapped. So has `find` for an e-mail address.
    is_checked = ("mailto:", *as_web)
    writer = _Writer(own, rel, target, shorten, each)
    for found in find(text, profile=profile, bare=bare, emails=emails):
        as_found = text[found.start : found.end]
        shown = _shown(found.iri, as_found)
        pieces.append(escape(text[end : found.start]))
        is_link = found.iri.startswith(is_checked)
        uri = found.iri.uri if is_link else link_to(found.iri, own)
        pieces.append(writer.write(found, uri, shown) or escape(as_found))
        end = found.end
    return "".join([*pieces, escape(text[end:])])


@lru_cache(maxsize=16)
def _links_with(schemes: frozenset[str]) -> Profile:
    """Return the profile of links with one of *schemes*. To make one takes longer than a link."""
    return replace(LINK, schemes=schemes, allow_relative=False)


def _shown(iri: IRI, as_found: str) -> str:
    """Return *as_found*, which means *iri*, if it is safe to show, else what `display` returns."""
    if iri.isascii() and "@" not in iri:
        return as_found
    own = split(iri)
    scheme = (own.scheme or "").lower()
    if own.authority is None:
        is_mailbox = scheme in MAILBOX and not LONE_DOMAIN.match(own.path)
        if is_mailbox and masked(f"//{own.path}") == f"//{own.path}":
            return _mailbox_shown(as_found)
        if scheme in MAILBOX | DOMAIN_NAME or inner_address(iri):
            return display(iri)
    host = own.host or ""
    if is_ascii_or_safe(host) and own.userinfo is None and is_unambiguous(iri):
        # `display` would not change it. To call it would take longer.
        return as_found
    shown = display(iri)
    safe = split(shown)
    # "／" in a user name would seem to end the host.
    is_plain_user = own.userinfo == safe.userinfo
    is_plain = is_plain_user and own == without_look_alikes(own)
    is_safe = is_plain and (own.host == safe.host or host.isascii())
    # `find` takes no invisible characters but joiners in place, which `display` shows; others that
    # `display` encodes must not be seen either.
    rest = "".join((own.path, own.query or "", own.fragment or ""))
    if is_safe and (rest.isascii() or set(rest) <= {*shown, *map(chr, range(0x80))}):
        return as_found
    return (
        shown if as_found.startswith(iri[:5]) else shown.removeprefix(f"{own.scheme}:").lstrip("/")
    )


def _mailbox_shown(as_found: str) -> str:
    """Return *as_found*, an e-mail address or the like, with domains that are safe to show."""
    # Decode first, so that a look-alike that is percent-encoded is judged, too.
    decoded = as_found if is_seen(as_found) else normalize_percent_encoding(as_found)
    shown = DOMAIN.sub(_domain_shown, decoded)
    return misleading(in_query=True).sub(encode_run, shown)


def _domain_shown(match: re.Match[str]) -> str:
    domain = match[0]
    return domain if is_ascii_or_safe(domain) else display(f"//{domain}").removeprefix("//")


class _Writer(NamedTuple):
    """The options of a link, and how it is written with them."""

    profile: Profile
    rel: str | None
    target: str | None
    shorten: int | None
    each: _Each | None

    def write(self, found: "Found | None", uri: str, shown: str) -> str:
        """Return the link, or "" if there is none."""
        if not uri:
            return ""
        label = shown if self.shorten is None else _shortened(shown, self.shorten)
        given = {} if label == shown else {"title": shown}
        if self.rel is not None:
            given["rel"] = self.rel
        if self.target is not None:
            given["target"] = self.target
        if self.each is None:
            return _element(uri, _attributes(given), label)
        made = self.each(Link(found, uri, label, given))
        if made is None:
            return ""
        if made.href != uri:
            # Unlike an address that was found, one of the project may lead into its own site.
            own = replace(self.profile, allow_relative=True, assume_scheme=None)
            uri = link_to(made.href, own)
            if not uri:
                return ""
        return _element(uri, _attributes(made.attributes), made.label)


def _attributes(given: dict[str, str]) -> str:
    return "".join([attribute(*each) for each in given.items()])


def _element(uri: str, attributes: str, label: str) -> str:
    return f'<a href="{escape(uri)}"{attributes}>{_labelled(label)}</a>'


def _labelled(shown: str) -> str:
    return f'<bdi dir="ltr">{_isolated(shown)}</bdi>'


_AUTHORITY = late(r"(?:[A-Za-z][A-Za-z0-9+.\-]*+:(?://)?)?[^/?#]*+")
#: The components of an authority, and those of what follows it, down to names and values (4.2).
_IN_AUTHORITY = late(r"[^/:@\[\]]++")
_BEHIND = late("[^/?#&=;]++")


def _end_of_authority(shown: str) -> int:
    return _AUTHORITY.match(shown).end()  # type: ignore[union-attr]  # it matches nothing, too


def _isolated(shown: str) -> str:
    """Return *shown* as HTML, with each component that has right-to-left letters isolated."""
    if shown.isascii() or MAY_BE_RIGHT_TO_LEFT.search(shown) is None:
        return escape(shown)
    border, pieces, end = _end_of_authority(shown), [], 0
    components = _IN_AUTHORITY.finditer(shown, 0, border), _BEHIND.finditer(shown, border)
    for match in chain(*components):
        if MAY_BE_RIGHT_TO_LEFT.search(match[0]):
            before = escape(shown[end : match.start()])
            direction = "rtl" if match.start() >= border else "ltr"
            pieces.append(f'{before}<bdi dir="{direction}">{escape(match[0])}</bdi>')
            end = match.end()
    return "".join([*pieces, escape(shown[end:])])


def _shortened(label: str, most: int) -> str:
    """Return *label* with at most so many characters, but with its whole host."""
    if len(label) <= most:
        return label
    border = _end_of_authority(label)
    end = max(most - 1, border)
    # A letter and its marks, or a percent-encoded octet, are not cut apart.
    while end > border and ("%" in label[end - 2 : end] or continues(label, end)):
        end -= 1
    return label if end + 1 >= len(label) else f"{label[:end]}…"
