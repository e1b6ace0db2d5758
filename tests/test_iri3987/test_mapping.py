"""`iri3987.mapping`: RFC 3987 section 3.1, mapping of IRIs to URIs."""

import pytest

from iri3987 import IRI, IRIError, IRIReference, to_iri, to_uri


@pytest.mark.parametrize(
    ("iri", "host", "expected"),
    [
        pytest.param(
            "http://résumé.example.org", "idna", "http://xn--rsum-bpad.example.org", id="to-ascii"
        ),
        pytest.param(
            *("http://résumé.example.org", "percent", "http://r%C3%A9sum%C3%A9.example.org"),
            id="general-method",
        ),
        pytest.param(
            "http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org",
            "idna",
            "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org",
            id="domain-name-in-a-query",
        ),
        pytest.param(
            "http://www.example.org/red%09rosé#red",
            "idna",
            "http://www.example.org/red%09ros%C3%A9#red",
            id="existing-triplets-and-delimiters-stay",
        ),
        pytest.param(
            "http://example.com/\U00010300\U00010301\U00010302",
            "idna",
            "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82",
            id="beyond-the-bmp",
        ),
    ],
)
def test_3_1_printed(iri, host, expected):
    """The examples of section 3.1 come out as printed."""
    assert expected == to_uri(iri, host=host)


@pytest.mark.parametrize("host", ["idna", "percent"])
@pytest.mark.parametrize(
    "uri",
    [
        *("", "HTTP://EXAMPLE.org:080/%c3%a9/../?#", "http://a:/", "http://@a:/?", "//", "a://?#"),
        *("http://%C3%A9.org/", "http://xn--a/", "http://a..b;c/", "http://1.2.3.08/", "%7e"),
    ],
)
def test_3_1_identity_for_uris(uri, host):
    """A URI maps to itself, byte for byte, whatever its host: mapping is not normalisation."""
    assert uri == to_uri(uri, host=host)


@pytest.mark.parametrize("kind", [IRI, IRIReference, str])
@pytest.mark.parametrize("text", ["http://a/", "http://é/é"])
def test_3_1_gives_text(kind, text):
    """The result is a `str` and nothing more, also where nothing had to be done."""
    assert str is type(to_uri(kind(text)))
    assert str is type(to_iri(kind(text)))


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        pytest.param("http://é@a/", "http://%C3%A9@a/", id="iuserinfo"),
        pytest.param("http://a/é", "http://a/%C3%A9", id="ipath"),
        pytest.param("http://a?é", "http://a?%C3%A9", id="iquery"),
        pytest.param("http://a#é", "http://a#%C3%A9", id="ifragment"),
        pytest.param("é", "%C3%A9", id="relative"),
        pytest.param("?\ue000\U000f0000", "?%EE%80%80%F3%B0%80%80", id="iprivate"),
        pytest.param("\xa0\uffef", "%C2%A0%EF%BF%AF", id="ends-of-ucschar"),
        pytest.param("e\u0301", "e%CC%81", id="step-1c-no-nfc"),
        pytest.param("．．/‥", "%EF%BC%8E%EF%BC%8E/%E2%80%A5", id="no-nfkc"),
        pytest.param("http://a/%c3é", "http://a/%c3%C3%A9", id="step-2-2-case"),
    ],
)
def test_3_1_step_2(iri, expected):
    """Every ucschar and iprivate becomes its UTF-8 in upper-case triplets; the rest stays."""
    assert expected == to_uri(iri)


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        pytest.param("http://faß.de/", "http://xn--fa-hia.de/", id="http"),
        pytest.param("HTTPS://Faß.DE", "HTTPS://xn--fa-hia.de", id="scheme-case"),
        pytest.param("wss://u:p@é:80/é", "wss://u:p@xn--9ca:80/%C3%A9", id="userinfo-and-port"),
        pytest.param("http://é:?#", "http://xn--9ca:?#", id="empty-parts"),
        pytest.param("http://a。b．c｡d/é", "http://a.b.c.d/%C3%A9", id="label-separators"),
        pytest.param("http://é%2Eorg/", "http://xn--9ca.org/", id="3.4-triplets-are-decoded"),
        pytest.param("http://é@h/", "http://%C3%A9@h/", id="userinfo-is-no-host"),
        pytest.param("http://%C3%A9/é", "http://%C3%A9/%C3%A9", id="percent-encoded-host-stays"),
        pytest.param("http://xn--a/é", "http://xn--a/%C3%A9", id="ascii-host-stays"),
        pytest.param("urn:é", "urn:%C3%A9", id="no-authority"),
        pytest.param("x://é/", "x://%C3%A9/", id="other-scheme"),
        pytest.param("//é/", "//%C3%A9/", id="no-scheme"),
        pytest.param("http://[::1]/é", "http://[::1]/%C3%A9", id="ip-literal"),
        pytest.param("http://[v1.X]/é", "http://[v1.X]/%C3%A9", id="ipvfuture"),
        pytest.param("http://1.2.3.4/é", "http://1.2.3.4/%C3%A9", id="ipv4"),
        pytest.param("http:///é", "http:///%C3%A9", id="empty-host"),
        pytest.param("http:é", "http:%C3%A9", id="no-host"),
    ],
)
def test_3_1_host_idna(iri, expected):
    """The ireg-name of a scheme known to use domain names becomes A-labels; no other host does."""
    assert expected == to_uri(iri)


