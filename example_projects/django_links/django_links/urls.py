"""Which address shows which page. Importing `django_iri.converters` registers ``<iri:...>``."""

from django.urls import path, re_path
from django.views.static import serve

import django_iri.converters  # noqa: F401
from django_links import settings, views

urlpatterns = [
    path("", views.index, name="index"),
    path("links", views.links, name="links"),
    path("add", views.add, name="add"),
    path("links/<int:link_id>", views.detail, name="detail"),
    path("links/<int:link_id>/delete", views.delete, name="delete"),
    path("links/<int:link_id>/file", views.file, name="file"),
    path("links.json", views.links_json, name="links_json"),
    path("go/<iri:target>", views.go, name="go"),
    # Fit for an example: a real site leaves this to its web server.
    re_path(
        r"^static/(?P<path>style\.css|icon\.svg)\Z",
        serve,
        {"document_root": settings.BASE_DIR / "django_links/static"},
    ),
]
