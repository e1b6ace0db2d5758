"""Internationalized Resource Identifiers (RFC 3987) for Starlette and FastAPI.

`IRIMiddleware` maps header fields, and lets the path convertors of `starlette_iri.convertors` read
the path as it was sent. `request_iri` is the IRI of a request; `safe_redirect` redirects only to
this site, or to hosts that you allow. Template filters are in `starlette_iri.jinja`, which needs
Jinja, and types for path parameters in `starlette_iri.fastapi`, which needs FastAPI.
"""

from starlette_iri.middleware import IRIMiddleware
from starlette_iri.redirect import safe_redirect
from starlette_iri.request import request_iri

__all__ = ["IRIMiddleware", "request_iri", "safe_redirect"]
