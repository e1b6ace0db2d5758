"""Say in plain words what a text is: first what a form says, then what the RFC says."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from iri3987 import IRI, PUBLIC, WEB, Finding, IRIError, Profile, is_iri, is_iri_reference, is_uri
from iri3987.messages import describe, parts
from iri3987.messages.sentences import MEANT
from iri3987.messages.told import Told
from iri3987.profile.user_input import user_input
from iri3987.schemes import MAILBOX, RUNS_CODE, WITH_AUTHORITY
from iri3987.syntax.browser import password
from iri3987.text import find

#: The rule of a form, and the same without repairs: what a form does is then said to people.
_FORM: Final = WEB.for_forms()
_EXACT: Final = replace(WEB, repair=False)
_NOT_PUBLIC: Final = {"host-not-public", "host-single-label"}
#: The sentences about an address of another kind: the others are about a web address.
_OF_ANOTHER_KIND: Final = {MEANT[each] for each in ("e-mail", "file", "telephone")}
#: The sentences about what is not all of the text.
_OF_A_PART: Final = {MEANT[each] for each in ("two", "words", "not-absolute")}
#: How many addresses in a text are offered, and how many sentences a verdict has.
_MOST_OFFERS: Final = 5
_MOST_SENTENCES: Final = 3

Verdict = tuple[str, str, list[str]]


def verdict(text: str) -> dict[str, Any]:
    """Return the kind ("good", "doubt" or "bad"), the words, and the texts that are offered."""
    try:
        kind, words, offers = next(_accepted(text, _FORM.clean(text)))
    except IRIError as error:
        kind, words, offers = next(_refused(text, error))
    return {"kind": kind, "words": words, "offers": offers}


def form(text: str, language: str = "en") -> dict[str, str]:
    """Return what a form with an `IRIField` says of *text*: the kind, and the words."""
    try:
        value = _FORM.clean(text)
    except IRIError as error:
        return {"kind": "bad", "words": describe(error, text, _FORM, language=language)}
    told = [describe(each, text, _FORM, language=language) for each in _FORM.warnings(text)]
    saved = "as it is" if value == text else f"as {value}"
    words = " ".join(told) or f"Saved {saved}, and sent as {IRI(value).uri}"
    return {"kind": "doubt" if told else "good", "words": words}


def _refused(text: str, error: IRIError) -> Iterator[Verdict]:
    """Yield what is said of a text that a form refuses."""
    says = describe(error, text, _FORM)
    typed = text.strip()
    if not typed:
        yield "bad", "There is no address here.", []
    if typed.partition(":")[0].lower() in RUNS_CODE:
        yield "bad", f"Runs code when clicked. A form says: {says}", []
    if is_iri(typed) and error.code == "scheme-not-allowed" and _is_of_another_kind(error, typed):
        yield "good", f"A good address, but not of a web page. A form says: {says}", []
    if typed[0] in "./?#" and is_iri_reference(typed):
        yield (
            "doubt",
            f"Incomplete: it means something only on a page of a site. A form says: {says}",
            [],
        )
    words, meant = _before_address(error, text, _FORM)
    yield "bad", words, [meant] if meant else _with_slashes(text) or _inside(text, error)


def _is_of_another_kind(error: IRIError, text: str) -> bool:
    """Return whether *text* has a scheme of its own, and is not a web address that is mistyped."""
    scheme = text.partition(":")[0].lower()
    # A drive has one letter. "hthttps" is a typing error; "git+https" is not.
    if len(scheme) == 1 or (scheme.isalpha() and scheme.endswith(("http", "https"))):
        return False
    sentence = _sentence(error, text, _FORM)
    if sentence != MEANT["scheme-not-allowed"]:
        return sentence in _OF_ANOTHER_KIND
    is_user = password(text) != (0, 0) and scheme not in MAILBOX | WITH_AUTHORITY
    return not is_user and not user_input(text, "https", WEB.schemes).added


def _with_slashes(text: str) -> list[str]:
    r"""Return what is accepted if "/" is written for each "\"."""
    with suppress(IRIError):
        return [WEB.clean(text.replace("\\", "/"))]
    return []


def _inside(text: str, error: IRIError) -> list[str]:
    """Return the addresses in *text*, if there are two or more, and a mailbox.

    None begins in what may be a password.
    """
    found = [*find(text, emails=True)]
    is_mail = _sentence(error, text, _FORM) == MEANT["e-mail"]
    start, end = (0, 0) if is_mail else password(text)
    shown = [str(each.iri) for each in found if not start <= each.start < end]
    # No button writes a name in letters that deceive.
    clear = [each for each in shown if not WEB.warnings(each)]
    is_choice = len(found) > 1 or [each for each in shown if each.startswith("mailto:")]
    return clear[:_MOST_OFFERS] if is_choice else []


def _accepted(text: str, value: str) -> Iterator[Verdict]:
    """Yield what is said of a text that a form saves as *value*."""
    found = _FORM.warnings(text)
    offers = [] if value == text else [value]
    if asked := [each for each in found if each.code != "repaired"]:
        sentences = dict.fromkeys(describe(each, text, _FORM) for each in asked)
        yield "doubt", " ".join([*sentences][:_MOST_SENTENCES]), []
    if offers:
        yield "doubt", _changed(text, found), offers
    try:
        PUBLIC.check(value)
    except IRIError as error:
        is_own = error.code in _NOT_PUBLIC
        where = "not of the public internet" if is_own else "some forms refuse it"
        yield "good", f"A good address, but {where}.", []
    yield "good", f"A good address, in {'ASCII' if is_uri(text) else 'its own script'}.", []


def _changed(text: str, found: tuple[Finding, ...]) -> str:
    """Return what to write in *text*, where a form writes it without a question."""
    for each in found:
        if not text[each.start : each.end].isascii():
            return _before_address(each, text, _FORM)[0]
    try:
        _EXACT.clean(text)
    except IRIError as error:
        if found and _sentence(error, text, _EXACT) in _OF_A_PART:
            return describe(found[0], text, _FORM)
        return _before_address(error, text, _EXACT)[0]
    return "A good address, without what is around it:"


def _before_address(about: IRIError | Finding, text: str, profile: Profile) -> tuple[str, str]:
    """Return the sentence of a form without the address at its end, and that address or ""."""
    address = str(parts(about, text, profile, {}, str)[1]["address"])
    words = describe(about, text, profile).removesuffix(address).rstrip()
    return words, address.strip("\u2066\u2069")


def _sentence(about: IRIError, text: str, profile: Profile) -> str:
    """Return the sentence of a form in English, before values are put in it."""
    return Told(about, text, profile, str).sentence
