"""Flask-Admin: a form field, and a list that shows links, for each column of IRIs."""

from html import unescape
from importlib.metadata import version

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_babel import Babel
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import CheckConstraint, ForeignKey, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

import vector_rows
from flask_iri.admin import IRIViewMixin
from flask_iri.wtforms import UniqueIRI
from iri3987 import IRI, IRIReference, display, messages
from iri3987.comparison.policy import without_fragment
from sqlalchemy_iri import IRIKey, IRIType


class Base(DeclarativeBase):
    """A base of its own."""


db = SQLAlchemy(model_class=Base)


class Site(db.Model):  # type: ignore[misc, name-defined]
    """A site with an address that no other has."""

    id: Mapped[int] = mapped_column(primary_key=True)
    homepage: Mapped[IRI] = mapped_column(IRIType())
    homepage_key: Mapped[str] = IRIKey("homepage")
    # Its key has a name in which that of the other is.
    old_homepage: Mapped[IRI | None] = mapped_column(IRIType())
    old_homepage_key: Mapped[str | None] = IRIKey("old_homepage", policy=without_fragment)
    icon: Mapped[IRIReference | None] = mapped_column(IRIType(100, allow_relative=True))
    title: Mapped[str | None] = mapped_column(CheckConstraint("title <> 'forbidden'"))


class Feed(db.Model):  # type: ignore[misc, name-defined]
    """A feed of a site."""

    id: Mapped[int] = mapped_column(primary_key=True)
    site_id: Mapped[int] = mapped_column(ForeignKey("site.id"))
    site: Mapped[Site] = relationship(backref="feeds")
    address: Mapped[IRI] = mapped_column(IRIType())
    address_key: Mapped[str] = IRIKey("address")


class SiteView(IRIViewMixin, ModelView):  # type: ignore[misc]
    """The view of the sites."""

    column_list = ("homepage", "icon", "title")
    column_searchable_list = ("homepage", "feeds.address")
    column_filters = ("homepage",)
    column_editable_list = ("icon", "title")
    inline_models = (Feed,)
    can_view_details = True
    can_export = True


class EditableView(SiteView):
    """A view whose addresses are edited in the list."""

    column_editable_list = ("homepage", "title")
    simple_list_pager = True


@pytest.fixture
def client(request):
    """Give a client of an application with an admin, and an empty database."""
    app = Flask(__name__)
    app.config |= {"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": "sqlite://"}
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = getattr(request, "param", {})
    Babel(app)
    db.init_app(app)
    admin = Admin(app)
    # Flask-Admin 2.1 asks for the database, and warns of its session, which 2.0 asks for.
    session = db if version("flask-admin") >= "2.1" else db.session
    admin.add_view(SiteView(Site, session))
    admin.add_view(EditableView(Site, session, endpoint="editable"))
    with app.app_context():
        db.create_all()
        yield app.test_client()
        db.session.remove()
        db.drop_all()
        db.engine.dispose()


def put(homepage):
    """Store any text, behind the back of the type."""
    statement = text("INSERT INTO site (homepage, homepage_key) VALUES (:text, :text)")
    db.session.execute(statement, {"text": homepage})
    db.session.commit()


def put_all(*addresses):
    """Store addresses with their keys."""
    db.session.add_all([Site(homepage=each) for each in addresses])
    db.session.commit()


def sites():
    """Return the addresses stored."""
    return list(db.session.scalars(text("SELECT homepage FROM site")))


def test_create(client):
    """A valid address is stored as it was typed; an empty reference is NULL."""
    response = client.post("/admin/site/new/", data={"homepage": " http://faß.de/é ", "icon": ""})
    assert 302 == response.status_code
    assert ["http://faß.de/é"] == sites()
    assert [None] == list(db.session.scalars(text("SELECT icon FROM site")))


def attacks():
    """Yield the texts of the attacks, shortened to what a form takes: Flask has its own limit."""
    for row in vector_rows.rows("attacks"):
        yield from (each[:10_000] for each in vector_rows.texts(row))


@pytest.mark.slow
def test_attacks(client):
    """Whatever is typed is stored or refused; the list and the pages show it, and never fail."""
    client.application.testing = True
    asked = list(attacks())
    assert len(asked) > 100
    for each in asked:
        data = {"homepage": each.encode("utf-8", "surrogatepass"), "icon": each[:90]}
        data["icon"] = data["icon"].encode("utf-8", "surrogatepass")
        assert client.post("/admin/site/new/", data=data).status_code in {200, 302}
    assert sites()
    assert 200 == client.get("/admin/site/?page_size=0").status_code


