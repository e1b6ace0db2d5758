"""The three applications, as a visitor finds them: one set of tests, over HTTP."""

import json
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import quote, unquote

import pytest
from bs4 import BeautifulSoup

from test_examples.conftest import CREATE, SEED, SERVE, SERVE_IN_PRODUCTION, Example
from test_examples.test_files import SEED as LINKS
from test_examples.visitor import Page, Visitor

ADDRESS = "http://faß.de/straße?q=é"
URI = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"

#: As many links as `seed` adds: 25 languages have 20 words, and each pair of them is one.
SEEDED_LINKS = 25 * 20 * 20 + len(LINKS)

#: A seeded address as shown, and where it leads; None where a browser cannot follow it.
SEEDED = {
    "http://президент.рф/": "http://xn--d1abbgf6aiiy.xn--p1ai/",
    "http://例え.テスト/": "http://xn--r8jz45g.xn--zckzah/",
    "http://παράδειγμα.δοκιμή/": "http://xn--hxajbheg2az3al.xn--jxalpdlp/",
    "http://مثال.إختبار/": "http://xn--mgbh0fb.xn--kgbechtv/",
    "https://www.apple.com/": "https://www.apple.com/",
    "https://www.xn--80ak6aa92e.com/": "https://www.xn--80ak6aa92e.com/",
    "http://xn--ls8h.la/": "http://xn--ls8h.la/",
    "https://pl.wikipedia.org/wiki/Łódź": "https://pl.wikipedia.org/wiki/%C5%81%C3%B3d%C5%BA",
    "https://he.wikipedia.org/wiki/חיפה": (
        "https://he.wikipedia.org/wiki/%D7%97%D7%99%D7%A4%D7%94"
    ),
    "https://ar.wikipedia.org/wiki/القاهرة": (
        "https://ar.wikipedia.org/wiki/%D8%A7%D9%84%D9%82%D8%A7%D9%87%D8%B1%D8%A9"
    ),
    "http://www.example.org/r%E9sum%E9.html": "http://www.example.org/r%E9sum%E9.html",
    "mailto:info@example.org?subject=Привет": (
        "mailto:info@example.org?subject=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82"
    ),
    "urn:isbn:9780141439518": None,
    "urn:example:本:吾輩は猫である": None,
}

#: Stored text, and where `/go/` leads.
REDIRECTS = {
    "http://президент.рф/": "http://xn--d1abbgf6aiiy.xn--p1ai/",
    "http://💩.la/": "http://xn--ls8h.la/",
    "http://www.example.org/r%E9sum%E9.html": "http://www.example.org/r%E9sum%E9.html",
    "https://he.wikipedia.org/wiki/%D7%97%D7%99%D7%A4%D7%94": (
        "https://he.wikipedia.org/wiki/%D7%97%D7%99%D7%A4%D7%94"
    ),
    "mailto:info@example.org?subject=Привет": (
        "mailto:info@example.org?subject=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82"
    ),
    "urn:isbn:9780141439518": "urn:isbn:9780141439518",
    "urn:example:本:吾輩は猫である": (
        "urn:example:%E6%9C%AC:%E5%90%BE%E8%BC%A9%E3%81%AF%E7%8C%AB%E3%81%A7%E3%81%82%E3%82%8B"
    ),
}

HOSTILE = {
    "empty": "",
    "spaces": " \t ",
    "NUL": b"http://example.org/\x00",
    "CR LF": b"http://example.org/\r\nLocation: http://evil.example/",
    "U+202E": "http://example.org/\u202etxt.exe",
    "percent": "http://example.org/%zz",
    "bracket": "http://[::1",
    "compatibility host": "http://℀.com/",
    "two dots": "http://a..b/",
    "no host": "http:///etc/passwd",
    "scheme and path": "http:example",
    "port": "http://example.org:99999/",
    "password": "http://me:secret@example.org/",
    "javascript": "javascript:alert(1)",
    "javascript in disguise": "java\tscript:alert(1)",
    "data": "data:text/html,<script>alert(1)</script>",
    "file": "file:///etc/passwd",
    "markup": '"><script>alert(1)</script>',
    "relative": "/api/links",
    "network path": "//evil.example/",
    "no scheme": "example.org",
    "a megabyte": "http://example.org/" + "a" * 1_000_000,
    "a megabyte of dots": "http://" + "." * 1_000_000,
    "2048 letters too many octets": "http://example.org/" + "é" * 1000,
}

