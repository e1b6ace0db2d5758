"""The playground in headless Chromium: Python runs in the page, as it does for a visitor."""

import json
import os
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from chromium import NEEDED, PATIENCE, started
from test_playground.sources import ROOT, build

AXE = Path(os.environ.get("IRI3987_NODE") or ROOT / ".node", "node_modules/axe-core/axe.min.js")
try:
    build.pyodide()
except build.MissingEngineError:
    pytest.skip("needs Pyodide: .ci/node installs it", allow_module_level=True)
pytestmark = NEEDED


class Handler(SimpleHTTPRequestHandler):
    """Serves files with a policy, for the worker, too: it does not have that of the page itself."""

    def end_headers(self):
        """Send the policy."""
        policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
        policy += "; worker-src 'self'; style-src 'self'; img-src 'self'"
        self.send_header("Content-Security-Policy", policy)
        super().end_headers()

    def log_message(self, *_arguments):
        """Say nothing."""


@pytest.fixture(scope="module")
def server(made_once):
    """Serve the playground where a site of documentation has it."""
    root = made_once("site", lambda folder: build.build(folder / "docs" / "playground"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=root)) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture(scope="module")
def chrome(tmp_path_factory) -> Iterator[Chrome]:
    """Start one browser for all tests, which finds no host but this machine."""
    nothing_else = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    profile = tmp_path_factory.mktemp("chromium")
    with started(profile, nothing_else, "--lang=en", logs=("browser", "performance")) as browser:
        yield browser


class Page:
    """The page in the browser."""

    def __init__(self, browser, address):
        self.browser, self.address = browser, address

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

    def coloured(self):
        """Return the text that is shown with its parts and places in colours, without numbers."""
        script = "const copy = document.getElementById('coloured').cloneNode(true);"
        script += "copy.querySelectorAll('sup').forEach(each => each.remove());"
        return self.run(f"{script} return copy.textContent")

    def paste(self, text):
        """Paste a text into the field."""
        self.find("#text").click()
        self.browser.execute_cdp_cmd("Input.insertText", {"text": text})

    def form(self, name):
        """Return a form of the address, such as "Sent as"."""
        return self.text(f'dd[data-form="{name}"] .address')

    def find(self, selector):
        """Return an element."""
        return self.browser.find_element(By.CSS_SELECTOR, selector)

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
        self.until(lambda: self.find(".verdict").get_attribute("aria-busy") == "false")

    def screen(self, *, width=1200, scheme="light"):
        """Set the width of the screen, and light or dark."""
        screen = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})


@pytest.fixture(scope="module")
def page(chrome, server):
    """Open the page, and wait until it has started."""
    page = Page(chrome, f"http://127.0.0.1:{server.server_port}/docs/playground/")
    chrome.get(page.address)
    page.until(lambda: page.find("#language").is_enabled())
    return page


def test_everything_about_an_iri(page):
    """The parts, the URI, the display, the findings, the key, who takes it, the browser's URL."""
    page.put("http://faß.de/straße?q=é")
    uri = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
    assert "A good address, in its own script." == page.text("#verdict")
    assert ["scheme", "host", "path", "query"] == page.texts("#parts tbody th")
    assert ["http", "faß.de", "/straße", "q=é"] == page.texts("#parts td:nth-child(2)")
    assert "http://faß.de/straße?q=é" == page.coloured()
    assert uri == page.form("Sent as")
    assert "http://faß.de/straße?q=é" == page.form("Shown to people") == page.form("Readable")
    assert f"1:{uri}" == page.form("Key")
    assert ["deviation-character"] == page.texts("#findings .code")
    assert ["ANY", "LINK", "WEB", "INTRANET", "PUBLIC"] == page.texts("#profiles tbody th code")
    assert ["takes it"] * 5 == page.texts("#profiles td")
    assert "Your browser opens the same." == page.text("#browser")


