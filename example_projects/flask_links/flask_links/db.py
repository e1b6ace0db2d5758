"""The table of links, in SQLite, through the standard library alone.

The exact text of an address is stored: not the mapped URI, not a normalised form. The URI follows
from the IRI at any time, but the IRI does not always follow from the URI. Beside the text stands
its key, which is the same for all equivalent addresses (RFC 3987 section 5): they have one row.
"""

import json
import sqlite3
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import click
from flask import Flask, current_app, g
from werkzeug.datastructures import FileStorage

from flask_iri.files import save_upload
from iri3987 import IRI, IRIError, IRIReference, Profile
from iri3987.comparison import key_digest
from iri3987.reference import InvalidIRI, load

#: The schemes that the directory takes. None of them runs as code: `/go/` redirects to all.
SCHEMES = frozenset({"http", "https", "mailto", "urn"})

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


def get_db() -> sqlite3.Connection:
    """Return this request's connection, opened when it is first asked for."""
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE"])
    connection: sqlite3.Connection = g.db
    return connection


def close_db(_error: BaseException | None = None) -> None:
    """Close this request's connection, if it has one."""
    if "db" in g:
        g.pop("db").close()


SELECT = "SELECT id, iri, title, lang, note, file FROM link"


def find_links() -> list[Link]:
    """Return all links, the newest first."""
    rows = get_db().execute(f"{SELECT} ORDER BY id DESC")
    return [make_link(*row) for row in rows]


def find_link(*, link_id: int | None = None, iri: str | None = None) -> Link | None:
    """Return the link with this number, or with an equivalent address, if there is one."""
    key = None if iri is None else key_digest(iri)
    row = get_db().execute(f"{SELECT} WHERE id = ? OR iri_key = ?", (link_id, key)).fetchone()
    return make_link(*row) if row else None


def make_link(link_id: int, iri: str, *texts: str) -> Link:
    """Return a row as a `Link`: an old one, from before there was a form, may hold any text."""
    return Link(link_id, load(iri, IRI), *texts)


def add_link(
    *, iri: str, title: str, lang: str, note: str, file: FileStorage | None = None
) -> Link | None:
    """Store a link, and *file* under a name in its own script, which is that of no other file.

    Where an equivalent address is there already, return the link that has it.
    """
    with get_db() as connection:
        cursor = connection.execute(
            "INSERT INTO link (iri, iri_key, title, lang, note) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (iri_key) DO NOTHING",
            (iri, key_digest(iri), title, lang, note),
        )
        if not cursor.rowcount:
            # In the same transaction, so no one can delete it in between.
            return find_link(iri=iri)
        if file:
            name = save_upload(file, current_app.config["FILES"]).name
            connection.execute("UPDATE link SET file = ? WHERE id = ?", (name, cursor.lastrowid))
    return None


def delete_link(link: Link) -> None:
    """Remove a link, and its file."""
    with get_db() as connection:
        connection.execute("DELETE FROM link WHERE id = ?", (link.id,))
    if link.file:
        Path(current_app.config["FILES"], link.file).unlink(missing_ok=True)


@click.command("init-db")
def init_db() -> None:
    """Create the table, and the folder of files, unless they are there."""
    current_app.config["FILES"].mkdir(exist_ok=True)
    with current_app.open_resource("schema.sql", "r") as schema, get_db() as connection:
        connection.executescript(schema.read())
    click.echo(f"The database is {current_app.config['DATABASE']}")


@click.command("seed")
@click.pass_context
def seed(context: click.Context) -> None:
    """Add the links of seed.json that are not there yet."""
    context.invoke(init_db)
    links = json.loads(Path(__file__).with_name("seed.json").read_text(encoding="utf-8"))
    for link in links:
        if "file" in link:
            link["file"] = FileStorage(BytesIO(link.pop("text").encode()), link["file"])
    added = sum(add_link(**link) is None for link in links)
    click.echo(f"{added} links added, {len(links) - added} were there already")


def init_app(app: Flask) -> None:
    """Give *app* the two commands, and close what a request opened."""
    app.teardown_appcontext(close_db)
    app.cli.add_command(init_db)
    app.cli.add_command(seed)
