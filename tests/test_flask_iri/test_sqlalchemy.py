"""The SQLAlchemy type: what is written, read and compared, on every database that is there."""

import subprocess
import sys

import pytest
from alembic.autogenerate import compare_metadata, produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.operations import Operations
from hypothesis import example, given
from hypothesis import strategies as st
from markupsafe import Markup
from sqlalchemy import (
    Column,
    MetaData,
    Table,
    bindparam,
    cast,
    create_engine,
    func,
    insert,
    inspect,
    literal,
    null,
    select,
    text,
)
from sqlalchemy.exc import StatementError
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

import flask_iri.sqlalchemy
from flask_iri.sqlalchemy import IRIType, validates_iri
from iri3987 import IRI, IRIError, IRIReference
from iri3987.reference import InvalidIRI
from test_flask_iri.link_models import DATABASES, Base, Link, database
from test_flask_iri.test_wtforms import REFUSED

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


@pytest.fixture(scope="module", params=DATABASES)
def engine(request, tmp_path_factory):
    """Give each database, with the tables."""
    with database(request.param, tmp_path_factory.mktemp("database")) as engine:
        Base.metadata.create_all(engine)
        yield engine


@pytest.fixture
def session(engine):
    """Give a session that leaves nothing behind."""
    with Session(engine) as session:
        yield session


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
    """What is read is what was written, to the character, as an `IRI`."""
    session.add(Link(homepage=value))
    session.flush()
    session.expire_all()
    assert [value] == stored(session)
    link = session.scalars(select(Link)).one()
    assert (value, IRI) == (link.homepage, type(link.homepage))


@pytest.mark.parametrize("type_", [IRI, Markup, str])
def test_writes_subclasses_of_str(session, type_):
    """A subclass of `str` is written as its text."""
    session.execute(insert(Link), [{"homepage": type_("http://a.example/?a&b")}])
    assert ["http://a.example/?a&b"] == stored(session)


def test_references(session):
    """A column of references has `IRIReference`."""
    session.add(Link(icon="../räk"))
    session.flush()
    session.expire_all()
    link = session.scalars(select(Link)).one()
    assert ("../räk", IRIReference) == (link.icon, type(link.icon))
    assert link.homepage is None


@pytest.mark.parametrize(
    ("value", "code"), [case for case in REFUSED if case[1] != "scheme-not-allowed"]
)
def test_refuses_what_the_core_refuses(session, value, code):
    """Bad text is a `StatementError` with the core's error; nothing reaches the database."""
    web = Table("web", MetaData(), Column("homepage", IRIType(profile="web")))
    with pytest.raises(StatementError) as caught:
        session.execute(insert(web).values(homepage=value))
    assert isinstance(caught.value.orig, IRIError)
    assert code == caught.value.orig.code


@pytest.mark.parametrize("value", [5, b"http://a.example/", ["http://a.example/"], True])
def test_refuses_what_is_no_text(session, value):
    """What is no text is never stored as NULL, nor as its repr."""
    with pytest.raises(StatementError) as caught:
        session.execute(insert(Link).values(homepage=value))
    assert isinstance(caught.value.orig, TypeError)


def test_refuses_what_is_too_long_for_the_column(session):
    """The length is that of the column, on every database."""
    session.execute(insert(Link).values(icon="x" * 500))
    with pytest.raises(StatementError) as caught:
        session.execute(insert(Link).values(icon="x" * 501))
    assert "too-long" == caught.value.orig.code


def test_one_bad_value_of_many(session):
    """With many rows, one bad value refuses the statement."""
    with pytest.raises(StatementError) as caught:
        session.execute(insert(Link), [{"homepage": "x:1"}, {"homepage": "x:a b"}])
    assert "bad-character" == caught.value.orig.code


def test_options():
    """Profile and schemes decide; options that make no sense are refused when they are given."""
    assert "urn:x" == IRIType(schemes=["urn"]).check("urn:x")
    with pytest.raises(IRIError, match="scheme-not-allowed"):
        IRIType(profile="web").check("urn:x")
    assert 5000 == len(IRIType(None).check("urn:" + 4996 * "x"))
    with pytest.raises(ValueError, match="profile is"):
        IRIType(profile="wbe")


# Read


@pytest.mark.parametrize("value", ["no iri", "http://a b/", "", "http://h/%zz", "/relative"])
def test_old_rows_load(session, value):
    """An old row that holds no IRI loads, as text that says what is wrong with it."""
    put(session, value)
    link = session.scalars(select(Link)).one()
    assert (value, InvalidIRI) == (link.homepage, type(link.homepage))
    assert isinstance(link.homepage.error, IRIError)


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
    """What people search for need not be an IRI, nor storable: it finds nothing."""
    session.add(Link(id=1, homepage="http://a.example/"))
    session.flush()
    assert [] == found(session, Link.homepage == nonsense)
    assert [1] == found(session, Link.homepage != nonsense)
    assert [] == found(session, Link.homepage.in_([nonsense]))
    assert [1] == found(session, Link.homepage.in_([nonsense, "http://a.example/"]))


def test_finds_an_old_row(session):
    """Text that is no IRI finds the old row that holds it."""
    put(session, "no iri")
    assert [1] == found(session, Link.homepage == "no iri")


