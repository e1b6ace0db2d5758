"""An error tells the same wherever it is told: the code, the place, the reason, the sentence."""

from typing import Annotated

from jsonschema import Draft202012Validator, FormatChecker
from pydantic import TypeAdapter, ValidationError

from iri3987 import ANY, IRI, WEB, IRIError
from iri3987.adapters.jsonschema import register
from iri3987.messages import describe
from test_contract.contract_inputs import CASES

CHECKER = FormatChecker()
register(CHECKER)


def told(call, text, profile):
    """Return what the core's error says of a text, or None."""
    try:
        call(text)
    except IRIError as error:
        return error.code, error.position, str(error), describe(error, text, profile)
    return None


def by_json_schema(text, name="iri"):
    """Return the cause of the error that a validator finds in a text with a format, or None."""
    validator = Draft202012Validator({"format": name}, format_checker=CHECKER)
    return next((error.cause for error in validator.iter_errors(text)), None)


def test_json_schema():
    """For every text, the cause of the error has the facts of the core's error."""
    for case in CASES:
        if expected := told(ANY.check, case.text, None):
            error = by_json_schema(case.text)
            found = error.code, error.position, str(error), describe(error, case.text)
            assert expected == found, case.id


def test_formats_of_json_schema():
    """A URI is an IRI in ASCII, and a reference is one without a scheme as well."""
    names = ("iri", "iri-reference", "uri", "uri-reference")
    for case in CASES:
        iri, reference = case.any is None, case.any in {None, "not-absolute"}
        is_ascii = case.text.isascii()
        expected = (iri, reference, iri and is_ascii, reference and is_ascii)
        assert expected == tuple(by_json_schema(case.text, name) is None for name in names), case.id


def test_pydantic():
    """For every text, the context of the error has the facts of the core's error."""
    for profile in (ANY, WEB):
        adapter = TypeAdapter(Annotated[IRI, profile])
        for case in CASES:
            found = None
            try:
                adapter.validate_python(case.text)
            except ValidationError as caught:
                [error] = caught.errors()
                assert "iri_parsing" == error["type"]
                parts = ("code", "position", "reason", "message")
                found = tuple(error["ctx"][name] for name in parts)
            assert told(profile.clean, case.text, profile) == found, case.id
