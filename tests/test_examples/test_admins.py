"""The admins of Django and Flask, with the widgets and the search of the plug-ins."""

from base64 import b64encode
from urllib.parse import urlencode

import pytest

from test_examples.visitor import Visitor

BASIC = {"Authorization": f"Basic {b64encode(b'demo:demo').decode()}"}


def in_django(visitor, path):
    """Return a page of the admin of Django, for somebody who has logged in."""
    page = visitor.get("/admin/login/")
    if page.status == 200:
        secret = str(page.one("input[name=csrfmiddlewaretoken]")["value"])
        fields = {"csrfmiddlewaretoken": secret, "username": "demo", "password": "demo"}
        assert 302 == visitor.post("/admin/login/?next=/admin/", fields).status
    return visitor.get(path)


def in_flask(visitor, path):
    """Return a page of the admin of Flask, with the password."""
    return visitor.request("GET", path, extra=BASIC)


@pytest.fixture
def django(ports):
    """Give a visitor of the Django application."""
    return Visitor(ports["django"])


@pytest.fixture
def flask(ports):
    """Give a visitor of the Flask application."""
    return Visitor(ports["flask"])


def test_admins_ask_for_the_password(django, flask):
    """The admin asks for a password."""
    assert 302 == django.get("/admin/").status
    assert 401 == flask.get("/admin/link/").status
    assert 401 == flask.get("/admin/").status
    wrong = {"Authorization": f"Basic {b64encode(b'demo:wrong').decode()}"}
    assert 401 == flask.request("GET", "/admin/link/", extra=wrong).status


@pytest.mark.parametrize("text", ["fa%C3%9F.de", "xn--fa-hia.de"])
def test_admins_find_a_link(django, flask, text):
    """The search finds the link, in Django by each spelling, and shows it as a link to the URI."""
    pages = [
        in_django(django, f"/admin/django_links/link/?q={text}"),
        in_flask(flask, "/admin/link/?search=fa%C3%9F.de"),
    ]
    for page in pages:
        assert 200 == page.status
        link = page.one("a[href='http://xn--fa-hia.de/']")
        assert "http://faß.de/" == link.get_text(strip=True)


def test_admins_show_the_uri_and_ask(django, flask):
    """The form has the rules for the script, and asks before it saves what can mislead."""
    page = in_django(django, "/admin/django_links/link/add/")
    assert page.one("input[name=iri] + output.iri-uri")
    fields = {
        str(each["name"]): str(each.get("value", ""))
        for each in page.soup.select("#link_form input[name]:not([type=file], [type=submit])")
    }
    address = {"iri": "http://рaypal.com/", "title": "x"}
    asked = django.post(page.path, fields | address)
    assert "Save anyway" in asked.one(".iri-confirm").text
    page = in_flask(flask, "/admin/link/new/")
    assert page.one("input[name=iri] + output.iri-uri")
    secret = {"csrf_token": str(page.soup.select("form input[name=csrf_token]")[0]["value"])}
    body = "&".join(f"{name}={value}" for name, value in secret.items()).encode()
    body += b"&iri=http://%D1%80aypal.com/&title=x"
    asked = flask.request("POST", page.path, body, "application/x-www-form-urlencoded", extra=BASIC)
    assert "Save anyway" in asked.one(".iri-confirm").text


def test_old_addresses_are_mended_in_the_list(flask):
    """In the admin of Flask, a cell of the list is an input for an address: it trims and mends."""
    cell = in_flask(flask, "/admin/oldlink/").one("a[name=address][data-pk='1']")
    assert ("x-editable", "http://example.org/a") == (cell["data-role"], cell["data-value"])

    def send(address):
        fields = {"csrf_token": str(cell["data-csrf"]), "list_form_pk": "1", "address": address}
        body, kind = urlencode(fields).encode(), "application/x-www-form-urlencoded"
        saved = flask.request("POST", "/admin/oldlink/ajax/update/", body, kind, extra=BASIC)
        assert 200 == saved.status
        return in_flask(flask, "/admin/oldlink/").one("a[data-pk='1']")["data-value"]

    try:
        assert "http://example.org/a%20b" == send(" http://example.org/a b")
    finally:
        assert "http://example.org/a" == send("http://example.org/a")


def test_admin_of_flask_needs_the_secret(flask):
    """A form of another site changes nothing, though a browser would send the password."""
    body = b"iri=http://example.org/csrf&title=x"
    kind = "application/x-www-form-urlencoded"
    page = flask.request("POST", "/admin/link/new/", body, kind, extra=BASIC)
    assert 302 != page.status
    assert 404 == flask.get("/go/http://example.org/csrf").status


def test_only_the_front_pages_of_these_two_name_it(ports):
    """The front page has the password where there is an admin."""
    named = {
        name: bool(Visitor(port).get("/").soup.select(".admin")) for name, port in ports.items()
    }
    assert {"django": True, "flask": True, "starlette": False} == named
