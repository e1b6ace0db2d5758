"""The application: ``uvicorn starlette_links.app:app``."""

import os
from http import HTTPStatus
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from iri3987 import inputs
from starlette_iri import IRIMiddleware, request_iri
from starlette_iri.hosts import allowed_hosts
from starlette_links import compare, feeds, old, wire
from starlette_links.api import api
from starlette_links.pages import pages
from starlette_links.templating import templates

#: Nothing is loaded but our own files. The one script is that of the input for addresses.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
KNOWN_KEY = "example only: a real site keeps its own secret"
SECRET_KEY = os.environ.get("SECRET_KEY", KNOWN_KEY)
LOCAL_HOSTS = allowed_hosts("localhost", "例え.localhost", "127.0.0.1")


def is_local(request: Request) -> bool:
    """Return whether somebody on this machine asks, and no proxy does for somebody else."""
    is_forwarded = any(
        name.startswith("x-forwarded-") or name in {"forwarded", "via", "x-real-ip"}
        for name in request.headers
    )
    host = request.headers.get("Host", "").partition(":")[0]
    is_here = request.client is not None and request.client.host in {"127.0.0.1", "::1"}
    return is_here and host in LOCAL_HOSTS and not is_forwarded


async def refuse_strangers(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """Refuse requests of other machines while everybody can read the key."""
    if SECRET_KEY == KNOWN_KEY and not is_local(request):
        said = "Other machines may ask once SECRET_KEY is set to a secret of your own."
        return PlainTextResponse(said, 403)
    return await call_next(request)


async def add_security_headers(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """Tell the browser what a page of ours may do: very little."""
    response = await call_next(request)
    response.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers.add_vary_header("Accept-Language")
    return response


app = FastAPI(
    title="Links in their own script",
    docs_url=None,  # these two pages load scripts from elsewhere
    redoc_url=None,
    redirect_slashes=False,
    max_body_size=2_500_000,  # of a whole request, with its files
    middleware=[
        Middleware(IRIMiddleware),  # the first: it sees the header fields that the others set
        Middleware(BaseHTTPMiddleware, dispatch=add_security_headers),
        Middleware(
            TrustedHostMiddleware,
            allowed_hosts=LOCAL_HOSTS,
        ),
        Middleware(BaseHTTPMiddleware, dispatch=refuse_strangers),
        # A name of its own, as a cookie is for all ports: the other examples have sessions, too.
        Middleware(SessionMiddleware, secret_key=SECRET_KEY, session_cookie="starlette_links"),
    ],
)
app.mount("/iri-static", StaticFiles(directory=inputs.STATIC), name="iri-static")
app.mount("/static", StaticFiles(directory=Path(__file__).with_name("static")), name="static")
app.include_router(pages)
app.include_router(compare.router)
app.include_router(wire.router)
app.include_router(old.router)
app.include_router(feeds.router)
app.include_router(api)


@app.exception_handler(HTTPException)
async def show_error(request: Request, error: HTTPException) -> Response:
    """Answer with a page of ours, or with JSON if a machine has asked."""
    if request.scope["path"].startswith(api.prefix):
        return await http_exception_handler(request, error)
    path = None
    try:
        path = request_iri(request).path
    except HTTPException as not_an_iri:
        error = not_an_iri
    name = HTTPStatus(error.status_code).phrase
    context = {"name": name, "code": error.status_code, "detail": error.detail, "path": path}
    return templates.TemplateResponse(
        request, "error.html", context, status_code=error.status_code, headers=error.headers
    )


@app.exception_handler(RequestValidationError)
async def tell_what_is_wrong(_request: Request, error: RequestValidationError) -> Response:
    """Answer with each error, its `code`, `position` and `words`, but not with all that was sent.

    FastAPI would repeat that, and text with a lone surrogate cannot be sent.
    """
    told = [{key: each[key] for key in each if key != "input"} for each in error.errors()]
    return JSONResponse({"detail": told}, status_code=422)
