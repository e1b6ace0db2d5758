"""An extension for Python-Markdown: addresses in Markdown text become links.

https://python-markdown.github.io/

Choice: an entity in an address is its character, as in HTML. An address directly before other
markup, such as an escaped character, is not linked: its end is not known.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any, Final
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import STX, AtomicString

from iri3987._unicode.patterns import late
from iri3987.adapters import links
from iri3987.html import Link
from iri3987.profile import WEB

__all__ = ["IRIExtension"]

_REST_OF_TAG = """(?:[^<>"']|"[^"]*"|'[^']*')*>"""
#: What is not a part of an address: a comment, an instruction, an element in which nothing is
#: linked, another tag, marks of emphasis at the beginning or end of a word.
_HIDDEN: Final = late(
    rf"""<!--.*?(?:-->|\Z) | <\?.*?(?:\?>|\Z) | <!\[CDATA\[.*?(?:\]\]>|\Z)
        | {links.OPENING}{_REST_OF_TAG}.*?(?:(?i:</(?P=name)\s*>)|\Z)
        | </?[A-Za-z](?:{_REST_OF_TAG}|[^<>]*>)
        | (?<!\S)[*_~]++ | (?<![*_~])[*_~]++(?=[^\w\s]{{0,3}}(?:\s|\Z))""",
    re.DOTALL | re.VERBOSE,
)
#: Before "html" (90) hides the tags, and after links of Markdown and code are hidden.
_PRIORITY: Final = 95

_ENTITY = late(links.ENTITY)


#: A link, and how far before the end of the text it begins and ends.
_Address = tuple[Link, int, int]


class IRIExtension(Extension):
    """Make links of the addresses in text: ``markdown(text, extensions=["iri3987"])``.

    *profile*, *bare* and *emails*, which is True unless it is given, are those of
    `iri3987.text.find`. Links of Markdown stay as they are, and so do code and HTML.

    >>> from markdown import markdown
    >>> markdown("詳しくは（https://例え.テスト/道）を。", extensions=[IRIExtension()])
    '<p>詳しくは（<a href="https://xn--r8jz45g.xn--zckzah/%E9%81%93">https://例え.テスト/道</a>）を。</p>'
    """

    def __init__(self, **kwargs: Any) -> None:
        self.config = {
            "profile": [WEB, "which addresses count"],
            "bare": [True, "names of domains without a scheme count, too"],
            "emails": [True, "e-mail addresses count, too"],
        }
        super().__init__(**kwargs)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - its name there
        """Let *md* look for addresses."""
        md.inlinePatterns.register(_Addresses(self.getConfigs(), md), "iri3987", _PRIORITY)


class _Addresses(InlineProcessor):
    """Look for addresses instead of matches of a pattern: one at a time, as it asks."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self, options: dict[str, Any], md: Markdown) -> None:
        super().__init__("", md)
        self._options = options
        #: The addresses of a text that are still to come, the last one first.
        self._left: list[_Address] | None = None

    def getCompiledRegExp(self) -> Any:  # noqa: N802 - its name there
        """Return self: Python-Markdown only calls ``finditer`` of it."""
        return self

    def finditer(self, text: str, start: int, /) -> Iterator[_Address]:  # noqa: ARG002
        if self._left is None:
            self._left = [*self._addresses(text)][::-1]
        if self._left:
            yield self._left.pop()
        else:
            self._left = None

    def _addresses(self, text: str) -> Iterator[_Address]:
        visible = links.without_entities(_HIDDEN.sub(lambda match: "<" * len(match[0]), text))
        found = filter(None, (each.found for each in links.links_in(visible, **self._options)))
        for start, last, _ in found:
            end = links.with_semicolon(text, last)
            meant = _ENTITY.sub(lambda match: unescape(match[0]), text[start:end])
            whole = links.link_of(meant, **self._options)
            if whole is not None and not text.startswith(STX, end):
                yield whole, len(text) - start, len(text) - end

    def handleMatch(self, m: Any, data: str) -> Any:  # type: ignore[override]  # noqa: N802
        """Return the element of a link, and its place in *data*."""
        link, start, end = m
        element = Element("a", {"href": link.href})
        element.text = AtomicString(link.label)
        return element, len(data) - start, len(data) - end
