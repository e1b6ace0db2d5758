"""The same links as JSON, which a page of another site cannot send unasked: it needs no secret."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue
from wtforms.validators import DataRequired

from flask_iri.wtforms import IRIField, UniqueIRI
from flask_links.forms import LinkForm
from flask_links.models import LINKS, Link, db
from flask_links.views import NUMBER, newest_links

api = Blueprint("api", __name__, url_prefix="/api/links")


class NewLink(LinkForm):
    """The form without what only people need: a secret, and a question about warnings."""

    class Meta:
        csrf = False

    iri = IRIField("Address", [DataRequired(), UniqueIRI(Link.iri)], profile=LINKS)


def as_json(link: Link) -> dict[str, Any]:
    """Return a link: the IRI that people read, the URI that machines take, and what to show."""
    address = {"iri": link.iri, "uri": link.uri, "display": link.iri.display}
    return {"id": link.id, **address, "title": link.title}


@api.get("")
def list_links() -> ResponseReturnValue:
    """Give a page of links, the newest first."""
    return list(map(as_json, newest_links()))


@api.post("")
def add() -> ResponseReturnValue:
    """Store a link. The answer has what can mislead in its address, or each error, with codes."""
    try:
        sent = request.get_json()
    except RecursionError:
        abort(400)
    if not (isinstance(sent, dict) and all(isinstance(each, str) for each in sent.values())):
        abort(400)
    form, link = NewLink(), Link()
    if not form.save(link):
        errors = {
            name: [{"code": getattr(each, "code", "invalid"), "message": each} for each in told]
            for name, told in form.errors.items()
        }
        return {"errors": errors}, HTTPStatus.BAD_REQUEST
    where = url_for("api.show", link_id=link.id)
    shown = ("code", "message", "start", "end")
    warnings = [{name: getattr(each, name) for name in shown} for each in form.iri.warnings]
    return {**as_json(link), "warnings": warnings}, HTTPStatus.CREATED, {"Location": where}


@api.get(f"/<{NUMBER}:link_id>")
def show(link_id: int) -> ResponseReturnValue:
    """Give one link."""
    return as_json(db.get_or_404(Link, link_id))


@api.delete(f"/<{NUMBER}:link_id>")
def delete(link_id: int) -> ResponseReturnValue:
    """Delete a link."""
    db.session.delete(db.get_or_404(Link, link_id))
    db.session.commit()
    return "", HTTPStatus.NO_CONTENT
