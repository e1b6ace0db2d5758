"""The least that the tests of django-iri need. Servers that answer are databases, too.

With DJANGO_IRI_DATABASE=postgresql (or mariadb, sqlite) that is the only one, and every test uses
it.
"""

import importlib.util
import os
import socket

SECRET_KEY = "for tests"
STATIC_URL = "static/"
INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_iri",
    "test_django_iri.testapp",
    "test_django_iri.formsapp",
]
ROOT_URLCONF = "test_django_iri.urls"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES: dict[str, dict[str, object]] = {
    "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
}
#: Why a database is not among `DATABASES`.
MISSING: dict[str, str] = {}

if importlib.util.find_spec("MySQLdb") is None and importlib.util.find_spec("pymysql"):
    importlib.import_module("pymysql").install_as_MySQLdb()

for alias, engine, driver, port, user in (
    ("postgresql", "postgresql", "psycopg", 5432, "postgres"),
    ("mariadb", "mysql", "MySQLdb", 3306, "root"),
):
    if importlib.util.find_spec(driver) is None:
        MISSING[alias] = f"{driver} is not installed"
        continue
    try:
        socket.create_connection(("127.0.0.1", port), timeout=10).close()
    except OSError:
        MISSING[alias] = f"nothing answers on 127.0.0.1:{port}"
        continue
    DATABASES[alias] = {
        "ENGINE": f"django.db.backends.{engine}",
        "HOST": "127.0.0.1",
        "PORT": port,
        "USER": user,
        "NAME": "iri3987",
        # Runs may overlap, and a run may leave "default", on which others depend, alone.
        "TEST": {"NAME": f"test_iri3987_{os.getpid()}", "DEPENDENCIES": []},
    }

if chosen := os.environ.get("DJANGO_IRI_DATABASE"):
    if chosen in MISSING:
        raise RuntimeError(f"DJANGO_IRI_DATABASE={chosen}: {MISSING[chosen]}")
    DATABASES = {"default": DATABASES.get(chosen, DATABASES["default"])}
