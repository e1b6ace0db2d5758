"""Mutants: small mistakes in the source, each of which a quick test of its own room has to find.

    python tests/mutants.py host --count 60 --seed 1

prints a line for each mutant that no test of the room finds, and what became of all. Mutants are
chosen by the seed, alike on each run. Tests are collected once. Each mutant gets a process of its
own, in which the code of one function is another; tests run until one fails, the quickest first.
With --tables, mutants are of what a module does when it is loaded; each loads all anew.
"""

import argparse
import ast
import copy
import gc
import os
import random
import signal
import sys
import time
import types
from collections.abc import Callable, Iterator
from functools import partial
from importlib.machinery import SourceFileLoader
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "iri3987"
#: The tests of each room, beside the examples in its modules.
ROOMS = {
    "host": "host ip punycode label_rules profile_lists special_use",
    "comparison": "comparison ladder policy spellings written_keys",
    "profile": "profile full_width what_was_typed profile_lists",
    "text": "running_text running_text_signs uts58",
    "mapping": "mapping mapping_to_iri repair leiri mailto",
    "inspection": "inspection bidi confusability everyday",
}
#: Tests of all rooms.
EVERYWHERE = "conformance attacks"
_SECONDS = 600
_FOUND, _LIVES = 1, 0


class Mutant(NamedTuple):
    """A module whose source is another."""

    path: Path
    #: The function in which it differs; the module itself is "".
    function: str
    line: int
    what: str
    code: types.CodeType

    def __str__(self) -> str:
        """Return where it is, and what is changed."""
        return f"{self.path.relative_to(SOURCE)}:{self.line} {self.function}: {self.what}"


# What is changed

_OPPOSITE = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
_DROPPED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Raise, ast.Continue, ast.Return)


def _others(node: ast.AST) -> Iterator[Callable[[Any], Any]]:  # noqa: C901, PLR0912 - a table
    """Yield functions that change a copy of *node*, in place, or return what replaces it."""
    match node:
        case ast.Compare(ops=[op]) | ast.BinOp(op=op) if type(op) in _OPPOSITE:
            yield lambda new: _set(new, _OPPOSITE[type(op)]())
        case ast.BoolOp(op=op, values=values):
            yield lambda new: _set(new, _OPPOSITE[type(op)]())
            for at in range(len(values)):
                yield partial(_without, field="values", at=at)
        case ast.UnaryOp(op=ast.Not()):
            yield lambda new: new.operand
        case ast.Constant(value=bool()):
            yield lambda new: ast.Constant(not new.value)
        case ast.Constant(value=int()):
            yield lambda new: ast.Constant(new.value + 1)
            yield lambda new: ast.Constant(new.value - 1)
        case ast.Slice(lower=lower, upper=upper):
            if lower:
                yield lambda new: ast.Slice(None, new.upper)
            if upper:
                yield lambda new: ast.Slice(new.lower, None)
        case ast.Call(func=ast.Attribute(attr=name)) if name in _CLEANING:
            yield lambda new: new.func.value
        case (
            ast.Set(elts=elements)
            | ast.Tuple(elts=elements, ctx=ast.Load())
            | ast.List(elts=elements, ctx=ast.Load())
        ) if len(elements) > 1:
            for at in range(len(elements)):
                yield partial(_without, field="elts", at=at)
        case ast.If() | ast.IfExp():
            yield lambda new: _set_test(new, ast.Constant(True))
            yield lambda new: _set_test(new, ast.Constant(False))
    if isinstance(node, _DROPPED) and not _is_text(node):
        yield lambda _: ast.Pass()


#: Methods that return the text, or another text.
_CLEANING = {
    "lower",
    "upper",
    "casefold",
    "strip",
    "lstrip",
    "rstrip",
    "removesuffix",
    "removeprefix",
}


def _set(node: Any, op: Any) -> Any:
    if isinstance(node, ast.Compare):
        node.ops = [op]
    else:
        node.op = op
    return node


def _set_test(node: Any, test: Any) -> Any:
    node.test = test
    return node


def _without(node: Any, field: str, at: int) -> Any:
    left = getattr(node, field)
    del left[at]
    return left[0] if isinstance(node, ast.BoolOp) and len(left) == 1 else node


