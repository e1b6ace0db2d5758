"""Conversions of stored URLs: what is completed, repaired and made to_readable, and what stays."""

import pytest
from hypothesis import example, given

from iri3987 import WEB, IRIError, equivalent, is_iri_reference, repair, to_uri
from iri3987._unicode.invisible import AROUND
from iri3987.rows.stored_urls import add_scheme, from_url_field, to_readable
from laws import alike, attempt
from linear import shape, steep
from test_iri3987 import strategies as iris


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("example.org", "https://example.org"),
        (" \texample.org/x\r\n", "https://example.org/x"),
        ("EXAMPLE.org:8080?q", "https://EXAMPLE.org:8080?q"),
        ("example.org/a b", "https://example.org/a b"),
        ("//example.org", "https://example.org"),
        ("例え.テスト#a", "https://例え.テスト#a"),
        ("localhost:8000/a@b", "https://localhost:8000/a@b"),
        ("127.0.0.1", "https://127.0.0.1"),
        ("[::1]:80/", "https://[::1]:80/"),
        ("about.html", "https://about.html"),
    ],
)
def test_completed(text, expected):
    """Text that begins with a host gets a scheme."""
    assert expected == add_scheme(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "http://example.org/", "HTTP:example.org", "urn:example.org", "mailto:a@b.example"),
        *("tel:5551234", "javascript:alert(1)", "me@example.org", "me:secret@example.org"),
        *("/a.example", "./a.example", "../a.example", "?a.example", "#a.example", "about"),
        *("a/b.c",),
        *("///example.org", "//me@example.org/", "//about/", "1.5", "256.1.1.1", "a..b", "-a.b"),
        *("a_b", "example.org:99999", "a b.example", "\\\\a.example", "a.example\0", "\ud800.a"),
        *("a\u202e.example", "%61.example", "https://", "https:example.org"),
    ],
)
def test_not_completed(text):
    """All other text stays as it is."""
    assert text == add_scheme(text)
    assert text == add_scheme(f" {text}\n")


@pytest.mark.parametrize(
    "text", ["example.org", "//example.org/é?a#b", "例え.テスト:80", "a.b/c d"]
)
def test_completed_as_profiles_do(text):
    """The result is what `Profile.clean` makes of the same text."""
    from dataclasses import replace

    profile = replace(WEB, assume_scheme="https")
    assert profile.clean(text) == repair(add_scheme(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://xn--fa-hia.de/", "http://faß.de/"),
        ("http://a/%C3%A9%c3%a9?%C3%A9#%C3%A9", "http://a/éé?é#é"),
        ("http://a/%7euser", "http://a/~user"),
        ("/%D7%90", "/א"),
        ("http://XN--FA-HIA.de/%C3%A9", "http://XN--FA-HIA.de/é"),
    ],
)
def test_readable(text, expected):
    """Characters replace what encodes them."""
    assert expected == to_readable(text)


@pytest.mark.parametrize(
    "part",
    [
        *("%2F", "%3f", "%23", "%25", "%26", "%20", "%0A", "%00", "%D7", "%FF", "%ED%A0%80"),
        *("%E2%80%AE", "%E2%80%8F", "%E2%80%8B", "%C2%AD", "%C2%A0", "%EF%BB%BF", "%EE%80%80"),
        *("%F3%A0%84%80", "%E3%85%A4", "%D8%9C", "%E2%81%A6"),
    ],
)
def test_what_stays_encoded(part):
    """Delimiters, controls, other encodings, invisible characters and those of bidi stay."""
    text = f"http://a.example/{part}?{part}#{part}"
    assert text == to_readable(text)


@pytest.mark.parametrize(
    "text",
    [
        *("http://xn--a.example/", "http://%C3%A9.example/", "http://%C3%A9..b/"),
        "http://xn--fa-hia.DE/",
    ],
)
def test_hosts_that_stay(text):
    """A host stays where the IRI would map to another URI."""
    assert text == to_readable(text)


@pytest.mark.parametrize("text", ["a b", "\ud800", "http://a/%", "http://é..b/"])
def test_refused(text):
    """Text that is not an IRI, or cannot be mapped, has an `IRIError`."""
    with pytest.raises(IRIError):
        to_readable(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" example.org/%C3%A9 x ", "https://example.org/é%20x"),
        ("http://example.org/[a]?b|c", "http://example.org/%5Ba%5D?b%7Cc"),
        ("HTTP://xn--fa-hia.de/a\\b", "HTTP://faß.de/a/b"),
        ("ftp://a.example/%7e", "ftp://a.example/~"),
        ("/a.example/ b", "/a.example/%20b"),
        ("", ""),
    ],
)
def test_from_url_field(text, expected):
    """White space, the scheme, the repair and the characters: in one step."""
    assert expected == from_url_field(text)


@given(iris.any_text)
@example("//a.b")
@example("\ta.b:80")
def test_complete_answers_for_any_text(text):
    """The result stays, and is the text, or a scheme and the text."""
    result = add_scheme(text)
    assert result == add_scheme(result)
    assert result.endswith(text.strip(AROUND))


@given(iris.reference | iris.uri_reference | iris.any_text)
@example("http://%C3%A9/")
@example("http://xn--a/%C3%A9")
def test_readable_loses_nothing(text):
    """The result maps to the same URI, is equivalent, and stays."""
    result = attempt(to_readable, text)
    if result is not None:
        assert alike(to_uri(text)) == alike(to_uri(result))
        assert equivalent(text, result, level="scheme")
        assert result == to_readable(result)


@given(iris.any_text)
@example("a%2Eorg/b c")
@example("//a%41.org")
def test_from_url_field_gives_references(text):
    """The result is an IRI reference that stays, or the text is refused."""
    result = attempt(from_url_field, text)
    if result is not None:
        assert type(result) is str
        assert is_iri_reference(result)
        assert result == from_url_field(result)


@pytest.mark.slow
@pytest.mark.parametrize("function", [add_scheme, to_readable, from_url_field])
def test_time_is_linear(function):
    """A long text takes no longer than its length says."""
    shapes = {
        "host": shape("", "a."),
        "path": shape("a.example/", "%C3%A9"),
        "stray": shape("a.example/", "%|"),
        "at": shape("", "@"),
        "colons": shape("a", ":1"),
    }
    assert {} == steep(function, shapes, longest=2**17)
