"""Pydantic tells what the core tells: the code, the place, the reason and the sentence."""

from typing import Annotated

from pydantic import TypeAdapter, ValidationError

from iri3987 import ANY, IRI, WEB, IRIError
from iri3987.messages import describe
from test_contract.contract_inputs import CASES


def test_what_an_error_says():
    """For every text, the context of the error has the facts of the core's error."""
    for profile in (ANY, WEB):
        adapter = TypeAdapter(Annotated[IRI, profile])
        for case in CASES:
            try:
                profile.clean(case.text)
            except IRIError as error:
                message = describe(error, case.text, profile)
                expected = [("iri_parsing", error.code, error.position, str(error), message)]
                try:
                    adapter.validate_python(case.text)
                except ValidationError as caught:
                    found = [(each["type"], *facts(each["ctx"])) for each in caught.errors()]
                assert expected == found, case.id


def facts(known):
    """Return the code, the place, the reason and the message in the context of an error."""
    return known["code"], known["position"], known["reason"], known["message"]
