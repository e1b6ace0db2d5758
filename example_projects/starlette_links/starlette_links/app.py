"""The application: ``uvicorn starlette_links.app:app``."""

import os

from fastapi import Request, Response
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from starlette_iri import IRIMiddleware
from starlette_links.api import api
from starlette_links.pages import pages, templates

#: The pages load nothing from elsewhere; only /docs and /redoc have inline scripts.
POLICY = (
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none';"
    " img-src data: 'self'; script-src 'self'; style-src 'self'"
)
DOCS = POLICY.replace("-src 'self'", "-src 'self' 'unsafe-inline'")
DOCS += "; connect-src 'self'; worker-src blob:"
KNOWN_KEY = "example only: a real site keeps its own secret"
SECRET_KEY = os.environ.get("SECRET_KEY", KNOWN_KEY)


async def guard(request: Request, call_next: RequestResponseEndpoint) -> Response:
    """Refuse other machines while everybody can read the key; let a page do very little."""
    by_proxies = ("x-forwarded-", "forwarded", "via", "x-real-ip")
    is_forwarded = any(name.startswith(by_proxies) for name in request.headers)
    is_local = request.client is not None and request.client.host in {"127.0.0.1", "::1"}
    if SECRET_KEY == KNOWN_KEY and (is_forwarded or not is_local):
        return PlainTextResponse("Set SECRET_KEY to a secret of your own, please.", 403)
    response = await call_next(request)
    policy = DOCS if request.url.path in {"/docs", "/redoc"} else POLICY
    response.headers["Content-Security-Policy"] = policy
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    return response


app = FastAPIOffline(  # it has the scripts of /docs and /redoc, which FastAPI loads from elsewhere
    title="Links in their own script",
    redirect_slashes=False,
    max_body_size=100_000,
    middleware=[
        Middleware(IRIMiddleware),  # the first: it sees the header fields that the others set
        Middleware(BaseHTTPMiddleware, dispatch=guard),
        Middleware(TrustedHostMiddleware, allowed_hosts=["localhost", "127.0.0.1"]),
        # A name of its own, because a cookie is for all ports of a host.
        Middleware(SessionMiddleware, secret_key=SECRET_KEY, session_cookie="starlette_links"),
    ],
)
FILES: list[str | tuple[str, str]] = [("starlette_links", "static"), ("iri3987.html", "static")]
app.mount("/static", StaticFiles(packages=FILES), name="static")
app.include_router(pages)
app.include_router(api)


@app.exception_handler(HTTPException)
async def show_error(request: Request, error: HTTPException) -> Response:
    """Answer with a page, or with JSON if a machine has asked."""
    if request.scope["path"].startswith(api.prefix):
        return await http_exception_handler(request, error)
    context, status = {"error": error}, error.status_code
    return templates.TemplateResponse(request, "error.html", context, status, error.headers)


@app.exception_handler(RequestValidationError)
async def tell_what_is_wrong(_request: Request, error: RequestValidationError) -> Response:
    """Answer with each error and its code, but not with what was sent: it may be a surrogate."""
    told = [{key: each[key] for key in each if key != "input"} for each in error.errors()]
    return JSONResponse({"detail": told}, status_code=422)
