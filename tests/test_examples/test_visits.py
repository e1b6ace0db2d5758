"""The three applications: the same visits to the two that one copies, and to the demonstration."""

import json
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote

import pytest

from iri3987.comparison import key_digest
from iri3987.messages import MESSAGES, TEXTS, translate
from test_examples.conftest import EXAMPLES, SERVE_IN_PRODUCTION, Example
from test_examples.visitor import MULTIPART, Page, Visitor, multipart, raw_status

SMALL = ["flask", "starlette"]
ADDRESS = "http://faß.de/straße?q=é"
URI = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"
#: Its first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"
#: A seeded address, and where it leads.
SEEDED = {
    "https://he.wikipedia.org/wiki/חיפה": (
        "https://he.wikipedia.org/wiki/%D7%97%D7%99%D7%A4%D7%94"
    ),
    "http://www.example.org/r%E9sum%E9.html": "http://www.example.org/r%E9sum%E9.html",
    "http://президент.рф/": "http://xn--d1abbgf6aiiy.xn--p1ai/",
    "https://www.xn--80ak6aa92e.com/": "https://www.xn--80ak6aa92e.com/",
}


small = pytest.mark.parametrize("port", SMALL, indirect=True)


@pytest.fixture(params=[*SMALL, "django"])
def port(request, serve) -> int:
    """Give the port of each application in turn."""
    return serve(request.param).port


def go(address: str) -> str:
    """Return the path that redirects to *address*."""
    return f"/go/{quote(address, safe='')}"


def codes(page: Page) -> dict[str, str | None]:
    """Return the fields that have an error of the API, and the code of that of the address."""
    answer = json.loads(page.body)
    if "detail" in answer:
        found = {each["loc"][-1]: each.get("ctx", {}).get("code") for each in answer["detail"]}
    else:
        errors = answer.get("errors", answer)
        found = {name: each[0]["code"] for name, each in errors.items()}
    return {name: code if name == "iri" else None for name, code in found.items()}


@pytest.mark.parametrize("name", SMALL)
def test_small_enough_to_copy(name):
    """An application has at most 420 lines of Python, comments and all."""
    files = (EXAMPLES / f"{name}_links" / f"{name}_links").rglob("*.py")
    assert sum(len(each.read_text("utf-8").splitlines()) for each in files) <= 420


@pytest.mark.parametrize("name", SMALL)
def test_seed_twice(tmp_path, name):
    """A second time, all links are there already; a page beyond the last is empty."""
    example = Example(name, tmp_path)
    assert "11 links were added, 0 were there already" in example.seed()
    assert "0 links were added, 11 were there already" in example.seed()


def test_list(visitor):
    """Each address stands in its own script, and leads to its URI; a double shows itself."""
    shown = {each.text: each["href"] for each in visitor.get("/links").soup.select(".links p a")}
    assert SEEDED == {address: shown.get(address) for address in SEEDED}


@small
def test_pages_of_the_list(visitor):
    """More than 50 links have two pages, in the list, which is the first page, and in the API."""
    assert visitor.get("/").body == visitor.get("/links").body
    assert "There are no links here." in visitor.get("/links?page=2").one("main").text
    addresses = [f"http://example.org/{number}" for number in range(50)]
    try:
        for each in addresses:
            assert 201 == visitor.send_json({"iri": each, "title": "x"}).status
        first = visitor.get("/links")
        second = visitor.get(f"/links{first.one('a[rel=next]')['href']}")
        assert [50, 11] == [len(each.soup.select(".links li")) for each in (first, second)]
        assert "?page=1" == second.one("a[rel=prev]")["href"]
        assert [50, 11, 0] == [
            len(json.loads(visitor.get(f"/api/links?page={number}").body)) for number in (1, 2, 3)
        ]
    finally:
        for each in addresses:
            visitor.delete(each)


