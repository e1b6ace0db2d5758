"""The pages of the demonstration, as a visitor finds them."""

import gettext
import json
import re
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import pytest

import translations
from iri3987 import messages
from test_examples.conftest import EXAMPLES
from test_examples.test_visits import ADDRESS, HOSTILE, URI
from test_examples.visitor import Page, Visitor

PROJECT = EXAMPLES / "django_links" / "django_links"
#: As many links as `seed` adds: 25 languages have 20 words, and each pair of them is one.
SEEDED_LINKS = 25 * 20 * 20 + 50
#: A seeded address as shown, and where it leads; None where a browser cannot follow it.
SEEDED = {
    "http://xn--ls8h.la/": "http://xn--ls8h.la/",
    "mailto:info@example.org?subject=Привет": (
        "mailto:info@example.org?subject=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82"
    ),
    "urn:isbn:9780141439518": None,
}
PAGES = [
    "/",
    "/links",
    "/links?q=xn--fa-hia.de&page=2",
    "/add",
    "/links/10001",
    "/links/10001/delete",
    "/links/10048/edit",
    "/compare",
    "/wire?iri=x",
    "/old",
    "/no-such-page",
]


@pytest.fixture
def port(serve) -> int:
    """Give the port of the application."""
    return serve("django").port


def entries(page: Page) -> dict[str, str | None]:
    """Return the addresses of the list, as shown, and where they lead."""
    addresses = page.soup.select(".links li > p:not(.quiet) bdi[dir=ltr]")
    links = {each.text: each.find_parent("a") for each in addresses}
    return {shown: str(link["href"]) if link else None for shown, link in links.items()}


def newest(page: Page) -> str:
    """Return the path of the first link of the list."""
    return str(page.one(".links li:first-child h2 a")["href"])


def test_list(visitor):
    """Each address is shown in its script, and linked by its URI; a title has its language."""
    page = visitor.get("/links")
    found = entries(page)
    assert SEEDED == {shown: found.get(shown, "absent") for shown in SEEDED}
    title = page.soup.find("bdi", string="ירושלים")
    assert {"lang": "he", "dir": "auto"} == title.attrs
    warned = {each.parent.select_one("p").text for each in page.soup.select(".warning")}
    double = "https://www.xn--80ak6aa92e.com/"
    assert {"http://xn--ls8h.la/", "http://xn--i-7iq.ws/", double} == warned


def test_main_job(visitor, added):
    """A person adds an address, sees every form of it, follows it, edits it and deletes it."""
    page = added(ADDRESS, "Straße & <Faß>", note="See президент.рф, javascript:alert(1)")
    assert "Added: Straße & <Faß>" == page.one("[role=status] > ul > li").get_text(strip=True)
    assert URI == entries(page)[ADDRESS]
    assert [] == visitor.get("/links").soup.select(".messages")

    detail = visitor.get(newest(page))
    assert [ADDRESS, ADDRESS, URI] == [each.get_text(strip=True) for each in detail.soup("dd")]
    rows = [[cell.text for cell in row(["th", "td"])] for row in detail.one("tbody")("tr")]
    assert ["host", "faß.de", "xn--fa-hia.de"] in rows
    note = [each["href"] for each in detail.soup.select("main > .quiet a")]
    assert ["https://xn--d1abbgf6aiiy.xn--p1ai"] == note
    follow = visitor.get(str(detail.soup.find("a", string="Follow the redirect")["href"]))
    assert (302, URI) == (follow.status, follow.headers["Location"])

    edit = visitor.get(f"{detail.path}/edit")
    saved = visitor.submit(edit, {"Address": "HTTP://faß.de:80/straße?q=é", "Title": "After"})
    assert "Saved: After" in visitor.follow(saved).one(".messages").text
    question = visitor.get(f"{detail.path}/delete")
    assert 403 == visitor.post(question.path, {}).status
    assert 200 == visitor.get(detail.path).status
    assert "/links" == visitor.submit(question).headers["Location"]
    assert 404 == visitor.get(detail.path).status


