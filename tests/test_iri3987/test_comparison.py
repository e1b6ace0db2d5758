"""`iri3987.comparison`: RFC 3987 section 5, normalization and comparison."""

import ipaddress
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import (
    IRIError,
    IRIReference,
    comparison_key,
    equivalent,
    is_iri_reference,
    normalize,
    repair,
    to_iri,
    to_uri,
)
from iri3987._unicode import version14
from iri3987.comparison import (
    key_digest,
    normalize_case,
    normalize_characters,
    normalize_path_segments,
    normalize_percent_encoding,
    normalize_scheme,
    preferred,
)
from test_iri3987 import strategies as iris
from test_iri3987.test_conformance import normative

RUNGS = {
    "case": normalize_case,
    "percent-encoding": normalize_percent_encoding,
    "path-segments": normalize_path_segments,
    "scheme": normalize_scheme,
}


# Rows of the conformance data


def rows():
    """Return the rows about normalization and comparison."""
    return [row for row in normative() if row["op"] in {"normalize", "equivalent"}]


def result(row):
    """Normalize or compare at the row's level."""
    options = row["options"]
    if row["op"] == "equivalent":
        return equivalent(*row["input"], level=options["level"])
    if iris.fault(IRIReference, row["input"]):
        return None
    iri = normalize(row["input"], level=options["level"])
    return to_uri(iri, host="percent") if options.get("form") == "uri" else iri


def test_5_conformance_rows():
    """Every normative row holds."""
    found = [(row["id"], row["expected"], result(row)) for row in rows()]
    assert len(found) > 40
    assert [] == [each for each in found if each[1] != each[2]]


def test_5_conformance_rows_have_keys():
    """Two IRIs of a row have the same key just when the row says that they are equivalent."""
    for row in rows():
        level = row["options"]["level"]
        if row["op"] == "equivalent" and level != "string":
            first, second = (comparison_key(each, level=level) for each in row["input"])
            assert row["expected"] is (first == second), row


# Each rung alone

