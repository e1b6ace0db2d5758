"""The application. In `INSTALLED_APPS`, it gives Django the template library and the checks."""

from importlib import import_module
from importlib.util import find_spec

from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate

from django_iri.checks import TAG, check_columns, check_keys, check_settings, tell_after_migrate


class DjangoIRIConfig(AppConfig):
    """``"django_iri"`` in `INSTALLED_APPS`. It has no models."""

    name = "django_iri"
    verbose_name: str = "IRI"

    def ready(self) -> None:
        """Register the checks, and the field with those frameworks that are installed."""
        checks.register(check_settings, TAG)
        # Not with our tag: Django 6.1 asks every database if a tag is named. Nor without a tag:
        # it hands every database to such a check, and nothing but this tag waits to be asked for.
        checks.register(check_columns, checks.Tags.database)
        checks.register(check_keys, checks.Tags.database)
        post_migrate.connect(tell_after_migrate)
        if find_spec("rest_framework") is not None:
            import_module("django_iri.rest_framework").register()
        if find_spec("django_filters") is not None:
            import_module("django_iri.filters").register()
