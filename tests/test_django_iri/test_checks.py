"""Tests of the system checks of the settings."""

import pytest
from django.apps import apps
from django.core.checks import run_checks

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


HOSTS, ORIGINS = "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS"


@pytest.mark.parametrize(
    ("name", "value", "expected", "hint"),
    [
        # A non-ASCII name matches no Host header, nor an Origin: the hint has the name that does.
        (HOSTS, ["localhost", "例え.テスト"], "W010", "Write 'xn--r8jz45g.xn--zckzah'."),
        (HOSTS, [".faß.de"], "W010", "Write '.xn--fa-hia.de'."),
        (HOSTS, ["a..é"], "W010", "It is not a host name: host-empty-label."),
        (ORIGINS, ["https://例え.テスト"], "W011", "Write 'https://xn--r8jz45g.xn--zckzah'."),
        (ORIGINS, ["https://*.faß.de:1"], "W011", "Write 'https://*.xn--fa-hia.de:1'."),
        # `CommonMiddleware` redirects, and reads the query for it: it comes second.
        ("MIDDLEWARE", [COMMON, OURS], "W012", f"Put {OURS!r} first."),
        *(
            (f"IRI_{name}", value, "E010", None)
            for name, value in [
                ("MAP_HEADERS", None),
                ("ENCODE_QUERY", 1),
                ("CANONICAL_REDIRECT", "no"),
                ("SCHEMA_FORMAT", "url"),
                ("SCHEMA_FORMAT", None),
                ("BAD_OCTETS", 418),
                ("BAD_OCTETS", "utf-8"),
                ("BAD_OCTETS", "rot13"),
                ("BAD_OCTETS", ["latin-1"]),
                ("MESSAGES", "Enter a valid URL."),
                ("MESSAGES", {"bad-precent": "No"}),
                ("MESSAGES", {"invalid": "At %(positon)s"}),
            ]
        ),
    ],
)
def test_settings(name, value, expected, hint, settings):
    """What cannot work is told, with what would."""
    setattr(settings, name, value)
    [(id_, told)] = found()
    assert f"django_iri.{expected}" == id_
    assert hint in {None, told}


def test_frameworks_that_are_not_installed(monkeypatch):
    """The application starts without Django REST framework and django-filter."""
    monkeypatch.setattr("django_iri.apps.find_spec", lambda _: None)
    monkeypatch.setattr("django_iri.apps.import_module", None)
    assert apps.get_app_config("django_iri").ready() is None
