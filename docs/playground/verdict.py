"""Say in plain words what a text is, and what somebody may have meant by it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from iri3987 import (
    IRI,
    PUBLIC,
    WEB,
    Finding,
    IRIError,
    IRIReference,
    display,
    is_iri,
    is_iri_reference,
    is_uri,
)
from iri3987.appearance.bidi import isolate
from iri3987.codes import Severity
from iri3987.messages import describe, params
from iri3987.text import find

#: Schemes whose addresses are a program, or may hold one.
_CODE: Final = {"javascript", "vbscript", "data"}
_LOOK_ALIKE: Final = {
    *("mixed-scripts", "mixed-digits", "whole-script-confusable", "misleading-label")
}
_NOT_PUBLIC: Final = {"host-not-public", "host-single-label"}
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
#: The rule of a form.
_RULE: Final = WEB.for_forms()
#: As a form, but what it would complete or repair is offered.
_FORM: Final = replace(WEB, repair=False)
#: How many addresses in a sentence are offered.
_MOST_OFFERS: Final = 5

Verdict = tuple[str, str, list[str]]


def verdict(text: str, refusal: IRIError | None, found: Sequence[Finding]) -> dict[str, Any]:
    """Return the kind ("good", "doubt" or "bad"), the words, and the texts that are offered.

    *refusal* is why *text* has no URI, and *found* are its findings.
    """
    text = text.strip()
    match = _SCHEME.match(text)
    scheme = match[0].lower() if match else ""

    def verdicts() -> Iterator[Verdict]:
        if scheme in _CODE:
            yield "bad", "Runs code when clicked; forms refuse it.", []
        yield from _as_a_form(text, found)
        if refusal:
            yield "bad", "Cannot be sent: the name of the site cannot be looked up.", []
        yield from _about_reference(text, found)
        yield from _about_scheme(text, scheme)

    kind, words, offers = next(verdicts())
    return {"kind": kind, "words": words, "offers": offers}


def form(text: str, language: str = "en") -> dict[str, str]:
    """Return what a form with an `IRIField` says of *text*: the kind, and the words."""
    try:
        value = _RULE.clean(text)
    except IRIError as error:
        return {"kind": "bad", "words": describe(error, text, _RULE, language=language)}
    told = [describe(each, text, _RULE, language=language) for each in _RULE.warnings(text)]
    saved = "as it is" if value == text else f"as {value}"
    words = " ".join(told) or f"Saved {saved}, and sent as {IRI(value).uri}"
    return {"kind": "doubt" if told else "good", "words": words}


def _as_a_form(text: str, found: Sequence[Finding]) -> Iterator[Verdict]:
    """Yield what a form says of *text*, if it takes it for something else than an IRI reference."""
    if not text:
        yield "bad", "There is no address here.", []
        return
    try:
        _FORM.clean(text)
    except IRIError as error:
        meant = str(params(error, text, _FORM)["address"])
        inside = [] if is_iri(text) else [str(each.iri) for each in find(text, emails=True)]
        if meant or inside or not is_iri_reference(text):
            offers = [meant] if meant else _accepted(text.replace("\\", "/")) or inside
            # No button writes a name in letters that deceive.
            are_clear = _LOOK_ALIKE.isdisjoint(each.code for each in found)
            words = describe(error, text, _FORM).removesuffix(meant).rstrip()
            yield "bad", words, offers[:_MOST_OFFERS] if are_clear else []


def _accepted(text: str) -> list[str]:
    """Return what a form makes of *text*, if it accepts it."""
    try:
        return [str(WEB.clean(text))]
    except IRIError:
        return []


def _about_reference(text: str, found: Sequence[Finding]) -> Iterator[Verdict]:
    """Yield what is said of a reference with findings, or of a relative one."""
    if not is_iri(text):
        yield "doubt", "Incomplete: it means something only on a page of a site.", []
        return
    codes = {each.code for each in found}
    severities = {each.severity for each in found}
    host = isolate(IRIReference(display(text)).host or "")
    if "userinfo" in codes:
        yield "doubt", f"Leads to {host}: what stands before the @ is a user name.", []
    if Severity.ERROR in severities:
        yield "bad", "Browsers and forms refuse it: see below why.", []
    if codes & _LOOK_ALIKE:
        yield "doubt", f"Leads to {host}, which can be taken for another name.", []
    if Severity.WARNING in severities:
        yield "doubt", "An address that can mislead: see below why.", []


def _about_scheme(text: str, scheme: str) -> Iterator[Verdict]:
    """Yield what is said of an IRI without warnings."""
    if scheme == "file":
        yield "doubt", "Leads to a file on the computer of whoever opens it; forms refuse it.", []
    if scheme not in {"http", "https"}:
        yield "good", "A good address, but not of a web page: forms for web pages refuse it.", []
    try:
        PUBLIC.check(text)
    except IRIError as error:
        where = (
            "not of the public internet" if error.code in _NOT_PUBLIC else "some forms refuse it"
        )
        yield "good", f"A good address, but {where}.", []
    script = "in ASCII" if is_uri(text) else "in its own script"
    yield "good", f"A good address, {script}.", []
