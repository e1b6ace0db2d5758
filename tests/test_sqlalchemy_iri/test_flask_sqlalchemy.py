"""Models as the documentation of Flask-SQLAlchemy writes them."""

import pytest
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column

from iri3987 import IRI
from sqlalchemy_iri import IRIKey, IRIType

A, A_SPELLED = "http://faß.de/straße", "HTTP://xn--fa-hia.de/stra%C3%9Fe"


def flask_models():
    """Yield the extension and a model, for each style of Flask-SQLAlchemy's guide."""
    legacy = SQLAlchemy()

    class LegacyPage(legacy.Model):
        id = legacy.Column(legacy.Integer, primary_key=True)
        address = legacy.Column(IRIType(profile="intranet"), nullable=False)
        address_key = IRIKey("address")

    yield legacy, LegacyPage

    class Model(DeclarativeBase):
        pass

    mapped = SQLAlchemy(model_class=Model)

    class Link(mapped.Model):
        id: Mapped[int] = mapped_column(primary_key=True)
        address: Mapped[IRI] = mapped_column(IRIType())
        address_key: Mapped[str] = IRIKey("address")

    yield mapped, Link

    class Other(DeclarativeBase):
        pass

    dataclasses = SQLAlchemy(model_class=Other)

    class Page(MappedAsDataclass, dataclasses.Model):
        id: Mapped[int] = mapped_column(init=False, primary_key=True)
        address: Mapped[IRI] = mapped_column(IRIType())
        address_key: Mapped[str] = IRIKey("address", init=False)

    yield dataclasses, Page


@pytest.mark.parametrize(
    ("db", "model"), list(flask_models()), ids=["db.Column", "Mapped", "MappedAsDataclass"]
)
def test_flask_sqlalchemy(db, model):
    """A model of each style has an address, is found by any spelling, and refuses a second row."""
    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"
    db.init_app(app)
    with app.app_context():
        db.create_all()
        db.session.add(model(address=A))
        db.session.commit()
        row = db.session.scalar(select(model).where(model.address.equivalent(A_SPELLED)))
        assert (A, IRI) == (row.address, type(row.address))
        db.session.add(model(address=A_SPELLED))
        with pytest.raises(IntegrityError):
            db.session.commit()
        db.session.remove()
        db.engine.dispose()
