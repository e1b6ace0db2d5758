"""A feed and a sitemap: both have URIs, whatever the addresses are."""

import re

from flask import Response, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from flask_links.models import Link, db, find_links
from flask_links.views import pages
from iri3987 import IRIError
from iri3987.http.segment import segment

#: Characters that XML cannot hold.
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
#: Atom asks for a date, and the table has none.
DATE = "2026-01-01T00:00:00Z"


@pages.app_template_filter()
def xml_text(text: str) -> str:
    """Return *text* without what XML cannot hold."""
    return NOT_XML.sub("", text)


@pages.get("/feed.xml")
def feed() -> ResponseReturnValue:
    """Give the newest links, in Atom. A link without a URI is left out."""
    page = render_template("feed.xml", links=find_links(None, 1).items, date=DATE)
    return Response(page, content_type="application/atom+xml; charset=utf-8")


@pages.get("/sitemap.xml")
def sitemap() -> ResponseReturnValue:
    """Give the pages of titles, whose paths are in every script."""
    newest = db.session.scalars(select(Link.title).order_by(Link.id.desc()).limit(1000))
    titles = filter(has_path, dict.fromkeys(newest))
    locations = [url_for("links.title", title=each, _external=True) for each in titles]
    page = render_template("sitemap.xml", locations=locations)
    return Response(page, content_type="application/xml")


def has_path(title: str) -> bool:
    """Tell whether a path can lead to *title*: it has no "/", for example, and is in NFC."""
    try:
        return segment(title) == title
    except IRIError:
        return False
