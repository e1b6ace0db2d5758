"""`iri3987.mapping`: RFC 3987 section 3.2, converting URIs to IRIs."""

import pytest

from iri3987 import IRIError, to_iri
from test_iri3987.strategies import BIDI_FORMATTING


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        pytest.param(
            "http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst", id="3.2.1-utf-8"
        ),
        pytest.param(
            "http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", id="3.2.1-latin-1"
        ),
        pytest.param(
            "http://xn--99zt52a.example.org/%e2%80%ae",
            "http://xn--99zt52a.example.org/%E2%80%AE",
            id="3.2.1-rlo",
        ),
        pytest.param(*["http://www.example.org/r%E9sum%E9.html"] * 2, id="3.2-no-guessing-and-6.4"),
        pytest.param(
            "http://www.example.org/r%C3%A9sum%C3%A9.html",
            "http://www.example.org/résumé.html",
            id="6.4-path",
        ),
        pytest.param(
            "http://www.example.org/r%E9sum%E9.xml#r%C3%A9sum%C3%A9",
            "http://www.example.org/r%E9sum%E9.xml#résumé",
            id="6.4-fragment",
        ),
    ],
)
def test_3_2_printed(uri, expected):
    """The examples of sections 3.2, 3.2.1 and 6.4 come out as printed."""
    assert expected == to_iri(uri)


def test_3_2_1_to_unicode():
    """With scheme-specific knowledge the example's host "may be converted", as printed."""
    uri = "http://xn--99zt52a.example.org/%e2%80%ae"
    assert "http://納豆.example.org/%E2%80%AE" == to_iri(uri, host="unicode")


#: Octets that stay percent-encoded, by the step that says so.
KEPT = {
    "step-2-percent": "%25",
    "step-2-gen-delims": "%3A%2F%3F%23%5B%5D%40",
    "step-2-sub-delims": "%21%24%26%27%28%29%2A%2B%2C%3B%3D",
    "step-2-not-in-uris": "%20%22%3C%3E%5C%5E%60%7B%7C%7D",
    "step-2-controls": "%00%0A%0D%1F%7F",
    "step-3-lead-alone": "%E2%82",
    "step-3-continuation-alone": "%82",
    "step-3-overlong": "%C0%AF",
    "step-3-surrogate": "%ED%A0%80",
    "step-3-beyond-unicode": "%F4%90%80%80",
    "step-4-blank": "%E2%A0%80%F0%9D%85%99",
    "step-4-c1-controls": "%C2%80%C2%9F",
    "step-4-noncharacters": "%EF%BF%BE%EF%B7%90%F0%9F%BF%BE",
    "step-4-iprivate-in-a-path": "%EE%80%80",
    "step-4-tags": "%F3%A0%81%81",
    "step-4-spaces": "%C2%A0%E3%80%80",
    "step-4-separators": "%E2%80%A8%E2%80%A9",
    "step-4-zero-width": "%E2%80%8B%E2%80%8C%E2%80%8D%E2%81%A0%EF%BB%BF",
    "step-4-soft-hyphen": "%C2%AD",
    "step-4-fillers": "%E1%85%9F%E3%85%A4%EF%BE%A0",
    "step-4-variation-selectors": "%EF%B8%8F%F3%A0%84%80",
    "step-4-unassigned": "%CD%B8",
}


@pytest.mark.parametrize("uri", KEPT.values(), ids=KEPT)
def test_3_2_stays_encoded(uri):
    """Octets that would change the meaning, are not UTF-8, or are not appropriate stay encoded."""
    assert uri == to_iri(uri)


@pytest.mark.parametrize("character", BIDI_FORMATTING, ids=ascii)
def test_3_2_step_4_bidi_formatting_stays_encoded(character):
    """Bidirectional formatting characters stay encoded (section 4.1)."""
    uri = "".join(f"%{octet:02X}" for octet in character.encode())
    assert uri == to_iri(uri)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        pytest.param("%41%7a%30%2D%2e%5F%7E", "Az0-._~", id="step-2-unreserved"),
        pytest.param("%C3%A9%E9%C3%A9", "é%E9é", id="step-3-only-what-is-illegal"),
        pytest.param("%E2%82%C3%A9", "%E2%82é", id="step-3-truncated-before-legal"),
        pytest.param("%e9%fc%2f", "%E9%FC%2f", id="step-3-case-of-what-is-touched"),
        pytest.param("a%E2%80%AEé%C3%A9", "a%E2%80%AEéé", id="step-4-only-what-is-inappropriate"),
        pytest.param("%25%34%31", "%2541", id="once-only"),
        pytest.param("%E2%82\xac", "%E2%82\xac", id="never-joined-with-what-follows"),
        pytest.param("http://%C3%A9:/?#%C3%A9", "http://é:/?#é", id="host-and-empty-parts"),
        pytest.param("%D7%90/%D7%91", "א/ב", id="right-to-left"),
        pytest.param("%F0%9F%98%80", "😀", id="emoji"),
    ],
)
def test_3_2_converts(uri, expected):
    """The five steps convert as much as can be, and nothing more."""
    assert expected == to_iri(uri)


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        pytest.param("http://xn--fa-hia.de/", "http://faß.de/", id="a-label"),
        pytest.param("HTTP://u@XN--FA-HIA.de:8/", "HTTP://u@faß.de:8/", id="case-and-neighbours"),
        pytest.param("http://xn--a.de/", "http://xn--a.de/", id="fake"),
        pytest.param("http://xn--9ca.%C3%A9/", "http://é.é/", id="with-percent-encoded"),
        pytest.param("x://xn--fa-hia.de/", "x://xn--fa-hia.de/", id="other-scheme"),
        pytest.param("//xn--fa-hia.de/", "//xn--fa-hia.de/", id="no-scheme"),
        pytest.param("http://xn--9ca@h/xn--9ca", "http://xn--9ca@h/xn--9ca", id="elsewhere"),
    ],
)
def test_3_2_host_unicode(uri, expected):
    """A-labels are decoded where they are the host of a scheme that uses domain names."""
    assert expected == to_iri(uri, host="unicode")


@pytest.mark.parametrize("text", ["%", "/%zz", "http://a b/", "\u202e", "\ud800"], ids=ascii)
def test_3_2_what_is_no_reference(text):
    """A text that is not an IRI reference raises."""
    with pytest.raises(IRIError):
        to_iri(text)