#: Addresses with what can mislead, and where: the text is taken, and people are told.
MISLEADING = {
    "mixed scripts": ("http://рaypal.com/", "http://xn--aypal-uye.com/"),
    "invisible": ("http://example.org/a\u200bb", "http://example.org/a%E2%80%8Bb"),
    "not NFC": ("http://example.org/e\u0301", "http://example.org/e\u0301"),
    "slash": ("http://example.org/a\u2044b", "http://example.org/a\u2044b"),
}

PAGES = [
    "/",
    "/links",
    "/add",
    "/links/10001",
    "/links/10001/delete",
    "/links/10001/edit",
    "/links/10048",
    "/links/10050",
    "/links?page=2",
    "/links?q=xn--fa-hia.de",
    "/links?q=nowhere",
    "/compare",
    "/compare?iri=x",
    "/wire?iri=x",
    "/wire?iri=",
    "/old",
    "/add?iri=http%3A%2F%2Ffa%C3%9F.de%2F&title=Fa%C3%9F",
    "/no-such-page",
]


def entries(page: Page) -> dict[str, str | None]:
    """Return the addresses of the list, as shown, and where they lead."""
    addresses = page.soup.select(".links li > p:not(.quiet) bdi[dir=ltr]")
    links = {each.text: each.find_parent("a") for each in addresses}
    return {shown: str(link["href"]) if link else None for shown, link in links.items()}


def go(address: str) -> str:
    """Return the path that redirects to *address*."""
    return f"/go/{quote(address, safe='')}"


def test_list_shows_every_address_in_its_script(visitor):
    """Each seeded address stands in a bdi of its own, and is linked by its mapped URI."""
    found = entries(visitor.get("/links"))
    assert len(found) >= len(LINKS)
    assert SEEDED == {shown: found.get(shown, "absent") for shown in SEEDED}


def test_list_gives_titles_their_language(visitor):
    """A title is marked with its language, and finds its direction by itself."""
    title = visitor.get("/links").soup.find("bdi", string="ירושלים")
    assert {"lang": "he", "dir": "auto"} == title.attrs


def test_main_job(visitor):
    """A person adds an address, sees it in their script; its href and redirect are URIs."""
    try:
        page = visitor.add(ADDRESS, "Straße & <Faß>")
        assert "Added: Straße & <Faß>" == page.one(".messages").get_text(strip=True)
        assert URI == entries(page)[ADDRESS]
        answer = visitor.get(go(ADDRESS))
        assert (302, URI) == (answer.status, answer.headers["Location"])
        links = json.loads(visitor.get("/api/links").body)["results"]
        assert {"iri": ADDRESS, "uri": URI, "display": ADDRESS, "title": "Straße & <Faß>"} == {
            name: links[0][name] for name in ("iri", "uri", "display", "title")
        }
    finally:
        visitor.delete(ADDRESS)


def test_message_is_shown_once(visitor):
    """The next page says what was done, and the one after it does not."""
    try:
        visitor.add("http://example.org/once")
        assert [] == visitor.get("/links").soup.select(".messages")
    finally:
        visitor.delete("http://example.org/once")


def test_django_says_what_can_mislead(ports):
    """The next page says it of a new address, and after an edit of its title nothing."""
    visitor = Visitor(ports["django"])
    try:
        page = visitor.add("http://example.org/раураl", "x")
        assert "mixes scripts" in page.one(".messages li[lang=en]").text
        edit = f"{page.one('.links li:first-child h2 a')['href']}/edit"
        answer = visitor.submit(visitor.get(edit), {"Title": "y"})
        message = visitor.get(answer.headers["Location"]).one(".messages").get_text(strip=True)
        assert "Saved: y" == message
    finally:
        visitor.delete("http://example.org/раураl")


def test_white_space_around_an_address_is_trimmed(visitor):
    """Space, TAB, CR, LF and FF at the two ends do not belong to what was pasted."""
    try:
        visitor.add("\f\t http://example.org/trim\r\n")
        assert 302 == visitor.get("/go/http://example.org/trim").status
    finally:
        visitor.delete("http://example.org/trim")


