"""Read ABNF (RFC 2234). Nothing here knows `iri3987`: its patterns are held against this."""

import re
from dataclasses import dataclass
from pathlib import Path

VECTORS = Path(__file__).parent.parent / "vectors"

#: The rules of RFC 3987 section 2.2, as text, in the RFC's order.
RFC3987 = (VECTORS / "rfc3987-abnf.txt").read_text("utf-8")
#: The rules of RFC 2234 appendix B.1 that RFC 3987 uses, in the appendix's order.
RFC2234 = """
ALPHA = %x41-5A / %x61-7A
DIGIT = %x30-39
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
"""


@dataclass(frozen=True)
class Rule:
    """The name of a rule, where another rule uses it."""

    name: str


@dataclass(frozen=True)
class Range:
    """One character out of a range of code points, ends included."""

    first: int
    last: int


@dataclass(frozen=True)
class Literal:
    """A string, in any case (RFC 2234 section 2.3)."""

    text: str


@dataclass(frozen=True)
class Repeat:
    """So many times the same, or any number of times from `low` up."""

    low: int
    high: int | None
    node: "Node"


@dataclass(frozen=True)
class Sequence:
    """One after the other."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True)
class Choice:
    """One of these."""

    nodes: tuple["Node", ...]


Node = Rule | Range | Literal | Repeat | Sequence | Choice

_TOKEN = re.compile(
    r'(?P<range>%x[0-9A-F]+(?:-[0-9A-F]+)?)|"(?P<literal>[^"]*)"|<?(?P<rule>[A-Za-z][A-Za-z0-9-]*)>?'
    r"|(?P<repeat>\d+\*?\d*|\*\d*)|(?P<mark>[][()/])"
)


def definitions(text: str) -> dict[str, str]:
    """Take ABNF apart into rules: each name with its definition, white space folded."""
    folded = re.sub(r"\n[ \t]+", " ", text.strip())
    lines = (line.partition("=") for line in folded.splitlines())
    return {name.strip(): " ".join(definition.split()) for name, _, definition in lines}


def parse(definition: str) -> Node:
    """Read the right side of a rule."""
    tokens = [
        (str(match.lastgroup), match[str(match.lastgroup)]) for match in _TOKEN.finditer(definition)
    ]
    node = _choice(tokens)
    assert not tokens, f"left over: {tokens}"
    return node


def _choice(tokens: list[tuple[str, str]]) -> Node:
    nodes = [_sequence(tokens)]
    while tokens and tokens[0][1] == "/" and tokens[0][0] == "mark":
        tokens.pop(0)
        nodes.append(_sequence(tokens))
    return nodes[0] if len(nodes) == 1 else Choice(tuple(nodes))


def _sequence(tokens: list[tuple[str, str]]) -> Node:
    nodes = []
    while tokens and tokens[0] not in {("mark", "/"), ("mark", ")"), ("mark", "]")}:
        nodes.append(_element(tokens))
    return nodes[0] if len(nodes) == 1 else Sequence(tuple(nodes))


def _element(tokens: list[tuple[str, str]]) -> Node:
    kind, value = tokens.pop(0)
    if kind == "repeat":
        low, star, high = value.partition("*")
        element = _element(tokens)
        return Repeat(int(low or 0), (int(high) if high else None) if star else int(low), element)
    if kind == "range":
        first, _, last = value[2:].partition("-")
        return Range(int(first, 16), int(last or first, 16))
    if kind == "literal":
        return Literal(value)
    if kind == "rule":
        return Rule(value)
    node = _choice(tokens)
    tokens.pop(0)
    return Repeat(0, 1, node) if value == "[" else node


#: Every rule, read: RFC 2234's first, then RFC 3987's in its order.
RULES = {
    name: parse(definition)
    for text in (RFC2234, RFC3987)
    for name, definition in definitions(text).items()
}


def characters(node: Node) -> set[int] | None:
    """Return the code points of a rule that is a set of single characters, else None."""
    match node:
        case Rule(name):
            return characters(RULES[name])
        case Range(first, last):
            return set(range(first, last + 1))
        case Literal(text) if len(text) == 1:
            return {ord(text.lower()), ord(text.upper())}
        case Choice(nodes):
            parts = [characters(each) for each in nodes]
            return None if None in parts else set().union(*filter(None, parts))
    return None
