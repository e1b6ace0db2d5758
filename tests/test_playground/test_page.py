"""The playground in headless Chromium: Python runs in the page, as it does for a visitor."""

import contextlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from chromium import NEEDED, PATIENCE, started
from test_playground.sources import FOLDER, ROOT, build

#: A folder in which the npm package axe-core is installed.
AXE = (
    Path(os.environ.get("IRI3987_NODE") or ROOT / ".node")
    / "node_modules"
    / "axe-core"
    / "axe.min.js"
)


def is_engine_missing():
    """Tell whether Pyodide is not installed."""
    try:
        build.pyodide()
    except build.MissingEngineError:
        return True
    return False


pytestmark = [
    *NEEDED,
    pytest.mark.skipif(is_engine_missing(), reason="needs Pyodide: .ci/node installs it"),
]


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the types that browsers ask for, and a policy for the worker, too."""

    extensions_map = {  # noqa: RUF012 - so it is in the base class
        ".html": "text/html; charset=utf-8",
        ".css": "text/css; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".mjs": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".zip": "application/zip",
        "": "application/octet-stream",
    }

    def send_head(self):
        """Send a file, unless a test wants it to be missing."""
        if self.path in self.server.missing:
            self.send_error(404)
            return None
        return super().send_head()

    def end_headers(self):
        """Send the policy of the page: a worker does not have that of the page itself."""
        policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        policy += "; worker-src 'self'; style-src 'self'; img-src 'self'"
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, *_arguments):
        """Say nothing."""


class Server:
    """Serves a folder on a free port until it is stopped."""

    def __init__(self, folder):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder))
        self.server.missing = set()
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def stop(self):
        """Stop, if that has not happened."""
        if self.thread.is_alive():
            self.server.shutdown()
            self.thread.join()
            self.server.server_close()


@contextlib.contextmanager
def serving(folder) -> Iterator[Server]:
    """Serve a folder."""
    server = Server(str(folder))
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def root(made_once):
    """Build the playground where a site of documentation has it."""
    return made_once("site", lambda folder: build.build(folder / "docs" / "playground"))


@pytest.fixture(scope="module")
def chrome(tmp_path_factory) -> Iterator[Chrome]:
    """Start one browser for all tests, which finds no host but this machine."""
    nothing_else = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    profile = tmp_path_factory.mktemp("chromium")
    with started(profile, nothing_else, "--lang=en", logs=("browser", "performance")) as browser:
        yield browser


class Page:
    """The page in the browser."""

    def __init__(self, browser, server, path="/"):
        self.browser, self.server = browser, server
        self.address = f"{server.origin}{path}"

    def until(self, condition):
        """Wait until a condition holds, and return its value."""
        wait = WebDriverWait(
            self.browser, PATIENCE, 0.02, ignored_exceptions=[StaleElementReferenceException]
        )
        return wait.until(lambda _: condition())

    def run(self, script, *arguments):
        """Run a script in the page."""
        return self.browser.execute_script(script, *arguments)

    def value(self):
        """Return what is in the text field."""
        value = "return JSON.stringify(document.getElementById('text').value)"
        return json.loads(self.run(value))

    def text(self, selector):
        """Return the text of an element, as it is in the page."""
        return self.run("return document.querySelector(arguments[0])?.textContent", selector)

    def texts(self, selector):
        """Return the texts of elements."""
        script = "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)"
        return self.run(script, selector)

    def form(self, name):
        """Return a form of the address, such as "Sent as"."""
        return self.text(f'dd[data-form="{name}"] .address')

    def find(self, selector):
        """Return an element."""
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def start(self, address):
        """Load the page anew, and wait until it answers."""
        self.browser.get("about:blank")
        self.browser.get(address)
        return self.started()

    def started(self):
        """Wait until the page answers."""
        self.until(lambda: self.find("#language").is_enabled())
        return self

    def put(self, text, other=""):
        """Write into the fields as a paste does, and wait for the answer."""
        script = """
            const [text, other] = arguments;
            for (const [id, value] of Object.entries({text, other})) {
                const field = document.getElementById(id);
                field.value = JSON.parse(value);
                field.dispatchEvent(new Event("input", {bubbles: true}));
            }
        """
        # JSON has an escape for lone surrogates, which the driver could not send.
        self.run(script, json.dumps(text), json.dumps(other))
        self.until(lambda: self.find("#results").get_attribute("aria-busy") == "false")
        return self

    def screen(self, *, width=1200, scheme="light"):
        """Set the width of the screen, and light or dark."""
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


@pytest.fixture(scope="module")
def opened(chrome, root):
    """Open the page once, and wait until it has started."""
    with serving(root) as server:
        page = Page(chrome, server, "/docs/playground/")
        yield page.start(page.address)


@pytest.fixture
def page(opened):
    """Return the page with English sentences, in light, on a wide screen."""
    opened.screen()
    opened.run("""
        const select = document.getElementById("language");
        select.value = "en";
        select.dispatchEvent(new Event("change"));
    """)
    return opened


def test_everything_about_an_iri(page):
    """The parts, the URI, the display, the findings, the key, the verdicts, the browser's URL."""
    page.put("http://faß.de/straße?q=é")
    uri = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
    assert "This is an IRI." == page.text("#verdict")
    assert ["scheme", "host", "path", "query"] == page.texts("#parts tbody th")
    assert ["http", "faß.de", "/straße", "q=é"] == page.texts("#parts td:nth-child(2)")
    assert "http://faß.de/straße?q=é" == page.run(
        "const copy = document.getElementById('coloured').cloneNode(true);"
        "copy.querySelectorAll('sup').forEach(each => each.remove());"
        "return copy.textContent"
    )
    assert uri == page.form("Sent as")
    assert "http://faß.de/straße?q=é" == page.form("Shown to people") == page.form("IRI")
    assert f"1:{uri}" == page.form("Key")
    assert page.form("Digest of the key").startswith("1:")
    assert ["deviation-character"] == page.texts("#findings code")
    assert ["1ß"] == page.texts("#coloured mark")
    assert ["ANY", "LINK", "WEB", "INTRANET", "PUBLIC"] == page.texts("#profiles tbody th")
    assert ["accepts"] * 5 == page.texts("#profiles td")
    assert "same" == page.find("#relation").get_attribute("data-relation")


