"""The application, which `INSTALLED_APPS` names for its template library."""

from django.apps import AppConfig


class DjangoIRIConfig(AppConfig):
    """``"django_iri"`` in `INSTALLED_APPS`. It has no models."""

    name = "django_iri"
    verbose_name = "IRI"
