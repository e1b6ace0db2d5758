"""What the tests of several modules need."""

import pytest
from sqlalchemy.orm import Session

from test_sqlalchemy_iri.link_models import DATABASES, Base, database


@pytest.fixture(scope="module", params=DATABASES)
def server(request, tmp_path_factory):
    """Give each database, without tables."""
    with database(request.param, tmp_path_factory.mktemp("database")) as engine:
        yield engine


@pytest.fixture(scope="module")
def engine(request, server):
    """Give each with the tables of the models; a module may have a base of its own."""
    getattr(request.module, "Base", Base).metadata.create_all(server)
    return server


@pytest.fixture
def session(engine):
    """Give a session that leaves nothing behind."""
    with Session(engine) as session:
        yield session
