"""What becomes of an address that somebody types: here, in Django, yarl, pydantic and urllib.

`python -m benchmarks.alternatives` prints the table of docs/explanation/why.md.
"""

import unicodedata
from collections.abc import Callable, Iterator
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

_http_url = TypeAdapter(HttpUrl)
#: What a form or a model would keep of a text.
KEEPS: dict[str, Callable[[str], str]] = {
    "URLField": lambda text: forms.URLField(assume_scheme="https").clean(text),
    "yarl": lambda text: str(URL(text)),
    "HttpUrl": lambda text: str(_http_url.validate_python(text)),
    "urllib": lambda text: urlsplit(text).geturl(),
    "IRIField": lambda text: str(IRIField().clean(text)),
}
#: What two texts have in common if they are one address.
KEYS = KEEPS | {"IRIField": lambda text: comparison_key(text, level="scheme")}


def _shown(text: str) -> str:
    """Return *text* as code, with its invisible characters by number."""
    parts = (
        f"<U+{ord(each):04X}>" if unicodedata.category(each) == "Cf" else each for each in text
    )
    return f"`{''.join(parts)}`"


def _outcome(package: str, text: str) -> str:
    try:
        kept = KEEPS[package](text)
    except ValidationError as error:
        code = getattr(error.error_list[0], "code", "")
        return "refused" if package == "URLField" else f"refused: `{code}`"
    except ValueError:
        return "refused"
    outcome = _in_words(kept, text)
    codes = dict.fromkeys(each.code for each in WEB.warnings(text)) if package == "IRIField" else ()
    return f"{outcome}, warns: {', '.join(f'`{code}`' for code in codes)}" if codes else outcome


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
    yield f"| Typed | {' | '.join(KEEPS)} |"
    yield f"|---|{'---|' * len(KEEPS)}"
    for text, note in TYPED.items():
        cells = (_outcome(package, text) for package in KEEPS)
        yield f"| {_shown(text)}{note and f' ({note})'} | {' | '.join(cells)} |"
    same = (len({KEYS[package](each) for each in PAIR}) == 1 for package in KEEPS)
    pair = " and ".join(map(_shown, PAIR))
    yield f"| {pair} | {' | '.join('the same' if each else 'different' for each in same)} |"


def measured() -> str:
    """Return the sentence that names the versions."""
    names = ("Django", "yarl", "pydantic", "iri3987")
    return f"Measured with {', '.join(f'{name} {version(name)}' for name in names)}."


if __name__ == "__main__":
    settings.configure()
    print(f"{table()}\n\n{measured()}")
