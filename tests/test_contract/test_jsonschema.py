"""The formats of JSON Schema have the verdict of the core's grammar, and its code."""

from operator import attrgetter

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from iri3987 import ANY, IRIError, messages
from iri3987.adapters.jsonschema import register
from test_contract.contract_inputs import CASES, share

CHECKER = FormatChecker()
register(CHECKER)


def error_of(text, name="iri"):
    """Return the cause of the error that a validator finds in a text with a format, or None."""
    validator = Draft202012Validator({"format": name}, format_checker=CHECKER)
    return next((error.cause for error in validator.iter_errors(text)), None)


def checked(text):
    """Return the error of the profile that accepts any IRI, or None."""
    try:
        ANY.check(text)
    except IRIError as error:
        return error
    return None


def facts(error, text):
    """Return what an error says: its code, its place, its message and its words."""
    return error and (error.code, error.position, str(error), messages.describe(error, text))


# No format has the limits of a profile.
@pytest.mark.parametrize("case", share(2), ids=attrgetter("id"))
def test_iri(case):
    """The format "iri" accepts what the profile "any" accepts, or has the same error."""
    error = error_of(case.text)
    assert case.any == (error and error.code)
    assert facts(checked(case.text), case.text) == facts(error, case.text)


def test_the_other_formats():
    """A URI is an IRI in ASCII, and a reference is one without a scheme as well."""
    for case in CASES:
        iri, reference, uri, uri_reference = (
            error_of(case.text, name) is None
            for name in ("iri", "iri-reference", "uri", "uri-reference")
        )
        assert (case.any is None) is iri
        assert (case.any is None or case.any == "not-absolute") is reference
        assert ((iri and case.text.isascii()), (reference and case.text.isascii())) == (
            uri,
            uri_reference,
        )
