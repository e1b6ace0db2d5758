"""The settings of Django for both reports of `make bench`."""


def configure() -> None:
    """Set up Django once: a database in memory, templates, and the applications of the rows."""
    import django
    from django.conf import settings

    if settings.configured:
        return
    settings.configure(
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        INSTALLED_APPS=["django_iri", "benchmarks"],
        TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
        URLIZE_ASSUME_HTTPS=True,
    )
    django.setup()
