"""The form: what it shows while one types, what it asks, and how a link is changed."""

import json

import pytest

from test_examples.visitor import Visitor

#: Its first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"


@pytest.fixture
def link(visitor):
    """Give the path of a link that is there for one test."""
    page = visitor.add("http://example.org/edit", "Before", "A note")
    path = str(page.one(".links li:first-child h2 a")["href"])
    yield path
    visitor.submit(visitor.get(f"{path}/delete"))


def newest(visitor):
    """Return the newest link."""
    return json.loads(visitor.get("/api/links").body)["results"][0]


@pytest.mark.parametrize("path", ["/add", "/links/10050/edit"])
def test_form_has_the_script(visitor, path):
    """The element that the script fills follows the input, and the page has the script."""
    page = visitor.get(path)
    assert "Sent as:" == page.one("input[name=iri] + output.iri-uri")["data-label"]
    files = [page.one("script")["src"], page.one("link[href*=iri-input]")["href"]]
    kinds = [visitor.get(str(each)).headers["Content-Type"].partition(";")[0] for each in files]
    assert kinds in [["text/javascript", "text/css"], ["application/javascript", "text/css"]]


def test_form_asks_once(visitor):
    """A misleading address is stored only after it was confirmed, and then as it is."""
    before = newest(visitor)
    page = visitor.submit(visitor.get("/add"), {"Address": LOOK_ALIKE, "Title": "Not PayPal"})
    assert (200, before) == (page.status, newest(visitor))
    assert "mixes" in page.one(".iri-warnings").text
    assert "id_iri_warnings" in str(page.field("Address")["aria-describedby"]).split()
    assert LOOK_ALIKE == page.one(".iri-confirm input")["value"]
    assert "Save anyway" in page.one(".iri-confirm").text
    try:
        answer = visitor.submit(page, confirm=True)
        assert (302, LOOK_ALIKE) == (answer.status, newest(visitor)["iri"])
    finally:
        visitor.submit(visitor.get(f"/links/{newest(visitor)['id']}/delete"))


def test_confirmation_counts_for_one_text(visitor):
    """Another text that can mislead is asked about again."""
    before = newest(visitor)
    page = visitor.submit(visitor.get("/add"), {"Address": LOOK_ALIKE, "Title": "x"})
    again = visitor.submit(page, {"Address": f"{LOOK_ALIKE}a"}, confirm=True)
    assert f"{LOOK_ALIKE}a" == again.one(".iri-confirm input")["value"]
    assert before == newest(visitor)


def test_confirmation_does_not_excuse_another_error(visitor):
    """With the box checked, a title is still needed; the box stays checked."""
    page = visitor.submit(visitor.get("/add"), {"Address": LOOK_ALIKE})
    again = visitor.submit(page, confirm=True)
    assert 200 == again.status
    assert ["Title"] == [each.text for each in again.soup.select(".summary a")]
    assert again.one(".iri-confirm input").has_attr("checked")


def test_confirmation_does_not_excuse_a_duplicate(visitor):
    """The double of Apple is there already: that is said, whatever is confirmed."""
    address = "https://www.аррӏе.com/"
    page = visitor.submit(visitor.get("/add"), {"Address": address, "Title": "x"})
    again = visitor.submit(page, {"Address": address}, confirm=True) if page else page
    assert "This address is already there" in again.description("Address")


def test_error_summary_has_the_focus(visitor):
    """After an error, the first thing that has the focus leads to each wrong field."""
    page = visitor.submit(visitor.get("/add"), {"Address": "x", "Language": "not one"})
    summary = page.one("[autofocus]")
    assert ("alert", "-1") == (summary["role"], summary["tabindex"])
    targets = [str(each["href"]) for each in summary.select("a")]
    assert ["#id_iri", "#id_title", "#id_lang"] == targets
    assert [True] * 3 == [page.one(each).get("aria-invalid") == "true" for each in targets]


