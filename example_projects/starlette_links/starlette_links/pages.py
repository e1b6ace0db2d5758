"""The pages."""

import json
import re
from functools import partial
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request, Response

from starlette_iri import safe_redirect
from starlette_iri.fastapi import PathIRI, PathSegment
from starlette_iri.responses import IRIFileResponse, IRIRedirectResponse
from starlette_links.db import (
    FILES,
    Link,
    add_link,
    change_link,
    delete_link,
    find_link,
    find_links,
)
from starlette_links.forms import ADDING, EDITING, OwnForm, Sent, own_form, redirect_to, text
from starlette_links.language import LANGUAGES
from starlette_links.models import NewLink
from starlette_links.templating import templates

#: Addresses to paste into the form.
PASTE = json.loads(Path(__file__).with_name("paste.json").read_text("utf-8"))
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
#: The number of a link. SQLite's integers have 64 bits.
NUMBER = re.compile("[0-9]{1,18}")
READ = ["GET", "HEAD"]

pages = APIRouter(include_in_schema=False)


def existing(link_id: str) -> Link:
    """Return the link that a path names; anything else that stands there is not found."""
    link = find_link(link_id=int(link_id)) if NUMBER.fullmatch(link_id) else None
    if link is None:
        raise HTTPException(404)
    return link


Existing = Annotated[Link, Depends(existing)]


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


@pages.api_route("/titles/{title:isegment}", methods=READ)
def title(request: Request, title: PathSegment, page: str = "1") -> Response:
    """Show the links with this title, which is a segment of the path in its own script."""
    found = find_links(number=int(page) if NUMBER.fullmatch(page) else 1, title=title)
    if not found.links:
        raise HTTPException(404)
    context = {"page": found, "query": "", "heading": title}
    return templates.TemplateResponse(request, "list.html", context)


@pages.api_route("/add", methods=READ)
def add(request: Request, iri: str = "", title: str = "") -> Response:
    """Show the form, which the query may fill."""
    return ADDING.show(request, {"iri": iri, "title": title})


@pages.post("/add")
def add_what_was_sent(request: Request, form: OwnForm) -> Response:
    """Store the link that the form brings, or show the text again as it was typed."""
    sent = Sent(request, form)
    if sent.store(add_link):
        done = f"Added: {sent.values['title'].strip()}"
        return redirect_to(request, done, "links", sent.warnings)
    return ADDING.show_again(request, sent)


@pages.api_route("/links/{link_id:isegment}/edit", methods=READ)
def edit(request: Request, link: Existing) -> Response:
    """Show the form with a link in it."""
    return EDITING.show(request, {name: getattr(link, name) for name in NewLink.model_fields})


@pages.post("/links/{link_id:isegment}/edit")
def edit_what_was_sent(request: Request, link: Existing, form: OwnForm) -> Response:
    """Store what was changed, or show the text again as it was typed."""
    sent = Sent(request, form, stored=link.iri)
    if sent.store(partial(change_link, link)):
        done = f"Saved: {sent.values['title'].strip()}"
        return redirect_to(request, done, "detail", sent.warnings, link_id=str(link.id))
    return EDITING.show_again(request, sent)


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
    return redirect_to(request, f"Deleted: {link.title}", "links")


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


@pages.post("/language")
def choose_language(request: Request, form: OwnForm) -> Response:
    """Remember the language of the messages, and go back to the page."""
    if form.get("language") in LANGUAGES:
        request.session["language"] = form["language"]
    return safe_redirect(request, text(form, "next"), status_code=302)
