"""Headless Chromium: how it is started, and how a test waits for what it does.

A browser answers before it has done what it was told: a click returns before the next page is
there, and a script may show something later. So a test says what it waits for (`leave`,
`eventually`), and waits as long as a busy machine may need. Waiting costs nothing if the thing is
there already.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest

from ports import reserved_port

pytest.importorskip("selenium", reason="needs selenium")

from selenium.common.exceptions import TimeoutException, WebDriverException
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

T = TypeVar("T")

CHROMIUM = shutil.which("chromium")
CHROMEDRIVER = shutil.which("chromedriver")
#: The marks of a module whose tests use the browser.
NEEDED = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium: apt-get install chromium"),
    pytest.mark.skipif(
        CHROMEDRIVER is None, reason="needs ChromeDriver: apt-get install chromium-driver"
    ),
]
#: Seconds after which something will not happen any more. After 120, Selenium gives up the driver.
PATIENCE = 100

_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    # The shared memory of a container may be smaller than a page.
    "--disable-dev-shm-usage",
    # Nothing but the pages of the tests takes time.
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
    # A page that is not in front is as quick as one that is.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
)


@contextmanager
def started(
    profile: Path, *flags: str, logs: tuple[str, ...] = ("browser",), bidi: bool = False
) -> Iterator[Chrome]:
    """Start a browser that keeps its *profile* in a folder, and what happens in *logs*.

    With *bidi*, its capability "webSocketUrl" is the address for WebDriver BiDi.
    """
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*_FLAGS, *flags, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    options.set_capability("webSocketUrl", bidi)
    with reserved_port() as port:
        browser = Chrome(options=options, service=Service(str(CHROMEDRIVER), port=port))
        try:
            browser.set_page_load_timeout(PATIENCE)
            browser.set_script_timeout(PATIENCE)
            yield browser
        finally:
            browser.quit()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for the tests of a module, with a profile of its own."""
    with started(tmp_path_factory.mktemp("chromium")) as chrome:
        yield chrome


@pytest.fixture
def chrome(browser: Chrome) -> Chrome:
    """The browser with an empty page and an empty log, whatever was there before."""
    browser.get("about:blank")
    browser.get_log("browser")  # type: ignore[no-untyped-call]
    return browser


def leave(browser: Chrome, act: Callable[[], object]) -> None:
    """Do what leads to another page, and return when that is there, to its last image."""
    browser.execute_script("window.isOldPage = true")
    act()
    # Between two pages there may be none that could be asked.
    WebDriverWait(browser, PATIENCE, 0.05, ignored_exceptions=[WebDriverException]).until(
        lambda _: browser.execute_script(
            "return !window.isOldPage && document.readyState === 'complete'"
        )
    )


def eventually(browser: Chrome, read: Callable[[], T], expected: T) -> T:
    """Return what *read* returns: when that is *expected*, or at last what it is in its place.

    It may raise an error of the driver meanwhile: an element may not be there yet, or not any more.
    """
    found: list[T] = []

    def is_so(_: Chrome) -> bool:
        found.append(read())
        return found[-1] == expected

    wait = WebDriverWait(browser, PATIENCE, 0.05, ignored_exceptions=[WebDriverException])
    with suppress(TimeoutException):
        wait.until(is_so)
    return found[-1] if found else read()


def downloaded(folder: Path) -> dict[str, bytes]:
    """Return the names and contents of the PDF files that have been saved in *folder*."""
    # A file that is still arriving has another suffix.
    return {each.name: each.read_bytes() for each in folder.glob("*.pdf")}