@small
def test_main_job(visitor, added):
    """A person adds an address, sees it in its script, is sent to its URI, and edits it."""
    page = added(ADDRESS, "Straße & <Faß> {{ 1 }} %s \u202eevil")
    entry = page.one(".links li:first-child")
    assert "Saved: Straße & <Faß> {{ 1 }} %s \u202eevil" == page.one(".message").text
    assert "Straße & <Faß> {{ 1 }} %s \u202eevil" == entry.h2.bdi.text
    assert (ADDRESS, URI) == (entry.select_one("p a").text, entry.select_one("p a")["href"])
    assert [] == visitor.get("/links").soup.select(".message")
    for answer in (
        visitor.get(str(entry.select_one(".actions a")["href"])),
        visitor.get(go(ADDRESS)),
    ):
        assert (302, URI) == (answer.status, answer.headers["Location"])

    form = visitor.get(str(entry.select_one(".actions a:last-child")["href"]))
    assert ADDRESS == form.field("Address")["value"]
    other = "HTTP://faß.de:80/straße?q=é"
    saved = visitor.submit(form, {"Address": other, "Title": "Another spelling of its own"})
    assert "/links?page=1" == saved.headers["Location"]
    link = visitor.links()[0]
    assert (other, "Another spelling of its own") == (link["iri"], link["title"])
    visitor.delete(other)


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("http://президент.рф/", "http://президент.рф/"),
        ("HTTP://xn--d1abbgf6aiiy.xn--p1ai:80/a/..", "http://президент.рф/"),
        ("http://faß.de/%2e", "http://faß.de/"),
    ],
    ids=["same text", "scheme", "segments"],
)
def test_an_address_that_is_there(visitor, address, there):
    """A sentence names the address; what was typed stays."""
    page = visitor.add(address, "Again")
    assert f"This address is already there, as \u2066{there}\u2069." in page.description("Address")
    assert (address, "Again") == (page.field("Address")["value"], page.field("Title")["value"])


def test_two_at_once(visitor):
    """One of six people who add equivalent addresses at the same time succeeds; five are told."""
    form = visitor.get("/add")
    spellings = ["http://example.org/at-once", "HTTP://example.org:80/x/../at-once"] * 3
    with ThreadPoolExecutor(6) as pool:
        send = pool.map(
            lambda each: visitor.submit(form, {"Address": each, "Title": "x"}), spellings
        )
        answers = list(send)
    stored = visitor.links()[0]["iri"]
    visitor.delete(stored)
    told = [each.errors("Address") for each in answers if each.status == 200]
    assert [[f"This address is already there, as \u2066{stored}\u2069."]] * 5 == told


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("https://ar.wikipedia.org/wiki/كأس_العالم_(2022)", None),
        ("http://דוגמה.קום/2022/שלום/123", None),
        ("http://مثال.إختبار/أخبار/١٢?سنة=٢٠٢٢", None),
        ("例え.テスト/道", "https://例え.テスト/道"),
        ("https://example.org/a b?A|B", "https://example.org/a%20b?A%7CB"),
    ],
    ids=ascii,
)
def test_taken_without_a_question(visitor, typed, stored):
    """Honest addresses from right to left are, as they are; others are completed, or repaired."""
    page = visitor.submit(visitor.get("/add"), {"Address": typed, "Title": "x"})
    assert page.status in {302, 303}
    found = visitor.links()[0]["iri"]
    visitor.delete(found)
    assert (stored or typed) == found


@small
@pytest.mark.parametrize(
    ("languages", "refused", "asked"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "Das ist eine E-Mail-Adresse", "mischt Buchstaben"),
        ("ja", "メールアドレス", "文字が混ざって"),
        ("tlh, *", "This is an e-mail address.", "mixes letters"),
        ("\0;q=x" + "é" * 9, "This is an e-mail address.", "mixes letters"),
    ],
    ids=["de", "ja", "unknown", "nonsense"],
)
def test_sentences_are_in_the_language_of_the_reader(visitor, languages, refused, asked):
    """An error about an address, and a warning, are in the first language of the browser."""
    visitor.languages = languages.replace("\0", "").encode().decode("latin-1")
    for address, expected in (("jane@example.org", refused), (LOOK_ALIKE, asked)):
        page = visitor.submit(visitor.get("/add"), {"Address": address, "Title": "x"})
        assert expected in page.description("Address")


@small
@pytest.mark.parametrize("language", ["de", "ja", "ar", "en"])
def test_all_that_is_said_of_an_address_is_in_one_language(visitor, language):
    """The page is in English; a screen reader is told in which language the question is."""

    def say(name):
        return translate(TEXTS[name], language)

    visitor.languages = language
    page = visitor.submit(visitor.get("/add"), {"Address": LOOK_ALIKE, "Title": "x"})
    question = say("confirm-warnings")
    error, box, uri = page.one("#iri_error"), page.one(".iri-confirm"), page.one(".iri-uri")
    assert (question, f"Address: {question}") == (error.text, page.one(".summary li").text)
    assert (say("confirm"), say("sent-as")) == (box.text.strip(), uri["data-label"])
    assert translate(MESSAGES["not-absolute"], language) == uri["data-incomplete"]
    told = [page.one(".summary li bdi"), error, box, uri, page.one(".iri-warnings")]
    assert {language} == {str(spoken_in(each)) for each in told}
    assert "en" == spoken_in(page.one("#iri_help"))
    assert page.one(".iri-warnings")["id"] in page.field("Address")["aria-describedby"]
    for each in page.soup.select(".iri-warnings li"):
        assert page.body.decode().count(each.text) == 1


