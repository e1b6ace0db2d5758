"""Checks of a project whose database is not there: an image that is built, a linter."""

import socket
from contextlib import closing

import pytest

from test_django_iri.projects import SETTINGS, Project

pytestmark = pytest.mark.slow  # each command is a process

MODELS = """
    from django.db import models
    from django_iri.fields import IRIField, IRIHostField, IRIKeyField


    class Link(models.Model):
        url = IRIField()
        url_key = IRIKeyField(source="url")
        url_host = IRIHostField(source="url")
"""
NO_DATABASE = "    DATABASES = {}\n"
SILENT = """
    DATABASES = {{"default": {{
        "ENGINE": "django.db.backends.postgresql", "HOST": "127.0.0.1", "PORT": {port},
        "NAME": "links", "USER": "links",
    }}}}
"""


@pytest.fixture
def project(tmp_path):
    """Make a project with rows of addresses."""
    return Project(tmp_path, MODELS)


def test_no_database(project):
    """Without DATABASES, all but what needs one works."""
    project.write("project_settings.py", SETTINGS + NO_DATABASE)
    assert "no issues" in project.said("check")
    assert "no issues" in project.said("check", "--tag", "django_iri")


def test_a_server_that_accepts_and_never_answers(project):
    """A server is not asked, so nothing waits for it."""
    pytest.importorskip("psycopg")
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        server.settimeout(0)
        port = server.getsockname()[1]
        project.write("project_settings.py", SETTINGS + SILENT.format(port=port))
        assert "no issues" in project.said("check")
        with pytest.raises(BlockingIOError):
            server.accept()


def test_a_file_that_is_not_there(project):
    """SQLite makes an empty file as soon as it is asked: no check asks it by itself."""
    file = project.folder / "links.sqlite3"
    assert "no issues" in project.said("check")
    assert not file.exists()
    project.said("makemigrations", "links")
    project.said("migrate")
    project.sql("INSERT INTO links_link (url) VALUES ('https://example.org/')")
    assert "no issues" in project.said("check")
    assert "django_iri.W005" in project.said("check", "--database", "default")


def test_a_longer_field(project):
    """A model that was changed is for `makemigrations`: no applied migration has to be edited."""
    project.said("makemigrations", "links")
    project.said("migrate")
    project.write("links/models.py", MODELS.replace("IRIField()", "IRIField(max_length=3000)"))
    for arguments in ("check", "--database", "default"), ("makemigrations", "links"), ("migrate",):
        assert "django_iri.W003" not in project.said(*arguments)
    project.said("makemigrations", "links", "--check")