def test_compared_with_what_is_no_text(session):
    """A number is a mistake of the program's, not a search."""
    with pytest.raises(StatementError) as caught:
        found(session, Link.homepage == 5)
    assert isinstance(caught.value.orig, TypeError)


@pytest.mark.parametrize("value", EXACT)
def test_literals(engine, value):
    """A value that is rendered into the statement is quoted."""
    statement = select(literal(value, IRIType()))
    sql = statement.compile(engine, compile_kwargs={"literal_binds": True})
    with engine.connect() as connection:
        assert value == connection.exec_driver_sql(str(sql)).scalar_one()


# The type


def test_facts():
    """What SQLAlchemy and others ask the type."""
    assert IRI is IRIType().python_type
    assert IRIReference is IRIType(reference=True).python_type
    assert IRIType.cache_ok
    assert 2048 == IRIType().length


@pytest.mark.parametrize(
    "expression",
    [
        "IRIType(length=2048)",
        "IRIType(length=None)",
        "IRIType(length=300, profile='web', schemes=('http', 'https'), reference=True)",
        "IRIKeyType('homepage')",
        "IRIKeyType('homepage', level='syntax')",
    ],
)
def test_repr(expression):
    """The repr is the expression that makes it, as migrations need."""
    value = eval(expression, vars(flask_iri.sqlalchemy))  # noqa: S307 - our own text
    assert expression == repr(value)


def test_cache_tells_types_apart():
    """Two types that differ make two statements in SQLAlchemy's cache."""
    types = [
        IRIType(),
        IRIType(10),
        IRIType(schemes=["urn"]),
        IRIType(profile="web"),
        IRIType(reference=True),
    ]
    keys = [cast(literal("x"), type_)._generate_cache_key().key for type_ in types]  # noqa: SLF001
    assert len(types) == len(set(keys))


def test_mapped():
    """`Mapped[IRI]` finds the type by ``type_annotation_map``."""
    assert isinstance(Link.__table__.c.homepage.type, IRIType)
    assert 500 == Link.__table__.c.icon.type.length


def test_alembic(engine):
    """Autogenerate writes a migration that makes the table, and then finds nothing to do."""
    Base.metadata.drop_all(engine)
    with engine.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        upgrade = produce_migrations(context, Base.metadata).upgrade_ops
        code = render_python_code(upgrade, migration_context=context)
        assert "flask_iri.sqlalchemy.IRIType(length=2048)" in code
        assert "flask_iri.sqlalchemy.IRIKeyType('homepage')" in code
        import sqlalchemy

        names = {"op": Operations(context), "sa": sqlalchemy, "flask_iri": flask_iri}
        exec("\n".join(line.strip() for line in code.splitlines()), names)  # noqa: S102
        assert inspect(connection).has_table("link")
        assert [] == compare_metadata(context, Base.metadata)


def test_sqlalchemy_is_not_needed():
    """`flask_iri` does not import SQLAlchemy; its module does, and says what is missing."""
    run = """
import sys
import flask_iri
assert "sqlalchemy" not in sys.modules
sys.modules["sqlalchemy"] = None
try:
    import flask_iri.sqlalchemy
except ImportError as error:
    assert "flask-iri[sqlalchemy]" in str(error)
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-W", "error", "-c", run], check=True)


@given(st.text() | st.text().map("https://example.org/{}".format))
@example("\ud800")
def test_nothing_else_is_raised(value):
    """Whatever is written is an IRI, or a `StatementError` with the core's error."""
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        statement = select(bindparam("iri", value, type_=IRIType()))
        try:
            result = connection.scalar(statement)
        except StatementError as error:
            result = error.orig
    assert isinstance(result, IRIError) or value == result
    engine.dispose()


# Checked when assigned


class CheckedBase(DeclarativeBase):
    """A base of its own: no database has its tables."""


class Checked(CheckedBase):
    """A link that is checked when it is assigned."""

    __tablename__ = "checked"

    id: Mapped[int] = mapped_column(primary_key=True)
    homepage: Mapped[IRI | None] = mapped_column(IRIType(profile="web"))
    check_iris = validates_iri("homepage")


def test_assigned():
    """What is assigned is an `IRI` at once."""
    link = Checked(homepage="https://faß.de/")
    assert ("https://faß.de/", IRI) == (link.homepage, type(link.homepage))
    link.homepage = None
    assert link.homepage is None


@pytest.mark.parametrize(("value", "code"), REFUSED)
def test_refused_when_assigned(value, code):
    """Bad text is refused out of the assignment, before any flush; the old value stays."""
    link = Checked(homepage="https://faß.de/")
    with pytest.raises(IRIError) as caught:
        link.homepage = value
    assert code == caught.value.code
    assert "https://faß.de/" == link.homepage
    with pytest.raises(IRIError):
        Checked(homepage=value)


def test_no_text_when_assigned():
    """So is what is no text."""
    with pytest.raises(TypeError, match="text, not bytes"):
        Checked(homepage=b"https://a.example/")


@pytest.mark.parametrize("expression", [null(), func.lower("x"), Link.homepage])
def test_expression_when_assigned(expression):
    """An SQL expression is for the database to know."""
    assert expression is Checked(homepage=expression).homepage
