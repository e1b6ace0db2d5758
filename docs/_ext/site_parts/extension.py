"""The extension of Sphinx that makes the parts of the site which come from the source.

- `pages` writes a page for each public module, before the pages are read;
- ```` ```{made} codes ```` in a page stands for the Markdown that a function of `PARTS` makes;
- a name in single backquotes, in a docstring, is a link if it names something of ours.
"""

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.addnodes import index, pending_xref
from sphinx.application import Sphinx
from sphinx.pycode.parser import VariableCommentPicker
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import ReferenceRole, SphinxDirective

from site_parts import accessible, pages, register, signatures, tables
from site_parts.docstrings import as_rest, find
from site_parts.public import PACKAGES, home

#: The directives of a page.
PARTS: dict[str, Callable[..., str]] = {
    "codes": register.as_markdown,
    "modules": pages.as_list,
    "django_settings": tables.django_settings,
    "flask_settings": tables.flask_settings,
    "shell": tables.shell,
    "django_commands": tables.django_commands,
    "flask_commands": tables.flask_commands,
    "filters": tables.filters,
    "versions": tables.versions,
}


class Made(SphinxDirective):
    """```` ```{made} codes ````: the Markdown that a function makes."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse what the function returns, as if it were in the page."""
        lines = PARTS[self.arguments[0]](*self.arguments[1:]).splitlines()
        made = nodes.Element()
        self.state.nested_parse(StringList(lines, self.arguments[0]), 0, made, match_titles=True)
        return list(made.children)


class Coded(SphinxTransform):
    """Mend what is code on a page."""

    # Before the domains look for entries of the index.
    default_priority = 800

    def apply(self, **_: Any) -> None:
        """Put code that has an anchor into the index, and let names be links."""
        for code in [each for each in self.document.findall(nodes.literal) if each["ids"]]:
            entry = ("single", code.astext(), code["ids"][0], "main", None)
            code.parent.insert(code.parent.index(code), index(entries=[entry]))
        for code, target in list(self._named()):
            code.replace_self(reference_to(target, code.astext(), self.env.docname))
        for block in self.document.findall(nodes.literal_block):
            # An example for doctest ends with an empty line.
            block.rawsource = block.astext().rstrip("\n")
            block.children = [nodes.Text(block.rawsource)]

    def _named(self) -> Iterator[tuple[nodes.literal, str]]:
        """Yield code that is a whole name of ours, or a name after its module in a row."""
        row, modules = None, list[str]()
        for node in self.document.findall(nodes.literal):
            if isinstance(node.parent, nodes.paragraph):
                if row is not (row := _row_of(node)):
                    modules = []
                name = node.astext()
                where = ["iri3987"] if "." in name else modules
                targets = (find(name, module) for module in where)
                if target := next(filter(None, targets), None):
                    modules += [target] if row is not None and target in sys.modules else []
                    yield node, target


def _row_of(node: nodes.Node) -> nodes.Node | None:
    while node is not None and not isinstance(node, nodes.row):
        node = node.parent
    return node


def reference_to(target: str, title: str, page: str) -> pending_xref:
    """Return a link that `unresolved` turns into code where it leads nowhere."""
    code = nodes.literal(title, title, classes=["xref", "py"])
    options = {"refdomain": "py", "reftype": "obj", "reftarget": target, "refdoc": page}
    return pending_xref("", code, named=True, **options)


class Named(ReferenceRole):
    """A link to something of ours, or code if no page documents it: `docstrings` writes these."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the reference."""
        return [reference_to(self.target, self.title, self.env.docname)], []


def unresolved(_app: Sphinx, _env: Any, node: Any, contents: Any) -> Any:
    """Leave a name as code if it is not public, or of another package, whose pages are not here."""
    if node.get("refdomain") != "py":
        return None
    module, _, name = node["reftarget"].rpartition(".")
    if node.get("named") or module.partition(".")[0] not in PACKAGES:
        return contents
    return contents if home(name, module) is None else None


def docstring(
    _app: Sphinx, what: str, name: str, _object: Any, _options: Any, lines: list[str]
) -> None:
    """Make what autodoc reads fit for docutils."""
    module, rest = name, ""
    while module not in sys.modules:
        module, _, last = module.rpartition(".")
        rest = f"{last}.{rest}".rstrip(".")
    holder = rest.partition(".")[0]
    is_in_class = what in {"class", "exception"} or "." in rest
    lines[:] = as_rest(lines, module, holder if is_in_class else None)


def finished(app: Sphinx, error: Exception | None) -> None:
    """Mend the pages that have been written."""
    if error is None and app.builder.name == "html":
        accessible.mend_all(Path(app.outdir))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register all of it."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    if not settings.configured:
        settings.configure(
            INSTALLED_APPS=[
                "django.contrib.contenttypes",
                "django.contrib.auth",
                "django.contrib.admin",
                "django.contrib.sites",
                "rest_framework",
                "django_filters",
                "django_iri",
            ]
        )
        django.setup()
    # An overload is for type checkers: readers see the one signature that has all arguments.
    VariableCommentPicker.add_overload_entry = lambda *_: None
    signatures.prepare()
    app.add_directive("made", Made)
    app.add_role("named", Named())
    app.add_transform(Coded)
    app.connect("autodoc-process-docstring", docstring)
    app.connect("autodoc-process-signature", signatures.readable)
    app.connect("missing-reference", unresolved)
    app.connect("builder-inited", lambda app: pages.write(Path(app.srcdir, "reference", "api")))
    app.connect("build-finished", finished)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
