"""Decide for all texts whether two languages are equal, or one is within the other.

A language is a set of texts: those that an ABNF rule describes, those that a regular expression
matches, those for which a function of ours returns True, and what "&", "|" and "~" make of these.
Each is an automaton, whose states are made as they are reached: `difference` walks two of them side
by side, through every pair of states, and returns a shortest text that only one of them has.

Automata read classes of characters: no pattern of a walk tells two characters of a class apart.

Regular expressions are read by the parser of `re` itself. Sequences, alternatives, loops and groups
mean what they mean in ABNF, because `fullmatch` tries every way. Two things are added. A look-ahead
is an automaton that runs beside the rest. A possessive loop over one class is a loop that the class
cannot follow. Other possessive loops, look-behinds and references back raise `NotImplementedError`.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from re import _constants as op  # type: ignore[attr-defined]  # what `re` itself is made of
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from test_iri3987.abnf import RULES, Choice, Literal, Range, Repeat, Rule, Sequence, parse

Ranges = tuple[tuple[int, int], ...]

_LAST = 0x10FFFF
_EVERY_CHARACTER = "".join(map(chr, range(_LAST + 1)))


@dataclass(frozen=True)
class Class:
    """One character out of some ranges of code points, ends included."""

    ranges: Ranges


@dataclass(frozen=True)
class Look:
    """Nothing, where *node* can begin, or where it cannot."""

    node: "Node"
    wanted: bool


#: One of these two, or a node of `abnf`, which may hold them.
Node = Any


def _repeated(node: Node, low: int = 0, high: int | None = None) -> Node:
    return Repeat(low, high, node)


def _in_order(*nodes: Node) -> Node:
    return Sequence(nodes)


_ANY = Class(((0, _LAST),))
_ALL = _repeated(_ANY)
_END = Look(_ANY, wanted=False)


# Regular expressions


@cache
def expression(source: str, flags: int = 0) -> Node:
    """Read a regular expression."""
    parsed = parser.parse(source, flags)
    return _sequence(parsed, parsed.state.flags)


def _sequence(items: Any, flags: int) -> Node:
    return _one(_in_order(*[_one(_item(kind, value, flags)) for kind, value in items]))


@cache
def _one(node: Node) -> Node:
    """Return the same object for the same node."""
    return node


def _item(kind: Any, value: Any, flags: int) -> Node:  # noqa: PLR0911 - one for each kind
    match kind:
        case op.LITERAL | op.NOT_LITERAL | op.IN | op.ANY:
            return _class(kind, value, flags)
        case op.BRANCH:
            return Choice(tuple(_sequence(each, flags) for each in value[1]))
        case op.SUBPATTERN:
            _, added, removed, inner = value
            return _sequence(inner, (flags | added) & ~removed)
        case op.MAX_REPEAT | op.MIN_REPEAT:
            low, high, inner = value
            return _repeated(_sequence(inner, flags), low, None if high == op.MAXREPEAT else high)
        case op.POSSESSIVE_REPEAT if len(value[2]) == 1:
            low, high, inner = value
            kind, value = inner[0]
            each = _class(kind, value, flags)
            no_other = Look(each, wanted=False)
            if high == op.MAXREPEAT:
                return _in_order(_repeated(each, low), no_other)
            fewer = _in_order(_repeated(each, low, high - 1), no_other)
            return Choice((fewer, _repeated(each, high, high)))
        case op.ASSERT | op.ASSERT_NOT if value[0] > 0:
            return Look(_sequence(value[1], flags), wanted=kind is op.ASSERT)
        case op.AT if value is op.AT_END_STRING:
            return _END
    raise NotImplementedError(f"{kind} {value}")


def _class(kind: Any, value: Any, flags: int) -> Class:
    match kind:
        case op.LITERAL:
            found: Ranges = ((value, value),)
        case op.NOT_LITERAL:
            found = _all_but(((value, value),))
        case op.ANY:
            found = _all_but(((10, 10),)) if not flags & re.DOTALL else _ANY.ranges
        case op.IN:
            negated = value[0][0] is op.NEGATE
            all_ranges = [_ranges(*item, flags=flags) for item in value[negated:]]
            ranges = tuple(each for some in all_ranges for each in some)
            ranges = _either_case(ranges) if flags & re.IGNORECASE else ranges
            return Class(_all_but(ranges) if negated else ranges)
        case _:
            raise NotImplementedError(f"{kind} in a possessive loop")
    return Class(_either_case(found) if flags & re.IGNORECASE else found)


def _ranges(kind: Any, value: Any, *, flags: int) -> Ranges:
    match kind:
        case op.LITERAL:
            return ((value, value),)
        case op.RANGE:
            return (value,)
        case op.CATEGORY:
            letter = str(value).removeprefix("CATEGORY_").removeprefix("NOT_")[0].lower()
            letter = letter.upper() if "NOT_" in str(value) else letter
            return _which(f"\\{letter}", flags & re.ASCII)
    raise NotImplementedError(f"{kind} {value} in a class")


@cache
def _which(one: str, flags: int) -> Ranges:
    """Return the characters that match *one*, a pattern of a character: `re` is asked for each."""
    spans = (each.span() for each in re.finditer(f"(?:{one})+", _EVERY_CHARACTER, flags))
    return tuple((start, end - 1) for start, end in spans)


def _either_case(ranges: Ranges) -> Ranges:
    inside = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)
    return _which(f"[{inside}]", re.IGNORECASE)


def _all_but(ranges: Ranges) -> Ranges:
    found, start = [], 0
    for first, last in sorted(ranges):
        if first > start:
            found.append((start, first - 1))
        start = max(start, last + 1)
    return (*found, (start, _LAST)) if start <= _LAST else tuple(found)


# What can come next. What is left to match is a number, of a node and of what is left behind it.

#: Look-aheads that have begun: the state of each, and whether it is wanted.
_Looks = frozenset[tuple[int, bool]]
#: All that may be left, each with its look-aheads. A state is the number of a set of these.
_Left = tuple[int, _Looks]

_NOTHING = 0
_left: list[tuple[Node, int]] = [(_END, -1)]
_numbers: dict[tuple[int, int], int] = {}
_states: list[frozenset[_Left]] = []
_state_numbers: dict[frozenset[_Left], int] = {}


def _then(node: Node, rest: int) -> int:
    key = id(node), rest
    if key not in _numbers:
        _numbers[key] = len(_left)
        _left.append((node, rest))
    return _numbers[key]


def _state(left: Iterable[_Left]) -> int:
    left = frozenset(left)
    if left not in _state_numbers:
        _state_numbers[left] = len(_states)
        _states.append(left)
    return _state_numbers[left]


def _start(left: int) -> int:
    return _state([(left, frozenset())])


_ANYTHING = _then(_ALL, _NOTHING)
_ENDED: _Left = (_ANYTHING, frozenset())
_IMPOSSIBLE = _state([])


@cache
def _heads(left: int) -> tuple[tuple[Ranges | None, int, _Looks], ...]:  # noqa: C901 - see below
    """Return the characters that can come next, what is left then, and look-aheads that begin.

    The characters are None where nothing may be left.
    """
    found: dict[tuple[Ranges | None, int, _Looks], None] = {}
    seen: set[_Left] = set()

    def expand(left: int, looks: _Looks) -> None:  # noqa: C901, PLR0912 - one for each kind of node
        if (left, looks) in seen:
            return
        seen.add((left, looks))
        if left == _NOTHING:
            found[None, left, looks] = None
            return
        node, rest = _left[left]
        match node:
            case Rule(name):
                expand(_then(RULES[name], rest), looks)
            case Range(first, last):
                found[((first, last),), rest, looks] = None
            case Class(ranges):
                found[ranges, rest, looks] = None
            case Literal(""):
                expand(rest, looks)
            case Literal(text):
                letters = {ord(text[0].lower()), ord(text[0].upper())}
                either = tuple((each, each) for each in sorted(letters))
                found[either, _then(_one(Literal(text[1:])), rest), looks] = None
            case Sequence(nodes):
                for each in reversed(nodes):
                    rest = _then(each, rest)
                expand(rest, looks)
            case Choice(nodes):
                for each in nodes:
                    expand(_then(each, rest), looks)
            case Repeat(low, high, inner):
                if low == 0:
                    expand(rest, looks)
                if high != 0:
                    fewer = _one(_repeated(inner, max(low - 1, 0), high and high - 1))
                    expand(_then(inner, _then(fewer, rest)), looks)
            case Look(inner, wanted):
                expand(rest, looks | {(_start(_then(inner, _ANYTHING)), wanted)})

    expand(left, frozenset())
    return tuple(found)


@cache
def _accepts(state: int) -> bool:
    """Return whether nothing may be left."""
    return any(
        ranges is None and all(_accepts(each) is wanted for each, wanted in looks | begun)
        for left, looks in _states[state]
        for ranges, _, begun in _heads(left)
    )


# Languages

#: Where each set of characters leads: the sets do not overlap, and have all characters together.
_Row = list[tuple[int, Any]]


class Walk:
    """A walk through all states. A set of characters is the bits of an integer, one for a class."""

    def __init__(self, nodes: list[Node]) -> None:
        classes = set().union(*map(_classes, nodes))
        starts = {0} | {each for ranges in classes for span in ranges for each in span}
        starts |= {last + 1 for ranges in classes for _, last in ranges}
        found: dict[tuple[bool, ...], int] = {}
        # A letter or a digit stands for its class, if it has one.
        for point in (*sorted(each for each in starts if each <= _LAST), *map(ord, "aA1")):
            found[tuple(any(a <= point <= b for a, b in ranges) for ranges in classes)] = point
        #: A character of each class.
        self.points = list(found.values())
        self.all = (1 << len(self.points)) - 1
        self._sets: dict[Ranges, int] = {}
        self._rows: dict[int, _Row] = {}
        self._same: dict[int, int] = {}
        self._minimize([_start(_then(node, _NOTHING)) for node in nodes])

    def _minimize(self, starts: list[int]) -> None:
        """Let one state stand for all from which the same texts are accepted."""
        states: list[int] = []
        for start in starts:
            some = list(dict.fromkeys([start]))
            known = set(some)
            for state in some:
                new = [after for _, after in self.row(state) if after not in known]
                known.update(new)
                some.extend(dict.fromkeys(new))
                if len(some) > _TOO_MANY:
                    break
            else:
                states += some
        states = list(dict.fromkeys(states))
        block = {state: int(_accepts(state)) for state in states}
        blocks = 0
        while blocks != (blocks := len(set(block.values()))):
            numbers: dict[Any, int] = {}
            split = {}
            for state in states:
                row = frozenset(_joined((some, block[after]) for some, after in self._rows[state]))
                split[state] = numbers.setdefault((block[state], row), len(numbers))
            block = split
        first = {block[state]: state for state in reversed(states)}
        self._same = {state: first[block[state]] for state in states}
        self._rows.clear()

    def set_of(self, ranges: Ranges) -> int:
        """Return the classes that *ranges* have."""
        if ranges not in self._sets:
            inside = (any(a <= point <= b for a, b in ranges) for point in self.points)
            self._sets[ranges] = sum(1 << at for at, each in enumerate(inside) if each)
        return self._sets[ranges]

    def row(self, state: int) -> _Row:
        """Return where the characters lead from a state of a node."""
        if state not in self._rows:
            row: list[tuple[int, frozenset[_Left]]] = [(self.all, frozenset())]
            for left, looks in _states[state]:
                for ranges, rest, begun in _heads(left):
                    after = self._look_on(looks | begun, self.set_of(ranges)) if ranges else ()
                    for some, going_on in after:
                        added = frozenset({(rest, going_on)})
                        row = [
                            (both, found | added if inside else found)
                            for each, found in row
                            for both, inside in ((each & some, True), (each & ~some, False))
                            if both
                        ]
            self._rows[state] = _joined(
                (some, self._same.get(after, after))
                for some, found in row
                for after in (_state(found),)
            )
        return self._rows[state]

    def _look_on(self, looks: _Looks, some: int) -> Iterable[tuple[int, _Looks]]:
        """Return the look-aheads that go on behind each character, where none fails."""
        found: list[tuple[int, _Looks]] = [(some, frozenset())]
        for state, wanted in looks:
            found = [
                (both, going_on if ends else going_on | {(after, wanted)})
                for some, going_on in found
                for each, after in self.row(state)
                if (both := some & each)
                for ends, holds in (_ends(after),)
                if not ends or holds is wanted
            ]
        return found


def _ends(state: int) -> tuple[bool, bool]:
    """Return whether a look-ahead has ended, and whether it holds."""
    holds = _ENDED in _states[state]
    return holds or state == _IMPOSSIBLE, holds


def _joined(row: Iterable[tuple[int, Any]]) -> _Row:
    found: dict[Any, int] = {}
    for some, after in row:
        found[after] = found.get(after, 0) | some
    return [(some, after) for after, some in found.items()]


def _together(rows: Iterable[_Row]) -> _Row:
    """Return the row of several automata that run side by side."""
    found: _Row = [(-1, ())]
    for row in rows:
        found = [
            (both, (*states, after))
            for some, states in found
            for each, after in row
            if (both := some & each)
        ]
    return found


class Language:
    """The texts that a node describes."""

    start: Any

    def __init__(self, node: Node) -> None:
        self.node = node
        self.start = _start(_then(node, _NOTHING))

    def row(self, state: Any, walk: Walk) -> _Row:
        """Return where the characters lead from a state."""
        return walk.row(state)

    def accepts(self, state: Any) -> bool:
        """Return whether a text that leads to this state is in the language."""
        return _accepts(state)

    def nodes(self) -> list[Node]:
        """Return what it is made of."""
        return [self.node]

    def __and__(self, other: "Language") -> "Language":
        return Compound([self, other], all)

    def __or__(self, other: "Language") -> "Language":
        return Compound([self, other], any)

    def __invert__(self) -> "Language":
        return Compound([self], lambda flags: not flags[0])


class Compound(Language):
    """The texts for which *decide* is true of which *languages* have them."""

    def __init__(
        self, languages: Iterable[Language], decide: Callable[[tuple[bool, ...]], bool]
    ) -> None:
        self.languages = tuple(languages)
        self.decide = cache(decide)
        self.start = tuple([each.start for each in self.languages])

    def row(self, state: Any, walk: Walk) -> _Row:
        """Return where the characters lead from the states of all."""
        pairs = zip(self.languages, state, strict=True)
        return _together([each.row(part, walk) for each, part in pairs])

    def accepts(self, state: Any) -> bool:
        """Return what *decide* says."""
        pairs = zip(self.languages, state, strict=True)
        return self.decide(tuple([each.accepts(part) for each, part in pairs]))

    def nodes(self) -> list[Node]:
        """Return what all are made of."""
        return [node for each in self.languages for node in each.nodes()]


def _classes(node: Node) -> set[Ranges]:
    found: set[Ranges] = set()
    waiting, seen = [node], set()
    while waiting:
        match waiting.pop():
            case Rule(name) if name not in seen:
                seen.add(name)
                waiting.append(RULES[name])
            case Range(first, last):
                found.add(((first, last),))
            case Class(ranges):
                found.add(ranges)
            case Literal(text):
                found |= {((ord(each), ord(each)),) for each in text.lower() + text.upper()}
            case Repeat(_, _, inner) | Look(inner, _):
                waiting.append(inner)
            case Sequence(nodes) | Choice(nodes):
                waiting.extend(nodes)
    return found


def difference(
    found: Language,
    expected: Language,
    *,
    within: bool = False,
    asked: Callable[[str], object] | None = None,
) -> str | None:
    """Return a shortest text that is in one language only, or None: then they are equal.

    With *within*, *expected* may have more. What is *asked* must say the same as *found* of texts
    that lead to all states of *found* and from each to the next: that holds the automaton against
    the interpreter.
    """
    walk = Walk(found.nodes() + expected.nodes())
    start = found.start, expected.start
    #: How each pair of states was reached first.
    reached: dict[Any, tuple[Any, int] | None] = {start: None}
    waiting = [start]
    text = ""
    for pair in waiting:
        ours, theirs = found.accepts(pair[0]), expected.accepts(pair[1])
        if ours > theirs or (ours < theirs and not within):
            return _text(reached, pair)
        # They come in the order of their length.
        text = _text(reached, pair) if asked and len(text) < _LONGEST_ASKED else text
        for some, after in _together([found.row(pair[0], walk), expected.row(pair[1], walk)]):
            point = walk.points[some.bit_length() - 1]
            if after not in reached:
                reached[after] = pair, point
                waiting.append(after)
            if asked and len(text) < _LONGEST_ASKED:
                said = bool(asked(text + chr(point)))
                assert said is found.accepts(after[0]), f"modelled wrongly: {text + chr(point)!a}"
    return None


#: Longer texts are not asked about.
_LONGEST_ASKED = 80
#: An automaton of more states is walked through as it is: it counts to 4095.
_TOO_MANY = 5000


def _text(reached: dict[Any, Any], pair: Any) -> str:
    characters = []
    while reached[pair]:
        pair, point = reached[pair]
        characters.append(chr(point))
    return "".join(reversed(characters))


# Where languages come from


def rule(definition: str) -> Language:
    """Return the language of a rule in ABNF: its name, or its right side."""
    return Language(parse(definition))


def matched(source: str | re.Pattern[str]) -> Language:
    """Return the language of what `fullmatch` of a regular expression matches."""
    if isinstance(source, re.Pattern):
        return Language(expression(source.pattern, source.flags & ~re.UNICODE))
    return Language(expression(source))


def begun(source: str) -> Language:
    """Return the language of what `match` of a regular expression matches."""
    return Language(_in_order(expression(source), _ALL))


def searched(source: str) -> Language:
    """Return the language of what `search` of a regular expression matches."""
    return Language(_in_order(_ALL, expression(source), _ALL))