def spoken_in(element):
    """Return the language of *element*: a `lang` counts for all that is in it."""
    return element["lang"] if element.has_attr("lang") else element.find_parent(lang=True)["lang"]


def test_the_form_asks_before_it_takes_what_misleads(visitor):
    """A box confirms exactly the text that is shown, and nothing else that is wrong."""
    before = visitor.links()
    page = visitor.submit(visitor.get("/add"), {"Address": LOOK_ALIKE, "Title": "Not PayPal"})
    assert "mixes letters" in page.description("Address")
    assert "mixes letters" in page.one(".iri-warnings").text
    other = visitor.submit(page, {"Address": f"{LOOK_ALIKE}a"}, confirm=True)
    assert f"{LOOK_ALIKE}a" == other.one(".iri-confirm input")["value"]
    untitled = visitor.submit(page, {"Title": ""}, confirm=True)
    assert untitled.one(".iri-confirm input").has_attr("checked")
    double = "https://www.аррӏе.com/"
    asked = visitor.submit(page, {"Address": double})
    there = visitor.submit(asked, confirm=True)
    assert "This address is already there" in there.description("Address")
    assert before == visitor.links()

    assert visitor.submit(page, confirm=True).status in {302, 303}
    try:
        link = visitor.links()[0]
        assert LOOK_ALIKE == link["iri"]
        edit = visitor.get(f"/links/{link['id']}/edit")
        assert [] == edit.soup.select(".iri-warnings, .iri-confirm")
        saved = visitor.submit(edit, {"Title": "It stays, so it is not asked about"})
        assert saved.status in {302, 303}
    finally:
        visitor.delete(LOOK_ALIKE)


HOSTILE: dict[str, str | bytes] = {
    "empty": "",
    "spaces": " \t ",
    "NUL": b"http://example.org/\x00",
    "CR LF": b"http://example.org/\r\nLocation: http://evil.example/",
    "U+202E": "http://example.org/\u202etxt.exe",
    "bracket": "http://[::1",
    "compatibility host": "http://℀.com/",
    "percent": "http://ex%zzmple.org/",
    "port": "http://example.org:99999/",
    "no host": "http:///etc/passwd",
    "password": "http://me:secret@example.org/",
    "javascript": "javascript:alert(1)",
    "javascript in disguise": "java\tscript:alert(1)",
    "data": "data:text/html,<script>alert(1)</script>",
    "file": "file:///etc/passwd",
    "markup": '"><script>alert(1)</script>',
    "path": "/evil.example/",
    "e-mail": "juan@evil.example",
    "2049 characters": "http://example.org/".ljust(2049, "a"),
    "6000 octets": "http://example.org/" + "é" * 1000,
}


@pytest.mark.parametrize("address", HOSTILE.values(), ids=HOSTILE)
def test_an_address_that_is_refused(visitor, address):
    """There is one error at the field, the text stays, and nothing is stored."""
    before = visitor.links()
    page = visitor.add(address)
    assert 200 == page.status
    [error] = page.errors("Address")
    assert "true" == page.field("Address")["aria-invalid"]
    assert "secret" not in error
    assert [] == page.soup.select("script:not([src])")
    assert before == visitor.links()
    if isinstance(address, str) and address.strip():
        assert address == page.field("Address")["value"]


@pytest.mark.parametrize(
    "title",
    ["", " \u3000", b"a\0b", "é" * 201],
    ids=["empty", "spaces", "NUL", "201 letters"],
)
def test_a_title_that_is_refused(visitor, title):
    """The title has an error of its own."""
    page = visitor.add("http://example.org/title", title)
    assert (200, 1) == (page.status, len(page.errors("Title")))


@pytest.mark.parametrize("octets", [b"\xed\xa0\x80", b"\xe9"], ids=["surrogate", "latin-1"])
def test_octets_that_are_not_utf_8(visitor, octets):
    """Each framework reads them in its own way; what is stored is an IRI, and can be sent."""
    visitor.add(b"http://example.org/octets" + octets, octets)
    for link in visitor.links():
        if "octets" in link["iri"]:
            assert link["uri"].isascii()
            visitor.delete(link["iri"])


