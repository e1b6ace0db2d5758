"""Tests of what the site takes from the source: names, docstrings, tables."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

from iri3987 import IRIError
from iri3987.codes import CODES
from site_parts import tables
from site_parts.docstrings import as_rest, find

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["accessible", "docstrings", "pages", "public"])
def test_examples(name):
    """The examples of the modules that make the site print what they say."""
    module = importlib.import_module(f"site_parts.{name}")
    assert 0 == doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed


@pytest.mark.parametrize(
    ("name", "module", "expected"),
    [
        ("IRI", "iri3987", "iri3987.values.IRI"),
        ("IRIError.code", "iri3987.profile", "iri3987.exceptions.IRIError.code"),
        ("iri3987.profile.LINK", "iri3987.html", "iri3987.profile.LINK"),
        ("batches", "iri3987.rows", "iri3987.rows.batches"),
        ("IRIField", "django_iri.forms", "django_iri.forms.IRIField"),
        ("IRIKeyField", "django_iri.fields", "django_iri.fields.IRIKeyField"),
        ("request_iri", "flask_iri", "flask_iri.request_iri"),
        ("str", "iri3987", None),
        ("a b", "iri3987", None),
        ("no_such_name", "iri3987", None),
        ("_text.exact", "iri3987.display", None),
    ],
)
def test_names_are_found(name, module, expected):
    """A name in a docstring leads to where it is documented; others are code."""
    assert expected == find(name, module)


def test_names_of_a_class_come_first():
    """In the docstring of a class, its attributes are meant."""
    expected = "iri3987.profile.Profile.repair"
    assert expected == find("repair", "iri3987.profile", "Profile")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ``b`` *c* d*e", "a ``b`` *c* d\\*e"),
        ('see "http://x.example/"', 'see "http\\://x.example/"'),
        ("(https://www.rfc-editor.org/)", "(https://www.rfc-editor.org/)"),
        ("x_ and _x", "x\\_ and _x"),
        (">>> f('`a`*')", ">>> f('`a`*')"),
    ],
)
def test_docstrings(text, expected):
    """Prose keeps its characters, and code is not touched."""
    assert [expected] == as_rest([text], "iri3987")


def test_rules_are_shown_as_they_are():
    """The comment of a grammar rule is a literal block."""
    assert ["::", "", '  ipchar = iunreserved / ":"'] == as_rest(
        ['ipchar = iunreserved / ":"'], "iri3987.syntax.grammar"
    )


@pytest.mark.parametrize("code", CODES)
def test_examples_of_codes(code):
    """The example of a code has that code, after the imports that its page asks for."""
    imports = re.search(
        r"```python\n(.+?)```", (DOCS / "reference/codes.md").read_text(), re.DOTALL
    )
    names = {}
    exec(imports[1], names)  # noqa: S102 - our own page
    try:
        found = {finding.code for finding in eval(CODES[code].example, names)}  # noqa: S307
    except IRIError as error:
        found = {error.code}
    assert code in found


def test_tables_escape_bars():
    """A bar in a cell does not end it."""
    assert r"| a | str \| None |" in tables.table(("x", "y"), [("a", "str | None")])


def test_settings_are_complete():
    """Every setting of django-iri is in the table, with what it means."""
    from django_iri.conf import Options

    lines = tables.django_settings().splitlines()[2:]
    names = [re.match(r"\| `(\w+)`\{#\1\} ", line)[1] for line in lines]
    assert [f"IRI_{name.upper()}" for name in Options._fields] == names
    assert all(len(line.split(" | ")[-1]) > 20 for line in lines)


def test_configuration_is_complete():
    """Every key that flask-iri reads is in the table."""
    import inspect

    from flask_iri import FlaskIRI

    read = re.findall(r'_configure\(app, "(\w+)"', inspect.getsource(FlaskIRI.init_app))
    assert read == re.findall(r"^\| `(\w+)`", tables.flask_settings(), re.MULTILINE)
