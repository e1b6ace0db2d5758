"""A list of links in every script, to copy: Flask with flask-iri and sqlalchemy-iri.

Read `models.py` first, then `forms.py`, `views.py` and `api.py`.
"""

import os
from pathlib import Path

from flask import Flask, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import CSRFProtect  # type: ignore[import-untyped]
from werkzeug.exceptions import HTTPException, SecurityError

from flask_iri import FlaskIRI
from flask_links.api import api
from flask_links.models import db
from flask_links.seed import seed
from flask_links.views import pages

#: The pages load nothing from elsewhere. The one script is that of the input for addresses.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
KNOWN_KEY = "example only: a real site keeps its own secret"


def create_app() -> Flask:
    """Make the application. `FlaskIRI` comes first: the routes use its converter."""
    app = Flask(__name__)
    default = Path(__file__).parents[1] / "links.sqlite3"
    database = Path(os.environ.get("LINKS_DATABASE", default)).absolute()
    app.config.from_mapping(
        SQLALCHEMY_DATABASE_URI=f"sqlite:///{database}",
        # No error message shows an address, which may have a password.
        SQLALCHEMY_ENGINE_OPTIONS={"hide_parameters": True},
        SECRET_KEY=os.environ.get("SECRET_KEY", KNOWN_KEY),
        SESSION_COOKIE_NAME="flask_links",  # a cookie is for all ports of a host
        SESSION_COOKIE_SAMESITE="Lax",
        TRUSTED_HOSTS=["localhost", "127.0.0.1"],
        MAX_CONTENT_LENGTH=100_000,
    )
    app.json.ensure_ascii = False  # type: ignore[attr-defined] # JSON is UTF-8
    FlaskIRI(app)
    CSRFProtect(app).exempt(api)
    db.init_app(app)
    with app.app_context():
        db.create_all()
    app.register_blueprint(pages)
    app.register_blueprint(api)
    app.cli.add_command(seed)
    app.before_request(refuse_strangers)
    app.after_request(add_security_headers)
    app.register_error_handler(HTTPException, show_error)
    return app


def refuse_strangers() -> None:
    """Refuse requests of other machines while everybody can read the key."""
    is_forwarded = any(
        name.startswith("X-Forwarded-") or name in {"Forwarded", "Via", "X-Real-Ip"}
        for name, _ in request.headers
    )
    is_local = request.remote_addr in {"127.0.0.1", "::1"} and not is_forwarded
    if current_app.secret_key == KNOWN_KEY and not is_local:
        abort(403, "Other machines may ask once SECRET_KEY is set to a secret of your own.")


def add_security_headers(response: Response) -> Response:
    """Tell the browser that a page may do very little."""
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def show_error(error: HTTPException) -> ResponseReturnValue:
    """Answer with a page, or with JSON if a machine has asked."""
    if isinstance(error, SecurityError):  # the host is not one of ours: no links
        return error
    if request.path.startswith(str(api.url_prefix)):
        return {"detail": error.name}, error.code or 500
    response = error.get_response()  # with headers of its own, such as Allow
    response.set_data(render_template("error.html", error=error))
    response.content_type = "text/html; charset=utf-8"
    return response
