"""A database gives back what the SQLAlchemy type has accepted."""

import pytest
from sqlalchemy import bindparam, create_engine, select

from iri3987 import IRI
from sqlalchemy_iri import IRIType
from test_contract.contract_inputs import CASES


@pytest.mark.parametrize("profile", ["web", "any"])
def test_round_trip(profile):
    """A written text comes back as the same `IRI`."""
    type_ = IRIType(None, profile=profile)
    texts = [case.text for case in CASES if case.code(profile) is None]
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        for text in texts:
            found = connection.scalar(select(bindparam("iri", text, type_=type_)))
            assert (text, IRI) == (found, type(found))
    engine.dispose()
