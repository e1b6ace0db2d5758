"""The same links for machines. What the models say is in /openapi.json, too: ``format: iri``."""

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Path, Query, Request, Response

from starlette_links.db import AlreadyThereError, Link, add_link, delete_link, find_link, find_links
from starlette_links.language import language_of
from starlette_links.models import (
    LinkForMachines,
    LinksForMachines,
    NewLink,
    WarningForMachines,
    findings,
)

api = APIRouter(prefix="/api/links")


def existing(link_id: Annotated[int, Path(ge=1, lt=2**63)]) -> Link:
    """Return the link with this number. SQLite's integers have 64 bits."""
    link = find_link(link_id=link_id)
    if link is None:
        raise HTTPException(404)
    return link


Existing = Annotated[Link, Depends(existing)]


@api.get("")
def list_links(
    request: Request, q: str = "", page: Annotated[int, Query(ge=1, lt=2**53)] = 1
) -> LinksForMachines:
    """Give a page of the links, or of those that are searched for."""
    query = q.replace("\0", "").strip()
    found = find_links(query, page)

    def url(number: int) -> str | None:
        if not 0 < number <= found.last:
            return None
        return str(request.url.include_query_params(page=number))

    return LinksForMachines(
        count=found.count,
        next=url(found.number + 1),
        previous=url(found.number - 1),
        results=[LinkForMachines.model_validate(each) for each in found.links],
    )


@api.post(
    "",
    status_code=201,
    responses={409: {"description": "An equivalent address is there already."}},
)
def add(new: NewLink, request: Request, response: Response) -> LinkForMachines:
    """Store a link; its address is stored exactly as it is sent."""
    try:
        link = add_link(new)
    except AlreadyThereError as there:
        raise HTTPException(409, {"msg": str(there), "id": there.link.id}) from there
    response.headers["Location"] = request.app.url_path_for("show", link_id=str(link.id))
    answer = LinkForMachines.model_validate(link)
    found = findings(new.iri, language_of(request))
    answer.warnings = {"iri": list(map(WarningForMachines.model_validate, found))} if found else {}
    return answer


@api.get("/{link_id}", response_model=LinkForMachines)
def show(link: Existing) -> Link:
    """Give one link."""
    return link


@api.delete("/{link_id}", status_code=204)
def delete(link: Existing) -> None:
    """Delete a link, and its file."""
    delete_link(link)