def test_each_error_is_in_the_summary(visitor):
    """Each input that is refused has its error, to which a link in the summary leads."""
    page = visitor.add("x:", "Again", language="not one")
    assert "language tag" in page.description("Language")
    assert ["#id_iri", "#id_lang"] == [str(each["href"]) for each in page.soup.select(".summary a")]


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("http://рaypal.com/", "http://xn--aypal-uye.com/"),
        ("http://example.org/a\u200bb", "http://example.org/a%E2%80%8Bb"),
    ],
    ids=["mixed scripts", "invisible"],
)
def test_what_misleads_is_told(visitor, added, address, shown):
    """People are told to look twice: in the form, which asks, in the list, on the link's page."""
    form = visitor.submit(visitor.get("/add"), {"Address": address})
    told = [each.text for each in form.soup.select(".iri-warnings li")]
    assert told
    assert "Save anyway" in form.one(".iri-confirm").text
    page = added(address)
    entry = page.one(".links li:first-child")
    assert shown == entry.select_one("bdi[dir=ltr]").text
    assert set(told) == {each.text for each in page.soup.select(".messages li")[1:]}
    for found in (entry.select(".warning"), visitor.get(newest(page)).soup.select("dd .warning")):
        assert set(told) == {each.text.removeprefix("Please look twice: ") for each in found}


def test_hostile_addresses_elsewhere(visitor):
    """The other pages that take an address say what is wrong, and no field has any of it."""
    for address in (each for each in HOSTILE.values() if isinstance(each, str) and each.strip()):
        wire = visitor.get(f"/wire?iri={quote(address)}")
        compared = visitor.get(f"/compare?{urlencode({'iri': address, 'other': address})}")
        assert (200, 200) == (wire.status, compared.status)
        assert [] == wire.soup.select("dl.wire dt")
        (error,) = wire.soup.select("bdi#id_iri_error, #id_iri_error li")
        assert "secret" not in error.text


def test_what_is_not_found_is_named(visitor):
    """The page shows the path that was asked for, as people can read it; no file is served."""
    for path, shown in {"/%E8%B7%AF?q=%C3%A9": "/路", "/%E2%80%AEtxt": "/%E2%80%AEtxt"}.items():
        assert shown == visitor.get(path).one("main bdi[dir=ltr]").text
    assert visitor.get("/static/%2e%2e/settings.py").status in {400, 404}


@pytest.mark.parametrize("text", ["faß.de", "xn--fa-hia.de", "HTTP://FAẞ.de:80", "Faß"])
def test_search_finds_each_spelling(visitor, text):
    """A host, an address in any spelling, and a title lead to the same link."""
    assert "http://faß.de/" in entries(visitor.get(f"/links?q={quote(text, safe='')}"))
    assert "http://faß.de/" not in entries(visitor.get("/links?q=fass.de"))


