"""A directory of links in every script: how an IRI travels through a Flask application.

Read `models.py` first, then `forms.py`, then `views.py`. The same application stands beside this
one for Django and for FastAPI.
"""

import os
from pathlib import Path

from flask import Flask, Response, abort, current_app, render_template, request
from flask.json.provider import DefaultJSONProvider
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException, SecurityError

from flask_iri import FlaskIRI, request_iri
from flask_links import (  # noqa: F401 - some only add pages
    admin,
    compare,
    feeds,
    language,
    old,
    seed,
    views,
    wire,
)
from flask_links.api import api
from flask_links.models import db

#: Nothing is loaded but our own files. The one script is that of the input for addresses.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)


KNOWN_KEY = "example only: a real site keeps its own secret"


def create_app() -> Flask:
    """Make the application. `FlaskIRI` comes first: the routes use its converter."""
    app = Flask(__name__)
    project = Path(__file__).parents[1]
    database = Path(os.environ.get("LINKS_DATABASE", project / "links.sqlite3")).absolute()
    app.config.from_mapping(
        DATABASE=database,
        FILES=database.with_name("files"),
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{database}",
        # No error message shows an address, which may have a password.
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},
        SECRET_KEY=os.environ.get("SECRET_KEY", KNOWN_KEY),
        SESSION_COOKIE_SAMESITE="Lax",
        TRUSTED_HOSTS=admin.LOCAL_HOSTS,
        MAX_CONTENT_LENGTH=2_500_000,
        MAX_FORM_MEMORY_SIZE=2_500_000,  # an address too long is answered by the form
        WTF_CSRF_TIME_LIMIT=None,
    )
    if isinstance(app.json, DefaultJSONProvider):
        app.json.ensure_ascii = False  # JSON is UTF-8
    FlaskIRI(app)
    csrf = CSRFProtect(app)
    csrf.exempt(api)
    db.init_app(app)
    language.init_app(app)
    seed.init_app(app)
    app.register_blueprint(views.pages)
    app.register_blueprint(api)
    admin.init_app(app, csrf)
    app.before_request(refuse_strangers)
    app.after_request(add_security_headers)
    app.register_error_handler(HTTPException, show_error)
    app.jinja_env.policies["urlize.rel"] = "nofollow"  # notes are written by anybody
    app.jinja_env.globals.update(request_iri=request_iri)
    return app


def refuse_strangers() -> None:
    """Refuse requests of other machines while everybody can read the key."""
    if current_app.secret_key == KNOWN_KEY and not admin.is_local():
        abort(403, "Other machines may ask once SECRET_KEY is set to a secret of your own.")


def add_security_headers(response: Response) -> Response:
    """Tell the browser what a page of ours may do: very little."""
    is_admin = request.path.startswith("/admin/")
    policy = admin.policy() if is_admin else CONTENT_SECURITY_POLICY
    response.headers["Content-Security-Policy"] = policy
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.vary.add("Accept-Language")
    return response


def show_error(error: HTTPException) -> ResponseReturnValue:
    """Answer with a page of ours, unless the request names a host that is not: no links then."""
    if isinstance(error, SecurityError):
        return error
    if request.blueprint == api.name:
        return {"detail": error.name}, error.code or 500
    response = error.get_response()  # with headers of its own, such as Allow
    response.set_data(render_template("error.html", error=error))
    response.content_type = "text/html; charset=utf-8"
    return response
