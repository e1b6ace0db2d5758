"""The built site in a browser: search, narrow screens, dark colours, axe-core."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import quote

import pytest

import browsers
from vector_rows import rows

chrome, one_chromium = browsers.chrome, browsers.one_chromium
#: A page of each kind.
PAGES = (
    "index.html",
    "how-to/data.html",
    "reference/codes.html",
    "reference/api/iri3987.profile.html",
    "search.html",
    "404.html",
    "explanation/why.html",
    "how-to/audit.html",
    "how-to/only-irifield.html",
    "how-to/django/index.html",
    "reference/glossary.html",
)


def found(chrome, site, words):
    """Search for words, and return the pages that are found, the best first."""
    chrome.get(f"{site.as_uri()}/search.html?q={quote(words)}")
    is_done = "return document.querySelector('.search-summary')?.innerText.includes('finished')"
    assert chrome.eventually(lambda: chrome.run(is_done), True)
    links = "return [...document.querySelectorAll('#search-results li a')].map(a => a.href)"
    targets = [each.removeprefix(f"{site.as_uri()}/") for each in chrome.run(links)]
    return [target.partition("#")[0] for target in targets]


@pytest.mark.parametrize(
    ("words", "page", "most"),
    [
        ("content_disposition", "reference/api/iri3987.files.html", 1),
        ("IRIField", "reference/api/django_iri.fields.html", 4),
        ("to_iri", "reference/api/iri3987.mapping.html", 1),
        ("bad-percent", "reference/codes.html", 1),
        ("django_iri.W005", "reference/django-settings.html", 1),
        ("IRI_MESSAGES", "reference/django-settings.html", 2),
        ("ß", "explanation/hosts.html", 5),
        ("日本語", "index.html", 10),
    ],
)
def test_search(chrome, site, words, page, most):
    """A search finds the page of a name, a code or a word, among the first results."""
    assert page in found(chrome, site, words)[:most]


def test_search_for_what_readers_type(chrome, site):
    """The page is the first result for nine queries of ten, and among the first three for each."""
    searches = rows("site_searches")
    places = {}
    for row in searches:
        pages = list(dict.fromkeys(found(chrome, site, row["input"])))
        page = f"{row['expected']}.html"
        places[row["input"]] = pages.index(page) + 1 if page in pages else None
    assert {} == {query: place for query, place in places.items() if place not in {1, 2, 3}}
    assert list(places.values()).count(1) >= 0.9 * len(searches)


def test_changelog_and_figures_are_not_searched(chrome, site):
    """What a guide tells comes first: lists of changes and of figures are found by title alone."""
    assert "reference/changes.html" not in found(chrome, site, "idn")
    assert "reference/changes.html" == found(chrome, site, "changelog")[0]
    assert "reference/speed.html" not in found(chrome, site, "hyperlink")


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1280, "light")])
def test_pages(chrome, site, width, scheme):
    """Only code and tables are scrolled to the side; axe-core finds nothing, nor the console."""
    chrome.screen(width=width, scheme=scheme)
    found = {}
    for page in PAGES:
        chrome.get(f"{site.as_uri()}/{page}")
        script = "const {scrollWidth, clientWidth} = document.documentElement;"
        assert 0 == chrome.run(f"{script} return scrollWidth - clientWidth"), page
        assert [] == chrome.complaints()
        if browsers.AXE.exists() and (problems := chrome.faults()):
            found[page] = problems
        chrome.complaints()  # axe-core reads the styles, which a file may not
    assert {} == found


def pages_of(site, *folders):
    """Return the pages in some folders of the site."""
    return sorted(
        path.relative_to(site).as_posix()
        for folder in folders
        for path in (site / folder).rglob("*.html")
    )


def test_code_is_seen_whole(chrome, site):
    """No line of a lesson or a guide is cut off at the right, and no code is a stop of Tab."""
    chrome.screen(width=1280)
    script = """return [...document.querySelectorAll("article pre")].filter(
        (pre) => pre.scrollWidth > pre.clientWidth || pre.tabIndex >= 0).length"""
    cut = {}
    for page in pages_of(site, "tutorials", "how-to"):
        chrome.get(f"{site.as_uri()}/{page}")
        if count := chrome.run(script):
            cut[page] = count
    assert {} == cut


@pytest.mark.parametrize(
    ("page", "width", "is_stop"), [("conformance", 390, True), ("versions", 1600, False)]
)
def test_table_is_a_stop_where_it_is_scrolled(chrome, site, page, width, is_stop):
    """Tab goes to a table that is wider than the screen, and not to one that is seen whole."""
    chrome.screen(width=width)
    chrome.get(f"{site.as_uri()}/reference/{page}.html")
    script = "return document.querySelector('.table-wrapper').tabIndex === 0"
    assert is_stop is chrome.eventually(lambda: chrome.run(script), is_stop)


def test_focus_of_the_copy_button_is_seen(chrome, site):
    """The button that copies, which is there for the mouse only, appears with the focus."""
    chrome.screen(width=1280)
    chrome.get(f"{site.as_uri()}/tutorials/core.html")
    exists = "return !!document.querySelector('button.copybtn')"
    assert chrome.eventually(lambda: chrome.run(exists), True)
    script = """
        const button = document.querySelector("button.copybtn");
        button.focus({focusVisible: true});
        const {opacity, outlineStyle} = getComputedStyle(button);
        return [opacity, outlineStyle]"""
    seen = chrome.eventually(lambda: chrome.run(script), ["1", "solid"])
    assert ["1", "solid"] == seen


def test_paper(chrome, site):
    """On paper there is nothing to skip, and a table may go on on the next page."""
    chrome.cdp("Emulation.setEmulatedMedia", media="print")
    chrome.get(f"{site.as_uri()}/reference/versions.html")
    style = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
    assert "none" == chrome.run(style, ".skip-to-content", "display")
    assert "auto" == chrome.run(style, "table.docutils", "breakInside")


class _Quiet(SimpleHTTPRequestHandler):
    """Serve files, and write nothing about it."""

    def log_message(self, *_):
        """Write nothing."""


@pytest.fixture
def first_page(site):
    """Serve the site, because a page opened from a file may not start Python; give its address."""
    handler = partial(_Quiet, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/index.html"
        server.shutdown()


def test_line_of_the_first_page(chrome, site, first_page):
    """Examples are answered at once; Python is loaded only when somebody types another text."""
    chrome.get(first_page)
    answer = "return document.querySelector('.try [role=status]').textContent"
    loaded = (
        "return performance.getEntriesByType('resource').some(each => /worker/.test(each.name))"
    )
    click = "document.querySelectorAll('.try [data-words]')[arguments[0]].click()"
    said = []
    for index in range(5):
        chrome.run(click, index)
        said.append(chrome.run(answer))
    assert 5 == len({*said})
    assert "A colon is missing: https://example.org" in said
    assert not chrome.run(loaded)
    if not (site / "playground" / "pyodide").exists():
        pytest.skip("the engine of the playground is not built: .ci/node")
    typed = "const line = document.getElementById('try-text'); line.value = 'htp://example.org';"
    chrome.run(f"{typed} line.dispatchEvent(new Event('input'))")
    expected = "Did you mean http? The address must begin with http:// or https://."
    found = chrome.eventually(lambda: chrome.run(answer), expected)
    assert expected == found


def test_examples_without_a_server(chrome, site):
    """The examples are answered on a page that was opened from a file, too."""
    chrome.get(f"{site.as_uri()}/index.html")
    chrome.run("document.querySelectorAll('.try [data-words]')[1].click()")
    answer = "return document.querySelector('.try [role=status]').textContent"
    assert "A colon is missing: https://example.org" == chrome.run(answer)
