"""The files of the Django example, in a real browser: they keep their names."""

import re
import time

import pytest
from selenium.webdriver.common.by import By

from test_examples.conftest import CREATE, SEED, SERVE, Example
from test_examples.test_browser import CHROMEDRIVER, CHROMIUM, chrome, leave  # noqa: F401

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


@pytest.mark.skipif(not (CHROMIUM and CHROMEDRIVER), reason="needs Chromium and ChromeDriver")
def test_browser_uploads_and_downloads(site, chrome, tmp_path):  # noqa: F811
    """A file goes up and comes down in a real browser under its name; a second one stays another.

    Forms write a quote in a name as "%22" (the HTML Standard, 4.10.21.8), so that is its name then.
    """
    port, folder = site
    here, there = tmp_path / NAME, tmp_path / "downloads"
    chrome.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(there)}
    )
    stored = []
    for number, content in enumerate((b"%PDF 1", b"%PDF 2")):
        here.write_bytes(content)
        chrome.get(f"http://127.0.0.1:{port}/add")
        chrome.find_element(By.NAME, "iri").send_keys(f"urn:example:file-{number}")
        chrome.find_element(By.NAME, "title").send_keys("A file")
        chrome.find_element(By.NAME, "file").send_keys(str(here))
        leave(chrome, chrome.find_element(By.CSS_SELECTOR, "main button").click)
        leave(chrome, chrome.find_element(By.CSS_SELECTOR, ".links li:first-child h2 a").click)
        link = chrome.find_element(By.CSS_SELECTOR, "dd > a[href$='/file']")
        stored.append(link.text)
        assert content == (folder / "files" / link.text).read_bytes()
        link.click()
        assert content == wait_for_file(there / link.text)
    encoded = NAME.replace('"', "%22")
    assert encoded == stored[0]
    assert re.fullmatch(re.escape(encoded).replace(r"\.pdf", r"_\w{7}\.pdf"), stored[1])


def wait_for_file(path):
    """Return the content of the file, when it is there; within ten seconds."""
    deadline = time.monotonic() + 10
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert path.name in {each.name for each in path.parent.iterdir()}
    return path.read_bytes()
