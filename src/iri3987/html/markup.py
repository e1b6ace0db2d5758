r"""Links to the addresses in text that is HTML already, such as what ``linebreaks`` returns.

justhtml parses the HTML as browsers do (https://html.spec.whatwg.org/multipage/parsing.html), and
tells where each text begins. Only texts that get links are written again, and the start tags of
links that a function changes: all else stays, to the character. Nothing is cleaned.

Choice: where browsers read HTML in two ways, or move text out of a table, nothing changes to the
end: after ``frameset`` and ``noscript``, and after a ``select`` with more in it than options. A
text is read to the next markup, or to the next tag that browsers ignore; it stays as it is if the
parser changes it, as it does with a NUL.

Choice: browsers repeat formatting elements without an end, such as ``font``, in each paragraph
that follows. HTML in which they could become more than a million, or with more than 50,000 "<",
which would take the parser seconds, stays as it is.
"""

import re
from collections.abc import Callable, Collection
from html import escape, unescape
from typing import Any

from iri3987._unicode.patterns import late
from iri3987.html.links import Link, attribute, href

#: The elements of HTML in which `linkify_html` makes no links.
_UNCHANGED = (
    "a button code iframe math noembed noframes noscript plaintext pre script select style svg "
    "template textarea title xmp"
)
UNCHANGED = frozenset(_UNCHANGED.split())
_GRAPHICS = frozenset({"math", "svg"})
_IN_SELECT = frozenset({"#text", "#comment", "hr", "optgroup", "option", "script"})
# The parser ends the comment "<!--!>", which goes on in browsers.
_NOT_READ = late("(?ai)<(?:frameset|noscript|!--!>)")
_MARKUP = late("<[A-Za-z!?/]")
#: Formatting elements with attributes: of those without, three at most are repeated.
_FORMATTING = late("(?ai)<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\t-\r /]")
_MOST = 1_000_000
_MOST_TAGS = 50_000
_SPACE = r"\t\n\f\r\ "
# Only a quote after "=" begins a value, and a ">" in a value does not end the tag. At most so many
# at once, because `re` remembers each repetition.
_ATTRIBUTES = late(
    rf"""(?x)
    (?: [{_SPACE}]++ | /(?!>) | [^{_SPACE}/>][^{_SPACE}/>=]*+
        (?:[{_SPACE}]*+=[{_SPACE}]*+
            (?:"[^"]*+(?:"|\Z) | '[^']*+(?:'|\Z) | [^{_SPACE}>"'][^{_SPACE}>]*+ | ) )?
    ){{1,32}}
    """
)
#: The names of attributes that are written again.
_WRITTEN = late("(?!href$)[a-z][a-z0-9_.:-]*")
#: Names of elements to skip: "code", "span.untrusted", ".untrusted".
_SKIPPED = late(r"(?=.)([A-Za-z][A-Za-z0-9-]*+)?(?:\.([^\s.,#>]++))?")


def linkify_html(
    html: str,
    linked: Callable[[str], str],
    /,
    *,
    skip: Collection[str] = (),
    existing: Callable[[Link], Link | None] | None = None,
) -> str:
    """Return *html* with *linked*, a function from plain text to HTML, applied to its text.

    It needs justhtml: ``pip install "iri3987[html]"``. *skip* names elements in which nothing
    changes: by their name ("td"), a class (".untrusted") or both ("span.untrusted"). The text of
    links and of code is not linked either. An element ends where a browser ends it.

    *existing* is called with each link that is there, an ``a`` with an ``href`` that is not in what
    is skipped: with a `Link` whose label is empty and whose *found* is None. It returns the link,
    changed or not; a changed target is mapped, and must be one that `href` accepts. For None, or a
    target that is not accepted, the ``a`` loses its attributes: its text is no longer a link.

    Raises `ValueError` for a name of *skip* that is not one of these, and for an attribute that
    *existing* must not set; `TypeError` if *skip* is a `str`; `ImportError` without justhtml; and
    what the functions raise.

    >>> from iri3987.html import linkify
    >>> print(linkify_html("1 &lt; 2<br><a href='/'>a.org</a> <i>a.org?b&amp;c</i>", linkify))
    1 &lt; 2<br><a href='/'>a.org</a> <i><a href="https://a.org?b&amp;c"><bdi dir="ltr">\
a.org?b&amp;c</bdi></a></i>
    """
    pieces, done = [], 0
    for start, element, text in _parts(html, _skipped(skip)):
        if element is None:
            markup = _MARKUP.search(html, start)
            end = markup.start() if markup else len(html)
            new = _linkify_text(html[start:end], text, linked)
        elif existing is not None:
            end = start + len("<a")
            while attributes := _ATTRIBUTES.match(html, end):
                end = attributes.end()
            end = html.find(">", end) + 1
            if not end:  # a tag without its end is not one
                break
            new = _changed(html[start:end], element.attrs, existing)
        else:
            continue
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


