"""The table of links, in SQLite, through the standard library alone.

The exact text of an address is stored: not the mapped URI, not a normalised form. The URI follows
from the IRI at any time, but the IRI does not always follow from the URI. Beside the text stands
its key, which is the same for all equivalent addresses (RFC 3987 section 5): they have one row.
"""

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import UploadFile

from iri3987 import IRI, IRIError, IRIReference, Profile
from iri3987.appearance.bidi import isolate
from iri3987.comparison import key_digest
from iri3987.comparison.spellings import spellings
from iri3987.values import InvalidIRI, load
from starlette_iri.files import save_upload
from starlette_links.models import SCHEMES, NewLink, Texts

PROJECT = Path(__file__).parents[1]
DATABASE = Path(os.environ.get("LINKS_DATABASE", PROJECT / "links.sqlite3")).absolute()
FILES = DATABASE.with_name("files")

#: The rule for the addresses that `/go/` redirects to. New links have a stricter rule.
TARGET = Profile(schemes=SCHEMES)


@dataclass(frozen=True)
class Link:
    """One row. An `IRI` is a `str`, so it needs no adapter on its way to and from SQLite."""

    id: int
    iri: IRI | InvalidIRI
    title: str
    lang: str
    note: str
    file: str

    @property
    def uri(self) -> IRIReference | None:
        """The URI, which is sent to machines; None for an old row that holds something else."""
        try:
            return IRIReference(TARGET.check(self.iri).uri)
        except IRIError:
            return None

    @property
    def display(self) -> str:
        """The address as people see it."""
        return self.iri.display


class AlreadyThereError(Exception):
    """An equivalent address is stored already; the text of the error names it."""

    def __init__(self, link: Link) -> None:
        super().__init__(f"This address is already there, as {isolate(link.display)}.")
        self.link = link


@contextmanager
def connect() -> Iterator[sqlite3.Connection]:
    """Give a connection: what is done with it is done as a whole, or not at all."""
    connection = sqlite3.connect(DATABASE)
    try:
        with connection:
            yield connection
    finally:
        connection.close()


SELECT = "SELECT id, iri, title, lang, note, file FROM link"


@dataclass(frozen=True)
class Page:
    """Some of the links that were found, and where they are among all of them."""

    links: list[Link]
    count: int
    number: int
    last: int


#: How many links are on a page.
PER_PAGE = 50


def newest_titles() -> list[str]:
    """Return the titles of the newest links, each once."""
    with connect() as connection:
        rows = connection.execute("SELECT title FROM link ORDER BY id DESC LIMIT 1000")
        return list(dict.fromkeys(title for (title,) in rows))


