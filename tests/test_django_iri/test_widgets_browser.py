"""The input in headless Chromium, under a content security policy that allows nothing inline."""

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django import forms
from django.contrib import admin
from django.contrib.staticfiles import finders
from django.core.exceptions import ValidationError
from django.urls import reverse

import chromium
from chromium import eventually
from django_iri.admin import AdminIRIWidget
from django_iri.fields import IRIField as ModelField
from django_iri.forms import IRIField
from django_iri.widgets import IRIInput
from iri3987 import WEB, IRIError, Profile, to_uri
from iri3987.schemes import DOMAIN_NAME
from test_django_iri.formsapp.models import Page as Link
from test_django_iri.test_admin import MIDDLEWARE, TEMPLATES

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

pytestmark = chromium.NEEDED
browser, chrome = chromium.browser, chromium.chrome

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"


SHOWING = IRIInput(show_uri=True)


class LinkForm(forms.Form):
    """An input that shows the URI, and one that does not."""

    link = IRIField(widget=SHOWING)
    plain = IRIField()


class UnknownForm(forms.Form):
    """Inputs whose script does not know what is accepted."""

    reject = IRIField(widget=SHOWING, reject=["userinfo"])
    public = IRIField(widget=SHOWING, profile="public")
    text = forms.CharField(widget=SHOWING)
    url = forms.URLField(widget=SHOWING, assume_scheme="https")


#: Fields of several kinds, each of which shows what it accepts, and nothing else.
FIELDS = {
    "web": IRIField(widget=SHOWING),
    "intranet": IRIField(widget=SHOWING, profile="intranet"),
    "any": IRIField(widget=SHOWING, profile="any", max_length=None),
    "schemes": IRIField(widget=SHOWING, profile="any", schemes=["urn", "ftp", "xmpp"]),
    "reference": IRIField(widget=SHOWING, reference=True),
    "any-reference": IRIField(widget=SHOWING, profile="any", reference=True),
    "some-hosts": IRIField(
        widget=SHOWING,
        profile=replace(WEB, schemes=["http", "mailto", "urn", "x"], require_host=["http", "x"]),
    ),
    "some-hosts-reference": IRIField(
        widget=SHOWING, profile=Profile(reference=True, require_host=["http"]), max_length=None
    ),
    "assumed": IRIField(widget=SHOWING, schemes=["https"], assume_scheme="https", max_length=60),
}


def many(name: str) -> forms.Form:
    """Return a form of the field *name*, once for each text."""
    form = forms.Form(initial={f"text-{index}": text for index, text in enumerate(TEXTS)})
    form.fields |= {f"text-{index}": FIELDS[name] for index in range(len(TEXTS))}
    return form


