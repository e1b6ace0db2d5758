"""The page of the wire: header fields as an endpoint writes them, and as they are sent."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from fastapi import APIRouter, Request, Response

from iri3987 import IRI, IRIError
from iri3987.files import safe_filename
from iri3987.http.asgi import IRIMiddleware
from starlette_iri.responses import IRIFileResponse, IRIRedirectResponse
from starlette_links.forms import FormPage
from starlette_links.language import language_of
from starlette_links.models import ADDRESS, refusal, warnings

EXAMPLE = "https://例え.テスト/道/straße.pdf?q=é"

router = APIRouter(include_in_schema=False)


@router.api_route("/wire", methods=["GET", "HEAD"])
async def wire(request: Request, iri: str = EXAMPLE) -> Response:
    """Show the header fields for the address in the query."""
    language, errors, fields = language_of(request), {}, []
    try:
        fields = await header_fields(IRI(ADDRESS.clean(iri)))
    except IRIError as error:
        errors = {"iri": refusal(error, iri, language)}
    page = FormPage("", "Show", template="wire.html")
    found = {"iri": warnings(iri, language)}
    return page.show(request, {"iri": iri}, errors=errors, warnings=found, fields=fields)


async def header_fields(iri: IRI) -> list[tuple[str, str, str]]:
    """Return the name of each field, what an endpoint writes, and what is sent."""
    name = safe_filename(unquote(iri.path.rpartition("/")[2]) or "naïve 日本語.txt")
    redirect = IRIRedirectResponse(iri)
    file = IRIFileResponse(__file__, filename=name)
    written = {
        "Content-Location": iri,
        "Link": f'<{iri}>; rel="next"',
        "Refresh": f"5; url={iri}",
        "HX-Redirect": iri,
    }
    sent = await through_middleware(written)
    return [
        ("Location", f"IRIRedirectResponse({iri!r})", redirect.headers["Location"]),
        *((field, value, sent[field]) for field, value in written.items()),
        (
            "Content-Disposition",
            f"IRIFileResponse(path, filename={name!r})",
            file.headers["Content-Disposition"],
        ),
    ]


async def through_middleware(written: Mapping[str, str]) -> dict[str, str]:
    """Return the fields *written* as the middleware sends them. They are UTF-8 before it."""
    headers = [(name.encode(), value.encode()) for name, value in written.items()]
    sent: dict[str, str] = {}

    async def app(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def keep(message: Any) -> None:
        sent.update({name.decode(): value.decode() for name, value in message["headers"]})

    await IRIMiddleware(app)({"type": "http"}, nothing, keep)
    return sent


async def nothing() -> Any:
    """Receive nothing."""
