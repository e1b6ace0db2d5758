"""The example of docs/how-to/fastapi.md does what the document says."""

import asyncio
import json
import re
from pathlib import Path
from typing import Annotated

import pytest

from iri3987.codes import CODES
from iri3987.types import WebIRI
from test_starlette_iri.wire import ask
from vector_rows import rows, texts

httpx = pytest.importorskip("httpx")
fastapi = pytest.importorskip("fastapi")

DOCUMENT = (Path(__file__).parents[2] / "docs" / "how-to" / "fastapi.md").read_text("utf-8")


def blocks(language):
    """Return the blocks of a language in the document."""
    return re.findall(f"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)


def block(language):
    """Return the first block of a language in the document."""
    return blocks(language)[0]


#: The blocks about the first application; those after them make another one.
FIRST = blocks("python")[:3]


def made(*sources):
    """Return the application that blocks of the document make."""
    names = {}
    for source in sources:
        exec(source, names)  # noqa: S102 - it is our own
    return names["app"]


@pytest.fixture(scope="module")
def app():
    """The application of the document."""
    return made(block("python"))


def sent(app, path, **request):
    """Return the answer of an application to a request that posts something."""

    async def send():
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post(path, **request)

    return asyncio.run(send())


def post(app, target, **others):
    """Send the document's request with another target."""
    # In ASCII: UTF-8 cannot carry every text that JSON can.
    body = json.dumps({"target": target, **others})
    return sent(app, "/bookmarks", content=body, headers={"Content-Type": "application/json"})


def test_answer(app):
    """The answer is the one that the document shows."""
    target = re.search('"target": "(.*?)"', block("console"))[1]
    head, _, body = block("http").partition("\n\n")
    response = post(app, target)
    shown = [line.partition(": ") for line in head.splitlines()[1:]]
    assert 201 == response.status_code
    assert [(name, response.headers[name]) for name, _, _ in shown] == [
        (name, value) for name, _, value in shown
    ]
    assert body.strip() == response.text


def test_the_refused_answer_is_the_one_shown(app):
    """The answer that the document prints comes, with the reason beside it."""
    shown = json.loads(block("json"))
    [error] = shown["detail"]
    error["ctx"]["reason"] = error["msg"].partition(": ")[2]
    assert shown == post(app, error["input"]).json()


def test_stored_rows_are_answered():
    """Rows that a request would refuse are sent as they are, with 200."""
    app = made(*blocks("python")[:4])
    answer = ask(app, "/stored")
    assert 200 == answer.status
    rows = [row["target"] for row in json.loads(answer.text)]
    assert ["http://wiki/", "n/a", "http://例え.jp/?A|B"] == rows


def hostile():
    """Yield the hostile texts, and those with lone surrogates."""
    for row in rows("attacks"):
        yield from texts(row)
    yield from ("http://a.bc/\ud800", "\udfff", "http://\ud83d\ude00.bc/")


@pytest.mark.slow
def test_attacks(app):
    """Every body has an answer: the address is accepted, or refused with one coded error."""
    for text in hostile():
        response = post(app, text)
        assert response.status_code in {201, 422}, ascii(text[:80])
        if response.status_code == 422:
            [error] = response.json()["detail"]
            assert ("iri_parsing", ["body", "target"]) == (error["type"], error["loc"])
            assert error["ctx"]["code"] in CODES


@pytest.mark.parametrize(
    ("target", "title", "name"),
    [({"\ud800": 1}, "", "target"), ("http://a.bc/", ["\ud800"], "title")],
    ids=["target", "title"],
)
def test_every_body_has_an_answer(target, title, name):
    """With the document's handler, a lone surrogate anywhere in a body is answered with 422."""
    response = post(made(*FIRST), target, title=title)
    assert 422 == response.status_code
    assert response.text.isascii()
    [error] = response.json()["detail"]
    assert (["body", name], {"target": target, "title": title}[name]) == (
        error["loc"],
        error["input"],
    )


#: Each kind of parameter, and how a client sends an address in it.
KINDS = {
    "query": (fastapi.Query(max_length=99), lambda link: {"params": {"link": link}}),
    "path": (fastapi.Path(), lambda _: {}),
    "header": (fastapi.Header(), lambda link: {"headers": {"link": link}}),
    "cookie": (fastapi.Cookie(), lambda link: {"headers": {"Cookie": f"link={link}"}}),
    "body": (fastapi.Body(), lambda link: {"json": link}),
    "form": (fastapi.Form(), lambda link: {"data": {"link": link}}),
}


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_parameter(name):
    """The profile is asked, however the address is sent: `Annotated` holds all that is said."""
    app = fastapi.FastAPI()
    kind, request = KINDS[name]
    path = "/{link}" if name == "path" else "/"

    @app.post(path)
    def to(link: Annotated[WebIRI, kind]) -> str:
        return link

    def answer(link):
        return sent(app, path.replace("{link}", link), **request(link)).json()

    [error] = answer("javascript:1")["detail"]
    assert ("iri_parsing", "scheme-not-allowed") == (error["type"], error["ctx"]["code"])
    [error] = answer("http:a.bc")["detail"]
    assert "host-missing" == error["ctx"]["code"]
    if name != "path":
        assert "http://a.bc/" == answer("http://a.bc/")
