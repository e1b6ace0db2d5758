"""The SQLAlchemy type: what is written, read and compared, on every database that is there."""

import pickle
from dataclasses import replace

import pytest
from markupsafe import Markup
from sqlalchemy import (
    bindparam,
    cast,
    create_engine,
    func,
    insert,
    literal,
    null,
    select,
    text,
    union,
)
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, defer, mapped_column

import sqlalchemy_iri
from iri3987 import IRI, WEB, IRIError, IRIReference
from iri3987.values import InvalidIRI, load
from sqlalchemy_iri import IRIType, validates_iri
from test_sqlalchemy_iri.link_models import Link, connected

#: IRIs that a careless layer would change.
EXACT = [
    "http://faß.de/straße?q=é#ç",
    "HTTP://EXAMPLE.org:80/a/../%7e?#",
    "https://example.org/re\u0301sume\u0301",
    "https://例え.テスト/パス",
    "https://example.org/\U0001f98a",
    "https://example.org/'--%22",
    "urn:example:%25s:%28x)s:q",
    "x:?:a",
]


def stored(session):
    """Return the text of all rows, as the database has it."""
    return list(session.scalars(text("SELECT homepage FROM link ORDER BY id")))


def put(session, homepage, row=1):
    """Store any text, behind the back of the type."""
    statement = text("INSERT INTO link (id, homepage) VALUES (:id, :text)")
    session.execute(statement, {"id": row, "text": homepage})


# Written


@pytest.mark.parametrize("value", EXACT)
def test_round_trip(session, value):
    """The text that was written is read, to the character, as an `IRI`, or a reference."""
    session.add(Link(homepage=value, icon="../räk"))
    session.flush()
    session.expire_all()
    assert [value] == stored(session)
    link = session.scalars(select(Link)).one()
    assert (value, IRI) == (link.homepage, type(link.homepage))
    assert ("../räk", IRIReference) == (link.icon, type(link.icon))
    assert (IRI, IRIReference) == tuple(
        IRIType(allow_relative=each).python_type for each in (False, True)
    )


@pytest.mark.parametrize("type_", [IRI, Markup, str])
def test_writes_subclasses_of_str(session, type_):
    """A subclass of `str` is written as its text."""
    session.execute(insert(Link), [{"homepage": type_("http://a.example/?a&b")}])
    assert ["http://a.example/?a&b"] == stored(session)


@pytest.mark.parametrize("value", [5, b"http://a.example/", ["http://a.example/"], True])
def test_refuses_what_is_no_text(session, value):
    """A value that is not text is never stored as NULL, nor as its repr."""
    with pytest.raises(StatementError) as caught:
        session.execute(insert(Link).values(homepage=value))
    assert "not-text" == caught.value.orig.code


def test_refuses_what_is_too_long_for_the_column(session):
    """The length is that of the column, on every database."""
    session.execute(insert(Link).values(icon="x" * 500))
    with pytest.raises(StatementError) as caught:
        session.execute(insert(Link).values(icon="x" * 501))
    error = caught.value.orig
    assert "too-long: expected at most 500 characters, found 501" == str(error)
    assert {"limit": 500, "length": 501, "unit": "characters"} == error.params


# Empty


@pytest.mark.parametrize("empty", ["", Markup(), InvalidIRI("", IRIError("", "not-absolute"))])
def test_empty(session, empty):
    """The text of an empty input is stored, and reads as something that is false."""
    session.execute(insert(Link), [{"homepage": empty, "icon": empty} for _ in range(2)])
    assert ["", ""] == stored(session)
    [link, _] = session.scalars(select(Link))
    assert ("", InvalidIRI) == (link.homepage, type(link.homepage))
    assert (None, None, "") == (link.homepage.host, link.homepage.uri, link.homepage.display)
    assert ("", IRIReference) == (link.icon, type(link.icon))
    assert not link.homepage
    assert link.homepage_key is None


# Read


