"""Every interpreter matches alike: no pattern has what Python 3.11.2 mis-matches.

CPython gh-106052, mended in 3.11.5: before, what a possessive group of alternatives or of repeats
had matched could be forgotten, so that ``(?:%41|%20x)++`` found half of what is there. A possessive
quantifier stands after one character or class alone, and nothing is atomic.
"""

import pytest

from test_patterns.found import parser
from test_patterns.hostile import inside

_ONE = {"ANY", "CATEGORY", "IN", "LITERAL", "NOT_LITERAL"}


def refused(parsed):
    """Yield the constructs in a pattern, as it is parsed, that Python 3.11.2 mis-matches."""
    for operation, argument in parsed:
        name = str(operation)
        if name == "ATOMIC_GROUP" or (name == "POSSESSIVE_REPEAT" and not _is_one(argument[2])):
            yield f"{name} {argument}"
        for inner in inside(argument):
            yield from refused(inner)


def _is_one(body):
    return len(body) == 1 and str(body[0][0]) in _ONE


@pytest.mark.parametrize(
    ("text", "count"),
    [
        *((each, 1) for each in ("(?:%41|%20x)++", "(?>a)", "a(b(?:c|(?=x(?:yz)*+)d))e")),
        *((each, 0) for each in ("[a-z]++", ".?+", r"\d{2,3}+", "(?:[a-z]++|%[0-9]{2})*")),
    ],
)
def test_walker(text, count):
    """A possessive group and an atomic one are refused, wherever they stand, and nothing else."""
    assert count == len(list(refused(parser.parse(text))))


@pytest.mark.slow
def test_every_interpreter_matches_alike(patterns):
    """No pattern has a construct that an interpreter we support mis-matches."""
    assert len(patterns) > 100
    wrong = {
        (module, pattern): constructs
        for module, pattern, flags in patterns
        if (constructs := list(refused(parser.parse(pattern, flags))))
    }
    assert {} == wrong
