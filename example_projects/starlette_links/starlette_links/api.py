"""The same links for machines. What the models say is in /openapi.json, too: ``format: iri``."""

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response

from starlette_links.db import AlreadyThereError, Link, add_link, delete_link, find_link, find_links
from starlette_links.models import LinkForMachines, NewLink

api = APIRouter(prefix="/api/links")


def existing(link_id: Annotated[int, Path(ge=1, lt=2**63)]) -> Link:
    """Return the link with this number. SQLite's integers have 64 bits."""
    link = find_link(link_id=link_id)
    if link is None:
        raise HTTPException(404)
    return link


Existing = Annotated[Link, Depends(existing)]


@api.get("", response_model=list[LinkForMachines])
def list_links() -> list[Link]:
    """Give the newest links."""
    return find_links().links


@api.post(
    "",
    status_code=201,
    response_model=LinkForMachines,
    responses={409: {"description": "An equivalent address is there already."}},
)
def add(new: NewLink, request: Request, response: Response) -> Link:
    """Store a link; its address is stored exactly as it is sent."""
    try:
        link = add_link(new)
    except AlreadyThereError as there:
        raise HTTPException(409, {"msg": str(there), "id": there.link.id}) from there
    response.headers["Location"] = request.app.url_path_for("show", link_id=str(link.id))
    return link


@api.get("/{link_id}", response_model=LinkForMachines)
def show(link: Existing) -> Link:
    """Give one link."""
    return link


@api.delete("/{link_id}", status_code=204)
def delete(link: Existing) -> None:
    """Delete a link, and its file."""
    delete_link(link)
