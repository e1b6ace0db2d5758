"""Mutants: small mistakes in the source, each of which a quick test of its own room has to find.

    python tests/mutants.py host --count 60 --seed 1

prints each mutant that no test of the room finds, a letter for any other, and how many there were.
The seed chooses, alike on each run. Each mutant gets a process of its own, in which one function
has other code; tests run until one fails, the quickest first. The first changes nothing, and has to
live. With --tables, mutants are of what a module does when it is loaded; each loads all anew.
"""

import argparse
import ast
import gc
import os
import random
import re
import resource
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator
from functools import partial
from importlib.machinery import SourceFileLoader
from multiprocessing.sharedctypes import RawArray
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "iri3987"
#: The tests of each room, beside the examples in its modules.
ROOMS = {
    "host": "host ip punycode label_rules profile_lists",
    "comparison": "comparison ladder policy spellings written_keys",
    "profile": "profile full_width what_was_typed profile_lists",
    "text": "running_text running_text_signs uts58 what_was_typed",
    "mapping": "mapping repair leiri mailto",
    "inspection": "inspection bidi confusability",
}
#: Tests of all rooms.
EVERYWHERE = "conformance attacks functions"
#: What a mutant may take of the processor and of memory: all tests of a room take ten seconds.
SECONDS, OCTETS = 40, 4 << 30


# What is changed

_NAMES = ["Eq NotEq", "Lt LtE", "Gt GtE", "In NotIn", "Is IsNot", "Add Sub", "And Or"]
_PAIRS = [[getattr(ast, name) for name in pair.split()] for pair in _NAMES]
_OPPOSITE: dict[type, Any] = {old: new for a, b in _PAIRS for old, new in ((a, b), (b, a))}
_DROPPED = ast.Expr | ast.Assign | ast.AugAssign | ast.Raise | ast.Continue | ast.Return
#: Methods that return the text, or another text.
_CLEANING = re.compile(r"lower|upper|casefold|[lr]?strip|remove(?:prefix|suffix)")
#: Fields on which no behaviour depends, and formats of messages.
_LEFT = {"annotation", "returns", "decorator_list", "bases", "format_spec"}


def _others(node: Any) -> Iterator[ast.AST]:  # noqa: C901, PLR0912 - a table
    """Yield what may stand in the place of *node*."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in _OPPOSITE:
            yield _with(node, ops=[_OPPOSITE[type(op)]()])
        case ast.BinOp(op=op) if type(op) in _OPPOSITE:
            yield _with(node, op=_OPPOSITE[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield _with(node, op=_OPPOSITE[type(op)]())
            for left in _but_one(values):
                yield _with(node, values=left) if len(left) > 1 else left[0]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield ast.Constant(value + 1)
            yield ast.Constant(value - 1)
        case ast.Slice(lower=lower, upper=upper):
            if lower:
                yield _with(node, lower=None)
            if upper:
                yield _with(node, upper=None)
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if _CLEANING.fullmatch(name):
            yield value
        case ast.Set(elts=[_, _, *_]) | ast.Tuple(elts=[_, _, *_]) | ast.List(elts=[_, _, *_]):
            if not isinstance(getattr(node, "ctx", None), ast.Store):
                yield from (_with(node, elts=left) for left in _but_one(node.elts))
        case ast.If() | ast.IfExp():
            yield _with(node, test=ast.Constant(True))
            yield _with(node, test=ast.Constant(False))
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
    if isinstance(node, _DROPPED):
        yield ast.Pass()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    return type(node)(**{**dict(ast.iter_fields(node)), **fields})


def _but_one(values: list[ast.expr]) -> Iterator[list[ast.expr]]:
    return (values[:at] + values[at + 1 :] for at in range(len(values)))


class Mutant(NamedTuple):
    """A module in which one node is another."""

    path: Path
    tree: ast.Module
    #: The function that differs; the module itself is "".
    function: str
    #: The list of nodes or the fields of a node, and where in it the node stands.
    holder: Any
    at: Any
    other: ast.AST

    def __str__(self) -> str:
        """Return where it is, and what is changed."""
        node = self.holder[self.at]
        if self.other is node:
            return "nothing is changed"
        was, now = (" ".join(ast.unparse(each).split())[:60] for each in (node, self.other))
        return f"{self.path.relative_to(SOURCE)}:{node.lineno} {self.function}: {was} -> {now}"

    def code(self) -> types.CodeType:
        """Return the code of the module, with the other node."""
        node = self.holder[self.at]
        self.holder[self.at] = ast.copy_location(self.other, node)
        try:
            return compile(ast.fix_missing_locations(self.tree), str(self.path), "exec")
        finally:
            self.holder[self.at] = node

    def unchanged(self) -> "Mutant":
        """Return a mutant that changes nothing."""
        return self._replace(other=self.holder[self.at])


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield the mutants of a module."""
    tree = ast.parse(path.read_text("utf-8"))
    for holder, at, function in _nodes(vars(tree), "body", "", ""):
        for other in _others(holder[at]):
            yield Mutant(path, tree, function, holder, at, other)


