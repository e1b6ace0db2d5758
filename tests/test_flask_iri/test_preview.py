"""The files of the script that shows the URI, as `FlaskIRI` serves them."""

from bs4 import BeautifulSoup
from flask import Flask, render_template_string

from flask_iri import FlaskIRI
from iri3987.html.inputs import STATIC


def test_files():
    """A page names the two files, without code of its own, and the application serves them."""
    app = Flask(__name__)
    FlaskIRI(app)
    page = "{{ iri_preview_files() }}"
    with app.test_request_context(base_url="http://example.org/mounted/"):
        assert 'src="/mounted/iri-static/iri-input.js"' in render_template_string(page)
    with app.test_request_context():
        html = render_template_string(page)
    shown = BeautifulSoup(html, "html.parser")
    assert ("", True) == (shown.script.text, shown.script.has_attr("defer"))
    assert "stylesheet" in shown.link["rel"]
    client = app.test_client()
    for path, kind in ((shown.script["src"], "text/javascript"), (shown.link["href"], "text/css")):
        with client.get(path) as answer:
            assert (200, kind) == (answer.status_code, answer.mimetype)
            assert (STATIC / path.rpartition("/")[2]).read_bytes() == answer.data


def test_files_where_the_host_decides():
    """An application whose routes have hosts serves the files on the host of the page."""
    app = Flask(__name__, host_matching=True, static_host="static.example")
    FlaskIRI(app)
    page = "{{ iri_preview_files() }}"
    app.add_url_rule("/", "page", lambda: render_template_string(page), host="a.example")
    client = app.test_client()
    html = client.get("/", base_url="http://a.example").text
    path = BeautifulSoup(html, "html.parser").script["src"]
    assert "/iri-static/iri-input.js" == path
    with client.get(path, base_url="http://a.example") as answer:
        assert (STATIC / "iri-input.js").read_bytes() == answer.data
