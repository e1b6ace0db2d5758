"""The SQLAlchemy type gives the verdict of the core's profile, and its code."""

from operator import attrgetter

import pytest
from sqlalchemy import bindparam, create_engine, select
from sqlalchemy.exc import StatementError

from iri3987 import IRI, IRIError
from sqlalchemy_iri import IRIType
from test_contract.contract_inputs import Case, share


@pytest.fixture(scope="module")
def connection():
    """Give a connection to a database."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        yield connection
    engine.dispose()


def verdict(connection, type_, text):
    """Return what a database gives back for *text*, and its type, or the code of the error."""
    try:
        value = connection.scalar(select(bindparam("iri", text, type_=type_)))
    except StatementError as error:
        assert isinstance(error.orig, IRIError)  # noqa: PT017 - what else there is, is the result
        return error.orig.code
    return value, type(value)


@pytest.mark.parametrize("profile", ["web", "any"])
# "" is stored, as forms give it for an empty input.
@pytest.mark.parametrize("case", [case for case in share(0) if case.text], ids=attrgetter("id"))
def test_type(connection, case: Case, profile):
    """A written text comes back as the same `IRI`, or is refused with the same code."""
    code = case.code(profile)
    expected = (case.text, IRI) if code is None else code
    assert expected == verdict(connection, IRIType(None, profile=profile), case.text)
