"""Tests of what is told about rows that have an address and no key, on every database."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.checks import run_checks
from django.db import OperationalError, models, transaction
from django.test.utils import isolate_apps

from django_iri.checks import check_keys, tell_after_migrate
from django_iri.fields import IRIField, IRIKeyField
from test_django_iri.databases import Nowhere, on_each_database
from test_django_iri.test_rows import old_rows
from test_django_iri.testapp.models import Bookmark, Local, OldBookmark

APP = "test_django_iri.testapp"


def lines(using, **options):
    """Return what is said after ``migrate``."""
    stdout = StringIO()
    config = apps.get_app_config("testapp")
    options = {"verbosity": 1, "plan": ["a migration"], "stdout": stdout} | options
    tell_after_migrate(app_config=config, using=using, **options)
    return stdout.getvalue().splitlines()


@on_each_database
def test_rows_without_a_key(database):
    """The check names the command, and so does the line after ``migrate``."""
    old_rows(["http://a.example/"], database)
    option = "" if database == "default" else f" --database {database}"
    text = "Rows of testapp.Bookmark have text in homepage and no homepage_key yet."
    hint = f"Run: manage.py iri_rekey testapp.Bookmark{option}"
    for tags in ["database"], None:
        found = [each for each in run_checks(tags=tags, databases=[database]) if "W005" in each.id]
        assert [(text, hint)] == [(problem.msg, problem.hint) for problem in found]
    assert [f"{text} {hint}"] == lines(database)
    # Rows that have a key, and rows without an address, are as they should be.
    OldBookmark.objects.using(database).all().delete()
    Bookmark.objects.using(database).create(homepage="http://a.example/")
    old_rows([None, "", ""], database)
    assert ([], []) == (check_keys(databases=[database]), lines(database))


@pytest.mark.django_db
def test_when_nothing_is_said(settings):
    """Nothing is said about a database that is not asked, nor if silence is asked for."""
    old_rows(["http://a.example/"], "default")
    assert [] == check_keys()
    assert [] == check_keys(databases=["default"], app_configs=[apps.get_app_config("formsapp")])
    assert [] == lines("default", verbosity=0)
    assert [] == lines("default", plan=[])
    settings.DATABASE_ROUTERS = [Nowhere()]
    assert [] == check_keys(databases=["default"])


@on_each_database
@pytest.mark.parametrize("what", ["table", "column"])
def test_before_the_migration(database, what):
    """A table or a column that is not there yet has nothing missing, and no transaction is lost."""
    with isolate_apps(APP):

        class Newer(Local):
            homepage = IRIField()
            later_key = IRIKeyField(source="homepage")

            class Meta(Local.Meta):
                db_table = "testapp_bookmark" if what == "column" else "testapp_later"

        with transaction.atomic(using=database):
            assert [] == check_keys(databases=[database], app_configs=[Config(Newer)])
            assert 0 == Bookmark.objects.using(database).count()


class Config:
    """An application with one model."""

    def __init__(self, model):
        self.model = model

    def get_models(self):
        """Return it."""
        return [self.model]


@isolate_apps(APP)
@pytest.mark.django_db
def test_what_is_told_elsewhere(monkeypatch):
    """A key with a wrong source is not asked about; a server that is away causes no traceback."""

    class Model(Local):
        links = models.ManyToManyField("self")
        key = IRIKeyField(source="links")

    assert [] == check_keys(databases=["default"], app_configs=[Config(Model)])

    def refuse(**_):
        raise OperationalError

    monkeypatch.setattr("django_iri.checks.transaction.atomic", refuse)
    assert [] == check_keys(databases=["default"])
