"""The notes and the files of the Django example: addresses become links, files keep their names."""

import io
import re
import time
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest
from selenium.webdriver.common.by import By

from django_iri.files import IRIFileResponse
from test_examples.conftest import CREATE, SEED, SERVE, Example
from test_examples.test_browser import CHROMEDRIVER, CHROMIUM, chrome, leave  # noqa: F401
from test_examples.visitor import Visitor

NAME = 'naïve 日本語 "x".pdf'
NOTE = "<b> президент.рф。www.аррӏе.com, javascript:alert(1) (me@example.org)"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Serve the application, seeded, and give its port and its folder."""
    folder = tmp_path_factory.mktemp("django-files")
    example = Example("django", folder)
    for command in (CREATE, SEED):
        example.run(command["django"])
    with example.serve(SERVE["django"]) as port:
        yield port, folder


def test_addresses_in_notes(site):
    """Addresses in a note are links, look-alikes shown as they are sent; the rest is text."""
    visitor = Visitor(site[0])
    form = visitor.get("/add")
    visitor.submit(form, {"Address": "urn:example:note", "Title": "Note", "Note": NOTE})
    first = visitor.get("/").soup.select_one(".links li")
    note = first.select_one("p.quiet")
    detail = visitor.get(str(first.select_one("h2 a")["href"])).one("main > p.quiet")
    assert note.decode() == detail.decode()
    assert NOTE.replace("www.аррӏе.com", "www.xn--80ak6aa92e.com") == note.text
    assert {
        "https://xn--d1abbgf6aiiy.xn--p1ai": ["nofollow"],
        "https://www.xn--80ak6aa92e.com": ["nofollow"],
        "mailto:me@example.org": None,
    } == {each["href"]: each.get("rel") for each in note.select("a")}


def test_file_of_the_seed(site):
    """A file has its name on the page, in the folder and in the header of its download."""
    page = Visitor(site[0]).get("/links/2")
    link = page.one("dd > a[href$='/file']")
    assert "吾輩は猫である.txt" == link.text
    answer = Visitor(site[0]).get(str(link["href"]))
    assert (site[1] / "files" / link.text).read_bytes() == answer.body
    name = "%E5%90%BE%E8%BC%A9%E3%81%AF%E7%8C%AB%E3%81%A7%E3%81%82%E3%82%8B.txt"
    expected = f"attachment; filename=\"_______.txt\"; filename*=UTF-8''{name}"
    assert expected == answer.headers["Content-Disposition"]


@pytest.mark.parametrize("path", ["/links/1/file", "/links/0/file", "/links/2/file/"])
def test_no_file(site, path):
    """A link without a file has none to download."""
    assert 404 == Visitor(site[0]).get(path).status


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


@pytest.mark.skipif(not (CHROMIUM and CHROMEDRIVER), reason="needs Chromium and ChromeDriver")
def test_browser_downloads_the_exact_name(chrome, tmp_path):  # noqa: F811
    """A name that has quotes arrives too; Chromium itself writes "_" for a quote."""

    def application(_environ, start_response):
        response = IRIFileResponse(io.BytesIO(b"%PDF"), as_attachment=True, filename=NAME)
        start_response("200 OK", list(response.items()))
        return [response.file_to_stream.read()]

    chrome.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)}
    )
    with make_server("127.0.0.1", 0, application, handler_class=Quiet) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        chrome.get(f"http://127.0.0.1:{server.server_port}/")
        arrived = wait_for_file(tmp_path / NAME.replace('"', "_"))
        server.shutdown()
    assert b"%PDF" == arrived


class Quiet(WSGIRequestHandler):
    """A handler that writes no log."""

    def log_message(self, *_arguments):
        """Write nothing."""


def wait_for_file(path):
    """Return the content of the file, when it is there; within ten seconds."""
    deadline = time.monotonic() + 10
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert path.name in {each.name for each in path.parent.iterdir()}
    return path.read_bytes()


def test_deleting_a_link_deletes_its_file(site):
    """No file is left behind."""
    visitor = Visitor(site[0])
    assert (site[1] / "files" / "吾輩は猫である.txt").exists()
    visitor.submit(visitor.get("/links/2/delete"))
    assert not (site[1] / "files" / "吾輩は猫である.txt").exists()
