"""The playground in Firefox, which loads and runs all of it in its own way."""

from collections.abc import Iterator

import pytest

import browsers
from test_playground.test_page import address, put, server, until

__all__ = ["address", "server"]


@pytest.fixture(scope="module")
def page(address, tmp_path_factory) -> Iterator[browsers.Browser]:
    """The page in Firefox."""
    with browsers.firefox(tmp_path_factory.mktemp("firefox")) as page:
        page.get(address)
        yield page


def test_answers(page):
    """An example is answered at once, what is typed when Python is there; an offer is a button."""
    good = "A good address, in its own script."
    until(page, lambda: page.text("#verdict"), good)
    put(page, "example.org/é")
    until(page, lambda: page.text("#offers"), "https://example.org/é")
    page.click("#offers button")
    until(page, lambda: page.text("#verdict"), good)
    assert "Your browser opens the same." == page.text("#browser")
    assert [] == page.run("return window.violations")


@pytest.mark.parametrize("width", [1200, 390])
def test_axe_finds_nothing(page, width):
    """axe-core finds no fault, on a wide screen and on a phone, where nothing is cut off."""
    page.resize(width)
    assert [] == page.faults()
    assert page.run("return document.documentElement.scrollWidth") <= width
