"""The tasks of docs/how-to/millions.md, as they stand there, give every row its key."""

import json
import re
from pathlib import Path

import django
import pytest

from iri3987.comparison import key_digest
from test_django_iri.projects import Project

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "millions.md").read_text("utf-8")
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


#: What the page says about Django's Tasks: other names for the same.
DJANGO = {
    "from celery import shared_task": "from django.tasks import task",
    "@shared_task(acks_late=True, reject_on_worker_lost=True, ignore_result=True)": "@task",
    ".delay(": ".enqueue(",
}


def begin(folder, names=()):
    """Return a project with the tasks of the page, by other *names*, and rows without keys."""
    project = Project(folder, MODELS)
    [tasks] = re.findall(r"```python\n(from celery.*?)```", PAGE, re.DOTALL)
    for name in names:
        assert name in tasks
        tasks = tasks.replace(name, names[name])
    project.write("links/tasks.py", tasks)
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
    project = begin(tmp_path, DJANGO)
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
    project = begin(tmp_path)
    application = "from celery import Celery; Celery('links').conf.task_always_eager = True"
    show = "from links.tasks import rekey_links as task"
    show += "; print(json.dumps([task.acks_late, task.reject_on_worker_lost]))"
    said = project.python(START.format(application) + show)
    assert [True, True] == json.loads(said)
    assert 0 == wrong(project)
