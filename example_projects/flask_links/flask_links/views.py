"""The pages."""

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from flask_iri.files import send_from_directory
from flask_links.db import add_link, delete_link, find_link, find_links
from flask_links.forms import check_link
from iri3987 import IRI
from iri3987.bidi import isolate

pages = Blueprint("links", __name__)

PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
#: SQLite's integers have 64 bits.
LINK = "/links/<int(max=9223372036854775807):link_id>"


@pages.get("/")
def index() -> ResponseReturnValue:
    """Show every link in its own script."""
    return render_template("list.html", links=find_links())


@pages.route("/add", methods=["GET", "POST"])
def add() -> ResponseReturnValue:
    """Show the form; store the link that it brings, or show the text again as it was typed."""
    errors: dict[str, str] = {}
    if request.method == "POST":
        values, errors = check_link(request.form)
        if not errors:
            there = add_link(**values, file=request.files.get("file"))
            if there is None:
                flash(f"Added: {values['title']}")
                return redirect(url_for("links.index"))
            errors["iri"] = f"This address is already there, as {isolate(there.iri.display)}."
    return render_template("add.html", values=request.form, errors=errors)


@pages.get(LINK)
def detail(link_id: int) -> ResponseReturnValue:
    """Show one link: as stored, as shown to people, as sent to machines, and its parts."""
    link = find_link(link_id=link_id) or abort(404)
    parts = [
        (part, getattr(link.iri, part), getattr(link.uri, part))
        for part in PARTS
        if getattr(link.uri, part, None) is not None
    ]
    return render_template("detail.html", link=link, parts=parts)


@pages.route(f"{LINK}/delete", methods=["GET", "POST"])
def delete(link_id: int) -> ResponseReturnValue:
    """Ask whether to delete a link; delete it."""
    link = find_link(link_id=link_id) or abort(404)
    if request.method == "POST":
        delete_link(link)
        flash(f"Deleted: {link.title}")
        return redirect(url_for("links.index"))
    return render_template("delete.html", link=link)


@pages.get(f"{LINK}/file")
def file(link_id: int) -> ResponseReturnValue:
    """Send the file of a link, for download under its own name."""
    link = find_link(link_id=link_id) or abort(404)
    return send_from_directory(current_app.config["FILES"], link.file, as_attachment=True)


@pages.get("/go/<iri:target>")
def go(target: IRI) -> ResponseReturnValue:
    """Redirect to the stored link that *target* is equivalent to, by its mapped URI.

    Any other address is not found: else anybody could lend this site's name to any address ("open
    redirect").
    """
    link = find_link(iri=target) or abort(404)
    return redirect(link.iri) if link.uri else abort(404)


@pages.get("/links.json")
def links_json() -> ResponseReturnValue:
    """Give every link in both forms: the IRI that people read, the URI that machines take."""
    return {
        "links": [
            {
                "id": link.id,
                "iri": link.iri,
                "uri": link.uri,
                "display": link.iri.display,
                "title": link.title,
                "lang": link.lang,
                "note": link.note,
            }
            for link in find_links()
        ]
    }