def _nodes(holder: Any, at: Any, scope: str, function: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield where each node stands, and the function that it is in; no messages, no imports."""
    node = holder[at]
    if isinstance(node, list):
        for index in range(len(node)):
            yield from _nodes(node, index, scope, function)
    if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr | ast.Import):
        return
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("__"):
        return
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = f"{scope}.{node.name}".removeprefix(".")
    is_function = isinstance(node, ast.FunctionDef)
    yield holder, at, function
    for name in node._fields:
        if name not in _LEFT:
            # A function inside another one belongs to it; a default, to the module.
            within = function or scope if is_function else function
            within = "" if is_function and name == "args" else within
            yield from _nodes(vars(node), name, scope, within)


# What becomes of it


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each
            yield from _codes(each)


def _known() -> tuple[list[types.FunctionType], list[Any]]:
    """Return the functions of the package in this process, and all caches."""
    every = gc.get_objects()
    functions = [each for each in every if isinstance(each, types.FunctionType)]
    ours = [each for each in functions if each.__code__.co_filename.startswith(str(SOURCE))]
    return ours, [each for each in every if type(each).__name__ == "_lru_cache_wrapper"]


def _end(mutant: Mutant, run: Callable[[Mutant], int]) -> str:
    """Run tests of *mutant* in a process of its own. Say and return how that ended."""
    process = os.fork()
    if process == 0:
        status = -1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, resource.RLIM_INFINITY))
            resource.setrlimit(resource.RLIMIT_AS, (OCTETS, resource.RLIM_INFINITY))
            signal.alarm(10 * SECONDS)  # A process that waits for another takes no time itself.
            for output in (1, 2):
                os.dup2(os.open(os.devnull, os.O_WRONLY), output)
            status = run(mutant)
        finally:
            os._exit(status)
    ends = {0: "lived", 1: "killed", -signal.SIGXCPU: "timed out", -signal.SIGALRM: "timed out"}
    end = ends.get(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), "crashed")
    told = end[0] if end in {"killed", "timed out"} else f"\n{end}: {mutant}"
    print(told, end="", flush=True)  # noqa: T201 - how far it is
    return end


class Tried:
    """A plug-in of pytest that runs the collected tests once for each mutant."""

    def __init__(self, some: list[Mutant]) -> None:
        self.some = some
        self.ends: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant, by the quickest tests first."""
        known = _known()
        # Processes share it. A doctest does not run twice in one.
        took = RawArray("d", len(session.items))
        for mutant in self.some:
            self.ends.append(_end(mutant, partial(_run, session, known, took)))
            if len(self.ends) == 1:
                pairs = zip(took, session.items, strict=True)
                session.items = [item for _, item in sorted(pairs, key=itemgetter(0))]
        return True


def _run(session: pytest.Session, known: Any, took: Any, mutant: Mutant) -> int:
    """Give the function in this process the code of *mutant*, and run tests until one fails."""
    [new] = [each for each in _codes(mutant.code()) if each.co_qualname == mutant.function]
    functions, caches = known
    old = [each for each in functions if each.__code__.co_filename == str(mutant.path)]
    old = [each for each in old if each.__code__.co_qualname == mutant.function]
    if not old:
        raise LookupError(mutant.function)
    for each in old:
        each.__code__ = new
    for cache in caches:
        cache.cache_clear()
    for number, item in enumerate(session.items):
        started = time.process_time()
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        took[number] = time.process_time() - started
        if session.testsfailed:
            return 1
    return 0


def _arguments(room: str) -> list[str]:
    names = f"{ROOMS[room]} {EVERYWHERE}".split()
    files = [f"{ROOT}/tests/test_iri3987/test_{name}.py" for name in names]
    options = ["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not slow"]
    return [*options, "--hypothesis-profile=quick", f"{SOURCE / room}", *files]


def _run_whole(room: str, mutant: Mutant) -> int:
    """Run the tests of a room in this process, which has not loaded the package."""
    new, original = mutant.code(), SourceFileLoader.get_code

    def code(loader: SourceFileLoader, name: str) -> Any:
        return new if loader.path == str(mutant.path) else original(loader, name)

    SourceFileLoader.get_code = code  # type: ignore[method-assign, assignment]
    # A module that cannot be loaded is found, too.
    status = pytest.main([*_arguments(room), "-x"])
    unloaded = {pytest.ExitCode.INTERRUPTED, pytest.ExitCode.USAGE_ERROR}
    return 1 if status in unloaded else int(status)


def main() -> None:
    """Try mutants of a room, and say which live."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=70, help="how many are tried")
    parser.add_argument("--seed", type=int, default=1, help="which are chosen")
    parser.add_argument("--tables", action="store_true", help="those of modules, not of functions")
    options = parser.parse_args()
    os.chdir(ROOT)
    paths = sorted((SOURCE / options.room).rglob("*.py"))
    every = [each for path in paths for each in mutants(path)]
    every = [each for each in every if (each.function == "") is options.tables]
    some = random.Random(options.seed).sample(every, min(options.count, len(every)))  # noqa: S311 - chosen
    tried = [some[0].unchanged(), *some]
    if options.tables:
        ends = [_end(each, partial(_run_whole, options.room)) for each in tried]
    else:
        plugin = Tried(tried)
        pytest.main(_arguments(options.room), plugins=[plugin])
        ends = plugin.ends
    if ends[:1] != ["lived"]:
        sys.exit("A test fails without any mutant, or pytest could not run.")
    sys.stdout.write("\n")
    kinds = ("killed", "timed out", "lived", "crashed")
    for row in (("room", "tried", *kinds), (options.room, len(some), *map(ends[1:].count, kinds))):
        sys.stdout.write("".join(f"{each:<12}" for each in row).rstrip() + "\n")


if __name__ == "__main__":
    main()
