"""adopting.md and django/rows.md: steps from a URLField to one row for each address of an owner."""

import json

import pytest

from test_django_iri.projects import Project, blocks

pytestmark = pytest.mark.slow  # each command is a process

BEFORE = """
from django.db import models


class Bookmark(models.Model):
    owner = models.ForeignKey("auth.User", models.CASCADE)
    url = models.URLField(max_length=2048)
    tags = models.ManyToManyField("self")
"""
#: The rows of the table: addresses of two owners, and what becomes of each.
ROWS = [
    (1, "https://example.org/a?x&y"),
    (1, "HTTPS://EXAMPLE.org:443/a/?y&x"),
    (2, "https://example.org/a?x&y"),
    (1, "https://example.org/?family=A|B"),
    (1, "example.org/100%"),
    (1, "http://wiki/"),
    (1, "https://example.org/\u202ex"),
    (1, ""),
]
CONVERTED = ["https://example.org/?family=A%7CB", "https://example.org/100%25"]
LABEL = "links.Bookmark.url"


def block(word, page):
    """Return the code of the page that has *word* in it."""
    (found,) = (each for each in blocks(page) if word in each)
    return found


@pytest.fixture
def project(tmp_path):
    """A project with the page's table, as it was before."""
    project = Project(tmp_path, BEFORE)
    project.said("makemigrations", "links")
    project.said("migrate")
    users = ((number, f"u{number}") for number in (1, 2))
    project.sql(
        "INSERT INTO auth_user (id, username, password, is_superuser, first_name, last_name, email,"
        " is_staff, is_active, date_joined) VALUES (?, ?, '', 0, '', '', '', 0, 1, '2026-01-01')",
        *users,
    )
    project.sql("INSERT INTO links_bookmark (owner_id, url) VALUES (?, ?)", *ROWS)
    return project


def texts(project):
    """Return what is stored."""
    return [text for (text,) in project.sql("SELECT url FROM links_bookmark ORDER BY id")]


def test_each_step(project):
    """Nothing changes that no step has changed, and the last rows are those that the page says."""
    before = [text for _, text in ROWS]
    said = project.said("iri_audit", LABEL, "--ledger", "audit.jsonl", code=1)
    assert f"{LABEL}\nAddresses: 7\nWithout an address: 1\n\nRefused: 4\n" in said
    assert "Refused: 3\n" in project.said("iri_audit", LABEL, "--profile", "intranet", code=1)

    # The field, and the key without its constraint.
    imports = "from django.db import models\nfrom django_iri.fields import IRIField, IRIKeyField\n"
    model = block("one_of_owner", "django/rows.md").partition("\n    class Meta")[0]
    model = model.replace("unique=False", 'unique=False, policy="links.addresses.same_page"')
    assert "same_page" in model
    tags = '    tags = models.ManyToManyField("self")\n'
    project.write("links/models.py", imports + model + tags)
    project.write("bookmarks/__init__.py", "")
    project.write("bookmarks/keys.py", block("def keep_tags", "django/rows.md"))
    project.write("links/addresses.py", block("in_order", "one-row.md"))
    project.said("makemigrations", "links")
    hint = "Run: manage.py iri_rekey links.Bookmark"
    assert hint in project.said("migrate")

    # Rows are mended, and given back, and mended again.
    convert = ("iri_convert", LABEL, "--using", "iri3987.rows.stored_urls.from_url_field")
    assert "2 of 8 rows would be written" in project.said(*convert, code=1)
    assert before == texts(project)
    project.said(*convert, "--write", "--ledger", "converted.jsonl", code=1)
    assert CONVERTED == texts(project)[3:5]
    project.said("iri_convert", LABEL, "--undo", "converted.jsonl", "--write")
    assert before == texts(project)
    project.said(*convert, "--write", "--ledger", "again.jsonl", code=1)

    # One row for each address.
    project.said("iri_rekey", "links.Bookmark")
    dedupe = ("iri_dedupe", "links.Bookmark", "--by", "owner")
    assert "1 group of equivalent rows" in project.said(*dedupe, "--ledger", "g.jsonl", code=1)
    group = json.loads((project.folder / "g.jsonl").read_text())
    assert [1, 2] == [row["pk"] for row in group["rows"]]
    project.said(*dedupe, "--merge", "bookmarks.keys.keep_tags")
    project.said("iri_rekey", "links.Bookmark", "--check")
    assert [before[0], before[2], *CONVERTED, *before[5:]] == texts(project)