def test_typing(page):
    """The answer follows what is typed, and so does the link, without a new page."""
    page.find("#clear").click()
    page.find("#text").send_keys("HTTP://Example.org:80")
    page.until(lambda: page.form("Sent as") == "HTTP://Example.org:80")
    page.until(lambda: page.form("Tidied") == "http://example.org/")
    page.until(lambda: page.browser.current_url.endswith("#text=HTTP%3A%2F%2FExample.org%3A80"))
    page.find("#clear").click()
    page.until(lambda: not page.find(".verdict").is_displayed())
    page.until(lambda: page.browser.current_url == page.address)


def test_what_is_meant_is_a_button(page):
    """What somebody may have meant is offered; a screen reader hears the verdict and why."""
    page.put("Look at https://example.org/, please")
    assert "Enter only the address, without other words:" == page.text("#verdict")
    page.until(
        lambda: page.text("#live").startswith("Enter only the address, without other words: https")
    )
    assert 1 == page.texts("#findings .code").count("bad-scheme")
    assert page.form("Shown to people") is None
    page.find("#offers button").click()
    page.until(lambda: page.text("#verdict") == "A good address, in ASCII.")
    assert "https://example.org/" == page.value()
    assert "verdict" == page.run("return document.activeElement.id")


def test_a_finding_selects_its_place(page):
    """The button beside a finding selects what it is about, also behind an astral character."""
    page.put("http://a.b/\U0001f600 c")
    page.find("#findings .place").click()
    selected = "const field = document.activeElement;"
    selected += "return field.value.slice(field.selectionStart, field.selectionEnd)"
    assert " " == page.run(selected)


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("http://faß.de/", "same"),
        ("http://a.b/?c|d", "same"),
        ("HTTP://a.b:80", "spelled"),
        ("http://0x7f.1/", "spelled"),
        ("https:/a.b", "different"),
        ("/a", "refused"),
        ("http://℀.com/", "refused"),
        ("http://a.b/\x01", "opened"),
    ],
)
def test_relation_to_the_browser(page, text, relation):
    """The URI, or that of the repaired text, is compared with what `new URL` makes of the text."""
    page.put(text)
    assert relation == page.find("#browser").get_attribute("data-relation")


def test_comparison(page):
    """A second address is compared: what differs is named, and so are hosts that look alike."""
    page.put("HTTP://example.org:80/%7Ea", "http://example.org/~a")
    assert page.text("#compared").startswith("The same address: only what its scheme leaves open")
    page.put("http://аррӏе.com/", "http://apple.com/")
    assert "Different addresses, and their hosts look alike." == page.text("#compared")
    page.put("http://a.b/", "a b")
    assert "The other address is not an IRI: " in page.text("#compared")


def test_languages(page):
    """The sentences are in the language that is chosen, from right to left if it is written so."""
    page.put("http://me@example.org/")
    english = page.text("#findings .sentence")
    assert 14 == len(page.texts("#language option"))
    page.find("#language option[value=ar]").click()
    page.until(lambda: page.text("#findings .sentence") != english)
    sentence = page.find("#findings .sentence")
    assert ("rtl", "ar") == (sentence.get_attribute("dir"), sentence.get_attribute("lang"))
    page.until(lambda: page.browser.current_url.endswith("&language=ar"))
    page.find("#language option[value=en]").click()
    page.until(lambda: page.text("#findings .sentence") == english)


@pytest.mark.parametrize(
    "text",
    [
        "https://ja.wikipedia.org/wiki/日本語?a=b&c=d#e%20(f)",
        "a\ud800b\U0001f600\udfff",
        "http://a/\u202e\x00%00&other=x",
    ],
)
def test_link(page, text):
    """A link holds the text, exactly: anyone who opens it sees the same, lone surrogates too."""
    page.put(text)
    page.find("#link").click()
    state = page.run("return location.hash")
    assert state.isascii()
    page.put("http://a.b/")
    page.find("#link").click()
    page.run("location.hash = arguments[0]", state)
    page.until(lambda: page.value() == text)


@pytest.mark.parametrize(
    ("fragment", "text"),
    [("http://%C3%A9.example/", "http://é.example/"), ("example.org/100%", "example.org/100%")],
)
def test_link_of_another(page, fragment, text):
    """A fragment that is not one of the page's own is taken as the text."""
    page.run("location.hash = arguments[0]", fragment)
    page.until(lambda: page.value() == text)


