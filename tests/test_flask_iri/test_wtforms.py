"""`flask_iri.wtforms`: the field and the validator in a Flask application."""

from dataclasses import replace

import pytest
from flask import Flask, render_template_string, request
from flask_babel import Babel, lazy_gettext
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField
from wtforms.validators import InputRequired

from flask_iri import FlaskIRI, wtforms
from flask_iri.wtforms import IRIField
from iri3987 import WEB

#: The profile "web", but nothing is repaired.
EXACT = replace(WEB, repair=False)


@pytest.fixture
def app():
    """Make an application with Flask-Babel and a form."""
    app = Flask(__name__)
    app.config |= {"SECRET_KEY": "x", "WTF_CSRF_ENABLED": False}
    Babel(app, locale_selector=lambda: request.args.get("language"))

    class AddForm(FlaskForm):
        link = IRIField(validators=[InputRequired()], profile=EXACT)

    @app.route("/", methods=["GET", "POST"])
    def index():
        form = AddForm()
        if form.validate_on_submit():
            return str(form.link.data.uri)
        return render_template_string("{{ form.link }} {{ form.link.errors }}", form=form)

    return app


def test_flask_form(app):
    """A posted address is mapped, and a refused one is shown again with the reason."""
    client = app.test_client()
    assert "https://xn--fa-hia.de/" == client.post("/", data={"link": "https://faß.de/"}).text
    page = client.post("/", data={"link": "https://faß.de/%"}).text
    assert 'value="https://faß.de/%"' in page
    assert "Write %25 for the percent sign" in page


def test_address_of_the_path(app):
    """An address that a converter has read is what a stranger sends: the form checks it."""
    FlaskIRI(app)

    class FetchForm(FlaskForm):
        link = IRIField(profile="public")

    @app.post("/fetch/<iri:target>")
    def fetch(target):
        form = FetchForm(data={"link": target})
        return "fetched" if form.validate_on_submit() else form.link.errors[0].code

    client = app.test_client()
    for target, answer in [
        ("http://127.0.0.1/", "host-not-public"),
        ("javascript:alert(1)", "scheme-not-allowed"),
        ("http://faß.de/", "fetched"),
    ]:
        assert answer == client.post(f"/fetch/{target}", data={"link": target}).text


def test_language_of_flask_babel(app):
    """Flask-WTF asks Flask-Babel for the language, and so do the messages here."""
    client = app.test_client()
    page = client.post("/?language=de", data={"link": "https://faß.de/%"}).text
    assert "Prozentzeichen" in page


def test_lazy_message(app):
    """A lazy message of the project is read when it is shown."""
    validator = wtforms.IRIValidator(message=lazy_gettext("No"))
    with app.test_request_context():
        form = type("PlainForm", (Form,), {"link": StringField(validators=[validator])})
        bound = form(MultiDict({"link": "/zz"}))
        assert not bound.validate()
        assert ["No"] == bound.link.errors
