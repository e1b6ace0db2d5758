"""Every `str` is possible input, its subclasses too, and nothing else is; so for options."""

from enum import Enum

import pytest
from django.utils.safestring import mark_safe
from markupsafe import Markup

import iri3987
from iri3987 import IRI, IRIReference, segment
from iri3987.appearance.bidi import violations
from iri3987.comparison import (
    key_digest,
    normalize_case,
    normalize_characters,
    normalize_path_segments,
    normalize_percent_encoding,
    normalize_scheme,
)
from iri3987.files import content_disposition, safe_filename
from iri3987.http.headers import map_header, safe_header
from iri3987.mapping.leiri import from_leiri
from iri3987.syntax.resolution import remove_dot_segments
from iri3987.text import find
from iri3987.values import InvalidIRI, load

TEXT = "http://example.org/é?b&c"


class Address(str, Enum):  # noqa: UP042 - this is the trap
    """`str()` of a member gives its name, not its text."""

    HOME = TEXT


class Shouting(str):
    """`str()` of it gives other text."""

    __slots__ = ()

    def __str__(self):
        return self.upper()


KINDS = [Address.HOME, Shouting(TEXT), Markup(TEXT), mark_safe(TEXT)]  # noqa: S308, S704
each_kind = pytest.mark.parametrize("text", KINDS, ids=lambda text: type(text).__name__)

FUNCTIONS = [
    getattr(iri3987, name)
    for name in iri3987.__all__
    if name[0].islower() and not name.startswith("is_")
]
TWO_TEXTS = [iri3987.confusable, iri3987.equivalent, iri3987.relativize, iri3987.resolve]
ONE_TEXT = [function for function in FUNCTIONS if function not in TWO_TEXTS]
RUNGS = [normalize_case, normalize_path_segments, normalize_percent_encoding, normalize_scheme]
OTHERS = [
    *(IRI, IRIReference, *RUNGS, normalize_characters, key_digest, from_leiri),
    *(content_disposition, remove_dot_segments, safe_filename),
]


@each_kind
@pytest.mark.parametrize("function", [*ONE_TEXT, *OTHERS], ids=lambda each: each.__qualname__)
def test_a_subclass_of_str_is_its_text(function, text):
    """The result is that for the plain text, and not such a subclass itself."""
    result = found = None
    try:
        result = function(TEXT)
        found = function(text)
    except iri3987.IRIError:
        assert function is iri3987.host_to_ascii
    assert (type(result), result) == (type(found), found)
    assert not hasattr(found, "__html__")


@each_kind
def test_two_texts(text):
    """So for the functions of two texts."""
    assert type(iri3987.resolve(text, text)) is str
    assert iri3987.resolve(text, "") == TEXT == iri3987.resolve("", text)
    assert iri3987.equivalent(text, TEXT)
    assert iri3987.confusable(text, TEXT)
    assert iri3987.relativize(text, text) == ""
    assert list(find(TEXT)) == list(find(text))
    for function in (map_header, safe_header):
        assert type(function("Location", text)) is str
    assert segment.clean("a&b") == segment.clean(Markup("a&b"))
    assert type(segment.clean(Markup("a&b"))) is str


#: Every function that takes text, and each of its texts.
TAKERS = {
    **{each.__qualname__: each for each in [*ONE_TEXT, *OTHERS]},
    **{name: getattr(iri3987, name) for name in iri3987.__all__ if name.startswith("is_")},
    **{f"{each.__name__}-first": lambda v, f=each: f(v, "a:b") for each in TWO_TEXTS},
    **{f"{each.__name__}-second": lambda v, f=each: f("a:b", v) for each in TWO_TEXTS},
    "to_uri-preprocess": lambda value: iri3987.to_uri(value, preprocess=True),
    "IRI.resolve": IRI("a:b").resolve,
    "load": lambda value: load(value, IRI),
    "InvalidIRI": lambda value: InvalidIRI(value, iri3987.IRIError("text", "bad-json")),
    "equivalent-scheme": lambda value: iri3987.equivalent("a", value, level="scheme"),
    "find": lambda value: list(find(value)),
    "segment.clean": segment.clean,
    "violations": lambda value: list(violations(value)),
    "map_header-name": lambda value: map_header(value, "/"),
    "map_header-value": lambda value: map_header("Location", value),
    "safe_header-name": lambda value: safe_header(value, "/"),
    "safe_header-value": lambda value: safe_header("Location", value),
}


@pytest.mark.parametrize(
    ("value", "name"),
    [(b"a" * 3000, "bytes"), (["a"] * 3000, "list"), (None, "NoneType"), (5, "int")],
    ids=["bytes", "list", "none", "int"],
)
@pytest.mark.parametrize("function", TAKERS.values(), ids=TAKERS)
def test_what_is_not_a_str(function, value, name):
    """It is the caller's mistake, however long, and the error says what was expected."""
    with pytest.raises(TypeError, match=f"^expected str, not {name}$"):
        function(value)


@pytest.mark.parametrize(
    "encoding",
    [
        *("nonesuch", "", "\0", "\ud800"),
        *("idna", "punycode", "undefined", "unicode_escape", "raw-unicode-escape"),
    ],
    ids=ascii,
)
def test_encodings_of_no_document(encoding):
    """An encoding that no document has raises, whatever the text."""
    with pytest.raises(LookupError):
        iri3987.to_uri("/", encoding=encoding)