def test_a_link_is_changed(visitor, link):
    """All that the form brings is stored, at the same place."""
    page = visitor.get(f"{link}/edit")
    shown = [page.field(each)["value"] for each in ("Address", "Title", "Note")]
    assert ["http://example.org/edit", "Before", "A note"] == shown
    values = {"Address": "http://faß.de/edit", "Title": "After", "Note": ""}
    answer = visitor.submit(page, values)
    assert (302, link) == (answer.status, answer.headers["Location"])
    after = newest(visitor)
    assert ["http://faß.de/edit", "After", ""] == [after[each] for each in ("iri", "title", "note")]
    assert "Saved: After" == visitor.get(link).one(".messages").get_text(strip=True)
    assert 302 == visitor.get("/go/http%3A%2F%2Ffa%C3%9F.de%2Fedit").status
    assert 404 == visitor.get("/go/http%3A%2F%2Fexample.org%2Fedit").status


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://faß.de/%zz", "position"),
        ("HTTP://президент.рф:80", "This address is already there"),
        (LOOK_ALIKE, "mixes"),
        ("", "This field is required."),
    ],
)
def test_what_was_typed_stays(visitor, link, address, said):
    """A change that is refused, or asked about, is not stored; the form has it as it was typed."""
    before = newest(visitor)
    page = visitor.submit(visitor.get(f"{link}/edit"), {"Address": address, "Title": "Typed"})
    assert 200 == page.status
    assert said in page.description("Address")
    shown = [page.field(each).get("value", "") for each in ("Address", "Title")]
    assert [address, "Typed"] == shown
    assert before == newest(visitor)


def test_another_spelling_of_its_own_address(visitor, link):
    """A link can be written in another way: it is not a duplicate of itself."""
    page = visitor.submit(visitor.get(f"{link}/edit"), {"Address": "HTTP://example.org:80/edit"})
    assert (302, "HTTP://example.org:80/edit") == (page.status, newest(visitor)["iri"])


def test_an_address_that_stays_is_not_asked_about(visitor):
    """The title of the double of Apple can be changed without a question."""
    page = visitor.get("/links/10048/edit")
    assert [] == page.soup.select(".iri-warnings, .iri-confirm")
    assert 302 == visitor.submit(page).status


def test_another_file_takes_the_place_of_the_first(visitor, link):
    """The file before is gone; without a new one, it stays."""
    for name in ("один.txt", "два.txt", None):
        file = (name, name.encode()) if name else None
        assert 302 == visitor.submit(visitor.get(f"{link}/edit"), {}, file).status
    page = visitor.get(f"{link}/file")
    assert "два.txt" == page.body.decode()
    assert "два.txt" == visitor.get(link).one("dd a[href$='/file']").text


@pytest.mark.parametrize("path", ["/links/0/edit", "/links/9223372036854775808/edit"])
def test_a_link_that_is_not_there(visitor, path):
    """There is nothing to edit."""
    assert 404 == visitor.get(path).status


def test_two_who_edit(visitor, link):
    """The second of two who give different links one address is told."""
    other = Visitor(visitor.port)
    form = visitor.get(f"{link}/edit")
    try:
        other.add("http://example.org/edit-other")
        page = visitor.submit(form, {"Address": "http://example.org/./edit-other"})
        assert "This address is already there" in page.description("Address")
    finally:
        other.delete("http://example.org/edit-other")


@pytest.mark.parametrize("name", ["flask", "starlette"])
def test_the_next_page_says_what_can_mislead(ports, name):
    """The page that follows repeats what was confirmed, in the language chosen."""
    visitor = Visitor(ports[name])
    address = "http://рaypal.com/next"
    try:
        page = visitor.add(address, "Look-alike")
        done, *warnings = page.soup.select(".messages li")
        assert "Added: Look-alike" == done.text
        assert {"en"} == {each["lang"] for each in warnings}
        assert "Latin letters" in "".join(each.text for each in warnings)
        edit = next(
            visitor.get(f"{link['href']}/edit")
            for link in page.soup.select(".links h2 a")
            if link.text == "Look-alike"
        )
        saved = visitor.submit(edit, {"Title": "Look-alike, still"})
        page = visitor.get(str(saved.headers["Location"]))
        assert ["Saved: Look-alike, still"] == [
            each.text for each in page.soup.select(".messages li")
        ]
    finally:
        visitor.delete("http://xn--aypal-uye.com/next")  # as it is shown