def _is_text(node: ast.AST) -> bool:
    """Return whether *node* is a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def mutants(path: Path) -> Iterator[tuple[Callable[[], Mutant], str]]:
    """Yield functions that make the mutants of a module, and in which function each is."""
    tree = ast.parse(path.read_text("utf-8"))
    for number, (node, function) in enumerate(_nodes(tree)):
        for which, _ in enumerate(_others(node)):
            yield partial(_mutant, path, tree, number, which, function), function


def _nodes(tree: ast.Module) -> list[tuple[ast.AST, str]]:
    """Return each node with the name of the function that it is in; no annotations, no imports."""
    found: list[tuple[ast.AST, str]] = []

    def visit(node: ast.AST, scope: str, function: str) -> None:
        found.append((node, function))
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "bases", "format_spec"}:
                continue
            for each in value if isinstance(value, list) else [value]:
                if not isinstance(each, ast.AST) or isinstance(each, ast.JoinedStr | ast.Import):
                    continue
                if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]).startswith("__"):
                    continue
                inner, within = scope, function
                if isinstance(each, ast.FunctionDef | ast.ClassDef):
                    inner = f"{scope}.{each.name}" if scope else each.name
                    # A function inside another one belongs to it; a default, to the module.
                    if isinstance(each, ast.FunctionDef):
                        within = function or inner
                if isinstance(node, ast.FunctionDef) and name == "args":
                    within = ""
                visit(each, inner, within)

    visit(tree, "", "")
    return found


def _mutant(path: Path, tree: ast.Module, number: int, which: int, function: str) -> Mutant:
    new = copy.deepcopy(tree)
    old = _nodes(new)[number][0]
    before, line = ast.unparse(old), getattr(old, "lineno", 0)
    changed = list(_others(old))[which](copy.deepcopy(old))

    class Replaced(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> Any:
            return ast.copy_location(changed, old) if node is old else self.generic_visit(node)

    new = ast.fix_missing_locations(Replaced().visit(new))
    lines = [" ".join(each.split())[:60] for each in (before, ast.unparse(changed))]
    code = compile(new, str(path), "exec")
    return Mutant(path, function, line, " -> ".join(lines), code)


# What becomes of it


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each
            yield from _codes(each)


def _put_in(mutant: Mutant) -> bool:
    """Give the functions of this process the code of *mutant*; nothing that is known stays."""
    new = {each.co_qualname: each for each in _codes(mutant.code)}.get(mutant.function)
    found = [
        each
        for each in gc.get_objects()
        if isinstance(each, types.FunctionType)
        and each.__code__.co_filename == str(mutant.path)
        and each.__code__.co_qualname == mutant.function
    ]
    if new is None or not found:
        return False
    for each in found:
        each.__code__ = new
    for each in gc.get_objects():
        if type(each).__name__ == "_lru_cache_wrapper":
            each.cache_clear()
    return True


def _ended(run: Callable[[], int], *, seconds: int = _SECONDS) -> bool:
    """Run tests in a process of its own. Return whether one failed, or none ended in time."""
    process = os.fork()
    if process == 0:
        for output in (1, 2):
            os.dup2(os.open(os.devnull, os.O_WRONLY), output)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(seconds)
        status = _FOUND
        try:
            status = run()
        finally:
            os._exit(status)
    return os.waitpid(process, 0)[1] != _LIVES


class Tried:
    """A plug-in of pytest that runs the collected tests once for each mutant."""

    def __init__(self, chosen: list[Mutant], lives: Path) -> None:
        self.chosen = chosen
        self.lives = lives

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try each mutant in a process of its own, by the quickest tests first."""
        with TemporaryDirectory() as folder:
            seconds = Path(folder, "seconds")
            if _ended(partial(self._run, session, None, seconds)):
                raise pytest.UsageError("a test fails without any mutant")
            each = map(float, seconds.read_text().split())
            session.items = [
                item for _, item in sorted(zip(each, session.items, strict=True), key=itemgetter(0))
            ]
        for number, mutant in enumerate(self.chosen):
            if not _ended(partial(self._run, session, mutant)):
                with self.lives.open("a") as file:
                    file.write(f"{number} ")
        return True

    def _run(
        self, session: pytest.Session, mutant: Mutant | None, seconds: Path | None = None
    ) -> int:
        if mutant and not _put_in(mutant):
            return _LIVES
        took = []
        for item in session.items:
            started = time.process_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            took.append(time.process_time() - started)
            if session.testsfailed:
                return _FOUND
        if seconds:
            seconds.write_text(" ".join(map(str, took)))
        return _LIVES


def _arguments(room: str) -> list[str]:
    names = f"{ROOMS[room]} {EVERYWHERE}".split()
    files = [ROOT / "tests" / "test_iri3987" / f"test_{name}.py" for name in names]
    options = ["-q", "-m", "not slow", "--hypothesis-profile=quick", "-p", "no:cacheprovider"]
    return [
        *options,
        "-p",
        "no:xdist",
        str(SOURCE / room),
        *(str(each) for each in files if each.exists()),
    ]


def _run_whole(mutant: Mutant, room: str) -> int:
    """Run the tests of a room in this process, which has not loaded the package."""

    def code(loader: SourceFileLoader, name: str, original: Any = SourceFileLoader.get_code) -> Any:
        return mutant.code if loader.path == str(mutant.path) else original(loader, name)

    SourceFileLoader.get_code = code  # type: ignore[method-assign, assignment]
    return int(pytest.main([*_arguments(room), "-x"]) != 0)


def main() -> None:
    """Try mutants of a room, and say which live."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=70, help="how many are tried")
    parser.add_argument("--seed", type=int, default=1, help="which are chosen")
    parser.add_argument("--tables", action="store_true", help="those of modules, not of functions")
    options = parser.parse_args()
    os.chdir(ROOT)
    makers = [
        make
        for path in sorted((SOURCE / options.room).rglob("*.py"))
        for make, function in mutants(path)
        if (function == "") is options.tables
    ]
    chosen = random.Random(options.seed).sample(makers, min(options.count, len(makers)))  # noqa: S311 - chosen
    some = [make() for make in chosen]
    with TemporaryDirectory() as folder:
        lives = Path(folder, "lives")
        lives.touch()
        if options.tables:
            found = [each for each in some if not _ended(partial(_run_whole, each, options.room))]
        else:
            plugin = Tried(some, lives)
            run = partial(pytest.main, _arguments(options.room), plugins=[plugin])
            if _ended(lambda: int(run()), seconds=0):
                sys.exit("A test fails without any mutant, or pytest could not run.")
            found = [some[int(each)] for each in lives.read_text().split()]
    died = f"{len(some) - len(found)} of {len(some)} died"
    sys.stdout.write(f"{options.room}, of {len(makers)}: {died}; these live:\n")
    sys.stdout.writelines(f"{each}\n" for each in found)


if __name__ == "__main__":
    main()
