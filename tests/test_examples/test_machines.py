"""The API, the feed and the sitemap: what machines get from all three applications."""

import json
from http.client import HTTPConnection
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree as ET

import pytest

from test_examples.test_pages import REDIRECTS, SEEDED_LINKS
from test_examples.visitor import Visitor

ATOM = "{http://www.w3.org/2005/Atom}"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def ask(port, method, path, body=None, kind="application/json"):
    """Send *body* as JSON, or as it is if it is bytes; return status, headers and JSON."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        sent = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        connection.request(method, path, sent, {"Content-Type": kind} if kind else {})
        answer = connection.getresponse()
        content = answer.read()
    finally:
        connection.close()
    return answer.status, answer.headers, json.loads(content) if content else None


@pytest.fixture
def added(port):
    """Give a function that adds a link, which is deleted at the end."""
    paths = []

    def add(**values):
        status, headers, answer = ask(port, "POST", "/api/links", values)
        if status == 201:
            paths.append(f"/api/links/{answer['id']}")
        return status, headers, answer

    yield add
    for path in paths:
        assert 204 == ask(port, "DELETE", path)[0]


def test_a_link_is_added(port, added):
    """The text is stored as it is sent; the answer has both forms."""
    status, _, link = added(iri="http://faß.de/api", title="Faß", lang="de", note="é")
    expected = {
        "iri": "http://faß.de/api",
        "uri": "http://xn--fa-hia.de/api",
        "display": "http://faß.de/api",
        "title": "Faß",
        "lang": "de",
        "note": "é",
    }
    assert (201, expected) == (status, {name: link[name] for name in expected})
    assert link == ask(port, "GET", f"/api/links/{link['id']}")[2]
    assert link == ask(port, "GET", "/api/links")[2]["results"][0]


def test_pages_of_the_api(port):
    """The list says how many links there are, and where the next ones are."""
    _, _, first = ask(port, "GET", "/api/links")
    assert {"count", "next", "previous", "results"} == set(first)
    assert (SEEDED_LINKS, 50, None) == (first["count"], len(first["results"]), first["previous"])
    following = urlsplit(first["next"])
    _, _, second = ask(port, "GET", f"{following.path}?{following.query}")
    assert first["results"][-1]["id"] - 1 == second["results"][0]["id"]
    assert second["previous"] is not None


@pytest.mark.parametrize("text", ["faß.de", "xn--fa-hia.de", "HTTP://faß.de:80"])
def test_search_of_the_api(port, text):
    """It finds what the search of the page finds."""
    found = ask(port, "GET", f"/api/links?q={quote(text, safe='')}")[2]["results"]
    assert "http://faß.de/" in {each["iri"] for each in found}


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://faß.de/%zz", "bad-percent"),
        ("javascript:alert(1)", "scheme-not-allowed"),
        ("http://me:secret@example.org/", "userinfo-not-allowed"),
        ("HTTP://faß.de:80", "unique"),
    ],
)
def test_what_is_wrong_has_a_code(request, port, added, address, code):
    """Each framework has its own form of errors; in each, the code and a sentence are there."""
    status, _, answer = added(iri=address, title="x")
    assert "secret" not in json.dumps(answer)
    if "starlette" in request.node.callspec.id:
        assert status == (409 if code == "unique" else 422)
        assert code == "unique" or code == answer["detail"][0]["ctx"]["code"]
    else:
        assert (400, {"iri"}) == (status, set(answer))
        assert [code] == [each["code"] for each in answer["iri"]]
        assert answer["iri"][0]["message"]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_what_misleads_is_told(port, added, language):
    """A machine is not asked: the answer says what can mislead, and where, in its language."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    sent = json.dumps({"iri": "http://рaypal.com/", "title": "Not PayPal"})
    headers = {"Content-Type": "application/json", "Accept-Language": language}
    connection.request("POST", "/api/links", sent, headers)
    link = json.loads(connection.getresponse().read())
    connection.close()
    try:
        found = link["warnings"]["iri"]
        (mixed,) = (each for each in found if each["code"] == "mixed-scripts")
        assert {"code", "message", "start", "end"} == set(mixed)
        # The label "рaypal" mixes, behind "http://".
        assert (7, 13) == (mixed["start"], mixed["end"])
        assert (language == "ar") == any("\u0600" <= each <= "\u06ff" for each in mixed["message"])
        assert {} == ask(port, "GET", f"/api/links/{link['id']}")[2]["warnings"]
    finally:
        assert 204 == ask(port, "DELETE", f"/api/links/{link['id']}")[0]
    assert {} == added(iri="http://faß.de/api", title="Faß")[2]["warnings"]


