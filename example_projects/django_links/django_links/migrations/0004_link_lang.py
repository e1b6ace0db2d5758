"""The words about a language tag are Django's, which are translated."""

from typing import ClassVar

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    """Nothing changes in the table."""

    dependencies: ClassVar = [("django_links", "0003_link_iri_host")]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="link",
            name="lang",
            field=models.CharField(
                "Language of the title",
                blank=True,
                max_length=35,
                validators=[
                    django.core.validators.RegexValidator(
                        "\\A[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*\\Z"
                    )
                ],
            ),
        )
    ]
