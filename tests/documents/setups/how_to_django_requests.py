"""docs/how-to/django/requests.md: a project, and the request of the table."""

from documents import django_project

MODULE = "links.models"

django_project.configure(ALLOWED_HOSTS=["xn--fa-hia.de"])


def check(names):
    """The values in the table are those of that request."""
    from django.test import RequestFactory

    from django_iri.middleware import IRIMiddleware

    asked = RequestFactory().get("/stra%C3%9Fe?q=a%2Fb", headers={"host": "xn--fa-hia.de"})
    IRIMiddleware(names["show"])(asked)
    iri = asked.iri
    assert ("/straße", "/straße?q=a%2Fb", "xn--fa-hia.de") == (iri.path, iri.full, iri.host)
    assert "http://xn--fa-hia.de/straße?q=a%2Fb" == str(iri) == str(iri.absolute)
    assert "http://faß.de/straße?q=a%2Fb" == iri.absolute.display
