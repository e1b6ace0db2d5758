"""The example of docs/fastapi.md does what the document says."""

import asyncio
import json
import re
from pathlib import Path

import pytest

httpx = pytest.importorskip("httpx")
pytest.importorskip("fastapi")

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fastapi.md").read_text("utf-8")


def block(language):
    """Return the first block of a language in the document."""
    return re.search(f"^```{language}\n(.*?)^```$", DOCUMENT, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture(scope="module")
def app():
    """The application of the document."""
    names = {}
    exec(block("python"), names)  # noqa: S102 - it is our own
    return names["app"]


def post(app, target):
    """Send the document's request with another target."""

    async def send():
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.post("/bookmarks/%E4%BE%8B", json={"target": target})

    return asyncio.run(send())


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


def test_schema(app):
    """The schema is the one that the document shows."""
    assert json.loads(block("json")) == app.openapi()["components"]["schemas"]["Bookmark"]


def test_error(app):
    """What is no IRI is answered as the document says."""
    response = post(app, "http://faß.de/100%")
    assert 422 == response.status_code
    [error] = response.json()["detail"]
    assert ("iri_parsing", ["body", "target"], "bad-percent", 17) == (
        error["type"],
        error["loc"],
        error["ctx"]["code"],
        error["ctx"]["position"],
    )
    assert "iri_parsing" in DOCUMENT
    assert "bad-percent" in DOCUMENT


@pytest.mark.parametrize(
    ("target", "code"),
    [
        ("javascript:alert(1)", "scheme-not-allowed"),
        ("data:text/html,<script>", "bad-character"),
        ("file:///etc/passwd", "scheme-not-allowed"),
        ("http://0x7f.1/", "host-ipv4"),
        ("http:///path", "host-missing"),
    ],
)
def test_refused(app, target, code):
    """A bookmark is an address of the web: nothing that runs as code is taken."""
    response = post(app, target)
    assert 422 == response.status_code
    [error] = response.json()["detail"]
    assert ("iri_parsing", code) == (error["type"], error["ctx"]["code"])
    assert code in error["msg"]
    assert {"reason", "code", "position", "words"} <= error["ctx"].keys()
