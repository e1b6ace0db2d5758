"""A value is the proof that its text matches the grammar: nothing here asks the grammar again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any, Self
from unittest import mock

import pytest

from iri3987 import (
    ANY,
    IRI,
    WEB,
    IRIError,
    IRIReference,
    comparison_key,
    display,
    equivalent,
    inspect,
    is_absolute_iri,
    is_iri,
    is_iri_reference,
    is_uri,
    normalize,
    relativize,
    resolve,
    to_iri,
    to_uri,
)
from iri3987.comparison import key_digest, normalize_case, normalize_scheme
from iri3987.http.headers import map_header
from iri3987.mapping.leiri import from_leiri
from iri3987.syntax import components, grammar, patterns
from iri3987.values import load

_RULES = {grammar.IRI, grammar.IRI_REFERENCE, grammar.ABSOLUTE_IRI}
_RULES |= set(map(patterns.without_ucschar, _RULES))
_TEXTS = ("http://例え.テスト/道?q=é#f", "http://example.org/a?q#f")
_REJECTING = replace(WEB, reject={"userinfo"})


class Runs:
    """How often the patterns of checks have run, and how often a text was taken apart."""

    ordinary = 0
    grammar = 0
    splits = 0


@pytest.fixture
def runs() -> Iterator[Runs]:
    """Count the runs from here on."""
    counted = Runs()
    pattern = patterns.pattern

    def counting(rule: str) -> object:
        counted.grammar += rule in _RULES
        return pattern(rule)

    def late(module: ModuleType, name: str, counter: str) -> Any:
        kept = getattr(module, name)

        class Counting:
            def fullmatch(self, text: str) -> object:
                setattr(counted, counter, getattr(counted, counter) + 1)
                return kept.fullmatch(text)

        return mock.patch.object(module, name, Counting())

    with (
        mock.patch.object(patterns, "pattern", counting),
        late(patterns, "_ORDINARY", "ordinary"),
        late(patterns, "_ORDINARY_ASCII", "ordinary"),
        late(patterns, "_RELATIVE", "grammar"),
        late(patterns, "_RELATIVE_ASCII", "grammar"),
        late(components, "_SPLIT", "splits"),
    ):
        yield counted


_FREE: dict[str, Callable[[IRI], object]] = {
    "IRI": IRI,
    "IRIReference": IRIReference,
    "load": lambda iri: load(iri, IRI),
    "uri": lambda iri: iri.uri,
    "host": lambda iri: iri.host,
    "is_iri": is_iri,
    "is_iri_reference": is_iri_reference,
    "is_absolute_iri": is_absolute_iri,
    "is_uri": is_uri,
    "to_uri": to_uri,
    "to_iri": to_iri,
    "ANY.check": ANY.check,
    "WEB.check": WEB.check,
    "WEB.clean": WEB.clean,
    "WEB.warnings": WEB.warnings,
    "reject": _REJECTING.check,
    "inspect": inspect,
    "equivalent": lambda iri: equivalent(iri, iri),
    "from_leiri": from_leiri,
    "normalize_case": normalize_case,
    "normalize_scheme": normalize_scheme,
    "Location": lambda iri: map_header("Location", iri),
    "normalize": normalize,
    "comparison_key": comparison_key,
    "key_digest": key_digest,
}


@pytest.mark.parametrize("text", _TEXTS)
@pytest.mark.parametrize("function", _FREE.values(), ids=_FREE)
def test_no_run_for_a_value(function: Callable[[IRI], object], text: str, runs: Runs) -> None:
    """A value that is an IRI is neither checked nor taken apart again."""
    iri = IRI(text)
    assert iri.scheme == "http"
    before = runs.ordinary, runs.grammar, runs.splits
    function(iri)
    assert (runs.ordinary, runs.grammar, runs.splits) == before


def test_new_text_is_read_once(runs: Runs) -> None:
    """Text that is made of a value is checked once, and taken apart once at most."""
    iri = IRI(_TEXTS[0])
    assert iri.scheme == "http"
    with_port = IRI("http://例え.テスト:81/道")
    assert with_port.scheme == "http"
    steps: dict[str, Callable[[], object]] = {
        "display": lambda: iri.display,
        "display a port": lambda: with_port.display,
        "origin": lambda: iri.origin,
        "replace": lambda: iri.replace(path="/川").host,
        "resolve a value": lambda: iri.resolve(IRIReference("/川")).host,
        "equivalent": lambda: equivalent(iri, iri, level="scheme"),
        "check text": lambda: WEB.check(_TEXTS[0]),
        "clean text": lambda: WEB.clean(_TEXTS[0]),
        "clean and repair": lambda: WEB.clean("http://example.org/a b"),
    }
    found = {}
    for name, step in steps.items():
        runs.ordinary = runs.grammar = runs.splits = 0
        step()
        found[name] = (runs.ordinary, runs.grammar, runs.splits)
    assert found == {
        "display": (0, 0, 0),
        # The mapped URI is taken apart, and what is shown of it.
        "display a port": (0, 0, 2),
        "origin": (0, 0, 1),
        "replace": (1, 0, 1),
        # "/川", which is not an IRI, and the result.
        "resolve a value": (2, 1, 2),
        "equivalent": (0, 0, 0),
        "check text": (1, 0, 0),
        "clean text": (1, 0, 0),
        # A typed text, as an IRI and as a reference, which may be relative, and its repaired form.
        "clean and repair": (3, 3, 0),
    }


def test_a_reference_with_a_scheme_is_an_iri(runs: Runs) -> None:
    """The scheme tells whether what is known to be a reference is an IRI; its text need not."""
    absolute, relative = IRIReference("urn:é"), IRIReference("/é")
    runs.ordinary = runs.grammar = 0
    assert is_iri(absolute)
    assert is_absolute_iri(absolute)
    assert type(IRI(absolute)) is IRI
    assert runs.ordinary == runs.grammar == 0
    assert not is_iri(relative)
    with pytest.raises(IRIError, match="not-absolute"):
        IRI(relative)


def test_results_are_plain_text() -> None:
    """The result of a function for a value is a `str` and nothing else."""
    iri = IRI(_TEXTS[1])
    made = [
        to_uri(iri),
        to_iri(iri),
        display(iri),
        normalize(iri),
        from_leiri(iri),
        resolve(iri, iri),
    ]
    made += [map_header("Location", iri), normalize_case(iri), relativize(iri, iri)]
    assert {type(each) for each in made} == {str}


class Plain(str):
    """A class of a stranger."""

    __slots__ = ()


class Spoof(str):
    """A class that says it is another."""

    __slots__ = ()

    __class__ = property(lambda _self: IRI)


class Unchecked(IRI):
    """A subclass whose constructor does not check."""

    def __new__(cls, text: str) -> Self:
        """Keep *text* unchecked."""
        return str.__new__(cls, text)


class Loose(IRI):
    """A subclass that has put a rule of its own in the place of ours."""

    _rule = "(?s:.*)"


@pytest.mark.parametrize("kind", [Plain, Spoof, Unchecked, Loose])
def test_no_trust_in_what_we_have_not_made(kind: Callable[[str], str]) -> None:
    """Text that is not an IRI is refused, whatever the class of the value says."""
    text = kind("http://a b/")
    assert not is_iri(text)
    for function in (
        IRI,
        IRIReference,
        to_uri,
        to_iri,
        WEB.check,
        ANY.check,
        normalize,
        _resolve,
    ):
        with pytest.raises(IRIError) as caught:
            function(text)
        assert caught.value.code == "bad-character"
    assert inspect(text) == inspect("http://a b/")
    assert display(text) == display("http://a b/")


def _resolve(text: str) -> str:
    """Resolve with *text* as the base."""
    return resolve(text, "é")


class Overridden(IRI):
    """A subclass whose methods tell another story."""

    def __str__(self) -> str:
        return "http://evil.example/"

    def isascii(self) -> bool:
        """Say yes."""
        return True

    def startswith(self, *_args: object) -> bool:
        """Say yes."""
        return True

    def __getattr__(self, name: str) -> object:
        return components.split("http://evil.example/")

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    @property
    def host(self) -> str:
        """Return another host."""
        return "evil.example"


_FUNCTIONS = {name: function for name, function in _FREE.items() if name != "host"}


@pytest.mark.parametrize("function", _FUNCTIONS.values(), ids=_FUNCTIONS)
def test_methods_of_a_subclass_change_no_answer(function: Callable[[str], object]) -> None:
    """Functions read the text of a value, and not what its methods tell."""
    for text in _TEXTS:
        found, expected = function(Overridden(text)), function(IRI(text))
        assert (str.__str__(found) if isinstance(found, str) else found) == expected


def test_a_subclass_is_kept() -> None:
    """A constructor returns a value of a subclass as it is, if its text is right."""
    value = Unchecked("urn:é")
    assert IRI(value) is value


def test_a_subclass_with_a_constructor_has_components() -> None:
    """The components of a value can be read, whatever constructor made it, and nothing else."""
    value = Unchecked("urn:é")
    assert (value.scheme, value.path) == ("urn", "é")
    assert components.split(Unchecked("urn:é")).path == "é"
    with pytest.raises(AttributeError, match="colour"):
        value.colour  # type: ignore[attr-defined]  # noqa: B018
