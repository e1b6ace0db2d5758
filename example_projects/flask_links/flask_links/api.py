"""The same links for machines, in JSON alone: a page of another site cannot send that unasked."""

from collections.abc import Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Blueprint, abort, current_app, request, url_for
from flask.typing import ResponseReturnValue

from flask_iri.wtforms import IRIField, Unique
from flask_links.forms import LinkForm
from flask_links.models import DIRECTORY, Link, db, find_links, has_text
from iri3987.inspection import Finding

api = Blueprint("api", __name__, url_prefix="/api/links")

LINK = "/<int(max=9223372036854775807):link_id>"


class NewLink(LinkForm):
    """The form without what only people need: a secret, a question, a file."""

    class Meta:
        """A machine has no session."""

        csrf = False

    iri = IRIField("Address", [Unique(Link.iri)], profile=DIRECTORY)
    file = None


def as_json(link: Link, warnings: Iterable[Finding] = ()) -> dict[str, Any]:
    """Return a link in both forms: the IRI that people read, the URI that machines take.

    The answer to a POST has warnings, too: a machine cannot be asked.
    """
    parts = ("code", "message", "start", "end")
    found = [{part: getattr(each, part) for part in parts} for each in warnings]
    texts = {"title": link.title, "lang": link.lang, "note": link.note}
    address = {"iri": link.iri, "uri": link.uri, "display": link.iri.display}
    return {"id": link.id, **address, **texts, "warnings": {"iri": found} if found else {}}


@api.get("")
def list_links() -> ResponseReturnValue:
    """Give a page of the links, or of those that are searched for."""
    query = request.args.get("q", "").replace("\0", "").strip()
    found = has_text(query) if query else None
    page = find_links(found, request.args.get("page", 1, type=int))

    def url(number: int | None) -> str | None:
        if number is None:
            return None
        return url_for("api.list_links", q=query or None, page=number, _external=True)

    return {
        "count": page.total,
        "next": url(page.next_num),
        "previous": url(page.prev_num),
        "results": list(map(as_json, page.items)),
    }


@api.post("")
def add() -> ResponseReturnValue:
    """Store a link; its address is stored exactly as it is sent."""
    try:
        sent = request.get_json()
    except RecursionError:
        abort(400)
    if not (isinstance(sent, dict) and all(isinstance(each, str) for each in sent.values())):
        abort(400)
    form, link = NewLink(), Link()
    if form.save(link):
        where = url_for("api.show", link_id=link.id)
        return as_json(link, form.iri.warnings), HTTPStatus.CREATED, {"Location": where}
    return {
        name: [{"message": str(each), "code": getattr(each, "code", "invalid")} for each in errors]
        for name, errors in form.errors.items()
    }, HTTPStatus.BAD_REQUEST


@api.get(LINK)
def show(link_id: int) -> ResponseReturnValue:
    """Give one link."""
    return as_json(db.get_or_404(Link, link_id))


@api.delete(LINK)
def delete(link_id: int) -> ResponseReturnValue:
    """Delete a link, and its file."""
    link = db.get_or_404(Link, link_id)
    db.session.delete(link)
    db.session.commit()
    if link.file:
        Path(current_app.config["FILES"], link.file).unlink(missing_ok=True)
    return "", HTTPStatus.NO_CONTENT
