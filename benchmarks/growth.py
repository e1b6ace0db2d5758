"""Time against length, for every public function and for texts that are made to be slow.

A function is linear where four times the text takes four times as long; 16 times would be
quadratic. Everything is tried to one megabyte.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from inspect import isfunction
from typing import Any, NamedTuple

import iri3987
from benchmarks.timing import fastest

#: The longest text, in characters: 1 MB.
LONGEST = 1 << 20
#: t(4n) / t(n) is to be less.
GOAL = 6


def _fill(before: str, filling: str, after: str = "") -> Callable[[int], str]:
    def text(length: int) -> str:
        return before + filling * ((length - len(before) - len(after)) // len(filling)) + after

    return text


#: What is made to be slow: a name, and the text of a length.
TEXTS: dict[str, Callable[[int], str]] = {
    "ASCII path": _fill("http://a/", "b"),
    "path beyond ASCII": _fill("http://a/", "é"),
    "beyond the BMP": _fill("http://a/", "\U0001f600"),
    "NFC-hostile": _fill("http://a/", "\u0344\u0323"),
    "NFC-hostile query": _fill("http://a/?", "\u1161\u0301\u0327"),
    "percent only": _fill("http://a/", "%"),
    "percent-encoded ASCII": _fill("http://a/", "%41"),
    "percent-encoded reserved": _fill("http://a/", "%2f"),
    "percent-encoded UTF-8": _fill("http://a/", "%c3%a9"),
    "percent-encoded, not UTF-8": _fill("http://a/", "%e2"),
    "encoded and not": _fill("http://a/", "é%c3%a9a"),
    "dots": _fill("http://a/", "../"),
    "dots and names": _fill("http://a/", "a/../"),
    "up again": _fill("http://a/", "a/", "../" * 1000),
    "slashes": _fill("http://a/", "/"),
    "slashes alone": _fill("", "/"),
    "segments": _fill("http://a/", "b/"),
    "relative dots": _fill("", "../"),
    "label flood": _fill("http://", "a."),
    "label flood beyond ASCII": _fill("http://", "é.", "/"),
    "label flood of A-labels": _fill("http://", "xn--9ca."),
    "one label": _fill("http://", "a"),
    "one A-label": _fill("http://xn--", "a"),
    "hyphens": _fill("http://a", "-", ".com/"),
    "user names": _fill("http://", "@", "a/"),
    "user": _fill("http://", "u", "@a/"),
    "passwords": _fill("http://", "u:", "@a/"),
    "port": _fill("http://a:", "8"),
    "brackets": _fill("http://", "["),
    "IPvFuture": _fill("http://[v1.", "a", "]/"),
    "scheme": _fill("", "a", ":b"),
    "no scheme": _fill("", "a"),
    "colons": _fill("a:", ":"),
    "queries": _fill("http://a/?", "?"),
    "fragments": _fill("http://a/#", "#"),
    "fault at the end": _fill("http://a/", "b", "\u202e"),
    "formatting": _fill("http://a/", "\u202e"),
    "spaces": _fill("http://a/", " "),
    "line feeds": _fill("http://a/", "\n"),
    "lone surrogates": _fill("http://a/", "\ud800"),
    "right to left": _fill("http://a/", "אa"),
}


class Growth(NamedTuple):
    """How a function grows at its worst."""

    function: str
    #: The name of the text that it is slowest with.
    text: str
    #: Seconds for the longest text.
    seconds: float
    #: The name of the text that it grows most with, of those above a millisecond.
    steepest: str
    #: t(4n) / t(n) for that.
    ratio: float


def functions() -> dict[str, Callable[[str], object]]:
    """Return every public function as one of a single text."""
    found: dict[str, Callable[[str], object]] = {
        "IRI": lambda text: iri3987.IRI(text).path,
        "IRIReference": lambda text: iri3987.IRIReference(text).path,
        "Profile.check": iri3987.Profile(host="uts46", require_host=True).check,
        "to_uri, preprocess": partial(iri3987.to_uri, preprocess=True),
        "to_uri, encoding": partial(iri3987.to_uri, encoding="iso-8859-1"),
        'to_iri, host="unicode"': partial(iri3987.to_iri, host="unicode"),
    }
    of_two: dict[str, Callable[[str], object]] = {
        "equivalent": lambda text: iri3987.equivalent(text, text, level="scheme"),
        "resolve": lambda text: iri3987.resolve(text, text.removeprefix("http:")),
        "relativize": lambda text: iri3987.relativize(f"{text}/c/d", text),
    }
    for name in iri3987.__all__:
        function: Any = getattr(iri3987, name)
        if isfunction(function):
            found[name] = of_two.get(name, function)
    return found


def _quiet(function: Callable[[str], object]) -> Callable[[str], None]:
    def call(text: str) -> None:
        with suppress(iri3987.IRIError):
            function(text)

    return call


def _ratio(call: Callable[[str], None], text: Callable[[int], str], longest: int) -> float:
    """Return t(4n) / t(n); a ratio that is too high is taken again, with care."""
    ratio = float("inf")
    for runs in (2, 5, 10):
        if ratio >= GOAL:
            seconds = fastest(call, text(longest), runs=runs)
            ratio = min(ratio, seconds / fastest(call, text(longest // 4), runs=runs))
    return ratio


def growths(longest: int = LONGEST) -> Iterator[Growth]:
    """Yield how each public function grows up to *longest* characters."""
    for name, function in functions().items():
        call = _quiet(function)
        call("http://a/")  # compiles the patterns
        slowest = steepest = (0.0, "")
        for label, text in TEXTS.items():
            seconds = fastest(call, text(longest), runs=1)
            slowest = max(slowest, (seconds, label))
            # What takes less than a millisecond for a megabyte need not grow slowly.
            if seconds > 0.001:
                steepest = max(steepest, (_ratio(call, text, longest), label))
        yield Growth(name, slowest[1], slowest[0], steepest[1], steepest[0])
