"""The way of docs/how-to/django/rows.md: from a `URLField` with rows to a key that is unique."""

import re

import pytest

from test_django_iri.projects import Project

# Each step is a command of a project, in a process of its own.
pytestmark = pytest.mark.slow

BEFORE = """
    from django.db import models


    class Link(models.Model):
        url = models.URLField(max_length=500)
"""
AFTER = """
    from django.db import models
    from django_iri.fields import IRIField, IRIKeyField


    class Link(models.Model):
        url = IRIField(max_length=500)
        url_key = IRIKeyField(source="url", unique=False)
"""
UNIQUE = AFTER.replace(", unique=False", "")
MERGING = "def keep_first(keep, others):\n    for each in others:\n        each.delete()\n"
FILL = """
    from django.db import migrations
    from django_iri.rows import rekey


    def fill_keys(apps, schema_editor):
        rekey(apps.get_model("links", "Link"), using=schema_editor.connection.alias)


    class Migration(migrations.Migration):
        atomic = False
        dependencies = [("links", "{after}")]
        operations = [migrations.RunPython(fill_keys, migrations.RunPython.noop)]
"""


def rows(number):
    """Return addresses with placeholders, duplicates and refused ones among them."""
    kinds = ("http://{}.example/", "HTTP://{}.example", "n/a", "http://[{}", "-", "http://a/?{}|")
    return [kinds[n % 6].format(n // 6) for n in range(number)]


@pytest.fixture(params=[20, 50_000])
def project(request, tmp_path):
    """Make a project with so many rows in a `URLField`."""
    project = Project(tmp_path, BEFORE)
    project.said("makemigrations", "links")
    project.said("migrate")
    texts = [(text,) for text in rows(request.param)]
    project.sql("INSERT INTO links_link (url) VALUES (?)", *texts)
    project.write("links/merging.py", MERGING)
    return project


def change(project, models):
    """Change the models, and migrate."""
    project.write("links/models.py", models)
    project.said("makemigrations", "links")
    return project.said("migrate")


def empty(project, said):
    """Run the statement that a command names."""
    (statement,) = re.findall("^ +(Link.objects.*)$", said, re.MULTILINE)
    imports = "from links.models import Link; from django_iri.fields import with_key; "
    project.python(f"import django; django.setup(); {imports}{statement}")


@pytest.mark.parametrize("is_unique_at_first", [False, True])
def test_until_the_key_is_unique(project, is_unique_at_first):
    """Placeholders, duplicates and refused rows: each command leads to the next, and it ends."""
    (((count,)),) = project.sql("SELECT count(DISTINCT url) FROM links_link")
    if is_unique_at_first and count > 20:
        pytest.skip("a row that is refused is written alone, which takes long")
    change(project, UNIQUE if is_unique_at_first else AFTER)
    assert "W005" in project.said("check", "--database", "default")
    if is_unique_at_first:
        assert "its address is that of row 1\n" in project.said("iri_rekey", "links.Link", code=1)
    project.said("iri_dedupe", "links.Link", code=1)
    said = project.said("iri_dedupe", "links.Link", "--merge", "links.merging.keep_first")
    assert re.search("^ +[0-9,]+  n/a$", said, re.MULTILINE)
    empty(project, said)
    said = project.said("iri_dedupe", "links.Link")
    assert "not an address" not in said
    assert "no key" not in said
    project.said("iri_rekey", "links.Link", "--check")
    change(project, UNIQUE)
    assert "no issues" in project.said("check", "--database", "default")
    (left,) = project.sql("SELECT count(url_key), count(DISTINCT url_key) FROM links_link")
    assert left[0] == left[1] > 0
    (indexes,) = project.sql("SELECT count(*) FROM pragma_index_list('links_link') WHERE [unique]")
    assert (1,) == indexes


def test_a_migration_that_fills_keys(tmp_path):
    """Where users only migrate, a migration writes the keys, with the model of its time."""
    project = Project(tmp_path, BEFORE)
    project.said("makemigrations", "links")
    project.said("migrate")
    project.sql("INSERT INTO links_link (url) VALUES ('http://a.example/'), ('n/a')")
    project.write("links/models.py", AFTER)
    project.said("makemigrations", "links")
    (name,) = [path.stem for path in (tmp_path / "links/migrations").glob("0002*.py")]
    project.write("links/migrations/0003_fill_keys.py", FILL.format(after=name))
    project.said("migrate")
    assert [(2,)] == project.sql("SELECT count(url_key) FROM links_link")
    project.said("iri_rekey", "links.Link", "--check")
