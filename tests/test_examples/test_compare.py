"""The page that compares two addresses, with the examples of the RFCs."""

from urllib.parse import urlencode

import pytest

from test_examples.test_pages import HOSTILE


def answers(page):
    """Return what the page answers, by call."""
    rows = page.soup.select(".answers tbody tr")
    return {row.th.get_text(strip=True): row.td.get_text(strip=True) for row in rows}


def compared(visitor, iri, other=""):
    """Return the page about *iri* and *other*."""
    return visitor.get(f"/compare?{urlencode({'iri': iri, 'other': other})}")


def equivalence(visitor, iri, other):
    """Return the answers about equivalence, on each rung of the ladder."""
    found = answers(compared(visitor, iri, other))
    return [found[f"equivalent(a, c{level})"] for level in ("", SYNTAX, SCHEME)]


SYNTAX, SCHEME = ', level="syntax"', ', level="scheme"'


@pytest.mark.parametrize(
    ("iri", "other", "expected"),
    [
        # RFC 3987, 5.3.2
        (
            "example://a/b/c/%7Bfoo%7D/rosé",
            "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
            ["False", "True", "True"],
        ),
        # RFC 3987, 5.3.3
        ("http://example.com", "http://example.com:80/", ["False", "False", "True"]),
        # RFC 3987, 5.3.2.3: %2F is not "/"
        ("http://example.com/a/b", "http://example.com/a%2Fb", ["False", "False", "False"]),
    ],
)
def test_equivalence(visitor, iri, other, expected):
    """Each rung of the ladder has its answer."""
    assert expected == equivalence(visitor, iri, other)


@pytest.mark.parametrize(
    ("reference", "expected"),
    # RFC 3986, 5.4
    [("../g", "http://a/b/g"), ("?y", "http://a/b/c/d;p?y"), ("//g", "http://g"), ("", None)],
)
def test_a_relative_reference(visitor, reference, expected):
    """It is resolved against the first address, and the result is made relative again."""
    base = "http://a/b/c/d;p?q"
    found = answers(compared(visitor, base, reference))
    assert repr(expected or base) == found["c = resolve(a, b)"]
    assert repr(reference) == found["relativize(a, c)"]


@pytest.mark.parametrize(
    ("other", "expected"), [("https://www.аррӏе.com/", "True"), ("https://www.epple.com/", "False")]
)
def test_look_alikes(visitor, other, expected):
    """Cyrillic letters look like "apple" (UTS #39)."""
    found = answers(compared(visitor, "https://www.apple.com/", other))
    assert expected == found["confusable(a.host, c.host)"]


def test_what_it_lacks_is_repaired(visitor):
    """A space is mended as browsers do (the URL Standard), and the page says so."""
    page = compared(visitor, "http://example.org/a b", "c d")
    assert "'http://example.org/a%20b'" == answers(page)["to_uri(a)"]
    assert "'http://example.org/c%20d'" == answers(page)["c = resolve(a, b)"]
    assert ["id_iri_warnings", "id_other_warnings"] == [
        each["id"] for each in page.soup.select(".iri-warnings")
    ]
    for label, each in (("Address", "iri"), ("Another", "other")):
        assert f"id_{each}_warnings" in str(page.field(label)["aria-describedby"]).split()


@pytest.mark.parametrize(
    "address", [each for each in HOSTILE.values() if len(each) < 5000], ids=lambda each: each[:20]
)
def test_hostile_text_is_answered(visitor, address):
    """If refused, it stays in its field; no answer has an invisible character or a password."""
    text = address.decode() if isinstance(address, bytes) else address
    page = compared(visitor, text, text)
    assert 200 == page.status
    assert all(each.isprintable() and "secret" not in each for each in answers(page).values())
    assert bool(answers(page)) != bool(page.soup.select(".errorlist"))
    for each in page.soup.select("input[aria-invalid]"):
        assert text.split() == str(each.get("value", "")).split()


def test_the_example(visitor):
    """The example of the page, before anything is typed."""
    page = visitor.get("/compare")
    assert "http://faß.de/wiki/Straße" == page.field("Address")["value"]
    assert ["False", "False", "True"] == [
        answers(page)[f"equivalent(a, c{level})"] for level in ("", SYNTAX, SCHEME)
    ]
