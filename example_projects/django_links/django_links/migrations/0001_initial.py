"""The table of links, as `manage.py makemigrations` wrote it."""

from typing import ClassVar

import django.core.validators
from django.db import migrations, models

import django_iri.fields


class Migration(migrations.Migration):
    """Create it."""

    initial = True

    operations: ClassVar = [
        migrations.CreateModel(
            name="Link",
            fields=[
                (
                    "id",
                    models.BigAutoField("ID", auto_created=True, primary_key=True, serialize=False),
                ),
                (
                    "iri",
                    django_iri.fields.IRIField(
                        "Address", profile="django_links.profiles.DIRECTORY"
                    ),
                ),
                ("iri_key", django_iri.fields.IRIKeyField(source="iri")),
                ("title", models.CharField("Title", max_length=200)),
                (
                    "lang",
                    models.CharField(
                        "Language of the title",
                        blank=True,
                        max_length=35,
                        validators=[
                            django.core.validators.RegexValidator(
                                "\\A[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\\Z",
                                "A language tag, please, such as ar or zh-Hant.",
                            )
                        ],
                    ),
                ),
                ("note", models.CharField("Note", blank=True, max_length=200)),
            ],
            options={"ordering": ("-id",)},
        )
    ]
