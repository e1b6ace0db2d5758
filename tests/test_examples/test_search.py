"""The front page, the search and the pages of the list: one set of tests, over HTTP."""

import json
from urllib.parse import parse_qsl, quote, urlsplit

import pytest

from test_examples.conftest import EXAMPLES
from test_examples.test_pages import SEEDED_LINKS, entries

PASTE = json.loads((EXAMPLES / "django_links/django_links/paste.json").read_text("utf-8"))


def search(visitor, text):
    """Return the page of what has *text*, and the addresses on it."""
    page = visitor.get(f"/links?q={quote(text, safe='')}")
    assert 200 == page.status
    return page, set(entries(page))


def test_front_page_says_what_to_paste(visitor):
    """Each address of the list fills the form, with its title, and says what to see."""
    page = visitor.get("/")
    found = [
        (dict(parse_qsl(urlsplit(str(each.a["href"])).query)), each.select_one(".quiet").text)
        for each in page.soup.select(".paste li")
    ]
    expected = [({"iri": each["iri"], "title": each["title"]}, each["see"]) for each in PASTE]
    assert expected == found
    for link, each in zip(page.soup.select(".paste a"), PASTE, strict=True):
        form = visitor.get(str(link["href"]))
        shown = (form.field("Address")["value"], form.field("Title")["value"])
        assert (each["iri"], each["title"]) == shown


def test_front_page_leads_to_everything(visitor):
    """No link of the front page leads nowhere."""
    links = [str(each["href"]) for each in visitor.get("/").soup.select("a[href^='/']")]
    assert [] == [each for each in links if visitor.get(each).status not in {200, 302, 401}]


@pytest.mark.parametrize("value", ['"><script>', "http://example.org/\u202e", "é" * 2000])
def test_what_fills_the_form_is_text(visitor, value):
    """The query of the form's page is data: it is escaped, kept and not judged yet."""
    page = visitor.get(f"/add?iri={quote(value)}&title={quote(value)}")
    assert (value, value) == (page.field("Address")["value"], page.field("Title")["value"])
    assert [] == page.soup.select(".errorlist")


@pytest.mark.parametrize(
    "text",
    [
        "faß.de",
        "xn--fa-hia.de",
        "http://faß.de/",
        "http://xn--fa-hia.de/",
        "HTTP://FAẞ.de:80",
        "Faß",
    ],
)
def test_search_finds_a_link_however_it_is_written(visitor, text):
    """A host, an address in any spelling, and a title lead to the same link."""
    assert "http://faß.de/" in search(visitor, text)[1]


@pytest.mark.parametrize("text", ["fass.de", "http://faß.de/x", "nowhere", "%", "_", "100%25!"])
def test_search_does_not_find_what_is_not_there(visitor, text):
    """Another host is not found, and no character of a search is a wildcard."""
    page, found = search(visitor, text)
    assert "http://faß.de/" not in found
    assert text == page.one("#id_q")["value"]


def test_search_says_that_nothing_was_found(visitor):
    """A page without results leads back to all links."""
    page, found = search(visitor, "no such thing")
    assert set() == found
    assert "No link has that." in page.one("main").text


def test_search_and_pages_go_together(visitor):
    """The next page of a search has more of what was searched for, and the first page's count."""
    first, found = search(visitor, "例え.テスト")
    assert 50 == len(found)
    following = visitor.get(f"/links{first.one('a[rel=next]')['href']}")
    assert first.one("main > p").text == following.one("main > p").text
    more = set(entries(following))
    assert all("//例え.テスト/" in each for each in found | more)
    assert set() == found & more
    assert first.path == f"/links{following.one('a[rel=prev]')['href']}".replace("&page=1", "")


def test_pages_have_every_link_once(visitor):
    """The last page is reached, and links are there in the order in which they came."""
    last = -(-SEEDED_LINKS // 50)
    for number, count, neighbours in ((1, 50, {"next"}), (last, SEEDED_LINKS % 50 or 50, {"prev"})):
        page = visitor.get(f"/links?page={number}")
        assert f"Page {number} of {last}" == page.one(".pager span").text
        assert count == len(entries(page))
        assert neighbours == {each["rel"][0] for each in page.soup.select(".pager a")}
    assert "https://wiki.example/water/water" in entries(page)


@pytest.mark.parametrize(
    "query",
    [
        "q=%00",
        "q=%ED%A0%80",
        "q=%E2%80%AE",
        "q=%0D%0A",
        "q=%5B%3A%3A1",
        "q=http%3A%2F%2F%E2%84%80.com",
        "q=" + "%F0%9F%92%A9" * 3000,
        "q=" + "a." * 10_000,
        "q=%27%22%3Cscript%3E",
        "page=0",
        "page=-1",
        "page=x",
        "page=1e9",
        "page=%D9%A3",
        "page=9223372036854775808",
        "page=" + "9" * 5000,
        "q=a&q=b&page=1&page=2",
    ],
    ids=lambda query: query[:30],
)
def test_hostile_search_is_a_page(visitor, query):
    """Whatever is searched for, and on whatever page, the answer is a page."""
    page = visitor.get(f"/links?{query}")
    assert 200 == page.status
    assert [] == page.soup.select("main script")
    assert page.one("title").text.isprintable()
