"""The playground in Firefox, which loads and runs all of it in its own way."""

from collections.abc import Iterator

import pytest

import webdriver_bidi
from test_playground.sources import build
from test_playground.test_page import AXE, server

__all__ = ["server"]
pytestmark = pytest.mark.slow

TEXT = "return document.querySelector(arguments[0])?.textContent"


@pytest.fixture(scope="module")
def firefox(server, tmp_path_factory) -> Iterator[webdriver_bidi.Browser]:
    """The page in Firefox."""
    assert build.pyodide()
    with webdriver_bidi.STARTED["firefox"](tmp_path_factory.mktemp("firefox")) as browser:
        browser.get(f"http://127.0.0.1:{server.server_port}/docs/playground/")
        yield browser


def test_answers(firefox):
    """An example is answered at once, what is typed when Python is there; an offer is a button."""
    good = "A good address, in its own script."
    assert good == firefox.eventually(lambda: firefox.run(TEXT, "#verdict"), good)
    put = "const field = document.getElementById('text'); field.value = arguments[0];"
    firefox.run(f"{put} field.dispatchEvent(new Event('input'))", "example.org/é")
    offer = "https://example.org/é"
    assert offer == firefox.eventually(lambda: firefox.run(TEXT, "#offers"), offer)
    firefox.run("document.querySelector('#offers button').click()")
    assert good == firefox.eventually(lambda: firefox.run(TEXT, "#verdict"), good)
    assert "Your browser opens the same." == firefox.run(TEXT, "#browser")
    assert [] == firefox.run("return window.violations")


@pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: IRI3987_NODE names its folder")
@pytest.mark.parametrize("width", [1200, 390])
def test_axe_finds_nothing(firefox, width):
    """axe-core finds no fault, on a wide screen and on a phone, where nothing is cut off."""
    firefox.resize(width, 900)
    found = "return axe.run().then(({ violations }) => violations.map(each => each.id))"
    assert [] == firefox.run(f"{AXE.read_text('utf-8')}; {found}")
    assert firefox.run("return document.documentElement.scrollWidth") <= width
