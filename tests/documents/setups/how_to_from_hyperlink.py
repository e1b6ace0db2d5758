"""docs/how-to/from-hyperlink.md: what it says of packages that may be installed."""

import importlib.util
import warnings

NEEDS = ("yarl",)


def check(_names: dict[str, object]) -> None:
    """Ask the other packages for what the tables of the page say."""
    if importlib.util.find_spec("hyperlink"):
        _check_hyperlink()
    if importlib.util.find_spec("rfc3986"):
        _check_rfc3986()


def _check_hyperlink() -> None:
    from hyperlink import URL
    from idna.core import InvalidCodepoint

    for text in ("http://example.org/a b", "http://example.org/%zz"):
        assert text == URL.from_text(text).to_text()
    for text in ("http://[2001:db8::7]/é", "http://i❤.ws/"):
        try:
            URL.from_text(text).to_uri()
        except InvalidCodepoint:
            continue
        raise AssertionError(text)
    assert "http://example.org/" == URL.from_text("http://example.org/?").to_text()
    assert "http://example.org/" == URL.from_text("http://example.org:80/").to_text()
    assert (
        "http://example.org/%C3%A9"
        == URL.from_text("http://example.org/e\u0301").to_uri().to_text()
    )


def _check_rfc3986() -> None:
    from rfc3986 import iri_reference, is_valid_uri

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert is_valid_uri("http://example.org/ b")
    assert "/%C3%A9" == iri_reference("http://example.org/é").path
