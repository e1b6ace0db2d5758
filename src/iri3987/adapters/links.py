"""The links in plain text, for the two packages that read Markdown."""

from iri3987.html import Link, linkify
from iri3987.profile import Profile


def links_in(text: str, /, profile: Profile, *, bare: bool, emails: bool) -> list[Link]:
    """Return what `linkify` would make links of, from left to right.

    >>> from iri3987.profile import WEB
    >>> [each.href for each in links_in("見よhttps://例え.テスト。", WEB, bare=True, emails=False)]
    ['https://xn--r8jz45g.xn--zckzah']
    """
    links: list[Link] = []
    linkify(text, profile=profile, bare=bare, emails=emails, each=links.append)
    return links