def test_text_that_is_not_an_iri(page):
    """The error has its code, its sentence and its place, and what the repair makes of it."""
    page.put("https://example.org/a b|c")
    assert "This is not an IRI." == page.text("#verdict")
    assert "bad-character" == page.text("#error code")
    assert "at position 22." in page.text("#error .sentence")
    link = page.find("#error a").get_attribute("href")
    assert link.endswith("/reference/codes.html#bad-character")
    assert ["1␣", "2|"] == page.texts("#coloured mark")
    assert "https://example.org/a%20b%7Cc" == page.form("Repaired") == page.form("Then sent as")
    assert ["refuses bad-character"] * 2 == page.texts("#profiles td")[:2]
    assert "accepts it from a form" in page.texts("#profiles td")[2]
    page.find("#error .place").click()
    script = "const t = document.getElementById('text'); return [t.selectionStart, t.selectionEnd]"
    assert [21, 22] == page.run(script)


def test_copy(page):
    """The button beside the URI copies all of it, even if only its beginning is shown."""
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    page.browser.execute_cdp_cmd("Browser.grantPermissions", permissions)
    page.put("http://é.example/" + "é" * 4000)
    assert len(page.form("Sent as")) < 4000
    page.find('dd[data-form="Sent as"] button').click()
    page.until(lambda: page.text("#live") == "Copied.")
    read = "navigator.clipboard.readText().then(arguments[0], error => arguments[0](String(error)))"
    copied = page.browser.execute_async_script(read)
    assert "http://xn--9ca.example/" + "%C3%A9" * 4000 == copied
    page.run("navigator.clipboard.writeText = () => Promise.reject()")
    page.find("#link").click()
    page.until(lambda: page.text("#link") == "The browser does not allow it")
    page.until(lambda: page.text("#link") == "Copy a link to this")
    page.run("delete navigator.clipboard.writeText")