@small  # Django itself answers with 500
@pytest.mark.parametrize("charset", ["utf-8", "punycode", "unicode_escape"])
def test_a_form_in_another_encoding(visitor, charset):
    """The codec that a form names does not become an error of the server."""
    secret = str(visitor.get("/add").one("input[name=csrf_token]")["value"])
    fields: dict[str, str | bytes] = {"csrf_token": secret, "iri": ADDRESS, "title": "\\ud800"}
    body = multipart(fields, "\\ud800", b"")
    assert visitor.request("POST", "/add", body, f"{MULTIPART}; charset={charset}").status < 500
    visitor.delete(ADDRESS)


@pytest.mark.parametrize(
    "path",
    [
        "/go/",
        "/go/http://evil.example/",
        "/go//evil.example/",
        "/go/%09/evil.example",
        "/go/javascript:alert(1)",
        "/go/http://%D0%BF%D1%80%D0%B5%D0%B7%D0%B8%D0%B4%D0%B5%D0%BD%D1%82.%D1%80%D1%84/a",
        "/go/http://example.org/%ED%A0%80",
        "/go/http://example.org/%0D%0ASet-Cookie:%20a=b",
        "/go/http://%5B::1",
        "/go/http://" + "a." * 10_000,
        "/links/0/edit",
        "/links/9223372036854775808/edit",
        "/links/" + "9" * 5000 + "/edit",
        "/links/10001/file",
        "/titles/%2F",
        "/static/%2e%2e/seed.json",
        "/static/" + "a" * 3000,
        "/%00",
        "/%E9",
        "/%ED%A0%80",
    ],
    ids=lambda path: path[:40],
)
def test_what_is_not_there(visitor, path):
    """Any other path is an error of ours: never a redirect, never an error of the server."""
    page = visitor.get(path)
    assert page.status in {400, 404, 422}
    assert page.headers["Location"] is None


@pytest.mark.parametrize(
    "query",
    [
        *("page=0", "page=-1", "page=x", "page=9223372036854775808", f"page={'9' * 5000}"),
        *("page=%00", "q=%25", "q=%00", "q=%ED%A0%80", f"q={'a.' * 10_000}"),
    ],
    ids=lambda query: query[:20],
)
def test_a_query_that_finds_nothing(visitor, query):
    """The number of a page, and what is searched for, may be anything."""
    for path in ("/links", "/api/links"):
        assert visitor.get(f"{path}?{query}").status in {200, 400, 404, 422}


@small
@pytest.mark.parametrize(
    "target",
    ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"],
)
def test_the_form_leads_back_to_this_site_alone(visitor, target):
    """Whatever "next" says, the form redirects to the list."""
    form = visitor.get(f"/add?next={quote(target)}")
    saved = visitor.submit(form, {"Address": "http://example.org/next", "Title": "x"})
    visitor.delete("http://example.org/next")
    assert "/links" == saved.headers["Location"]


@pytest.mark.parametrize("token", [None, "", "wrong", "é", b"\xed\xa0\x80"])
@pytest.mark.parametrize("path", ["/add", "/links/{id}/edit"])
def test_a_form_of_another_site(visitor, path, token):
    """Nothing is stored without the secret of the form."""
    path = path.format(id=visitor.links()[0]["id"])
    before = visitor.get("/links").one(".links").text
    fields = {"iri": "http://example.org/csrf", "title": "x"}
    secrets = {} if token is None else {"csrf_token": token, "csrfmiddlewaretoken": token}
    page = visitor.post(path, {**fields, **secrets})
    assert page.status in {400, 403}
    assert before == visitor.get("/links").one(".links").text


def test_the_api_from_beginning_to_end(visitor):
    """A machine adds a link, reads both forms of its address in the list, and deletes it."""
    answer = visitor.send_json({"iri": ADDRESS, "title": "Straße"})
    link = json.loads(answer.body)
    expected = {"iri": ADDRESS, "uri": URI, "display": ADDRESS, "title": "Straße"}
    assert (201, False) == (answer.status, bool(link["warnings"]))
    assert expected.items() <= link.items()
    assert expected.items() <= visitor.links()[0].items()
    assert ADDRESS.encode() in visitor.get("/api/links").body
    path = f"/api/links/{link['id']}"
    assert [204, 404] == [visitor.request("DELETE", path).status for _ in range(2)]


