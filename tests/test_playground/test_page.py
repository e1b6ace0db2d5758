"""The playground in headless Chromium: Python runs in the page, as it does for a visitor."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

import pytest

import browsers
from browsers import ENTER
from test_playground.sources import build

try:
    build.pyodide()
except build.MissingEngineError:
    pytest.skip("needs Pyodide: .ci/node installs it", allow_module_level=True)


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
def address(server) -> str:
    """Give the address of the playground."""
    return f"http://127.0.0.1:{server.server_port}/docs/playground/"


@pytest.fixture(scope="module")
def page(address, tmp_path_factory) -> Iterator[browsers.Chromium]:
    """Open the page for all tests, in a browser that finds no host but this machine, and start."""
    nothing_else = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    folder = tmp_path_factory.mktemp("chromium")
    with browsers.chromium(folder, nothing_else, "--lang=en") as page:
        page.get(address)
        until(page, lambda: is_started(page))
        yield page


def until(page, read, expected=True):
    """Wait until what *read* returns is *expected*."""
    assert expected == page.eventually(read, expected)


def is_started(page):
    """Return whether Python is there."""
    return page.run("return !document.getElementById('language').disabled")


def is_shown(page, selector):
    """Return whether an element can be seen."""
    return page.run("return document.querySelector(arguments[0]).checkVisibility()", selector)


def value(page):
    """Return what is in the text field."""
    return page.run("return document.getElementById('text').value")


def link(page):
    """Return what follows the page in its address."""
    return page.run("return location.hash")


def coloured(page):
    """Return the text that is shown with its parts and places in colours, without numbers."""
    script = "const copy = document.getElementById('coloured').cloneNode(true);"
    script += "copy.querySelectorAll('sup').forEach(each => each.remove());"
    return page.run(f"{script} return copy.textContent")


def form(page, name):
    """Return a form of the address, such as "Sent as"."""
    return page.text(f'dd[data-form="{name}"] .address')


def paste(page, text):
    """Paste a text into the field."""
    page.click("#text")
    page.cdp("Input.insertText", text=text)


def put(page, text, other=""):
    """Write into the fields as a paste does, and wait for the answer."""
    script = """
        for (const [id, value] of Object.entries(arguments[0])) {
            const field = document.getElementById(id);
            field.value = value;
            field.dispatchEvent(new Event("input", {bubbles: true}));
        }
    """
    page.run(script, {"text": text, "other": other})
    answered = "return document.querySelector('.verdict').ariaBusy === 'false'"
    until(page, lambda: page.run(answered))


def choose(page, language):
    """Choose the language of the sentences."""
    script = "const list = document.getElementById('language'); list.value = arguments[0];"
    page.run(f"{script} list.dispatchEvent(new Event('change', {{bubbles: true}}))", language)


def test_everything_about_an_iri(page):
    """The parts, the URI, the display, the findings, the key, who takes it, the browser's URL."""
    put(page, "http://faß.de/straße?q=é")
    uri = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
    assert "A good address, in its own script." == page.text("#verdict")
    assert ["scheme", "host", "path", "query"] == page.texts("#parts tbody th")
    assert ["http", "faß.de", "/straße", "q=é"] == page.texts("#parts td:nth-child(2)")
    assert "http://faß.de/straße?q=é" == coloured(page)
    assert uri == form(page, "Sent as")
    assert "http://faß.de/straße?q=é" == form(page, "Shown to people") == form(page, "Readable")
    assert f"1:{uri}" == form(page, "Key")
    assert ["deviation-character"] == page.texts("#findings .code")
    assert ["ANY", "LINK", "WEB", "INTRANET", "PUBLIC"] == page.texts("#profiles tbody th code")
    assert ["takes it"] * 5 == page.texts("#profiles td")
    assert "Your browser opens the same." == page.text("#browser")


def test_typing(page):
    """The answer follows what is typed, and so does the link, without a new page."""
    page.click("#clear")
    page.click("#text")
    page.press("HTTP://Example.org:80")
    until(page, lambda: form(page, "Sent as"), "HTTP://Example.org:80")
    until(page, lambda: form(page, "Tidied"), "http://example.org/")
    until(page, lambda: link(page), "#text=HTTP%3A%2F%2FExample.org%3A80")
    page.click("#clear")
    until(page, lambda: is_shown(page, ".verdict"), False)
    until(page, lambda: link(page), "")


def test_what_is_meant_is_a_button(page):
    """What somebody may have meant is offered; a screen reader hears the verdict and why."""
    put(page, "Look at https://example.org/, please")
    assert "Enter only the address, without other words:" == page.text("#verdict")
    until(
        page,
        lambda: page.text("#live").startswith("Enter only the address, without other words: https"),
    )
    assert 1 == page.texts("#findings .code").count("bad-scheme")
    assert form(page, "Shown to people") is None
    page.click("#offers button")
    until(page, lambda: page.text("#verdict"), "A good address, in ASCII.")
    assert "https://example.org/" == value(page)
    assert "verdict" == page.run("return document.activeElement.id")