def test_typing(page):
    """The answer follows what is typed, and so does the link, without a new page."""
    page.find("#clear").click()
    page.find("#text").send_keys("HTTP://Example.org:80")
    page.until(lambda: page.form("Sent as") == "HTTP://Example.org:80")
    page.until(lambda: page.form("Normalized") == "http://example.org/")
    assert "equivalent" == page.find("#relation").get_attribute("data-relation")
    assert ["scheme", "host", "port", "path"] == [
        each.partition(" ")[0] for each in page.texts("#browser tr.different th")
    ]
    page.until(lambda: page.browser.current_url.endswith("#text=HTTP%3A%2F%2FExample.org%3A80"))
    page.find("#clear").click()
    page.until(lambda: not page.find("#results").is_displayed())
    page.until(lambda: page.browser.current_url == page.address)


def test_what_the_browser_does(page):
    """Where the URL parser makes another address of it, each component that differs is marked."""
    page.put("https:/example.org/x")
    assert "different" == page.find("#relation").get_attribute("data-relation")
    assert ["hostdiffers", "pathdiffers"] == [
        each.replace(" ", "") for each in page.texts("#browser tr.different th")
    ]
    page.put("http://%zz/")
    assert "refuses it, too." in page.text("#relation")
    assert "Invalid URL" in page.text("#relation code:last-child")
    page.put("../a")
    assert "refuses it: a relative reference needs a base." in page.text("#relation")


def test_comparison(page):
    """A second address is compared step by step; the step is named that makes them equal."""
    page.put("HTTP://example.org:80/%7Ea", "http://example.org/~a")
    assert "Equivalent, from this step on: Scheme (5.3.3)." == page.text("#by")
    expected = [*["different"] * 4, "equal"]
    assert expected == page.texts("#ladder td:nth-child(2)")
    page.put("http://аррӏе.com/", "http://apple.com/")
    assert "Not equivalent at any step. Their hosts look alike." == page.text("#by")
    page.put("http://a.b/", "a b")
    assert "The other address is not an IRI. bad-character" in page.text("#by")
    page.put("http://a.b/")
    assert "" == page.text("#by")


def test_languages(page):
    """The sentences are in the language that is chosen, from right to left if it is written so."""
    page.put("http://me@example.org/")
    english = page.text("#findings .sentence")
    options = page.run("return [...document.getElementById('language').options].map(o => o.value)")
    assert 13 == len(options)
    page.find("#language option[value=ar]").click()
    page.until(lambda: page.text("#findings .sentence") != english)
    sentence = page.find("#findings .sentence")
    assert ("rtl", "ar") == (sentence.get_attribute("dir"), sentence.get_attribute("lang"))
    page.until(lambda: page.browser.current_url.endswith("&language=ar"))


@pytest.mark.parametrize(
    "text",
    [
        "https://ja.wikipedia.org/wiki/日本語?a=b&c=d#e%20(f)",
        "a\ud800b\U0001f600\udfff",
        "http://a/\u202e\x00%00&other=x",
        "100% +'\"",
    ],
)
def test_link(page, text):
    """A link holds the text, exactly: anyone who opens it sees the same, lone surrogates too."""
    page.put(text)
    page.find("#link").click()
    state = page.run("return location.hash")
    assert state.isascii()
    assert state.startswith("#text=")
    page.put("http://a.b/")
    page.find("#link").click()
    page.run("location.hash = arguments[0]", state)
    page.until(lambda: page.value() == text)


def test_damaged_link(page):
    """A link that was cut is told, and its text is there as it stands."""
    page.run("location.hash = '#text=http://a.b/%C3'")
    page.until(lambda: page.find("#notice").is_displayed())
    assert "The link is damaged" in page.text("#notice")
    assert "http://a.b/%C3" == page.value()
    page.put("http://a.b/")
    assert not page.find("#notice").is_displayed()


def test_link_with_an_unknown_language(page):
    """A link may name any language: one that is not there is not chosen."""
    page.run("location.hash = '#text=http://me@a.b/&language=<b>'")
    page.until(lambda: page.form("Sent as") == "http://me@a.b/")
    assert "en" == page.find("#language").get_attribute("value")
    assert "en" == page.find("#findings .sentence").get_attribute("lang")


