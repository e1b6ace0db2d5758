"""The built site: all names are there, and it needs no other host."""

import posixpath
import re
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from iri3987.codes import CODES
from site_parts.public import every_module

ROOT = Path(__file__).parents[2]
#: The files that a page loads by itself, unlike a link that a reader follows.
LOADED = {"script", "img", "link", "iframe", "source", "object", "embed", "audio", "video"}


class Links(HTMLParser):
    """The links of a page, and what they can lead to in it."""

    def __init__(self, text):
        super().__init__()
        self.ids = set()
        self.targets = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Note the attributes of an element."""
        found = dict(attrs)
        self.ids |= {found.get("id"), found.get("name")}
        # The canonical address is on the site that is published.
        if found.get("rel") != "canonical":
            given = (found.get(name) for name in ("href", "src"))
            self.targets += [(tag, target) for target in given if target is not None]


@pytest.fixture(scope="module")
def pages(site):
    """Every page of the site, by its path."""
    return {
        path.relative_to(site).as_posix(): Links(path.read_text("utf-8"))
        for path in site.rglob("*.html")
    }


def test_nothing_is_loaded_from_another_host(site, pages):
    """A page has its scripts, styles, fonts and pictures with it: it works without a network."""
    loaded = {
        (name, target)
        for name, page in pages.items()
        for tag, target in page.targets
        if tag in LOADED and re.match(r"(?:[a-z]+:)?//", target)
    }
    styles = {
        (path.name, target)
        for path in site.rglob("*.css")
        for target in re.findall(
            r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"') ]*)", path.read_text()
        )
    }
    assert set() == loaded | styles


def test_every_name_is_there(pages):
    """Each public module has a page, which describes each of its names or leads to it."""
    for module in every_module():
        page = pages[f"reference/api/{module}.html"]
        known = page.ids | {urlsplit(target).fragment for _, target in page.targets}
        short = {str(each).rpartition(".")[2] for each in known}
        assert set() == set(import_module(module).__all__) - short


def test_every_code_is_there(pages):
    """Each code of an error or a finding is on the page of codes: the playground links to it."""
    assert set() == set(CODES) - pages["reference/codes.html"].ids


def test_playground_is_beside_every_page(pages):
    """Each page that Sphinx makes has a link to the playground, and that one leads back."""
    for name, page in pages.items():
        path = posixpath.relpath("playground/index.html", posixpath.dirname(name))
        # A server sends 404.html in the place of any page.
        assert name in {"playground/index.html", "404.html"} or ("a", path) in page.targets
    assert ("a", "../") in pages["playground/index.html"].targets


def test_every_check_is_there(site):
    """Each system check that the source has is on the page of checks, and no other."""
    sources = (ROOT / "integrations" / "django-iri" / "src").rglob("*.py")
    checks = re.compile(r"django_iri\.[EW]\d{3}")
    found = {each for path in sources for each in checks.findall(path.read_text("utf-8"))}
    page = (site / "reference" / "django-settings.html").read_text("utf-8")
    assert found == set(checks.findall(page))


def test_titles_differ(site):
    """No two pages have one title: a result of the search says which page it is."""
    titles = {}
    for path in site.rglob("*.html"):
        title = re.search("<title>(.*?)</title>", path.read_text("utf-8"), re.DOTALL)
        titles.setdefault(" ".join(title[1].split()), []).append(path.relative_to(site).as_posix())
    assert {} == {title: pages for title, pages in titles.items() if len(pages) > 1}


def test_page_for_sharing(site):
    """A page says what it is about to whoever shows a link to it."""
    page = (site / "how-to" / "fetching.html").read_text("utf-8")
    [description] = re.findall('<meta name="description" content="(.*?)">', page)
    assert description.startswith("This guide lets your server open an address")
    [card] = re.findall('<meta property="og:image" content=".*?/_static/(.*?)">', page)
    assert (site / "_static" / card).exists()


def test_guides_are_grouped_in_the_sidebar(site):
    """Each group has its caption, before its first guide."""
    page = (site / "how-to" / "fetching.html").read_text("utf-8")
    groups = re.findall('<li class="group">(.*?)</li><li[^>]*><a[^>]* href="(.*?)"', page)
    assert ("Frameworks", "django/index.html") in groups
    assert ("Safety", "safe-redirects.html") in groups
    own = (site / "how-to" / "safe-redirects.html").read_text("utf-8")
    assert '<li class="group">Safety</li>' in own