@pytest.mark.parametrize(
    "address", ["http://example.org/?", "HTTP://EXAMPLE.org:80/a#", "http://example.org/e\u0301"]
)
def test_address_is_stored_as_given(visitor, address):
    """Nothing is folded, repaired or normalised: not in the database, not on the wire."""
    visitor.add(address)
    link = json.loads(visitor.get("/api/links").body)["results"][0]
    try:
        assert address == link["iri"]
        uri = quote(address, safe=":/?#")
        assert (uri, uri) == (link["uri"], visitor.get(go(address)).headers["Location"])
    finally:
        visitor.submit(visitor.get(f"/links/{link['id']}/delete"))


@pytest.mark.parametrize(
    ("address", "there"),
    [
        ("https://ar.wikipedia.org/wiki/القاهرة", "https://ar.wikipedia.org/wiki/القاهرة"),
        ("HTTP://президент.рф:80", "http://президент.рф/"),
        ("http://xn--d1abbgf6aiiy.xn--p1ai/a/../", "http://президент.рф/"),
        ("http://ПРЕЗИДЕНТ.рф/%2e", "http://президент.рф/"),
        ("https://pl.wikipedia.org/%77iki/%c5%81ódź", "https://pl.wikipedia.org/wiki/Łódź"),
        ("http://xn--i-7iq.ws/", "http://xn--i-7iq.ws/"),
    ],
    ids=["same text", "5.3.3", "5.3.2.4", "5.3.2.1", "5.3.2.3", "shown as it goes to the wire"],
)
def test_equivalent_address_is_refused(visitor, address, there):
    """An error at the field names the address that is there; what was typed stays (5.3)."""
    page = visitor.add(address, "Again")
    message = f"This address is already there, as \u2066{there}\u2069."
    assert message in page.description("Address")
    assert (address, "Again") == (page.field("Address")["value"], page.field("Title")["value"])


@pytest.mark.parametrize(
    "address",
    [
        "http://faß.de/#a",
        "http://faß.de/?",
        "https://faß.de/",
        "http://fass.de/",
        "http://faß.de/ä",
    ],
)
def test_another_address_is_another_link(visitor, address):
    """An address that is not equivalent to it does not stand in its way."""
    try:
        page = visitor.add(address)
        assert "Added: A title" == page.one(".messages").get_text(strip=True)
    finally:
        visitor.delete(address)


def test_two_at_once(visitor):
    """One of ten people who add equivalent addresses at the same time succeeds; nine are told."""
    form = visitor.get("/add")
    spellings = ["http://example.org/two-at-once", "HTTP://example.org:80/x/../two-at-once"] * 5
    values = [{"Address": address, "Title": "x"} for address in spellings]
    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(lambda each: visitor.submit(form, each), values))
    link = json.loads(visitor.get("/api/links").body)["results"][0]
    try:
        assert {302: 1, 200: 9} == Counter(answer.status for answer in answers)
        told = {page.one("#id_iri_error").text for page in answers if page.status == 200}
        assert {f"This address is already there, as \u2066{link['iri']}\u2069."} == told
    finally:
        visitor.submit(visitor.get(f"/links/{link['id']}/delete"))


@pytest.mark.parametrize(("address", "shown"), MISLEADING.values(), ids=MISLEADING)
def test_misleading_address_is_taken_with_a_warning(visitor, address, shown):
    """People are told to look twice: in the form, which asks, in the list, on the link's page."""
    form = visitor.submit(visitor.get("/add"), {"Address": address})
    told = [each.text for each in form.soup.select(".warning, .iri-warnings li")]
    assert told
    warnings = [f"Please look twice: {each.removeprefix('Please look twice: ')}" for each in told]
    try:
        entry = visitor.add(address).one(".links li:first-child")
        assert shown == entry.select_one("bdi[dir=ltr]").text
        detail = visitor.get(entry.select_one("h2 a")["href"])
        assert warnings == [each.text for each in entry.select(".warning")]
        assert warnings == [each.text for each in detail.soup.select("dd .warning")]
    finally:
        visitor.delete(shown)