def test_old_results_are_faint(page):
    """While an answer takes long, what is shown about the older text is faint."""
    page.put("http://a.b/")
    opacity = "return getComputedStyle(document.getElementById('results')).opacity"
    assert "1" == page.run(opacity)
    page.run("document.getElementById('results').setAttribute('aria-busy', 'true')")
    page.until(lambda: page.run(opacity) == "0.5")


def test_history(page):
    """Back leads to what was typed before an example was chosen, and Forward to the example."""
    page.put("http://a.b/typed")
    page.put("http://a.b/typed/later")
    page.find("#examples li:nth-child(3) a").click()
    page.until(lambda: "http://a.b/" not in page.value())
    example = page.value()
    # The driver would ask the browser, which may not know of the example yet.
    page.run("history.back()")
    page.until(lambda: page.value() == "http://a.b/typed/later")
    page.run("history.forward()")
    page.until(lambda: page.value() == example)


def test_skip_link(page):
    """The skip link leads into the field, and the text stays there and in the link."""
    page.put("http://a.b/typed")
    page.run("document.querySelector('.skip').click()")
    page.until(lambda: page.browser.switch_to.active_element == page.find("#text"))
    page.until(lambda: page.browser.current_url.endswith("#text=http%3A%2F%2Fa.b%2Ftyped"))
    assert "http://a.b/typed" == page.value()


def test_examples(page):
    """Each example has a link and a sentence, which is shown when it is chosen."""
    examples = json.loads((FOLDER / "examples.json").read_text("utf-8"))
    assert [each["name"] for each in examples] == page.texts("#examples a")
    for example in examples:
        page.find(f"#examples li:nth-child({examples.index(example) + 1}) a").click()
        page.until(lambda example=example: page.text("#see") == example["see"])
    assert example["name"] == page.text("#examples a[aria-current]")


@pytest.mark.parametrize(
    "text",
    [
        "<script>window.hacked = 1</script><img src=x onerror=window.hacked=1>",
        "javascript:window.hacked=1//<svg onload=window.hacked=1>",
        "http://a.b/</code><script>window.hacked=1</script>?<b>#<!--",
        "http://<b>.com/%3Cscript%3E",
        '"><iframe srcdoc="<script>parent.hacked=1</script>">',
        "__proto__",
    ],
)
def test_markup_is_text(page, text):
    """Markup in the text is shown, and is never part of the page."""
    page.put(text, text)
    found = "return document.querySelectorAll('main :is(script, img, iframe, svg, b, [onload])')"
    assert [] == page.run(f"return [...({found.removeprefix('return ')})].map(e => e.tagName)")
    assert page.run("return window.hacked") is None
    shown = page.run(
        "const copy = document.getElementById('coloured').cloneNode(true);"
        "copy.querySelectorAll('sup').forEach(each => each.remove());"
        "return copy.textContent"
    )
    assert text == shown.replace("␣", " ")


def test_hidden_characters_are_marks(page):
    """Invisible characters, controls and lone surrogates are shown by their code points."""
    page.put("http://a.b/\u202e\x00\u200d\ud800\u3164%E2%80%8F")
    marks = page.texts("#coloured .hidden-character")
    assert ["U+202E", "U+0000", "U+200D", "U+D800", "U+3164"] == marks
    assert "RIGHT-TO-LEFT OVERRIDE" == page.find("#coloured .hidden-character").get_attribute(
        "title"
    )
    assert "U+200F" in page.texts("#parts td:nth-child(3) .hidden-character")
    visible = page.run("return document.getElementById('results').textContent")
    assert set() == set(visible) & set("\u202e\x00\u200d\ud800\u3164\u200f")


def test_combining_marks_have_a_circle(page):
    """A mark at the beginning of a piece does not stand on the piece before it."""
    page.put("http://a.b/e\u0301\u0301\u0301\u0301")
    mark = page.run("return document.querySelector('#coloured mark:last-of-type').outerHTML")
    assert mark.endswith('<span class="circle"></span>' + "\u0301" * 4 + "</mark>")