ALONE = {
    "case": {
        "HTTP://Me@EXAMPLE.Org:80/A%c3%aB/../?Q%7e#F%aF": "http://Me@example.org:80/A%C3%AB/../?Q%7E#F%AF",
        "A%3a": "A%3A",
        "//EXAMPLE.Org": "//example.org",
        "http://[FE80::Ab]/": "http://[fe80::ab]/",
        "x://A%c3%b6/": "x://a%C3%B6/",
        # "US-ASCII only host"; the rest is scheme-based (5.3.3).
        "http://É.Example/": "http://É.Example/",
        "mailto:A@B": "mailto:A@B",
        "/A": "/A",
    },
    "percent-encoding": {
        "http://a/%7e%41%2D%c3%a9é": "http://a/~A-éé",
        # Reserved characters, "%" and what cannot stand in an IRI stay encoded.
        "http://a/%2F%3A%25%20%5B": "http://a/%2F%3A%25%20%5B",
        "http://a/%FF%E2%80%AE?%EE%80%80": "http://a/%FF%E2%80%AE?%EE%80%80",
        # An octet that would not be decoded is encoded, so that both spellings are one.
        "http://a/\u200d?\ue000": "http://a/%E2%80%8D?%EE%80%80",
        "HTTP://A:80/../%2e": "HTTP://A:80/../.",
        "http://%41.example": "http://A.example",
    },
    "path-segments": {
        "example://a/./b/../b/c": "example://a/b/c",
        "HTTP://A:80/%7e/../?/../#/../": "HTTP://A:80/?/../#/../",
        "http://a/%2e%2E/b": "http://a/%2e%2E/b",
        "http://a//b//../c": "http://a//b/c",
        "http://a/...": "http://a/...",
        "x:/..//b": "x:/.//b",
        # A relative reference needs its dots.
        "../a/./b": "../a/./b",
        "//h/../a": "//h/../a",
        "?a": "?a",
    },
    "scheme": {
        "http://example.com:80": "http://example.com/",
        "https://a:": "https://a/",
        "https://a:0443?q": "https://a/?q",
        "https://a:80": "https://a:80/",
        "http://a:00/": "http://a:0/",
        "http://xn--rsum-bpad.example.org/": "http://résumé.example.org/",
        "http://RÉSUMÉ.example.org/": "http://résumé.example.org/",
        "http://R%C3%A9sum%C3%A9.example.org/": "http://résumé.example.org/",
        "http://me@faß.de/": "http://me@faß.de/",
        "http://[::1]:80/": "http://[::1]/",
        "http://１２７.0.0.1/": "http://127.0.0.1/",
        "http:": "http:",
        "http://": "http:///",
        "HTTP://a/../B?C#D": "HTTP://a/../B?C#D",
        # Parts about which nothing is known for a scheme are left alone.
        "http://a/%7euser?%41#%C3%A9": "http://a/%7euser?%41#%C3%A9",
        "ftp://a": "ftp://a/",
        "FILE://LocalHost/./%2e": "FILE:///./%2e",
        "file:/a": "file:///a",
        "file:/.//a": "file:////a",
        "file:a": "file:a",
        "file://localhost": "file://",
        # "[...] then the host should be given explicitly" (5.3.3).
        "file://me@localhost/a": "file://me@localhost/a",
        "file://localhost:1/a": "file://localhost:1/a",
        "URN:ISBN:%2c?+a#b": "URN:isbn:%2c?+a#b",
        "urn:ISBN": "urn:ISBN",
        "foo:ISBN:1": "foo:ISBN:1",
        "mailto:A@B.Example,C,@D,%40E?F@G": "mailto:A@b.example,C,@d,%40E?F@G",
        "mailto:a@xn--fa-hia.de,a@fa%C3%9F.de": "mailto:a@faß.de,a@faß.de",
        "mailto:a@%5B127.0.0.1%5D": "mailto:a@%5B127.0.0.1%5D",
        "foo://h:80": "foo://h:80",
        "foo://h:": "foo://h",  # RFC 3986 section 3.2.3: "if port is empty"
        "foo://xn--rsum-bpad.example/": "foo://xn--rsum-bpad.example/",
        "//h:80": "//h:80",
    },
}


@pytest.mark.parametrize("rung", RUNGS)
def test_5_3_rungs(rung):
    """A rung does its own work and leaves that of the others."""
    assert ALONE[rung] == {iri: RUNGS[rung](iri) for iri in ALONE[rung]}


# RFC 5952 sections 4 and 5, without the dotted IPv4 address.
IPV6 = {
    "0:0:0:0:0:0:0:1": "::1",
    "0:0:0:0:0:0:0:0": "::",
    "2001:0DB8::0001": "2001:db8::1",
    "2001:db8:0:0:0:0:2:1": "2001:db8::2:1",
    "2001:db8:0:1:1:1:1:1": "2001:db8:0:1:1:1:1:1",
    "2001:db8::1:1:1:1:1": "2001:db8:0:1:1:1:1:1",
    "2001:0:0:1:0:0:0:1": "2001:0:0:1::1",
    "2001:db8:0:0:1:0:0:1": "2001:db8::1:0:0:1",
    "1:0:0:0:0:0:0:0": "1::",
    "1:2:3:4:5:6:7:8": "1:2:3:4:5:6:7:8",
    "10:100:1000:0:0:A0:0:0": "10:100:1000::a0:0:0",
    "::FFFF:192.0.2.1": "::ffff:c000:201",
    "::13.1.68.3": "::d01:4403",
}


@pytest.mark.parametrize("address", IPV6)
def test_5_3_3_ipv6(address):
    """An IPv6 address has one spelling where the host is what the DNS or an address names."""
    assert f"http://[{IPV6[address]}]/" == normalize_scheme(f"http://[{address}]/")


