"""Pairs of addresses that look the same in plain text, and not in a link: real browsers show it.

RFC 3987 section 4.4: a number beside right-to-left text can be on either side of it. In the label
of a link, each component is isolated, so the two addresses of a pair differ on the screen.
"""

import shutil
from html import escape

import pytest

import chromium
from iri3987.html import link, linkify

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver import Firefox, FirefoxOptions
from selenium.webdriver.firefox.service import Service

pytestmark = pytest.mark.slow

PAIRS = [
    ("http://a.example/א/1", "http://a.example/1/א"),
    ("http://a.example/خبر/12", "http://a.example/12/خبر"),
    ("http://a.example/خبر/۱۲", "http://a.example/۱۲/خبر"),
    ("http://a.example/שלום-1", "http://a.example/1-שלום"),
    ("http://a.example/שלום/2022/11", "http://a.example/2022/11/שלום"),
    ("http://a.example/?q=א&1", "http://a.example/?q=1&א"),
    ("http://a.example/?שנה=1", "http://a.example/?1=שנה"),
    ("http://a.example/#שלום?1", "http://a.example/#1?שלום"),
    ("http://a.example/שלום_1", "http://a.example/1_שלום"),
    ("http://192.0.2.1/א.קום", "http://א.קום/192.0.2.1"),
]


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def browser(request, tmp_path_factory):
    """Give each browser that is installed, with its driver."""
    if request.param == "chromium":
        for mark in chromium.NEEDED[1:]:
            if mark.args[0]:
                pytest.skip(mark.kwargs["reason"])
        with chromium.started(tmp_path_factory.mktemp("chromium")) as found:
            yield found
        return
    program, driver = shutil.which("firefox-esr"), shutil.which("geckodriver")
    if program is None or driver is None:
        pytest.skip("needs Firefox and its driver: apt-get install firefox-esr, and geckodriver")
    options = FirefoxOptions()
    options.binary_location = program
    options.add_argument("-headless")
    with Firefox(options=options, service=Service(driver)) as found:
        yield found


def image(browser, label):
    """Return an image of a page that has nothing but *label*."""
    browser.execute_script("document.body.innerHTML = arguments[0]", label)
    return browser.get_screenshot_as_png()


@pytest.mark.parametrize("pair", PAIRS, ids=ascii)
def test_only_links_differ(browser, pair):
    """Both addresses of a pair look the same from left to right, and differ in a link."""
    browser.get("about:blank")
    plain = {image(browser, f'<bdi dir="ltr">{escape(each)}</bdi>') for each in pair}
    assert 1 == len(plain)
    for write in (link, linkify):
        # A link that has been clicked would be of another colour.
        shown = {image(browser, write(each).replace("href", "data-href")) for each in pair}
        assert 2 == len(shown)
