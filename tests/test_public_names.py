"""The public names: each means something, and nothing else of the core is used."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import iri3987
from site_parts.public import PACKAGES, comment, modules

ROOT = Path(__file__).parent.parent
CORE = ROOT / "src" / "iri3987"
#: The folders whose code uses the core as anybody may.
USERS = {
    "django-iri": ROOT / "integrations" / "django-iri" / "src",
    "flask-iri": ROOT / "integrations" / "flask-iri" / "src",
    "sqlalchemy-iri": ROOT / "integrations" / "sqlalchemy-iri" / "src",
    "starlette-iri": ROOT / "integrations" / "starlette-iri" / "src",
    "django_links": ROOT / "example_projects" / "django_links",
    "flask_links": ROOT / "example_projects" / "flask_links",
    "starlette_links": ROOT / "example_projects" / "starlette_links",
    "playground": ROOT / "docs" / "playground",
}


PUBLIC = {name: import_module(name).__all__ for package in PACKAGES for name in modules(package)}
each_module = pytest.mark.parametrize("module", PUBLIC)


def test_every_module_of_the_core_says_what_is_public():
    """Each module of the core whose name does not begin with an underscore has an `__all__`."""
    paths = (path.relative_to(CORE.parent).with_suffix("") for path in CORE.rglob("*.py"))
    names = {".".join(path.parts).removesuffix(".__init__") for path in paths}
    assert {name for name in names if "._" not in name} == set(modules("iri3987"))


@each_module
def test_every_name_means_something(module):
    """A public name is in its module, and has a docstring or a comment that the site shows."""
    assert [] == [name for name in PUBLIC[module] if not meaning(module, name)]


def meaning(module, name):
    """Return the docstring of a public name, or else the comment before it."""
    value = getattr(import_module(module), name)
    is_documented = isinstance(value, type) or type(value).__name__ in {
        *("function", "builtin_function_or_method", "_lru_cache_wrapper")
    }
    return value.__doc__ if is_documented else comment(module, name)


@pytest.mark.parametrize("module", modules("iri3987"))
def test_nothing_is_public_by_accident(module):
    """A name that a module of the core defines is in `__all__`, or begins with "_"."""
    definitions = ast.parse(Path(import_module(module).__file__).read_text("utf-8")).body
    names = {name for node in definitions for name in defined(node)}
    public = {name for name in names if not name.startswith("_")}
    assert set() == public - set(PUBLIC[module])


def test_names_are_imported_when_they_are_used():
    """Each name can be had from the package, and means what its module says; `dir` lists them."""
    assert sorted(iri3987.__all__) == dir(iri3987)
    found = {name: getattr(iri3987, name) for name in iri3987.__all__}
    homes = iri3987._MODULES  # noqa: SLF001
    assert found == {
        name: vars(import_module(f"iri3987.{home}"))[name] for name, home in homes.items()
    }


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("import iri3987; print(iri3987.repair('a b'))", "a%20b", id="function"),
        pytest.param(
            "import iri3987.repair; print(iri3987.repair('a b'))", "a%20b", id="module-first"
        ),
        pytest.param(
            "from iri3987.display import display; import iri3987; print(iri3987.display('é'))",
            "é",
            id="from-module",
        ),
        pytest.param("import iri3987; print(iri3987.mapping.to_uri('é'))", "%C3%A9", id="module"),
        pytest.param("from iri3987 import *; print(to_uri('é'))", "%C3%A9", id="star"),
        pytest.param("import iri3987; print(iri3987.codes.__name__)", "iri3987.codes", id="codes"),
    ],
)
def test_names_in_a_fresh_process(code, expected):
    """A function that has the name of its module is what the package has, in whatever order."""
    command = [sys.executable, "-X", "utf8", "-c", code]
    assert expected == subprocess.check_output(command, encoding="utf-8").strip()


def test_a_replacement_is_not_kept():
    """A name that is first used while a test replaces the function is the function afterwards."""
    code = """if True:
        from unittest import mock
        import iri3987
        with mock.patch("iri3987.mapping.to_uri"):
            iri3987.to_uri("é")
        print(iri3987.to_uri("é"))"""
    assert (
        "%C3%A9" == subprocess.check_output([sys.executable, "-c", code], encoding="utf-8").strip()
    )


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


def test_unknown_name():
    """A name that the package does not have is an AttributeError, as in other modules."""
    with pytest.raises(AttributeError, match="module 'iri3987' has no attribute 'colour'"):
        iri3987.colour  # noqa: B018


def defined(node):
    """Return the names that a statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if is_name(each)]
    return []


def is_name(node):
    """Tell whether a part of an expression is a name."""
    return isinstance(node, ast.Name)


def used(source):
    """Yield what a module uses of the core: names with their module, and whole modules."""
    tree = ast.parse(source)
    modules = {}
    for module, name, alias in imported(tree):
        path = module if name is None else f"{module}.{name}"
        if path in PUBLIC and (name is None or name not in PUBLIC[module]):
            modules[alias or path] = path
            yield path, None
        else:
            yield module, name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in modules:
            module = modules[ast.unparse(node.value)]
            if f"{module}.{node.attr}" not in PUBLIC:
                yield module, node.attr


def imported(tree):
    """Yield what a module imports from the core: a module, a name in it, and the name it gets."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=aliases):
                ours = (each for each in aliases if is_ours(each.name))
                yield from ((each.name, None, each.asname) for each in ours)
            case ast.ImportFrom(module=str(module), names=aliases, level=0) if is_ours(module):
                yield from ((module, each.name, each.asname or each.name) for each in aliases)


def is_ours(module):
    """Tell whether a module is the core, or of it."""
    return module.partition(".")[0] == "iri3987"


def is_public(module, name):
    """Tell whether a module is public, and a name of it if one is given."""
    return module in PUBLIC and (name is None or name in PUBLIC[module])


@pytest.mark.parametrize("user", USERS)
def test_plug_ins_and_examples_use_public_names_only(user):
    """A name that a plug-in or an example imports from the core is public."""
    found = {each for path in USERS[user].rglob("*.py") for each in used(path.read_text("utf-8"))}
    assert found
    assert [] == sorted(f"{each[0]}: {each[1]}" for each in found if not is_public(*each))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import iri3987\niri3987.IRI", ["iri3987 None", "iri3987 IRI"]),
        ("import iri3987.host as h\nh._x", ["iri3987.host None", "iri3987.host _x"]),
        ("from iri3987 import words\nwords.tell", ["iri3987.words None", "iri3987.words tell"]),
        ("from iri3987 import display", ["iri3987 display"]),
        ("from iri3987._text import exact", ["iri3987._text exact"]),
        ("from iri3987.display import to_uri", ["iri3987.display to_uri"]),
        ("import django\nfrom . import iri3987", []),
    ],
)
def test_uses_are_found(source, expected):
    """Names are found in each form of import, and as attributes of an imported module."""
    assert expected == [f"{module} {name}" for module, name in used(source)]
