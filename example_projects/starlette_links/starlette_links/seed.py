"""``python -m starlette_links.seed`` adds the links of seed.json that are not there yet."""

import json
from io import BytesIO
from pathlib import Path

from starlette_links.db import AlreadyThereError, add_link, create
from starlette_links.models import NewLink


def seed() -> None:
    """Add them, and say how many."""
    create()
    links = json.loads(Path(__file__).with_name("seed.json").read_text("utf-8"))
    added = 0
    for link in links:
        file = BytesIO(link["text"].encode()) if "file" in link else None
        try:
            add_link(NewLink.model_validate(link), file, link.get("file", ""))
            added += 1
        except AlreadyThereError:
            continue
    print(f"{added} links added, {len(links) - added} were there already")


if __name__ == "__main__":
    seed()
