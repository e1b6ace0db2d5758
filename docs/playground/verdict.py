"""Say in plain words what a text is, and what somebody may have meant by it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from iri3987 import PUBLIC, WEB, Finding, IRIError, IRIReference, display, is_iri, is_uri
from iri3987.appearance.bidi import isolate
from iri3987.codes import Severity
from iri3987.text import find

#: Schemes whose addresses are a program, or may hold one.
_CODE: Final = {"javascript", "vbscript", "data"}
_LOOK_ALIKE: Final = {
    *("mixed-scripts", "mixed-digits", "whole-script-confusable", "misleading-label")
}
_NOT_PUBLIC: Final = {"host-not-public", "host-single-label"}
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
#: A name, and a port or the end: "localhost:8000", "example.org/".
_HOST: Final = re.compile(
    r"(?://)?(?:[^\s/?#:@.]++\.[^\s/?#:@]++|[^\s/?#:@]++(?=:[0-9]))(?::[0-9]++)?(?![^/?#])"
)
#: "http" and a name, without the colon or with another number of slashes than two.
_SLASHES: Final = re.compile(r"(https?)(?://|:/?|:/{3,})(?=[^/\s])", re.IGNORECASE)
#: How many addresses in a sentence are offered.
_MOST_OFFERS: Final = 5

Verdict = tuple[str, str, list[str]]


def verdict(
    text: str, refusal: IRIError | None, found: Sequence[Finding], repaired: str | None
) -> dict[str, Any]:
    """Return the kind ("good", "doubt" or "bad"), the words, and the texts that are offered.

    *refusal* is why *text* has no URI, *found* are its findings, and *repaired* what a form makes
    of it.
    """
    text = text.strip()
    match = _SCHEME.match(text)
    scheme = match[0].lower() if match else ""

    def verdicts() -> Iterator[Verdict]:
        if scheme in _CODE:
            yield "bad", "Runs code when clicked; forms refuse it.", []
        yield from _meant(text, scheme)
        if refusal:
            yield _refused(text, refusal, repaired)
        yield from _about_reference(text, found)
        yield from _about_scheme(text, scheme)

    kind, words, offers = next(verdicts())
    return {"kind": kind, "words": words, "offers": offers}


def _meant(text: str, scheme: str) -> Iterator[Verdict]:
    """Yield what is said of *text* that is not an address, but has or means one."""
    if not text:
        yield "bad", "There is no address here.", []
    offers = _inside(text, scheme)
    if len(offers) == 1:
        yield "doubt", "There is an address in this text:", offers
    elif offers:
        yield "doubt", f"There are {len(offers)} addresses in this text:", offers[:_MOST_OFFERS]
    slashed = text.replace("\\", "/")
    if slashed != text and (meant := _clean(_SLASHES.sub(r"\1://", slashed, count=1))):
        yield "bad", "An address has / and no \\. Did you mean", [meant]
    if _SLASHES.match(text) and (meant := _clean(_SLASHES.sub(r"\1://", text, count=1))):
        yield "bad", "After http: or https: there are two slashes. Did you mean", [meant]
    if not scheme and (mailbox := _mailbox(text)):
        yield "bad", "This is an e-mail address. Did you mean", [mailbox]
    if _HOST.match(text) and (meant := _clean(f"https://{text.removeprefix('//')}")):
        yield "bad", "Incomplete: no https:// at the start. Did you mean", [meant]


def _inside(text: str, scheme: str) -> list[str]:
    """Return the addresses in a sentence; none if *text* is an address that may have a fault."""
    found = list(find(text, emails=True))
    is_sentence = len(found) > 1 or not scheme
    return [str(each.iri) for each in found] if is_sentence and re.search(r"\s", text) else []


def _clean(text: str) -> str | None:
    try:
        return str(WEB.clean(text))
    except IRIError:
        return None


def _mailbox(text: str) -> str | None:
    found = next(find(text, emails=True), None)
    is_whole = found is not None and (found.start, found.end) == (0, len(text))
    return str(found.iri) if found and is_whole and found.iri.scheme == "mailto" else None


def _refused(text: str, refusal: IRIError, repaired: str | None) -> Verdict:
    """Say that *text* has no URI."""
    if repaired and is_iri(repaired):
        inside = [str(each.iri) for each in find(text) if re.search(r"\s", text)]
        return "bad", "Not an address as it stands. Did you mean", [repaired, *inside]
    if refusal.code.startswith("host-"):
        return "bad", "Cannot be sent: the name of the site cannot be looked up.", []
    return "bad", "Not an address: see below what is wrong.", []


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