def test_the_api_warns(visitor):
    """A machine cannot be asked: the answer says what can mislead, and where."""
    link = json.loads(visitor.send_json({"iri": LOOK_ALIKE, "title": "x"}).body)
    visitor.delete(LOOK_ALIKE)
    found = link["warnings"]
    found = found["iri"] if isinstance(found, dict) else found
    (mixed,) = (each for each in found if each["code"] == "mixed-scripts")
    # The label "рaypal" mixes, behind "http://".
    assert (7, 13) == (mixed["start"], mixed["end"])
    assert mixed["message"].startswith("“рaypal” mixes letters of two alphabets")


ERRORS = {
    "scheme": ({"iri": "javascript:alert(1)"}, {"iri": "scheme-not-allowed"}),
    "password": ({"iri": "http://me:secret@example.org/"}, {"iri": "userinfo-not-allowed"}),
    "duplicate": ({"iri": "HTTP://faß.de:80"}, {"iri": "unique"}),
    "surrogates": (
        {"iri": "http://example.org/\ud800", "title": "\ud800"},
        {"iri": "bad-character", "title": None},
    ),
    "long": ({"iri": "http://example.org/".ljust(3000, "a")}, {"iri": "too-long"}),
    "title": ({"title": "a\0b"}, {"title": None}),
    "no title": ({"title": " "}, {"title": None}),
}


@pytest.mark.parametrize(("values", "expected"), ERRORS.values(), ids=ERRORS)
def test_errors_of_the_api_have_codes(visitor, values, expected):
    """Each wrong field has an error with a code. No error repeats a password, or a long text."""
    page = visitor.send_json({"iri": "http://example.org/error", "title": "x", **values})
    assert page.status in {400, 409, 422}
    assert expected == codes(page)
    assert b"secret" not in page.body
    assert len(page.body) < 2000


