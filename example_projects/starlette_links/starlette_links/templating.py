"""The templates, and what each of them can use."""

import secrets
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.templating import Jinja2Templates

from starlette_iri import jinja
from starlette_links.language import LANGUAGES, direction_of, language_of
from starlette_links.models import warnings


def in_every_page(request: Request) -> dict[str, Any]:
    """Return what each template can use: the secret of this visitor's forms, messages, paths."""
    language, query = language_of(request), request.url.query
    return {
        "csrf_token": request.session.setdefault("csrf_token", secrets.token_urlsafe()),
        "messages": request.session.pop("messages", []),
        "path_for": request.app.url_path_for,
        "here": request.scope["path"] + (query and f"?{query}"),
        "LANGUAGES": LANGUAGES,
        "language": language,
        "direction": direction_of(language),
        "warnings_of": partial(warnings, language=language),
    }


templates = Jinja2Templates(
    Path(__file__).with_name("templates"), context_processors=[in_every_page]
)
jinja.install(templates)
templates.env.policies["urlize.rel"] = "nofollow"  # notes are written by anybody
