"""Imports have one direction: no module needs one that needs it, in a function or for a type."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = [ROOT / "src/iri3987", *ROOT.glob("integrations/*/src/*_iri")]
#: pydantic asks a class for its schema, so the class needs the module that makes it.
HOOKS = {
    ("iri3987.values", "iri3987.adapters.pydantic"),
    ("iri3987.profile", "iri3987.adapters.pydantic"),
}


def imports(package: Path) -> dict[str, set[str]]:
    """Return the modules of a package, each with those of the package that it imports anywhere."""
    files = {}
    for file in package.rglob("*.py"):
        name = ".".join(file.relative_to(package.parent).with_suffix("").parts)
        files[name.removesuffix(".__init__")] = file
    found: dict[str, set[str]] = {name: set() for name in files}
    for name, file in files.items():
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module in files:
                inner = {f"{node.module}.{each.name}" for each in node.names}
                found[name] |= (inner & files.keys()) or {node.module}
            elif isinstance(node, ast.Import):
                found[name] |= {each.name for each in node.names} & files.keys()
        found[name] -= {name, *(after for before, after in HOOKS if before == name)}
    return found


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_no_circle(package: Path) -> None:
    """The modules can be put in an order in which each imports only those before it."""
    found = imports(package)
    assert len(found) == 1 or any(found.values())
    try:
        TopologicalSorter(found).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))
