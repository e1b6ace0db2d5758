"""`iri3987.syntax.grammar` against the ABNF of RFC 3987 section 2.2, which a vector file holds."""

import inspect
import re

import pytest

from iri3987.syntax import grammar
from test_iri3987 import abnf

DEFINITIONS = abnf.definitions(abnf.RFC2234) | abnf.definitions(abnf.RFC3987)

each_rule = pytest.mark.parametrize("name", DEFINITIONS)


def constant(name):
    """Give a rule's name as a constant's."""
    return name.upper().replace("-", "_")


def documented():
    """Yield each constant of the module's source in order, with its `#:` comment folded."""
    comment: list[str] = []
    for line in inspect.getsource(grammar).splitlines():
        if line.startswith("#: "):
            comment.append(line.removeprefix("#: ").strip())
        elif match := re.match(r"([A-Z][A-Z0-9_]*) = ", line):
            yield match[1], " ".join(" ".join(comment).split())
            comment = []


# The source


@each_rule
def test_2_2_the_comment_is_the_rule(name):
    """A rule has exactly one constant, under its name, whose comment is the RFC's line."""
    comments = [comment for each, comment in documented() if each == constant(name)]
    assert [f"{name} = {DEFINITIONS[name]}"] == comments


def test_2_2_nothing_else_is_defined():
    """There is no constant that is not a rule."""
    assert {constant(name) for name in DEFINITIONS} == {name for name, _ in documented()}
