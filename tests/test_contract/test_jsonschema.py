"""The formats of JSON Schema have the verdict of the core's grammar, and its error."""

from jsonschema import Draft202012Validator, FormatChecker

from iri3987 import ANY, IRIError
from iri3987.adapters.jsonschema import register
from iri3987.messages import describe
from test_contract.contract_inputs import CASES

CHECKER = FormatChecker()
register(CHECKER)


def error_of(text, name="iri"):
    """Return the cause of the error that a validator finds in a text with a format, or None."""
    validator = Draft202012Validator({"format": name}, format_checker=CHECKER)
    return next((error.cause for error in validator.iter_errors(text)), None)


def facts(error, text):
    """Return what an error says: its code, its place, its message and its sentence."""
    return error.code, error.position, str(error), describe(error, text)


def test_what_an_error_says():
    """For every text, the cause of the error has the facts of the core's error."""
    for case in CASES:
        try:
            ANY.check(case.text)
        except IRIError as error:
            expected = facts(error, case.text)
            assert expected == facts(error_of(case.text), case.text), case.id


def test_the_other_formats():
    """A URI is an IRI in ASCII, and a reference is one without a scheme as well."""
    names = ("iri", "iri-reference", "uri", "uri-reference")
    for case in CASES:
        iri, reference = case.any is None, case.any in {None, "not-absolute"}
        is_ascii = case.text.isascii()
        expected = (iri, reference, iri and is_ascii, reference and is_ascii)
        assert expected == tuple(error_of(case.text, name) is None for name in names), case.id
