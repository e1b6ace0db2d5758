"""Which address shows which page. Importing `django_iri.converters` registers ``<iri:...>``."""

from django.contrib.sitemaps.views import sitemap
from django.contrib.staticfiles.views import serve
from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView
from rest_framework.routers import SimpleRouter

import django_iri.converters  # noqa: F401
from django_links import admin, api, compare, feeds, old, views, wire

api_urls = SimpleRouter(trailing_slash=False)
api_urls.register("api/links", api.LinkViewSet)

urlpatterns = [
    path("", views.index, name="index"),
    path("links", views.links, name="links"),
    path("add", views.add, name="add"),
    path("links/<int:link_id>", views.detail, name="detail"),
    path("links/<int:link_id>/edit", views.edit, name="edit"),
    path("links/<int:link_id>/delete", views.delete, name="delete"),
    path("links/<int:link_id>/file", views.file, name="file"),
    path("compare", compare.compare, name="compare"),
    path("wire", wire.wire, name="wire"),
    path("old", old.old, name="old"),
    path("language", views.language, name="language"),
    path("titles/<isegment:title>", views.title, name="title"),
    path("feed.xml", feeds.Newest(), name="feed"),
    path("sitemap.xml", sitemap, {"sitemaps": {"titles": feeds.Titles}}, name="sitemap"),
    path("", include(api_urls.urls)),
    path("openapi.json", SpectacularJSONAPIView.as_view(), name="openapi"),
    path("admin/", admin.site.urls),
    path("go/<iri:target>", views.go, name="go"),
    # Fit for an example: a real site leaves this to its web server.
    path("static/<path:path>", serve, {"insecure": True}),
]