READS = {
    "ORM": lambda s: s.get(Link, 1).homepage,
    "column": lambda s: s.scalar(select(Link.homepage)),
    "Core": lambda s: s.connection().execute(select(Link.__table__.c.homepage)).scalar(),
    "reference": lambda s: s.scalar(select(Link.icon)),
    "label": lambda s: s.execute(select(Link.homepage.label("x"))).one().x,
    "subquery": lambda s: s.scalar(select(select(Link.homepage).subquery().c.homepage)),
    "union": lambda s: s.scalar(union(select(Link.homepage), select(Link.homepage))),
    "pickled": lambda s: pickle.loads(pickle.dumps(s.get(Link, 1))).homepage,
    "merged": lambda s: s.merge(pickle.loads(pickle.dumps(s.get(Link, 1)))).homepage,
    "refreshed": lambda s: (s.get(Link, 1), s.expire_all(), s.get(Link, 1).homepage)[-1],
    "deferred": lambda s: s.get(Link, 1, options=[defer(Link.homepage)]).homepage,
}


@pytest.mark.parametrize("way", READS)
@pytest.mark.parametrize("value", ["http://例え.テスト/", "http://a b/"], ids=["IRI", "InvalidIRI"])
def test_reading_loads_a_value(session, way, value):
    """However a value is read, it is an IRI, or an `InvalidIRI`."""
    query = text("INSERT INTO link (id, homepage, icon) VALUES (1, :value, :value)")
    session.execute(query, {"value": value})
    kind = IRIReference if way == "reference" else IRI
    assert (value, type(load(value, kind))) == (READS[way](session), type(READS[way](session)))


def test_old_row_can_be_written(session):
    """Another attribute of an old row can be changed, and the row be saved."""
    put(session, "no iri")
    link = session.scalars(select(Link)).one()
    link.icon = "/icon"
    session.flush()
    assert ["no iri"] == stored(session)


# Compared


def found(session, condition):
    """Return the ids of the rows with this condition."""
    return list(session.scalars(select(Link.id).where(condition).order_by(Link.id)))


def test_compares_text(session):
    """Equality, membership and patterns find rows by their text."""
    session.add_all([Link(id=1, homepage="http://a.example/é"), Link(id=2, homepage="urn:x")])
    session.flush()
    assert [1] == found(session, Link.homepage == "http://a.example/é")
    assert [2] == found(session, Link.homepage != IRI("http://a.example/é"))
    assert [2] == found(session, Link.homepage.in_(["urn:x", "no iri"]))
    assert [1] == found(session, Link.homepage.like("http://a%"))
    assert [1] == found(session, Link.homepage.contains("example"))
    assert [2] == found(session, Link.homepage.startswith("urn:"))
    assert [] == found(session, Link.homepage.is_(None))
    assert [1, 2] == found(session, Link.homepage == Link.homepage)
    assert ["urn:xy"] == list(
        session.scalars(select(Link.homepage + "y").where(Link.homepage == "urn:x"))
    )
    assert [2] == found(session, func.upper(Link.homepage) == "URN:X")


@pytest.mark.parametrize("nonsense", ["no iri", "", "%", "\0", "\ud800", "x" * 10_000])
def test_searching_for_nonsense(session, nonsense):
    """A text that people search for need not be an IRI, nor storable: it finds nothing."""
    session.add(Link(id=1, homepage="http://a.example/"))
    session.flush()
    assert [] == found(session, Link.homepage == nonsense)
    assert [1] == found(session, Link.homepage != nonsense)
    assert [] == found(session, Link.homepage.in_([nonsense]))
    assert [1] == found(session, Link.homepage.in_([nonsense, "http://a.example/"]))


def test_compared_with_what_is_no_text(session):
    """A parameter that is None is NULL, which is equal to nothing; a number is a mistake."""
    session.add(Link(id=1, homepage="http://a.example/"))
    session.flush()
    for condition in (Link.homepage == bindparam("sought"), Link.homepage.in_([None])):
        statement = select(Link.id).where(condition)
        assert [] == list(session.scalars(statement, {"sought": None}))
    with pytest.raises(StatementError) as caught:
        found(session, Link.homepage == 5)
    assert isinstance(caught.value.orig, TypeError)