@given(iris.ipv6address, iris.ipv6address)
def test_law_ipv6(first, second):
    """Two addresses are equivalent just when they are the same number."""
    same = ipaddress.IPv6Address(first) == ipaddress.IPv6Address(second)
    assert same is equivalent(f"http://[{first}]/", f"http://[{second}]/", level="scheme")
    shortened = IRIReference(normalize_scheme(f"http://[{first}]/")).host
    assert ipaddress.IPv6Address(first) == ipaddress.IPv6Address(shortened[1:-1])
    assert f"http://{shortened}/" == normalize_scheme(f"http://{shortened}/")


# A rung may give what is not normal for the one before: only %2E is seen differently after it.
_STEPS = {name: rung for name, rung in RUNGS.items() if name != "path-segments"}


@pytest.mark.parametrize("rung", _STEPS.values(), ids=_STEPS)
@given(text=iris.reference)
def test_law_a_rung_keeps_the_equivalence(rung, text):
    """The result of a rung is a reference, is stable, and is equivalent on the ladder's top."""
    found = rung(text)
    assert is_iri_reference(found)
    assert found == rung(found)
    assert equivalent(text, found, level="scheme")


@given(iris.iri)
def test_law_path_segments(text):
    """The path has no dot-segments left, and nothing else has changed."""
    before, after = IRIReference(text), IRIReference(normalize_path_segments(text))
    assert not {".", ".."} & set(after.path.removeprefix("/.//").split("/"))
    for name in ("scheme", "authority", "query", "fragment"):
        assert getattr(before, name) == getattr(after, name)
    assert after == normalize_path_segments(after)


# 5.3.2.2. Character Normalization


@pytest.mark.parametrize(
    ("form", "iri", "expected"),
    [
        ("NFC", "/re\u0301sume\u0301", "/r\u00e9sum\u00e9"),
        ("NFD", "/r\u00e9sum\u00e9", "/re\u0301sume\u0301"),
        ("NFC", "/\ufb01\uff21", "/\ufb01\uff21"),
        ("NFKC", "/\ufb01\uff21", "/fiA"),
        ("NFKD", "/\ufb01\u00e9", "/fie\u0301"),
        ("NFC", "http://e\u0301@e\u0301/e\u0301?e\u0301#e\u0301", "http://é@é/é?é#é"),
        ("NFC", "HTTP://A:80/%65%CC%81/../", "HTTP://A:80/%65%CC%81/../"),
        ("NFC", "%41\u0301", "%41\u0301"),
    ],
    ids=ascii,
)
def test_5_3_2_2_forms(form, iri, expected):
    """A form is what Unicode says; triplets and everything in ASCII stay."""
    assert expected == normalize_characters(iri, form=form)
    assert form != "NFC" or expected == normalize_characters(iri)


@pytest.mark.parametrize(
    ("form", "iri"),
    [
        ("NFC", "a\u037eb"),
        ("NFD", "a\u037eb"),
        ("NFC", "a\u1fefb"),
        ("NFC", "?a=\u0338b"),
        ("NFD", "?a\u2260b"),
        ("NFKC", "a\uff0fb"),
        ("NFKC", "\u2100"),
        ("NFKC", "//a\uff20b"),
        ("NFKC", "//a\uff1a80"),
        ("NFKC", "a\uff03b"),
        ("NFKC", "a\uff1fb"),
        ("NFKC", "a\uff0541"),
        ("NFKC", "a\uff05"),
        ("NFKC", "a\uff3cb"),
        ("NFKC", "a\u00a8"),
        ("NFKD", "//\uff3ba\uff3d"),
    ],
    ids=ascii,
)
def test_5_3_2_2_delimiters_neither_come_nor_go(form, iri):
    """Where the form would change how the reference is read, there is an error."""
    assert is_iri_reference(iri)
    with pytest.raises(IRIError) as caught:
        normalize_characters(iri, form=form)
    assert ("not-normalizable", "5.3.2.2") == (caught.value.code, caught.value.section)