def test_place_between_characters_is_marked(page):
    """A finding about something that is missing has its number where it is missing."""
    page.put("http:///x")
    assert ["1"] == page.texts("#coloured mark")
    assert ["http", "://", "1/x"] == page.run(
        "return [...document.getElementById('coloured').children].flatMap(each => each.matches("
        "'.delimiter') ? [...each.childNodes].map(n => n.textContent).filter(Boolean) : "
        "[each.textContent])"
    )


def test_right_to_left_parts_stay_apart(page):
    """The host, the port and the path stand in this order, whatever they hold (4.1)."""
    page.put("http://דוגמה.טעסט:80/שלום?שם=1#סוף")
    script = """
        return [...document.querySelectorAll("#coloured bdi")].map(
            each => [each.getBoundingClientRect().left, each.dir, each.textContent]);
    """
    boxes = page.run(script)
    assert sorted(boxes) == boxes
    assert {"ltr"} == {direction for _, direction, _ in boxes}


def test_long_text_is_refused(page):
    """A megabyte is not put into the field, which it would freeze: the page says so."""
    page.put("http://a.b/")
    page.find("#text").click()
    page.browser.execute_cdp_cmd("Input.insertText", {"text": "\u05e9" * 1_000_000})
    page.until(lambda: "1,000,011 characters" in page.text("#notice"))
    assert "20,000 at most: it was not put in." in page.text("#notice")
    assert "http://a.b/" == page.value()
    page.find("#text").send_keys("c")
    page.until(lambda: page.form("Sent as") == "http://a.b/c")
    assert not page.find("#notice").is_displayed()


def test_link_with_long_text_is_refused(page):
    """A link with a megabyte does not freeze the page either."""
    page.run("location.hash = '#text=http://a.b/&other=' + 'a'.repeat(1e6)")
    page.until(lambda: page.form("Sent as") == "http://a.b/")
    assert "1,000,000 characters" in page.text("#notice")
    page.run("location.hash = '#text=' + 'a'.repeat(1e6)")
    page.until(lambda: not page.find("#results").is_displayed())
    assert "1,000,000 characters" in page.text("#notice")
    assert "" == page.value()
    page.put("http://a.b/c")
    assert "http://a.b/c" == page.form("Sent as")


def test_longest_text_has_an_answer(page):
    """Text of the greatest length is answered; its beginning is shown, and all of it copied."""
    page.put("http://a.b/" + "\x00" * (20000 - 11))
    assert "This is not an IRI." == page.text("#verdict")
    assert "The first 3,000 of 20,000 characters." in page.text("#legend")
    assert 3000 - 11 == len(page.texts("#coloured .hidden-character"))


def test_keyboard(page):
    """With the keyboard alone: the skip link, the head, the field, the examples; focus is seen."""
    page.find("#clear").click()
    page.find(".home").send_keys(Keys.SHIFT + Keys.TAB)
    reached = []
    for _ in range(7):
        active = page.browser.switch_to.active_element
        reached.append(active.get_attribute("id") or active.text)
        assert "none" != active.value_of_css_property("outline-style"), reached
        assert active.rect["y"] >= 0
        active.send_keys(Keys.TAB)
    ids = ["language", "text", "link", "clear"]
    assert ["Skip to the text field", "iri3987 documentation", *ids, "日本語"] == reached


def test_screen_readers_are_told(page):
    """A polite live region has the verdict and the number of findings."""
    assert "polite" == page.find("#live").get_attribute("aria-live")
    page.put("https://www.example.com@evil.example/")
    page.until(lambda: page.text("#live") == "This is a URI, with a warning. 1 finding.")


WIDE = "https://ja.wikipedia.org/" + "a" * 300 + "?%E2%80%AE<日本語>"