@pytest.mark.parametrize(
    "text",
    [
        "<script>window.hacked = 1</script><img src=x onerror=window.hacked=1>",
        "http://a.b/</code><svg onload=window.hacked=1>?<b>#<!--",
        '"><iframe srcdoc="<script>parent.hacked=1</script>">',
    ],
)
def test_markup_is_text(page, text):
    """Markup in the text is shown, and is never part of the page."""
    page.put(text, text)
    assert [] == page.texts("main :is(script, img, iframe, svg, b, [onload])")
    assert page.run("return window.hacked") is None
    assert text == page.coloured().replace("␣", " ")


def test_long_text_is_refused(page):
    """A megabyte is not put into the field, which it would freeze: the page says so."""
    page.put("http://a.b/")
    page.paste("\u05e9" * 1_000_000)
    page.until(lambda: "1,000,011 characters" in page.text("#notice"))
    assert "http://a.b/" == page.value()
    page.find("#text").send_keys("c")
    page.until(lambda: page.form("Sent as") == "http://a.b/c")
    assert not page.find("#notice").is_displayed()


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: IRI3987_NODE names its folder")
@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_axe_finds_nothing(page, scheme, width):
    """axe-core finds no fault, in light and dark, for good, doubtful and wrong addresses."""
    # As a driver, not as a page: the policy of the page refuses scripts of others.
    page.run(AXE.read_text("utf-8"))
    page.screen(width=width, scheme=scheme)
    page.run("document.getElementById('comparison').open = true")
    for text in (
        "http://me:x@faß.de:80/%2e?q#f",
        "http://a b/\u202e",
        "http://аррӏе.com/",
        "https:/a.b",
        "see http://a.b and http://a.c",
    ):
        page.put(text, "http://a.b/")
        assert [] == page.browser.execute_async_script(
            "const done = arguments[0]; axe.run().then(result => done(result.violations.map("
            "each => [each.id, each.nodes.map(node => node.html + node.failureSummary)])))"
        )


def test_only_the_own_host_is_asked(page):
    """Nothing is asked of another host, and the console stays silent: no policy was broken."""
    page.put("https://example.org/")
    logged = page.browser.get_log("performance")
    messages = [json.loads(each["message"])["message"] for each in logged]
    sent = [each for each in messages if each["method"] == "Network.requestWillBeSent"]
    addresses = [urlsplit(each["params"]["request"]["url"]) for each in sent]
    hosts = {each.netloc for each in addresses if each.scheme not in {"data", "chrome"}}
    assert {urlsplit(page.address).netloc} == hosts
    assert [] == page.browser.get_log("browser")


# The tests below leave the page.


def test_the_first_answer_does_not_wait(page):
    """A visitor sees an example with its answer before Python is there; a paste replaces it."""
    page.browser.get(f"{page.address}?first")
    page.until(page.value)
    assert "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9" == page.form("Sent as")
    assert not page.find("#language").is_enabled()
    page.paste("http://a.b/pasted")
    assert "http://a.b/pasted" == page.value()
    page.until(lambda: page.form("Sent as") == "http://a.b/pasted")


def test_skip_link(page):
    """The first stop of the keyboard leads to the answer; examples come after it on a phone."""
    page.screen(width=390)
    page.browser.get(f"{page.address}?skip")
    page.until(lambda: page.find(".verdict").is_displayed())
    page.find(".skip").send_keys(Keys.ENTER)
    page.until(lambda: page.run("return document.activeElement.id") == "verdict")
    answer, examples = (page.find(each).location["y"] for each in ("#verdict", ".examples"))
    assert answer < min(examples, 700)


def test_works_offline(page, server):
    """After one visit, the page answers without a network."""
    page.until(lambda: "without a network" in page.text("#offline"))
    server.shutdown()
    server.server_close()
    page.browser.get("about:blank")
    page.browser.get(f"{page.address}index.html#text=http://%C3%A9.example/")
    page.until(lambda: page.form("Sent as") == "http://xn--9ca.example/")
