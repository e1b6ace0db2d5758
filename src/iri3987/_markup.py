r"""Links to the addresses in text that is HTML already, such as what ``linebreaks`` returns.

The code that marked it safe is responsible for its elements, which stay as they are. Between them,
references such as "&amp;" stand for characters: they are read before addresses are found, and
written again. Nothing changes inside links, code, SVG, MathML, and elements whose content
is not text.

Choice: this is a scanner for HTML that is well formed. It does not parse any HTML, and cleans none.
A tag or an element without its end goes on to the end of the text, as it does in a browser. But it
divides any text into tags, attributes and comments where browsers do
(https://html.spec.whatwg.org/multipage/parsing.html#tokenization): a link inside an attribute would
end that attribute, and make another one of the address. Where that depends on elements that are not
well formed (in SVG, MathML, ``select`` and ``script``), and after ``frameset``, ``noscript``,
``plaintext`` and ``template``, nothing changes to the end of the text.
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
_RAW = ("iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp")
_END_OF_RAW = re.compile(rf"(?ai)</({'|'.join(_RAW)})(?=[{_SPACE}/>])")
_GRAPHICS = frozenset({"math", "svg"})
#: The other elements in which nothing changes.
_UNCHANGED = frozenset({"a", "button", "code", "pre", "select"})
#: Elements with rules of their own for all that follows or is inside.
_NOT_READ = frozenset({"frameset", "noscript", "plaintext", "template"})
_IN_SELECT = frozenset({"hr", "optgroup", "option", "script"})
#: Elements of graphics that may hold elements of HTML.
_HOLDS_HTML = frozenset(
    {"annotation-xml", "desc", "foreignobject", "mi", "mn", "mo", "ms", "mtext", "title"}
)
#: Elements of HTML before which graphics end, with or without an end tag.
_ENDING = (
    "b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i "
    "img li listing menu meta nobr ol p pre ruby s small span strike strong sub sup table tt u ul "
    "var"
)
_ENDS_GRAPHICS = frozenset(_ENDING.split())


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
    start, place = 0, _Place()
    while match := _MARKUP.search(html, start):
        if place.may_have_links:
            yield start, match.start()
        start = match.end()
        cdata, closes, name = match.groups()
        if cdata is not None:
            start = _after(html, "]]>" if place.graphics else ">", start)
        elif name is not None:
            name = name.lower()
            start, is_empty = _end_of_tag(html, start)
            if not (place.leave(name) if closes else place.enter(name, is_empty=is_empty)):
                return
            if name in _RAW and not closes and not place.graphics:
                start = _end_of_raw(html, name, start)
    if place.may_have_links:
        yield start, len(html)


class _Place:
    """The elements in which the scanner is, as far as they matter."""

    def __init__(self) -> None:
        self.graphics: list[str] = []
        self._unchanged = ""
        self._is_in_select = False

    @property
    def may_have_links(self) -> bool:
        return not self.graphics and not self._unchanged

    def enter(self, name: str, *, is_empty: bool) -> bool:
        """Go into an element. Tell whether a browser, too, would be in it.

        Browsers have more rules where elements are not well formed, and so nothing after is read.
        """
        if self.graphics:
            if name in _ENDS_GRAPHICS or self.graphics[-1] in _HOLDS_HTML:
                return False
        elif name in _NOT_READ or (self._is_in_select and name not in _IN_SELECT):
            return False
        if self.graphics or name in _GRAPHICS:
            self.graphics += [] if is_empty else [name]
        elif name in _UNCHANGED:
            self._unchanged = self._unchanged or name
            self._is_in_select = self._is_in_select or name == "select"
        return True

    def leave(self, name: str) -> bool:
        """Go out of an element. Tell whether a browser, too, would be out of it."""
        if self.graphics:
            return self.graphics.pop() == name
        if name == "select":
            self._is_in_select = False
        if name == self._unchanged:
            self._unchanged = ""
        return True


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
    end = next(ends, len(html))
    # Behind "<!--" and "<script" in a script, "</script" need not end it.
    comment = html.find("<!--", start, end) if name == "script" else -1
    is_nested = comment >= 0 and "<script" in html[comment:end].lower()
    return len(html) if is_nested else end


def _linkify_text(html: str, linked: Callable[[str], str]) -> str:
    text = unescape(html)
    written = linked(text)
    # References that need not be stay as they were written where nothing is linked.
    return html if written == escape(text) else written
