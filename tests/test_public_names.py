"""The public names: each means something, and plug-ins and examples use no others of the core."""

import ast
import re
import subprocess
import sys
import textwrap
from importlib import import_module
from pathlib import Path

import pytest

import iri3987
from site_parts.public import PACKAGES, assignment, at_home, every_module

ROOT = Path(__file__).parents[1]
#: What is released together with the core.
FAMILY_MEMBERS = (*ROOT.glob("integrations/*/src"), ROOT / "docs" / "_ext")
#: The folders whose code uses the core as anybody may.
USERS = (*ROOT.glob("example_projects/*/"), ROOT / "tests" / "documents" / "setups")
PAGES = [
    path
    for pattern in ("*.md", "docs/**/*.md", "integrations/*/*.md", "example_projects/**/*.md")
    for path in ROOT.glob(pattern)
]
PUBLIC = {name: set(import_module(name).__all__) for name in every_module()}
FAMILY = {name: set(import_module(name).__family__) for name in every_module("__family__")}
#: Both, as a member of the family may use them.
KNOWN = {name: PUBLIC.get(name, set()) | FAMILY.get(name, set()) for name in PUBLIC | FAMILY}


def test_few_names_are_promised():
    """A name in an `__all__` keeps its meaning: so they are few."""
    assert sum(map(len, PUBLIC.values())) <= 245


@pytest.mark.parametrize("module", FAMILY)
def test_names_of_the_family_are_not_public(module):
    """A name is in one list, and in the module; the documentation does not show it there."""
    assert FAMILY[module]
    assert FAMILY[module].isdisjoint(PUBLIC.get(module, ()))
    assert FAMILY[module] <= set(dir(import_module(module)))
    names = {f"{module}.{name}" for name in FAMILY[module]}
    assert names.isdisjoint(map(at_home, names))


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


def names_used(source, modules):
    """Yield each module of ours that a source uses names of, and the name."""
    tree = ast.parse(source)
    bound = {}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                found = [(each.name, None, each.asname) for each in aliases]
            case ast.ImportFrom(module=str(module), names=aliases, level=0):
                found = [(module, each.name, each.asname or each.name) for each in aliases]
            case _:
                continue
        for module, name, alias in found:
            if name and f"{module}.{name}" in modules and name not in modules.get(module, ()):
                bound[alias] = f"{module}.{name}"
            elif module.partition(".")[0] in PACKAGES:
                yield module, name
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=alias), attr=name) if alias in bound:
                yield bound[alias], name


def unknown(source, modules):
    """Return the names that a source uses, and that are not among those of the modules."""
    return {
        (module, name)
        for module, name in names_used(source, modules)
        if module not in modules or name not in {None, "*", *modules[module]}
    }


@pytest.mark.parametrize(
    "member", FAMILY_MEMBERS, ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_distributions_use_names_of_the_family(member):
    """A plug-in, or the site, uses public names of the others, and those for the family."""
    own = {path.name for path in member.iterdir()}
    for path in member.rglob("*.py"):
        found = unknown(path.read_text("utf-8"), KNOWN)
        assert set() == {each for each in found if each[0].partition(".")[0] not in own}, path


def test_names_of_the_family_are_used():
    """Another distribution imports each: what none needs is promised to none."""
    used = {
        each
        for member in FAMILY_MEMBERS
        for path in member.rglob("*.py")
        for each in names_used(path.read_text("utf-8"), KNOWN)
        if not (member / each[0].partition(".")[0]).exists()
    }
    named = {(module, name) for module, names in FAMILY.items() for name in names}
    assert set() == named - used


@pytest.mark.parametrize("user", USERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_use_public_names_only(user):
    """An example, and what a page takes for granted, uses public names alone."""
    for path in user.rglob("*.py"):
        assert set() == unknown(path.read_text("utf-8"), PUBLIC), path


def code_of(text):
    """Return the Python of a document."""
    blocks = re.findall(r"^ *```(python|pycon)\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL)
    return "\n".join(
        "\n".join(re.findall(r"^ *(?:>>>|\.\.\.) ?(.*)$", block, re.MULTILINE))
        if language == "pycon" or ">>> " in block
        else textwrap.dedent(block)
        for language, block in blocks
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_documents_use_public_names_only(page):
    """The code of a document uses public names, and its text names no others."""
    text = page.read_text("utf-8")
    assert set() == unknown(code_of(text), PUBLIC)
    # `django_iri.E005` is a check, and `iri3987.example` stands for the site.
    names = re.findall(rf"`((?:{'|'.join(PACKAGES)})(?:\.(?![EW]\d|example)\w+)+)`", text)
    assert [] == [name for name in names if name not in PUBLIC and at_home(name) is None]