class Page(BaseHTTPRequestHandler):
    """The forms, a page of the admin, and the static files."""

    admin = b""

    def do_GET(self) -> None:
        """Answer."""
        content, kind = self.content()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(content)

    def content(self) -> tuple[bytes, str]:
        """Return what to answer with, and its type."""
        if self.path.startswith("/static/"):
            file = finders.find(self.path.removeprefix("/static/"))
            assert file is not None
            kind = "text/css" if self.path.endswith("css") else "text/javascript"
            return Path(file).read_bytes(), kind
        if self.path == "/admin":
            return self.admin, "text/html"
        if self.path.startswith("/many/"):
            form = many(self.path.removeprefix("/many/"))
        elif self.path == "/unknown":
            form = UnknownForm(initial=dict.fromkeys(UnknownForm.base_fields, "http://faß.de/"))
        else:
            form = LinkForm(initial={"link": "http://faß.de/"} if self.path == "/filled" else {})
        page = (
            '<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">'
            f"{form.media}<form>{form.as_p()}</form></html>"
        )
        return page.encode(), "text/html"

    def log_message(self, *_: object) -> None:
        """Be silent."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Serve the page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


VECTORS = Path(__file__).parents[1] / "vectors"

#: Texts that the vectors lack: those that a URL parser changes, and the edges of each rule.
OWN = [
    *("http://straße.de:80/../é/./b", "http://faß.de?é'x", "HTTP://ÄÖ.de", "http://é.example:"),
    *("javascript:é", "JavaScript:alert(1)", "ftp://é.org/", "data:,é", "mailto:é@example.org"),
    *(
        "urn:例:1",
        "xmpp:é@example.org",
        "xmpp://é.example/é",
        "file:///é",
        "blob:é",
        "//é.example/",
    ),
    *("http://example.org/a b", "http://example.org/é<>", 'http://example.org/é"', "http://é|"),
    *("http://example.org/é\\", "http://example.org/é^`{}", "http://example.org/é%zz", "é%2"),
    *("http://example.org/é\u202e", "http://example.org/é\u061c", "http://example.org/é\u2066"),
    *("http://example.org/\ue000", "http://example.org/?\ue000", "http://example.org/#\ue000"),
    *("http://example.org/\ufdd0", "http://example.org/\ufffd", "http://example.org/\U0001fffe"),
    *(f"http://example.org/{'é' * length}" for length in (200, 338, 339, 2048)),
    *(f"http://example.org/{'a' * length}" for length in (22, 23, 41, 42, 2029, 2030, 3000)),
    *(f"http://{'é' * length}.example/" for length in (40, 57, 58, 62, 63, 300)),
    *(f"{scheme}://é.example/é" for scheme in sorted({*DOMAIN_NAME, "urn", "rsync", "foo"})),
    *("http://EXAMPLE.org/é", "http://é.EXAMPLE:080/", "http://é.example:65536/", "http://é.de:0/"),
    *("http://localhost/é", "http://LOCALHOST", "http://wiki/é", "http://é/", "http://é./"),
    *("http://é.example./", "http://example.org./é", "http://é..example/", "http://.é.example/"),
    *("http://-é.example/", "http://é-.example/", "http://a-.example/é", "http://é_a.example/"),
    *("http://127.0.0.1/é", "http://127.1/é", "http://0x7f.0.0.1/é", "http://127.0.0.1./é"),
    *(
        "http://１２７.0.0.1/",
        "http://é.1/",
        "http://é.0x1/",
        "http://1.2.3.256/é",
        "http://01.2.3.4/",
    ),
    *("http://[::1]/é", "http://[2001:DB8::1]:80/é", "http://[1:::2]/é", "http://[v1.é]/"),
    *("http://[v1.a:b]/é", "http://[::1.2.3.4]/é", "http://[1::2:3:4:5:6:7:8]/é", "http://[]/é"),
    *("http://[::1%25eth0]/é", "http://[::1]é/", "foo://[V7.x]/é", "http://[::127.1]/é"),
    *("http://me:secret@é.example/", "http://é:ü@é.example/", "http://:é@é.example/"),
    *("http://é@@é.example/", "http://a:b:c@é.example/", "http://@é.example/", "http://é@/"),
    *("http://%C3%A9.example/é", "http://%65vil.example/é", "http://é%2e.example/", "http://é%E9/"),
    *("http:///é", "http:/é", "http:é", "http:", "http://", "///é", "//", "//:80/é", "//@/é", "/é"),
    *("é", "./é:é", "é:é", "?é", "#é", "é/é:é", "1é:x", ":é", "../räk?q=é#ф", "é.example:80/é"),
    *("example.org", "example.org:8080/é", "me@é.example", "é.example", "localhost:80", "https:é"),
    *("http://xn--fa-hia.de/é", "http://xn--a.de/", "http://xn--a-.de/", "http://XN--FA-HIA.de/"),
    *("http://xn---bbk.de/", "http://xn--8i7caa.net/", "http://xn--xn--a--gua.de/", "http://xn--/"),
    *("http://a·b.cat/", "http://l·l.cat/", "http://é・.example/", "http://日・本.example/"),
    *("http://xn--a-0ea.cat/", "http://a⁄b.example/", "http://a∕é.example/", "http://é⧸.example/"),
    *("http://=\u0338.example/", "http://\u0338é.example/", "http://é\u00ad.example/"),
    *(
        "http://٠۰.example/",
        "http://א0.example/",
        "http://0א.example/",
        "http://0a.א/",
        "http://אa.com/",
    ),
    *("http://a\u200db.example/", "http://क\u094d\u200dष.example/", "http://é。example/"),
    *("http://ＥＶＩＬ.example/", "http://℀.com/", "http://é＼.example/", "http://😀.example/"),
    *("http://exa!mple.org/é", "http://é,a.example/", "http://$.example/é", "http://é~.example/"),
]


def texts() -> list[str]:
    """Return all inputs of the vectors that are one text, those for hosts in an address."""
    found = list(OWN)
    for path in sorted(VECTORS.glob("*.jsonl")):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            found += [row[key] for key in ("input", "base", "expected", "value") if key in row]
            found += [f"http://{row[key]}/é" for key in ("host", "shown") if key in row]
    return [text for text in dict.fromkeys(filter(is_short_text, found)) if text]


def is_short_text(text: object) -> bool:
    """Tell whether *text* can be typed in."""
    return isinstance(text, str) and len(text) < 4000


TEXTS = texts()


def shown(browser: Chrome) -> str:
    """Return what the output says."""
    return browser.find_element(By.TAG_NAME, "output").text


def type_in(browser: Chrome, text: str) -> None:
    """Put *text* in place of what the input holds, by the keyboard as far as it can."""
    field = browser.find_element(By.NAME, "link")
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(Keys.DELETE)
    browser.execute_cdp_cmd("Input.insertText", {"text": text})


@pytest.mark.parametrize(
    ("text", "uri"),
    [
        ("http://faß.de/straße?q=é#ф", "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9#%D1%84"),
        ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        (" http://faß.de/ ", "http://xn--fa-hia.de/"),
        ("http://straße.de:80/../é/./b", "http://xn--strae-oqa.de:80/../%C3%A9/./b"),
        ("HTTP://ÄÖ.de?é'x", "HTTP://xn--4ca0b.de?%C3%A9'x"),
        ("http://EXAMPLE.org/%c3%a9", "http://EXAMPLE.org/%c3%a9"),
        ("urn:例:1", None),
        ("javascript:é", None),
        ("ftp://é.org/", None),
        ("http://مثال.إختبار/<b>", "http://xn--mgbh0fb.xn--kgbechtv/%3Cb%3E"),
        ("http://faß.de/\u202e", None),
        ("http://faß.de/%zz", "http://xn--fa-hia.de/%25zz"),
        ("http://faß.de\\x", None),
        ("http://faß..de:x/", None),
        ("faß.de", None),
        ("/straße", None),
    ],
)
def test_shows_the_uri_as_one_types(chrome, address, text, uri):
    """A typed text is shown as it is sent; a text that the field refuses is not."""
    chrome.get(address)
    type_in(chrome, "http://ä.example/")
    before = "Sent as: http://xn--4ca.example/"
    assert before == eventually(chrome, lambda: shown(chrome), before)
    type_in(chrome, text)
    expected = f"Sent as: {uri}" if uri else ""
    assert expected == eventually(chrome, lambda: shown(chrome), expected)
    assert [] == chrome.get_log("browser")


@pytest.mark.parametrize("name", FIELDS)
def test_shows_what_is_sent_and_only_what_is_accepted(chrome, address, name):
    """The URI is that of `to_uri` wherever the field accepts the text, and else there is none."""
    chrome.get(f"{address}/many/{name}")
    answers = chrome.execute_script(
        "return [...document.querySelectorAll('output')].map((output) => ["
        "output.previousElementSibling.value, output.querySelector('code')?.textContent ?? ''])"
    )
    assert len(TEXTS) == len(answers)
    wrong = {text: uri for text, uri in answers if expected_uri(name, text) != uri}
    # Where the browser's Unicode is of another version, it may refuse a host: that shows nothing.
    refused = chrome.execute_script(
        "return arguments[0].map((text) => { try { new URL(text, location); return false; }"
        " catch { return true; } })",
        list(wrong),
    )
    for text in [text for text, is_refused in zip(wrong, refused, strict=True) if is_refused]:
        assert "" == wrong.pop(text)
    assert {} == wrong
    assert any(uri for _, uri in answers)
    assert [] == chrome.get_log("browser")


def test_does_not_hold_up_the_page(chrome, address):
    """Whatever is pasted into a field without a limit, the script is done in a moment."""
    chrome.get(f"{address}/many/any")
    slowest = chrome.execute_script(
        "const [starts, parts] = arguments, input = document.querySelector('input');"
        "window.setTimeout = (call, _, ...rest) => { call(...rest); return 0; };"
        "let slowest = [0, ''];"
        "for (const start of starts) for (const part of parts) for (const size of [16000, 1e6]) {"
        "  input.value = start + part.repeat(size / part.length) + '!';"
        # Other processes take time as well, but not from each of ten runs.
        "  let taken = Infinity;"
        "  for (let run = 0; run < 10 && taken > 500; run++) {"
        "    const before = performance.now();"
        "    input.dispatchEvent(new Event('input', {bubbles: true}));"
        "    taken = Math.min(taken, performance.now() - before);"
        "  }"
        "  if (taken > slowest[0]) slowest = [taken, start + part];"
        "}"
        "return slowest",
        ["", "x", "http://", "http://[", "http://é.example/", "http://é@", "http://xn--"],
        [" ", ".", ":", "é", "%C3%A9", "xn--a.", "-", "a@", "9", "\u0301", "aé."],
    )
    assert slowest[0] < 2000, slowest


def expected_uri(name: str, text: str) -> str:
    """Return what is sent for *text*, "" where the field refuses it."""
    try:
        return to_uri(FIELDS[name].clean(text) or "")
    except (ValidationError, IRIError):
        return ""


def test_shows_the_uri_of_what_is_there(chrome, address):
    """A value that the page came with is shown at once, and from left to right."""
    chrome.get(f"{address}/filled")
    expected = "Sent as: http://xn--fa-hia.de/"
    assert expected == eventually(chrome, lambda: shown(chrome), expected)
    code = chrome.find_element(By.CSS_SELECTOR, "output code")
    assert "ltr" == code.value_of_css_property("direction")


def test_one_script_is_enough_for_inputs_that_come_later(chrome, address):
    """A form set adds inputs: they show their URI too; an input without an output shows none."""
    chrome.get(address)
    chrome.execute_script(
        "const p = document.querySelector('output').parentElement;"
        "p.after(p.cloneNode(true)); p.remove();"
    )
    # The script waits equally long for each: when the second one shows its URI, the first is done.
    chrome.find_element(By.NAME, "plain").send_keys("http://example.org/")
    type_in(chrome, "http://faß.de/")
    expected = "Sent as: http://xn--fa-hia.de/"
    assert expected == eventually(chrome, lambda: shown(chrome), expected)
    assert 1 == len(chrome.find_elements(By.TAG_NAME, "output"))
    assert [] == chrome.get_log("browser")


def test_shows_nothing_where_it_cannot_tell(chrome, address):
    """A field that judges findings or the public internet knows more than the script does."""
    chrome.get(f"{address}/unknown")
    assert [""] * 4 == [each.text for each in chrome.find_elements(By.TAG_NAME, "output")]


@pytest.mark.django_db
@pytest.mark.urls("test_django_iri.formsapp.urls")
def test_in_the_admin(chrome, address, admin_client, settings, monkeypatch):
    """An admin shows it by its `formfield_overrides`, for each field what that one accepts."""
    settings.MIDDLEWARE = MIDDLEWARE
    settings.TEMPLATES = TEMPLATES
    overrides = {ModelField: {"widget": AdminIRIWidget(show_uri=True)}}
    monkeypatch.setattr(admin.site.get_model_admin(Link), "formfield_overrides", overrides)
    link = Link.objects.create(title="x", homepage="http://faß.de/", name="urn:é:1")
    url = reverse("admin:formsapp_page_change", args=[link.pk])
    monkeypatch.setattr(Page, "admin", admin_client.get(url).content)
    chrome.get(f"{address}/admin")
    expected = ["http://xn--fa-hia.de/", "urn:%C3%A9:1"]
    assert expected == eventually(chrome, lambda: codes(chrome), expected)
    chrome.find_element(By.NAME, "name").send_keys("ü")
    expected[1] += "%C3%BC"
    assert expected == eventually(chrome, lambda: codes(chrome), expected)


def codes(browser: Chrome) -> list[str]:
    """Return the URIs that the page shows."""
    return [each.text for each in browser.find_elements(By.CSS_SELECTOR, "output code")]


def test_screen_readers_hear_it(chrome, address):
    """The output is a polite live region, by its role and by name."""
    chrome.get(address)
    output = chrome.find_element(By.TAG_NAME, "output")
    assert ("status", "polite") == (output.aria_role, output.get_dom_attribute("aria-live"))
