"""The pages."""

import json
from pathlib import Path

from flask import (
    Blueprint,
    abort,
    current_app,
    flash,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from sqlalchemy import select

from flask_iri import safe_redirect
from flask_iri.files import send_from_directory
from flask_links.forms import LinkForm
from flask_links.language import LANGUAGES, language
from flask_links.models import DIRECTORY, Link, db, find_links, has_text
from iri3987 import IRI
from iri3987.messages import describe

pages = Blueprint("links", __name__)

#: Addresses to paste into the form.
PASTE = json.loads(Path(__file__).with_name("paste.json").read_text("utf-8"))
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
#: SQLite's integers have 64 bits.
LINK = "/links/<int(max=9223372036854775807):link_id>"


@pages.app_template_filter()
def warnings(address: str) -> list[str]:
    """Return what can mislead in *address*, each thing once. No address is refused for it."""
    found = DIRECTORY.warnings(address)
    return list(dict.fromkeys(describe(each, address, language=language()) for each in found))


@pages.get("/")
def index() -> ResponseReturnValue:
    """Say what this is, and what to try."""
    return render_template("index.html", paste=PASTE)


@pages.get("/links")
def list_links() -> ResponseReturnValue:
    """Show the links, or those that are searched for, a page at a time."""
    query = request.args.get("q", "").replace("\0", "").strip()
    page = find_links(has_text(query) if query else None, request.args.get("page", 1, type=int))
    return render_template("list.html", page=page, query=query)


@pages.get("/titles/<isegment:title>")
def title(title: str) -> ResponseReturnValue:
    """Show the links with this title, which is a segment of the path in its own script."""
    page = find_links(Link.title == title, request.args.get("page", 1, type=int))
    if not page.items:
        abort(404)
    return render_template("list.html", page=page, query="", heading=title)


@pages.route("/add", methods=["GET", "POST"])
def add() -> ResponseReturnValue:
    """Show the form, which the query may fill; store the link that it brings."""
    form = LinkForm(iri=request.args.get("iri"), title=request.args.get("title"))
    if form.save(Link()):
        tell_done("Added", form)
        return redirect(url_for("links.list_links"))
    return show(form, "Add a link", "Add")


def tell_done(done: str, form: LinkForm, before: str = "") -> None:
    """Say on the next page what was *done*, and what can mislead in a new address."""
    flash(f"{done}: {form.title.data}")
    for said in warnings(form.iri.data or "") if form.iri.data != before else ():
        flash(said, "warning")


def show(form: LinkForm, heading: str, action: str) -> str:
    """Show the form."""
    context = {"form": form, "heading": heading, "action": action, "form_id": "link"}
    return render_template("form.html", **context)


@pages.get(LINK)
def detail(link_id: int) -> ResponseReturnValue:
    """Show one link: as stored, as shown to people, as sent to machines, and its parts."""
    link = db.get_or_404(Link, link_id)
    parts = [
        (part, getattr(link.iri, part), getattr(link.uri, part))
        for part in PARTS
        if getattr(link.uri, part, None) is not None
    ]
    return render_template("detail.html", link=link, parts=parts)


@pages.route(f"{LINK}/edit", methods=["GET", "POST"])
def edit(link_id: int) -> ResponseReturnValue:
    """Show the form with a link in it; store what was changed."""
    link = db.get_or_404(Link, link_id)
    form = LinkForm(obj=link)
    before = link.iri
    if form.save(link):
        tell_done("Saved", form, before)
        return redirect(url_for("links.detail", link_id=link.id))
    return show(form, "Edit a link", "Save")


@pages.route(f"{LINK}/delete", methods=["GET", "POST"])
def delete(link_id: int) -> ResponseReturnValue:
    """Ask whether to delete a link; delete it, and its file."""
    link = db.get_or_404(Link, link_id)
    if request.method == "POST":
        db.session.delete(link)
        db.session.commit()
        if link.file:
            Path(current_app.config["FILES"], link.file).unlink(missing_ok=True)
        flash(f"Deleted: {link.title}")
        return redirect(url_for("links.list_links"))
    return render_template("delete.html", link=link)


@pages.get(f"{LINK}/file")
def file(link_id: int) -> ResponseReturnValue:
    """Send the file of a link, for download under its own name."""
    link = db.get_or_404(Link, link_id)
    return send_from_directory(current_app.config["FILES"], link.file, as_attachment=True)


@pages.get("/go/<iri:target>")
def go(target: IRI) -> ResponseReturnValue:
    """Redirect to the stored link that *target* is equivalent to, by its mapped URI.

    Any other address is not found: else anybody could lend this site's name to any address ("open
    redirect").
    """
    link = db.first_or_404(select(Link).where(Link.iri.equivalent(target)))
    return redirect(link.iri) if link.uri else abort(404)


@pages.before_request
def choose_language() -> None:
    """Remember the language of the messages. A form writes its errors in that when it is made."""
    if request.form.get("language") in LANGUAGES:
        session["language"] = request.form["language"]


@pages.post("/language")
def go_back() -> ResponseReturnValue:
    """Go back to the page on which the language was chosen."""
    return safe_redirect(request.form.get("next"))
