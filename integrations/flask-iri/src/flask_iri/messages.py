"""Sentences about an address: those of `iri3987.messages`, and ``app.config["IRI_MESSAGES"]``."""

from collections.abc import Callable, Mapping

from flask import current_app, has_app_context

from iri3987 import Finding, IRIError, Profile, messages

__all__ = ["describe"]


def describe(
    about: IRIError | Finding,
    text: object,
    profile: Profile | None = None,
    /,
    *,
    language: str | Callable[[str], object] = "en",
) -> str:
    """Return the finished sentence about *text*, which *profile* refused, in *language*.

    *language* is as in `iri3987.messages.describe`: a tag, or a function that translates.

    >>> from iri3987 import WEB
    >>> describe(IRIError("", code="bad-percent", position=24), "https://example.org/100%", WEB)
    'Write %25 for the percent sign (character 25).'
    """
    return messages.describe(about, text, profile, language=language, own=own())


def own() -> Mapping[str, str]:
    """Return the sentences of the current application, by code."""
    return (has_app_context() and current_app.config.get("IRI_MESSAGES")) or {}
