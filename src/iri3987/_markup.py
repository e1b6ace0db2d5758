r"""Links to the addresses in text that is HTML already, such as what ``linebreaks`` returns.

The code that marked it safe is responsible for its elements, which stay as they are. Between them,
references such as "&amp;" stand for characters: they are read before addresses are found, and
written again. Nothing changes inside links, code, SVG, MathML, and elements whose content
is not text.

Choice: this is a scanner for HTML that is well formed. It does not parse any HTML, and cleans none.
A tag or an element without its end goes on to the end of the text, as it does in a browser. But it
divides any text into tags, attributes and comments where browsers do
(https://html.spec.whatwg.org/multipage/parsing.html#tokenization): a link inside an attribute would
end that attribute, and make another one of the address.
"""

import re
from collections.abc import Callable, Iterator
from html import escape, unescape

_SPACE = r"\t\n\f\r\ "
_MARKUP = re.compile(
    rf"""(?aisx)
    <!--(?:-?>|.*?(?:--!?>|\Z))
    | <(?-i:(!\[CDATA\[))
    # The beginning of a tag. "<" before anything else is text.
    | <(/?)([a-z][^{_SPACE}/>]*+)
    | <(?:[!?]|/(?!\Z))[^>]*+(?:>|\Z)
    """
)
# The attributes of a tag, at most so many at once, because `re` remembers each repetition. Only a
# quote after "=" begins a value, and a ">" in a value does not end the tag.
_ATTRIBUTES = re.compile(
    rf"""(?x)
    (?:
        [{_SPACE}]++ | /(?!>)
        | [^{_SPACE}/>][^{_SPACE}/>=]*+
        (?:
            [{_SPACE}]*+=[{_SPACE}]*+
            (?:"[^"]*+(?:"|\Z) | '[^']*+(?:'|\Z) | [^{_SPACE}>"'][^{_SPACE}>]*+ | )
        )?
    ){{1,32}}
    """
)
#: Elements without elements in them, but in graphics: they go on to the first "</" and their name.
_RAW = ("iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp")
_END_OF_RAW = re.compile(rf"(?ai)</({'|'.join(_RAW)})(?=[{_SPACE}/>])")
_GRAPHICS = frozenset({"math", "svg"})
#: The other elements in which nothing changes.
_UNCHANGED = frozenset({"a", "button", "code", "pre", "select"})


def linkify_html(html: str, linked: Callable[[str], str], /) -> str:
    """Return *html* with *linked*, a function from plain text to HTML, applied to its text.

    >>> from iri3987.html import linkify
    >>> print(linkify_html("1 &lt; 2<br><a href='/'>a.org</a> <i>a.org?b&amp;c</i>", linkify))
    1 &lt; 2<br><a href='/'>a.org</a> <i><a href="https://a.org?b&amp;c"><bdi dir="ltr">\
a.org?b&amp;c</bdi></a></i>
    """
    pieces, done = [], 0
    for start, end in _texts(html):
        pieces += [html[done:start], _linkify_text(html[start:end], linked)]
        done = end
    return "".join([*pieces, html[done:]])


def _texts(html: str) -> Iterator[tuple[int, int]]:
    """Yield where the texts in *html* begin and end that may hold links."""
    start, depth, unchanged = 0, 0, ""
    while match := _MARKUP.search(html, start):
        if not depth and not unchanged:
            yield start, match.start()
        start = match.end()
        cdata, closes, name = match.groups()
        if cdata is not None:
            start = _after(html, "]]>" if depth else ">", start)
        elif name is not None:
            name = name.lower()
            start, is_empty = _end_of_tag(html, start)
            if name in _GRAPHICS:
                depth = max(0, depth - 1) if closes else depth + (not is_empty)
            elif closes:
                unchanged = "" if name == unchanged else unchanged
            elif name in _RAW:
                start = start if depth else _end_of_raw(html, name, start)
            elif name in _UNCHANGED:
                unchanged = unchanged or name
    if not depth and not unchanged:
        yield start, len(html)


def _end_of_tag(html: str, start: int) -> tuple[int, bool]:
    """Return the end of the tag whose name ends at *start*, and whether it ends with "/>"."""
    while attributes := _ATTRIBUTES.match(html, start):
        start = attributes.end()
    return _after(html, ">", start), html.startswith("/", start)


def _after(html: str, end: str, start: int) -> int:
    """Return the position after the first *end*, or that of the end of *html* if there is none."""
    found = html.find(end, start)
    return len(html) if found < 0 else found + len(end)


def _end_of_raw(html: str, name: str, start: int) -> int:
    """Return where the end tag of the element *name* begins whose content begins at *start*."""
    ends = (each.start() for each in _END_OF_RAW.finditer(html, start) if each[1].lower() == name)
    return next(ends, len(html))


def _linkify_text(html: str, linked: Callable[[str], str]) -> str:
    text = unescape(html)
    written = linked(text)
    # References that need not be stay as they were written where nothing is linked.
    return html if written == escape(text) else written
