"""The language of the messages: that of the visitor's choice, or of the browser."""

import json
from pathlib import Path
from typing import NamedTuple

from fastapi import Request

#: The languages of the sentences of the core, with their names. The words of this application
#: itself are English.
LANGUAGES: dict[str, str] = json.loads(
    Path(__file__).with_name("languages.json").read_text("utf-8")
)


def language_of(request: Request) -> str:
    """Return the tag of the language: the one chosen, or the first one known that is accepted."""
    accepted = request.headers.get("Accept-Language", "")[:200].lower().split(",")
    tags = [each.partition(";")[0].strip() for each in accepted]
    # "de-at" is "de".
    known = [part for tag in tags for part in (tag, tag.partition("-")[0]) if part in LANGUAGES]
    chosen: str = request.session.get("language") or next(iter(known), "en")
    return chosen


def direction_of(language: str) -> str:
    """Return how *language* is written."""
    return "rtl" if language in {"ar", "he"} else "ltr"


class Told(NamedTuple):
    """A sentence, and its language."""

    text: str
    language: str = "en"

    @property
    def direction(self) -> str:
        """How the sentence is written."""
        return direction_of(self.language)
