"""The script that shows, while one types, the URI that is sent (RFC 3987 section 7.2).

An application serves the two files of `iri3987.html.inputs.STATIC` under ``/iri-static/``, and a
template puts them on its page with ``{{ iri_preview_files() }}``. There is no inline code, so the
policy ``Content-Security-Policy: default-src 'self'`` allows all of it.
"""

from typing import Any

from flask import Blueprint, Flask, Response, current_app, request, send_from_directory, url_for
from markupsafe import Markup

from iri3987.html.inputs import STATIC


def blueprint(app: Flask, /) -> Blueprint:
    """Return the routes of the files for *app*: the endpoint ``iri.static``."""
    made = Blueprint("iri", __name__)
    # Where the host decides about a route, the files are on each, as a page may be.
    options: Any = {"host": "<host>"} if app.url_map.host_matching else {}
    made.add_url_rule("/iri-static/<path:filename>", "static", _send, **options)
    return made


def preview_files() -> Markup:
    """Return the elements for the ``<head>`` of a page with `flask_iri.wtforms.IRIInput`."""
    options: Any = {"host": request.host} if current_app.url_map.host_matching else {}
    return Markup('<link rel="stylesheet" href="{}"><script src="{}" defer></script>').format(
        *(url_for("iri.static", filename=f"iri-input.{end}", **options) for end in ("css", "js"))
    )


def _send(filename: str, **_: Any) -> Response:
    """Return a file. The host is that of the page, which asked for it."""
    return send_from_directory(STATIC, filename)
