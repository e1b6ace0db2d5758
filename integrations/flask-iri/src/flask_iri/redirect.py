"""A redirect that does not leave the site: CWE-601, "open redirect".

The address is mapped first, and the mapped URI is checked and sent. It is read by the grammar of
RFC 3986, never by `urllib`, which takes some text for a path that browsers take for a host.
"""

from collections.abc import Collection

from flask import current_app, redirect, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from flask_iri.hosts import origins_of
from flask_iri.request import current_iri
from iri3987 import IRI, IRIError, IRIReference, Profile, normalize

#: The greatest length of a target, in octets of the mapped URI. Clients accept about as much.
_MAX_OCTETS = 16384

#: An address of the web, or a relative reference, without a user name ("good@evil"). Its host is
#: compared afterwards.
_ADDRESS = Profile(
    schemes={"http", "https"},
    reference=True,
    allow_userinfo=False,
    max_length=_MAX_OCTETS,
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

    Call ``safe_redirect(request.args.get("next"))``: a user sent *target*, or it is None.

    It is followed if it has the origin of the request (scheme, host and port), or if it is
    relative. An empty target, or one that is only a fragment, leads to the page itself, which might
    redirect again, so it is not followed.

    It is also followed if its host is one of *allowed_hosts*, in any script; "example.org:8000"
    names a port other than the default. A request by https is redirected to https only, unless the
    host is named as "http://example.org". Without *allowed_hosts*, they are ``IRI_REDIRECT_HOSTS``
    of the configuration.

    *fallback* is not checked. Without *code*, the status is that of `flask.redirect`.

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


def _safe_uri(target: object, allowed: Collection[str]) -> str | None:
    """Return the URI that *target* maps to if it may be followed, else None."""
    try:
        uri = IRIReference(_ADDRESS.check(target).uri)
        if len(uri) > _MAX_OCTETS:
            return None
        is_local = uri.scheme is None and uri.authority is None
        is_safe = _is_local_path(uri) if is_local else _is_allowed(uri, allowed)
    except IRIError:
        return None
    return str(uri) if is_safe else None


def _is_local_path(uri: IRIReference) -> bool:
    """Tell whether *uri*, which has neither scheme nor authority, leads to another page."""
    if uri.path.startswith("/") and "//" not in uri.path:
        return True
    # "/.//evil" is a path, but "//evil" is not: a client may remove the dot segments first.
    there = IRI(normalize(_base().resolve(uri)))
    return uri[:1] not in {"", "#"} and not there.path.startswith("//")


def _is_allowed(uri: IRIReference, allowed: Collection[str]) -> bool:
    """Tell whether *uri* has the origin of the request, or one of the origins *allowed*."""
    # Clients read "%6cocalhost" in different ways: for some it is another host.
    if "%" in (uri.host or ""):
        return False
    origin = IRI(uri if uri.scheme else f"{request.scheme}:{uri}").origin
    return origin is not None and (origin in allowed or origin == _base().origin)


def _base() -> IRI:
    """Return the IRI of the request. If it names no host, that IRI has no origin."""
    try:
        return current_iri()
    except BadRequest:
        return IRI(f"{request.scheme}:///")