def test_a_finding_selects_its_place(page):
    """The button beside a finding selects what it is about, also behind an astral character."""
    put(page, "http://a.b/\U0001f600 c")
    page.click("#findings .place")
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
    put(page, text)
    assert relation == page.run("return document.getElementById('browser').dataset.relation")


def test_comparison(page):
    """A second address is compared: what differs is named, and so are hosts that look alike."""
    put(page, "HTTP://example.org:80/%7Ea", "http://example.org/~a")
    assert page.text("#compared").startswith("The same address: only what its scheme leaves open")
    put(page, "http://аррӏе.com/", "http://apple.com/")
    assert "Different addresses, and their hosts look alike." == page.text("#compared")
    put(page, "http://a.b/", "a b")
    assert "The other address is not an IRI: " in page.text("#compared")


def test_languages(page):
    """The sentences are in the language that is chosen, from right to left if it is written so."""
    put(page, "http://me@example.org/")
    english = page.text("#findings .sentence")
    assert 14 == len(page.texts("#language option"))
    choose(page, "ar")
    until(page, lambda: page.text("#findings .sentence") != english)
    shown = "const { dir, lang } = document.querySelector('#findings .sentence')"
    assert ["rtl", "ar"] == page.run(f"{shown}; return [dir, lang]")
    until(page, lambda: link(page).endswith("&language=ar"))
    choose(page, "en")
    until(page, lambda: page.text("#findings .sentence"), english)


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
    put(page, text)
    page.click("#link")
    state = link(page)
    assert state.isascii()
    put(page, "http://a.b/")
    page.click("#link")
    page.run("location.hash = arguments[0]", state)
    until(page, lambda: value(page), text)


@pytest.mark.parametrize(
    ("fragment", "text"),
    [("http://%C3%A9.example/", "http://é.example/"), ("example.org/100%", "example.org/100%")],
)
def test_link_of_another(page, fragment, text):
    """A fragment that is not one of the page's own is taken as the text."""
    page.run("location.hash = arguments[0]", fragment)
    until(page, lambda: value(page), text)


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
    put(page, text, text)
    assert [] == page.texts("main :is(script, img, iframe, svg, b, [onload])")
    assert page.run("return window.hacked") is None
    assert text == coloured(page).replace("␣", " ")


def test_long_text_is_refused(page):
    """A megabyte is not put into the field, which it would freeze: the page says so."""
    put(page, "http://a.b/")
    paste(page, "\u05e9" * 1_000_000)
    until(page, lambda: "1,000,011 characters" in page.text("#notice"))
    assert "http://a.b/" == value(page)
    page.press("\ue010", "c")  # End
    until(page, lambda: form(page, "Sent as"), "http://a.b/c")
    assert not is_shown(page, "#notice")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 390)])
def test_axe_finds_nothing(page, scheme, width):
    """axe-core finds no fault, in light and dark, for good, doubtful and wrong addresses."""
    page.screen(width=width, scheme=scheme)
    page.run("document.getElementById('comparison').open = true")
    for text in (
        "http://me:x@faß.de:80/%2e?q#f",
        "http://a b/\u202e",
        "http://аррӏе.com/",
        "https:/a.b",
        "see http://a.b and http://a.c",
    ):
        put(page, text, "http://a.b/")
        assert [] == page.faults()


def test_only_the_own_host_is_asked(page, address):
    """Nothing is asked of another host, and the console stays silent: no policy was broken."""
    put(page, "https://example.org/")
    sent = [each for method, each in page.events if method == "network.beforeRequestSent"]
    addresses = [urlsplit(each["request"]["url"]) for each in sent]
    assert {urlsplit(address).netloc} == {each.netloc for each in addresses if each.netloc}
    assert [] == page.complaints()


# The tests below leave the page.


def test_the_first_answer_does_not_wait(page, address):
    """A visitor sees an example with its answer before Python is there; a paste replaces it."""
    page.get(f"{address}?first")
    until(page, lambda: bool(value(page)))
    assert "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9" == form(page, "Sent as")
    assert not is_started(page)
    paste(page, "http://a.b/pasted")
    assert "http://a.b/pasted" == value(page)
    until(page, lambda: form(page, "Sent as"), "http://a.b/pasted")


def test_skip_link(page, address):
    """The first stop of the keyboard leads to the answer; examples come after it on a phone."""
    page.screen(width=390)
    page.get(f"{address}?skip")
    until(page, lambda: is_shown(page, ".verdict"))
    page.run("document.querySelector('.skip').focus()")
    page.press(ENTER)
    until(page, lambda: page.run("return document.activeElement.id"), "verdict")
    top = "return document.querySelector(arguments[0]).getBoundingClientRect().top + scrollY"
    assert page.run(top, "#verdict") < min(page.run(top, ".examples"), 700)


def test_works_offline(page, address, server):
    """After one visit, the page answers without a network."""
    until(page, lambda: "without a network" in page.text("#offline"))
    server.shutdown()
    server.server_close()
    page.get("about:blank")
    page.get(f"{address}index.html#text=http://%C3%A9.example/")
    until(page, lambda: form(page, "Sent as"), "http://xn--9ca.example/")
