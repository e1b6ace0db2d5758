"""The tests of UTS #58 (Unicode Link Detection and Formatting), here and elsewhere."""

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape, unescape
from importlib import import_module
from typing import Any

import uts58
from iri3987.text import find, minimally_escaped

#: Mark the links in a line.
_Mark = Callable[[str], str]


def _by_spans(spans: Callable[[str], Iterable[tuple[int, int]]]) -> _Mark:
    def mark(line: str) -> str:
        for start, end in sorted(spans(line), reverse=True):
            line = f"{line[:start]}⸠{line[start:end]}⸡{line[end:]}"
        return line

    return mark


def _by_html(linkify: Callable[[str], str]) -> _Mark:
    return lambda line: unescape(
        re.sub("<a [^>]*>", "⸠", linkify(escape(line, quote=False))).replace("</a>", "⸡")
    )


def _linkify_it(linkify_it: Any) -> _Mark:
    matches = linkify_it.LinkifyIt().match
    return _by_spans(lambda line: [(each.index, each.last_index) for each in matches(line) or ()])


def _turbohtml(clean: Any) -> _Mark:
    detect = clean.LinkDetector().find
    return _by_spans(lambda line: [(each.start, each.end) for each in detect(line)])


#: The other packages, the module of each, and how it marks links and e-mail addresses.
PEERS: dict[str, tuple[str, Callable[[Any], _Mark]]] = {
    "linkify-it-py": ("linkify_it", _linkify_it),
    "turbohtml": ("turbohtml.clean", _turbohtml),
    "bleach": ("bleach", lambda it: _by_html(lambda text: it.linkify(text, parse_email=True))),
    "Django": ("django.utils.html", lambda it: _by_html(it.urlize)),
}


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    marks = {"iri3987": _by_spans(lambda line: [each[:2] for each in find(line, emails=True)])}
    missing = ["ICU4J (it needs Java)"]
    for package, (module, make) in PEERS.items():
        try:
            marks[package] = make(import_module(module))
        except ModuleNotFoundError:
            missing.append(package)
    yield f"| | {' | '.join(marks)} |"
    yield f"|---|{'---:|' * len(marks)}"
    for version in uts58.VERSIONS:
        lines = uts58.detection(version)
        cells = (
            f"{sum(mark(re.sub('[⸠⸡]', '', line)) == line for line in lines)}/{len(lines)}"
            for mark in marks.values()
        )
        yield f"| detection (UTS #58 3), {version} | {' | '.join(cells)} |"
    for version in uts58.VERSIONS:
        rows = uts58.formatting(version)
        passed = sum(minimally_escaped(uri) == expected for expected, uri in rows.items())
        rest = " |" * (len(marks) - 1)
        yield f"| formatting (UTS #58 4), {version} | {passed}/{len(rows)} |{rest}"
    yield ""
    yield f"- Left out: {', '.join(missing)}."
