"""docs/how-to/signed-urls.md: a Django project, and what its table says of redirects."""

from pathlib import Path

from documents import django_project

django_project.configure(MIDDLEWARE=["django_iri.middleware.IRIMiddleware"])
Path("links/urls.py").write_text("urlpatterns = []\n", "utf-8")


def check(names):
    """No redirect and no filter changes the signed address; ASGI has the same target."""
    from django.http import HttpRequest, HttpResponseRedirect
    from django.shortcuts import redirect as redirect_of_django
    from flask import Flask, redirect
    from jinja2 import Environment

    from django_iri.middleware import IRIMiddleware
    from flask_iri import FlaskIRI
    from iri3987.adapters.jinja import install
    from iri3987.http.asgi import request_target
    from starlette_iri.responses import IRIRedirectResponse

    signed = names["signed"]
    environment = Environment(autoescape=True)
    install(environment)
    assert signed == environment.filters["uri"](signed)
    for response in (HttpResponseRedirect(signed), redirect_of_django(signed)):
        answer = IRIMiddleware(lambda _, response=response: response)(HttpRequest())
        assert signed == answer["Location"]
    assert signed == IRIRedirectResponse(signed).headers["location"]
    app = Flask("redirects")
    FlaskIRI(app)
    app.add_url_rule("/", view_func=lambda: redirect(signed), endpoint="to")
    assert signed == app.test_client().get("/").location

    path, _, query = names["target"].partition("?")
    scope = {"type": "http", "raw_path": path.encode(), "query_string": query.encode()}
    scope["path"] = "/files/日本.pdf"
    assert names["is_signed"](request_target(scope))
    assert not names["is_signed"](request_target({**scope, "path": "/x", "raw_path": b"/x"}))
