"""A redirect that does not leave the site, by the rule of `iri3987.http.redirect`."""

from collections.abc import Collection

from flask import current_app, redirect, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from flask_iri.request import current_iri
from iri3987 import IRI
from iri3987.http.redirect import safe_location


def safe_redirect(
    target: str | None,
    /,
    *,
    fallback: str = "/",
    allowed_hosts: Collection[str] | None = None,
    code: int | None = None,
) -> Response:
    r"""Return a redirect to *target* if that is on this site, else to *fallback*.

    Call ``safe_redirect(request.args.get("next"))``: a user sent *target*, or it is None. It is
    followed as `iri3987.http.redirect.safe_location` says. The *allowed_hosts* are by default
    ``IRI_REDIRECT_HOSTS``. *fallback* is not checked. Without *code*, it is `flask.redirect`'s.

    >>> from flask import Flask
    >>> with Flask("links").test_request_context("/login", base_url="https://xn--fa-hia.de"):
    ...     for target in ["/straße", "https://faß.de/", "//evil.example", "/\\evil.example"]:
    ...         safe_redirect(target).location
    '/stra%C3%9Fe'
    'https://xn--fa-hia.de/'
    '/'
    '/'
    """
    if allowed_hosts is None:
        allowed_hosts = current_app.config.get("IRI_REDIRECT_HOSTS", ())
    location = safe_location(target, base=_base, allowed_hosts=allowed_hosts) or fallback
    return redirect(location) if code is None else redirect(location, code)


def _base() -> IRI:
    """Return the IRI of the request. If it names no host, that IRI has no origin."""
    try:
        return current_iri()
    except BadRequest:
        return IRI(f"{request.scheme}:///")
