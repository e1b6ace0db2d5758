"""`iri3987.html.preview`: which rules a script gets, and for which profiles it can judge."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import django_iri
from iri3987 import ANY, INTRANET, PUBLIC, WEB, Profile
from iri3987.html.preview import STATIC, can_preview, preview_rules

DJANGO = Path(django_iri.__file__).parent / "static" / "django_iri"


@pytest.mark.parametrize(
    ("profile", "expected"),
    [
        *((each, True) for each in (ANY, WEB, INTRANET)),
        (PUBLIC, False),  # a script does not know which networks are public
        (replace(WEB, reject=["mixed-scripts"]), False),  # nor the findings
        (Profile(require_host=["http"]), True),
    ],
)
def test_can_preview(profile, expected):
    """A script cannot show what it cannot judge."""
    assert expected == can_preview(profile)


def test_rules_are_of_json():
    """Another limit is another rule, and all of them can be written into a page."""
    rules = preview_rules(replace(WEB, max_length=100))
    assert (["http", "https"], 100) == (rules["schemes"], rules["characters"])
    assert preview_rules(ANY)["schemes"] is None
    assert ["http"] == preview_rules(Profile(require_host=["http"]))["requireHost"]
    assert rules == {**json.loads(json.dumps(rules)), "port": rules["port"]}


@pytest.mark.parametrize("name", ["iri-input.js", "iri-input.css"])
def test_django_has_the_same_files(name):
    """Django serves only what lies in the folder of an application, so `make static` copies it."""
    assert (STATIC / name).read_text("utf-8") == (DJANGO / name).read_text("utf-8")
    assert {path.name for path in STATIC.iterdir()} == {path.name for path in DJANGO.iterdir()}
