"""What becomes of an address that somebody types: here, in Django, yarl, pydantic and urllib.

`python -m benchmarks.alternatives` prints the table of docs/explanation/why.md.
"""

import unicodedata
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from urllib.parse import unquote, urlsplit

from django import forms
from django.core.exceptions import ValidationError
from pydantic import HttpUrl, TypeAdapter
from yarl import URL

from benchmarks import settings
from django_iri.forms import IRIField
from iri3987 import WEB, to_uri
from iri3987.comparison import comparison_key
from iri3987.messages import describe

#: What is typed, and what is special about it.
TYPED = {
    "http://рaypal.com/": "a Cyrillic “р”",
    "http://example.org/\u202egpj.exe": "reads as “exe.jpg”",
    "http://exa\u200bmple.org/": "an invisible character",
    "http://paypal.com@evil.example/": "leads to evil.example",
    "http://0x7f.1/": "127.0.0.1",
    "https://例え.テスト/道": "",
    "HTTPS://Example.org": "",
    "http://example.org/a b": "",
    "http://example.org/100%": "",
    "example.org": "",
    "http://wiki/": "",
    "javascript:alert(1)": "",
}
#: Two spellings of one address.
PAIR = ("HTTP://EXAMPLE.org:80/%7Eme", "http://example.org/~me")

#: Those that lead elsewhere than they seem to, or run a program.
DANGEROUS = {*list(TYPED)[:5], "javascript:alert(1)"}
#: The signs for a dangerous text that is stored without a word, and for a person who is told.
DANGER, TOLD = "✗", "✓"

_http_url = TypeAdapter(HttpUrl)
#: What a form or a model would keep of a text.
KEEPS: dict[str, Callable[[str], str]] = {
    "URLField": lambda text: forms.URLField(assume_scheme="https").clean(text),
    "yarl": lambda text: str(URL(text)),
    "HttpUrl": lambda text: str(_http_url.validate_python(text)),
    "urllib": lambda text: urlsplit(text).geturl(),
    "IRIField": lambda text: str(IRIField().clean(text)),
}
OTHERS = ("yarl", "HttpUrl", "urllib")
#: What two texts have in common if they are one address.
KEYS = KEEPS | {"IRIField": lambda text: comparison_key(text, level="scheme")}


def _shown(text: str) -> str:
    """Return *text* as code, with its invisible characters by number."""
    parts = (
        f"<U+{ord(each):04X}>" if unicodedata.category(each) == "Cf" else each for each in text
    )
    return f"`{''.join(parts)}`"


def _outcome(package: str, text: str) -> str:
    """Return what a package that tells people nothing makes of *text*."""
    try:
        kept = KEEPS[package](text)
    except (ValidationError, ValueError):
        return "refused"
    outcome = _in_words(kept, text)
    return f"{DANGER} {outcome}" if outcome == "kept" and text in DANGEROUS else outcome


def _ours(text: str) -> str:
    """Return what a form with an `IRIField` says of *text*, and keeps."""
    rule = WEB.for_forms()
    try:
        kept = KEEPS["IRIField"](text)
    except ValidationError as error:
        return f"{TOLD} refused: {error.messages[0]}"
    outcome = _in_words(kept, text)
    # The name that is meant says more than the letters.
    found = sorted(rule.warnings(text), key=lambda each: each.code != "whole-script-confusable")
    if not found:
        return outcome
    asks = "asks" if outcome == "kept" else outcome
    return f"{TOLD} {asks}: {describe(found[0], text, rule)}"


def _in_words(kept: str, text: str) -> str:
    """Return how what is kept differs from *text*."""
    if kept == text:
        return "kept"
    if unquote(kept) == text:
        return "percent-encoded"
    if text.isprintable() and not text.isascii() and kept == to_uri(text):
        return "in ASCII"
    return _shown(kept)


def table() -> str:
    """Return the table."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield "| Typed | `IRIField` | `URLField` | Others, where they differ |"
    yield "|---|---|---|---|"
    for text, note in TYPED.items():
        usual, others = _outcome("URLField", text), {}
        for package in OTHERS:
            outcome = _outcome(package, text)
            if outcome.removeprefix(f"{DANGER} ") != usual.removeprefix(f"{DANGER} "):
                others[package] = outcome
        typed = f"{_shown(text)}{note and f' ({note})'}"
        yield f"| {typed} | {_ours(text)} | {usual} | {_each(others)} |"
    pair = " and ".join(map(_shown, PAIR))
    yield f"| {pair} | {TOLD} the same | {_same('URLField')} | {_each(_differing())} |"


def _each(outcomes: Mapping[str, str]) -> str:
    """Return the packages with each outcome."""
    by_outcome: dict[str, list[str]] = {}
    for package, outcome in outcomes.items():
        by_outcome.setdefault(outcome, []).append(package)
    return "; ".join(f"{', '.join(names)}: {each}" for each, names in by_outcome.items()) or "–"


def _same(package: str) -> str:
    is_same = len({KEYS[package](each) for each in PAIR}) == 1
    return "the same" if is_same else "different"


def _differing() -> dict[str, str]:
    assert _same("IRIField") == "the same"  # noqa: S101 - the table says so
    found = {package: _same(package) for package in OTHERS}
    return {package: each for package, each in found.items() if each != _same("URLField")}


def measured() -> str:
    """Return the sentence that names the versions."""
    names = ("Django", "yarl", "pydantic", "iri3987")
    return f"Measured with {', '.join(f'{name} {version(name)}' for name in names)}."


if __name__ == "__main__":
    settings.configure()
    print(f"{table()}\n\n{measured()}")
