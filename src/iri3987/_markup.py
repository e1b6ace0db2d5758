r"""Links to the addresses in text that is HTML already, such as what ``linebreaks`` returns.

The code that marked it safe is responsible for its elements, which stay as they are. Between them,
references such as "&amp;" stand for characters: they are read before addresses are found, and
written again. Nothing changes inside links, code, and elements whose content is not text.

Choice: this is a scanner for HTML that is well formed. It does not parse any HTML, and cleans none.
A tag or an element without its end goes on to the end of the text, as it does in a browser.
"""

import re
from collections.abc import Callable
from html import escape, unescape

_MARKUP = re.compile(
    r"""(?aisx)
    <!--.*?(?:-->|\Z)
    # An element in which nothing changes, up to its end.
    | <(a|button|code|pre|script|select|style|textarea|title)(?=[\s/>]).*?(?:</\1\s*+>|\Z)
    # A tag: "<" before anything else is text. A ">" in an attribute does not end it.
    | <[a-z/!?](?:[^"'>]*+(?:"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)))*[^"'>]*+(?:>|\Z)
    """
)


def linkify_html(html: str, linked: Callable[[str], str], /) -> str:
    """Return *html* with *linked*, a function from plain text to HTML, applied to its text.

    >>> from iri3987.html import linkify
    >>> print(linkify_html("1 &lt; 2<br><a href='/'>a.org</a> <i>a.org?b&amp;c</i>", linkify))
    1 &lt; 2<br><a href='/'>a.org</a> <i><a href="https://a.org?b&amp;c"><bdi dir="ltr">\
a.org?b&amp;c</bdi></a></i>
    """
    pieces, end = [], 0
    for match in _MARKUP.finditer(html):
        pieces += [_linkify_text(html[end : match.start()], linked), match[0]]
        end = match.end()
    return "".join([*pieces, _linkify_text(html[end:], linked)])


def _linkify_text(html: str, linked: Callable[[str], str]) -> str:
    text = unescape(html)
    written = linked(text)
    # References that need not be stay as they were written where nothing is linked.
    return html if written == escape(text) else written
