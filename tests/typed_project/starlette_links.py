"""Starlette, FastAPI, and the types for pydantic."""

from typing import assert_type

from fastapi import FastAPI, Request
from pydantic import BaseModel
from starlette.responses import RedirectResponse

from iri3987 import IRI, IRIReference
from iri3987.types import AnyIRIReference, HttpsIRI, WebIRI
from starlette_iri import IRIMiddleware, request_iri, safe_redirect

app = FastAPI()
app.add_middleware(IRIMiddleware)


class Bookmark(BaseModel):
    """A model with the ready types."""

    address: WebIRI
    feed: HttpsIRI | None = None
    place: AnyIRIReference


@app.post("/")
def add(request: Request, bookmark: Bookmark) -> RedirectResponse:
    """A checker reads them as `IRI` and `IRIReference`."""
    assert_type(request_iri(request), IRI)
    assert_type(bookmark.address, IRI)
    assert_type(bookmark.feed, IRI | None)
    assert_type(bookmark.place, IRIReference)
    response = safe_redirect(request, bookmark.place)
    assert_type(response, RedirectResponse)
    return response