BODIES = {
    "nothing": b"",
    "half": b"{",
    "list": b"[]",
    "octets": b"\xff",
    "deep": b"[" * 90_000,
    "number": b"9" * 5000,
    "numbers": b'{"iri": 1, "title": 2}',
    "null": b'{"iri": null, "title": null}',
    "empty": b"{}",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_not_a_link(visitor, body):
    """Any other body is an error of who sent it."""
    assert visitor.send_json(body).status in {400, 422}


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_a_page_of_another_site_cannot_use_the_api(visitor, kind):
    """It could send text or a form without asking, so that is not taken."""
    body = {"iri": "http://example.org/csrf", "title": "x"}
    assert visitor.send_json(body, kind).status in {400, 415, 422}
    assert "http://example.org/csrf" not in {each["iri"] for each in visitor.links()}


@pytest.mark.parametrize(("name", "schema"), [("starlette", "NewLink"), ("django", "Link")])
def test_the_schema_has_the_format(serve, name, schema):
    """OpenAPI says that the address that comes in is an IRI."""
    answer = json.loads(Visitor(serve(name).port).get("/openapi.json").body)
    assert "iri" == answer["components"]["schemas"][schema]["properties"]["iri"]["format"]


@pytest.mark.parametrize("path", ["/docs", "/redoc"])
def test_the_pages_of_the_api_load_nothing_from_elsewhere(serve, path):
    """Each file that they name is there, and the policy allows no other host."""
    visitor = Visitor(serve("starlette").port)
    page = visitor.get(path)
    named = [each.get("src") or each.get("href") for each in page.soup.select("[src], link[href]")]
    assert {200} == {visitor.get(str(each)).status for each in named}
    policy = page.headers["Content-Security-Policy"]
    assert "connect-src 'self'" in policy
    assert "http" not in policy


@pytest.mark.parametrize("path", ["/add", "/api/links"])
def test_a_request_that_is_too_large(port, path):
    """It is refused by the length that it declares, before it was sent."""
    head = f"POST {path} HTTP/1.1\nHost: localhost\nContent-Type: application/json"
    assert 413 == raw_status(port, f"{head}\nContent-Length: 30000000", b"[" * 1000)
    assert raw_status(port, f"{head}\nContent-Length: {'9' * 5000}") < 500


def test_an_address_of_a_megabyte(visitor):
    """It is too large for a request, or for an address."""
    page = visitor.add("http://example.org/" + "a" * 1_000_000)
    assert page.status == 413 or len(page.errors("Address")) == 1


def test_a_request_that_does_not_say_how_large_it_is(serve):
    """The application for ASGI counts what it receives; in WSGI, a body has a length."""
    head = "POST /api/links HTTP/1.1\nHost: localhost\nContent-Type: application/json"
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    port = serve("starlette").port
    assert 413 == raw_status(port, f"{head}\nTransfer-Encoding: chunked", chunk, chunk)


@pytest.mark.parametrize("target", ["/go/http://faß.de/é?q=é", "/é", "/é%2F1", "/go%2Fhttp:a"])
def test_raw_octets_in_a_request(port, target):
    """An IRI sent raw, as no client should, is answered."""
    assert raw_status(port, f"GET {target} HTTP/1.0\nHost: localhost") in {400, 404}


@pytest.mark.parametrize("host", ["evil.example", "localhost@evil.example", "localhost:[", ""])
def test_the_host_of_somebody_else(port, host):
    """The application answers to its own names only."""
    assert 400 == raw_status(port, f"GET /links HTTP/1.1\nHost: {host}\nConnection: close")


@pytest.mark.parametrize("name", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"])
def test_other_machines_are_refused(port, name):
    """As long as the key is the one in the repository, only this machine gets an answer."""
    page = Visitor(port).request("GET", "/links", extra={name: "192.0.2.1"})
    assert 403 == page.status
    assert b"SECRET_KEY" in page.body
    assert b"xn--" not in page.body


@pytest.mark.parametrize("path", ["/links", "/links/9/edit", "/nowhere", "/go/http://fa%C3%9F.de/"])
def test_header_fields(visitor, path):
    """Each field is ASCII, and they tell the browser to run and load nothing of others."""
    headers = visitor.get(path).headers
    assert all(value.isascii() for value in headers.values())
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert ("nosniff", "same-origin") == (
        headers["X-Content-Type-Options"],
        headers["Referrer-Policy"],
    )


@pytest.mark.parametrize("name", [*SMALL, "django"])
def test_behind_a_production_server(seeded, name):
    """With a key of its own it answers others, and addresses arrive whole from another server."""
    pytest.importorskip(SERVE_IN_PRODUCTION[name][2])
    example = seeded(name)
    example.environment["SECRET_KEY"] = "a secret of a test"
    with example.serve(SERVE_IN_PRODUCTION[name]) as port:
        visitor = Visitor(port)
        found = [visitor.get(go(each)).headers["Location"] for each in ("http://faß.de/", URI)]
        forwarded = visitor.request("GET", "/links", extra={"Forwarded": "for=192.0.2.1"})
        assert (["http://xn--fa-hia.de/", None], 200) == (found, forwarded.status)
        if name == "django":  # has an admin, which stays for this machine
            visitor.log_in()
            assert 200 == visitor.get("/admin/").status
            extra = {"X-Forwarded-For": "192.0.2.1"}
            assert 302 == visitor.request("GET", "/admin/", extra=extra).status


#: Stored texts, and where a page links to; None for no link. A browser understands those that only
#: lack percent-encoding.
OLD = {
    "http://example.org/old": "http://example.org/old",
    "example.org": None,
    "//evil.example/": None,
    "http://example.org/a b": "http://example.org/a%20b",
    "http://[::1": None,
    "javascript:alert(1)": None,
    "http://example.org/\u202etxt.exe": None,
    '"><script>alert(1)</script>': None,
}


@pytest.mark.parametrize("name", [*SMALL, "django"])
def test_old_rows(tmp_path, name):
    """Rows from before there was a rule are shown safely, and can be saved as they are."""
    example = Example(name, tmp_path)
    example.fill([(text, key_digest(text)) for text in OLD])
    with example.serve() as port:
        visitor = Visitor(port)
        list_page = visitor.get("/links")
        assert [] == list_page.soup.select("script:not([src]), a:not([href])")
        entries = [each.select_one("p") for each in list_page.soup.select(".links li")]
        assert list(reversed(OLD.values())) == [each.a and each.a["href"] for each in entries]
        uris = {each["iri"]: each["uri"] for each in visitor.links()}
        assert {text: uri if text == uri else None for text, uri in OLD.items()} == uris
        for number in range(1, len(OLD) + 1):
            saved = visitor.submit(visitor.get(f"/links/{number}/edit"), {"Title": "New"})
            assert saved.status in {302, 303}
        assert {"New"} == {each["title"] for each in visitor.links()}
        assert list(reversed(OLD)) == [each["iri"] for each in visitor.links()]
        for text in ("javascript:alert(1)", "http://example.org/a b"):
            assert visitor.get(go(text)).status in {400, 404}
