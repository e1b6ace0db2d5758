"""The guides' way to give keys to a table that has rows leads there, and loses none of them."""

import re
from textwrap import indent

import pytest

from iri3987.comparison import key_digest
from test_django_iri.projects import Project, blocks

pytestmark = pytest.mark.slow  # each command is a process

#: More than one batch of `rekey`.
MANY = 2500
#: Store the rows of before: blanks, old texts, and two equivalent addresses.
TEXTS = ["", "", "", "no address", "http://faß.de/", "HTTP://xn--fa-hia.de:80/"]

#: The model of the guides before it has keys.
BEFORE = """
from django.db import models
from django_iri.fields import IRIField

class Bookmark(models.Model):
    homepage = IRIField()
"""
#: The constraint as SQLite takes it, and the names of operations that PostgreSQL has alone.
ADD = 'migrations.AddConstraint("bookmark", models.UniqueConstraint({}))'.format(
    'fields=["homepage_key"], name="one_bookmark"'
)
ELSEWHERE = {
    "[make_index, use_index]": f"[{ADD}]",
    "AddIndexConcurrently(": "migrations.AddIndex(",
    "RemoveIndexConcurrently(": "migrations.RemoveIndex(",
    "atomic = False": "atomic = True",
}


def write_guide(project):
    """Write the files of the guide about rows into *project*, for SQLite."""
    (meta,) = (block for block in blocks("django/rows.md") if block.startswith("class Meta"))
    for block in blocks("django/rows.md"):
        if name := re.match("# (links/[0-9a-z_/]+[.]py)", block):
            for theirs, ours in ELSEWHERE.items():
                block = block.replace(theirs, ours)  # noqa: PLW2901 - step by step
            if name[1].endswith("models.py"):
                block = block.partition("    class Meta")[0] + indent(meta, "    ")  # noqa: PLW2901
            project.write(name[1], block)


@pytest.fixture
def project(tmp_path):
    """A project that has rows already."""
    project = Project(tmp_path, BEFORE)
    project.said("makemigrations", "links")
    project.said("migrate", "links")
    project.write("links/models.py", next(b for b in blocks("django/keys.md") if "class " in b))
    texts = [*TEXTS, *(f"http://{number}.example/" for number in range(MANY))]
    insert = "INSERT INTO links_bookmark (homepage) VALUES (?)"
    project.sql(insert, *((text,) for text in texts))
    return project


LABEL = "links.Bookmark"
HINT = "Run: manage.py {} links.Bookmark"
MERGE = ("--merge", "links.merging.keep_first")


def test_order(project):
    """Each step leads to the next one; each row but the duplicate is kept, and blank rows are."""
    write_guide(project)
    said = project.said("migrate", "links", "0002")
    assert HINT.format("iri_rekey") in said
    assert [(MANY + 6,)] == project.sql("SELECT COUNT(*) FROM links_bookmark")
    project.said("iri_rekey", LABEL)
    assert [] == [
        (address, key)
        for address, key in project.sql("SELECT homepage, homepage_key FROM links_bookmark")
        if key != (key_digest(address) if address else None)
    ]
    hosts = project.sql("SELECT homepage_host FROM links_bookmark ORDER BY id LIMIT 7")
    expected = [None, None, None, None, "xn--fa-hia.de", "xn--fa-hia.de", "0.example"]
    assert expected == [host for (host,) in hosts]
    # The two that are equivalent are in the way.
    refused = project.said("migrate", code=1)
    assert "IntegrityError" in refused
    project.said("iri_dedupe", LABEL, code=1)
    project.said("iri_dedupe", LABEL, *MERGE)
    # A process that runs the old code is left.
    project.sql("UPDATE links_bookmark SET homepage = 'http://new.example/' WHERE id = 7")
    project.said("iri_rekey", LABEL, "--check", code=1)
    project.said("iri_rekey", LABEL)
    project.said("iri_rekey", LABEL, "--check")
    assert "W005" not in project.said("migrate")
    kept = project.sql("SELECT homepage FROM links_bookmark ORDER BY id LIMIT 6")
    assert [*TEXTS[:5], "http://new.example/"] == [text for (text,) in kept]
    assert [(MANY + 5,)] == project.sql("SELECT COUNT(*) FROM links_bookmark")
    # The model and the migrations agree.
    assert "No changes detected" in project.said("makemigrations", "--check", "--dry-run")
    assert "no issues" in project.said("check", "--database", "default")