@pytest.mark.parametrize(
    ("name", "schemas"), [("django", ["Link"]), ("starlette", ["LinkForMachines", "NewLink"])]
)
def test_schema(ports, name, schemas):
    """The schema is there where the framework makes one, and says which texts are IRIs."""
    page = Visitor(ports[name]).get("/")
    (link,) = page.soup.select(".look a[href$='/openapi.json']")
    _, _, schema = ask(ports[name], "GET", str(link["href"]))
    for each in schemas:
        field = schema["components"]["schemas"][each]["properties"]["iri"]
        assert "iri" in {way.get("format") for way in [field, *field.get("anyOf", [])]}


BODIES = {
    "nothing": b"",
    "half": b"{",
    "list": b"[]",
    "octets": b"\xff",
    "deep": b"[" * 100_000,
    "number": b"9" * 5000,
    "numbers": b'{"iri": 1, "title": 2}',
    "null": b'{"iri": null, "title": null}',
    "lists": b'{"iri": ["http://example.org/"], "title": {}}',
    "surrogates": b'{"iri": "http://example.org/\\ud800", "title": "\\ud800"}',
    "surrogate in a title": b'{"iri": "http://example.org/s", "title": "\\ud800"}',
    "NUL": b'{"iri": "http://example.org/n", "title": "\\u0000"}',
    "long": b'{"iri": "http://example.org/", "title": "' + b"a" * 1_000_000 + b'"}',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_not_a_link(port, body):
    """Any other body is an error of who sent it."""
    assert ask(port, "POST", "/api/links", body)[0] in {400, 415, 422}


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_a_form_of_another_site_cannot_use_the_api(port, kind):
    """A page of another site can send text or a form without asking, so that is not taken."""
    body = {"iri": "http://example.org/csrf", "title": "x"}
    assert ask(port, "POST", "/api/links", body, kind)[0] in {400, 415, 422}


@pytest.mark.parametrize(
    "path", ["0", "-1", "x", "9223372036854775808", "?page=0", "?page=x", "?q=%00", "?q=%ED%A0%80"]
)
def test_hostile_requests_of_the_api(port, path):
    """A missing page is not found, and nothing is an error of the server."""
    slash = "" if path.startswith("?") else "/"
    assert Visitor(port).get(f"/api/links{slash}{path}").status in {200, 400, 404, 422}


def test_feed_has_uris(visitor):
    """Each entry of the feed has the mapped URI of its address, and its title as it is."""
    page = visitor.get("/feed.xml")
    assert page.headers["Content-Type"].startswith("application/atom+xml")
    entries = {
        entry.findtext(f"{ATOM}title"): entry.find(f"{ATOM}link").get("href")
        for entry in ET.fromstring(page.body).iter(f"{ATOM}entry")  # noqa: S314 - it is ours
    }
    assert "http://xn--d1abbgf6aiiy.xn--p1ai/" == entries["Президент России"]
    assert set(REDIRECTS.values()) <= set(entries.values())
    assert all(each.isascii() for each in entries.values())


def test_sitemap_has_uris(visitor):
    """Each location is a URI of this site, and leads to the page of a title."""
    page = visitor.get("/sitemap.xml")
    locations = [each.text for each in ET.fromstring(page.body).iter(f"{SITEMAP}loc")]  # noqa: S314
    assert all(each.isascii() and each.startswith("http://127.0.0.1") for each in locations)
    (cat,) = (each for each in locations if unquote(each).endswith("/titles/吾輩は猫である"))
    shown = visitor.get(urlsplit(cat).path)
    assert ["吾輩は猫である"] == [each.text for each in shown.soup.select(".links h2 bdi")]


def test_a_title_that_xml_cannot_hold(visitor):
    """Feed and sitemap stay whole, whatever is in a title."""
    try:
        visitor.add("http://example.org/xml", "a\x01b\ufffe</title>&amp; c/d")
        for path in ("/feed.xml", "/sitemap.xml"):
            page = visitor.get(path)
            assert 200 == page.status
            ET.fromstring(page.body)  # noqa: S314
    finally:
        visitor.delete("http://example.org/xml")


def test_a_title_that_no_path_has(visitor):
    """Every location leads to a page: a title that is not in NFC has none."""
    try:
        visitor.add("http://example.org/decomposed", "cafe\u0301")
        page = visitor.get("/sitemap.xml")
        newest = next(ET.fromstring(page.body).iter(f"{SITEMAP}loc")).text  # noqa: S314
        assert 200 == visitor.get(urlsplit(newest).path).status
        assert "caf" not in page.body.decode()
    finally:
        visitor.delete("http://example.org/decomposed")


@pytest.mark.parametrize("title", ["nowhere", "%2F", "%00", "%ED%A0%80", "..", "a" * 5000])
def test_a_title_that_is_not_there(visitor, title):
    """It is not found."""
    assert 404 == visitor.get(f"/titles/{title}").status
