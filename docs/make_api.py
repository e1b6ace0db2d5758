"""Print docs/api.md: the public names of the core, as the modules' ``__all__`` have them.

Usage: python docs/make_api.py > docs/api.md
"""

import ast
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from inspect import getmodule, getsource
from pathlib import Path
from types import ModuleType
from typing import get_origin

import iri3987

_CORE = Path(iri3987.__file__).parent

_PREFACE = """\
# The public names of iri3987

These names, and those of their attributes and methods that do not begin with an underscore, are the
interface of the core: versions of this package keep them. Everything else is private: modules and
names that begin with an underscore, and names that a module has and this page does not list.

This page is made by `make docs` from the `__all__` of each module."""


def modules() -> Iterator[ModuleType]:
    """Yield the public modules of the core, the package itself first."""
    yield iri3987
    for path in sorted(_CORE.rglob("*.py")):
        parts = path.relative_to(_CORE).with_suffix("").parts
        name = ".".join(("iri3987", *parts)).removesuffix(".__init__")
        if name != "iri3987" and "._" not in name:
            yield import_module(name)


def as_markdown() -> str:
    """Return the public names as a page of the documentation."""
    lines = [_PREFACE]
    for module in modules():
        title = _sentence(module.__doc__ or "")
        lines += ["", f"## `{module.__name__}`", "", title, "", "| name | meaning |", "|---|---|"]
        lines += [f"| `{name}` | {_meaning(module, name)} |" for name in module.__all__]
    return "\n".join(lines) + "\n"


def _meaning(module: ModuleType, name: str) -> str:
    """Return what a public name stands for: the beginning of its docstring or of its comment."""
    value = getattr(module, name)
    # A type such as Annotated[IRI, WEB] says that it is IRI.
    home = getmodule(value) if callable(value) and get_origin(value) is None else None
    if home is not None and home.__name__.startswith("iri3987"):
        return _sentence(value.__doc__ or "")
    comment = next(filter(None, (_comment(each, name) for each in _homes(module))), "")
    return _sentence(comment)


def _homes(module: ModuleType) -> Iterator[ModuleType]:
    """Yield *module* and those of our modules that it imports names from."""
    yield module
    body = ast.parse(getsource(module)).body
    # `iri3987` imports for type checkers what it imports later.
    body += [inner for node in body if isinstance(node, ast.If) for inner in node.body]
    for node in body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("iri3987"):
            yield import_module(str(node.module))


def _comment(module: ModuleType, name: str) -> str:
    """Return the comment before the assignment of *name* in *module*, or else nothing."""
    assignment = rf"((?:^\#:.*\n)+)(?:^\#.*\n)*^{name}\b.*="
    match = re.search(assignment, getsource(module), re.MULTILINE)
    return re.sub(r"^#: *", "", match[1], flags=re.MULTILINE) if match else ""


def _sentence(text: str) -> str:
    """Return the first sentence of *text*, in one line and fit for a cell of a table."""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    sentence = re.split(r"(?<=\.)\s(?=[A-Z])", paragraph, maxsplit=1)[0]
    return re.sub(r"([|<>])", r"\\\1", sentence)


if __name__ == "__main__":
    sys.stdout.write(as_markdown())
