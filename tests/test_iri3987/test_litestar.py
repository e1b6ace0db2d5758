"""The plug-in for Litestar."""

from dataclasses import dataclass
from typing import Annotated, TypeVar, cast

import pytest
from litestar import Litestar, get, post
from litestar.exceptions import ValidationException
from litestar.params import Body
from litestar.testing import TestClient
from msgspec import Struct, field

from iri3987 import ANY, IRI, WEB, IRIReference
from iri3987.adapters.litestar import IRIPlugin
from iri3987.values import load

try:
    from litestar.params import FromQuery
except ImportError:  # before 2.22
    FromQuery = Annotated[TypeVar("T"), None]  # type: ignore[misc]


class Bookmark(Struct):
    """A body that msgspec reads."""

    target: IRI
    feeds: list[IRI] = field(default_factory=list)
    other: IRI | None = None


@dataclass
class Page:
    """A body that is a dataclass."""

    target: IRI


@post("/bookmark")
async def bookmark(data: Annotated[Bookmark, Body()]) -> Bookmark:
    """Return what was read."""
    return data


@post("/page")
async def page(data: Annotated[Page, Body()]) -> Page:
    """Return what was read."""
    return data


@get("/query")
async def query(
    a: FromQuery[IRI],
    b: FromQuery[IRI | None] = None,
    c: FromQuery[int] = 0,
) -> list[str]:
    """Return what was read, and its class."""
    return [a, type(a).__name__, a.uri, str(b), str(c)]


@get("/reference")
async def reference(a: FromQuery[IRIReference]) -> IRIReference:
    """Return what was read."""
    return a


@get("/fault")
async def fault() -> None:
    """Fail with another error."""
    raise ValueError


@get("/own")
async def own() -> None:
    """Refuse with what an application may tell."""
    raise ValidationException("no", extra=["x", {"key": "x"}, {"message": ["y"]}])


@get("/stored")
async def stored() -> list[Bookmark]:
    """Return rows from before there was a rule."""
    texts = ("n/a", "http://wiki/", "https://a.example/?A|B")
    return [Bookmark(cast("IRI", load(text, IRI))) for text in texts]


ROUTES = [bookmark, page, query, reference, fault, own, stored]


@pytest.fixture(scope="module")
def client():
    """Make a client of an application with the plug-in."""
    with TestClient(
        Litestar(ROUTES, plugins=[IRIPlugin()], logging_config=None), raise_server_exceptions=False
    ) as made:
        yield made


def test_stored_rows_are_answered(client):
    """An answer is not judged: an old row is sent as it is."""
    answer = client.get("/stored")
    assert 200 == answer.status_code
    rows = [row["target"] for row in answer.json()]
    assert ["n/a", "http://wiki/", "https://a.example/?A|B"] == rows


@pytest.mark.parametrize("path", ["/bookmark", "/page"])
@pytest.mark.parametrize(
    ("sent", "code", "position"),
    [
        ("javascript:alert(1)", "scheme-not-allowed", 0),
        ("https://a.example/\u202eb", "bidi-formatting", 18),
        # Litestar cuts a message at the first " - ".
        ("https://a.example:x - y/", "bad-port", 18),
        ("https:// - ", "bad-character", 8),
        (None, "not-text", None),
    ],
)
def test_body_refused(client, path, sent, code, position):
    """What the profile refuses is answered with 400, the code, the position and a sentence."""
    answer = client.post(path, json={"target": sent})
    assert 400 == answer.status_code
    [told] = answer.json()["extra"]
    assert (code, position, "target", "body") == tuple(
        told[each] for each in ("code", "position", "key", "source")
    )
    assert told["message"][0].isupper()
    assert told["message"].endswith(".")


def test_body_accepted(client):
    """Text is repaired as in a form, and sent back as it was written."""
    sent = {"target": " https://faß.de/a b ", "feeds": ["https://例え.テスト"]}
    answer = client.post("/bookmark", json=sent)
    expected = {"target": "https://faß.de/a%20b", "feeds": ["https://例え.テスト"], "other": None}
    assert expected == answer.json()


def test_what_an_application_tells(client):
    """A refusal of the application is sent as it is."""
    answer = client.get("/own")
    assert (400, ["x", {"key": "x"}, {"message": ["y"]}]) == (
        answer.status_code,
        answer.json()["extra"],
    )


def test_place_in_a_list(client):
    """The key says which of several."""
    answer = client.post("/bookmark", json={"target": "https://a.example", "feeds": ["x:y"]})
    [told] = answer.json()["extra"]
    assert ("feeds[0]", "scheme-not-allowed") == (told["key"], told["code"])


def test_any_octets(client):
    """Any text has an answer of 400. (Octets that are not UTF-8 have one of 500 in Litestar)."""
    for content in (
        b'{"target":"\\ud800"}',
        b"{",
        b"",
        b'{"target":"\\u0000"}',
    ):
        answer = client.post("/bookmark", content=content)
        assert 400 == answer.status_code
    assert 400 == client.get("/query?a=%ED%A0%80").status_code


def test_query(client):
    """Each parameter that is refused is named; errors of others stay as they are."""
    answer = client.get("/query", params={"a": "https://faß.de/"})
    assert ["https://faß.de/", "IRI", "https://xn--fa-hia.de/", "None", "0"] == answer.json()
    extra = client.get("/query", params={"a": "x", "b": "data:x", "c": "z"}).json()["extra"]
    expected = [("a", "not-absolute"), ("b", "scheme-not-allowed"), ("c", None)]
    assert expected == [(each["key"], each.get("code")) for each in extra]


def test_each_has_its_own_sentence(client):
    """The messages of Litestar would be the same up to " - ", where it cuts them."""
    sent = {"a": "https:// - ", "b": "https:// - https://a.example"}
    both = client.get("/query", params=sent).json()["extra"]
    alone = client.get("/query", params=sent | {"b": "https://a.example"}).json()["extra"]
    assert alone[0] == both[0]
    assert both[1]["message"] != both[0]["message"]


def test_references(client):
    """A reference may be relative, and an absolute one is judged."""
    assert "/é" == client.get("/reference", params={"a": "/é"}).text
    assert 400 == client.get("/reference", params={"a": "javascript:x"}).status_code


def test_other_errors(client):
    """Errors that are not about what was sent stay as they are."""
    assert 500 == client.get("/fault").status_code
    assert 404 == client.get("/nothing").status_code


def test_openapi(client):
    """The schema has the formats."""
    schema = client.get("/schema/openapi.json").json()
    properties = schema["components"]["schemas"]["Bookmark"]["properties"]
    assert {"type": "string", "format": "iri"} == properties["target"]
    assert {"type": "string", "format": "iri"} == properties["feeds"]["items"]
    [parameter] = schema["paths"]["/reference"]["get"]["parameters"]
    assert "iri-reference" == parameter["schema"]["format"]


def test_each_application_has_its_profile():
    """One profile judges every IRI of an application, and none of another in the same process."""
    apps = [Litestar(ROUTES, plugins=[IRIPlugin(each)]) for each in (WEB, ANY, WEB)]
    answers = [TestClient(each).get("/query", params={"a": "urn:x"}) for each in apps]
    assert [400, 200, 400] == [each.status_code for each in answers]


def test_without_the_plug_in():
    """An application without the plug-in reads no IRI, although another one of the process does."""
    assert 400 == TestClient(Litestar(ROUTES)).get("/query", params={"a": "urn:x"}).status_code
