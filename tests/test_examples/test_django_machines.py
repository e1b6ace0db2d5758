"""The API, the feeds, the files, the admin and the commands of the demonstration."""

import json
import sqlite3
from contextlib import closing
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree as ET

from iri3987.comparison import key_digest
from test_examples.conftest import DJANGO, Example
from test_examples.test_django_pages import SEEDED_LINKS, newest, port  # noqa: F401

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def test_the_api_shows_and_finds_a_link(visitor):
    """A link has the same form wherever it is read, and is found by its URI."""
    values = {"iri": "http://faß.de/api", "title": "Faß", "lang": "de", "note": "é"}
    link = json.loads(visitor.send_json(values).body)
    shown = json.loads(visitor.get(f"/api/links/{link['id']}").body)
    uri = "http://xn--fa-hia.de/api"
    found = json.loads(visitor.get(f"/api/links?q={quote(uri)}").body)["results"]
    visitor.delete(values["iri"])
    expected = {**values, "id": link["id"], "uri": uri, "display": values["iri"], "warnings": {}}
    assert expected == link == shown
    assert [link] == found


def test_pages_of_the_api(visitor):
    """The list says how many links there are, and where the next ones are."""
    first = json.loads(visitor.get("/api/links").body)
    assert (SEEDED_LINKS, 50, None) == (first["count"], len(first["results"]), first["previous"])
    following = urlsplit(first["next"])
    second = json.loads(visitor.get(f"{following.path}?{following.query}").body)
    assert first["results"][-1]["id"] - 1 == second["results"][0]["id"]


def test_the_api_warns_in_the_language_of_the_request(visitor):
    """What can mislead is told to whom the machine asks for."""
    visitor.languages = "ar"
    link = json.loads(visitor.send_json({"iri": "http://рaypal.com/", "title": "x"}).body)
    visitor.delete("http://рaypal.com/")
    assert all("\u0600" <= each["message"][0] <= "\u06ff" for each in link["warnings"]["iri"])


def test_feed_and_sitemap_have_uris(visitor):
    """Entries and locations are URIs, whatever is in a title; each location leads to a page."""
    try:
        visitor.add("http://example.org/xml", "a\x01b\ufffe</title>&amp; c")
        sent = [visitor.get(each).body for each in ("/feed.xml", "/sitemap.xml")]
    finally:
        visitor.delete("http://example.org/xml")
    feed, sitemap = map(ET.fromstring, sent)
    links = [each.get("href") for each in feed.iterfind(f"{ATOM}entry/{ATOM}link")]
    assert "http://xn--d1abbgf6aiiy.xn--p1ai/" in links
    locations = [each.text for each in sitemap.iter(f"{SITEMAP}loc")]
    assert all(each.isascii() for each in [*links, *locations])
    (cat,) = (each for each in locations if unquote(each).endswith("/titles/吾輩は猫である"))
    shown = visitor.get(urlsplit(cat).path)
    assert ["吾輩は猫である"] == [each.text for each in shown.soup.select(".links h2 bdi")]


def test_file_keeps_its_name(visitor):
    """An upload is shown, and downloaded again, under its own name, and goes with its link.

    The name has no folder, and nothing that cannot be seen.
    """
    name, kept = "../../../naïve 日本語\u202efdp.exe", "naïve 日本語fdp.exe"
    values = {"Address": "http://example.org/upload", "Title": "x"}
    page = visitor.follow(visitor.submit(visitor.get("/add"), values, (name, b"<script>\0\xff")))
    detail = visitor.get(newest(page))
    link = detail.one("dd a[href$='/file']")
    file = visitor.get(str(link["href"]))
    visitor.delete("http://example.org/upload")
    disposition = file.headers["Content-Disposition"]
    named = unquote(disposition.partition("filename*=UTF-8''")[2]) or disposition.split('"')[1]
    assert (kept, kept, b"<script>\0\xff") == (link.text, named, file.body)
    assert 404 == visitor.get(str(link["href"])).status


def test_another_file(visitor):
    """A file of the same name replaces no other; on a link, a new file takes the place of one."""
    addresses = [f"http://example.org/upload/{number}" for number in (1, 2)]
    try:
        paths = []
        for each in addresses:
            values = {"Address": each, "Title": "x"}
            sent = visitor.submit(visitor.get("/add"), values, ("日本.txt", each.encode()))
            paths.append(newest(visitor.follow(sent)))
        bodies = [visitor.get(f"{each}/file").body.decode() for each in paths]
        assert addresses == bodies
        assert 302 == visitor.submit(visitor.get(f"{paths[0]}/edit"), {}, ("два.txt", b"2")).status
        assert 302 == visitor.submit(visitor.get(f"{paths[0]}/edit")).status
        assert b"2" == visitor.get(f"{paths[0]}/file").body
    finally:
        for each in addresses:
            visitor.delete(each)


def test_admin(visitor):
    """It asks for a password, finds each spelling, and asks before it saves what misleads."""
    assert 302 == visitor.get("/admin/").status
    visitor.log_in()
    for text in ("fa%C3%9F.de", "xn--fa-hia.de"):
        page = visitor.get(f"/admin/django_links/link/?q={text}")
        link = page.one("a[href='http://xn--fa-hia.de/']")
        assert "http://faß.de/" == link.get_text(strip=True)
    page = visitor.get("/admin/django_links/link/add/")
    fields: dict[str, str | bytes] = {
        str(each["name"]): str(each.get("value", ""))
        for each in page.soup.select("#link_form input[name]:not([type=file], [type=submit])")
    }
    asked = visitor.post(page.path, fields | {"iri": "http://рaypal.com/", "title": "x"})
    assert "Save anyway" in asked.one(".iri-confirm").text


def test_keys_that_sql_left_out(tmp_path):
    """The command of the README writes the keys of rows that were written without them."""
    example = Example("django", tmp_path)
    example.fill([("http://faß.de/", None)])
    assert "1 row was written" in example.run([*DJANGO, "iri_rekey", "django_links.Link"])
    with closing(sqlite3.connect(example.database)) as database:
        (key,) = database.execute("select iri_key from django_links_link").fetchone()
    assert key_digest("HTTP://xn--fa-hia.de:80") == key
