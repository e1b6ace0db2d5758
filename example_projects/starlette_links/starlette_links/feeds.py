"""A feed and a sitemap: both have URIs, whatever the addresses are."""

import re

from fastapi import APIRouter, Request, Response

from iri3987 import IRIError
from iri3987.http.segment import segment
from starlette_links.db import find_links, newest_titles
from starlette_links.templating import templates

#: Characters that XML cannot hold.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
#: Atom asks for a date, and the table has none.
DATE = "2026-01-01T00:00:00Z"
READ = ["GET", "HEAD"]

router = APIRouter(include_in_schema=False)
templates.env.filters["xml_text"] = lambda text: NOT_XML.sub("", text)


@router.api_route("/feed.xml", methods=READ)
def feed(request: Request) -> Response:
    """Give the newest links, in Atom. A link without a URI is left out."""
    context = {"links": find_links().links, "date": DATE}
    return templates.TemplateResponse(
        request, "feed.xml", context, media_type="application/atom+xml"
    )


@router.api_route("/sitemap.xml", methods=READ)
def sitemap(request: Request) -> Response:
    """Give the pages of titles, whose paths are in every script."""
    titles = filter(has_path, newest_titles())
    locations = [request.url_for("title", title=each) for each in titles]
    return templates.TemplateResponse(
        request, "sitemap.xml", {"locations": locations}, media_type="application/xml"
    )


def has_path(title: str) -> bool:
    """Tell whether a path can lead to *title*: it has no "/", for example, and is in NFC."""
    try:
        return segment(title) == title
    except IRIError:
        return False
