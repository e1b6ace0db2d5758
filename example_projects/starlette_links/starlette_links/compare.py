"""The page that compares two addresses with the functions of the core."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from fastapi import APIRouter, Request, Response

import iri3987
from iri3987 import IRI, IRIError, Profile
from starlette_links.forms import FormPage
from starlette_links.language import language_of
from starlette_links.models import refusal, warnings

EXAMPLE = {"iri": "http://faß.de/wiki/Straße", "other": "HTTP://xn--fa-hia.de:80/wiki/Stra%C3%9Fe"}

#: Any IRI without a password, as the browser remembers the query. Missing encoding is added.
SHOWN = Profile(allow_userinfo=False, max_length=2048, max_octets=2048, repair=True)
#: The rules for the two addresses: the second may be relative to the first.
PROFILES = {"iri": SHOWN, "other": replace(SHOWN, reference=True)}

router = APIRouter(include_in_schema=False)


@router.api_route("/compare", methods=["GET", "HEAD"])
def compare(request: Request, iri: str = EXAMPLE["iri"], other: str = "") -> Response:
    """Show the answers for the addresses in the query."""
    values = {"iri": iri, "other": other} if "iri" in request.query_params else EXAMPLE
    language, errors, given = language_of(request), {}, {}
    for name, profile in PROFILES.items():
        text = values[name]
        try:
            given[name] = profile.clean(text)
        except IRIError as error:
            errors[name] = refusal(error, text, language, profile)
    answers = [] if errors else list(answers_about(IRI(given["iri"]), given["other"]))
    found = {name: warnings(values[name], language, each) for name, each in PROFILES.items()}
    page = FormPage("", "Compare", template="compare.html")
    return page.show(request, values, errors=errors, warnings=found, answers=answers)


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
