"""Settings: Django's own, as short as they can be."""

import json
import os
from pathlib import Path

from django_iri.http import allowed_hosts

BASE_DIR = Path(__file__).parents[1]

KNOWN_KEY = "example only: a real site keeps its own secret"
SECRET_KEY = os.environ.get("SECRET_KEY", KNOWN_KEY)
DEBUG = os.environ.get("DEBUG") == "1"
ALLOWED_HOSTS = LOCAL_HOSTS = allowed_hosts("localhost", "例え.localhost", "127.0.0.1", "[::1]")
# The limit counts a whole request, with its files (`middleware.refuse`).
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_500_000

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "django_filters",
    "django_iri",
    "django_links",
]
MIDDLEWARE = [
    "django_iri.middleware.IRIMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django_links.middleware.content_security_policy",
    "django_links.middleware.refuse",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
ROOT_URLCONF = "django_links.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "django_iri.templatetags.iri",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
STATIC_URL = "/static/"
# Messages in a cookie: only the admin has sessions.
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

DATABASE = Path(os.environ.get("LINKS_DATABASE", BASE_DIR / "links.sqlite3"))
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATABASE}}
MEDIA_ROOT = DATABASE.with_name("files")
STORAGES = {
    "default": {"BACKEND": "django_links.files.Files"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TIME_ZONE = "UTC"
# The API takes and gives JSON alone. A page of another site cannot send that unasked.
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_PARSER_CLASSES": ["django_links.rest.Parser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "django_links.rest.with_codes",
}
SPECTACULAR_SETTINGS = {"TITLE": "Links in their own script", "VERSION": "0.1.0"}
# The languages of the sentences of django-iri, with their names. LocaleMiddleware finds the one of
# the visitor; the words of this application are in `locale`.
LANGUAGES = list(json.loads((BASE_DIR / "django_links/languages.json").read_text("utf-8")).items())
LANGUAGE_CODE = "en"
# Errors go to the terminal, also without DEBUG.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"terminal": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["terminal"], "level": "ERROR"},
}
