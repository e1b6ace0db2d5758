"""The tasks of docs/how-to/queues.md, as they stand there, give every row its key."""

import json
import re
from pathlib import Path

import django
import pytest

from iri3987.comparison import key_digest
from test_django_iri.projects import Project

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "queues.md").read_text("utf-8")
MODELS = """
    from django.db import models
    from django_iri.fields import IRIField, IRIKeyField

    class Link(models.Model):
        url = IRIField()
        url_key = IRIKeyField(source="url", unique=False)
"""
START = """
import django, json
django.setup()
{}
from links.tasks import rekey_all_links
rekey_all_links(parts=3)
"""


def begin(folder, heading):
    """Return a project with the tasks under a heading of the page, and rows without their keys."""
    project = Project(folder, MODELS)
    task = re.search(rf"^## {heading}\n.*?```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    project.write("links/tasks.py", task[1])
    project.said("makemigrations", "links")
    project.said("migrate")
    # Each second key is stale, as a process of an old release leaves it.
    rows = ((f"HTTP://Faß.de:80/{i}", "1:stale" if i % 2 else None) for i in range(10))
    project.sql("INSERT INTO links_link (url, url_key) VALUES (?, ?)", *rows)
    return project


def wrong(project):
    """Return how many rows have another key than that of their address."""
    rows = project.sql("SELECT url, url_key FROM links_link")
    return len([url for url, key in rows if key != key_digest(url)])


@pytest.mark.slow  # each command is a process
@pytest.mark.skipif(django.VERSION < (6, 0), reason="Django 6.0 brought the Tasks")
@pytest.mark.parametrize("backend", ["immediate.ImmediateBackend", "dummy.DummyBackend"])
def test_tasks_of_django(tmp_path, backend):
    """The backend that works does all parts; the one that notes them has the bounds of each."""
    project = begin(tmp_path, "Django's Tasks")
    with (tmp_path / "project_settings.py").open("a") as settings:
        settings.write(f'TASKS = {{"default": {{"BACKEND": "django.tasks.backends.{backend}"}}}}\n')
    show = "from django.tasks import default_task_backend as backend"
    show = START.format(show) + "print(json.dumps([each.args for each in backend.results]))"
    if backend == "dummy.DummyBackend":
        bounds = json.loads(project.python(show))
        assert 3 == len(bounds)
        assert [None, *(until for _, until in bounds[:-1])] == [after for after, _ in bounds]
        assert 10 == wrong(project)
    else:
        project.python(START.format(""))
        assert 0 == wrong(project)


@pytest.mark.slow
def test_celery(tmp_path):
    """Celery does the parts, and acknowledges each one only after it is done."""
    pytest.importorskip("celery", reason="celery is not installed")
    project = begin(tmp_path, "Celery")
    application = "from celery import Celery; Celery('links').conf.task_always_eager = True"
    show = "from links.tasks import rekey_links as task"
    show += "; print(json.dumps([task.acks_late, task.reject_on_worker_lost]))"
    said = project.python(START.format(application) + show)
    assert [True, True] == json.loads(said)
    assert 0 == wrong(project)
