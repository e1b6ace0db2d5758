"""Conversions of stored URLs: what is completed, repaired and made to_readable, and what stays."""

import pytest
from hypothesis import example, given

from iri3987 import WEB, equivalent, is_iri_reference, repair, to_uri
from iri3987._unicode.invisible import AROUND
from iri3987.rows.stored_urls import add_scheme, from_url_field, to_readable
from laws import alike, attempt
from test_iri3987 import strategies as iris


@pytest.mark.parametrize(
    "text", ["example.org", "//example.org/é?a#b", "例え.テスト:80", "a.b/c d"]
)
def test_completed_as_profiles_do(text):
    """The result is what `Profile.clean` makes of the same text."""
    from dataclasses import replace

    profile = replace(WEB, assume_scheme="https")
    assert profile.clean(text) == repair(add_scheme(text))


@given(iris.any_text)
@example("//a.b")
@example("\ta.b:80")
def test_complete_answers_for_any_text(text):
    """The result stays, and is the text, or a scheme and the text."""
    result = add_scheme(text)
    assert result == add_scheme(result)
    assert result.endswith(text.strip(AROUND))


@given(iris.reference | iris.uri_reference | iris.any_text)
@example("http://%C3%A9/")
@example("http://xn--a/%C3%A9")
def test_readable_loses_nothing(text):
    """The result maps to the same URI, is equivalent, and stays."""
    result = attempt(to_readable, text)
    if result is not None:
        assert alike(to_uri(text)) == alike(to_uri(result))
        assert equivalent(text, result, level="scheme")
        assert result == to_readable(result)


@given(iris.any_text)
@example("a%2Eorg/b c")
@example("//a%41.org")
def test_from_url_field_gives_references(text):
    """The result is an IRI reference that stays, or the text is refused."""
    result = attempt(from_url_field, text)
    if result is not None:
        assert type(result) is str
        assert is_iri_reference(result)
        assert result == from_url_field(result)
