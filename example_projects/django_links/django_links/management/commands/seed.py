"""``manage.py seed``."""

import json
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.core.management import BaseCommand

import django_links
from django_links.models import Link


class Command(BaseCommand):
    """Can be run again: what is there already stays as it is."""

    help = "Add the links of seed.json that are not there yet."

    def handle(self, **_options: Any) -> None:
        """Add them, and say how many."""
        seed = Path(django_links.__file__).with_name("seed.json")
        links = json.loads(seed.read_text(encoding="utf-8"))
        for link in links:
            if "file" in link:
                link["file"] = ContentFile(link.pop("text").encode(), link["file"])
        add = Link.objects.get_or_create
        added = sum(add(iri__equivalent=link["iri"], defaults=link)[1] for link in links)
        self.stdout.write(f"{added} links added, {len(links) - added} were there already")
