"""The host of a link, for searches."""

from typing import ClassVar

from django.db import migrations

import django_iri.fields


class Migration(migrations.Migration):
    """Add its column. `manage.py iri_rekey django_links.Link` fills it for rows that are there."""

    dependencies: ClassVar = [("django_links", "0002_link_file")]

    operations: ClassVar = [
        migrations.AddField("link", "iri_host", django_iri.fields.IRIHostField(source="iri"))
    ]
