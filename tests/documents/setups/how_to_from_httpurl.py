"""docs/how-to/from-httpurl.md: what its table says of both types."""

from typing import Any

from pydantic import ValidationError

_ROWS = {
    "HTTPS://Example.org:443/a/../b": ("https://example.org/b", "HTTPS://Example.org:443/a/../b"),
    "https://faß.de/straße": ("https://xn--fa-hia.de/stra%C3%9Fe", "https://faß.de/straße"),
    "https://example.org/a b?x|y": (
        "https://example.org/a%20b?x|y",
        "https://example.org/a%20b?x%7Cy",
    ),
    "https://example.org/a\tb": ("https://example.org/ab", "bad-character"),
    "https://example.org/a\\b": ("https://example.org/a/b", "https://example.org/a/b"),
    "https://example.org\\@evil.example": ("https://example.org/@evil.example", "bad-character"),
    "http:/example.com": ("http://example.com/", "host-missing"),
    "http://wiki/": ("http://wiki/", "host-single-label"),
    "http://127.1/": ("http://127.0.0.1/", "host-ipv4"),
    "https://example.org/\u202eb": ("https://example.org/%E2%80%AEb", "bidi-formatting"),
}


def check(names: dict[str, Any]) -> None:
    """Give both models of the page what its table has."""
    for text, (old, new) in _ROWS.items():
        assert old == str(names["Old"](url=text).url)
        try:
            made = names["New"](url=text).url
        except ValidationError as error:
            made = error.errors()[0]["ctx"]["code"]
        assert new == made
