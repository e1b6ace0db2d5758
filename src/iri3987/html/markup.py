r"""Links to the addresses in text that is HTML already, such as what ``linebreaks`` returns.

The code that marked it safe is responsible for its elements, which stay as they are. Between them,
references such as "&amp;" stand for characters: they are read before addresses are found, and
written again. Nothing changes inside links, code, SVG, MathML, elements whose content is not text,
and those that the caller names (*skip*). A function can change the links that are there
(*existing*).

Choice: this is a scanner for HTML that is well formed. It does not parse any HTML, and cleans none.
A tag or an element without its end goes on to the end of the text, as it does in a browser. But it
divides any text into tags, attributes and comments where browsers do
(https://html.spec.whatwg.org/multipage/parsing.html#tokenization): a link inside an attribute would
end that attribute, and make another one of the address. Where that depends on elements that are not
well formed (in SVG, MathML, ``select`` and ``script``), and after ``frameset``, ``noscript``,
``plaintext`` and ``template``, nothing changes to the end of the text.

Choice: an element that is skipped ends where a browser ends it, or later: its elements must have
their end tags, in order. Where they do not, nothing changes to the end of the text.
"""

import re
from collections.abc import Callable, Collection, Iterator
from html import escape, unescape
from html.entities import html5

from iri3987.html.links import Link, attribute, href

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
# Only a quote after "=" begins a value, and a ">" in a value does not end the tag.
_ATTRIBUTE = rf"""
    ([^{_SPACE}/>][^{_SPACE}/>=]*+)
    (?:
        [{_SPACE}]*+=[{_SPACE}]*+
        (?:"([^"]*+)(?:"|\Z) | '([^']*+)(?:'|\Z) | ([^{_SPACE}>"'][^{_SPACE}>]*+) | )
    )?
"""
_ONE_ATTRIBUTE = re.compile(f"(?x){_ATTRIBUTE}")
# The attributes of a tag, at most so many at once, because `re` remembers each repetition.
_ATTRIBUTES = re.compile(rf"(?x)(?: [{_SPACE}]++ | /(?!>) | {_ATTRIBUTE} ){{1,32}}")
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
#: Elements without content, which have no end tag.
_EMPTY = "area base br col embed hr img input link meta param source track wbr"
_VOID = frozenset(_EMPTY.split())
_CLASS = re.compile(rf"[^{_SPACE}]++")
#: Names of elements to skip: "code", "span.untrusted", ".untrusted".
_SKIPPED = re.compile(r"(?=.)([A-Za-z][A-Za-z0-9-]*+)?(?:\.([^\s.,#>]++))?")


def linkify_html(
    html: str,
    linked: Callable[[str], str],
    /,
    *,
    skip: Collection[str] = (),
    existing: Callable[[Link], Link | None] | None = None,
) -> str:
    """Return *html* with *linked*, a function from plain text to HTML, applied to its text.

    *skip* names elements in which nothing changes: by their name ("td"), a class (".untrusted") or
    both ("span.untrusted"). The text of links and of code is not linked either. An element that a
    browser may not end where its end tag stands goes on to the end of *html*.

    *existing* is called with each link that is there, an ``a`` with an ``href`` that is not in what
    is skipped: with a `Link` whose label is empty and whose *found* is None. It returns the link,
    changed or not; a changed target is mapped, and must be one that `href` accepts. For None, or a
    target that is not accepted, the ``a`` loses its attributes: its text is no longer a link.

    Raises `ValueError` for a name of *skip* that is not one of these, and for an attribute that
    *existing* must not set; `TypeError` if *skip* is a `str`; and what the functions raise.

    >>> from iri3987.html import linkify
    >>> print(linkify_html("1 &lt; 2<br><a href='/'>a.org</a> <i>a.org?b&amp;c</i>", linkify))
    1 &lt; 2<br><a href='/'>a.org</a> <i><a href="https://a.org?b&amp;c"><bdi dir="ltr">\
a.org?b&amp;c</bdi></a></i>
    >>> def nofollow(link):
    ...     link.attributes["rel"] = "nofollow"
    ...     return link
    >>> html = "<a href='/?a&amp;b'>c</a> <p class='name'>a.org</p>"
    >>> print(linkify_html(html, linkify, skip=[".name"], existing=nofollow))
    <a href="/?a&amp;b" rel="nofollow">c</a> <p class='name'>a.org</p>
    """
    pieces, done = [], 0
    for start, end, is_tag in _parts(html, _Place(_skipped(skip)), has_links=existing is not None):
        old = html[start:end]
        new = _changed(old, existing) if existing and is_tag else _linkify_text(old, linked)
        pieces += [html[done:start], new]
        done = end
    return "".join([*pieces, html[done:]])


