"""Mends what the theme's HTML lacks for people with a keyboard or a screen reader."""

import re
from pathlib import Path

from sphinx.application import Sphinx

#: A replacement for each place.
_PLACES = (
    # Two landmarks of one kind need names that differ.
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Site">'),
    (r'<aside class="toc-drawer( [\w-]+)?">', r'<aside class="toc-drawer\1" aria-label="Page">'),
    # A cell that is empty is not the head of anything.
    (r'<th class="head"><p></p></th>', "<td></td>"),
)
_SIGNATURE = re.compile(r'<dt class="sig [^>]*>.*?</dt>', re.DOTALL)


def mend_all(app: Sphinx, error: Exception | None) -> None:
    """Mend every page that has been written."""
    for path in [] if error else Path(app.outdir).rglob("*.html"):
        html = path.read_text("utf-8")
        for place, replacement in _PLACES:
            html = re.sub(place, replacement, html)
        path.write_text(_SIGNATURE.sub(_without_list, html), "utf-8")


def _without_list(signature: re.Match[str]) -> str:
    """Return a signature whose parameters are not a list of definitions."""
    opened = re.sub("<(d[ld])>", r'<span class="sig-\1">', signature[0])
    return re.sub("</d[ld]>", "</span>", opened)