@pytest.mark.parametrize("value", EXACT)
def test_literals(engine, value):
    """A value that is rendered into the statement is quoted."""
    statement = select(literal(value, IRIType(profile="any")))
    sql = statement.compile(engine, compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        assert value == connection.exec_driver_sql(str(sql)).scalar_one()


# The type


@pytest.mark.parametrize(
    "expression",
    [
        "IRIType(length=2048)",
        "IRIType(length=2048, profile='any')",
        "IRIType(length=None)",
        "IRIType(length=300, profile='any', schemes=('http', 'https'), allow_relative=True)",
        "IRIType(length=2048, profile='iri3987.profile.INTRANET')",
        "IRIType(length=2048, reject=('mixed-scripts', 'userinfo'))",
        "IRIType(length=9, profile=sqlalchemy_iri.Profile(schemes=('urn',), max_octets=9))",
        "IRIKeyType('homepage')",
        "IRIKeyType('homepage', level='syntax')",
    ],
)
def test_repr(expression):
    """The repr is the expression that makes it, as migrations need."""
    names = {**vars(sqlalchemy_iri), "sqlalchemy_iri": sqlalchemy_iri}
    value = eval(expression, names)  # noqa: S307 - our own text
    assert expression == repr(value)
    assert value.cache_ok


def test_cache_tells_types_apart():
    """Two types that differ make two statements in SQLAlchemy's cache."""
    types = [
        IRIType(),
        IRIType(10),
        IRIType(schemes=["urn"]),
        IRIType(profile="any"),
        IRIType(profile=replace(WEB, allow_userinfo=False)),
        IRIType(allow_relative=True),
        IRIType(reject=["userinfo"]),
    ]
    keys = [cast(literal("x"), type_)._generate_cache_key().key for type_ in types]  # noqa: SLF001
    assert len(types) == len(set(keys))


# Checked when assigned


class CheckedBase(DeclarativeBase):
    """A base of its own: no database has its tables."""


class Checked(CheckedBase):
    """A link that is checked when it is assigned."""

    __tablename__ = "checked"

    id: Mapped[int] = mapped_column(primary_key=True)
    homepage: Mapped[IRI | None] = mapped_column(IRIType())
    check_iris = validates_iri("homepage")


def test_assigned():
    """What is assigned is checked at once, before any flush; what is refused changes nothing."""
    link = Checked(homepage="https://faß.de/")
    assert ("https://faß.de/", IRI) == (link.homepage, type(link.homepage))
    for value, code in [
        ("example.org", "not-absolute"),
        ("https://example.org/\ud800", "bad-character"),
        ("https://example.org/".ljust(2049, "é"), "too-long"),
        (b"https://a.example/", "not-text"),
    ]:
        for target in (link, Checked()):
            with pytest.raises(IRIError) as caught:
                target.homepage = value
            assert code == caught.value.code
        assert "https://faß.de/" == link.homepage
    link.homepage = ""
    assert ("", InvalidIRI) == (link.homepage, type(link.homepage))
    link.homepage = None
    assert link.homepage is None


@pytest.fixture
def old():
    """Give a session, and a row with an address that is refused today."""
    with connected(Checked.__table__) as connection, Session(connection) as session:
        session.execute(text("INSERT INTO checked VALUES (1, 'example.org'), (2, 'urn:x')"))
        yield session, session.get(Checked, 1), session.get(Checked, 2)


@pytest.mark.parametrize("kind", [str, None])
def test_unchanged_when_assigned(old, kind):
    """The text that the row has already is taken, as text too, and the row can be saved."""
    session, *links = old
    for link in links:
        before = link.homepage
        link.homepage = kind(before) if kind else before
        assert before is link.homepage
    session.flush()
    session.expire_all()
    assert ["example.org", "urn:x"] == [link.homepage for link in links]


def test_changed_when_assigned(old):
    """Any other text is refused as ever, that of another old row too."""
    _, link, other = old
    for changed in (other.homepage, "example.org/", "example.com"):
        with pytest.raises(IRIError):
            link.homepage = changed
    with pytest.raises(IRIError):
        Checked(homepage=link.homepage)


@pytest.mark.parametrize("expression", [null(), func.lower("x"), Link.homepage])
def test_expression_when_assigned(expression):
    """An SQL expression is for the database to know."""
    assert expression is Checked(homepage=expression).homepage


class OwnType(IRIType):
    """A type that reads in its own way."""

    cache_ok = True

    def process_result_value(self, value, dialect):  # noqa: ARG002 - as its parent has it
        """Return the text in capitals."""
        return value.upper()


def test_own_way_to_read():
    """A subclass that reads in its own way is asked for each row."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        found = connection.scalar(select(bindparam("iri", "http://a.example/", type_=OwnType())))
    engine.dispose()
    assert "HTTP://A.EXAMPLE/" == found
