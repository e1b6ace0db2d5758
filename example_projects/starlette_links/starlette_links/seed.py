"""``python -m starlette_links.seed`` adds the links of seed.json that are not there yet."""

import json
from pathlib import Path

from sqlalchemy.orm import Session

from starlette_links.models import Link, NewLink, engine, save

LINKS = json.loads(Path(__file__).with_name("seed.json").read_text(encoding="utf-8"))

if __name__ == "__main__":
    with Session(engine) as database:
        there = [each for each in LINKS if save(database, Link(), NewLink(**each))]
    print(f"{len(LINKS) - len(there)} links were added, {len(there)} were there already")