@pytest.mark.parametrize(
    ("host", "code"),
    [
        pytest.param("evil.com＼.good.com", "host-character", id="backslash"),
        pytest.param("a％41.com", "host-character", id="percent"),
        pytest.param("a\u037eb.com", "host-character", id="semicolon"),
        pytest.param("a\u1fefb.com", "host-character", id="backtick"),
        pytest.param("a℀b.com", "host-character", id="account-of"),
        pytest.param("good.com／evil.com", "host-character", id="slash"),
        pytest.param("é%2Fa", "host-character", id="encoded-slash"),
        pytest.param("é%40a", "host-character", id="encoded-at"),
        pytest.param("é%ff", "host-idna", id="no-utf-8"),
        pytest.param("é..a", "host-empty-label", id="empty-label"),
        pytest.param("0à.א", "host-bidi", id="whole-name-bidi"),
        pytest.param("é.xn--a", "host-a-label", id="fake-a-label"),
    ],
)
def test_3_1_host_that_is_no_domain_name(host, code):
    """Where "the ToASCII operation may fail", mapping fails too, unless by the general method."""
    iri = f"http://{host}/"
    with pytest.raises(IRIError) as caught:
        to_uri(iri)
    error = caught.value
    assert (code, "ireg-name", "3.1") == (error.code, error.component, error.section)
    assert to_uri(iri, host="percent").isascii()


@pytest.mark.parametrize("character", '<>" {}|\\^`', ids=ascii)
def test_3_1_characters_not_in_uris(character):
    """The printable characters that no URI holds raise, or are encoded by preprocessing."""
    with pytest.raises(IRIError):
        to_uri(f"/{character}")
    expected = f"/%{ord(character):02X}%C3%A9"
    assert expected == to_uri(f"/{character}é", preprocess=True)


@pytest.mark.parametrize("text", ["a#b#c", "100%", "/[a]", "/a\x00", "/a\n", "/\x7f", "/\u202e"])
def test_3_1_what_preprocessing_must_not_convert(text):
    """Number signs, percent signs and brackets "MUST NOT be converted"; nor are controls."""
    with pytest.raises(IRIError):
        to_uri(text, preprocess=True)


@pytest.mark.parametrize(
    ("text", "position"),
    [pytest.param("a b\u202e", 3, id="path"), pytest.param("http://a b/%zz", 11, id="triplet")],
)
def test_3_1_position_after_preprocessing(text, position):
    """A position is one in the text given, not in what preprocessing has made of it."""
    with pytest.raises(IRIError) as caught:
        to_uri(text, preprocess=True)
    assert position == caught.value.position


@pytest.mark.parametrize(
    ("iri", "encoding", "expected"),
    [
        pytest.param("http://a/é?é#é", "iso-8859-1", "http://a/%C3%A9?%E9#%C3%A9", id="query-only"),
        pytest.param("HTTPS://a?é", "iso-8859-1", "HTTPS://a?%E9", id="https"),
        pytest.param("http://a/?日本", "shift_jis", "http://a/?%93%FA%96%7B", id="shift-jis"),
        pytest.param("http://a/?日%C3", "euc-jp", "http://a/?%C6%FC%C3", id="triplets-stay"),
        pytest.param("http://é/?é", "iso-8859-1", "http://xn--9ca/?%E9", id="host-too"),
        pytest.param("ftp://a/?é", "iso-8859-1", "ftp://a/?%C3%A9", id="other-scheme"),
        pytest.param("//a/?é", "iso-8859-1", "//a/?%C3%A9", id="no-scheme"),
        pytest.param("http://a/é", "iso-8859-1", "http://a/%C3%A9", id="no-query"),
        pytest.param("http://a/?é", "utf-16-le", "http://a/?%C3%A9", id="encoding-of-unicode"),
        pytest.param("http://a/?é", "UTF-8", "http://a/?%C3%A9", id="utf-8"),
    ],
)
def test_3987bis_3_5_encoding(iri, encoding, expected):
    """The document's encoding is for the query of http and https alone."""
    assert expected == to_uri(iri, encoding=encoding)


@pytest.mark.parametrize(
    ("iri", "position"),
    [
        pytest.param("http://a/?é日", 11, id="ascii-host"),
        pytest.param("http://é.com/?日", 14, id="mapped-host"),
        pytest.param("http://a/日?日é日", 11, id="same-character-before"),
    ],
)
def test_3987bis_3_5_not_in_encoding(iri, position):
    """A character that the encoding lacks raises, at its place in the text given."""
    with pytest.raises(IRIError) as caught:
        to_uri(iri, encoding="iso-8859-1")
    error = caught.value
    assert ("not-in-encoding", "iquery", position) == (error.code, error.component, error.position)
