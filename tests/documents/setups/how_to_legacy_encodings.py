"""docs/how-to/legacy-encodings.md: a Django project with a non-ASCII path."""

import sys
from types import ModuleType

from documents import django_project

django_project.configure(
    ALLOWED_HOSTS=["testserver"], MIDDLEWARE=["django_iri.middleware.IRIMiddleware"]
)


def check(names):
    """The policies do what the table says, and the two functions read Shift_JIS."""
    from django.http import HttpResponse
    from django.test import Client, RequestFactory, override_settings
    from django.urls import path

    urls = sys.modules["old_urls"] = ModuleType("old_urls")
    urls.urlpatterns = [path("räk", lambda _: HttpResponse())]
    expected = {"keep": 404, 404: 404, 400: 400, names["IRI_BAD_OCTETS"]: 302}
    for policy, status in expected.items():
        with override_settings(ROOT_URLCONF="old_urls", IRI_BAD_OCTETS=policy):
            answer = Client().get("/r%E4k?q=%E4")
            assert status == answer.status_code, policy
    assert "/r%C3%A4k?q=%E4" == answer["Location"]
    query = "q=%93%FA%96%7B"
    assert "日本" == names["search"](RequestFactory().get(f"/?{query}"))
    assert "日本" == names["words_of"](query.encode())
    # A request without the field is answered, too.
    assert ("", "") == (names["search"](RequestFactory().get("/")), names["words_of"](b""))
