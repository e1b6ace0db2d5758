"""``manage.py seed``."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.management import BaseCommand

import django_links
from django_links.models import Link, OldLink

PACKAGE = Path(django_links.__file__).parent


class Command(BaseCommand):
    """Can be run again: what is there already stays as it is."""

    help = "Add 10,000 links made of words.json, and those of seed.json, that are not there yet."

    def handle(self, **_options: Any) -> None:
        """Add them, and say how many."""
        before = Link.objects.count()
        # `bulk_create` writes the keys and the hosts, too.
        many = list(made_of_words())
        Link.objects.bulk_create(many, batch_size=2000, ignore_conflicts=True)
        links = read("seed.json")
        for link in links:
            if "file" in link:
                link["file"] = ContentFile(link.pop("text").encode(), link["file"])
            Link.objects.get_or_create(iri__equivalent=link["iri"], defaults=link)
        if not OldLink.objects.exists():
            OldLink.objects.bulk_create(OldLink(address=each) for each in read("old.json"))
        if not User.objects.filter(username="demo").exists():
            User.objects.create_superuser("demo", password="demo")  # noqa: S106 - it is on the front page
        added = Link.objects.count() - before
        there = len(many) + len(links) - added
        self.stdout.write(f"{added} links added, {there} were there already")


def made_of_words() -> Iterator[Link]:
    """Yield a link for each pair of words, in 25 languages."""
    for each in read("words.json"):
        for a in each["words"]:
            for b in each["words"]:
                iri = f"https://{each['host']}/{a}/{b}"
                yield Link(iri=iri, title=f"{a} · {b}", lang=each["lang"])


def read(name: str) -> Any:
    """Return what a file of JSON holds."""
    return json.loads((PACKAGE / name).read_text(encoding="utf-8"))
