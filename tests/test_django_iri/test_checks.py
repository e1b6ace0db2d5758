"""Tests of the system checks of the settings."""

import pytest
from django.apps import apps
from django.core.checks import run_checks

from django_iri.fields import IRIField

OURS = "django_iri.middleware.IRIMiddleware"
COMMON = "django.middleware.common.CommonMiddleware"


def found():
    """Return the ids and hints of what the checks report."""
    return [(message.id, message.hint) for message in run_checks(tags=["django_iri"])]


def test_nothing_to_report(settings):
    """A project that is set up well hears nothing."""
    settings.ALLOWED_HOSTS = ["xn--fa-hia.de", ".example.org", "*"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.xn--fa-hia.de"]
    settings.MIDDLEWARE = [OURS, COMMON]
    settings.IRI_BAD_OCTETS = "shift_jis"
    assert [] == found()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("例え.テスト", "Write 'xn--r8jz45g.xn--zckzah'."),
        (".faß.de", "Write '.xn--fa-hia.de'."),
        ("a..é", "It is not a host name: host-empty-label."),
    ],
)
def test_unicode_in_allowed_hosts(name, hint, settings):
    """A non-ASCII name matches no Host header: the hint has the name that does."""
    settings.ALLOWED_HOSTS = ["localhost", name]
    assert [("django_iri.W010", hint)] == found()


@pytest.mark.parametrize(
    ("origin", "hint"),
    [
        ("https://例え.テスト", "Write 'https://xn--r8jz45g.xn--zckzah'."),
        ("https://*.faß.de:8443", "Write 'https://*.xn--fa-hia.de:8443'."),
    ],
)
def test_unicode_in_csrf_trusted_origins(origin, hint, settings):
    """No Origin header has non-ASCII characters either."""
    settings.CSRF_TRUSTED_ORIGINS = [origin]
    assert [("django_iri.W011", hint)] == found()


def test_order_of_the_middleware(settings):
    """`CommonMiddleware` redirects, and reads the query for it: it comes second."""
    settings.MIDDLEWARE = [COMMON, OURS]
    assert [("django_iri.W012", f"Put {OURS!r} first.")] == found()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("IRI_MAP_HEADERS", None),
        ("IRI_ENCODE_QUERY", 1),
        ("IRI_CANONICAL_REDIRECT", "no"),
        ("IRI_BAD_OCTETS", 418),
        ("IRI_BAD_OCTETS", "utf-8"),
        ("IRI_BAD_OCTETS", "rot13"),
        ("IRI_BAD_OCTETS", ["latin-1"]),
        ("IRI_MESSAGES", "Enter a valid URL."),
        ("IRI_MESSAGES", {"bad-precent": "No"}),
        ("IRI_MESSAGES", {"invalid": "At %(positon)s"}),
    ],
)
def test_settings(name, value, settings):
    """A setting that has no value that it can have is an error."""
    setattr(settings, name, value)
    assert ["django_iri.E010"] == [message.id for message in run_checks(tags=["django_iri"])]


def test_frameworks_that_are_not_installed(monkeypatch):
    """The application starts without Django REST framework and django-filter."""
    monkeypatch.setattr("django_iri.apps.find_spec", lambda _: None)
    monkeypatch.setattr("django_iri.apps.import_module", None)
    assert apps.get_app_config("django_iri").ready() is None


def test_frameworks_that_are_installed():
    """A serializer and a filter set of a model know the field by themselves."""
    serializers = pytest.importorskip("rest_framework.serializers")
    filterset = pytest.importorskip("django_filters.filterset")
    assert "django_iri.rest_framework" == (
        serializers.ModelSerializer.serializer_field_mapping[IRIField].__module__
    )
    found = filterset.FILTER_FOR_DBFIELD_DEFAULTS[IRIField]["filter_class"]
    assert "django_iri.filters" == found.__module__
