"""``flask --app flask_links init-db`` and ``flask --app flask_links seed``."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import click
from flask import Flask, current_app
from sqlalchemy import func, select
from sqlalchemy.dialects.sqlite import insert
from werkzeug.datastructures import FileStorage

from flask_iri.files import save_upload
from flask_links.models import Link, OldLink, db


@click.command("init-db")
def init_db() -> None:
    """Create the table, and the folder of files, unless they are there."""
    current_app.config["FILES"].mkdir(exist_ok=True)
    db.create_all()
    click.echo(f"The database is {current_app.config['DATABASE']}")


@click.command("seed")
@click.pass_context
def seed(context: click.Context) -> None:
    """Add 10,000 links made of words.json, and those of seed.json, that are not there yet."""
    context.invoke(init_db)
    before = count()
    many = list(made_of_words())
    # The statement writes the keys, too.
    db.session.execute(insert(Link).on_conflict_do_nothing(), many)
    links = read("seed.json")
    for link in links:
        if not db.session.scalar(select(Link.id).where(Link.iri.equivalent(link["iri"]))):
            if "file" in link:
                upload = FileStorage(BytesIO(link.pop("text").encode()), link["file"])
                link["file"] = save_upload(upload, current_app.config["FILES"]).name
            db.session.add(Link(**link))
    if not db.session.scalar(select(OldLink.id)):
        db.session.add_all(OldLink(address=each) for each in read("old.json"))
    db.session.commit()
    added = count() - before
    click.echo(f"{added} links added, {len(many) + len(links) - added} were there already")


def count() -> int:
    """Return how many links there are."""
    return db.session.scalar(select(func.count()).select_from(Link)) or 0


def made_of_words() -> Iterator[dict[str, str]]:
    """Yield a link for each pair of words, in 25 languages."""
    for each in read("words.json"):
        for a in each["words"]:
            for b in each["words"]:
                iri = f"https://{each['host']}/{a}/{b}"
                yield {"iri": iri, "title": f"{a} · {b}", "lang": each["lang"]}


def read(name: str) -> Any:
    """Return what a file of JSON holds."""
    return json.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def init_app(app: Flask) -> None:
    """Give *app* the two commands."""
    app.cli.add_command(init_db)
    app.cli.add_command(seed)
