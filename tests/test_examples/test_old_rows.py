"""Rows that were stored before addresses were checked: each page still shows them, and safely."""

import json
import sqlite3
from contextlib import closing

import pytest

from iri3987.comparison import key_digest
from test_examples.conftest import CREATE, DJANGO, FLASK, SERVE, Example
from test_examples.visitor import Visitor

#: Stored texts, and where their links lead; None for no link.
ROWS = {
    "http://faß.de/": "http://xn--fa-hia.de/",
    "example5.org": None,
    "/api/links": None,
    "//evil.example/": None,
    "http://example.org/100%/8": None,
    "https://example.org/?filter[name]=ä|b": None,
    "http://example.org/a b": None,
    "http://℀.com/": None,
    "http://[::1": None,
    "javascript:alert(1)": None,
    "http://example.org/\u202etxt.exe": None,
    '"><script>alert(1)</script>': None,
    "": None,
}

#: A browser understands those that only lack percent-encoding (the URL Standard): links to them go
#: on working, though none of them is a valid IRI.
REPAIRED = {
    "http://example.org/100%/8": "http://example.org/100%25/8",
    "https://example.org/?filter[name]=ä|b": "https://example.org/?filter%5Bname%5D=%C3%A4%7Cb",
    "http://example.org/a b": "http://example.org/a%20b",
}


INSERT = {
    "django": "insert into django_links_link (id, iri, title, lang, note, file)"
    " values (:id, :iri, :title, '', '', '')",
    **dict.fromkeys(
        ("flask", "starlette"),
        "insert into link (id, iri, iri_key, title, lang, note, file)"
        " values (:id, :iri, :key, :title, '', '', '')",
    ),
}


@pytest.fixture(scope="module", params=INSERT)
def visitor(request, tmp_path_factory):
    """Give a visitor of one of the applications, in whose table these rows are."""
    folder = tmp_path_factory.mktemp("old")
    example = Example(request.param, folder)
    example.run(CREATE[request.param])
    with closing(sqlite3.connect(folder / "links.sqlite3")) as database:
        database.executemany(
            INSERT[request.param],
            [
                {"id": number, "iri": text, "key": key_digest(text), "title": f"Title {number}"}
                for number, text in enumerate(ROWS, 1)
            ],
        )
        database.commit()
    with example.serve(SERVE[request.param]) as port:
        yield Visitor(port)


def hrefs(page):
    """Return where the links of *page* lead, each of which must lead somewhere."""
    found = [link.get("href") for link in page.soup.select("a")]
    assert [] == [href for href in found if not href]
    return found


def test_list(visitor):
    """The list has every row, and a link where there is an address."""
    page = visitor.get("/links")
    assert 200 == page.status
    entries = page.soup.select(".links li")
    links = [entry.select_one("p a") for entry in entries]
    found = [link and link["href"] for link in links]
    assert list(reversed((ROWS | REPAIRED).values())) == found
    hrefs(page)


@pytest.mark.parametrize("number", range(1, len(ROWS) + 1))
def test_pages_of_a_row(visitor, number):
    """Its own page, and the one that asks whether to delete it, have no link without an aim."""
    page, delete = visitor.get(f"/links/{number}"), visitor.get(f"/links/{number}/delete")
    assert (200, 200) == (page.status, delete.status)
    hrefs(delete)
    uri = list(ROWS.values())[number - 1]
    assert (uri is not None) == (uri in hrefs(page))
    assert (uri is not None) == any(href.startswith("/go/") for href in hrefs(page))


def test_json(visitor):
    """A row that has no URI has null."""
    links = json.loads(visitor.get("/api/links").body)["results"]
    assert ROWS == {each["iri"]: each["uri"] for each in links}


def test_no_redirect_to_a_row_that_has_no_uri(visitor):
    """An address that cannot be mapped, or runs as code, is not gone to."""
    assert 404 == visitor.get("/go/http://%E2%84%80.com/").status
    assert 404 == visitor.get("/go/javascript:alert(1)").status


@pytest.mark.parametrize(
    ("name", "command", "address", "table"),
    [
        ("django", [*DJANGO, "iri_rekey"], "django_links.Link", "django_links_link"),
        ("flask", [*FLASK, "iri", "rekey"], "Link.iri", "link"),
    ],
)
def test_keys_of_rows_that_sql_has_written(tmp_path, name, command, address, table):
    """The command of the README finds the row that has no key, and writes it."""
    example = Example(name, tmp_path)
    example.run(CREATE[name])
    with closing(sqlite3.connect(tmp_path / "links.sqlite3")) as database:
        database.execute(
            f"insert into {table} (iri, title, lang, note, file)"  # noqa: S608 - a name of ours
            " values ('http://faß.de/', 'Faß', '', '', '')"
        )
        database.commit()

        assert "1 row was written" in example.run([*command, address])
        (found,) = database.execute(f"select iri_key from {table}").fetchone()  # noqa: S608
    assert key_digest("HTTP://xn--fa-hia.de:80") == found
