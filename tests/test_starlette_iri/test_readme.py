"""The code of the README and of the guides does what they say."""

import asyncio
import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from test_starlette_iri.wire import ask

ROOT = Path(__file__).parents[2]
README = ROOT / "integrations" / "starlette-iri" / "README.md"
GUIDES = ROOT / "docs" / "how-to"
REQUESTS = GUIDES / "starlette" / "requests.md"


def run(document, *headings):
    """Run the code of a document, or that under some headings, and return its names.

    What comes before all headings is under "".
    """
    names = {"__name__": "readme"}
    for part in f"\n{document.read_text('utf-8')}".split("\n## "):
        heading, _, text = part.partition("\n")
        if not headings or heading in headings:
            for source in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
                exec(source, names)  # noqa: S102 - our own text
    return names


def test_use():
    """The page links to the redirect of each entry, and the redirect to the mapped URI."""
    app = run(README)["app"]
    page = ask(app, "/").text
    mapped = {"http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9", "https://xn--r8jz45g.xn--zckzah/a%2Fb"}
    detours = re.findall('href="http://localhost(/go/[^"]*)"', page)
    assert mapped == {ask(app, path).headers["location"] for path in detours}
    assert mapped <= set(re.findall('href="([^"]*)"', page))
    assert 404 == ask(app, "/go/http://evil.example/").status


def test_routes():
    """The rules take what the tables say."""
    names = run(REQUESTS, "", "Addresses in paths")
    app = names["app"]

    def params(path):
        return json.loads(ask(app, path).text)

    assert {"target": "http://faß.de/a%2Fb?c"} == params(names["path"])
    whole = "/go/http%3A%2F%2Fexample.org%2Fa%252Fb%3Fc"
    assert {"target": "http://example.org/a%2Fb?c"} == params(whole)
    for place in ("", "/wiki"):
        plain = f"{place}/go/http://example.org/a%2Fb"
        assert {"target": "http://example.org/a%2Fb"} == params(plain)
        assert {"tag": "100%"} == params(f"{place}/tags/100%25")
        assert 404 == ask(app, f"{place}/tags/a%2Fb").status


def test_redirects():
    """A redirect is followed as the text says."""
    app = run(REQUESTS, "", "Redirects and header fields")["app"]

    def location(path, target):
        return ask(app, f"{path}={quote(target)}").headers["location"]

    for target, expected in [
        ("/é", "/%C3%A9"),
        ("https://例え.テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        ("//evil.example", "/welcome"),
        ("/\\evil.example", "/welcome"),
        ("https:evil.example", "/welcome"),
        ("http://good.example@evil.example/", "/welcome"),
    ]:
        assert expected == location("/login?next", target)
    assert "http://xn--fa-hia.de/stra%C3%9Fe" == ask(app, "/go").headers["location"]


def test_request():
    """The endpoint answers with what was asked for; only hosts that are listed are answered."""
    app = run(REQUESTS, "")["app"]
    shown = json.loads(ask(app, "/a%2Fb", headers=[(b"host", b"xn--fa-hia.de")]).text)
    expected = {"iri": "http://faß.de/a%2Fb", "uri": "http://xn--fa-hia.de/a%2Fb"}
    assert expected.items() <= shown.items()
    assert 400 == ask(app, "/", headers=[(b"host", b"fass.de")]).status


def test_templates():
    """The filters work in a page."""
    text = ask(run(GUIDES / "jinja.md", "")["app"], "/").text
    expected = ["http://xn--fa-hia.de/?a&amp;b", "https://xn--r8jz45g.xn--zckzah/%E9%81%93"]
    assert expected == re.findall('href="([^"]*)"', text)


def test_files():
    """An upload keeps its name, and comes back under it."""
    httpx = pytest.importorskip("httpx")
    pytest.importorskip("python_multipart")
    app = run(GUIDES / "file-names.md", "Starlette and FastAPI")["app"]

    async def both_ways():
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            name = (await client.post("/files", files={"file": ("../日本.pdf", b"octets")})).text
            missing = await client.get("/files/nothing.pdf")
            return name, await client.get(f"/files/{name}"), missing.status_code

    name, answer, missing = asyncio.run(both_ways())
    expected = "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf"
    assert ("日本.pdf", b"octets", 404) == (name, answer.content, missing)
    assert expected == answer.headers["content-disposition"]


def test_fastapi():
    """The types do what the table says."""
    app = run(GUIDES / "fastapi.md")["app"]
    target = "http://xn--fa-hia.de/a%2Fb"
    expected = {"uri": target, "asked": f"http://localhost/go/{target}"}
    assert expected == json.loads(ask(app, f"/go/{target}").text)
    assert (422, 404) == (ask(app, "/go/ftp:x").status, ask(app, "/go/x").status)
    [parameter] = app.openapi()["paths"]["/go/{target}"]["get"]["parameters"]
    assert "iri" == parameter["schema"]["format"]
    assert '"café"' == ask(app, "/tags/cafe%CC%81").text
