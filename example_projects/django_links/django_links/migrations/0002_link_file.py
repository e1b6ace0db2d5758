"""The file of a link."""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add its column."""

    dependencies: ClassVar = [("django_links", "0001_initial")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="link",
            name="file",
            field=models.FileField("File", blank=True, default="", max_length=255, upload_to=""),
            preserve_default=False,
        )
    ]