@pytest.mark.parametrize(
    "iri",
    ["?a=\u0338b\u207cc", "/a/\uff0e\uff0e/b", "/a/\u2025/b", "/a/\u2024/b"],
    ids=ascii,
)
def test_5_3_2_2_delimiters_and_dots_stay_where_they_are(iri):
    """No delimiter goes where an equal one comes, and no dot-segment is made of other dots."""
    with pytest.raises(IRIError):
        normalize_characters(iri, form="NFKC")


#: Marks of many classes, some that are two in one, and one that lets none pass.
MARKS = (
    "\u0300\u0301\u0323\u031b\u0327\u0344\u0345\u0340\u034f\u05b0\u05bc\u064b\u0651\u093c\u0f71\u0f72\u0f73"
    "\u0f74\u0f75\u0f81\u3099\u302a\U0001d165\U0001d16d"
)


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@given(text=iris.reference)
def test_law_characters(form, text):
    """Each component is in the form, as if it had been alone; none comes, none goes."""
    error = iris.fault(lambda each: normalize_characters(each, form=form), text)
    if error:
        assert "not-normalizable" == error.code
        return
    before, after = IRIReference(text), IRIReference(normalize_characters(text, form=form))
    assert after == normalize_characters(after, form=form)
    for name in ("scheme", "userinfo", "host", "port", "path", "query", "fragment"):
        old, new = getattr(before, name), getattr(after, name)
        assert (None if old is None else version14.normalize(form, old)) == new


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@given(text=st.text("ae가ㅎ\u00e9\u1e69\u1100\u1161\u11a8\u0bc6\u0bbe\ufb1f" + MARKS, max_size=9))
def test_law_marks(form, text):
    """However many marks stand in a row, the result is that of the Unicode Standard."""
    assert unicodedata.normalize(form, f"?{text}") == normalize_characters(f"?{text}", form=form)


# 7.5. URI/IRI Selection


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        # draft-duerst-iri-06, "Preferred Forms", line by line.
        ("HTTP://a.example/", "http://a.example/"),
        ("http://a.example/%7e%C3%A9%2f", "http://a.example/~é%2F"),
        ("http://FAẞ.example/", "http://faß.example/"),
        ("http://xn--fa-hia.example/", "http://faß.example/"),
        ("/re\u0301sume\u0301", "/r\u00e9sum\u00e9"),
        ("http://a.example/./b/../c", "http://a.example/c"),
        ("http://a.example", "http://a.example/"),
        # RFC 3987 section 7.5: the ligature, and where it may be used.
        ("http://a.example/\ufb01?\ufb01e\u0301#\ufb01", "http://a.example/fi?\ufb01\u00e9#fi"),
        # NFKC would make a delimiter, or a space.
        ("/a\uff0fe\u0301", "/a\uff0f\u00e9"),
        ("/\u00a8", "/\u00a8"),
        # NFC would make a delimiter.
        ("/a\u037ee\u0301", "/a\u037ee\u0301"),
        ("?a=\u0338#e\u0301", "?a=\u0338#\u00e9"),
        ("../%7e?#", "../~?#"),
        ("urn:EXAMPLE:a#b", "urn:example:a#b"),
    ],
    ids=ascii,
)
def test_7_5_preferred(iri, expected):
    """An IRI is published in the form that makes the fewest aliases."""
    assert expected == preferred(iri)


def test_7_5_preferred_form():
    """NFC keeps compatibility characters; the other forms are not for IRIs."""
    assert "/\ufb01\u00e9" == preferred("/\ufb01e\u0301", form="NFC")
    with pytest.raises(ValueError, match="form must be 'NFC' or 'NFKC', not 'NFD'"):
        preferred("/", form="NFD")


