"""What a program pays when it starts: nothing is compiled or imported before it is used."""

import json
import subprocess
import sys

import pytest

_DJANGO = (
    "import django.conf; django.conf.settings.configure(); import django; django.setup(); "
    "import django.db.models, django.forms, django.template.defaultfilters"
)
#: Each distribution, what a program that uses it has imported before, and the most modules of ours
#: that it brings. None of them searches text, inspects an address, or reads a table.
STARTS = {
    "iri3987": ("", "import iri3987", 1),
    "the value": ("", "from iri3987 import IRI, to_uri", 25),
    "the profile": ("", "from iri3987 import WEB", 50),
    "the filters": ("", "import iri3987.html.filters", 60),
    "flask-iri": ("import flask", "import flask_iri", 80),
    "django-iri": (
        _DJANGO,
        "import django_iri.fields, django_iri.templatetags.iri",
        85,
    ),
    "sqlalchemy-iri": ("import sqlalchemy.orm", "import sqlalchemy_iri", 60),
    "starlette-iri": ("import starlette.applications", "import starlette_iri", 70),
}
LATER = ("iri3987.text", "iri3987.inspection.rules", "iri3987.rows", "idna")
_PROGRAM = """
import json, re, sys
{before}
compiled, compile_ = [], re._compiler.compile
def watch(source, flags=0):
    frame = sys._getframe(1)
    while frame.f_globals["__name__"] in {{"re", "re._compiler", "iri3987._unicode.patterns"}}:
        frame = frame.f_back
    compiled.append((frame.f_globals["__name__"], str(source)))
    return compile_(source, flags)
re._compiler.compile = watch
known = set(sys.modules)
{start}
print(json.dumps([sorted(set(sys.modules) - known), compiled]))
"""


@pytest.mark.parametrize("name", STARTS)
def test_a_start_brings_what_is_used(name: str) -> None:
    """An import brings few modules, and of patterns that of a scheme, which a profile names."""
    before, start, most = STARTS[name]
    program = _PROGRAM.format(before=before, start=start)
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    modules, compiled = json.loads(output)
    ours = [each for each in modules if "iri" in each.partition(".")[0]]
    assert [] == [each for each in modules if each.startswith(LATER)]
    assert len(ours) <= most
    core = {name for name, _ in compiled if name.startswith("iri3987")}
    assert core <= {"iri3987.profile.options"}
    # Those of a plug-in are small.
    assert [] == [source for name, source in compiled if "_iri" in name and len(source) > 40]
