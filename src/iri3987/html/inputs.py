"""RFC 3987 section 7.2: what stands below the input of an address in a form.

https://www.rfc-editor.org/rfc/rfc3987#section-7.2

It is the URI that is sent, the warnings about the text, and a box that confirms the text in spite
of them. The functions return escaped HTML as `str`: a framework has to be told that it is safe.

The script ``iri-input.js`` shows the URI while one types. It knows no rule of `iri3987`: it shows
what the browser's own URL parser and percent-encoding make of the text, and nothing where that
could differ from `iri3987.to_uri`. The URI that it shows may still be refused. When one leaves the
input, the script says whether the address is not complete yet. When the input gets the focus, it
selects what the server has refused, if the input has the attribute `SELECT`.
"""

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

from iri3987._unicode import invisible

__all__ = ["place_to_select"]
# For our own distributions alone: nobody else may rely on them.
__family__ = [
    "AROUND",
    "SELECT",
    "STATIC",
    "Question",
    "as_sent",
    "on_page",
    "uri_output",
    "warning_list",
]

#: What surrounds text that was copied, and is not a part of it.
AROUND: Final = invisible.AROUND

#: The folder of the script and the style sheet: ``iri-input.js`` and ``iri-input.css``.
STATIC: Final = Path(__file__).with_name("static")

#: The attribute of an input with the value of `place_to_select`.
SELECT: Final = "data-iri-select"

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_NOT_IN_INPUTS: Final = re.compile("[\r\n]")


class Question(NamedTuple):
    """A box with the name *name* and the text *label*, which confirms exactly *text*."""

    name: str
    text: str
    label: str
    is_confirmed: bool = False


def warning_list(
    warnings: Iterable[str], /, list_id: str = "", question: Question | None = None
) -> str:
    """Return the sentences *warnings* as a list, and the box of *question* after it.

    *list_id* is the ``id`` of the list, for the ``aria-describedby`` of the input and the box.

    >>> warning_list(["<b>"], "link_warnings")
    '<ul class="iri-warnings" id="link_warnings"><li>&lt;b&gt;</li></ul>'
    >>> warning_list([], question=Question("sure", "http://a@b.example/", "Save anyway"))
    '<ul class="iri-warnings"></ul><label class="iri-confirm"><input type="checkbox" name="sure" \
value="http://a@b.example/"> Save anyway</label>'
    """
    items = "".join(f"<li>{_written(each)}</li>" for each in warnings)
    html = f'<ul class="iri-warnings"{_attribute("id", list_id)}>{items}</ul>'
    if question is None:
        return html
    box = (
        f'<input type="checkbox" name="{_written(question.name)}" value="{_written(question.text)}"'
        f"{_attribute('aria-describedby', list_id)}{' checked' if question.is_confirmed else ''}>"
    )
    return f'{html}<label class="iri-confirm">{box} {_written(question.label)}</label>'


def uri_output(label: str, /, incomplete: str = "", assume_scheme: str | None = None) -> str:
    """Return the element that the script fills. It must come directly after the input.

    *label* is the text before the URI: "Sent as:", which is one of `iri3987.messages.TEXTS`.
    *incomplete* is the sentence about an address that is not complete when one leaves the input, ""
    for none. *assume_scheme* is that of the profile (`iri3987.Profile`).

    >>> uri_output("Sent as:")
    '<output class="iri-uri" aria-live="polite" data-label="Sent as:"></output>'
    >>> uri_output("Sent as:", "Enter the whole address.", "https")
    '<output class="iri-uri" aria-live="polite" data-label="Sent as:" \
data-incomplete="Enter the whole address." data-assume="https"></output>'
    """
    more = _attribute("data-incomplete", incomplete) + _attribute(
        "data-assume", assume_scheme or ""
    )
    label = _written(label)
    return f'<output class="iri-uri" aria-live="polite" data-label="{label}"{more}></output>'


def place_to_select(text: str, start: int, end: int | None = None, /) -> str:
    r"""Return the value of the attribute `SELECT`: the place that the script selects.

    *start* and *end* are indices in *text*, the value of the input. If *end* is None, the character
    at *start* is selected. The result has the same place in UTF-16 code units, as browsers count.

    >>> place_to_select("https://example.org/😀|", 21)
    '22 23'
    """
    stop = start + 1 if end is None else end
    return f"{_units(text[:start])} {_units(text[:stop])}"


def _units(text: str) -> int:
    return len(_NOT_IN_INPUTS.sub("", text).encode("utf-16-le", "surrogatepass")) // 2


def on_page(text: str, /) -> str:
    """Return *text* with U+FFFD for lone surrogates, which no page can hold.

    >>> on_page("a" + chr(0xD800))
    'a\N{REPLACEMENT CHARACTER}'
    """
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def as_sent(text: str, /) -> str:
    r"""Return *text* as a browser sends it back from an input that shows it, trimmed.

    An input has one line, and a page holds neither U+0000 nor lone surrogates.
    https://html.spec.whatwg.org/multipage/input.html#text-(type=text)-state-and-search-state-(type=search)

    >>> as_sent(" http://a.example/\n b\r\n")
    'http://a.example/ b'
    """
    line = on_page(_NOT_IN_INPUTS.sub("", str.__str__(text)))
    return line.replace("\0", "\ufffd").strip(" \t\r\n\f")


def _attribute(name: str, value: str) -> str:
    return f' {name}="{_written(value)}"' if value else ""


def _written(text: str) -> str:
    # Lazy translations and safe strings are plain text here.
    return escape(on_page(str.__str__(str(text))))
