"""The page that compares two addresses with the functions of the core."""

from collections.abc import Callable, Iterator

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

import iri3987
from django_iri.forms import IRIField
from django_iri.widgets import IRIInput
from iri3987 import IRI, IRIError, Profile

EXAMPLE = {"iri": "http://faß.de/wiki/Straße", "other": "HTTP://xn--fa-hia.de:80/wiki/Stra%C3%9Fe"}

#: Any IRI without a password, as the browser remembers the query. Missing encoding is added.
SHOWN = Profile(allow_userinfo=False, max_octets=2048, repair=True)


class CompareForm(forms.Form):
    """Two addresses. The second one may be relative to the first."""

    iri = IRIField(
        label=_("Address"),
        profile=SHOWN,
        widget=IRIInput(show_uri=True),
        help_text=_("In any script."),
    )
    other = IRIField(
        label=_("Another address"),
        profile=SHOWN,
        allow_relative=True,
        required=False,
        help_text=_("It may be relative to the first one."),
    )


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Show the answers for the addresses in the query."""
    form = CompareForm(request.GET if "iri" in request.GET else EXAMPLE)
    context: dict[str, object] = {"form": form}
    if form.is_valid():
        a, b = form.cleaned_data["iri"], form.cleaned_data["other"]
        context |= {"said": in_words(a, b), "answers": list(answers_about(a, b))}
    return render(request, "compare.html", context)


def in_words(a: IRI, b: str) -> str:
    """Return one sentence for people about *a*, and *b* as *a* resolves it."""
    c = IRI(iri3987.resolve(a, b))
    if a == c:
        return "The same text."
    if iri3987.equivalent(a, c):
        return "The same address: only case, port or escapes differ."
    if iri3987.confusable(a.host or "", c.host or ""):
        strange = [
            f"People are shown {shown}."
            for shown in map(iri3987.display, (a, c))
            if shown not in {a, c}
        ]
        return " ".join(["They look alike, and lead to two sites.", *strange])
    return "Two addresses."


def answers_about(a: IRI, b: str) -> Iterator[tuple[str, str]]:
    """Yield each call and its answer, as Python writes it: nothing in that is invisible."""
    c = IRI(iri3987.resolve(a, b))
    calls: dict[str, Callable[[], object]] = {
        "c = resolve(a, b)": lambda: str(c),
        "equivalent(a, c)": lambda: iri3987.equivalent(a, c),
        'equivalent(a, c, level="syntax")': lambda: iri3987.equivalent(a, c, level="syntax"),
        'equivalent(a, c, level="string")': lambda: iri3987.equivalent(a, c, level="string"),
        "confusable(a.host, c.host)": lambda: iri3987.confusable(a.host or "", c.host or ""),
        "relativize(a, c)": lambda: iri3987.relativize(a, c),
        "normalize(a)": lambda: iri3987.normalize(a),
        "display(a)": lambda: iri3987.display(a),
        "display(c)": lambda: iri3987.display(c),
        "to_uri(a)": lambda: iri3987.to_uri(a),
        "to_uri(c)": lambda: iri3987.to_uri(c),
        "to_iri(to_uri(a))": lambda: iri3987.to_iri(iri3987.to_uri(a)),
    }
    for call, answer in calls.items():
        try:
            yield call, repr(answer())
        except IRIError as error:  # an IRI without a URI, for example
            yield call, str(error)
