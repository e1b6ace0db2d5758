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


@pytest.mark.parametrize("name", FORMATS)
def test_a_percent_sign_alone(name):
    """It is not a reference, nor a host name: "%" begins two digits."""
    assert not FORMATS[name]("%")


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