def test_pages_of_the_list(visitor):
    """The last page is reached, and the next page of a search has more of it."""
    last = -(-SEEDED_LINKS // 50)
    page = visitor.get(f"/links?page={last}")
    assert f"Page {last} of {last}" == page.one(".pager span").text
    assert "https://wiki.example/water/water" in entries(page)
    first = visitor.get(f"/links?q={quote('例え.テスト')}")
    following = visitor.get(f"/links{first.one('a[rel=next]')['href']}")
    more = set(entries(following))
    assert all("//例え.テスト/" in each for each in more)
    assert set() == more & set(entries(first))


def test_front_page(visitor):
    """Each address to paste fills the form, and no link leads nowhere."""
    page = visitor.get("/")
    paste = json.loads((PROJECT / "paste.json").read_text("utf-8"))
    queries = [urlsplit(str(each["href"])).query for each in page.soup.select(".paste a")]
    filled = [dict(parse_qsl(each)) for each in queries]
    assert [{"iri": each["iri"], "title": each["title"]} for each in paste] == filled
    form = visitor.get(f"/add?{queries[0]}")
    assert paste[0]["iri"] == form.field("Address")["value"]
    links = [str(each["href"]) for each in page.soup.select("a[href^='/']")]
    assert [] == [each for each in links if visitor.get(each).status not in {200, 302}]


def test_form_on_the_front_page(visitor):
    """An address can be added at once; what is wrong with it is said on the page of the form."""
    page = visitor.get("/")
    values = {"Address": "http://example.org/front", "Title": "x"}
    fields = {str(page.field(label)["name"]): value for label, value in values.items()}
    fields |= {"csrfmiddlewaretoken": str(page.one("main [name=csrfmiddlewaretoken]")["value"])}
    target = str(page.one("main form")["action"])
    added = visitor.follow(visitor.post(target, fields))
    visitor.delete(values["Address"])
    assert values["Address"] in entries(added)
    assert visitor.post(target, fields | {"iri": "http://a b/"}).soup.select("#id_iri_error")


def test_an_uploaded_file_is_in_the_list(visitor):
    """The list names the file of a link, and the name leads to it."""
    link = visitor.get(f"/links?q={quote('吾輩は猫である')}").one(".file a")
    assert "吾輩は猫である.txt" == link.text
    assert 200 == visitor.get(str(link["href"])).status


def choose(visitor: Visitor, language: str, path: str, **values: str) -> Page:
    """Choose a language in the footer of the page of the form, with *values* in its fields."""
    page = visitor.get(path)
    button = page.one(".language button")
    fields: dict[str, str | bytes] = {
        str(each["name"]): str(each.get("value", ""))
        for each in page.soup.select("main form input:not([type=file], [type=checkbox])")
    }
    choice = {"language": language, str(button["name"]): str(button["value"])}
    return visitor.post(path, {**fields, **values, **choice})


LANGUAGES = json.loads((PROJECT / "languages.json").read_text("utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_in_each_language(visitor, language):
    """The choice keeps what was typed; then the page and its questions are in that language."""
    page = choose(visitor, language, "/add", iri="http://рaypal.com/", title="Typed")
    assert ("Typed", []) == (page.one("#id_title")["value"], page.soup.select(".errorlist"))
    direction = "rtl" if language in {"ar", "he", "fa"} else "ltr"
    assert (language, direction) == (page.one("html")["lang"], page.one("html")["dir"])
    page = visitor.submit(page)
    error = page.one("#id_iri_error")
    assert messages.translate(messages.TEXTS["confirm-warnings"], language) == error.get_text(
        strip=True
    )


def test_a_language_is_confirmed_where_it_was_chosen(visitor):
    """The visitor comes back to the same page and place, which says so in that language, once."""
    page = visitor.get("/links?page=2")
    form = page.one("form.language")
    hidden = {str(each["name"]): str(each["value"]) for each in form.select("input")}
    answer = visitor.post(str(form["action"]), hidden | {"language": "he"})
    assert "/links?page=2#language" == answer.headers["Location"]
    shown = visitor.get("/links?page=2")
    assert "הדף הזה מוצג עכשיו בעברית." == shown.one("form.language [role=status]").text
    assert "כל הקישורים" == shown.one("h1").text
    assert [] == shown.soup.select(".messages li")
    assert [] == visitor.get("/links").soup.select("[role=status]")
    assert "כל הקישורים" == visitor.get("/links").one("h1").text


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
def test_translations_have_the_same_fields(language):
    """A translation of a text of the pages fills in what the text leaves open."""
    locale = language.partition("-")[0] + {"pt-br": "_BR", "zh-hans": "_Hans"}.get(language, "")
    catalogue = gettext.translation("django", PROJECT / "locale", [locale])
    texts = translations.marked(PROJECT)
    assert "Page %(number)s of %(pages)s" in texts
    fields = re.compile(r"%(?:\(\w+\))?s")
    for text in texts:
        assert sorted(fields.findall(text)) == sorted(fields.findall(catalogue.gettext(text)))


def test_language_of_the_browser(visitor):
    """Without a choice, the browser says which language its user reads; a wrong one is English."""
    for accepted, language in {"de-AT,de;q=0.9": "de", "tlh": "en", "x" * 5000: "en"}.items():
        page = visitor.request("GET", "/add", extra={"Accept-Language": accepted})
        assert language == page.one("#id_language option[selected]")["value"]
    assert "en" == choose(visitor, "\0", "/add").one("#id_language option[selected]")["value"]


@pytest.mark.parametrize(
    ("iri", "other", "said", "answers"),
    [
        ("http://a.b/c", "http://a.b/c", "The same text.", {}),
        ("http://a.b", "http://c.d", "Two addresses.", {}),
        (
            "http://example.com",
            "http://example.com:80/",
            "The same address: only case, port or escapes differ.",
            {"equivalent(a, c)": "True", 'equivalent(a, c, level="syntax")': "False"},
        ),
        ("http://a/b/c/d;p?q", "../g", None, {"c = resolve(a, b)": "'http://a/b/g'"}),
        (
            "https://apple.com/",
            "https://аррӏе.com/",
            "They look alike, and lead to two sites. People are shown https://xn--80ak6aa92e.com/.",
            {
                "confusable(a.host, c.host)": "True",
                "display(c)": "'https://xn--80ak6aa92e.com/'",
            },
        ),
        ("http://example.org/a b", "", None, {"to_uri(a)": "'http://example.org/a%20b'"}),
    ],
    ids=["same", "two", "equivalent", "relative", "look-alike", "repaired"],
)
def test_compare(visitor, iri, other, said, answers):
    """The page has the answers of the core about two addresses, and says what they mean."""
    page = visitor.get(f"/compare?{urlencode({'iri': iri, 'other': other})}")
    rows = page.soup.select(".answers tbody tr")
    found = {row.th.get_text(strip=True): row.td.get_text(strip=True) for row in rows}
    assert answers == {call: found[call] for call in answers}
    assert said is None or said == page.one(".said").text


def test_wire(visitor):
    """A view writes an address as it is; each field is sent with the mapped URI."""
    page = visitor.get("/wire")
    names = [each.text for each in page.soup.select("dl.wire dt")]
    sent = dict(zip(names, (each.text for each in page.soup.select("dl.wire .sent")), strict=True))
    uri = "https://xn--r8jz45g.xn--zckzah/%E9%81%93/stra%C3%9Fe.pdf?q=%C3%A9"
    expected = {"Location": uri, "Link": f'<{uri}>; rel="next"', "Refresh": f"5; url={uri}"}
    assert expected == {name: sent[name] for name in expected}
    assert sent["Content-Disposition"].endswith("filename*=UTF-8''stra%C3%9Fe.pdf")


def test_old_table(visitor):
    """The audit names each fault; the button converts what can be mended, and gives it back."""

    def row(page, text):
        return page.one(f"#row-{old.index(text) + 1}")

    old = json.loads((PROJECT / "old.json").read_text("utf-8"))
    before = visitor.get("/old")
    assert len(old) == len(before.soup.select(".old li"))
    assert row(before, "javascript:alert(1)").select_one(".code").text == "scheme-not-allowed"
    assert [] == row(before, "javascript:alert(1)").select(".proposal")
    assert "secret" not in row(before, "http://me:secret@example.org/").text
    assert visitor.post("/old", {}).status == 403
    try:
        visitor.submit(before)
        after = visitor.get("/old")
        assert "https://example.org" == row(after, "example.org").select_one(".stored bdi").text
    finally:
        visitor.submit(visitor.get("/old"))
    again = visitor.get("/old").soup.select(".old li")
    assert [each.text for each in before.soup.select(".old li")] == [each.text for each in again]


@pytest.mark.parametrize("path", PAGES)
def test_page_is_well_made(visitor, path):
    """A page has a title, one heading and labels; it runs nothing of others; HEAD is answered."""
    page, head = visitor.get(path), visitor.request("HEAD", path)
    assert (page.status, b"") == (head.status, head.body)
    assert page.one("title").text.endswith(" · Links in their own script")
    assert 1 == len(page.soup.select("main#content h1"))
    assert [] == page.soup.select("script:not([src]), style, [style], [onclick], [onload]")
    labels = {label["for"] for label in page.soup.select("label")}
    fields = page.soup.select("input:not([type=hidden], [type=checkbox]), select")
    assert labels == {each["id"] for each in fields}
    assert all(value.isascii() for value in page.headers.values())
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= set(policy)
