"""Which address shows which page. Importing `django_iri.converters` registers ``<iri:...>``."""

from django.contrib.staticfiles.views import serve
from django.urls import path
from django.views.i18n import set_language

import django_iri.converters  # noqa: F401
from django_links import views

urlpatterns = [
    path("", views.index, name="index"),
    path("links", views.links, name="links"),
    path("add", views.add, name="add"),
    path("links/<int:link_id>", views.detail, name="detail"),
    path("links/<int:link_id>/edit", views.edit, name="edit"),
    path("links/<int:link_id>/delete", views.delete, name="delete"),
    path("links/<int:link_id>/file", views.file, name="file"),
    path("language", set_language, name="language"),
    path("links.json", views.links_json, name="links_json"),
    path("go/<iri:target>", views.go, name="go"),
    # Fit for an example: a real site leaves this to its web server.
    path("static/<path:path>", serve, {"insecure": True}),
]