def test_honest_addresses_have_no_warning(visitor):
    """Only two emoji and the double of another among the seeded addresses have one."""
    warned = {
        each.parent.select_one("p").text for each in visitor.get("/links").soup.select(".warning")
    }
    expected = {"http://xn--ls8h.la/", "http://xn--i-7iq.ws/", "https://www.xn--80ak6aa92e.com/"}
    assert expected == warned


def test_required_fields(visitor):
    """Address and title cannot be empty; language and note can."""
    page = visitor.submit(visitor.get("/add"))
    assert page.one("title").text.startswith("Error: ")
    errors = {
        label: "This field is required." in page.description(label)
        for label in ("Address", "Title", "Language", "Note")
    }
    assert {"Address": True, "Title": True, "Language": False, "Note": False} == errors


def test_error_is_tied_to_its_field(visitor):
    """An error marks its input as invalid; the other inputs stay valid, and keep their text."""
    page = visitor.submit(
        visitor.get("/add"), {"Address": "http://faß.de/%zz", "Title": " é", "Language": "not one"}
    )
    invalid = {each["name"] for each in page.soup.select("[aria-invalid=true]")}
    assert {"iri", "lang"} == invalid
    assert "language tag" in page.description("Language")
    values = [page.field(label)["value"] for label in ("Address", "Title", "Language")]
    assert ["http://faß.de/%zz", " é", "not one"] == values


@pytest.mark.parametrize("address", HOSTILE.values(), ids=HOSTILE)
def test_hostile_address_is_an_error_at_the_field(visitor, address):
    """The form answers text that is not an address for this directory, and does not store it."""
    before = visitor.get("/api/links").body
    page = visitor.add(address)
    assert 200 == page.status
    assert 1 == len(page.soup.select("#id_iri_error li"))
    assert "secret" not in page.one("#id_iri_error").text
    assert before == visitor.get("/api/links").body
    if isinstance(address, str) and address.strip():
        assert address == page.field("Address").get("value", "")


@pytest.mark.parametrize("octets", [b"\xed\xa0\x80", b"\xe9"], ids=["surrogate", "latin-1"])
def test_octets_that_are_not_utf_8(visitor, octets):
    """Each framework reads them as text in its own way; that text is what the form judges."""
    page = visitor.add(b"http://example.org/" + octets, octets)
    assert 200 == page.status
    for link in json.loads(visitor.get("/api/links").body)["results"]:
        if link["id"] <= SEEDED_LINKS:
            break
        assert link["iri"] == link["uri"] == "http://example.org/" + quote(octets)
        visitor.submit(visitor.get(f"/links/{link['id']}/delete"))


@pytest.mark.parametrize(
    "title", [b"a\x00b", "é" * 201, "a" * 1_000_000], ids=["NUL", "201 letters", "a megabyte"]
)
def test_hostile_title_is_an_error_at_the_field(visitor, title):
    """The other fields have limits of their own."""
    page = visitor.add("http://example.org/title", title)
    assert (200, 1) == (page.status, len(page.soup.select("#id_title_error li")))


@pytest.mark.parametrize(
    "title",
    ["<script>alert(1)</script>", "\u202eevil", "{{ 1 }} {% x %} %s"],
    ids=["markup", "U+202E", "template"],
)
def test_odd_title_is_text_like_any_other(visitor, title):
    """A title is data: it is escaped, and what it does to direction ends with it."""
    try:
        page = visitor.add("http://example.org/odd", title)
        shown = page.one(".links li:first-child h2 bdi")
        assert title == shown.text
        assert [] == shown.find_all()
    finally:
        visitor.delete("http://example.org/odd")


#: A note, the text it is shown as, and where its links lead.
NOTES = {
    "prose": (
        "<b>See президент.рф。Or (https://faß.de/straße?q=é).",
        "<b>See президент.рф。Or (https://faß.de/straße?q=é).",
        ["https://xn--d1abbgf6aiiy.xn--p1ai", "https://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9"],
    ),
    "mailbox": ("me@example.org", "me@example.org", ["mailto:me@example.org"]),
    "look-alike": ("www.аррӏе.com", "www.xn--80ak6aa92e.com", ["https://www.xn--80ak6aa92e.com"]),
    "password": (
        "http://me:pw@example.org/",
        "http://me:***@example.org/",
        ["http://me:pw@example.org/"],
    ),
    "javascript": ("javascript:alert(1)", "javascript:alert(1)", []),
    "markup": ('"><script src=//a.example>', '"><script src=//a.example>', []),
    "template": ("{{ 1 }} {% x %} %s &lt;", "{{ 1 }} {% x %} %s &lt;", []),
}


