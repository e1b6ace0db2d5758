"""Flask-Admin: a form field, and a list that shows links, for each column of IRIs."""

import re
import subprocess
import sys
from importlib.metadata import version

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from flask_admin import Admin
from flask_admin.contrib.sqla import ModelView
from flask_admin.contrib.sqla.form import AdminModelConverter
from flask_babel import Babel
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from flask_iri.admin import IRIConverterMixin, IRIModelConverter, IRIViewMixin
from flask_iri.sqlalchemy import IRIKey, IRIType
from iri3987 import IRI, IRIReference, display, words


class Base(DeclarativeBase):
    """A base of its own."""


db = SQLAlchemy(model_class=Base)


class Site(db.Model):  # type: ignore[misc, name-defined]
    """A site with an address that no other has."""

    id: Mapped[int] = mapped_column(primary_key=True)
    homepage: Mapped[IRI] = mapped_column(IRIType())
    homepage_key: Mapped[str] = IRIKey("homepage")
    icon: Mapped[IRIReference | None] = mapped_column(IRIType(100, reference=True))
    title: Mapped[str | None]


class SiteView(IRIViewMixin, ModelView):  # type: ignore[misc]
    """The view of the sites."""

    column_list = ("homepage", "icon", "title")
    column_searchable_list = ("homepage",)
    column_filters = ("homepage",)
    column_editable_list = ("icon", "title")
    can_view_details = True
    can_export = True


@pytest.fixture
def client():
    """Give a client of an application with an admin, and an empty database."""
    app = Flask(__name__)
    app.config |= {"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": "sqlite://"}
    Babel(app)
    db.init_app(app)
    admin = Admin(app)
    # Flask-Admin 2.1 asks for the database, and warns of its session, which 2.0 asks for.
    admin.add_view(SiteView(Site, db if version("flask-admin") >= "2.1" else db.session))
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


def sites():
    """Return the addresses stored."""
    return list(db.session.scalars(text("SELECT homepage FROM site")))


def test_form(client):
    """The form has a field for each column, and none for the key."""
    page = client.get("/admin/site/new/").text
    [homepage] = re.findall('<input[^>]* name="homepage"[^>]*>', page)
    assert 'inputmode="url"' in homepage
    assert 'name="icon"' in page
    assert "homepage_key" not in page


def test_create(client):
    """A valid address is stored as it was typed; an empty reference is NULL."""
    response = client.post("/admin/site/new/", data={"homepage": " http://faß.de/é ", "icon": ""})
    assert 302 == response.status_code
    assert ["http://faß.de/é"] == sites()
    assert [None] == list(db.session.scalars(text("SELECT icon FROM site")))


@pytest.mark.parametrize("homepage", ["http://a b/", "urn:x", "javascript:alert(1)", "", "\0"])
def test_refused(client, homepage):
    """What the column would refuse is an error of the form."""
    response = client.post("/admin/site/new/", data={"homepage": homepage})
    assert 200 == response.status_code
    assert [] == sites()


def test_length(client):
    """So is what is too long for the column; the form says how long it is, and may be."""
    data = {"homepage": "http://faß.de/", "icon": "x" * 101}
    told = "This address is too long: it has 101 characters, and at most 100 are accepted."
    assert told in client.post("/admin/site/new/", data=data).text


def test_twice(client):
    """An address that is there already, in another spelling, is refused, and no error page."""
    client.post("/admin/site/new/", data={"homepage": "http://faß.de/"})
    response = client.post("/admin/site/new/", data={"homepage": "HTTP://xn--fa-hia.de"})
    assert 200 == response.status_code
    assert ["http://faß.de/"] == sites()


def test_edit(client):
    """An address is edited as it is stored."""
    client.post("/admin/site/new/", data={"homepage": "http://xn--fa-hia.de/%7e"})
    page = client.get("/admin/site/edit/?id=1").text
    assert 'value="http://xn--fa-hia.de/%7e"' in page
    client.post("/admin/site/edit/?id=1", data={"homepage": "http://faß.de/2"})
    assert ["http://faß.de/2"] == sites()


@pytest.mark.parametrize("page", ["/admin/site/", "/admin/site/details/?id=1"])
def test_shows_links(client, page):
    """An address is shown as a link: mapped where it leads, readable where it is read."""
    put("http://xn--fa-hia.de/stra%C3%9Fe")
    expected = (
        '<a href="http://xn--fa-hia.de/stra%C3%9Fe"><bdi dir="ltr">http://faß.de/straße</bdi></a>'
    )
    assert expected in client.get(page).text


