"""Internationalized Resource Identifiers (RFC 3987) for Flask.

`FlaskIRI` gives an application the URL converter ``iri`` and the Jinja filters ``uri`` and
``display_iri``.
"""

from flask_iri.extension import FlaskIRI

__all__ = ["FlaskIRI"]
