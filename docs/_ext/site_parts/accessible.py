"""Mends what the theme's HTML lacks for people with a keyboard or a screen reader."""

import re
from pathlib import Path

#: A replacement for each place. None of the results has such a place again.
_PLACES = (
    # Two landmarks of one kind need names that differ.
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Site">'),
    (r'<aside class="toc-drawer( [\w-]+)?">', r'<aside class="toc-drawer\1" aria-label="Page">'),
    # A table or a block wider than a phone is scrolled with the keyboard, too.
    (r"<pre>", '<pre tabindex="0">'),
    (r'<div class="(table-wrapper[^"]*)">', r'<div class="\1" tabindex="0">'),
    # A cell that is empty is not the head of anything.
    (r'<th class="head"><p></p></th>', "<td></td>"),
)
_SIGNATURE = re.compile(r'<dt class="sig [^>]*>.*?</dt>', re.DOTALL)
#: A list of parameters is not a list of definitions.
_LIST = {"<dl>": '<span class="sig-list">', "<dd>": '<span class="sig-item">'}
_LIST |= {"</dl>": "</span>", "</dd>": "</span>"}


def mend(html: str, /) -> str:
    """Return a page of the site with what it lacks.

    >>> mend("<pre>1</pre>") == mend(mend("<pre>1</pre>"))
    True
    """
    for place, replacement in _PLACES:
        html = re.sub(place, replacement, html)
    return _SIGNATURE.sub(_without_lists, html)


def _without_lists(match: re.Match[str]) -> str:
    return re.sub("</?d[ld]>", lambda tag: _LIST[tag[0]], match[0])


def mend_all(folder: Path, /) -> None:
    """Mend every page in *folder* that the theme has made."""
    for path in folder.rglob("*.html"):
        html = path.read_text("utf-8")
        if (mended := mend(html)) != html:
            path.write_text(mended, "utf-8")
