"""A redirect that does not leave the site: CWE-601, "open redirect".

The address is mapped first, and what is checked is what is sent: a strict reading of the URI (RFC
3986), never `urllib`'s, which takes for a path what a browser takes for a host.
"""

from collections.abc import Collection

from flask import current_app, redirect, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from flask_iri.hosts import origins_of
from flask_iri.request import request_iri
from iri3987 import IRI, IRIError, IRIReference, Profile, normalize

#: An address of the web, or a reference relative to one, that names no user ("good@evil"). Its
#: length is what clients take; which host it has, is asked afterwards.
_ADDRESS = Profile(
    schemes={"http", "https"},
    reference=True,
    allow_userinfo=False,
    max_octets=16384,
    port=(0, 65535),
)


def safe_redirect(
    target: str | None,
    /,
    *,
    fallback: str = "/",
    allowed_hosts: Collection[str] | None = None,
    code: int | None = None,
) -> Response:
    r"""Return a redirect to *target* if that is on this site, else to *fallback*.

    For ``safe_redirect(request.args.get("next"))``: *target* is what a user sends, None if
    nothing. It is followed if it has the origin of the request (scheme, host and port) or is
    relative, but not if it is empty or only a fragment: both are the page itself, and a redirect
    to that may not end. It is also followed if its host is one of *allowed_hosts*, in any script,
    "example.org:8000" for another port than the default. A request by https is redirected to https
    alone, unless the host is named as "http://example.org". Without *allowed_hosts*, the
    configuration's ``IRI_REDIRECT_HOSTS`` holds. *fallback* is yours, and is not checked. Without
    *code*, the status is that of `flask.redirect`.

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
    origins = origins_of(allowed_hosts, is_secure=request.is_secure)
    location = _safe_uri(target, origins) or fallback
    return redirect(location) if code is None else redirect(location, code)


def _safe_uri(target: str | None, allowed: Collection[str]) -> str | None:
    """Return the URI for *target* if it may be followed, else None."""
    base = _base()
    if not isinstance(target, str):  # JSON has numbers, too
        return None
    try:
        uri = IRIReference(_ADDRESS.check(_ADDRESS.check(target).uri))
        there = IRI(normalize(base.resolve(uri)))
        origin = there.origin
    except IRIError:
        return None
    if uri.scheme is None and uri.authority is None:
        # "/.//evil" is a path, until somebody removes its dot segments before it is resolved. An
        # empty address, or "#", is the page itself: a redirect to it may not end.
        is_safe = uri[:1] not in {"", "#"} and not there.path.startswith("//")
    else:
        # Clients differ in what they make of "%6cocalhost": it may be another host to them.
        is_plain = "%" not in (uri.host or "")
        is_safe = is_plain and origin is not None and origin in {base.origin, *allowed}
    return str(uri) if is_safe else None


def _base() -> IRI:
    """Return the URI of the request; where its host is none, one that has no origin."""
    try:
        return IRI(request_iri.uri)
    except BadRequest:
        return IRI(f"{request.scheme}:///")
