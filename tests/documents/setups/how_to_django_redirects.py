"""docs/how-to/django/redirects.md: a project, and a request that is redirected."""

from documents import django_project

MODULE = "links.models"

django_project.configure()


def check(names):
    """Check what the page says about the two kinds of targets."""
    import pytest
    from django.core.exceptions import DisallowedRedirect
    from django.test import RequestFactory

    go = names["go"]
    answer = go(RequestFactory().get("/", {"to": "http://faß.de/"}))
    assert "http://xn--fa-hia.de/" == answer["Location"]
    with pytest.raises(DisallowedRedirect):  # Django answers it with 400
        go(RequestFactory().get("/", {"to": "http://\u2100.com/"}))
    assert ["xn--r8jz45g.xn--zckzah", ".xn--fa-hia.de"] == names["ALLOWED_HOSTS"]
