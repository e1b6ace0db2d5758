"""Imports have one direction, in a function and for a type too, and load what is used."""

import ast
import subprocess
import sys
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


#: What a program does, modules that are then loaded, and modules that are not.
LOADED = [
    ("import iri3987", "", "idna iri3987._unicode._tables iri3987.files re typing"),
    (
        """
from iri3987 import IRI, display, inspect, normalize, to_iri, to_uri
for function in (IRI, display, inspect, normalize, to_iri, to_uri):
    function("http://a.example/%41%2f?q#")
""",
        "",
        """
idna iri3987._unicode._tables dataclasses inspect jinja2 pydantic django flask starlette
""",
    ),
    (
        """
from iri3987.appearance import display
for text in ("http://example.org/%C3%A9?é#é", "foo:é@é/é"):
    display(text)
""",
        "",
        "idna iri3987._unicode._tables",
    ),
    (
        """
from iri3987.appearance import display
for text in ("foo://é/", "http://é.example/", "http://xn--9ca.example/"):
    display(text)
""",
        "iri3987._unicode._tables",
        "idna",
    ),
    ("from iri3987 import to_uri; to_uri('http://FAß.de/')", "idna", "pydantic django flask"),
    ("from iri3987 import display; display('http://É.example/')", "idna", ""),
    ("import iri3987.types", "", "pydantic"),
    ("import iri3987.adapters.jsonschema", "", "jsonschema"),
    ("import iri3987.messages, iri3987.profile, iri3987.html.inputs", "", "wtforms"),
    ("import iri3987.adapters.wtforms", "wtforms", "flask django"),
    ("import django_iri.validators", "", "django.forms"),
    ("import sqlalchemy_iri.rows", "", "alembic flask flask_iri"),
    ("import flask_iri", "", "wtforms flask_admin flask_babel sqlalchemy"),
]


@pytest.mark.parametrize(("program", "needed", "late"), LOADED)
def test_loaded(program: str, needed: str, late: str) -> None:
    """A program loads what it uses, and no more."""
    report = f"import sys\n{program}\nprint(*sys.modules, sep='\\n')"
    # Without the environment, as measuring coverage in the process would load other modules.
    command = [sys.executable, "-X", "utf8", "-I", "-W", "error", "-c", report]
    loaded = set(subprocess.check_output(command, env={}, encoding="utf-8").split())
    assert set(needed.split()) <= loaded
    assert set() == set(late.split()) & loaded


@pytest.mark.parametrize(
    ("package", "program", "said"),
    [
        ("wtforms", "import flask_iri.wtforms", "flask-iri[wtforms]"),
        ("flask_admin", "import flask_iri.admin", "flask-iri[admin]"),
        (
            "sqlalchemy",
            """
from flask import Flask
from flask_iri.commands import iri
result = Flask("x").test_cli_runner().invoke(iri, ["audit", "Link.url"])
sys.exit(result.output)
""",
            "flask-iri[sqlalchemy]",
        ),
    ],
)
def test_missing(package: str, program: str, said: str) -> None:
    """A module whose package is not installed says what to install."""
    code = f"import sys\nsys.modules[{package!r}] = None\n{program}"
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.returncode != 0
    assert said in done.stderr