@pytest.mark.parametrize("form", ["NFC", "NFKC"])
@given(text=iris.any_text | iris.reference | iris.web_iri)
def test_law_preferred(form, text):
    """The preferred form of a reference is one, its own, and normal; other text has none."""
    if not is_iri_reference(text):
        assert iris.fault(preferred, text)
        return
    found = preferred(text, form=form)
    assert is_iri_reference(found)
    assert found == preferred(found, form=form) == normalize(found)


# Arguments


def test_unknown_levels_and_forms():
    """The error names those that there are."""
    with pytest.raises(ValueError, match="level must be 'string' or 'syntax' or 'scheme', not 'x'"):
        equivalent("a", "a", level="x")
    for function in (normalize, comparison_key, key_digest):
        with pytest.raises(ValueError, match="level must be 'syntax' or 'scheme', not 'string'"):
            function("a", level="string")
    with pytest.raises(ValueError, match=r"form must be .*, not 'x'"):
        normalize_characters("a", form="x")


@pytest.mark.parametrize("level", ["string", "syntax", "scheme"])
@pytest.mark.parametrize(
    ("first", "second"), [("a\u202eb", "a"), ("a", "http:\\\\a"), ("http://[", "http://[")]
)
def test_both_are_validated(level, first, second):
    """A text that `repair` refuses is equivalent to nothing: there is an error."""
    with pytest.raises(IRIError):
        equivalent(first, second, level=level)


@given(iris.reference)
def test_law_alignment(text):
    """Percent-encoding is aligned as 5.3.2.3 proposes: by way of the URI."""
    assert to_iri(to_uri(text, host="percent")) == normalize_percent_encoding(text)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("HTTP://Faß.de:80", "http://xn--fa-hia.de/", True),
        ("http://a.example/%7e", "http://a.example/~", True),
        ("http://a.example/a", "http://a.example/A", False),
        ("http://[", "http://[", True),
        ("http://[", "HTTP://[", False),
        ("http://[/a b", "http://[/a%20b", False),
    ],
)
def test_digests_compare_as_keys(a, b, expected):
    """Two digests are equal where the keys are; text that `repair` refuses is its own key."""
    assert expected == (key_digest(a) == key_digest(b))
    # A column of 66 ASCII characters holds any.
    assert [(66, True)] * 2 == [(len(each), each.isascii()) for each in map(key_digest, (a, b))]


#: Text that lacks only percent-encoding, and what it leads to, as the URL Standard has it.
REPAIRED = [
    ("https://fonts.example/css?family=A|B", "https://fonts.example/css?family=A%7CB"),
    ("https://a.example/100%", "https://a.example/100%25"),
    ("https://a.example/?filter[name]=x", "https://a.example/?filter%5Bname%5D=x"),
    ("https://a.example/a b#c#d", "https://A.example:443/a%20b#c%23d"),
    ("https://a.example/a\\b", "https://a.example/a/b"),
    ("a b", "a%20b"),
]


@pytest.mark.parametrize(("text", "address"), REPAIRED)
def test_text_that_lacks_percent_encoding(text, address):
    """The text has the key of the address to which a link leads, but no normal form."""
    for level in ("syntax", "scheme"):
        expected = equivalent(repair(text), address, level=level)
        assert expected is equivalent(text, address, level=level)
        assert expected is (
            comparison_key(text, level=level) == comparison_key(address, level=level)
        )
        assert expected is (key_digest(text, level=level) == key_digest(address, level=level))
    assert equivalent(text, address, level="scheme")
    assert not equivalent(text, address, level="string")
    assert equivalent(text, text, level="string")
    with pytest.raises(IRIError):
        normalize(text, level="scheme")


def test_digest_has_the_level_asked_for():
    """On the level "syntax" a default port is a difference."""
    assert key_digest("http://a.example:80/") == key_digest("http://a.example/")
    with_port, without = (
        key_digest(text, level="syntax") for text in ("http://a.example:80/", "http://a.example/")
    )
    assert with_port != without
