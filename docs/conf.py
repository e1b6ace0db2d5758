"""The settings of Sphinx: `make docs` builds the site from this folder."""

import os
import sys
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
sys.path.insert(0, str(DOCS / "_ext"))

project = "iri3987"
author = "The iri3987 authors"
# No year and no date: two builds of the same sources are the same.
copyright = author  # noqa: A001 - Sphinx's name
release = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
version = release.rpartition(".")[0]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "site_parts.extension"]
exclude_patterns = ["_*", "playground"]
nitpicky = True
# Code is code: "--" and '"' stay what they are.
smartquotes = False

# Markdown
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 4

# The reference of names. In a docstring, single backquotes are around a name; it need not be one of
# ours, and pages of other packages are not here.
default_role = "py:obj"
nitpick_ignore_regex = [
    ("py:.*", r"(?!(iri3987|(django|flask|sqlalchemy|starlette)_iri)\b).*|django_iri\.[EW].*")
]
autodoc_type_aliases = {"_Application": "ASGIApp"}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
autodoc_inherit_docstrings = False
autodoc_class_signature = "mixed"
python_display_short_literal_types = True
python_use_unqualified_type_names = True
maximum_signature_line_length = 88
add_module_names = False
toc_object_entries_show_parents = "hide"

# The pages
html_theme = "furo"
html_title = f"iri3987 {release}"
_site = tomllib.loads((ROOT / "release" / "site.toml").read_text("utf-8"))
html_baseurl = f"{_site['url']}/"
html_context = {"html_baseurl": html_baseurl, "root": urlsplit(html_baseurl).path}
html_additional_pages = {"404": "404.html"}
html_static_path = ["_static"]
templates_path = ["_templates"]
html_favicon = "_static/icon.svg"
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_search_scorer = str(DOCS / "_ext" / "scorer.js")
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
_footer = {
    "Source": _site["source"],
    "Issues": _site["issues"],
    "Changelog": f"{_site['files']}/CHANGELOG.md",
    "MIT licence": f"{_site['files']}/LICENSE",
}
html_theme_options: dict[str, object] = {
    "top_of_page_buttons": [],
    "footer_icons": [
        {"name": name, "url": url, "html": name, "class": "link"} for name, url in _footer.items()
    ],
}
# `.ci/site-of-releases` builds the documentation of each release, too.
if os.environ.get("IRI3987_DOCS_OF_A_RELEASE"):
    _newest = f'<a href="{html_baseurl}">The newest</a>'
    html_theme_options["announcement"] = f"This is the documentation of {version}. {_newest}"
# Those of the theme, and a link to the page that Sphinx does not make.
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/playground.html",
        "sidebar/scroll-end.html",
    ]
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
# A reader copies the commands of an example without their prompts.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
