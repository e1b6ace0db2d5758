"""The files of the Django example, in a real browser: they keep their names."""

import re

import pytest

import chromium
from chromium import downloaded, eventually, leave
from test_examples.conftest import CREATE, SEED, SERVE, Example

pytest.importorskip("selenium", reason="needs selenium")

from selenium.webdriver.common.by import By

pytestmark = chromium.NEEDED
browser, chrome = chromium.browser, chromium.chrome

NAME = 'naïve 日本語 "x".pdf'


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve the application, seeded, and give its port and its folder."""
    folder = tmp_path_factory.mktemp("django-files")
    example = Example("django", folder)
    for command in (CREATE, SEED):
        example.run(command["django"])
    with example.serve(SERVE["django"]) as port:
        yield port, folder


def test_browser_uploads_and_downloads(site, chrome, tmp_path):
    """A file goes up and comes down in a real browser under its name; a second one stays another.

    Forms write a quote in a name as "%22" (the HTML Standard, 4.10.21.8), so that is its name then.
    """
    port, folder = site
    here, there = tmp_path / NAME, tmp_path / "downloads"
    chrome.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(there)}
    )
    saved: dict[str, bytes] = {}
    for number, content in enumerate((b"%PDF 1", b"%PDF 2")):
        here.write_bytes(content)
        chrome.get(f"http://127.0.0.1:{port}/add")
        chrome.find_element(By.NAME, "iri").send_keys(f"urn:example:file-{number}")
        chrome.find_element(By.NAME, "title").send_keys("A file")
        chrome.find_element(By.NAME, "file").send_keys(str(here))
        leave(chrome, chrome.find_element(By.CSS_SELECTOR, "main button").click)
        leave(chrome, chrome.find_element(By.CSS_SELECTOR, ".links li:first-child h2 a").click)
        link = chrome.find_element(By.CSS_SELECTOR, "dd > a[href$='/file']")
        assert content == (folder / "files" / link.text).read_bytes()
        link.click()
        saved[link.text] = content
        assert saved == eventually(chrome, lambda: downloaded(there), saved)
    encoded = NAME.replace('"', "%22")
    first, second = saved
    assert encoded == first
    assert re.fullmatch(re.escape(encoded).replace(r"\.pdf", r"_\w{7}\.pdf"), second)
