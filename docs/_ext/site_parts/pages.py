"""The words that find a page, its description, and its group in the sidebar."""

import re
from html import escape
from typing import Any

from docutils import nodes
from sphinx.addnodes import index, toctree
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

#: ``<!-- keywords: punycode, idn -->``: a comment, so that a page is read in a clone without it.
_COMMENT = re.compile(r"^<!-- (keywords|nosearch)(?:: (.*?))?\s-->$", re.MULTILINE | re.DOTALL)
#: How long a description is, as search engines show it.
_LONGEST = 160


def setup(app: Sphinx) -> None:
    """Connect it with Sphinx."""
    app.add_directive("keywords", Keywords)
    app.connect("source-read", _read_comment)
    app.connect("doctree-read", _leave_out)
    # After the theme, which makes the tree of the sidebar.
    app.connect("html-page-context", _complete, priority=900)


def _read_comment(app: Sphinx, docname: str, source: list[str]) -> None:
    """Make a directive of the comment with keywords, and note a page that is not searched."""
    for found in _COMMENT.finditer(source[0]):
        if found[1] == "nosearch":
            app.env.metadata[docname]["unsearched"] = True
        else:
            directive = f"```{{keywords}} {' '.join(found[2].split())}\n```"
            source[0] = source[0].replace(found[0], directive)


def _leave_out(app: Sphinx, doctree: nodes.document) -> None:
    """Let the search find a page that is not searched by its title and its keywords alone."""
    if app.env.metadata[app.env.docname].get("unsearched"):
        for section in (each for each in doctree if isinstance(each, nodes.section)):
            for each in section[1:]:
                if isinstance(each, nodes.Element) and not isinstance(each, (nodes.meta, index)):
                    each["classes"].append("no-search")


class Keywords(SphinxDirective):
    """Words that readers type: as a phrase in the index, and one by one in the text."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        """Return what the search reads: "main" entries come before what a text happens to have."""
        phrases = [each.strip() for each in self.arguments[0].split(",")]
        words = ",".join(dict.fromkeys(" ".join(phrases).split()))
        entries = [("single", phrase, "", "main", None) for phrase in phrases]
        return [nodes.meta(name="keywords", content=words), index(entries=entries)]


def _complete(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give a page its description, and the sidebar the groups of the guides."""
    context["description"] = _description(doctree) if doctree else ""
    tree = context["furo_navigation_tree"]
    for caption, first in _groups(app):
        target = "#" if first == page else app.builder.get_relative_uri(page, first)
        item = rf'<li class="toctree-l2[^>]*><a class="[^"]*" href="{re.escape(target)}"'
        if found := re.search(item, tree):
            group = f'<li class="group">{escape(caption)}</li>'
            tree = f"{tree[: found.start()]}{group}{tree[found.start() :]}"
    context["furo_navigation_tree"] = tree


def _groups(app: Sphinx) -> list[tuple[str, str]]:
    """Return the caption and the first page of each group of guides."""
    trees = app.env.get_doctree("how-to/index").findall(toctree)
    return [(each["caption"], each["includefiles"][0]) for each in trees]


def _description(doctree: nodes.document) -> str:
    """Return the beginning of a page's text."""
    paragraph = next(doctree.findall(nodes.paragraph), None)
    words = paragraph.astext().split() if paragraph else []
    text = " ".join(words)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST].rpartition(' ')[0]} ..."
