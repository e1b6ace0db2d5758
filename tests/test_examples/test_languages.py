"""The language of the messages: a choice in the footer, thirteen languages, three applications."""

import json

import pytest

from iri3987 import messages
from test_examples.conftest import EXAMPLES
from test_examples.visitor import Page, Visitor

LANGUAGES = json.loads((EXAMPLES / "django_links/django_links/languages.json").read_text("utf-8"))
RIGHT_TO_LEFT = {"ar", "he"}

#: An address that is refused, one that can mislead, and one that is there already.
REFUSED, MISLEADING, THERE = "http://faß.de/%zz", "http://рaypal.com/", "HTTP://faß.de:80"


def choose(visitor: Visitor, language: str, following: str = "/add"):
    """Choose a language in the footer of a page."""
    page = visitor.get("/links?q=a")
    fields: dict[str, str | bytes] = {
        str(each["name"]): str(each["value"]) for each in page.soup.select(".language input[value]")
    }
    return visitor.post(
        str(page.one(".language")["action"]),
        fields
        | {
            "language": language,
            "next": following,
        },
    )


def choose_with(visitor: Visitor, page: Page, language: str, values: dict[str, str | bytes]):
    """Choose a language on the page of the form, with *values* in the fields by label."""
    button = page.one(".language button")
    assert "link" == button["form"] == page.one("#id_language")["form"]
    assert page.one("main form#link")
    fields: dict[str, str | bytes] = {
        str(each["name"]): str(each.get("value", ""))
        for each in page.soup.select("main form input:not([type=file], [type=checkbox])")
    }
    fields |= {str(page.field(label)["name"]): value for label, value in values.items()}
    fields |= {"language": language, str(button["name"]): str(button["value"])}
    return visitor.post(page.path, fields)


def told(visitor: Visitor, address: str):
    """Return the form after *address* was sent, without a title."""
    return visitor.submit(visitor.get("/add"), {"Address": address, "Title": "x"})


def test_languages_are_those_of_the_core():
    """The choice has every language of the sentences, and English."""
    expected = {each.lower().replace("_", "-") for each in messages.LANGUAGES} | {"en"}
    assert expected == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_are_in_the_language(visitor, language):
    """Errors, warnings and questions are in the language that was chosen, and marked so."""
    answer = choose(visitor, language)
    assert (302, "/add") == (answer.status, answer.headers["Location"])
    direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
    page = told(visitor, MISLEADING)
    assert language == page.one("#id_language option[selected]")["value"]
    for name, selector in (("confirm-warnings", "#id_iri_error"), ("confirm", ".iri-confirm")):
        element = page.one(selector)
        assert messages.translate(messages.TEXTS[name], language) == element.get_text(strip=True)
        marked = element.find_parent(attrs={"lang": True})
        assert (language, direction) == (marked["lang"], marked["dir"])
    sent_as = messages.translate(messages.TEXTS["sent-as"], language)
    assert sent_as == page.one("output.iri-uri")["data-label"]
    there = messages.translate(messages.TEXTS["unique"], language) % {
        "address": "\u2066http://faß.de/\u2069"
    }
    assert there == told(visitor, THERE).one("#id_iri_error").get_text(strip=True)
    english = told(Visitor(visitor.port), REFUSED).one("#id_iri_error").text
    assert (language == "en") == (english == told(visitor, REFUSED).one("#id_iri_error").text)


def test_warnings_of_the_list_are_in_the_language(visitor):
    """The double of Apple is warned about in Arabic, from right to left; the rest is English."""
    choose(visitor, "ar")
    for path in ("/links?q=Not+Apple", "/links/10048"):
        page = visitor.get(path)
        (warning,) = page.soup.select(".warning span[lang]")
        assert ("ar", "rtl") == (warning["lang"], warning["dir"])
        assert any("\u0600" <= each <= "\u06ff" for each in warning.text)
        assert "en" == page.one("html")["lang"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("tlh, ja;q=0.5", "ja"),
        ("zh-Hans", "zh-hans"),
        ("tlh", "en"),
        (",;q=,*", "en"),
        ("x" * 5000, "en"),
    ],
    ids=lambda value: value[:20],
)
def test_language_of_the_browser(visitor, accepted, language):
    """Without a choice, the browser says which language its user reads."""
    page = visitor.request("GET", "/add", extra={"Accept-Language": accepted})
    assert (200, language) == (page.status, page.one("#id_language option[selected]")["value"])


