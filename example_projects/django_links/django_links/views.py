"""The pages."""

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_http_methods, require_safe
from django.views.i18n import set_language

from django_iri.files import IRIFileResponse
from django_iri.http import IRIHttpResponseRedirect
from django_links.forms import LinkForm
from django_links.models import Link
from django_links.profiles import SCHEMES
from iri3987 import IRI

PER_PAGE = 50
#: Addresses to try.
PASTE = json.loads(Path(__file__).with_name("paste.json").read_text("utf-8"))
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the form, and say what to try."""
    form = LinkForm()
    context = {"form": form, "fields": [form["iri"], form["title"]], "paste": PASTE}
    return render(request, "index.html", context | {"database": settings.DATABASE.name})


@require_safe
def links(request: HttpRequest) -> HttpResponse:
    """Show the links, or those that are searched for, a page at a time."""
    query = request.GET.get("q", "").replace("\0", "").strip()
    found = Link.objects.search(query) if query else Link.objects.all()
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    return render(request, "list.html", {"page": page, "query": query})


@require_safe
def title(request: HttpRequest, title: str) -> HttpResponse:
    """Show the links with this title, which is a segment of the path in its own script."""
    page = Paginator(Link.objects.filter(title=title), PER_PAGE).get_page(request.GET.get("page"))
    if not page.object_list:
        raise Http404
    return render(request, "list.html", {"page": page, "query": "", "heading": title})


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Show the form, which the query may fill; store the link that it brings."""
    given = {"iri": request.GET.get("iri"), "title": request.GET.get("title")}
    form = LinkForm(request.POST or None, request.FILES or None, initial=given)
    if "choose" not in request.POST and save(form):
        tell(request, form, _("Added: %s"))
        return redirect("links")
    return show(request, form, gettext_noop("Add a link"), gettext_noop("Add"))


@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, link_id: int) -> HttpResponse:
    """Show the form with a link in it; store what was changed."""
    link = get_object_or_404(Link, id=link_id)
    before = link.file.name
    form = LinkForm(request.POST or None, request.FILES or None, instance=link)
    if "choose" not in request.POST and save(form):
        if before and before != link.file.name:
            link.file.storage.delete(before)
        tell(request, form, _("Saved: %s"))
        return redirect("detail", link.id)
    return show(request, form, gettext_noop("Edit a link"), gettext_noop("Save"))


def save(form: LinkForm) -> bool:
    """Store what *form* brings, if it is accepted; else it has errors, and the text as typed."""
    if not form.is_valid():
        return False
    try:
        form.save()
    except IntegrityError:  # somebody was faster, or clicked twice: now it is seen
        form.full_clean()
        return False
    return True


def tell(request: HttpRequest, form: LinkForm, done: str) -> None:
    """Say on the next page what was *done*, and what a new address is warned about."""
    messages.success(request, done % form.instance.title)
    address: Any = form["iri"]
    if address.name in form.changed_data:
        for warning in address.warnings:
            messages.warning(request, warning.message)


def show(request: HttpRequest, form: LinkForm, heading: str, action: str) -> HttpResponse:
    """Show the form. If a language was chosen, it is in that one, with what was typed so far."""
    context = {"form": form, "heading": heading, "action": action, "form_id": "link"}
    if "choose" not in request.POST:
        return render(request, "form.html", context)
    cookies = language(request).cookies
    if request.POST["choose"] == "typed":  # the form was not sent to be checked
        context["form"] = LinkForm(initial=request.POST.dict(), instance=form.instance)
    response = render(request, "form.html", context)
    response.cookies.update(cookies)
    return response


def language(request: HttpRequest) -> HttpResponseBase:
    """Change the language, and say so in that language, where it was chosen."""
    response = set_language(request)
    if chosen := response.cookies.get(settings.LANGUAGE_COOKIE_NAME):
        translation.activate(chosen.value)
        said = _("This page is in English now.")
        messages.success(request, said, extra_tags="language")
    return response


@require_safe
def detail(request: HttpRequest, link_id: int) -> HttpResponse:
    """Show one link: as stored, as shown to people, as sent to machines, and its parts."""
    link = get_object_or_404(Link, id=link_id)
    parts = [
        (part, getattr(link.iri, part), getattr(link.uri, part))
        for part in PARTS
        if getattr(link.uri, part, None) is not None
    ]
    return render(request, "detail.html", {"link": link, "parts": parts})


@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, link_id: int) -> HttpResponse:
    """Ask whether to delete a link; delete it."""
    link = get_object_or_404(Link, id=link_id)
    if request.method == "POST":
        link.delete()
        link.file.delete(save=False)
        messages.success(request, _("Deleted: %s") % link.title)
        return redirect("links")
    return render(request, "delete.html", {"link": link})


@require_safe
def file(request: HttpRequest, link_id: int) -> IRIFileResponse:  # noqa: ARG001
    """Send the file of a link, for download under its own name."""
    link = get_object_or_404(Link, id=link_id)
    try:
        return IRIFileResponse(link.file.open(), as_attachment=True)
    except (FileNotFoundError, ValueError):  # it is gone, or there never was one
        raise Http404 from None


class LinkRedirect(IRIHttpResponseRedirect):
    """A redirect to a stored link: its scheme was checked when it was added."""

    allowed_schemes = SCHEMES


@require_safe
def go(request: HttpRequest, target: IRI) -> HttpResponse:  # noqa: ARG001 - Django hands it over
    """Redirect to the stored link that *target* is equivalent to, by its mapped URI.

    Any other address is not found, as this is not an open redirect.
    """
    link = get_object_or_404(Link, iri__equivalent=target)
    return LinkRedirect(link.iri)
