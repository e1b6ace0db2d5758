"""Texts that are made to be slow for a pattern, made from the pattern itself."""

from collections.abc import Iterator
from typing import Any

from linear import Text, shape
from test_patterns.found import parser

_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
#: What follows the repeated part, so that the pattern has to give back what it took.
_ENDS = ("", "\0", "\ufffe")


def shapes(pattern: str, flags: int) -> dict[str, Text]:
    """Return texts that each repeat of *pattern* takes as often as it can, and then in vain."""
    parsed = parser.parse(pattern, flags)
    return {
        ascii((before, part, end)): shape(before, part, end)
        for before, part in dict.fromkeys(_repeats(parsed, ""))
        for end in _ENDS
    }


def _repeats(parsed: Any, before: str) -> Iterator[tuple[str, str]]:
    """Yield what stands before each repeat, and what is repeated."""
    for operation, argument in parsed:
        if str(operation) in _REPEATS and int(argument[1]) > 100:
            for sample in _samples(argument[2]):
                if sample:
                    yield before, sample
        for inner in inside(argument):
            yield from _repeats(inner, before)
        before += _sample(((operation, argument),))


def inside(argument: Any) -> Iterator[Any]:
    """Yield the parts of an argument that are patterns, however deep."""
    if isinstance(argument, parser.SubPattern):
        yield argument
    elif isinstance(argument, list | tuple):
        for each in argument:
            yield from inside(each)


def _samples(parsed: Any) -> list[str]:
    """Return texts that match: one for each alternative that stands first."""
    if len(parsed) == 1 and str(parsed[0][0]) == "BRANCH":
        return [_sample(branch) for branch in parsed[0][1][1]]
    if len(parsed) == 1 and str(parsed[0][0]) == "SUBPATTERN":
        return _samples(parsed[0][1][3])
    return [_sample(parsed)]


def _sample(parsed: Any) -> str:
    """Return a text that matches, if the pattern asks nothing of its surroundings."""
    text = ""
    for operation, argument in parsed:
        match str(operation):
            case "LITERAL":
                text += chr(argument)
            case "NOT_LITERAL":
                text += "b" if argument == ord("a") else "a"
            case "ANY":
                text += "a"
            case "IN":
                text += _one_of(argument)
            case "BRANCH":
                text += _sample(argument[1][0])
            case "SUBPATTERN":
                text += _sample(argument[3])
            case "ATOMIC_GROUP":
                text += _sample(argument)
            case name if name in _REPEATS:
                text += _sample(argument[2]) * max(1, int(argument[0]))
            case _:
                pass  # an assertion, or what a group has matched
    return text


def _one_of(parts: Any) -> str:
    """Return a character of a set."""
    operation, argument = parts[0]
    match str(operation):
        case "NEGATE":
            taken = {chr(argument) for name, argument in parts[1:] if str(name) == "LITERAL"}
            return next(each for each in "a%/é\ud800" if each not in taken)
        case "RANGE":
            return chr(argument[0])
        case "CATEGORY":
            return {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " "}.get(str(argument), "a")
    return chr(argument)
