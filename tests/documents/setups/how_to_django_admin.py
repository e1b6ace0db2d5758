"""docs/how-to/django/admin.md: a project with the admin, used as the page says."""

import sys
from types import ModuleType

from documents import django_project

MODULE = "links.models"

django_project.configure(
    "django.contrib.admin",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    STATIC_URL="/static/",
    ALLOWED_HOSTS=["testserver"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
    TEMPLATES=[
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "APP_DIRS": True,
            "OPTIONS": {
                "context_processors": [
                    "django.template.context_processors.request",
                    "django.contrib.auth.context_processors.auth",
                    "django.contrib.messages.context_processors.messages",
                ]
            },
        }
    ],
)

from django.db import models  # noqa: E402 - Django is configured now

from django_iri.fields import IRIField, IRIKeyField  # noqa: E402

#: The first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"


class Old(models.Model):
    """A table whose keys are not unique yet."""

    homepage = IRIField()
    homepage_key = IRIKeyField(source="homepage", unique=False)

    class Meta:
        app_label = "links"

    def __str__(self):
        return self.homepage.display


def check(names):
    """Follow "Check it" on the page, and try its filters."""
    from bs4 import BeautifulSoup
    from django.contrib import admin
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.test import Client, RequestFactory, override_settings
    from django.urls import path

    call_command("migrate", run_syncdb=True, verbosity=0)
    urls = sys.modules["admin_urls"] = ModuleType("admin_urls")
    urls.urlpatterns = [path("admin/", admin.site.urls)]
    client = Client()
    client.force_login(User.objects.create_superuser("admin"))
    with override_settings(ROOT_URLCONF="admin_urls"):
        add = "/admin/links/bookmark/add/"
        answer = client.post(add, {"title": "x", "homepage": LOOK_ALIKE})
        page = BeautifulSoup(answer.content, "html.parser")
        assert 2 == len(page.select("ul.iri-warnings > li"))
        box = page.select_one("label.iri-confirm > input")
        data = {"title": "x", "homepage": LOOK_ALIKE, box["name"]: box["value"]}
        page = BeautifulSoup(client.post(add, data, follow=True).content, "html.parser")
        assert "is Cyrillic, not Latin" in page.select_one(".messagelist .warning").text
        answer = client.get("/admin/links/bookmark/", {"q": "рaypal"})
        assert "http://xn--aypal-uye.com/" in answer.content.decode()
        assert 302 == client.post(add, {"title": "x", "homepage": "http://faß.de/"}).status_code
        answer = client.post(add, {"title": "x", "homepage": "HTTP://xn--fa-hia.de:80"})
        assert "This address is already there, as" in answer.content.decode()
    request = RequestFactory().get("/")
    for address in ("http://faß.de/", "HTTP://xn--fa-hia.de:80", "http://example.org/"):
        Old.objects.create(homepage=address)
    chosen = names["DuplicatesFilter"](request, {"duplicates": ["yes"]}, Old, admin.ModelAdmin)
    assert 2 == chosen.queryset(request, Old.objects.all()).count()
