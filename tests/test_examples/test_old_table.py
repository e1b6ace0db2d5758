"""The audit of old addresses, and their conversion, which can be undone."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from test_examples.conftest import EXAMPLES
from test_examples.visitor import Visitor

OLD = json.loads((EXAMPLES / "django_links/django_links/old.json").read_text("utf-8"))

#: Texts that are converted, and the result: by the URL Standard, or with the missing scheme.
CONVERTED = {
    "  http://example.org/space \n": "http://example.org/space",
    "example.org": "https://example.org",
    "www.faß.de/straße": "https://www.faß.de/straße",
    "//example.org/x": "https://example.org/x",
    "http://example.org/100%": "http://example.org/100%25",
    "http://example.org/a b": "http://example.org/a%20b",
    "https://example.org/?filter[name]=ä|b": "https://example.org/?filter%5Bname%5D=ä%7Cb",
}
#: Texts that stay as they are, and the code of each error.
REFUSED = {
    "http://℀.com/": "host-not-mapped",
    "http://[::1": None,
    "javascript:alert(1)": "scheme-not-allowed",
    "ftp://example.org/file": "scheme-not-allowed",
    "info@example.org": None,
    "http://a..b/": None,
    "http://exam ple.org/": None,
    "http://example.org/\u202etxt.exe": None,
    "http://example.org/a\x07": None,
    "none": None,
}


def row(page, text):
    """Return the row of the table that has *text* at first."""
    return page.one(f"#row-{OLD.index(text) + 1}")


def test_audit_counts(visitor):
    """The page has every row, and the numbers that the command prints."""
    page = visitor.get("/old")
    assert len(OLD) == len(page.soup.select(".old li"))
    said = page.one("main > p.quiet").text
    assert said.startswith(f"{len(OLD)} rows, {OLD.count('')} of them without an address; ")
    codes = [each.text for each in page.soup.select(".old .code")]
    counted = {each.code.text: int(each.text.split()[-1]) for each in page.soup.select(".codes li")}
    assert {code: codes.count(code) for code in codes} == counted
    assert f"{len(codes)} rows are refused" in said


@pytest.mark.parametrize("text", REFUSED, ids=ascii)
def test_what_is_not_safe_has_no_proposal(visitor, text):
    """It is said what is wrong, with the code, and nothing is proposed."""
    found = row(visitor.get("/old"), text)
    assert found.select_one(".code")
    assert found.select_one(".warning").text
    assert [] == found.select(".proposal")


def test_what_misleads_is_told(visitor):
    """A look-alike is accepted, and warned about; a password is not shown."""
    page = visitor.get("/old")
    assert row(page, "http://рaypal.com/").select(".warning")
    assert "secret" not in row(page, "http://me:secret@example.org/").text


def test_duplicates_are_found(visitor):
    """The second of two spellings of one address names the first."""
    page = visitor.get("/old")
    for text, first in (
        ("http://EXAMPLE.org:80/a", "http://example.org/a"),
        ("HTTP://faß.de", "http://xn--fa-hia.de/"),
        ("https://faß.de/~me", "https://FAẞ.de:443/%7Eme"),
    ):
        links = row(page, text).select(".quiet a")
        assert [f"#row-{OLD.index(first) + 1}"] == [each["href"] for each in links]


def test_conversion_and_back(visitor):
    """The button converts what is proposed, and nothing else; the next one gives it back."""
    before = visitor.get("/old")
    for text, meant in CONVERTED.items():
        assert f"Would become: {meant}" == row(before, text).select_one(".proposal").text
    try:
        assert "/old" == visitor.submit(before).headers["Location"]
        after = visitor.get("/old")
        assert "rows were changed" in after.one(".messages").text
        for text, meant in CONVERTED.items():
            assert meant == row(after, text).select_one(".stored bdi").text
            assert [] == row(after, text).select(".proposal, .code")
        for text in REFUSED:
            assert row(before, text).text == row(after, text).text
    finally:
        visitor.submit(visitor.get("/old"))
    again = visitor.get("/old")
    assert [each.text for each in before.soup.select(".old li")] == [
        each.text for each in again.soup.select(".old li")
    ]


def test_two_conversions_at_once(port):
    """However many press the button at the same time, it is done once, and can be undone."""
    visitors = [Visitor(port) for _ in range(4)]

    def texts():
        return [each.text for each in visitors[0].get("/old").soup.select(".old .stored")]

    def press_all(text):
        """Let each press the button, which says *text*, at the same time; return what is said."""
        pages = [each.get("/old") for each in visitors]
        assert {text} == {page.one("main button").text for page in pages}
        with ThreadPoolExecutor() as pool:
            sent = [*pool.map(Visitor.submit, visitors, pages)]
        assert [302] * len(sent) == [page.status for page in sent]
        return [each.get("/old").one(".messages").text.strip() for each in visitors]

    before = texts()
    for _ in range(5):
        for text in ("Convert what can be mended", "Put the old texts back"):
            said = press_all(text)
            assert len(said) - 1 == said.count("0 rows were changed")
        assert before == texts()


def test_conversion_needs_the_secret(visitor):
    """A form of another site converts nothing."""
    before = visitor.get("/old").soup.select(".old li")
    assert visitor.post("/old", {}).status in {400, 403}
    assert before == visitor.get("/old").soup.select(".old li")
