"""``flask --app flask_links seed`` adds the links of seed.json."""

import json
from pathlib import Path

import click
from flask.cli import with_appcontext
from sqlalchemy import select

from flask_links.models import Link, db

LINKS = json.loads(Path(__file__).with_name("seed.json").read_text(encoding="utf-8"))


@click.command("seed")
@with_appcontext
def seed() -> None:
    """Add the links that are not there yet."""
    new = [each for each in LINKS if not is_there(each["iri"])]
    db.session.add_all(Link(**each) for each in new)
    db.session.commit()
    click.echo(f"{len(new)} links were added, {len(LINKS) - len(new)} were there already")


def is_there(iri: str) -> bool:
    """Return whether an equivalent address is stored."""
    return db.session.scalar(select(Link.id).where(Link.iri.equivalent(iri))) is not None