def _skipped(names: Collection[str]) -> set[tuple[str, str]]:
    """Return the names and classes in *names*; "" for any."""
    if isinstance(names, str):
        raise TypeError(f"skip must be a collection of names, not the text {names!r}")
    found = [(each, _SKIPPED.fullmatch(each)) for each in names]
    for each, match in found:
        if match is None:
            raise ValueError(f"{each!r} in skip is not like 'code', '.name' or 'span.name'")
    return {((match[1] or "").lower(), match[2] or "") for _, match in found if match}


def _parts(html: str, place: "_Place", *, has_links: bool) -> Iterator[tuple[int, int, bool]]:
    """Yield where the parts of *html* begin and end that may change, and whether it is a tag.

    These are texts that may hold links, and with *has_links* the start tags of links.
    """
    start = 0
    while match := _MARKUP.search(html, start):
        if place.may_have_links:
            yield start, match.start(), False
        start = match.end()
        cdata, closes, name = match.groups()
        if cdata is not None:
            start = _after(html, "]]>" if place.graphics else ">", start)
        elif name is not None:
            name = name.lower()
            end = _end_of_attributes(html, match.end())
            start = _after(html, ">", end)
            given = (html, match.end(), end)
            if not (place.leave(name) if closes else place.enter(name, given)):
                return
            # Without its end, it is not a tag.
            is_link = has_links and name == "a" and not closes and end < len(html)
            if is_link and not place.is_kept:
                yield match.start(), start, True
            if name in _RAW and not closes and not place.graphics:
                start = _end_of_raw(html, name, start)
    if place.may_have_links:
        yield start, len(html), False


class _Place:
    """The elements in which the scanner is, as far as they matter."""

    def __init__(self, skipped: set[tuple[str, str]]) -> None:
        self.graphics: list[str] = []
        self._unchanged = ""
        self._is_in_select = False
        self._skipped = skipped
        #: The element that is skipped, and those that are open in it.
        self._inside: list[str] = []

    @property
    def may_have_links(self) -> bool:
        return not self.is_kept and not self._unchanged

    @property
    def is_kept(self) -> bool:
        """Whether the links that are here stay as they are."""
        return bool(self.graphics or self._inside)

    def enter(self, name: str, given: tuple[str, int, int]) -> bool:
        """Go into an element with the attributes *given*. Return whether a browser would.

        Browsers have more rules where elements are not well formed, and so nothing after is read.
        """
        if self.graphics:
            if name in _ENDS_GRAPHICS or self.graphics[-1] in _HOLDS_HTML:
                return False
        elif name in _NOT_READ or (self._is_in_select and name not in _IN_SELECT):
            return False
        if self.graphics or name in _GRAPHICS:
            html, _, end = given
            self.graphics += [] if html.startswith("/", end) else [name]
            return True
        self._is_in_select = self._is_in_select or name == "select"
        if self._inside or self._is_skipped(name, given):
            self._inside += [] if name in _VOID else [name]
        elif name in _UNCHANGED:
            self._unchanged = self._unchanged or name
        return True

    def leave(self, name: str) -> bool:
        """Go out of an element. Return whether a browser, too, would be out of it."""
        if self.graphics:
            return self.graphics.pop() == name
        if name == "select":
            self._is_in_select = False
        if self._inside:
            # The end tag of a form need not close it, nor what is in it.
            return self._inside.pop() == name != "form"
        if name == self._unchanged:
            self._unchanged = ""
        return True

    def _is_skipped(self, name: str, given: tuple[str, int, int]) -> bool:
        if not self._skipped:
            return False
        classes = _CLASS.findall(_read(_attributes(*given).get("class", "")))
        ways = {(each, kind) for each in (name, "") for kind in (*classes, "")}
        return not ways.isdisjoint(self._skipped)


