"""The same links as JSON, which a page of another site cannot send unasked: it needs no secret."""

from collections.abc import Sequence

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel

from starlette_links import models
from starlette_links.models import Database, Existing, Link, NewLink, PageNumber

api = APIRouter(prefix="/api/links")


class Warned(BaseModel):
    """A sentence about something that can mislead, and where it is: from `start` up to `end`."""

    code: str
    message: str
    start: int
    end: int


class SavedLink(BaseModel):
    """A link: the IRI that people read, the URI that machines take, and what to show."""

    id: int
    iri: str  # an old row may hold text that is not an IRI
    uri: str | None
    display: str
    title: str
    #: About a new address that can mislead. A machine cannot be asked.
    warnings: list[Warned] = []


@api.get("", response_model=list[SavedLink])
def list_links(database: Database, page: PageNumber = 1) -> Sequence[Link]:
    """Give a page of links, the newest first."""
    return models.newest_links(database, page)


@api.post("", status_code=201, responses={409: {"description": "The address is already there."}})
def add(new: NewLink, database: Database) -> SavedLink:
    """Store a link. An error has its code in ``ctx``."""
    link = Link()
    if said := models.save(database, link, new):
        raise HTTPException(409, [{"loc": ["body", "iri"], "msg": said, "ctx": {"code": "unique"}}])
    answer = SavedLink.model_validate(link, from_attributes=True)
    found = models.warnings(new.iri)
    answer.warnings = [Warned.model_validate(each, from_attributes=True) for each in found]
    return answer


@api.delete("/{link_id}", status_code=204)
def delete(link: Existing, database: Database) -> None:
    """Delete a link."""
    database.delete(link)
    database.commit()
