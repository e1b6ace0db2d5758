"""The extension of Sphinx: the reference of names, tables from the source, and accessible pages."""

import logging
from typing import Any

import django
from django.conf import settings
from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from site_parts import accessible, llms, pages, reference, tables


class Made(SphinxDirective):
    """```` ```{made} errors ````: the Markdown that a function makes."""

    required_arguments = 1
    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse what the function returns, as if it were in the page."""
        name, *arguments = self.arguments
        made = getattr(tables, name)(*arguments)
        holder = nodes.Element()
        self.state.nested_parse(StringList(made.splitlines(), name), 0, holder, match_titles=True)
        return list(holder.children)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register all of it."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    contrib = (f"django.contrib.{name}" for name in ("contenttypes", "auth", "admin", "sites"))
    settings.configure(INSTALLED_APPS=[*contrib, "rest_framework", "django_filters", "django_iri"])
    django.setup()
    app.add_directive("made", Made)
    reference.setup(app)
    pages.setup(app)
    app.connect("build-finished", accessible.mend_all)
    app.connect("build-finished", llms.write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