def _end_of_attributes(html: str, start: int) -> int:
    """Return where the attributes end of a tag whose name ends at *start*: before ">" or "/>"."""
    while attributes := _ATTRIBUTES.match(html, start):
        start = attributes.end()
    return start


def _attributes(html: str, start: int, end: int) -> dict[str, str]:
    """Return the attributes in ``html[start:end]`` as they are written; the first of a name counts.

    Their character references are still to be read.
    """
    found: dict[str, str] = {}
    for match in _ONE_ATTRIBUTE.finditer(html, start, end):
        name, *values = match.groups()
        value = next((each for each in values if each is not None), "")
        found.setdefault(name.lower() if name.isascii() else name, value)
    return found


def _read(written: str) -> str:
    """Return the value of an attribute that is *written* so.

    A reference without ";" before "=", a letter or a digit is text: "?a&copy=1".
    """
    return _REFERENCE.sub(
        lambda match: html5.get(match[3], match[0]) if match[3] else _numbered(match), written
    )


_NUMBER = "#(?:([0-9]++)|[xX]([0-9A-Fa-f]++));?"
_REFERENCE = re.compile(f"&(?:{_NUMBER}|([A-Za-z][A-Za-z0-9]*+(?:;|(?!=))))")


def _numbered(match: re.Match[str]) -> str:
    """Return the character that a reference by number stands for (HTML 13.2.5.80).

    `unescape` leaves out controls and noncharacters, which browsers keep.
    """
    base = 10 if match[1] else 16
    number = int((match[1] or match[2]).lstrip("0")[:8] or "0", base)
    return unescape(f"&#{number};") or chr(number)


#: The names of attributes that are written again.
_WRITTEN = re.compile("(?!href$)[a-z][a-z0-9_.:-]*")


def _changed(tag: str, existing: Callable[[Link], Link | None]) -> str:
    """Return *tag*, the start tag of a link, as *existing* changes it.

    It is never taken away: what stands beside it could become a tag then.
    """
    written = _attributes(tag, len("<a"), _end_of_attributes(tag, len("<a")))
    if "href" not in written:
        return tag
    given = {name: _read(value) for name, value in written.items()}
    others = {name: value for name, value in given.items() if _WRITTEN.fullmatch(name)}
    made = existing(Link(None, given["href"], "", dict(others)))
    if made is None:
        return "<a>"
    if (made.href, made.attributes) == (given["href"], others):
        return tag
    # The sanitizer has judged what does not change: it is written as it was.
    kept = {name: value.replace('"', "&quot;") for name, value in written.items()}
    target = kept["href"] if made.href == given["href"] else escape(href(made.href))
    if not target and made.href != given["href"]:
        return "<a>"
    rest = "".join(
        f' {name}="{kept[name] if value == given[name] else escape(value)}"'
        if name in others
        else attribute(name, value)
        for name, value in made.attributes.items()
    )
    return f'<a href="{target}"{rest}>'


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
    text = _unescaped(html)
    written = linked(text)
    # References that need not be stay as they were written where nothing is linked.
    return html if written == escape(text) else written


_ANY_REFERENCE = re.compile(f"&(?:{_NUMBER}|[^\t\n\f <&#;]{{1,32}};?)")


def _unescaped(html: str) -> str:
    r"""Return the text of *html*, which has no elements.

    >>> _unescaped("&lt;&#0065;&#x1;&#" + "9" * 5000 + ";")
    '<A\x01\ufffd'
    """
    return _ANY_REFERENCE.sub(
        lambda match: _numbered(match) if match[1] or match[2] else unescape(match[0]), html
    )
