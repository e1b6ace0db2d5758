"""docs/how-to/safe-redirects.md: a Django project, and its list in all three frameworks."""

from documents import django_project

django_project.configure(ALLOWED_HOSTS=["localhost", "xn--fa-hia.de"])


def check(names):
    """The views of Django and Starlette do not send anyone away either."""
    from django.test import RequestFactory
    from starlette.testclient import TestClient

    client = TestClient(names["asgi_app"], "http://localhost", follow_redirects=False)

    def asked(target):
        answer = client.get("/login", params={"next": target})
        return answer.status_code, answer.headers["location"]

    def after_login(target, host):
        request = RequestFactory().get("/login", {"next": target}, secure=True, HTTP_HOST=host)
        return names["after_login"](request)["Location"]

    for target in names["OUTWARD"]:
        assert "/welcome" == after_login(target, "localhost")
        assert (303, "/welcome") == asked(target)
    assert "https://xn--fa-hia.de/basket" == after_login("https://faß.de/basket", "xn--fa-hia.de")
    assert (303, "/stra%C3%9Fe") == asked("/straße")