def test_keeps_its_own_address(client):
    """A row that is edited may have its address in another spelling, but not that of another."""
    put_all("http://faß.de/", "http://other.example/")
    respelled = {"homepage": "HTTP://xn--fa-hia.de"}
    assert 302 == client.post("/admin/site/edit/?id=1", data=respelled).status_code
    refused = client.post("/admin/site/edit/?id=2", data={"homepage": "http://faß.de/"})
    assert (200, True) == (refused.status_code, "HTTP://faß.de" in refused.text)
    assert ["HTTP://xn--fa-hia.de", "http://other.example/"] == sites()


@pytest.mark.parametrize("language", ["en", "de"])
def test_faster_than_the_form(client, monkeypatch, language):
    """If another transaction is faster, or two new rows of one form are equivalent, one is told."""
    put_all("http://me:secret@faß.de/")
    client.application.extensions["babel"].locale_selector = lambda: language
    told = messages.translate(messages.TEXTS["unique-hidden"], language)
    twice = {"feeds-0-address": "http://a.example/", "feeds-1-address": "HTTP://a.example"}
    page = client.post("/admin/site/new/", data={"homepage": "http://b.example/", **twice})
    assert (True, False) == (told in unescape(page.text), "ntegrity" in page.text)
    monkeypatch.setattr(UniqueIRI, "__call__", lambda *_: None)
    page = client.post("/admin/site/new/", data={"homepage": "HTTP://me:secret@xn--fa-hia.de"})
    assert told in unescape(page.text)
    for hidden in ("secret@", "INSERT", "ntegrity"):
        assert hidden not in page.text.replace('value="HTTP://me:secret@xn--fa-hia.de"', "")
    assert ["http://me:secret@faß.de/"] == sites()


def test_inline_models(client):
    """An inline form has the field, its errors, the sentence about duplicates, and its own row."""

    def feeds():
        return list(db.session.scalars(text("SELECT address FROM feed ORDER BY id")))

    data = {"homepage": "http://faß.de/", "feeds-0-address": " http://a.example/ü "}
    assert 302 == client.post("/admin/site/new/", data=data).status_code
    assert ["http://a.example/ü"] == feeds()
    url = "/admin/site/edit/?id=1"
    assert 'value="http://a.example/ü"' in client.get(url).text
    own = {"homepage": "http://faß.de/", "feeds-0-id": "1"}
    respelled = own | {"feeds-0-address": "HTTP://a.example/%C3%BC"}
    assert 302 == client.post(url, data=respelled).status_code
    for wrong, said in [
        (
            {"feeds-0-address": "http://a.example/ü", "feeds-1-address": "HTTP://a.example/ü"},
            "This address is already there, as ",
        ),
        ({"feeds-0-address": "http://a b/"}, "“a b” cannot be a part of a site name"),
    ]:
        assert said in client.post(url, data=own | wrong).text
    assert ["HTTP://a.example/%C3%BC"] == feeds()
    # An old address comes back for its own row, and for no other.
    statement = text("INSERT INTO feed (site_id, address, address_key) VALUES (1, :a, :a)")
    db.session.execute(statement, {"a": "http://a b/"})
    db.session.commit()
    old = respelled | {"feeds-1-id": "2", "feeds-1-address": "http://a b/"}
    assert 302 == client.post(url, data=old).status_code
    for other in ({"feeds-0-id": "2", "feeds-1-id": "1"}, {"feeds-1-id": ""}):
        assert 200 == client.post(url, data=old | other).status_code
    assert ["HTTP://a.example/%C3%BC", "http://a b/"] == feeds()


def test_other_integrity_errors(client, monkeypatch):
    """An error that is not about a key is Flask-Admin's, or raised if the application asks."""
    put_all("http://faß.de/")
    data = {"homepage": "http://new.example/", "title": "forbidden"}
    assert "CHECK constraint failed" in client.post("/admin/site/new/", data=data).text
    monkeypatch.setattr(UniqueIRI, "__call__", lambda *_: None)
    client.application.config |= {"TESTING": True, "FLASK_ADMIN_RAISE_ON_INTEGRITY_ERROR": True}
    with pytest.raises(IntegrityError):
        client.post("/admin/site/new/", data={"homepage": "HTTP://faß.de"})