@pytest.mark.parametrize("language", ["tlh", "", "../../etc", "\0", "é" * 1000, b"\xed\xa0\x80"])
def test_a_language_that_is_not_one(visitor, language):
    """Another value changes nothing."""
    assert 302 == choose(visitor, language).status
    assert "en" == visitor.get("/").one("#id_language option[selected]")["value"]


@pytest.mark.parametrize(
    "following",
    ["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"],
)
def test_the_choice_is_not_an_open_redirect(visitor, following):
    """It leads back to this site, whatever the form says."""
    location = choose(visitor, "de", following).headers["Location"]
    assert location in {"/", "/links?q=a"}


def test_the_choice_leads_back(visitor):
    """The page that one was on is shown again, with its query."""
    page = visitor.get("/links?q=fa%C3%9F&page=1")
    assert "/links?q=fa%C3%9F&page=1" == page.one(".language input[name=next]")["value"]


@pytest.mark.parametrize("path", ["/add", "/links/10048/edit"])
@pytest.mark.parametrize(
    ("address", "name"), [(REFUSED, ""), (MISLEADING, "confirm-warnings"), (THERE, "unique")]
)
def test_the_choice_keeps_an_error_and_what_was_typed(visitor, path, address, name):
    """The same form comes back, with its error in the language; nothing is stored."""
    page = visitor.submit(visitor.get(path), {"Address": address, "Title": "x", "Note": "Before"})
    count = json.loads(visitor.get("/api/links").body)["count"]
    page = choose_with(visitor, page, "ar", {"Note": " typed later "})
    shown = [page.field(each)["value"] for each in ("Address", "Title", "Note")]
    assert (200, [address, "x", " typed later "]) == (page.status, shown)
    error = page.one("#id_iri_error")
    marked = error.find_parent(attrs={"lang": True})
    assert ("ar", "rtl") == (marked["lang"], marked["dir"])
    if name:
        beginning = messages.translate(messages.TEXTS[name], "ar").partition("%")[0]
        assert error.get_text(strip=True).startswith(beginning)
    assert any("\u0600" <= each <= "\u06ff" for each in error.text)
    assert count == json.loads(visitor.get("/api/links").body)["count"]
    assert "ar" == visitor.get("/").one("#id_language option[selected]")["value"]


@pytest.mark.parametrize("path", ["/add", "/links/10048/edit"])
def test_the_choice_keeps_what_was_not_sent_yet(visitor, path):
    """Before the form is sent, there is no error: it is filled as it was, and stores nothing."""
    before = json.loads(visitor.get("/api/links/10048").body)
    values: dict[str, str | bytes] = {"Address": "http://faß.de/%zz", "Title": "", "Note": "n"}
    page = choose_with(visitor, visitor.get(path), "ja", values)
    assert "ja" == page.one("#id_language option[selected]")["value"]
    assert [] == page.soup.select(".errorlist, .summary")
    shown = [page.field(each).get("value", "") for each in values]
    assert list(values.values()) == shown
    assert before == json.loads(visitor.get("/api/links/10048").body)


def test_the_choice_stores_nothing_that_is_right(visitor):
    """A form that could be stored is not: that is what its own button is for."""
    values: dict[str, str | bytes] = {"Address": "http://example.org/chosen", "Title": "x"}
    page = choose_with(visitor, visitor.get("/add"), "de", values)
    again = choose_with(visitor, visitor.submit(page, {"Title": ""}), "fr", {"Title": "x"})
    assert (200, []) == (again.status, again.soup.select(".errorlist"))
    assert 404 == visitor.get("/go/http://example.org/chosen").status


def test_the_choice_needs_the_secret(visitor):
    """A form of another site changes no language."""
    page = visitor.post("/add", {"language": "de", "choose": "typed", "iri": "x"})
    assert page.status in {400, 403}
    assert "en" == visitor.get("/").one("#id_language option[selected]")["value"]
