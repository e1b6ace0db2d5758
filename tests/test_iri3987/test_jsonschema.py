"""`iri3987.adapters.jsonschema`: the formats of JSON Schema, as the package asks for them."""

import time

import pytest
from hypothesis import given

import vector_rows
from iri3987 import IRIError, is_iri, is_iri_reference, is_uri, is_uri_reference
from iri3987.adapters.jsonschema import FORMATS, register
from linear import without_collector
from test_iri3987 import strategies as iris

pytest.importorskip("jsonschema", reason="jsonschema is not installed")

import jsonschema

CHECKER = jsonschema.FormatChecker()
register(CHECKER)
#: The rules that RFC 3986 and RFC 3987 have for addresses.
ADDRESSES = {
    "iri": is_iri,
    "iri-reference": is_iri_reference,
    "uri": is_uri,
    "uri-reference": is_uri_reference,
}


def causes(name, value):
    """Return the causes of the errors that a validator finds in a value with a format."""
    validator = jsonschema.Draft202012Validator({"format": name}, format_checker=CHECKER)
    return [error.cause for error in validator.iter_errors(value)]


def fault(name, value):
    """Return the code and the position of the one error of a value."""
    (cause,) = causes(name, value)
    return cause.code, cause.position


# The test suite of JSON Schema

#: How the conformance data name the formats.
ROWS = {
    "iri.json": "iri",
    "iri-reference.json": "iri-reference",
    "uri.json": "uri",
    "uri-reference.json": "uri-reference",
    "hostname.json": "hostname",
    "idn-hostname.json": "idn-hostname",
}


def test_suite(conformance_rows):
    """Every row of JSON Schema's own tests has its verdict."""
    rows = conformance_rows("jsts.jsonl")
    formats = [ROWS[row["source"].partition("#")[0].rpartition("/")[2]] for row in rows]
    assert set(ROWS.values()) == set(formats)
    wrong = [
        row["id"]
        for name, row in zip(formats, rows, strict=True)
        if row["expected"] is bool(causes(name, row["input"]))
    ]
    assert [] == wrong


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("value", [None, True, 5, 1.5, ["%"], {"%": "%"}, b"%"], ids=repr)
def test_values_that_are_not_strings(name, value):
    """A format says nothing about other values."""
    assert [] == causes(name, value)
    assert FORMATS[name](value)


# Addresses


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("iri", "/é", ("not-absolute", 0)),
        ("iri", "http://é/%zz", ("bad-percent", 9)),
        ("iri-reference", "a b", ("bad-character", 1)),
        ("uri", "http://example.org/é", ("bad-character", 19)),
        ("uri", "http://é.example/", ("bad-character", 7)),
        ("uri", "/a", ("not-absolute", 0)),
        ("uri-reference", "?a#é", ("bad-character", 3)),
        ("uri-reference", "é b", ("bad-character", 1)),
    ],
)
def test_faults_of_addresses(name, text, expected):
    """The cause of an error is the core's, with its code and position."""
    assert expected == fault(name, text)


def test_the_message_of_a_uri_says_what_was_expected():
    """A character that an IRI may hold and a URI may not is named, with its place."""
    (cause,) = causes("uri", "http://me:secret@example.org/é")
    assert isinstance(cause, IRIError)
    assert "ipath" == cause.component
    assert "expected a character of US-ASCII, found 'é' (U+00E9)" == cause.reason
    assert "secret" not in str(cause)


# Host names

_63 = "a" * 63
_253 = f"{_63}.{_63}.{_63}.{'a' * 61}"