def find_links(query: str = "", number: int = 1, *, title: str | None = None) -> Page:
    """Return a page of the links that have *query*, the newest first; of all links without it.

    It stands in a title, or in a spelling of an address. With *title*, only links that have it are
    found. A page that is not there is the last one.
    """
    where, values = ("1", []) if title is None else ("title = ?", [title])
    if query := query[:200]:
        texts = spellings(query)
        in_address = " OR ".join(["instr(iri, ?)"] * len(texts))
        where = f"title LIKE ? ESCAPE '!' OR iri_key = ? OR {in_address}"
        literal = re.sub("[%_!]", r"!\g<0>", query)
        values = [f"%{literal}%", key_digest(query), *texts]
    with connect() as connection:
        # Nothing of the query stands in the statement itself.
        statement = f"SELECT count(*) FROM link WHERE {where}"  # noqa: S608
        (count,) = connection.execute(statement, values).fetchone()
        last = max(1, -(-count // PER_PAGE))
        number = number if 0 < number <= last else last
        rows = connection.execute(
            f"{SELECT} WHERE {where} ORDER BY id DESC LIMIT ? OFFSET ?",
            (*values, PER_PAGE, (number - 1) * PER_PAGE),
        )
        return Page([make_link(*row) for row in rows], count, number, last)


def find_link(*, link_id: int | None = None, iri: str | None = None) -> Link | None:
    """Return the link with this number, or with an equivalent address, if there is one."""
    key = None if iri is None else key_digest(iri)
    with connect() as connection:
        return select(connection, link_id, key)


def select(connection: sqlite3.Connection, link_id: int | None, key: str | None) -> Link | None:
    """Return the link with this number or this key."""
    row = connection.execute(f"{SELECT} WHERE id = ? OR iri_key = ?", (link_id, key)).fetchone()
    return make_link(*row) if row else None


def make_link(link_id: int, iri: str, *texts: str) -> Link:
    """Return a row as a `Link`: an old one, from before there was a form, may hold any text."""
    return Link(link_id, load(iri, IRI), *texts)


def add_link(new: NewLink, upload: UploadFile | None = None) -> Link:
    """Store a link, and its file under a name in its own script, which is that of no other file.

    Raises `AlreadyThereError` where an equivalent address is there already.
    """
    key = key_digest(new.iri)
    with connect() as connection:
        connection.execute("BEGIN IMMEDIATE")  # it is not added or deleted in between
        there = select(connection, None, key)
        if there is not None:
            raise AlreadyThereError(there)
        name = save_upload(upload, FILES).name if upload else ""
        (row,) = connection.execute(
            "INSERT INTO link (iri, iri_key, title, lang, note, file) VALUES (?, ?, ?, ?, ?, ?)"
            " RETURNING id, iri, title, lang, note, file",
            (new.iri, key, new.title, new.lang, new.note, name),
        )
    return make_link(*row)


def change_link(link: Link, changes: Texts, upload: UploadFile | None = None) -> None:
    """Store what was changed, as `add_link` does; another file takes the place of the one before.

    Raises `AlreadyThereError` where another link has an equivalent address.
    """
    iri = changes.iri if isinstance(changes, NewLink) else link.iri
    key = key_digest(iri)
    with connect() as connection:
        connection.execute("BEGIN IMMEDIATE")
        there = select(connection, None, key)
        if there is not None and there.id != link.id:
            raise AlreadyThereError(there)
        name = save_upload(upload, FILES).name if upload else link.file
        connection.execute(
            "UPDATE link SET iri = ?, iri_key = ?, title = ?, lang = ?, note = ?, file = ?"
            " WHERE id = ?",
            (iri, key, changes.title, changes.lang, changes.note, name, link.id),
        )
    if link.file and link.file != name:
        (FILES / link.file).unlink(missing_ok=True)


def add_many(links: Iterable[tuple[str, str, str]]) -> int:
    """Store links (address, title, language) that are not there yet; return how many."""
    rows = ((iri, key_digest(iri), title, lang) for iri, title, lang in links)
    with connect() as connection:
        return connection.executemany(
            "INSERT INTO link (iri, iri_key, title, lang, note) VALUES (?, ?, ?, ?, '')"
            " ON CONFLICT (iri_key) DO NOTHING",
            rows,
        ).rowcount


def add_old(addresses: Iterable[str]) -> None:
    """Fill the table of old addresses, unless something is there."""
    with connect() as connection:
        if not connection.execute("SELECT count(*) FROM old_link").fetchone()[0]:
            rows = ((each,) for each in addresses)
            connection.executemany("INSERT INTO old_link (address) VALUES (?)", rows)


def delete_link(link: Link) -> None:
    """Remove a link, and its file."""
    with connect() as connection:
        connection.execute("DELETE FROM link WHERE id = ?", (link.id,))
    if link.file:
        (FILES / link.file).unlink(missing_ok=True)


def create() -> None:
    """Create the table, and the folder of files, unless they are there."""
    FILES.mkdir(exist_ok=True)
    with connect() as connection:
        connection.executescript(Path(__file__).with_name("schema.sql").read_text("utf-8"))


if __name__ == "__main__":
    create()
    print(f"The database is {DATABASE}")