@pytest.mark.parametrize(("note", "shown", "hrefs"), NOTES.values(), ids=NOTES)
def test_addresses_in_a_note_are_links(visitor, note, shown, hrefs):
    """In the list and on the link's page, addresses become links, and all else stays text."""
    try:
        entry = visitor.add("http://example.org/note", note=note).one(".links li:first-child")
        detail = visitor.get(entry.select_one("h2 a")["href"])
        for element in (entry.select_one(".quiet"), detail.one("main > .quiet")):
            assert (shown, hrefs) == (element.text, [each["href"] for each in element("a")])
            assert {"a", "bdi"} >= {each.name for each in element.find_all()}
    finally:
        visitor.delete("http://example.org/note")


def download(visitor, page) -> tuple[str, str, bytes]:
    """Return the name that the page of a link shows for its file, that of the header, the file."""
    link = page.one("dd a[href^='/links/']")
    answer = visitor.get(str(link["href"]))
    disposition = answer.headers["Content-Disposition"]
    assert disposition.startswith("attachment; filename=")
    named = disposition.partition("filename*=UTF-8''")[2]
    name = unquote(named) if named else disposition.split('"')[1]
    return link.text, name, answer.body


#: The name of an upload, and the one it is kept, shown and downloaded under.
FILES = {
    "scripts": ("naïve 日本語.pdf", "naïve 日本語.pdf"),
    "right to left": ("דוח.txt", "דוח.txt"),
    "folder": ("../../../é.txt", "é.txt"),
    "device": ("con.txt", "_con.txt"),
    "stream": ("a:b.txt", "ab.txt"),
    "hidden": (".htaccess", "htaccess"),
    "U+202E": ("ann\u202efdp.exe", "annfdp.exe"),
    "markup": ("<b>&.html", "b&.html"),
}


@pytest.mark.parametrize(("name", "kept"), FILES.values(), ids=FILES)
def test_file_keeps_its_name(visitor, name, kept):
    """An upload is shown, and downloaded again, under its own name, or else under a safe one."""
    try:
        page = visitor.add("http://example.org/file", file=(name, b"<script>\0\xff"))
        detail = visitor.get(page.one(".links li:first-child h2 a")["href"])
        assert (kept, kept, b"<script>\0\xff") == download(visitor, detail)
    finally:
        visitor.delete("http://example.org/file")


def test_files_of_one_name(visitor):
    """A file replaces no other of its name, and goes with its link."""
    addresses = ["http://example.org/file/1", "http://example.org/file/2"]
    try:
        details = [
            visitor.get(
                visitor.add(each, file=("日本.txt", each.encode())).one(
                    ".links li:first-child h2 a"
                )["href"]
            )
            for each in addresses
        ]
        files = [download(visitor, each) for each in details]
        assert [each.encode() for each in addresses] == [content for _, _, content in files]
        assert "日本.txt" == files[0][0] != files[1][0]
        assert [shown for shown, _, _ in files] == [name for _, name, _ in files]
    finally:
        for each in addresses:
            visitor.delete(each)
    assert [404, 404] == [visitor.get(f"{each.path}/file").status for each in details]


def test_file_of_a_link_that_is_refused(visitor):
    """Where a link is not added, or has no file, there is nothing to download."""
    page = visitor.add("http://президент.рф/", file=("é.txt", b"a"))
    assert "This address is already there" in page.description("Address")
    link = json.loads(visitor.get("/api/links").body)["results"][0]
    assert [404, 404] == [visitor.get(f"/links/{n}/file").status for n in (link["id"], 10_000)]


def test_seeded_file(visitor):
    """The seed brings a file whose name is in Japanese."""
    expected = ("吾輩は猫である.txt", "吾輩は猫である.txt", "吾輩は猫である。名前はまだ無い。\n")
    shown, name, content = download(visitor, visitor.get("/links/10002"))
    assert expected == (shown, name, content.decode())


