"""Flask's input in browsers, under a policy that allows nothing inline."""

import threading
import time

import pytest
from flask import Flask, render_template_string, request
from werkzeug.serving import make_server
from wtforms import Form

import browsers
from browsers import ENTER, TAB
from flask_iri import FlaskIRI
from flask_iri.wtforms import IRIField, IRIInput
from iri3987 import WEB, IRIError, messages

pytestmark = pytest.mark.slow
browser = browsers.browser

PAGE = """<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">
{{ iri_preview_files() }}<form method="post">{{ form.link() }}<button>Save</button></form>
<p id="saved">{{ saved or "" }}</p>"""

MANY = """<!doctype html><html lang="en"><title>x</title><link rel="icon" href="data:,">
{{ iri_preview_files() }}{% for field in form %}{{ field() }}{% endfor %}<button>Last</button>"""


class LinkForm(Form):
    """A form that shows the URI, and asks."""

    link = IRIField(widget=IRIInput(show_uri=True), confirm_warnings=True)


@pytest.fixture
def address():
    """Serve the form."""
    app = Flask(__name__)
    FlaskIRI(app)

    @app.route("/", methods=["GET", "POST"])
    def page():
        form = LinkForm(request.form)
        saved = form.link.data if request.form and form.validate() else None
        return render_template_string(PAGE, form=form, saved=saved)

    @app.route("/<int:count>")
    def many(count):
        fields = {f"link{n}": IRIField(widget=IRIInput(show_uri=True)) for n in range(count)}
        return render_template_string(MANY, form=type("Links", (Form,), fields)())

    @app.after_request
    def policy(response):
        rules = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:"
        response.headers["Content-Security-Policy"] = rules
        return response

    # Chromium opens a connection that it does not use.
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def page(browser, address):
    """The page in each browser, with the input in focus."""
    browser.get(address)
    browser.run(f"{LINK}.focus()")
    return browser


FORM = WEB.for_forms()
LINK = "document.querySelector('[name=link]')"
OUTPUT = "return document.querySelector('output').textContent"
SELECTED = f"const link = {LINK}; return [link.selectionStart, link.selectionEnd]"


def test_shows_and_asks(page):
    """The URI is shown while one types; a misleading address is saved when it is confirmed."""
    text = "http://рaypal.com/é"  # the first letter is Cyrillic
    page.press(" ", text, " ")
    expected = "Sent as: http://xn--aypal-uye.com/%C3%A9"
    assert expected == page.eventually(lambda: page.run(OUTPUT), expected)
    page.leave(lambda: page.press(ENTER))
    described = f"return document.getElementById({LINK}.getAttribute('aria-describedby'))"
    assert page.run(f"{described}.textContent")
    assert "" == page.run("return saved.textContent")
    assert 1 == page.count("checkbox", "Save anyway")
    page.run(f"{LINK}.focus()")
    assert [8, 14] == page.eventually(lambda: page.run(SELECTED), [8, 14])
    page.press(TAB, " ", TAB)
    page.leave(lambda: page.press(ENTER))
    assert text == page.run("return saved.textContent")
    assert [] == page.run("return violations")


def test_says_what_is_not_complete(page):
    """On leaving, and not while one types; it does so again, until something else is typed."""
    page.press("/a.example")
    assert "" == page.run(OUTPUT)
    page.press(TAB)
    assert INCOMPLETE == page.eventually(lambda: page.run(OUTPUT), INCOMPLETE)
    page.run(f"{LINK}.focus()")
    page.press("\ue010", "/")  # End
    assert "" == page.eventually(lambda: page.run(OUTPUT), "")


INCOMPLETE = messages.MESSAGES["not-absolute"]
#: What is typed, and what the script says on leaving.
SAID = {
    **dict.fromkeys(("?q=a.b", "hello world", "佐藤 花子", "#https://a.example"), INCOMPLETE),
    "例え.テスト/道": "Sent as: https://xn--r8jz45g.xn--zckzah/%E9%81%93",
    " example.org": "Sent as: https://example.org",
    "localhost:8000/x": "Sent as: https://localhost:8000/x",
    "http://localhost/": "Sent as: http://localhost/",
    "1.2.3.4:80": "Sent as: https://1.2.3.4:80",
    "ä.example:80": "Sent as: https://xn--4ca.example:80",
    # The server says that: it refuses, completes, repairs, or asks.
    **dict.fromkeys(
        (
            *("javascript:alert(1)", "mailto:x", "wiki:8000", "a.example/a b", "//a.example"),
            *("http//a.example", "[::1]:80", "2001:db8::1", "a b.example", "a.example. b"),
            *(
                "https://",
                "see https://a.example",
                "C:\\a",
                "\\\\server\\a",
                "我的网站：例え.テスト",
            ),
            *("a.example, b.example", "x", "", "  ", "juan@a.example", "ü@例え.テスト"),
            *("https://exam", "http://x:80/"),
        ),
        "",
    ),
}


def test_says_no_more_than_the_browser_knows(browser, address):
    """What the form completes is shown as it is sent; the script judges nothing."""
    for typed, said in SAID.items():
        if said == INCOMPLETE:  # which is what the form would say
            with pytest.raises(IRIError) as caught:
                FORM.clean(typed)
            assert said == messages.describe(caught.value, typed, FORM)
    browser.get(f"{address}{len(SAID)}")
    browser.run("document.querySelector('input').focus()")
    for typed in SAID:
        browser.press(typed, TAB)
    found = "return [...document.querySelectorAll('output')].map(each => each.textContent)"
    expected = list(SAID.values())
    assert expected == browser.eventually(lambda: browser.run(found), expected)
    time.sleep(0.5)
    assert expected == browser.run(found)
    assert [] == browser.run("return violations")


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("http://a.example/\u202eb", [17, 18]),
        # Two UTF-16 units before it, and one character.
        ("a.example/\N{GRINNING FACE}\u202eb", [12, 13]),
        ("http://a.example:x/", [17, 18]),
    ],
)
def test_selects_what_was_refused(page, typed, place):
    """The input has the focus at once, or later; after a change nothing is selected any more."""
    page.press(typed)
    page.leave(lambda: page.press(ENTER))
    assert typed == page.run(f"return {LINK}.value")
    page.press(TAB)
    assert place == page.eventually(lambda: page.run(SELECTED), place)
    for _ in range(2):
        page.run(f"{LINK}.setSelectionRange(0, 0); {LINK}.blur(); {LINK}.focus()")
        assert place == page.eventually(lambda: page.run(SELECTED), place)
    page.press("/", TAB)
    page.run(f"{LINK}.focus(); {LINK}.setSelectionRange(1, 1)")
    time.sleep(0.2)
    assert [1, 1] == page.run(SELECTED)


def test_says_nothing_twice(page):
    """What the server has said of this text, the script does not say again."""
    page.press("/a.example")
    page.leave(lambda: page.press(ENTER))
    page.press(TAB, TAB)
    time.sleep(0.2)
    assert "" == page.run(OUTPUT)
