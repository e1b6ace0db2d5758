"""RFC 3987 section 7.2: what a form does with the text of an address, and what it shows.

`submit` makes a value of the text: the fields of Django, REST framework and WTForms are faces of
it. Below an input are the URI that is sent, the warnings about the text, and a box that confirms
the text in spite of them. The functions for these return escaped HTML as `str`: a framework has to
be told that it is safe. The script ``iri-input.js`` begins with what it does.
"""

from collections.abc import Callable, Iterable
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

from iri3987._unicode.invisible import AROUND
from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.messages import MESSAGES, TEXTS
from iri3987.profile import Profile

__all__ = ["place_to_select"]
__family__ = [
    "ATTRIBUTES",
    "SELECT",
    "STATIC",
    "Question",
    "as_sent",
    "fault_to_select",
    "is_blank",
    "misleading",
    "on_page",
    "submit",
    "uri_output",
    "warning_list",
]

#: An address is written from left to right, and is not checked as prose. The type is not "url": a
#: browser would refuse IRIs and references first, in its own words.
ATTRIBUTES: Final = {
    "inputmode": "url",
    "dir": "ltr",
    "autocapitalize": "off",
    "spellcheck": "false",
}

#: The folder of the script and the style sheet: ``iri-input.js`` and ``iri-input.css``.
STATIC: Final = Path(__file__).with_name("static")

#: The attribute of an input with the value of `place_to_select`.
SELECT: Final = "data-iri-select"

_SURROGATE: Final = late("[\ud800-\udfff]")
_NOT_IN_INPUTS: Final = late("[\r\n]")


def submit(
    sent: object,
    clean: Callable[[], Any],
    stored: Callable[[Any], Any],
    /,
    *,
    errors: type[Exception] = IRIError,
    warnings: Callable[[], Iterable[Finding]] | None = None,
    confirmed: Iterable[object] = (),
) -> tuple[Any, bool | None]:
    """Return the value that a form has for the text *sent*, and whether the text was confirmed.

    *clean* makes the value by `Profile.clean` and the rules of the form, or raises one of *errors*.
    *stored* gets that value, or None if it is refused. If *sent* is what this row and column hold,
    it returns that; it is kept even if it would be refused today. Else None.

    *warnings* returns the findings about *sent*, if the form asks about text that can mislead, and
    *confirmed* has the texts of the box that were sent. The second result is whether *sent* is one
    of them, None if there is nothing to ask. If it is False, the form has to ask.

    The validators of a framework run in *clean*. What they refuse is not asked about.
    """
    try:
        value = clean()
    except errors:
        kept = stored(None)
        if kept is None:
            raise
        return kept, None
    is_confirmed = None
    if warnings is not None and isinstance(sent, str) and misleading(warnings()):
        is_confirmed = as_sent(sent) in [as_sent(it) for it in confirmed if isinstance(it, str)]
    kept = stored(value if is_confirmed is not False else None)
    return (value, is_confirmed) if kept is None else (kept, is_confirmed or None)


def is_blank(sent: object, /) -> bool:
    """Return whether *sent* is text that has nothing but what `Profile.clean` trims."""
    return isinstance(sent, str) and not sent.strip(AROUND)


def misleading(warnings: Iterable[Finding], /) -> list[Finding]:
    """Return those of *warnings* that a form asks about: all but repairs."""
    return [each for each in warnings if each.code != "repaired"]


class Question(NamedTuple):
    """A box with the name *name* and the text *label*, which confirms exactly *text*."""

    name: str
    text: str
    label: object
    is_confirmed: bool


def warning_list(
    warnings: Iterable[Finding], list_id: str, question: Question | None = None, *, refused: bool
) -> str:
    """Return the sentences of *warnings* as a list, each once, and the box of *question* after it.

    The first says which site it is not. A repair is told only if nothing misleads, and not of text
    that is *refused*. *list_id* is the ``id`` of the list, for the ``aria-describedby`` of the
    input and the box. "" without a sentence.
    """
    told = misleading(warnings) or ([] if refused else warnings)
    told = sorted(told, key=lambda each: each.code != "whole-script-confusable")
    items = "".join(
        f"<li>{_written(each)}</li>" for each in dict.fromkeys(it.message for it in told)
    )
    if not items:
        return ""
    html = f'<ul class="iri-warnings"{_attribute("id", list_id)}>{items}</ul>'
    if question is None:
        return html
    box = (
        f'<input type="checkbox" name="{_written(question.name)}" value="{_written(question.text)}"'
        f"{_attribute('aria-describedby', list_id)}{' checked' if question.is_confirmed else ''}>"
    )
    return f'{html}<label class="iri-confirm">{box} {_written(question.label)}</label>'


def uri_output(translate: Callable[[str], object], /, profile: Profile | None = None) -> str:
    """Return the element that the script fills. It must come directly after the input.

    *translate* is called with the English texts in it: "Sent as:", and if *profile* accepts no
    relative references, the sentence about an address that is not complete when one leaves the
    input.
    """
    more = ""
    # A reference is complete, and so may be the text of another field.
    if profile is not None and not profile.allow_relative:
        more += _attribute("data-incomplete", translate(MESSAGES["not-absolute"]))
        more += _attribute("data-assume", profile.assume_scheme or "")
    label = _written(translate(TEXTS["sent-as"]))
    return f'<output class="iri-uri" aria-live="polite" data-label="{label}"{more}></output>'


def fault_to_select(text: str, positions: Iterable[object], asked: Iterable[Finding], /) -> str:
    """Return `place_to_select` of the first of *positions* that is one, or of what is *asked*."""
    for position in positions:
        if isinstance(position, int):
            return place_to_select(text, position)
    return next((place_to_select(text, it.start, it.end) for it in misleading(asked)), "")


def place_to_select(text: str, start: int, end: int | None = None, /) -> str:
    r"""Return the value of the attribute `SELECT`: the place that the script selects.

    *start* and *end* are indices in *text*, the value of the input. If *end* is None, the character
    at *start* is selected. The result has the same place in UTF-16 code units, as browsers count.

    >>> place_to_select("https://example.org/😀|", 21)
    '22 23'
    """
    stop = start + 1 if end is None else end
    before = (_NOT_IN_INPUTS.sub("", text[:each]) for each in (start, stop))
    return " ".join(str(len(it.encode("utf-16-le", "surrogatepass")) // 2) for it in before)


def on_page(text: str, /) -> str:
    """Return *text* with U+FFFD for lone surrogates, which no page can hold."""
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def as_sent(text: str, /) -> str:
    """Return *text* as a browser sends it back from an input that shows it, trimmed.

    An input has one line, and a page holds neither U+0000 nor lone surrogates.
    https://html.spec.whatwg.org/multipage/input.html#text-(type=text)-state-and-search-state-(type=search)
    """
    line = on_page(_NOT_IN_INPUTS.sub("", str.__str__(text)))
    return line.replace("\0", "\ufffd").strip(" \t\r\n\f")


def _attribute(name: str, value: object) -> str:
    return f' {name}="{_written(value)}"' if value else ""


def _written(text: object) -> str:
    # Lazy translations and safe strings are plain text here.
    return escape(on_page(str.__str__(str(text))))
