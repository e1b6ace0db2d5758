"""`IRIKey(policy=...)`: a policy of the project says which addresses have the same key."""

import pickle
from contextlib import nullcontext

import pytest
from sqlalchemy import MetaData, String, Table, insert, select
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from iri3987 import IRIError
from iri3987.comparison import key_digest
from iri3987.comparison.policy import in_order, without_fragment, without_trailing_slash
from sqlalchemy_iri import IRIKey, IRIKeyType, IRIType
from test_sqlalchemy_iri.link_models import connected, keyed

PATH = "iri3987.comparison.policy.without_trailing_slash"


def refusing(text):
    """Refuse every address, as a policy may."""
    raise IRIError("invalid", text)


class Base(DeclarativeBase):
    """The base."""


class Page(Base):
    """A page, once for each address without its last slash."""

    __tablename__ = "page"

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str | None] = mapped_column(IRIType(profile="any"))
    url_key: Mapped[str | None] = IRIKey("url", policy=PATH)


def test_written_and_found():
    """The unit of work, statements and searches use the policy."""
    a, b = "http://a.example/x/", "http://b.example/x"
    with connected(Page.__table__) as connection, Session(connection) as session:
        session.add(Page(url=a))
        session.execute(insert(Page).values(url=b))
        session.flush()
        keys = session.scalars(select(Page.url_key).order_by(Page.id)).all()
        assert [key_digest(each, policy=without_trailing_slash) for each in (a, b)] == keys
        assert a == session.scalar(select(Page.url).where(Page.url.equivalent(a.rstrip("/"))))
        assert b == session.scalar(select(Page.url).where(Page.url_key.equivalent(f"{b}/")))


def test_empty_text_has_no_key():
    """It is equivalent to nothing, whatever the policy makes of it."""
    table = keyed(String(200), {"policy": str.strip})
    with connected(table) as connection:
        for url in (" ", ""):
            connection.execute(insert(table).values(homepage=url))
        is_empty = table.c.key.equivalent("")
        assert [] == connection.scalars(select(table.c.homepage).where(is_empty)).all()
        assert [" ", ""] == connection.scalars(select(table.c.homepage).where(~is_empty)).all()


def test_an_address_that_the_policy_refuses_is_found():
    """Its normal form counts: it is found by any spelling."""
    type_ = IRIKeyType("url", policy=refusing)
    assert type_.key_digest("http://é.example/") == type_.key_digest("HTTP://xn--9ca.example:80")
    assert type_.key_digest("http://é.example/") != type_.key_digest("http://é.example/x")


@pytest.mark.parametrize(
    ("policy", "is_accepted"),
    [(PATH, True), (without_trailing_slash, True), (None, False), (without_fragment, False)],
)
def test_columns_with_the_same_policy(policy, is_accepted):
    """A key may be copied from a column that has the same policy, however it is given."""
    other = keyed(String(200), {"policy": policy})
    rows = select(other.c.homepage, other.c.key)
    statement = insert(Page).from_select(["url", "url_key"], rows)
    refusal = pytest.raises(InvalidRequestError, match="is the key of")
    with connected(Page.__table__) as connection, nullcontext() if is_accepted else refusal:
        other.create(connection)
        connection.execute(statement)


@pytest.mark.parametrize(
    ("policy", "shown"),
    [
        (None, "IRIKeyType('url')"),
        (PATH, f"IRIKeyType('url', policy='{PATH}')"),
        (without_trailing_slash, f"IRIKeyType('url', policy='{PATH}')"),
        (in_order(without_fragment), "IRIKeyType('url')"),
    ],
)
def test_type(policy, shown):
    """The type is written for Alembic, compared by SQLAlchemy's cache, and pickled."""
    type_ = IRIKeyType("url", policy=policy)
    assert shown == repr(type_)
    assert type_._static_cache_key == IRIKeyType("url", policy=policy)._static_cache_key  # noqa: SLF001
    assert type_._static_cache_key != IRIKeyType("url", policy=refusing)._static_cache_key  # noqa: SLF001
    copy = pickle.loads(pickle.dumps(type_))
    assert type_.key_digest("http://a.example/x/") == copy.key_digest("http://a.example/x/")


def test_wrong_policy():
    """A policy that is not a function is refused at once, a wrong path when it is needed."""
    with pytest.raises(TypeError, match="policy must be a function"):
        IRIKey("url", policy=1)
    with pytest.raises(ValueError, match="leads nowhere"):
        IRIKeyType("url", policy="no.such").key_digest("x:y")
    with pytest.raises(ValueError, match=r"^level must be 'syntax' or 'scheme', not 'string'$"):
        IRIKeyType("url", level="string").key_digest("x:y")
    assert key_digest("x://a", level="syntax") == IRIKeyType("u", level="syntax").key_digest(
        "x://a"
    )


@pytest.mark.parametrize(("options", "is_unique"), [({}, True), ({"unique": False}, False)])
def test_index(options, is_unique):
    """A key has an index, which is unique unless it is said otherwise."""
    whole = Table("t", MetaData(), IRIKey("url", name="url_key", **options).column)
    assert [is_unique] == [index.unique for index in whole.indexes]
    bare = Table("t", MetaData(), IRIKey("url", name="k", unique=False, index=False).column)
    assert not bare.indexes
