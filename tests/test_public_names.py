"""The public names: each means something, and plug-ins and examples use no others of the core."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import iri3987
from site_parts.public import assignment, every_module

ROOT = Path(__file__).parents[1]
#: The folders whose code uses the core as anybody may.
USERS = (*ROOT.glob("integrations/*/src"), *ROOT.glob("example_projects/*/"), ROOT / "docs")
PUBLIC = {name: import_module(name).__all__ for name in every_module()}


@pytest.mark.parametrize("module", PUBLIC)
def test_every_name_means_something(module):
    """A public name is in its module, and has a docstring or a comment that the site shows."""
    for name in PUBLIC[module]:
        value = getattr(import_module(module), name)
        is_documented = isinstance(value, type) or callable(value)
        assert (is_documented and value.__doc__) or assignment(f"{module}.{name}")[0], name


def test_names_are_imported_when_they_are_used():
    """`dir` lists each name of the package, and each can be had; another is an AttributeError."""
    assert set(iri3987.__all__) <= set(dir(iri3987))
    assert all(getattr(iri3987, name) is not None for name in iri3987.__all__)
    with pytest.raises(AttributeError, match="module 'iri3987' has no attribute 'colour'"):
        iri3987.colour  # noqa: B018


@pytest.mark.parametrize("name", ["display", "to_uri"])
def test_a_replaced_name_comes_back(name):
    """A test can replace a name of the package, used before or not: afterwards it is as before."""
    code = f"""if True:
        from unittest import mock
        import iri3987
        for _ in range(2):
            with mock.patch("iri3987.{name}", return_value="x"):
                print(iri3987.{name}("urn:a"))
            print(iri3987.{name}("urn:a"))"""
    printed = subprocess.check_output([sys.executable, "-c", code], encoding="utf-8")
    assert ["x", "urn:a"] * 2 == printed.split()


def imported(path):
    """Yield each module of the core that a file imports from, and the name it imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names=aliases):
                found = [(each.name, None) for each in aliases]
            case ast.ImportFrom(module=str(module), names=aliases, level=0):
                found = [
                    (f"{module}.{each.name}", None)
                    if f"{module}.{each.name}" in PUBLIC and each.name not in PUBLIC.get(module, ())
                    else (module, each.name)
                    for each in aliases
                ]
            case _:
                continue
        yield from (each for each in found if each[0].partition(".")[0] == "iri3987")


@pytest.mark.parametrize("user", USERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_plug_ins_and_examples_use_public_names_only(user):
    """A name that a plug-in or an example imports from the core is public."""
    for path in user.rglob("*.py"):
        for module, name in imported(path):
            assert module in PUBLIC, path
            assert name is None or name in PUBLIC[module], path
