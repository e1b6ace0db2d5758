"""The built site in a browser: search, narrow screens, dark colours, axe-core."""

import os
from pathlib import Path
from urllib.parse import quote

import pytest

from chromium import NEEDED, browser, chrome, eventually

__all__ = ["browser", "chrome"]  # fixtures
pytestmark = NEEDED
#: `.ci/node` installs axe-core with npm, beside Pyodide.
NODE = Path(os.environ.get("IRI3987_NODE", Path(__file__).parents[2] / ".node"))
AXE = NODE / "node_modules" / "axe-core" / "axe.min.js"
#: A page of each kind.
PAGES = (
    "index.html",
    "how-to/data.html",
    "reference/codes.html",
    "reference/api/iri3987.profile.html",
    "search.html",
)
RUN_AXE = """
    const done = arguments[0];
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    axe.run(document, {runOnly}).then(({violations}) => done(violations.flatMap(
        ({id, nodes}) => nodes.map(({target, html}) => `${id}: ${target} ${html.slice(0, 80)}`))));
"""


def show(chrome, *, width, scheme="light"):
    """Give the page a width in pixels, and a scheme of colours."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@pytest.mark.parametrize(
    ("words", "page", "most"),
    [
        ("content_disposition", "reference/api/iri3987.files.html", 1),
        ("IRIField", "reference/api/django_iri.fields.html", 4),
        ("to_iri", "reference/api/iri3987.mapping.html", 1),
        ("bad-percent", "reference/codes.html", 1),
        ("django_iri.W005", "reference/django-checks.html", 1),
        ("IRI_MESSAGES", "reference/django-settings.html", 2),
        ("ß", "explanation/hosts.html", 5),
        ("日本語", "index.html", 10),
    ],
)
def test_search(chrome, site, words, page, most):
    """A search finds the page of a name, a code or a word, among the first results."""
    chrome.get(f"{site.as_uri()}/search.html?q={quote(words)}")
    is_done = "return document.querySelector('.search-summary')?.innerText.includes('finished')"
    assert eventually(chrome, lambda: chrome.execute_script(is_done), expected=True)
    links = "return [...document.querySelectorAll('#search-results li a')].map(a => a.href)"
    targets = [each.removeprefix(f"{site.as_uri()}/") for each in chrome.execute_script(links)]
    assert page in [target.partition("#")[0] for target in targets[:most]]


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_pages(chrome, site, width, scheme):
    """Only code and tables are scrolled to the side; axe-core finds nothing, nor the console."""
    show(chrome, width=width, scheme=scheme)
    found = {}
    for page in PAGES:
        chrome.get(f"{site.as_uri()}/{page}")
        script = "const {scrollWidth, clientWidth} = document.documentElement;"
        assert 0 == chrome.execute_script(f"{script} return scrollWidth - clientWidth"), page
        assert [] == [entry["message"] for entry in chrome.get_log("browser")]
        if AXE.exists():
            chrome.execute_script(AXE.read_text("utf-8"))
            if problems := chrome.execute_async_script(RUN_AXE):
                found[page] = problems
            chrome.get_log("browser")  # axe-core reads the styles, which a file may not
    assert {} == found
