"""The page that compares two addresses with the functions of the core."""

from collections.abc import Callable, Iterator

from flask import render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm  # type: ignore[import-untyped]
from werkzeug.datastructures import MultiDict
from wtforms.validators import DataRequired

import iri3987
from flask_iri.wtforms import IRIField, IRIInput
from flask_links.views import pages
from iri3987 import IRI, IRIError, Profile

EXAMPLE = {"iri": "http://faß.de/wiki/Straße", "other": "HTTP://xn--fa-hia.de:80/wiki/Stra%C3%9Fe"}

#: Any IRI without a password, as the browser remembers the query. Missing encoding is added.
SHOWN = Profile(allow_userinfo=False, max_octets=2048, repair=True)


class CompareForm(FlaskForm):  # type: ignore[misc]
    """Two addresses. The second one may be relative to the first."""

    class Meta:
        """A form that changes nothing needs no secret."""

        csrf = False

    iri = IRIField(
        "Address",
        [DataRequired()],
        profile=SHOWN,
        widget=IRIInput(show_uri=True),
        id="id_iri",
        description="Such as http://faß.de/straße, in any script.",
    )
    other = IRIField(
        "Another address",
        profile=SHOWN,
        reference=True,
        id="id_other",
        description="Or a reference, such as ../straße.",
    )


@pages.get("/compare")
def compare() -> ResponseReturnValue:
    """Show the answers for the addresses in the query."""
    form = CompareForm(request.args if "iri" in request.args else MultiDict(EXAMPLE))
    answers: list[tuple[str, str]] = []
    if form.validate():
        answers = list(answers_about(IRI(str(form.iri.data)), form.other.data or ""))
    return render_template("compare.html", form=form, answers=answers)


def answers_about(a: IRI, b: str) -> Iterator[tuple[str, str]]:
    """Yield each call and its answer, as Python writes it: nothing in that is invisible."""
    c = IRI(iri3987.resolve(a, b))
    calls: dict[str, Callable[[], object]] = {
        "c = resolve(a, b)": lambda: str(c),
        "equivalent(a, c)": lambda: iri3987.equivalent(a, c),
        'equivalent(a, c, level="syntax")': lambda: iri3987.equivalent(a, c, level="syntax"),
        'equivalent(a, c, level="scheme")': lambda: iri3987.equivalent(a, c, level="scheme"),
        "confusable(a.host, c.host)": lambda: iri3987.confusable(a.host or "", c.host or ""),
        "relativize(a, c)": lambda: iri3987.relativize(a, c),
        "normalize(a)": lambda: iri3987.normalize(a),
        "display(a)": lambda: iri3987.display(a),
        "to_uri(a)": lambda: iri3987.to_uri(a),
        "to_iri(to_uri(a))": lambda: iri3987.to_iri(iri3987.to_uri(a)),
    }
    for call, answer in calls.items():
        try:
            yield call, repr(answer())
        except IRIError as error:  # an IRI without a URI, for example
            yield call, str(error)