@pytest.mark.parametrize(("width", "size"), [(390, 100), (800, 200), (390, 200), (1200, 100)])
def test_no_sideways_scrolling(page, width, size):
    """A phone and 200 % text need no sideways scrolling."""
    page.put(WIDE, "http://example.org/")
    page.run("document.getElementById('comparison').open = true")
    page.screen(width=width)
    try:
        page.run("document.documentElement.style.fontSize = arguments[0]", f"{size}%")
        assert width >= page.run("return document.documentElement.scrollWidth")
    finally:
        page.run("document.documentElement.style.fontSize = ''")


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: IRI3987_NODE names its folder")
@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(page, scheme, width):
    """axe-core finds no fault, in light and dark, for good, doubtful and wrong addresses."""
    # As a driver, not as a page: the policy of the page refuses scripts of others.
    page.run(AXE.read_text("utf-8"))
    page.screen(width=width, scheme=scheme)
    texts = ("http://me:x@faß.de:80/%2e?q#f", "http://a b/\u202e", "http://аррӏе.com/", "https:/a")
    page.run("document.getElementById('comparison').open = true")
    for text in (*texts, "#text=%", "#text="):
        if text.startswith("#"):
            page.run("location.hash = arguments[0]", text)
            page.until(lambda text=text: page.value() == text.partition("=")[2])
        else:
            page.put(text, "http://a.b/")
        found = page.browser.execute_async_script(
            "const done = arguments[0]; axe.run().then(result => done(result.violations.map("
            "each => [each.id, each.nodes.map(node => node.html + node.failureSummary)])))"
        )
        assert [] == found


def test_only_the_own_host_is_asked(page):
    """Nothing is asked of another host, and the console stays silent: no policy was broken."""
    page.put("https://example.org/")
    messages = [
        json.loads(each["message"])["message"] for each in page.browser.get_log("performance")
    ]
    sent = [each for each in messages if each["method"] == "Network.requestWillBeSent"]
    assert {page.address.removesuffix("docs/playground/")} == {
        "/".join([*each["params"]["request"]["url"].split("/")[:3], ""])
        for each in sent
        if not each["params"]["request"]["url"].startswith(("data:", "chrome:"))
    }
    assert [] == page.browser.get_log("browser")


# The tests below leave the page.


def test_reload(page):
    """A visitor who comes back finds what they typed last, their language and their colours."""
    agent = {"userAgent": page.run("return navigator.userAgent"), "acceptLanguage": "de-AT"}
    page.browser.execute_cdp_cmd("Emulation.setUserAgentOverride", agent)
    page.run("localStorage.clear(); localStorage.theme = 'dark'")
    page.start(f"{page.address}#text=http://me@a.b/")
    assert "dark" == page.run("return getComputedStyle(document.documentElement).colorScheme")
    assert "de" == page.find("#language").get_attribute("value")
    page.until(lambda: page.text("#findings .sentence"))
    assert "de" == page.find("#findings .sentence").get_attribute("lang")
    page.find("#language option[value=fr]").click()
    page.put("http://a.b/typed")
    page.browser.refresh()
    assert "http://a.b/typed" == page.value()
    page.start(page.address)
    assert "fr" == page.find("#language").get_attribute("value")
    page.run("localStorage.clear()")
    page.browser.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": ""})


def test_first_example(page):
    """A visitor without a link sees an example, which the first paste replaces."""
    page.browser.get(f"{page.address}?first")
    page.until(page.value)
    page.find("#text").click()
    page.browser.execute_cdp_cmd("Input.insertText", {"text": "http://a.b/pasted"})
    assert "http://a.b/pasted" == page.value()


def test_typed_while_loading(page):
    """A text that is typed before the scripts are there stays, and is answered."""
    typing = """
        new MutationObserver((_, observer) => {
            const text = document.getElementById("text");
            if (text) text.value = "http://a.b/typed";
            if (text) observer.disconnect();
        }).observe(document, {childList: true, subtree: true});
    """
    script = page.browser.execute_cdp_cmd(
        "Page.addScriptToEvaluateOnNewDocument", {"source": typing}
    )
    page.browser.get(f"{page.address}?typed")
    page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    page.until(lambda: page.texts("#examples a"))
    assert "http://a.b/typed" == page.value()
    page.until(lambda: page.form("Sent as") == "http://a.b/typed")


