"""docs/how-to/testing.md: a Django project; its tests are run, and its table of clients tried."""

import sys
from types import ModuleType

from hypothesis import HealthCheck, settings

from documents import django_project

NEEDS = ("hypothesis", "polyfactory")

django_project.configure(
    ALLOWED_HOSTS=["testserver"],
    MIDDLEWARE=["django_iri.middleware.IRIMiddleware"],
    ROOT_URLCONF="echo_urls",
)
settings.register_profile(
    "busy",
    deadline=None,
    derandomize=True,
    max_examples=30,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("busy")


def check(names):
    """The tests pass, and the clients do what the table says."""
    names["test_what_is_saved_is_what_was_typed"]()
    names["test_no_text_is_an_error_of_the_server"]()
    _check_django()
    _check_flask()


def _check_django():
    from django.http import HttpResponse
    from django.test import Client
    from django.urls import path

    urls = sys.modules["echo_urls"] = ModuleType("echo_urls")
    urls.urlpatterns = [path("<path:rest>", lambda request, **_: HttpResponse(request.iri.full))]
    client = Client()
    assert "/räk/?q=é" == client.get("/räk/", {"q": "é"}).content.decode()
    assert b"/a/b" == client.get("/a%2Fb").content
    assert b"/a%2Fb" == client.get("/a%2Fb", REQUEST_URI="/a%2Fb").content


def _check_flask():
    from flask import Flask

    from flask_iri import FlaskIRI, request_iri

    app = Flask("echo")
    FlaskIRI(app)
    app.add_url_rule("/<path:rest>", view_func=lambda **_: str(request_iri), endpoint="echo")
    client = app.test_client()
    base = "https://xn--r8jz45g.xn--zckzah"
    answer = client.get("/räk/a%2Fb?q=é", base_url=base)
    assert "https://例え.テスト/räk/a%2Fb?q=é" == answer.text
    assert "http://localhost/a" == client.get("/a", query_string={"q": "é"}).text
    assert "http://localhost/r%E4k" == client.get("/r%E4k").text