def test_detail_shows_every_form(visitor):
    """A link's page has the text as stored, as shown, as sent, and its parts side by side."""
    try:
        page = visitor.get(visitor.add(ADDRESS).one(".links li:first-child h2 a")["href"])
        assert [ADDRESS, ADDRESS, URI] == [each.get_text(strip=True) for each in page.soup("dd")]
        rows = [[cell.text for cell in row(["th", "td"])] for row in page.one("tbody")("tr")]
        assert [
            ["scheme", "http", "http"],
            ["host", "faß.de", "xn--fa-hia.de"],
            ["path", "/straße", "/stra%C3%9Fe"],
            ["query", "q=é", "q=%C3%A9"],
        ] == rows
        redirect = visitor.get(page.soup.find("a", string="Follow the redirect")["href"])
        assert URI == redirect.headers["Location"]
    finally:
        visitor.delete(ADDRESS)


def test_delete_asks_first(visitor):
    """Following the link to delete does not delete: sending the form does."""
    page = visitor.add("http://example.org/delete")
    path = page.one(".links li:first-child h2 a")["href"]
    question = visitor.get(f"{path}/delete")
    assert "http://example.org/delete" in question.one("main").text
    assert 200 == visitor.get(path).status
    answer = visitor.submit(question)
    assert (302, "/links") == (answer.status, answer.headers["Location"])
    message = visitor.get("/links").one(".messages").get_text(strip=True)
    assert "Deleted: A title" == message
    assert [404, 404] == [visitor.get(each).status for each in (path, f"{path}/delete")]


@pytest.mark.parametrize(("address", "uri"), REDIRECTS.items())
def test_go_redirects_to_a_stored_link(visitor, address, uri):
    """The redirect carries the mapped URI of the stored text, whatever its scheme."""
    answer = visitor.get(go(address))
    assert (302, uri) == (answer.status, answer.headers["Location"])


def test_go_knows_an_address_in_other_words(visitor):
    """The redirect of an equivalent address carries the URI of the one that is stored (5.3)."""
    for address in ("HTTP://президент.рф:80", "http://xn--d1abbgf6aiiy.xn--p1ai/a/.."):
        answer = visitor.get(go(address))
        expected = (302, REDIRECTS["http://президент.рф/"])
        assert expected == (answer.status, answer.headers["Location"])


@pytest.mark.parametrize(
    "path",
    [
        "/go/",
        "/go/http://evil.example/",
        "/go//evil.example/",
        "/go/%09/evil.example",
        "/go/javascript:alert(1)",
        "/go/http://президент.рф/a",
        "/go/https://президент.рф/",
        "/go/http://президент.рф/#",
        "/go/http://example.org/%ED%A0%80",
        "/go/http://example.org/%E9",
        "/go/http://example.org/%00",
        "/go/http://example.org/%0D%0ASet-Cookie:%20a=b",
        "/go/http://example.org/%E2%80%AE",
        "/go/http://example.org/%25zz",
        "/go/http://example.org/%zz",
        "/go/http://%5B::1",
        "/go/http://℀.com/",
        "/go/http://a..b/",
        "/go/http://xn--a/",
        "/go/http://" + "a." * 10_000,
        "/links/0",
        "/links/-1",
        "/links/1e1",
        "/links/9223372036854775807",
        "/links/9223372036854775808",
        "/links/" + "9" * 5000,
        "/links/" + "9" * 5000 + "/delete",
        "/links/1%00",
        "/links/10001/",
        "/%00",
        "/%ED%A0%80",
        "/%E9",
        "/static/no-such-file",
    ],
    ids=lambda path: path[:40],
)
def test_what_is_not_there_is_not_found(visitor, path):
    """Any other path is a plain 404 of ours: never a redirect, never an error of the server."""
    page = visitor.get(quote(path, safe="/%:@#()=-").replace("#", "%23"))
    assert (404, None) == (page.status, page.headers["Location"])
    assert "Not Found" == page.one("h1").text


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/%E8%B7%AF?q=%C3%A9", "/路"),
        ("/%3Cb%3E", "/%3Cb%3E"),
        ("/%E9", "/%E9"),
        ("/%E2%80%AEtxt.exe", "/%E2%80%AEtxt.exe"),
    ],
)
def test_what_is_not_found_is_named(visitor, path, shown):
    """The page shows the path that was asked for, as people can read it, and nothing decoded."""
    assert shown == visitor.get(path).one("main bdi[dir=ltr]").text


