"""The page of the wire: header fields as a view writes them, and as they are sent."""

from io import BytesIO
from typing import cast
from urllib.parse import unquote

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from django_iri.files import IRIFileResponse
from django_iri.forms import IRIField
from django_iri.middleware import IRIMiddleware
from django_iri.widgets import IRIInput
from django_links.profiles import DIRECTORY
from django_links.views import LinkRedirect
from iri3987 import IRI
from iri3987.files import safe_filename

EXAMPLE = "https://例え.テスト/道/straße.pdf?q=é"


class WireForm(forms.Form):
    """The address alone, with the rules of the form for links; nothing is stored."""

    iri = IRIField(
        label=_("Address"),
        profile=DIRECTORY,
        widget=IRIInput(show_uri=True),
        help_text=_("In any script."),
    )


@require_safe
def wire(request: HttpRequest) -> HttpResponse:
    """Show the header fields for the address in the query."""
    form = WireForm({"iri": request.GET.get("iri", EXAMPLE)})
    fields = header_fields(request, form.cleaned_data["iri"]) if form.is_valid() else []
    return render(request, "wire.html", {"form": form, "fields": fields})


def as_sent(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return the response as the middleware sends it."""
    return cast("HttpResponse", IRIMiddleware(lambda _: response)(request))


def header_fields(request: HttpRequest, iri: IRI) -> list[tuple[str, str, str]]:
    """Return the name of each field, what a view writes, and what is sent."""
    name = safe_filename(unquote(iri.path.rpartition("/")[2]) or "naïve 日本語.txt")
    redirect = as_sent(request, LinkRedirect(iri))
    file = IRIFileResponse(BytesIO(), as_attachment=True, filename=name)
    file.close()
    written = {
        "Content-Location": iri,
        "Link": f'<{iri}>; rel="next"',
        "Refresh": f"5; url={iri}",
    }
    response = HttpResponse()
    for field, value in written.items():
        response[field] = value
    sent = as_sent(request, response)
    return [
        ("Location", f"IRIHttpResponseRedirect({iri!r})", redirect["Location"]),
        *((field, value, sent[field]) for field, value in written.items()),
        (
            "Content-Disposition",
            f"IRIFileResponse(file, filename={name!r})",
            file["Content-Disposition"],
        ),
    ]
