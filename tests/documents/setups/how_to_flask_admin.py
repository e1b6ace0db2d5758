"""docs/how-to/flask/admin.md: its view, used as the page says under "Check it"."""

NEEDS = ("flask_admin", "flask_babel", "flask_sqlalchemy")

#: The first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"


def check(names):
    """A look-alike is asked about, a duplicate refused, and the list shows and finds both."""
    from bs4 import BeautifulSoup

    with names["app"].app_context():
        client = names["app"].test_client()
        data = {"title": "x", "homepage": LOOK_ALIKE}
        page = BeautifulSoup(client.post("/admin/link/new/", data=data).text, "html.parser")
        assert page.select("ul.iri-warnings > li")
        box = page.select_one("label.iri-confirm > input")
        data |= {box["name"]: box["value"]}
        assert 302 == client.post("/admin/link/new/", data=data).status_code
        assert "http://xn--aypal-uye.com/" in client.get("/admin/link/").text
        data = {"title": "x", "homepage": "http://faß.de/"}
        assert 302 == client.post("/admin/link/new/", data=data).status_code
        data = {"title": "x", "homepage": "HTTP://xn--fa-hia.de:80"}
        answer = client.post("/admin/link/new/", data=data)
        assert "This address is already there, as" in answer.text
        assert "http://faß.de/" in client.get("/admin/link/?search=fa%C3%9F").text
        assert LOOK_ALIKE not in client.get("/admin/link/?search=fa%C3%9F").text
        names["db"].session.remove()
        names["db"].engine.dispose()