@pytest.mark.parametrize(
    "old",
    [
        *("javascript:alert(1)", "http://a b/<script>alert(1)</script>", '"><b>', "\u202egpj"),
        *("example.org", "/admin/site/delete/", "#", ""),
    ],
)
def test_shows_old_rows(client, old):
    """An old row that holds something else is shown as text, and leads nowhere."""
    put(old)
    page = client.get("/admin/site/").text
    cell = BeautifulSoup(page, "html.parser").find("td", class_="col-homepage")
    assert (display(old), []) == (cell.text.strip(), cell.find_all(href=True))
    assert "<script>alert" not in page
    assert 'href="javascript:alert' not in page
    assert "<b>" not in page
    assert "\u202e" not in page
    assert 200 == client.get("/admin/site/edit/?id=1").status_code


OLD = ["example.org", "http://a b/", "https://example.org/?family=A|B", "https://intranet/"]


@pytest.mark.parametrize("old", OLD)
def test_untouched(client, old):
    """A row with an old address can be saved if the address was not touched, and only then."""
    put(old)
    page = BeautifulSoup(client.get("/admin/site/edit/?id=1").text, "html.parser")
    shown = page.find("input", {"name": "homepage"})["value"]
    data = {"homepage": shown, "title": "changed"}
    assert 302 == client.post("/admin/site/edit/?id=1", data=data).status_code
    assert [(old, "changed")] == rows()
    data = {"homepage": f"{shown}\u202e", "title": "again"}
    assert 200 == client.post("/admin/site/edit/?id=1", data=data).status_code
    assert [(old, "changed")] == rows()


def rows():
    """Return the addresses and the titles that are stored."""
    return [tuple(row) for row in db.session.execute(text("SELECT homepage, title FROM site"))]


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


def test_change_in_the_list(client):
    """What is typed there is checked and stored as in the form."""
    put("http://faß.de/")
    data = {"list_form_pk": "1", "icon": " /räk "}
    assert 200 == client.post("/admin/site/ajax/update/", data=data).status_code
    refused = client.post("/admin/site/ajax/update/", data=data | {"icon": "/\u202e"})
    assert "An address cannot contain invisible characters" in refused.text
    assert ["/räk"] == list(db.session.scalars(text("SELECT icon FROM site")))


@pytest.mark.parametrize("sought", ["faß", "nothing", "http://a b/"])
def test_search(client, sought):
    """A search takes any text."""
    put("http://faß.de/")
    page = client.get("/admin/site/", query_string={"search": sought})
    assert 200 == page.status_code
    assert ("faß.de" in page.text) == (sought in "http://faß.de/")


@pytest.mark.parametrize(
    ("filter_", "sought", "found"),
    [
        ("contains", "faß", True),
        ("contains", "http://a b/", False),
        ("equals", "http://faß.de/", True),
        ("equals", "http://a b/", False),
        ("not_equal", "%", True),
        ("in_list", "http://faß.de/,no iri", True),
    ],
)
def test_filters(client, filter_, sought, found):
    """A filter is one of text, and takes any."""
    put("http://faß.de/")
    index = ["contains", "not_contains", "equals", "not_equal", "empty", "in_list"].index(filter_)
    page = client.get("/admin/site/", query_string={f"flt0_{index}": sought})
    assert 200 == page.status_code
    assert found == ('<bdi dir="ltr">http://faß.de/</bdi>' in page.text)


def test_export(client):
    """An export has the text as it is stored."""
    put("http://xn--fa-hia.de/")
    assert "http://xn--fa-hia.de/" in client.get("/admin/site/export/csv/").text


def test_converter_of_the_project():
    """A project's own converter takes the mixin."""

    class OwnConverter(IRIConverterMixin, AdminModelConverter):
        pass

    converter = OwnConverter(None, None)
    assert converter.get_converter(Site.__table__.c.homepage) is not None
    assert issubclass(IRIModelConverter, IRIConverterMixin)


def test_flask_admin_is_not_needed():
    """`flask_iri` does not import Flask-Admin; its module does, and says what is missing."""
    run = """
import sys
from importlib.metadata import version
import flask_iri
assert "flask_admin" not in sys.modules
sys.modules["flask_admin"] = None
try:
    import flask_iri.admin
except ImportError as error:
    assert "flask-iri[admin]" in str(error)
else:
    raise AssertionError
"""
    subprocess.run([sys.executable, "-W", "error", "-c", run], check=True)


def test_errors_speak_the_language_of_the_admin(client):
    """Flask-Admin asks Flask-Babel for the language, and so do the messages here."""
    client.application.extensions["babel"].locale_selector = lambda: "de"
    page = client.post("/admin/site/new/", data={"homepage": "example.org"}).text
    expected = words.translate(words.MESSAGES["not-absolute"], "de")
    assert expected in BeautifulSoup(page, "html.parser").get_text()