def test_works_offline(page):
    """After one visit, the page answers without a network."""
    page.until(lambda: "without a network" in page.text("#offline"))
    page.server.stop()
    page.browser.get("about:blank")
    page.browser.get(f"{page.address}index.html#text=http://%C3%A9.example/")
    page.until(lambda: page.form("Sent as") == "http://xn--9ca.example/")


UPDATE = """
    const done = arguments[0];
    navigator.serviceWorker.getRegistration()
        .then((registration) => registration.update())
        .then(({installing}) => installing.addEventListener(
            "statechange", ({target}) => done(target.state)));
"""


def test_new_version(chrome, root, tmp_path, monkeypatch):
    """A new version replaces the old one when the page is closed, as a whole or not at all."""
    source = tmp_path / "source"
    shutil.copytree(FOLDER, source, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "examples.json").write_text('[{"name": "new", "text": "a:"}, {"text": "b:"}]')
    site = tmp_path / "site"
    shutil.copytree(root, site)
    folder = site / "docs" / "playground"
    with serving(site) as server:
        new = Page(chrome, server, "/docs/playground/")
        new.start(new.address)
        new.until(lambda: "without a network" in new.text("#offline"))
        monkeypatch.setenv("IRI3987_NODE", str(build.pyodide().parents[1]))
        monkeypatch.setattr(build, "HERE", source)
        build.build(folder)
        old = (folder / "examples.json").rename(tmp_path / "examples.json")
        shutil.copy(FOLDER / "examples.json", folder)
        assert "redundant" == chrome.execute_async_script(UPDATE)
        assert "without a network" in new.text("#offline")
        shutil.copy(old, folder)
        # The server tells the browser in seconds when a file was changed.
        os.utime(folder / "examples.json", (time.time() + 60,) * 2)
        assert "installed" == chrome.execute_async_script(UPDATE)
        new.until(lambda: "A newer version is ready" in new.text("#offline"))
        chrome.refresh()
        assert "日本語" == new.started().until(lambda: new.text("#examples a"))

        def opened_again():
            return new.start(new.address).until(lambda: new.text("#examples a"))

        new.until(lambda: opened_again() == "new")


@pytest.mark.parametrize(
    ("file", "reason"),
    [("python.zip", "python.zip: 404"), ("pyodide/pyodide.asm.wasm", "WebAssembly")],
)
def test_missing_file(chrome, root, file, reason):
    """If a file does not arrive, the page says which, keeps the text, and can be loaded again."""
    with serving(root) as server:
        page = Page(chrome, server, "/docs/playground/")
        server.server.missing.add(f"/docs/playground/{file}")
        chrome.get(f"{page.address}#text=http://a.b/")
        page.until(lambda: reason in page.text("#progress"))
        assert "Load the page again" in page.text("#progress")
        assert "http://a.b/" == page.value()
        server.server.missing.clear()
        chrome.refresh()
        page.until(lambda: page.form("Sent as") == "http://a.b/")


def test_from_a_file(chrome, root):
    """From a file, where browsers load no modules, the page says what to do instead."""
    chrome.get((root / "docs" / "playground" / "index.html").as_uri())
    late = chrome.find_element(By.CSS_SELECTOR, ".late")
    WebDriverWait(chrome, PATIENCE).until(lambda _: late.is_displayed())
    assert "python3 -m http.server" in late.text
    assert "python -m iri3987" in late.text


def test_without_scripts(chrome, root):
    """Without JavaScript, the page says that it needs it, and what does not."""
    chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        chrome.get((root / "docs" / "playground" / "index.html").as_uri())
        said = chrome.find_element(By.TAG_NAME, "main").text
    finally:
        chrome.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    assert "The playground needs JavaScript." in said
    assert "python -m iri3987 inspect TEXT" in said
    assert "not started" not in said


def test_without_the_engine(chrome, tmp_path, monkeypatch):
    """A page that was built without Pyodide says that it did not start."""
    monkeypatch.setenv("IRI3987_NODE", str(tmp_path / "nothing"))
    build.build(tmp_path / "site", without_engine=True)
    with serving(tmp_path / "site") as server:
        page = Page(chrome, server)
        chrome.get(page.address)
        page.until(lambda: "python -m iri3987" in page.text("#progress"))
        assert "could not" in page.text("#progress")
