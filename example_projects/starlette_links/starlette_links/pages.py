"""The pages."""

import json
import re
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.templating import Jinja2Templates
from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile

from starlette_iri import jinja
from starlette_iri.fastapi import PathIRI
from starlette_iri.responses import IRIFileResponse, IRIRedirectResponse
from starlette_links.db import (
    FILES,
    AlreadyThereError,
    Link,
    add_link,
    delete_link,
    find_link,
    find_links,
)
from starlette_links.models import LinkForMachines, NewLink, check_link, tell, warnings

#: What to try: addresses to paste into the form.
PASTE = json.loads(Path(__file__).with_name("paste.json").read_text("utf-8"))
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
#: The number of a link. SQLite's integers have 64 bits.
NUMBER = re.compile("[0-9]{1,18}")
READ = ["GET", "HEAD"]

pages = APIRouter(include_in_schema=False)


def in_every_page(request: Request) -> dict[str, Any]:
    """Return what each template can use: the secret of this visitor's forms, messages, paths."""
    return {
        "csrf_token": request.session.setdefault("csrf_token", secrets.token_urlsafe()),
        "messages": request.session.pop("messages", []),
        "path_for": request.app.url_path_for,
    }


templates = Jinja2Templates(
    Path(__file__).with_name("templates"), context_processors=[in_every_page]
)
jinja.install(templates)
templates.env.policies["urlize.rel"] = "nofollow"  # notes are written by anybody
templates.env.filters["warnings"] = warnings


async def own_form(request: Request) -> AsyncIterator[FormData]:
    """Give the form that was sent; refuse one that does not come from one of our own pages."""
    # Ours are in UTF-8. Starlette decodes by any codec that is named, and some raise other errors.
    if "charset" in request.headers.get("Content-Type", "").lower().replace("charset=utf-8", ""):
        raise HTTPException(415, "A form must be sent in UTF-8.")
    async with request.form() as form:
        known = request.session.get("csrf_token", secrets.token_urlsafe())
        if not secrets.compare_digest(text(form, "csrf_token").encode(), known.encode()):
            raise HTTPException(
                403,
                "The form has expired, or did not come from this site. Go back, load the page"
                " again, and send it once more.",
            )
        yield form


def text(form: FormData, name: str) -> str:
    """Return the text of a field; "" if it is not there, or is a file."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


def existing(link_id: str) -> Link:
    """Return the link that a path names; anything else that stands there is not found."""
    link = find_link(link_id=int(link_id)) if NUMBER.fullmatch(link_id) else None
    if link is None:
        raise HTTPException(404)
    return link


OwnForm = Annotated[FormData, Depends(own_form)]
Existing = Annotated[Link, Depends(existing)]


def to_list(request: Request, done: str) -> Response:
    """Redirect to the list, which says what was done."""
    request.session["messages"] = [done]
    return RedirectResponse(request.app.url_path_for("links"), 302)


@pages.api_route("/", methods=READ)
def index(request: Request) -> Response:
    """Say what this is, and what to try."""
    return templates.TemplateResponse(request, "index.html", {"paste": PASTE})


@pages.api_route("/links", methods=READ)
def links(request: Request, q: str = "", page: str = "1") -> Response:
    """Show the links, or those that are searched for, a page at a time."""
    query = q.replace("\0", "").strip()
    number = int(page) if NUMBER.fullmatch(page) else 1
    context = {"page": find_links(query, number), "query": query}
    return templates.TemplateResponse(request, "list.html", context)


@pages.api_route("/add", methods=READ)
def add(request: Request, iri: str = "", title: str = "") -> Response:
    """Show the form."""
    values = {"iri": iri, "title": title}
    return templates.TemplateResponse(request, "add.html", {"values": values, "errors": {}})


@pages.post("/add")
def add_what_was_sent(request: Request, form: OwnForm) -> Response:
    """Store the link that the form brings, or show the text again as it was typed."""
    values = {name: text(form, name) for name in NewLink.model_fields}
    upload = form.get("file")
    try:
        new = check_link(values)
        if isinstance(upload, UploadFile) and upload.filename:
            add_link(new, upload.file, upload.filename)
        else:
            add_link(new)
        return to_list(request, f"Added: {new.title}")
    except ValidationError as refused:
        errors = tell(refused)
    except AlreadyThereError as there:
        errors = {"iri": str(there)}
    return templates.TemplateResponse(request, "add.html", {"values": values, "errors": errors})


@pages.api_route("/links/{link_id:isegment}", methods=READ)
def detail(request: Request, link: Existing) -> Response:
    """Show one link: as stored, as shown to people, as sent to machines, and its parts."""
    parts = [
        (part, getattr(link.iri, part), getattr(link.uri, part))
        for part in PARTS
        if getattr(link.uri, part, None) is not None
    ]
    return templates.TemplateResponse(request, "detail.html", {"link": link, "parts": parts})


@pages.api_route("/links/{link_id:isegment}/delete", methods=READ)
def delete(request: Request, link: Existing) -> Response:
    """Ask whether to delete a link."""
    return templates.TemplateResponse(request, "delete.html", {"link": link})


@pages.post("/links/{link_id:isegment}/delete", dependencies=[Depends(own_form)])
def delete_for_good(request: Request, link: Existing) -> Response:
    """Delete it."""
    delete_link(link)
    return to_list(request, f"Deleted: {link.title}")


@pages.api_route("/links/{link_id:isegment}/file", methods=READ)
def file(link: Existing) -> Response:
    """Send the file of a link, for download under its own name."""
    path = FILES / link.file
    if not path.is_file():  # it is gone, or there never was one
        raise HTTPException(404)
    return IRIFileResponse(path, filename=link.file)


@pages.api_route("/go/{target:iri}", methods=READ)
def go(target: PathIRI) -> Response:
    """Redirect to the stored link that *target* is equivalent to, by its mapped URI.

    Any other address is not found: else anybody could lend this site's name to any address ("open
    redirect").
    """
    link = find_link(iri=target)
    if link is None or link.uri is None:
        raise HTTPException(404)
    return IRIRedirectResponse(link.iri, 302)


@pages.api_route("/links.json", methods=READ, response_model=dict[str, list[LinkForMachines]])
def links_json() -> dict[str, list[Link]]:
    """Give every link in both forms."""
    return {"links": find_links().links}
