r"""A plug-in for markdown-it-py: addresses in Markdown text become links.

https://markdown-it-py.readthedocs.io/

`iri_plugin` replaces what linkify-it-py does: `iri3987.text.find` says where an address begins and
ends. This module does not import markdown-it-py, and linkify-it-py need not be installed.

Choice: in an address with a scheme, "\_" is "_" and "&amp;" is "&", as in the address of
``[text](address)``. Editors write them so.

Choice: text that is not an IRI leads where markdown-it-py says, which percent-encodes it, but its
host is mapped as any other, if it can be.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from typing import Any, Final
from urllib.parse import quote

from iri3987._unicode.patterns import late
from iri3987.adapters import links
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.mapping import to_uri
from iri3987.profile import WEB, Profile
from iri3987.syntax import is_iri_reference
from iri3987.text import Found, find

__all__ = ["iri_plugin"]

#: The ASCII that no IRI has, and that is percent-encoded.
_NOT_IN_IRI: Final = late(r"""[\x00-\x20"<>\[\\\]^`{|}\x7f]|%(?![0-9A-Fa-f]{2})""")
#: Marks that end emphasis or a line, not an address, as in GitHub's Markdown.
_MARKS: Final = "*_~\\"
_ESCAPED: Final = late(rf"\\([!-/:-@\[-`{{-~])|{links.ENTITY}")
_OPENING: Final = late(links.OPENING)


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
    md.inline.ruler.at("linkify", linkify.inline_rule)
    md.core.ruler.at("linkify", linkify.core_rule)
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
    return url if url.isascii() and not is_iri_reference(url) else display(url)


def _element(name: str, token: Any) -> str:
    """Return the element that is open behind *token*, where it was *name* before; or ""."""
    if token.type != "html_inline":
        return name
    if name:
        return "" if token.content[2:-1].strip().lower() == name else name
    opening = _OPENING.match(token.content)
    return "" if opening is None else opening["name"].lower()


@dataclass
class _Reading:
    """What is known of a source while it is read."""

    source: str
    #: The addresses with a scheme, by their first colon. The rule asks again at each colon.
    at_colons: dict[int, Found]
    #: The element that is open, and behind how many tokens.
    element: str = ""
    tokens: int = 0


class _Linkify:
    """The two rules "linkify" of markdown-it-py."""

    def __init__(self, profile: Profile, **options: bool) -> None:
        self._profile, self._options = profile, options

    def core_rule(self, state: Any) -> None:
        """Make links in the text that is left, of names without a scheme and of mailboxes."""
        if not state.md.options.linkify:
            return
        for block in state.tokens:
            children: list[Any] = []
            element, depth = "", 0
            for token in block.children or ():
                element = _element(element, token)
                depth += token.nesting if token.tag == "a" else 0
                if token.type == "text" and not element and not depth:
                    children += self._divided(state.md, token, children[-1:])
                else:
                    children.append(token)
            block.children = block.children and children

    def _divided(self, md: Any, token: Any, before: list[Any]) -> Iterator[Any]:
        """Yield the links in the text of *token*, and the text between them."""
        text, done, new = token.content, 0, type(token)
        # An escape is before it: where an address at its beginning begins is not known.
        is_cut = bool(before) and before[0].type == "text_special"
        for each in links.links_in(text, self._profile, **self._options):
            start, end = each.found[:2] if each.found else (0, 0)
            target = md.normalizeLink(each.href)
            if start < is_cut or not md.validateLink(target):
                continue
            if start > done:
                yield new("text", "", 0, content=text[done:start], level=token.level)
            opening, label, closing = _link(new, target, each.label)
            opening.level = closing.level = token.level
            label.level = token.level + 1
            yield from (opening, label, closing)
            done = end
        if done < len(text):
            token.content = text[done:]
            yield token

    def _reading(self, state: Any) -> _Reading:
        """Return what is known of the source of *state*: images, for example, have their own."""
        reading: _Reading | None = getattr(state, "iri3987", None)
        if reading is None or reading.source != state.src:
            source = state.src
            found = find(links.without_entities(source), profile=self._profile, bare=False)
            at_colons = {source.find(":", each.start, each.end): each for each in found}
            state.iri3987 = reading = _Reading(source, at_colons)
        for token in state.tokens[reading.tokens :]:
            reading.element = _element(reading.element, token)
        reading.tokens = len(state.tokens)
        return reading

    def inline_rule(self, state: Any, silent: bool) -> bool:  # noqa: FBT001 - as markdown-it-py calls it
        """Make a link of an address with a scheme, before its characters mean emphasis."""
        source, at = state.src, state.pos
        if not state.md.options.linkify or state.linkLevel or not source.startswith("://", at):
            return False
        reading = self._reading(state)
        found = reading.at_colons.get(at)
        if found is None or reading.element or not state.pending.endswith(source[found.start : at]):
            return False
        end = min(links.with_semicolon(source, found.end), state.posMax)
        written = source[found.start : end].rstrip(_MARKS)
        text = _ESCAPED.sub(lambda match: match[1] or unescape(match[0]), written)
        link = links.link_of(text, self._profile, bare=False, emails=False)
        if link is None:
            return False
        if not silent:
            state.pending = state.pending[: found.start - at]
            _link(state.push, link.href, link.label)
        state.pos = found.start + len(written)
        return True


def _link(new: Callable[[str, str, int], Any], target: str, label: str) -> tuple[Any, Any, Any]:
    """Return the *new* tokens of a link."""
    opening = new("link_open", "a", 1)
    text = new("text", "", 0)
    closing = new("link_close", "a", -1)
    opening.markup = closing.markup = "linkify"
    opening.info = closing.info = "auto"
    opening.attrs, text.content = {"href": target}, label
    return opening, text, closing
