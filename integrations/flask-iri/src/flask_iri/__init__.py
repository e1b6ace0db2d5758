"""Internationalized Resource Identifiers (RFC 3987) for Flask.

`FlaskIRI` makes an application work with IRIs. Forms are in `flask_iri.wtforms`, which needs
WTForms, and database columns in a distribution of their own, sqlalchemy-iri.
"""

from flask_iri.extension import FlaskIRI
from flask_iri.redirect import safe_redirect
from flask_iri.request import request_iri
from flask_iri.response import UnmappableRedirect

__all__ = ["FlaskIRI", "UnmappableRedirect", "request_iri", "safe_redirect"]
