"""`flask_iri.wtforms.UniqueIRI`: an address that is there already is an error of the form."""

import re
from types import SimpleNamespace

import pytest
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import ForeignKey, String, UniqueConstraint, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    mapped_column,
    relationship,
    scoped_session,
    sessionmaker,
)
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from flask_iri.wtforms import IRIField, UniqueIRI
from iri3987 import IRI, messages
from sqlalchemy_iri import IRIKey, IRIType
from test_sqlalchemy_iri import conftest


class Base(DeclarativeBase):
    """A base of its own."""


class Owner(Base):
    """Someone with feeds."""

    __tablename__ = "owner"

    id: Mapped[int] = mapped_column(primary_key=True)


class Link(Base):
    """A link: no two are equivalent."""

    __tablename__ = "link"

    id: Mapped[int] = mapped_column(primary_key=True)
    homepage: Mapped[IRI | None] = mapped_column(IRIType(400, profile="any"))
    homepage_key: Mapped[str | None] = IRIKey("homepage")
    title: Mapped[str | None] = mapped_column(String(200), unique=True)


class Feed(Base):
    """A feed: no two of one owner are equivalent."""

    __tablename__ = "feed"
    __table_args__ = (UniqueConstraint("owner_id", "address_key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    owner_id: Mapped[int | None] = mapped_column(ForeignKey("owner.id"))
    owner: Mapped[Owner | None] = relationship()
    address: Mapped[IRI] = mapped_column(IRIType(400))
    address_key: Mapped[str] = IRIKey("address", unique=False)


THERE = "This address is already there, as \u2066http://faß.de/\u2069."
sessions = scoped_session(sessionmaker())


server, engine = conftest.server, conftest.engine


@pytest.fixture
def session(engine):
    """Give a session and a link; nothing of the test stays."""
    sessions.configure(bind=engine)
    session = sessions()
    session.add(Link(homepage="http://faß.de/", title="A title"))
    session.commit()
    yield session
    session.rollback()
    for table in reversed(Base.metadata.sorted_tables):
        session.execute(table.delete())
    session.commit()
    sessions.remove()


def errors(attribute, text, *, field=IRIField, obj=None, default=None, meta=None, **options):
    """Return the errors of a form for *attribute* in which *text* is sent, and their codes."""
    validators = [UniqueIRI(attribute, **{"session": sessions, **options})]
    name = attribute.key
    form_class = type("OneForm", (Form,), {name: field(validators=validators)})
    given = {} if default is None else {name: default}
    form = form_class(MultiDict({name: text}), obj=obj, meta=meta, **given)
    form.validate()
    return [(str(error), error.code) for error in form[name].errors]


def is_refused(attribute, text, **options):
    """Return whether the text is there already, and nothing else is wrong."""
    codes = [code for _, code in errors(attribute, text, **options)]
    assert codes in ([], ["unique"])
    return bool(codes)


@pytest.mark.parametrize("text", ["http://faß.de/", "HTTP://xn--fa-hia.de:80", "http://FAẞ.de/./"])
def test_in_any_spelling(session, text):
    """The error names the address that is there, whatever was typed."""
    assert [(THERE, "unique")] == errors(Link.homepage, text)
    # Data that are not text are not compared: other validators refuse them.
    field = SimpleNamespace(errors=[], data=5)
    assert UniqueIRI(Link.homepage, session=sessions)(None, field) is None


def test_the_row_that_is_edited(session):
    """It keeps its address in any spelling, and cannot take that of another row."""
    other = Link(homepage="http://other.example/")
    session.add(other)
    session.commit()
    link = session.scalars(select(Link).where(Link.title == "A title")).one()
    for text in ("http://faß.de/", "http://xn--fa-hia.de/", "http://new.example/"):
        assert [] == errors(Link.homepage, text, obj=link)
    assert [(THERE, "unique")] == errors(Link.homepage, "http://faß.de", obj=other)


@pytest.mark.parametrize("kind", [str, IRI])
def test_a_default_is_not_the_row(session, kind):
    """A view may fill a form from a request: that is not the address of a row that is edited."""
    address = "http://faß.de/"
    assert [(THERE, "unique")] == errors(Link.homepage, address, default=kind(address))


def test_without_a_key(session):
    """A column without a key is compared by its exact text, and any text is."""
    expected = messages.TEXTS["unique"] % {"address": "\u2066A%20title\u2069"}
    [(told, code)] = errors(Link.title, "A title", field=StringField)
    assert (expected, "unique") == (told.replace("A title", "A%20title"), code)
    for title in ("Another title", "\0", "\ud800", "http://faß.de/"):
        assert [] == errors(Link.title, title, field=StringField)


def test_among(session):
    """With a constraint on other columns, only the rows that have the same there are compared."""
    owners = [Owner(), Owner()]
    session.add_all(owners)
    mine = Feed(owner=owners[0], address="http://faß.de/")
    others = Feed(owner=owners[1], address="http://faß.de/2")
    session.add_all([mine, others])
    session.commit()

    def refused(owner, text, obj=None):
        return is_refused(
            Feed.address,
            text,
            obj=obj,
            meta={"owner": owner},  # as the application puts it into the form
            among=lambda form: Feed.owner == form.meta.owner,
        )

    assert refused(owners[0], "http://xn--fa-hia.de")
    assert not refused(owners[1], "http://xn--fa-hia.de")
    assert not refused(owners[0], "http://xn--fa-hia.de", mine)
    # It would go to an owner who has its address.
    session.add(Feed(owner=owners[1], address="http://faß.de/"))
    session.commit()
    assert refused(owners[1], mine.address, mine)
    # An old duplicate is refused, and not by itself.
    session.add_all([Feed(address="http://faß.de/"), Feed(address="http://faß.de/")])
    session.commit()
    old = session.scalars(select(Feed).where(Feed.owner_id.is_(None))).first()
    assert refused(None, old.address, old)


def test_a_key_for_searches_alone(session):
    """A key that is not unique does not count beside one that is."""

    class OwnBase(DeclarativeBase):
        pass

    class Page(OwnBase):
        __tablename__ = "page"

        id: Mapped[int] = mapped_column(primary_key=True)
        url: Mapped[str] = mapped_column(String(200))
        exact_key: Mapped[str] = IRIKey("url", level="syntax")
        loose_key: Mapped[str] = IRIKey(
            "url", policy="iri3987.comparison.policy.without_fragment", unique=False
        )

    OwnBase.metadata.create_all(session.connection())
    session.add(Page(url="http://faß.de/#a"))
    session.commit()
    assert not is_refused(Page.url, "http://faß.de/#b")
    assert is_refused(Page.url, "HTTP://faß.de/#a")
    OwnBase.metadata.drop_all(session.connection())


def test_nothing_is_written_to_look(session):
    """Changes that the view has made so far stay unwritten, even if they could not be written."""
    session.add(Link(homepage="http://FAẞ.de/"))
    assert [(THERE, "unique")] == errors(Link.homepage, "http://faß.de/")
    with pytest.raises(IntegrityError):
        session.flush()
    session.rollback()


def test_classes_that_inherit(session):
    """The rows of all classes are compared, as the database compares them."""

    class OwnBase(DeclarativeBase):
        pass

    class Page(OwnBase):
        __tablename__ = "sheet"
        __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "page"}  # noqa: RUF012

        id: Mapped[int] = mapped_column(primary_key=True)
        kind: Mapped[str] = mapped_column(String(20))
        url: Mapped[IRI] = mapped_column(IRIType(400))
        url_key: Mapped[str] = IRIKey("url")

    class Note(Page):
        __mapper_args__ = {"polymorphic_identity": "note"}  # noqa: RUF012

    class Article(Page):
        __tablename__ = "article"
        __mapper_args__ = {"polymorphic_identity": "article"}  # noqa: RUF012

        id: Mapped[int] = mapped_column(ForeignKey("sheet.id"), primary_key=True)
        section: Mapped[int | None]

    OwnBase.metadata.create_all(session.connection())
    session.add(Note(url="http://faß.de/"))
    session.add(Article(url="http://faß.de/2", section=1))
    session.commit()

    for own in (Page, Note, Article):
        assert is_refused(own.url, "http://faß.de")
        assert is_refused(own.url, "HTTP://faß.de/2")
        assert not is_refused(own.url, "http://faß.de/3")
    first = lambda _: Article.section == 1  # noqa: E731
    assert not is_refused(Article.url, "http://faß.de/", among=first)
    assert is_refused(Article.url, "http://faß.de/2", among=first)
    assert is_refused(Note.url, "http://faß.de/2", among=lambda _: Page.kind != "note")
    OwnBase.metadata.drop_all(session.connection())


def test_wrong_message():
    """A message with another name in it is an error of the program, before any form is sent."""
    for message in ("%(addres)s is there", "100% taken", "100% sure: %(address)s", "%"):
        with pytest.raises(ValueError, match=r'in message, write "%%" for "%", or %\(address\)s'):
            UniqueIRI(Link.homepage, message=message)
    UniqueIRI(Link.homepage, message="100%% sure: %(address)s")


def test_message_and_language(session):
    """A sentence of one's own may name the address; ours is in the language of the form."""
    [(told, _)] = errors(Link.homepage, "http://faß.de/", message="Known: %(address)s")
    assert "Known: \u2066http://faß.de/\u2069" == told
    german = THERE.replace("This address is already there", "Diese Adresse ist schon vorhanden")
    expected = [(german.replace(", as ", ", als "), "unique")]
    assert expected == errors(Link.homepage, "http://faß.de/", meta={"locales": ["de"]})


def without_secrets(text):
    """Return *text* without its user information and its fragment: a policy."""
    return re.sub("//[^/@]*@|#.*", lambda found: found[0][:2] * found[0].startswith("/"), text)


class Page(Base):
    """A page: a policy says which addresses are one."""

    __tablename__ = "page_with_policy"

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[IRI] = mapped_column(IRIType(400))
    url_key: Mapped[str] = IRIKey("url", policy=without_secrets)


@pytest.mark.parametrize(
    ("there", "typed", "is_named"),
    [
        ("http://faß.de/#access_token=s3cret", "http://faß.de", False),
        ("http://me:s3cret@faß.de/", "http://faß.de/#top", False),
        ("http://s3cret@faß.de/", "http://me@faß.de/", False),
        ("http://faß.de/#top", "HTTP://xn--fa-hia.de:80/#top", True),
    ],
    ids=["fragment", "password", "user", "equivalent"],
)
def test_what_was_not_sent_is_not_shown(session, there, typed, is_named):
    """The address there is shown only if it is equivalent to what was sent, without the policy."""
    session.add(Page(url=there))
    session.commit()

    shown = f"\u2066{there if is_named else typed}\u2069"
    ours = f"This address is already there, as {shown}."
    expected = [(ours if is_named else "This address is already there.", "unique")]
    assert expected == errors(Page.url, typed)
    expected = [(f"Known: {shown}", "unique")]
    assert expected == errors(Page.url, typed, message="Known: %(address)s")


@pytest.mark.parametrize("attribute", [Link, "homepage", Feed.owner])
def test_wrong_attribute(attribute):
    """A value that is not a column is an error of the program."""
    with pytest.raises(TypeError, match=r"expected an attribute such as Link\.url"):
        UniqueIRI(attribute)


def test_flask_sqlalchemy():
    """Without `session`, the one of Flask-SQLAlchemy is asked; without that, the error says so."""

    class OwnBase(DeclarativeBase):
        pass

    app = Flask(__name__)
    app.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"
    db = SQLAlchemy(app, model_class=OwnBase)

    class Site(db.Model):
        id: Mapped[int] = mapped_column(primary_key=True)
        url: Mapped[IRI] = mapped_column(IRIType())
        url_key: Mapped[str] = IRIKey("url")

    with app.app_context():
        db.create_all()
        db.session.add(Site(url="http://faß.de/"))
        db.session.commit()
        assert [(THERE, "unique")] == errors(Site.url, "http://FAẞ.de", session=None)
        db.session.remove()
        db.engine.dispose()
    with (
        Flask(__name__).app_context(),
        pytest.raises(RuntimeError, match="without Flask-SQLAlchemy, UniqueIRI needs session="),
    ):
        errors(Site.url, "http://faß.de/", session=None)
