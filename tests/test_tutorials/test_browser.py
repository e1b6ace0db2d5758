"""A reader who follows a tutorial with Chromium sees what it says."""

from pathlib import Path

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

import chromium
from chromium import leave
from test_tutorials.links import follow
from test_tutorials.tutorial import Tutorial

pytestmark = chromium.NEEDED
browser = chromium.browser
chrome = chromium.chrome


class InBrowser:
    """A reader with Chromium."""

    def __init__(self, browser: Chrome, port: int) -> None:
        self._browser = browser
        self._site = f"http://127.0.0.1:{port}"

    def open(self, path: str) -> None:
        """Open a page of the site."""
        self._browser.get(self._site + path)

    def send(self, **fields: str) -> None:
        """Type into the inputs with these labels, and press the button."""
        for label in self._browser.find_elements(By.CSS_SELECTOR, "label[for]"):
            if text := fields.get(label.text.strip(": \n").lower()):
                entry = self._browser.find_element(By.ID, str(label.get_attribute("for")))
                entry.clear()
                entry.send_keys(text)
        leave(self._browser, self._browser.find_element(By.TAG_NAME, "button").click)

    def click(self, text: str) -> None:
        """Click on the link with this text."""
        leave(self._browser, self._browser.find_element(By.LINK_TEXT, text).click)

    def link(self, text: str) -> str:
        """Return where the link with this text leads."""
        found = self._browser.find_element(By.LINK_TEXT, text).get_attribute("href")
        return str(found)

    @property
    def text(self) -> str:
        """Return the text that can be read in the page."""
        return self._browser.find_element(By.TAG_NAME, "body").text

    @property
    def source(self) -> str:
        """The page as the browser has it."""
        return self._browser.page_source


@pytest.mark.parametrize("name", ["django", "flask", "fastapi"])
def test_tutorial(name: str, tmp_path: Path, port: int, chrome: Chrome) -> None:
    """The tutorial leads from an empty folder to a page with an Arabic address."""
    with Tutorial(name, tmp_path, port) as tutorial:
        follow(tutorial, InBrowser(chrome, port))