@pytest.mark.parametrize(
    "text",
    [
        *("example", "Example.ORG", "3com.example", "a--b.example", "r3---sn-a.example"),
        *("192.0.2.1", "xn--fa-hia.de", "XN--FA-HIA.de", _63, _253),
    ],
)
def test_host_names(text):
    """RFC 1123 section 2.1: letters, digits and hyphens; with A-labels that are valid."""
    assert [] == causes("hostname", text) == causes("idn-hostname", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ("host-empty-label", 0)),
        ("a..b", ("host-empty-label", 2)),
        ("example.org.", ("host-empty-label", 11)),
        ("a_b.example", ("host-character", 1)),
        ("a b", ("host-character", 1)),
        ("a%41", ("host-character", 1)),
        ("[::1]", ("host-character", 0)),
        ("example.org\n", ("host-character", 11)),
        ("a\x00", ("host-character", 1)),
        ("a.-b", ("host-hyphen", 2)),
        ("ab--.example", ("host-hyphen", 0)),
        ("--a", ("host-hyphen", 0)),
        ("xn--a.example", ("host-a-label", 0)),
        (f"a.{_63}a", ("host-label-too-long", 2)),
        (f"{_253}a", ("host-too-long", 0)),
        ("a" * 2000, ("host-too-long", 0)),
    ],
    ids=lambda value: ascii(value)[:20],
)
def test_faults_of_host_names(text, expected):
    """The cause of an error says what is wrong, and where in the text."""
    assert expected == fault("hostname", text) == fault("idn-hostname", text)


@pytest.mark.parametrize("text", ["faß.de", "例え。テスト", "a.例え", "r3---a.例え"])
def test_internationalized_names(text):
    """A label may be a U-label, and the ideographic full stop separates labels."""
    assert [] == causes("idn-hostname", text)
    assert "host-character" == fault("hostname", text)[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # RFC 5891 section 4.2.3.1 and 5.4: a U-label has no hyphens there.
        ("a.ab--é", ("host-double-hyphen", 2)),
        # RFC 5892: capital letters, full-width and compatibility forms are DISALLOWED.
        ("a.Bücher.example", ("host-idna", 2)),
        ("a.büCher.example", ("host-idna", 4)),
        ("ｅｘ.example", ("host-idna", 0)),
        ("é\ufb01.example", ("host-idna", 1)),
        # RFC 5891 section 4.2.1: Normalization Form C.
        ("re\u0301sume\u0301.example", ("host-idna", 1)),
        ("☃.example", ("host-idna", 0)),
        ("a\u200db.example", ("host-joiner", 0)),
        ("0a.א", ("host-bidi", 0)),
        ("é_.example", ("host-character", 1)),
        ("\ud800.example", ("host-idna", 0)),
        ("é.％41", ("host-character", 2)),
    ],
    ids=ascii,
)
def test_faults_of_internationalized_names(text, expected):
    """A label that is not a U-label (RFC 5890 section 2.3.2.1) is refused."""
    assert expected == fault("idn-hostname", text)


# Whatever is sent


def texts_of_attacks():
    """Yield the hostile texts."""
    for row in vector_rows.rows("attacks"):
        yield from vector_rows.texts(row)


def check(text):
    """Check what holds of any text: it is valid, or has one error of the core."""
    for name, has in FORMATS.items():
        (cause,) = causes(name, text) or [None]
        assert has(text) is (cause is None)
        assert cause is None or (isinstance(cause, IRIError) and str(cause).isprintable())
    assert not FORMATS["hostname"](text) or FORMATS["idn-hostname"](text)
    assert [rule(text) for rule in ADDRESSES.values()] == [
        FORMATS[each](text) for each in ADDRESSES
    ]


@pytest.mark.slow
def test_attacks():
    """A hostile text is valid or has one error, within two seconds, and nothing is raised."""
    for text in texts_of_attacks():
        with without_collector():
            start = time.process_time()
            check(text)
            assert time.process_time() - start < 2


@given(iris.any_text)
def test_law(text):
    """So is any other text; an address is what its rule accepts, a host name a name in Unicode."""
    check(text)


# Registration


def test_other_checkers_stay_as_they_are():
    """Only the checker that is given changes, and its other formats do not."""
    checker = jsonschema.FormatChecker()
    before = dict(checker.checkers)
    register(checker)
    assert set(FORMATS) == {name for name in checker.checkers if name in FORMATS}
    assert {name: checker.checkers[name] for name in before if name not in FORMATS} == {
        name: each for name, each in before.items() if name not in FORMATS
    }
    assert before == jsonschema.FormatChecker().checkers
