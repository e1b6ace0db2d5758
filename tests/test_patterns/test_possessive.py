"""Possessive quantifiers stand after one character or class alone, and nothing is atomic.

CPython gh-106052, mended in 3.11.5: before, what a possessive group of alternatives or of repeats
had matched could be forgotten, so that ``(?:%41|%20x)++`` found half of what is there. Debian 12
has Python 3.11.2.
"""

import re
import sys
from importlib import import_module

import pytest

from iri3987 import grammar
from iri3987._patterns import pattern
from test_interpreters.answers import answer, asked
from test_interpreters.texts import texts
from test_patterns import found

# The two have no public name.
_parser = import_module("re._parser")
_compiler = import_module("re._compiler")

_ONE = {"ANY", "CATEGORY", "IN", "LITERAL", "NOT_LITERAL"}


def refused(text, flags=0):
    """Return the constructs in a pattern, as it is parsed, that Python 3.11.2 mis-matches."""
    return list(_refused(_parser.parse(text, flags)))


def _refused(parsed):
    for operation, argument in parsed:
        name = str(operation)
        if name == "ATOMIC_GROUP" or (name == "POSSESSIVE_REPEAT" and not _is_one(argument[2])):
            yield f"{name} {argument}"
        for inner in _inside(argument):
            yield from _refused(inner)


def _is_one(body):
    return len(body) == 1 and str(body[0][0]) in _ONE


def _inside(argument):
    """Yield the parts of an argument that are patterns, however deep."""
    if isinstance(argument, _parser.SubPattern):
        yield argument
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from _inside(each)


@pytest.mark.parametrize(
    "text",
    [
        "(?:%41|%20x)++",
        "(?>a|b)",
        "(?>a)",
        "(?:a+b)*+",
        "(?:ab)?+",
        "([a-z])++",
        "(?:%[0-9A-F]{2})++",
        "a(b(?:c|(?=x(?:yz)*+)d))e",
        "(?:(a)|b)(?(1)(?:cd)++|e)",
        "(?:(?:ab)++)*",
    ],
)
def test_walker_refuses(text):
    """A possessive group and an atomic one are refused, wherever they stand."""
    assert 1 == len(refused(text))


@pytest.mark.parametrize(
    "text",
    [
        "[a-z]++",
        "a*+",
        ".?+",
        r"\d{2,3}+",
        "[^a]++",
        "(?:a+b)*",
        "(?:[a-z]++|%[0-9]{2})*",
        "(?i:a)",
    ],
)
def test_walker_takes(text):
    """A possessive character or class is taken, and so is a group that gives back."""
    assert [] == refused(text)


PATTERNS = {
    **{name: (each.pattern, each.flags) for name, each in found.compiled().items()},
    **{name: (each.pattern, each.flags) for name, each in found.lazy().items()},
    **{name: (each.pattern, each.flags) for name, each in found.lazy_in_ascii().items()},
    **{name: (text, 0) for name, text in found.written().items()},
    **{name: (text, 0) for name, text in found.rules().items()},
}


@pytest.mark.parametrize("name", PATTERNS)
def test_every_interpreter_matches_alike(name):
    """No pattern has a construct that an interpreter we support mis-matches."""
    assert [] == refused(*PATTERNS[name])


def test_all_kinds_are_found():
    """Patterns of all packages are found: constants, lazy ones, those of converters."""
    expected = {
        "iri3987.headers._LINK",
        "iri3987.leiri._NOT_IN_IRIS",
        "iri3987._diagnosis._IREG_NAME",
        "iri3987.grammar.IRI_REFERENCE",
        "iri3987.inspection._labels._DEVIATION",
        "django_iri.http._BROKEN",
        "django_iri.converters.ISegmentConverter.regex",
        "flask_iri.converters._BEFORE_DOT_SEGMENT",
        "flask_iri.converters.IRIConverter.regex",
        "starlette_iri.convertors.IRIConvertor.regex",
    }
    assert set() == expected - PATTERNS.keys()


@pytest.mark.slow
def test_nothing_else_is_compiled(silence, monkeypatch):
    """A pattern that the core compiles while it works is among those that were found."""
    compiled = []
    compile_ = _compiler.compile

    def record(text, flags=0):
        frame = sys._getframe(1)  # noqa: SLF001 - who asks?
        while frame.f_globals["__name__"].partition(".")[0] == "re":
            frame = frame.f_back
        if frame.f_globals["__name__"].startswith("iri3987"):
            compiled.append(text)
        return compile_(text, flags)

    pattern.cache_clear()
    re.purge()
    monkeypatch.setattr(_compiler, "compile", record)
    functions = asked().values()
    other = ""
    for text in texts(800):
        for function in functions:
            answer(function, text, other)
        other = text
    assert pattern(grammar.IRI_REFERENCE).pattern in compiled
    assert set() == set(compiled) - {text for text, _ in PATTERNS.values()}
