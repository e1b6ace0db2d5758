"""Internationalized Resource Identifiers (RFC 3987) for Flask.

`FlaskIRI` teaches an application IRIs: URL converters, Jinja filters, header fields that are
mapped exactly. `request_iri` is what was asked for, `safe_redirect` goes where it is safe to go.
Forms and database columns are in `flask_iri.wtforms` and `flask_iri.sqlalchemy`, which import
what they are for.
"""

from flask_iri.extension import FlaskIRI
from flask_iri.redirect import safe_redirect
from flask_iri.request import request_iri
from flask_iri.response import UnmappableRedirect

__all__ = ["FlaskIRI", "UnmappableRedirect", "request_iri", "safe_redirect"]
