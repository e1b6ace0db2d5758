"""Every regular expression of the packages, each under a name: ``module._NAME``."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import django_iri
import flask_iri
import iri3987
import sqlalchemy_iri
import starlette_iri
from iri3987 import _diagnosis, grammar
from iri3987._patterns import LatePattern, in_ascii, pattern

#: The functions of `re` that take a pattern first.
_OF_RE = {"compile", "findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn"}
#: The functions that compile a rule when it is first needed, and which argument the rule is.
_LAZY = {"pattern": 0, "matches": 1, "conforms": 1, "end_of_match": 1}
#: Where a component's name leads to a rule that is compiled when it is needed.
_TABLES = (
    ("iri3987.inspection._characters", "_COMPONENTS"),
    ("iri3987.inspection._structure", "_REST"),
)


def modules() -> list[ModuleType]:
    """Import every module of the packages."""
    found: list[ModuleType] = []
    for package in (iri3987, django_iri, flask_iri, sqlalchemy_iri, starlette_iri):
        names = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        # Migrations and commands are modules like others; what runs a command by itself is none.
        found += [package, *(importlib.import_module(name) for _, name, _ in names)]
    return found


def compiled() -> dict[str, re.Pattern[str]]:
    """Return the patterns that are compiled once, as a name of a module or of a class."""
    found: dict[str, re.Pattern[str]] = {}
    for module in modules():
        for owner, name in _assigned(module):
            value = getattr(owner, name, None)
            if isinstance(value, LatePattern):
                value = value.compile()
            if isinstance(value, re.Pattern):
                own = "" if owner is module else f"{owner.__name__}."
                found[f"{module.__name__}.{own}{name}"] = value
    return found


def lazy() -> dict[str, re.Pattern[str]]:
    """Return the patterns that are compiled when they are first needed."""
    return {name: pattern(rule) for name, rule in _rules().items()}


def lazy_in_ascii() -> dict[str, re.Pattern[str]]:
    """Return the patterns that texts in ASCII are matched with, where `lazy` has others."""
    rules = {name: in_ascii(rule) for name, rule in _rules().items()}
    # A rule of a single class beyond ASCII leaves nothing: no text in ASCII is matched with it.
    return {f"{name} in ASCII": pattern(rule) for name, rule in rules.items() if "[]" not in rule}


def _rules() -> dict[str, str]:
    found = {f"iri3987._diagnosis.{name}": part.rule for name, part in _parts(_diagnosis)}
    for module in modules():
        for name, call in _calls(module):
            number = _LAZY.get(name, -1)
            if 0 <= number < len(call.args):
                argument = call.args[number]
                rule = _evaluated(argument, module)
                if isinstance(rule, str):
                    place = ast.unparse(argument)
                    found[f"{module.__name__}.{place.removeprefix('grammar.')}"] = rule
    for module_name, name in _TABLES:
        table = vars(importlib.import_module(module_name))[name]
        found |= {f"{module_name}.{name}[{component}]": rule for component, rule in table.items()}
    return found


def written() -> dict[str, str]:
    """Return the patterns that somebody else compiles, and those in the middle of a function.

    A framework compiles what a class calls ``regex`` or ``pattern``, and so does a database.
    """
    found = {}
    named = {each.pattern for each in compiled().values()}
    for module in modules():
        for owner, name in _assigned(module):
            value = getattr(owner, name, None)
            if owner is not module and name in {"regex", "pattern"} and isinstance(value, str):
                found[f"{module.__name__}.{owner.__name__}.{name}"] = value
        for name, call in _calls(module):
            if name.startswith("re.") and name[3:] in _OF_RE:
                text = _evaluated(call.args[0], module)
                if isinstance(text, str) and text not in named:
                    found[f"{module.__name__}: {text}"] = text
    return found


def rules() -> dict[str, str]:
    """Return the rules of the grammar, those that are the inside of a bracket in brackets."""
    texts = {name: text for name, text in vars(grammar).items() if name.isupper()}
    return {
        f"iri3987.grammar.{name}": text if _is_rule(text) else f"[{text}]"
        for name, text in texts.items()
    }


def _is_rule(text: str) -> bool:
    return not text or re.search(r"(?<!\\)\[|\(\?", text) is not None


def _parts(module: ModuleType) -> Iterator[tuple[str, _diagnosis.Part]]:
    for name, value in vars(module).items():
        if isinstance(value, _diagnosis.Part):
            yield name, value


def _tree(module: ModuleType) -> ast.Module:
    assert module.__spec__ is not None
    source = module.__spec__.loader.get_source(module.__name__)  # type: ignore[union-attr]
    return ast.parse(source or "")


def _assigned(module: ModuleType) -> Iterator[tuple[Any, str]]:
    """Yield what a module or one of its classes gives a name to, with the module or the class."""
    tree = _tree(module)
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    owners = [(module, tree.body), *((getattr(module, each.name), each.body) for each in classes)]
    for owner, body in owners:
        for statement in body:
            targets = statement.targets if isinstance(statement, ast.Assign) else []
            if isinstance(statement, ast.AnnAssign):
                targets = [statement.target]
            for target in targets:
                for node in target.elts if isinstance(target, ast.Tuple) else [target]:
                    if isinstance(node, ast.Name):
                        yield owner, node.id


def _calls(module: ModuleType) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


def _evaluated(node: ast.expr, module: ModuleType) -> object:
    """Return the value of an expression of names of a module; None for one of local names."""
    try:
        return eval(ast.unparse(node), vars(module))  # noqa: S307 - it is our own source
    except (AttributeError, NameError):
        return None
