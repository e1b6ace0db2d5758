"""An application that answers with the IRI it was asked for."""

from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

import starlette_iri.convertors as _convertors  # noqa: F401 - it registers them
from starlette_iri import IRIMiddleware, request_iri, safe_redirect


async def show(request: Request) -> PlainTextResponse:
    """Answer with the text of the target."""
    return PlainTextResponse(request.path_params["target"])


async def show_path(request: Request) -> JSONResponse:
    """Answer with what a route sees that is not ours."""
    scope = request.scope
    return JSONResponse(
        [request.path_params["path"], scope["path"], scope["raw_path"].decode("latin-1")]
    )


async def asked(request: Request) -> JSONResponse:
    """Answer with what was asked for: the IRI, and its URI."""
    iri = request_iri(request)
    return JSONResponse([iri, iri.uri])


async def follow(request: Request) -> Response:
    """Redirect to what the query says, if that is here."""
    return safe_redirect(request, request.query_params.get("to"), fallback="/fallback")


async def talk(websocket: WebSocket) -> None:
    """Say the text of the target."""
    await websocket.accept()
    await websocket.send_text(websocket.path_params["target"])
    await websocket.close()


def routes() -> list[Any]:
    """Return the routes that every application here has."""
    return [
        Route("/any/{target:iri}", show, name="any"),
        Route("/at-{target:iri}", show, name="at"),
        Route("/either/{target:iri}", show),
        Route("/either/{path:path}", show_path),
        Route("/other/{path:path}", show_path),
        Route("/segment/{target:isegment}", show, name="segment"),
        Route("/segment/{target:isegment}/{name:isegment}", show, name="two"),
    ]


app = Starlette(
    routes=[
        *routes(),
        Route("/asked/{path:path}", asked),
        Route("/safe", follow),
        WebSocketRoute("/talk/{target:iri}", talk),
        Mount("/mount/{site:isegment}", routes=routes(), name="mount"),
        Mount("/sub", Starlette(routes=routes()), name="sub"),
    ],
    middleware=[Middleware(IRIMiddleware)],
)
#: The same without the middleware.
bare = Starlette(routes=routes())


def path_to(target: str, name: str = "any", **params: str) -> str:
    """Return the path at which the application answers with *target*."""
    return str(app.url_path_for(name, target=target, **params))
