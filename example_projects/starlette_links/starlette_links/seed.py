"""``python -m starlette_links.seed`` fills the table."""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from starlette.datastructures import UploadFile

from starlette_links.db import AlreadyThereError, add_link, add_many, add_old, create
from starlette_links.models import NewLink


def seed() -> None:
    """Add 10,000 links made of words.json, and those of seed.json, that are not there yet."""
    create()
    many = list(made_of_words())
    links = read("seed.json")
    added = add_many(many)
    add_old(read("old.json"))
    for link in links:
        file = BytesIO(link.get("text", "").encode())
        upload = UploadFile(file, filename=link["file"]) if "file" in link else None
        try:
            add_link(NewLink.model_validate(link), upload)
            added += 1
        except AlreadyThereError:
            continue
    print(f"{added} links added, {len(many) + len(links) - added} were there already")


def made_of_words() -> Iterator[tuple[str, str, str]]:
    """Yield a link for each pair of words, in 25 languages."""
    for each in read("words.json"):
        for a in each["words"]:
            for b in each["words"]:
                yield f"https://{each['host']}/{a}/{b}", f"{a} · {b}", each["lang"]


def read(name: str) -> Any:
    """Return what a file of JSON holds."""
    return json.loads(Path(__file__).with_name(name).read_text("utf-8"))


if __name__ == "__main__":
    seed()
