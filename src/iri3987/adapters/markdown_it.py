r"""A plug-in for markdown-it-py: addresses in Markdown text become links.

https://markdown-it-py.readthedocs.io/

`iri_plugin` replaces what linkify-it-py does: `iri3987.text.find` says where an address begins and
ends. This module does not import markdown-it-py, and linkify-it-py need not be installed.

Choice: in an address with a scheme, "\_" is "_" and "&amp;" is "&", as in the address of
``[text](address)``. Editors write them so.

Choice: text that is not an IRI leads where markdown-it-py says, which percent-encodes it, but its
host is mapped as any other, if it can be.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from typing import Any, Final
from urllib.parse import quote

from iri3987.adapters.links import links_in
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.mapping import to_uri
from iri3987.profile import WEB, Profile
from iri3987.syntax import is_iri_reference
from iri3987.text import Found, find

__all__ = ["iri_plugin"]

#: The ASCII that no IRI has, and that is percent-encoded.
_NOT_IN_IRI: Final = re.compile(r"""[\x00-\x20"<>\[\\\]^`{|}\x7f]|%(?![0-9A-Fa-f]{2})""")
#: Marks that end emphasis or a line, not an address, as in GitHub's Markdown.
_MARKS: Final = "*_~\\"
_ESCAPED: Final = re.compile(
    r"\\([!-/:-@\[-`{-~])|&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|\w{2,31});"
)


def iri_plugin(
    md: Any, /, *, profile: Profile = WEB, bare: bool = True, emails: bool = True
) -> None:
    r"""Let *md*, a ``MarkdownIt``, find, map and show addresses as this package does.

    Its rules "linkify" make links if they are enabled, as in ``MarkdownIt("gfm-like")``; *profile*,
    *bare* and *emails* are those of `iri3987.text.find`. The target of every link is mapped by
    `iri3987.to_uri`. The text of an autolink is that of `iri3987.display`, so that it cannot be
    taken for another host.

    >>> from markdown_it import MarkdownIt
    >>> md = MarkdownIt("gfm-like").use(iri_plugin)
    >>> md.render("詳しくは（https://例え.テスト/道）を。")
    '<p>詳しくは（<a href="https://xn--r8jz45g.xn--zckzah/%E9%81%93">https://例え.テスト/道</a>）を。</p>\n'
    >>> md.render("<http://xn--80ak6aa92e.com/>")
    '<p><a href="http://xn--80ak6aa92e.com/">http://xn--80ak6aa92e.com/</a></p>\n'
    """
    linkify = _Linkify(profile, bare=bare, emails=emails)
    md.linkify = linkify
    md.inline.ruler.at("linkify", linkify.rule)
    md.normalizeLink = _normalizer(md.normalizeLink)
    md.normalizeLinkText = _shown


def _normalizer(otherwise: Callable[[str], str]) -> Callable[[str], str]:
    """Return the function that maps the target of a link; what is not an IRI goes *otherwise*."""

    def normalize(url: str) -> str:
        with suppress(IRIError):
            return to_uri(url)
        with suppress(IRIError):
            return to_uri(_NOT_IN_IRI.sub(lambda match: quote(match[0]), url))
        return otherwise(url)

    return normalize


def _shown(url: str) -> str:
    """Return the text of an autolink. ASCII that is not an IRI stays: it is what was written."""
    is_done = isinstance(url, _Label) or (url.isascii() and not is_iri_reference(url))
    return url if is_done else display(url)


class _Label(str):
    """The text of a link that `linkify` has made: it is shown as it stands in the source."""

    __slots__ = ()


@dataclass(frozen=True)
class _Match:
    """An address, with the names that the rule of markdown-it-py asks for."""

    index: int
    last_index: int
    url: str
    text: str
    schema: str


class _Linkify:
    """What stands in the slot ``MarkdownIt.linkify``, and the inline rule of the same name."""

    def __init__(self, profile: Profile, *, bare: bool, emails: bool) -> None:
        self._profile, self._bare, self._emails = profile, bare, emails
        # The rule asks again at each colon of a paragraph.
        self._at_colons = lru_cache(maxsize=1)(self._by_colon)

    def pretest(self, text: str) -> bool:
        """Return whether there may be an address in *text*, which is quick."""
        return not text.isascii() or any(each in text for each in ":.@")

    def test(self, text: str) -> bool:
        """Return whether there is an address in *text*."""
        found = find(text, profile=self._profile, bare=self._bare, emails=self._emails)
        return any(True for _ in found)

    def match(self, text: str) -> list[_Match]:
        """Return the addresses in *text*, which are those without a scheme, and mailboxes."""
        return [
            _Match(found.start, found.end, each.href, _Label(each.label), found.iri.scheme)
            for each in links_in(text, self._profile, bare=self._bare, emails=self._emails)
            if (found := each.found) is not None
        ]

    def _by_colon(self, source: str) -> dict[int, Found]:
        """Return the addresses with a scheme in the source of a paragraph, by their first colon."""
        found = find(source, profile=self._profile, bare=False)
        return {source.find(":", each.start, each.end): each for each in found}

    def rule(self, state: Any, silent: bool) -> bool:  # noqa: FBT001 - as markdown-it-py calls it
        """Make a link of an address with a scheme, before its characters mean emphasis."""
        source, at = state.src, state.pos
        if not state.md.options.linkify or state.linkLevel or not source.startswith("://", at):
            return False
        found = self._at_colons(source).get(at)
        if found is None or not state.pending.endswith(source[found.start : at]):
            return False
        written = source[found.start : min(found.end, state.posMax)].rstrip(_MARKS)
        text = _ESCAPED.sub(_meant, written)
        links = links_in(text, self._profile, bare=False, emails=False)
        if not links or not links[0].found or links[0].found[:2] != (0, len(text)):
            return False
        if not silent:
            state.pending = state.pending[: found.start - at]
            token = state.push("link_open", "a", 1)
            token.attrs = {"href": links[0].href}
            token.markup, token.info = "linkify", "auto"
            state.push("text", "", 0).content = links[0].label
            token = state.push("link_close", "a", -1)
            token.markup, token.info = "linkify", "auto"
        state.pos = found.start + len(written)
        return True


def _meant(match: re.Match[str]) -> str:
    """Return the character that an escape or an entity stands for."""
    return match[1] or unescape(match[0])
