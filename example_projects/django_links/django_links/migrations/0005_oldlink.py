"""The table of old addresses."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Create it."""

    dependencies: ClassVar = [("django_links", "0004_link_lang")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="OldLink",
            fields=[
                (
                    "id",
                    models.BigAutoField("ID", auto_created=True, primary_key=True, serialize=False),
                ),
                ("address", models.URLField(blank=True, max_length=2048)),
            ],
        )
    ]