@pytest.mark.parametrize(
    "path", ["/static/%2e%2e/settings.py", "/static/..%2fseed.json", "/static/%00"]
)
def test_files_of_the_project_are_not_served(visitor, path):
    """Nothing leaves but what is in the folder of static files."""
    assert visitor.get(path).status in {400, 404}


def test_queries_change_nothing(visitor):
    """No page takes orders from its query."""
    for path in PAGES[:4]:
        plain = visitor.get(path).status
        query = "next=//evil.example&iri=%ED%A0%80&id=%00&x=%zz"
        assert plain == visitor.get(f"{path}?{query}").status
    page = visitor.submit(visitor.get("/add?next=//evil.example"), {"Address": "urn:example:next"})
    assert None is page.headers["Location"]


def test_raw_octets_in_a_request_are_no_error_of_the_server(port):
    """An IRI sent raw, as no client should, is answered."""
    for target in ("/go/http://faß.de/é?q=é", "/?q=é", "/é"):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
            request = f"GET {target} HTTP/1.0\r\nHost: localhost\r\n\r\n"
            client.sendall(request.encode())
            status = client.makefile("rb").readline().split()[1]
        assert status in {b"200", b"400", b"404"}


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost:80", b"404"),
        ("xn--r8jz45g.localhost", b"404"),  # 例え.localhost, as a browser sends it
        ("evil.example", b"400"),
        ("xn--fa-hia.localhost", b"400"),
        ("localhost@evil.example", b"400"),
    ],
)
def test_host_of_somebody_else_is_refused(port, host, expected):
    """The development servers answer for this machine only, one of whose names is in Japanese."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as client:
        client.sendall(f"GET /no-such-page HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
        status = client.makefile("rb").readline().split()[1]
    assert expected == status


def test_json_has_both_forms(visitor):
    """Machines get the text as stored, the URI, and what people see; all of it is UTF-8."""
    page = visitor.get("/api/links")
    assert page.headers["Content-Type"].startswith("application/json")
    assert "http://президент.рф/".encode() in page.body
    links = json.loads(page.body)["results"]
    names = {"id", "iri", "uri", "display", "title", "lang", "note", "warnings"}
    assert names == set(links[0])
    by_iri = {link["iri"]: link for link in links}
    assert REDIRECTS == {iri: by_iri[iri]["uri"] for iri in REDIRECTS}
    assert "http://пример.испытание/" == by_iri["http://xn--e1afmkfd.xn--80akhbyknj4f/"]["display"]


@pytest.mark.parametrize("path", ["/add", "/links/10001/delete"])
@pytest.mark.parametrize("token", [None, "", "wrong", "é", b"\xed\xa0\x80"])
def test_a_form_of_another_site_is_refused(visitor, path, token):
    """Without the secret of the form nothing is added or deleted."""
    form = visitor.get(path)
    name = form.soup.select_one("input[type=hidden]")["name"]
    fields = {"iri": "http://example.org/csrf", "title": "x"}
    page = visitor.post(path, fields if token is None else {**fields, name: token})
    # Flask-WTF says 400.
    assert (page.status, page.one("h1").text) in {(403, "Forbidden"), (400, "Bad Request")}
    assert 200 == visitor.get("/links/10001").status
    assert 404 == visitor.get("/go/http://example.org/csrf").status


@pytest.mark.parametrize("path", [*PAGES, go("http://президент.рф/")])
def test_headers(visitor, path):
    """Every header is ASCII, and tells the browser to run and load nothing of others."""
    headers = visitor.get(path).headers
    assert all(value.isascii() for value in headers.values())
    policy = headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= set(policy)
    assert "nosniff" == headers["X-Content-Type-Options"]
    assert "Accept-Language" in ", ".join(headers.get_all("Vary", []))


@pytest.mark.parametrize("path", [*PAGES, go("http://президент.рф/")])
def test_head(visitor, path):
    """HEAD is answered as GET is, without a body (RFC 9110 section 9.3.2)."""
    page, head = visitor.get(path), visitor.head(path)
    assert (page.status, page.headers["Location"]) == (head.status, head.headers["Location"])
    assert b"" == head.body


@pytest.mark.parametrize("path", PAGES)
def test_page_is_well_made(visitor, path):
    """A page has a title, a language, a way to skip to the content, one heading, no script."""
    page = visitor.get(path)
    assert "en" == page.one("html")["lang"]
    assert page.one("title").text.endswith(" · Links in their own script")
    assert "#content" == page.soup.body.find("a")["href"]
    assert 1 == len(page.soup.select("main#content h1"))
    assert [] == page.soup.select("script:not([src]), style, [style], [onclick], [onload]")
    labels = {label["for"] for label in page.soup.select("label")}
    fields = page.soup.select("input:not([type=hidden], [type=checkbox]), select")
    assert labels == {each["id"] for each in fields}
    described = [
        each["aria-describedby"].split() for each in page.soup.select("[aria-describedby]")
    ]
    assert all(page.soup.find(id=each) for ids in described for each in ids)


@pytest.mark.parametrize("path", PAGES)
def test_all_applications_show_the_same_page(ports, path):
    """The three pages are the same, element by element, except for secret and signature."""
    django, flask, starlette = (outline(Visitor(port).get(path).soup) for port in ports.values())
    assert django == flask
    assert django == starlette


def outline(soup: BeautifulSoup) -> list[str]:
    """Return the elements of a page in order, each with its attributes and its own text."""
    for element in soup.select("footer, input[type=hidden], .admin, .schema"):
        element.decompose()
    # Each framework has its own way to percent-encode what a link has in it.
    # Each serves the script of the input in its own way.
    for file in soup.select("link[href*=iri-input], script"):
        file.decompose()
    for field in soup.select("input[value='']"):
        del field["value"]
    for link in soup.select("a[href]"):
        link["href"] = unquote(str(link["href"]))
    return [
        f"{each.name} {sorted((k, str(v)) for k, v in each.attrs.items())}"
        f" {' '.join(''.join(each.find_all(string=True, recursive=False)).split())}"
        for each in soup.find_all()
    ]


@pytest.mark.parametrize("name", SERVE)
def test_without_links(tmp_path, name):
    """A new directory says that it is empty; seeding it twice is seeding it once."""
    example = Example(name, tmp_path)
    for _ in range(2):
        example.run(CREATE[name])
    with example.serve(SERVE[name]) as port:
        page = Visitor(port).get("/links")
        assert "There are no links yet. Add the first one." in page.one("main").text
        said = [example.run(SEED[name]).strip() for _ in range(2)]
        assert said[0].endswith(f"{SEEDED_LINKS} links added, 0 were there already")
        assert said[1].endswith(f"0 links added, {SEEDED_LINKS} were there already")
        assert f"{SEEDED_LINKS} links." in Visitor(port).get("/links").one("main > p").text


@pytest.mark.parametrize("name", SERVE)
def test_behind_a_production_server(tmp_path, name):
    """Under gunicorn and hypercorn, which read requests differently, addresses arrive whole."""
    pytest.importorskip(SERVE_IN_PRODUCTION[name][2])
    example = Example(name, tmp_path)
    example.run(CREATE[name])
    example.run(SEED[name])
    with example.serve(SERVE_IN_PRODUCTION[name]) as port:
        answers = [Visitor(port).get(go(address)) for address in REDIRECTS]
    assert list(REDIRECTS.values()) == [answer.headers["Location"] for answer in answers]


TOO_LONG = {
    "urn:x:" + "例" * 1000: "it takes 9006 bytes to send",
    "http://example.org/" + "é" * 400: "it takes 2419 bytes to send",
    "http://example.org/" + "a" * 2100: "it has 2119 characters",
}


@pytest.mark.parametrize(("text", "length"), TOO_LONG.items(), ids=["urn", "http", "characters"])
def test_an_address_that_is_too_long(visitor, text, length):
    """It is refused at the field, and kept; people are told how long it is, and may be."""
    page = visitor.add(text)
    expected = f"This address is too long: {length}, and at most 2048 are accepted."
    assert expected == page.one(".errorlist").get_text(strip=True)
    assert text == page.one("input[name=iri]")["value"]


def test_a_long_path_is_not_found(visitor):
    """A name that no file can have is not an error of the server."""
    assert 404 == visitor.get(f"/static/{'a' * 3000}").status
