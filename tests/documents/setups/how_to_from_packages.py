"""docs/how-to/from-packages.md: what it says of packages that may be installed."""

import importlib.util
import warnings
from importlib import import_module

NEEDS = ("yarl",)


def check(_names: dict[str, object]) -> None:
    """Ask the other packages for what the tables of the page say."""
    if importlib.util.find_spec("hyperlink"):
        _check_hyperlink()
    if importlib.util.find_spec("rfc3986"):
        _check_rfc3986()


def _check_hyperlink() -> None:
    read = import_module("hyperlink").URL.from_text
    for text in ("http://example.org/a b", "http://example.org/%zz"):
        assert text == read(text).to_text()
    for text in ("http://[2001:db8::7]/é", "http://i❤.ws/"):
        try:
            read(text).to_uri()
        except import_module("idna").InvalidCodepoint:
            continue
        raise AssertionError(text)
    assert "http://example.org/" == read("http://example.org/?").to_text()
    assert "http://example.org/" == read("http://example.org:80/").to_text()
    assert "http://example.org/%C3%A9" == read("http://example.org/e\u0301").to_uri().to_text()


def _check_rfc3986() -> None:
    rfc3986 = import_module("rfc3986")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert rfc3986.is_valid_uri("http://example.org/ b")
    assert "/%C3%A9" == rfc3986.iri_reference("http://example.org/é").path
