"""Types of parameters for FastAPI: what an endpoint gets, and what OpenAPI says."""

import json
from typing import Annotated

import pytest
from fastapi import APIRouter, FastAPI

from iri3987 import IRI, WEB
from starlette_iri import IRIMiddleware, request_iri
from starlette_iri.fastapi import PathIRI, PathSegment, RequestIRI
from test_starlette_iri.wire import ask

router = APIRouter(prefix="/links")


@router.get("/any/{target:iri}")
def any_iri(target: PathIRI, asked: RequestIRI) -> list[str]:
    """Answer with the IRI of the path, and that of the request."""
    assert isinstance(target, IRI)
    return [target, asked]


@router.get("/web/{target:iri}")
async def web(target: Annotated[PathIRI, WEB]) -> str:
    """Answer with an address of the web."""
    return target


@router.get("/tags/{tag:isegment}")
async def tagged(tag: PathSegment) -> str:
    """Answer with one segment."""
    return tag


def served():
    """Return an application that has the routes twice: included, and in a sub-application."""
    app, sub = FastAPI(), FastAPI()
    app.add_middleware(IRIMiddleware)
    for each in (app, sub):
        each.include_router(router)
    app.mount("/sub", sub, name="sub")
    return app


app = served()
each_place = pytest.mark.parametrize(("place", "name"), [("", ""), ("/sub", "sub:")])


@each_place
def test_iri(place, name):
    """The endpoint has the IRI as it was sent, wherever its routes are included."""
    answer = ask(app, f"{place}/links/any/http://faß.de/a%2Fb")
    expected = ["http://faß.de/a%2Fb", f"http://localhost{place}/links/any/http://faß.de/a%2Fb"]
    assert expected == json.loads(answer.text)


@each_place
@pytest.mark.parametrize("target", ["http://faß.de/a%2Fb?c%25#d", "urn:é", "http://[::1]/%C3%A9"])
def test_url_path_for(place, name, target):
    """`url_path_for` gives the path at which the endpoint has the same IRI."""
    path = app.url_path_for(f"{name}any_iri", target=target)
    assert target == json.loads(ask(app, path).text)[0]


@each_place
def test_refused(place, name):
    """A text that is not an IRI, or not one segment, is not found."""
    for path in ("/links/any/a", "/links/web/http%3A%2F%2F[", "/links/tags/a%2Fb"):
        assert 404 == ask(app, place + path).status
    assert '"100%"' == ask(app, f"{place}/links/tags/100%25").text


def test_no_host():
    """A request without a host is answered with 400 where its IRI is asked for."""
    assert 400 == ask(app, "/links/any/urn:x", headers=[]).status
    assert 200 == ask(app, "/links/web/http://a.example/", headers=[]).status


def test_override():
    """The dependency is `request_iri`: a test can put another in its place."""
    application = served()
    application.dependency_overrides[request_iri] = lambda: IRI("urn:other")
    assert "urn:other" == json.loads(ask(application, "/links/any/urn:x").text)[1]


def test_openapi():
    """OpenAPI has the format of JSON Schema for an IRI, and the length of a segment."""
    paths = app.openapi()["paths"]

    def schema(path):
        [parameter] = paths[path]["get"]["parameters"]
        assert ("path", True) == (parameter["in"], parameter["required"])
        return parameter["schema"]

    for path in ("/links/any/{target}", "/links/web/{target}"):
        assert {"type": "string", "format": "iri"}.items() <= schema(path).items()
    expected = {"type": "string", "minLength": 1, "maxLength": 2048}
    assert expected.items() <= schema("/links/tags/{tag}").items()
