"""The pages: list, add, edit, go."""

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_sqlalchemy.pagination import Pagination
from sqlalchemy import select

from flask_iri import safe_redirect
from flask_links.forms import LinkForm
from flask_links.models import Link, db
from iri3987 import IRI

pages = Blueprint("links", __name__)

#: SQLite's integers have 64 bits.
NUMBER = "int(max=9223372036854775807)"


def newest_links() -> Pagination:
    """Return the page of links that the query asks for, the newest first."""
    number = request.args.get("page", 1, type=int)
    newest_first = select(Link).order_by(Link.id.desc())
    # A number that is too large for SQLite is not handed over.
    return db.paginate(newest_first, page=min(number, 10**6), per_page=50, error_out=False)


@pages.get("/")
@pages.get("/links")
def index() -> str:
    """Show the links."""
    return render_template("list.html", page=newest_links())


@pages.route("/add", methods=["GET", "POST"])
def add() -> ResponseReturnValue:
    """Show the form, and store the link that it brings."""
    return edit_link(Link(), LinkForm(), "Add a link")


@pages.route(f"/links/<{NUMBER}:link_id>/edit", methods=["GET", "POST"])
def edit(link_id: int) -> ResponseReturnValue:
    """Show the form with a link in it, and store what was changed.

    An old row may hold an address that would be refused today. It can be saved unchanged.
    """
    link = db.get_or_404(Link, link_id)
    return edit_link(link, LinkForm(obj=link), "Edit a link")


def edit_link(link: Link, form: LinkForm, heading: str) -> ResponseReturnValue:
    """Store the form and go back to the list, or show the form with its errors."""
    if form.save(link):
        flash(f"Saved: {link.title}")
        # "next" comes from the browser, so anybody may have written it.
        return safe_redirect(request.args.get("next"), fallback=url_for("links.index"))
    return render_template("form.html", form=form, heading=heading)


@pages.get("/go/<iri:target>")
def go(target: IRI) -> ResponseReturnValue:
    """Redirect to the stored link that *target* is equivalent to, by its mapped URI.

    Any other address is not found: otherwise this site would be an open redirect.
    """
    link = db.first_or_404(select(Link).where(Link.iri.equivalent(target)))
    return redirect(link.iri) if link.uri else abort(404)
