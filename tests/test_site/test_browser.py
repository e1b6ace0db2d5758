"""The built site in a browser: search, narrow screens, large text, dark colours, axe-core."""

import os
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

import pytest

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.wait import WebDriverWait

CHROMIUM, CHROMEDRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = [
    pytest.mark.skipif(
        not (CHROMIUM and CHROMEDRIVER),
        reason="needs Chromium and ChromeDriver: apt-get install chromium chromium-driver",
    ),
]
#: `.ci/run` installs axe-core with npm, beside Pyodide.
NODE = Path(os.environ.get("IRI3987_NODE", Path(__file__).parents[2] / ".node"))
AXE = NODE / "node_modules" / "axe-core" / "axe.min.js"
#: A page of each kind.
PAGES = (
    "index.html",
    "demonstration.html",
    "tutorials/index.html",
    "how-to/adopting.html",
    "how-to/data.html",
    "explanation/display.html",
    "reference/codes.html",
    "reference/commands.html",
    "reference/conformance.html",
    "reference/api/iri3987.grammar.html",
    "reference/api/iri3987.profile.html",
    "genindex.html",
    "search.html",
)
RUN_AXE = """
    const done = arguments[0];
    const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    axe.run(document, {runOnly}).then(({violations}) => done(violations.flatMap(
        ({id, nodes}) => nodes.map(({target, html}) => `${id}: ${target} ${html.slice(0, 80)}`))));
"""


def browser(folder, **preferences):
    """Start a browser with a profile of its own."""
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", preferences)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return Chrome(options=options, service=Service(str(CHROMEDRIVER)))


@pytest.fixture(scope="module")
def chrome(tmp_path_factory):
    """A browser with the usual settings."""
    chrome = browser(tmp_path_factory.mktemp("chromium"))
    yield chrome
    chrome.quit()


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A browser whose user wants text of twice the usual size."""
    preferences = {"webkit.webprefs.default_font_size": 32}
    chrome = browser(tmp_path_factory.mktemp("large"), **preferences)
    yield chrome
    chrome.quit()


@pytest.fixture(scope="module")
def served(site):
    """The address of a server that has the site."""

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def show(chrome, *, width, scheme="light"):
    """Give the page a width in pixels, and a scheme of colours."""
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
    chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def found(chrome):
    """Return the addresses that a search has found, when it has ended."""
    WebDriverWait(chrome, 30).until(
        lambda _: "finished" in chrome.find_element(By.CSS_SELECTOR, ".search-summary").text
    )
    links = chrome.find_elements(By.CSS_SELECTOR, "#search-results li a")
    return [link.get_attribute("href") for link in links]


def too_wide(chrome, address):
    """Return how many pixels of a page can only be seen by scrolling to the side."""
    chrome.get(address)
    script = "const {scrollWidth, clientWidth} = document.documentElement;"
    return chrome.execute_script(f"{script} return scrollWidth - clientWidth")


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
    show(chrome, width=1280)
    chrome.get(f"{site.as_uri()}/search.html?q={quote(words)}")
    targets = [target.removeprefix(f"{site.as_uri()}/") for target in found(chrome)]
    assert page in [target.partition("#")[0] for target in targets[:most]]


def test_search_over_http(chrome, served):
    """The search works on a server, too."""
    chrome.get(f"{served}/search.html?q=content_disposition")
    assert f"{served}/reference/api/iri3987.files.html" in found(chrome)[0]


def test_no_errors_in_the_console(chrome, served):
    """A page loads all that it asks for, and its scripts raise nothing."""
    chrome.get_log("browser")
    for page in PAGES:
        chrome.get(f"{served}/{page}")
    assert [] == [entry["message"] for entry in chrome.get_log("browser")]


@pytest.mark.parametrize("page", PAGES)
def test_phone(chrome, site, page):
    """On a narrow screen only code and tables are scrolled to the side, not the page."""
    show(chrome, width=390)
    assert 0 == too_wide(chrome, f"{site.as_uri()}/{page}")


def test_keyboard_on_a_phone(chrome, site):
    """The element with the focus is on the screen: the drawer with the menu comes out."""
    show(chrome, width=390)
    chrome.get(f"{site.as_uri()}/index.html")
    is_in_menu = "return document.activeElement.closest('.sidebar-tree') !== null"
    for _ in range(20):
        ActionChains(chrome).send_keys(Keys.TAB).perform()
        if chrome.execute_script(is_in_menu):
            break
    focused = chrome.switch_to.active_element
    assert "Tutorials" == focused.get_attribute("innerText")
    WebDriverWait(chrome, 30).until(lambda _: focused.rect["x"] >= 0)


@pytest.mark.parametrize("page", PAGES)
def test_large_text(large, site, page):
    """Text of twice the usual size does not make the page wider than the window."""
    show(large, width=1280)
    assert 0 == too_wide(large, f"{site.as_uri()}/{page}")


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: .ci/run installs it with npm")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe(chrome, site, width, scheme):
    """axe-core finds nothing, in either scheme of colours, on a phone or not."""
    show(chrome, width=width, scheme=scheme)
    found = {}
    for page in PAGES:
        chrome.get(f"{site.as_uri()}/{page}")
        chrome.execute_script(AXE.read_text("utf-8"))
        if problems := chrome.execute_async_script(RUN_AXE):
            found[page] = problems
    assert {} == found
