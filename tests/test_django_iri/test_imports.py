"""Importing django-iri changes no class of Django, Django REST framework or Jinja."""

import json
import subprocess
import sys

import pytest

#: Print what differs between two looks at the classes: before and after the imports.
SCRIPT = """
import importlib, json, pkgutil, sys
import django
from django.conf import settings

apps = ["auth", "contenttypes", "sites", "messages", "admin"]
engine = "django.db.backends.sqlite3"
settings.configure(
    INSTALLED_APPS=[*(f"django.contrib.{app}" for app in apps), "rest_framework"],
    DATABASES={"default": {"ENGINE": engine, "NAME": ":memory:"}},
)
django.setup()

import django.contrib.admin.options, django.contrib.sitemaps, django.contrib.syndication.views
import django.db.models.sql.compiler, django.forms.models, django_filters, jinja2
import rest_framework.metadata, rest_framework.renderers, rest_framework.serializers

KNOWN = ("django.", "rest_framework.", "django_filters.", "jinja2.")
MODULES = [module for name, module in sys.modules.items() if f"{name}.".startswith(KNOWN)]


def look():
    found = {}
    for module in MODULES:
        for name, value in vars(module).items():
            if isinstance(value, type) and value.__module__.startswith(KNOWN):
                for attribute, item in vars(value).items():
                    if attribute not in ("__dict__", "__weakref__", "_abc_impl"):
                        # A table of the class is compared by what is in it.
                        shown = dict(item) if isinstance(item, dict) else id(item)
                        found[f"{value.__module__}.{value.__qualname__}.{attribute}"] = shown
    overrides = django.contrib.admin.options.FORMFIELD_FOR_DBFIELD_DEFAULTS
    return found | {"FORMFIELD_FOR_DBFIELD_DEFAULTS": dict(overrides)}


before = look()
import django_iri

for module in pkgutil.walk_packages(django_iri.__path__, "django_iri."):
    importlib.import_module(module.name)

from django.db import models
from django_iri.fields import IRIField, IRIHostField, IRIKeyField


class Link(models.Model):
    homepage = IRIField()
    homepage_key = IRIKeyField(source="homepage")
    homepage_host = IRIHostField(source="homepage")

    class Meta:
        app_label = "links"


added = [name for name in ("validate_unique", "validate_constraints", "save") if name in vars(Link)]
after = look()
changed = [name for name in after if before.get(name) != after[name]]
# Django numbers its fields and managers.
print(json.dumps([added, [name for name in changed if not name.endswith("creation_counter")]]))
"""


@pytest.mark.slow
def test_importing_changes_no_class():
    """Every module is imported and a model with keys is made; each attribute is what it was."""
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    assert [[], []] == json.loads(done.stdout)
