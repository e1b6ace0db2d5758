"""The language of the messages: that of the visitor's choice, or of the browser."""

import json
from pathlib import Path

from flask import Flask, request, session
from flask_babel import Babel  # type: ignore[import-untyped]

#: The languages of the sentences of flask-iri, with their names. The words of this application
#: itself are English.
LANGUAGES: dict[str, str] = json.loads(
    Path(__file__).with_name("languages.json").read_text("utf-8")
)


def language() -> str:
    """Return the tag of the language."""
    chosen = session.get("language")
    return chosen or request.accept_languages.best_match(list(LANGUAGES)) or "en"


def direction() -> str:
    """Return how the language is written."""
    return "rtl" if language() in {"ar", "he"} else "ltr"


def init_app(app: Flask) -> None:
    """Let Flask-Babel, and so each form, have the language."""
    Babel(app, locale_selector=lambda: language().replace("-", "_"))
    app.jinja_env.globals.update(LANGUAGES=LANGUAGES, language=language, direction=direction)
