"""The form: the secret that it must bring, the link that it asks for, and its page.

There is no library of forms here. The core has what the page of an address needs: the script
(`iri3987.inputs`), the warnings (`Profile.warnings`), and the words.
"""

import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, HTTPException, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import ValidationError
from starlette.datastructures import FormData, UploadFile

from iri3987.bidi import isolate
from iri3987.words import TEXTS, translate
from starlette_links.db import AlreadyThereError, find_link
from starlette_links.language import LANGUAGES, Told, language_of
from starlette_links.models import NewLink, Texts, check_link, tell, warnings
from starlette_links.templating import templates


async def own_form(request: Request) -> AsyncIterator[FormData]:
    """Give the form that was sent; refuse one that does not come from one of our own pages."""
    # Ours are in UTF-8. Starlette decodes by any codec that is named, and some raise other errors.
    if "charset" in request.headers.get("Content-Type", "").lower().replace("charset=utf-8", ""):
        raise HTTPException(415, "A form must be sent in UTF-8.")
    async with request.form() as form:
        known = request.session.get("csrf_token", secrets.token_urlsafe())
        if not secrets.compare_digest(text(form, "csrf_token").encode(), known.encode()):
            raise HTTPException(
                403,
                "The form has expired, or did not come from this site. Go back, load the page"
                " again, and send it once more.",
            )
        yield form


def text(form: FormData, name: str) -> str:
    """Return the text of a field; "" if it is not there, or is a file."""
    value = form.get(name)
    return value if isinstance(value, str) else ""


OwnForm = Annotated[FormData, Depends(own_form)]


def redirect_to(
    request: Request, done: str, name: str, warnings: Iterable[str] = (), **params: str
) -> Response:
    """Redirect to a page, which says what was done, and what can mislead in it."""
    request.session["messages"] = [done, *warnings][:3]  # a cookie holds no more
    return RedirectResponse(request.app.url_path_for(name, **params), 302)


class Sent:
    """The texts that a form has brought, as they were typed, and what is wrong with them.

    *stored* is the address that the link has. If it comes back as it was, it is not judged.
    If a language was chosen, nothing is stored. There are errors if there were some before.
    """

    def __init__(self, request: Request, form: FormData, stored: str | None = None) -> None:
        self.choice = text(form, "choose")
        if self.choice and text(form, "language") in LANGUAGES:
            request.session["language"] = text(form, "language")
        self.language = language_of(request)
        self.values = {name: text(form, name) for name in NewLink.model_fields}
        self.stored = stored
        self.errors: dict[str, Told] = {}
        upload = form.get("file")
        self.upload = upload if isinstance(upload, UploadFile) and upload.filename else None
        iri = self.values["iri"]
        self.warnings = [] if iri == stored else warnings(iri, self.language)
        #: Whether "save anyway" stands for exactly this text.
        self.is_confirmed = text(form, "iri-confirmed") == iri
        self.asks = False

    def store(self, store: Callable[..., object]) -> bool:
        """Call *store* with the link and its file, if all is accepted; else there are errors."""
        if self.choice == "typed":  # the form was not sent to be checked
            return False
        if self.choice:
            store = self.look
        try:
            link = check_link(self.values, self.stored)
            self.asks = bool(self.warnings)
            if self.asks and not self.is_confirmed:
                self.errors = {"iri": self.tell("confirm-warnings")}
            else:
                store(link, self.upload)
        except ValidationError as refused:
            self.errors = tell(refused, self.values["iri"], self.language)
            # An address that is accepted is asked about together with the other errors.
            self.asks = bool(self.warnings) and "iri" not in self.errors
            if self.asks and not self.is_confirmed:
                self.errors["iri"] = self.tell("confirm-warnings")
        except AlreadyThereError as there:
            address = isolate(there.link.display)
            self.errors = {"iri": self.tell("unique", address=address)}
        return not (self.errors or self.choice)

    def look(self, link: Texts, _upload: UploadFile | None) -> None:
        """Raise what storing *link* would raise."""
        there = find_link(iri=link.iri) if isinstance(link, NewLink) else None
        if there and there.iri != self.stored:
            raise AlreadyThereError(there)

    def tell(self, name: str, **values: str) -> Told:
        """Return a sentence of the core in the language of the page."""
        return Told(translate(TEXTS[name], self.language) % values, self.language)


@dataclass(frozen=True)
class FormPage:
    """The page of the form."""

    heading: str
    action: str
    template: str = "form.html"
    form_id: str = ""

    def show(self, request: Request, values: Mapping[str, str], **context: Any) -> Response:
        """Show the form with *values* in it."""
        context = {
            "errors": {},
            "warnings": {},
            **context,
            "heading": self.heading,
            "action": self.action,
        }
        language = language_of(request)
        texts = {name: translate(text, language) for name, text in TEXTS.items()}
        context |= {
            "form_id": self.form_id,
            "values": values,
            "texts": texts,
        }
        return templates.TemplateResponse(request, self.template, context)

    def show_again(self, request: Request, sent: Sent) -> Response:
        """Show the form as it was sent, with what is wrong, and what can mislead."""
        shown = {"errors": sent.errors, "warnings": {"iri": sent.warnings}, "asks": sent.asks}
        return self.show(request, sent.values, **shown, is_confirmed=sent.is_confirmed)


ADDING = FormPage("Add a link", "Add", form_id="link")
EDITING = FormPage("Edit a link", "Save", form_id="link")
