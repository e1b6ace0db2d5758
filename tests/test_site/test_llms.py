"""llms.txt: what a program that reads for a person finds at the root of the site."""

import re
from pathlib import Path

import pytest

import iri3987
from iri3987 import is_absolute_iri
from site_parts import llms

DOCS = Path(__file__).parents[2] / "docs"
BASE = "https://docs.example/"
#: Pages that no table leads to: the root links to them.
FROM_THE_ROOT = {"index.md", "demonstration.md"}


@pytest.fixture(scope="module")
def text():
    """The text for the documentation as it is here."""
    return llms.text(DOCS, BASE)


def links(text):
    """Return the name and the target of each line with a link; what it is about follows."""
    return re.findall(r"^- \[(.+?)\]\((\S+)\): \S", text, re.MULTILINE)


def test_every_page_is_there(text):
    """Each page that a person wrote is named once, and is under the address of the site."""
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.glob("*/**/*.md")}
    indexes = {f"{part}/index.md" for part in ("tutorials", "how-to", "reference", "explanation")}
    written = {page for page in pages - indexes if not page.startswith(("_", "playground/"))}
    targets = [target for _, target in links(text) if "/api/" not in target]
    assert sorted(f"{BASE}{page.removesuffix('md')}html" for page in written) == sorted(targets)


def test_every_name_is_there(text):
    """Each name of the package is said to do something."""
    names = {name for name, target in links(text) if "/api/" in target}
    assert set(iri3987.__all__) == names
    assert "[to_uri](https://docs.example/reference/api/iri3987.mapping.html#" in text


def test_it_is_plain(text):
    """It begins with a title and a summary; nothing in it is a link without a host."""
    assert text.startswith("# iri3987\n\n> iri3987 takes web addresses from people")
    assert all(is_absolute_iri(target.partition("#")[0]) for _, target in links(text))
    assert re.findall(r"\]\((?!https://)", text) == []


def test_each_link_leads_to_a_page(site):
    """The built site has it at its root, and has each page and each anchor that it names."""
    for _, target in links((site / "llms.txt").read_text("utf-8")):
        path, _, anchor = re.sub(r"^https://[^/]+/", "", target).partition("#")
        page = (site / path).read_text("utf-8")
        assert not anchor or f'id="{anchor}"' in page, target
