"""The API, the feeds, the files, the admin and the commands of the demonstration."""

import json
import sqlite3
from contextlib import closing
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest

from iri3987.comparison import key_digest
from test_examples.conftest import DJANGO, Example
from test_examples.test_django_pages import SEEDED_LINKS, newest, port  # noqa: F401
from test_examples.test_small import BODIES, OLD, keyed
from test_examples.visitor import Visitor

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def test_the_api_from_beginning_to_end(visitor):
    """A machine adds a link, reads it in both forms, finds it, and deletes it."""
    values = {"iri": "http://faß.de/api", "title": "Faß", "lang": "de", "note": "é"}
    answer = visitor.send_json(values)
    link = json.loads(answer.body)
    path = f"/api/links/{link['id']}"
    uri = "http://xn--fa-hia.de/api"
    expected = {**values, "id": link["id"], "uri": uri, "display": values["iri"], "warnings": {}}
    assert (201, expected) == (answer.status, link)
    assert link == json.loads(visitor.get(path).body) == visitor.links()[0]
    found = json.loads(visitor.get(f"/api/links?q={quote(uri)}").body)["results"]
    assert [link] == found
    assert [204, 404] == [visitor.request("DELETE", path).status for _ in range(2)]


def test_pages_of_the_api(visitor):
    """The list says how many links there are, and where the next ones are."""
    first = json.loads(visitor.get("/api/links").body)
    assert (SEEDED_LINKS, 50, None) == (first["count"], len(first["results"]), first["previous"])
    following = urlsplit(first["next"])
    second = json.loads(visitor.get(f"{following.path}?{following.query}").body)
    assert first["results"][-1]["id"] - 1 == second["results"][0]["id"]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://fa ß.de/", "bad-character"),
        ("javascript:alert(1)", "scheme-not-allowed"),
        ("http://me:secret@example.org/", "userinfo-not-allowed"),
        ("HTTP://faß.de:80", "unique"),
    ],
)
def test_errors_of_the_api_have_codes(visitor, address, code):
    """The code and a sentence are there; a password is not."""
    page = visitor.send_json({"iri": address, "title": "x"})
    assert (400, {"iri"}) == (page.status, set(json.loads(page.body)))
    assert [code] == [each["code"] for each in json.loads(page.body)["iri"]]
    assert b"secret" not in page.body


@pytest.mark.parametrize("language", ["en", "ar"])
def test_the_api_warns_in_the_language_of_the_request(visitor, language):
    """A machine is not asked: the answer says what can mislead, and where."""
    body = json.dumps({"iri": "http://рaypal.com/", "title": "Not PayPal"}).encode()
    extra = {"Accept-Language": language}
    page = visitor.request("POST", "/api/links", body, "application/json", extra=extra)
    visitor.delete("http://рaypal.com/")
    found = json.loads(page.body)["warnings"]["iri"]
    (mixed,) = (each for each in found if each["code"] == "mixed-scripts")
    # The label "рaypal" mixes, behind "http://".
    assert (7, 13) == (mixed["start"], mixed["end"])
    assert (language == "ar") == any("\u0600" <= each <= "\u06ff" for each in mixed["message"])


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_not_a_link(visitor, body):
    """Any other body, or kind of body, is an error of who sent it."""
    assert 400 == visitor.send_json(body).status
    assert visitor.send_json({"iri": "http://a.example/", "title": "x"}, "text/plain").status == 415


def test_the_schema_has_the_format(visitor):
    """OpenAPI says that the address is an IRI."""
    schema = json.loads(visitor.get("/openapi.json").body)["components"]["schemas"]["Link"]
    assert "iri" == schema["properties"]["iri"]["format"]


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


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("naïve 日本語.pdf", "naïve 日本語.pdf"),
        ("../../../é.txt", "é.txt"),
        ("ann\u202efdp.exe", "annfdp.exe"),
    ],
    ids=["scripts", "folder", "U+202E"],
)
def test_file_keeps_its_name(visitor, name, kept):
    """An upload is shown, and downloaded again, under its own name, and goes with its link."""
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


def logged_in(visitor: Visitor) -> Visitor:
    """Let a visitor log in to the admin."""
    page = visitor.get("/admin/login/?next=/admin/")
    secret = str(page.one("input[name=csrfmiddlewaretoken]")["value"])
    fields = {"csrfmiddlewaretoken": secret, "username": "demo", "password": "demo"}
    assert 302 == visitor.post(page.path, fields).status
    return visitor


def test_admin(visitor):
    """It asks for a password, finds each spelling, and asks before it saves what misleads."""
    assert 302 == visitor.get("/admin/").status
    logged_in(visitor)
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


def test_the_admin_is_for_this_machine(tmp_path):
    """With a key of its own, the application answers others as well, but its admin does not."""
    example = Example("django", tmp_path)
    example.environment["SECRET_KEY"] = "a secret of a test"
    example.seed()
    with example.serve() as served:
        visitor = logged_in(Visitor(served))
        forwarded = {"X-Forwarded-For": "192.0.2.1"}
        assert 200 == visitor.request("GET", "/links", extra=forwarded).status
        assert 200 == visitor.get("/admin/").status
        assert 302 == visitor.request("GET", "/admin/", extra=forwarded).status


def test_old_rows_and_keys(tmp_path):
    """Old rows are shown safely; the command of the README writes the keys that SQL left out."""
    example = Example("django", tmp_path)
    example.create()
    insert = (
        "insert into django_links_link (id, iri, iri_key, title, lang, note, file)"
        " values (?, ?, ?, 'Old', '', '', '')"
    )
    with closing(sqlite3.connect(example.database)) as database, database:
        database.executemany(insert, [(n, *row) for n, row in enumerate(map(keyed, OLD), 1)])
        database.execute(insert, (99, "http://faß.de/", None))
    assert "rows were written" in example.run([*DJANGO, "iri_rekey", "django_links.Link"])
    with closing(sqlite3.connect(example.database)) as database:
        (key,) = database.execute("select iri_key from django_links_link where id = 99").fetchone()
    assert key_digest("HTTP://xn--fa-hia.de:80") == key
    with example.serve() as served:
        visitor = Visitor(served)
        shown = [each.select_one("p a") for each in visitor.get("/links").soup.select(".links li")]
        expected = ["http://xn--fa-hia.de/", *reversed(OLD.values())]
        assert expected == [link and link["href"] for link in shown]
        for number in range(1, len(OLD) + 1):
            page = visitor.get(f"/links/{number}")
            assert [] == [each for each in page.soup.select("a, script") if not each.get("href")]
            assert 302 == visitor.submit(visitor.get(f"/links/{number}/edit")).status
        refused = visitor.get("/go/javascript:alert(1)")
        assert (True, None) == (refused.status in {400, 404}, refused.headers["Location"])