def _parts(html: str, skipped: set[tuple[str, str]]) -> list[tuple[int, Any, str]]:
    """Return where the parts of *html* begin that may change: texts, and links that are there."""
    try:
        from justhtml import JustHTML
    except ImportError as error:
        raise ImportError('linkify_html needs justhtml: pip install "iri3987[html]"') from error
    tags = html.count("<")
    if tags > _MOST_TAGS or tags * len(_FORMATTING.findall(html)) > _MOST:
        return []
    # The end closes a tag that is open there: the parser would read it as text.
    root = JustHTML(
        f"{_as_parsed(html)}\"'>", fragment=True, sanitize=False, track_node_locations=True
    ).root
    unread = _NOT_READ.search(html)
    border, last = unread.start() if unread else len(html), 0
    parts: dict[int, tuple[int, Any, str]] = {}
    # A node, whether links in it stay, whether it gets none, and the ``select`` it is in.
    nodes: list[tuple[Any, bool, bool, Any]] = [(root, False, False, None)]
    while nodes:
        node, is_kept, is_unchanged, select = nodes.pop()
        start = node.origin_offset
        if select is not None and node.name not in _IN_SELECT:
            border = min(border, select.origin_offset)
        if start is not None and node.name in {"#text", "table"}:
            # Browsers move text out of a table, but for its spaces.
            border = min(border, start) if start < last else border
            last = max(start, last)
        if node.name == "#text":
            if start is not None and not is_unchanged:
                parts[start] = (start, None, node.data)
            continue
        if not node.name.startswith("#"):
            is_kept = is_kept or node.name in _GRAPHICS or _is_skipped(node, skipped)
            is_unchanged = is_unchanged or is_kept or node.name in UNCHANGED
            select = node if node.name == "select" else select
            if node.name == "a" and "href" in node.attrs and not is_kept:
                parts[start] = (start, node, "")
        nodes += [(each, is_kept, is_unchanged, select) for each in reversed(node.children or ())]
    return [parts[start] for start in sorted(parts) if start < border]


def _as_parsed(html: str) -> str:
    """Return *html* with a character for each that the parser leaves out before it counts them."""
    return html.replace("\r\n", " \n").replace("\r", "\n").replace("\ufeff", "\u2060")


def _is_skipped(element: Any, skipped: set[tuple[str, str]]) -> bool:
    classes = re.split("[\t\n\f\r ]", element.attrs.get("class") or "")
    ways = {(each, kind) for each in (element.name, "") for kind in (*classes, "")}
    return not ways.isdisjoint(skipped)


def _linkify_text(html: str, text: str, linked: Callable[[str], str]) -> str:
    """Return *html*, which the parser reads as *text*, or as the beginning of it, with links."""
    try:
        own = unescape(html)
    except ValueError:  # a number with more digits than `int` reads
        return html
    if not text.startswith(_as_parsed(own)):
        return html
    written = linked(own)
    # References that need not be stay as they were written where nothing is linked.
    return html if written == escape(own) else written


def _changed(
    tag: str, attributes: dict[str, str | None], existing: Callable[[Link], Link | None]
) -> str:
    """Return *tag*, the start tag of a link, as *existing* changes it.

    It is never taken away: what stands beside it could become a tag then.
    """
    target = attributes["href"] or ""
    given = {name: value or "" for name, value in attributes.items() if _WRITTEN.fullmatch(name)}
    made = existing(Link(None, target, "", dict(given)))
    if made is None:
        return "<a>"
    if (made.href, made.attributes) == (target, given):
        return tag
    # The sanitizer has judged a target that does not change.
    new = target if made.href == target else href(made.href)
    if not new and made.href != target:
        return "<a>"
    rest = "".join(
        f' {name}="{escape(value)}"' if name in given else attribute(name, value)
        for name, value in made.attributes.items()
    )
    return f'<a href="{escape(new)}"{rest}>'.replace("\r", "&#13;")