@pytest.mark.parametrize("page", ["/admin/site/", "/admin/site/details/?id=1"])
def test_shows_links(client, page):
    """An address is shown as a link: mapped where it leads, readable where it is read."""
    put("http://xn--fa-hia.de/stra%C3%9Fe")
    expected = (
        '<a href="http://xn--fa-hia.de/stra%C3%9Fe"><bdi dir="ltr">http://faß.de/straße</bdi></a>'
    )
    assert expected in client.get(page).text


def test_shows_old_rows(client):
    """An old row that holds something else is shown as text, and leads nowhere."""
    harmful = ["javascript:alert(1)", "http://a b/<script>alert(1)</script>", '"><b>', "\u202egpj"]
    old = [*harmful, "example.org", "/admin/site/delete/", "#", ""]
    for each in old:
        put(each)
    page = client.get("/admin/site/").text
    cells = BeautifulSoup(page, "html.parser").find_all("td", class_="col-homepage")
    assert {*map(display, old)} == {cell.text.strip() for cell in cells}
    assert [] == [cell for cell in cells if cell.find_all(href=True)]
    for unsafe in ("<script>alert", 'href="javascript:alert', "<b>", "\u202e"):
        assert unsafe not in page
    for number in range(1, len(old) + 1):
        assert 200 == client.get(f"/admin/site/edit/?id={number}").status_code


def test_untouched(client):
    """A row with an old address can be saved if the address was not touched, and only then."""
    old = ["example.org", "http://a b/", "https://example.org/?family=A|B", "https://intranet/"]
    stored = text("SELECT homepage, title FROM site ORDER BY id DESC")
    for number, each in enumerate([*old, "javascript:alert(1)"], 1):
        put(each)
        url = f"/admin/site/edit/?id={number}"
        page = BeautifulSoup(client.get(url).text, "html.parser")
        shown = page.find("input", {"name": "homepage"})["value"]
        data = {"homepage": shown, "title": "changed"}
        assert 302 == client.post(url, data=data).status_code
        assert (each, "changed") == db.session.execute(stored).first()
        data = {"homepage": f"{shown}\u202eb", "title": "again"}
        assert 200 == client.post(url, data=data).status_code
        assert (each, "changed") == db.session.execute(stored).first()


@pytest.mark.parametrize(
    ("icon", "shown"),
    [
        ("/stra%C3%9Fe?a&b", "/straße?a&b"),
        ("javascript:alert('<b>')", "javascript:alert('%3Cb%3E')"),
        ("/%E2%80%AEgpj", "/%E2%80%AEgpj"),
        (None, ""),
    ],
)
def test_edited_in_the_list(client, icon, shown):
    """A column that is edited in the list shows what is safe, and edits the exact text."""
    put("http://faß.de/")
    db.session.execute(text("UPDATE site SET icon = :icon, title = 'A title'"), {"icon": icon})
    db.session.commit()
    page = BeautifulSoup(client.get("/admin/site/").text, "html.parser")
    editor = page.find("a", {"data-pk": "1", "name": "icon"})
    assert (shown, icon or "", "text") == (editor.text, editor["data-value"], editor["data-type"])
    assert "A title" == page.find("a", {"data-pk": "1", "name": "title"}).text
    assert [] == page.find_all(href="")


def test_addresses_in_the_list(client):
    """There, too, an address keeps its text, is refused with its reason, or is a duplicate."""
    put("example.org")
    put_all("http://faß.de/", "http://other.example/")

    def change(key, address):
        data = {"list_form_pk": key, "homepage": address}
        answer = client.post("/admin/editable/ajax/update/", data=data)
        return answer.status_code, answer.text

    assert (200, "Record was successfully saved.") == change("1", "example.org")
    status, told = change("1", "/example.com")
    assert (500, True) == (status, "Enter the whole address" in told)
    assert 200 == change("2", "HTTP://xn--fa-hia.de")[0]
    status, told = change("3", "http://faß.de/")
    assert (500, True) == (status, "This address is already there, as " in told)
    assert 500 == change("9", "http://new.example/")[0]
    for icon, status in [(" /räk ", 200), ("/\u202eb", 500)]:
        data = {"list_form_pk": "1", "icon": icon}
        assert status == client.post("/admin/site/ajax/update/", data=data).status_code
    assert "/räk" == db.session.scalar(text("SELECT icon FROM site WHERE id = 1"))
    assert ["example.org", "HTTP://xn--fa-hia.de", "http://other.example/"] == sites()
