"""The pages: list, add, edit, go."""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.templating import Jinja2Templates
from pydantic import ValidationError
from sqlalchemy import select

from iri3987.html.inputs import place_to_select
from iri3987.messages import translate
from starlette_iri import jinja, safe_redirect
from starlette_iri.fastapi import PathIRI
from starlette_iri.responses import IRIRedirectResponse
from starlette_links import models
from starlette_links.models import Database, Existing, Link, PageNumber, Title, TypedLink

pages = APIRouter(include_in_schema=False)


def in_every_page(request: Request) -> dict[str, Any]:
    """Return what each template can use: the secret of this visitor's forms, and a message."""
    return {
        "csrf_token": request.session.setdefault("csrf_token", secrets.token_urlsafe()),
        "message": request.session.pop("message", None),
    }


TEMPLATES = Path(__file__).with_name("templates")
templates = Jinja2Templates(TEMPLATES, context_processors=[in_every_page])
jinja.install(templates)
templates.env.filters["translate"] = translate


async def sent_form(request: Request) -> dict[str, str] | None:
    """Return the texts of a form, which must come from one of our own pages; None if none came."""
    if request.method != "POST":
        return None
    # Our forms have no files. In the other encoding, a sender can name any codec of Python.
    if request.headers.get("Content-Type") != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    form = {name: str(value) for name, value in (await request.form()).items()}
    known = request.session.get("csrf_token") or secrets.token_urlsafe()
    if not secrets.compare_digest(form.get("csrf_token", "").encode(), known.encode()):
        raise HTTPException(403, "The form has expired. Load its page again.")
    return form


Form = Annotated[dict[str, str] | None, Depends(sent_form)]
QUESTION = "Check this address before you save it."
Told = tuple[dict[str, str], list[str]]  # errors by field, and warnings


@pages.get("/")
@pages.get("/links")
def index(request: Request, database: Database, page: PageNumber = 1) -> Response:
    """Show the links."""
    links = models.newest_links(database, page)
    context = {"links": links, "page": page, "is_last": len(links) < models.PER_PAGE}
    return templates.TemplateResponse(request, "list.html", context)


@pages.api_route("/add", methods=["GET", "POST"])
def add(request: Request, database: Database, form: Form) -> Response:
    """Show the form, and store the link that it brings."""
    return edit_link(request, database, Link(), form, "Add a link")


@pages.api_route("/links/{link_id}/edit", methods=["GET", "POST"])
def edit(request: Request, database: Database, link: Existing, form: Form) -> Response:
    """Show the form with a link in it, and store what was changed."""
    return edit_link(request, database, link, form, "Edit a link")


@pages.get("/go/{target:iri}")
def go(target: PathIRI, database: Database) -> Response:
    """Redirect to the stored link that *target* is equivalent to. Any other is not found."""
    link = database.scalar(select(Link).where(Link.iri.equivalent(target)))
    if link is None or link.uri is None:
        raise HTTPException(404)
    return IRIRedirectResponse(link.iri, 302)


def edit_link(
    request: Request, database: Database, link: Link, form: Mapping[str, str] | None, heading: str
) -> Response:
    """Store *form* and go back to the list, or show the form with its errors."""
    values = {"iri": link.iri or "", "title": link.title or ""} if form is None else form
    # The sentences about an address are in the language that the browser asks for first.
    language = re.split("[,;]", request.headers.get("Accept-Language", "en"), maxsplit=1)[0]
    errors, warnings = ({}, []) if form is None else store(database, link, form, language)
    if form is None or errors:
        asks = errors == {"iri": translate(QUESTION, language)}
        shown = {"values": values, "errors": errors, "warnings": warnings, "asks": asks}
        context = {**shown, "heading": heading, "language": language}
        return templates.TemplateResponse(request, "form.html", context)
    request.session["message"] = f"Saved: {link.title}"
    # "next" comes from the browser, so anybody may have written it.
    target = request.query_params.get("next")
    return safe_redirect(request, target, fallback="/links", status_code=303)


def store(database: Database, link: Link, form: Mapping[str, str], language: str) -> Told:
    """Store *form* in *link*. Return what is wrong, by field, and what can mislead.

    What can mislead is stored after exactly this text was confirmed; old rows stay as they are.
    """
    sent, old = form.get("iri", ""), re.sub("[\r\n]", "", link.iri or "")
    is_old = link in database and sent.strip() == old.strip()
    new, errors = None, {}
    try:
        new = (Title if is_old else TypedLink).model_validate(form)
    except ValidationError as refused:
        told = {str(each["loc"][0]): (each, each.get("ctx", {})) for each in refused.errors()}
        errors = {name: ctx.get("message", each["msg"]) for name, (each, ctx) in told.items()}
        if "iri" in errors:
            errors["iri"] = models.refusal(sent, language) or errors["iri"]
        errors["place"] = place_to_select(sent, told.get("iri", [{}, {}])[1].get("position") or 0)
    found = [] if is_old or "iri" in errors else models.warnings(sent, language)
    warnings = list(dict.fromkeys(each.message for each in found))
    if warnings and form.get("confirmed") != sent:
        errors["iri"] = translate(QUESTION, language)
    if new and not errors and (said := models.save(database, link, new, language)):
        errors["iri"] = said
    return errors, warnings
