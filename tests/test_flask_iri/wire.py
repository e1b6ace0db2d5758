"""Requests as a WSGI server makes them. Flask's test client would tidy the path first."""

from flask import Flask, Response
from werkzeug.test import create_environ


def get(app: Flask, path: str | bytes, *, script_name: str = "") -> tuple[int, str]:
    """Return status and body for a path that is *path* once it is decoded; text is sent as UTF-8.

    A WSGI server hands the octets of the path over as characters of Latin-1 (PEP 3333).
    """
    octets = path.encode() if isinstance(path, str) else path
    environ = create_environ()
    environ["SCRIPT_NAME"] = script_name.encode().decode("latin-1")
    environ["PATH_INFO"] = octets.decode("latin-1")
    response = Response.from_app(app.wsgi_app, environ, buffered=True)
    return response.status_code, response.get_data(as_text=True)
