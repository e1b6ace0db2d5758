"""A redirect that does not leave the site, by the rule of `iri3987.http.redirect`."""

from collections.abc import Collection
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse

from iri3987 import IRI
from iri3987.http.redirect import safe_location
from starlette_iri.request import request_iri, scheme_of
from starlette_iri.responses import IRIRedirectResponse


def safe_redirect(
    request: Request,
    target: str | None,
    /,
    *,
    fallback: str = "/",
    allowed_hosts: Collection[str] = (),
    status_code: int = 307,
) -> RedirectResponse:
    r"""Return a redirect to *target* if that is on this site, else to *fallback*.

    Call ``safe_redirect(request, request.query_params.get("next"))``: a user sent *target*, or it
    is None. It is followed as `iri3987.http.redirect.safe_location` says, which raises
    `ValueError` for a name in *allowed_hosts* that no host can have. *fallback* is not checked.
    After a form, the *status_code* 303 is right.

    >>> scope = {"type": "http", "scheme": "https", "path": "/login"}
    >>> request = Request({**scope, "headers": [(b"host", b"xn--fa-hia.de")]})
    >>> for target in ["/straße", "https://faß.de/", "//evil.example", "/\\evil.example"]:
    ...     safe_redirect(request, target).headers["location"]
    '/stra%C3%9Fe'
    'https://xn--fa-hia.de/'
    '/'
    '/'
    """
    location = safe_location(target, base=partial(_base, request), allowed_hosts=allowed_hosts)
    return IRIRedirectResponse(location or fallback, status_code=status_code)


def _base(request: Request) -> IRI:
    """Return the IRI of *request*. If it names no host, that IRI has no origin."""
    try:
        return request_iri(request)
    except HTTPException:
        return IRI(f"{scheme_of(request)}:///")
