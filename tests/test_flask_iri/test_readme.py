"""The code of the README and of the guides does what they say."""

import io
import re
from pathlib import Path

import pytest

from test_flask_iri.wire import answer, answer_to

ROOT = Path(__file__).parents[2]
README = ROOT / "integrations" / "flask-iri" / "README.md"
GUIDES = ROOT / "docs" / "how-to"


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
    client = run(README)["app"].test_client()
    page = client.get("/").text
    mapped = {
        "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9",
        "https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9",
    }
    detours = re.findall('href="(/go/[^"]*)"', page)
    assert mapped == {client.get(path).headers["Location"] for path in detours}
    assert mapped == set(re.findall('href="(https?:[^"]*)"', page))
    assert 404 == client.get("/go/http://evil.example/").status_code


def test_redirects():
    """A redirect to nowhere is handled, and a safe one is followed as the text says."""
    app = run(GUIDES / "flask" / "requests.md")["app"]
    status, _, body = answer(app, "/go")
    assert (400, "Nowhere: host-character") == (status, body)

    def location(target):
        return app.test_client().get("/login", query_string={"next": target}).headers["Location"]

    assert "/%C3%A9" == location("/é")
    assert "https://xn--r8jz45g.xn--zckzah/" == location("https://例え.テスト/")
    assert "http://example.org:8000/" == location("http://example.org:8000/")
    evil = [
        "//evil.example",
        "/\\evil.example",
        "https:evil.example",
        "http://good.example@evil.example/",
    ]
    assert {"/welcome"} == set(map(location, evil))


@pytest.mark.parametrize(
    ("path", "expected"), [("%C3%A9?", "é?"), ("a%2Fb", "a%2Fb"), ("%FF", "%FF")]
)
def test_request(path, expected):
    """The view answers with what was asked for, whatever the host is written like."""
    app = run(GUIDES / "flask" / "requests.md")["app"]
    _, _, body = answer_to(app, f"/pages/{path}", HTTP_HOST="www.xn--fa-hia.de")
    shown = app.json.loads(body)
    assert (f"http://www.faß.de/pages/{expected}", f"http://www.xn--fa-hia.de/pages/{path}") == (
        shown["iri"],
        shown["uri"],
    )


def test_routes():
    """The rules take what the table says."""
    app = run(GUIDES / "flask" / "requests.md")["app"]
    found = [answer(app, f"/resolve/{target}")[::2] for target in ("urn:x", "doi:10.1000/é")]
    assert [(200, "urn"), (200, "doi")] == found
    assert 404 == answer(app, "/resolve/http://example.org/")[0]
    shown = app.json.loads(answer(app, "/tags/cafe\u0301")[2])
    assert {"tag": "café", "url": "/tags/caf%C3%A9"} == shown


def test_templates():
    """A text gets links, with the policies of the application."""
    names = run(GUIDES / "jinja.md", "Text that people write")
    page = names["site"].test_client().get("/").text
    hrefs = re.findall('href="([^"]*)" rel="nofollow ugc"', page)
    assert ["https://xn--r8jz45g.xn--zckzah/%E9%81%93", "https://xn--fa-hia.de"] == hrefs
    assert " &lt;b&gt; " in page


def test_files():
    """An upload keeps its name, and comes back under it."""
    client = run(GUIDES / "file-names.md", "Flask")["app"].test_client()
    names = [
        client.post("/files", data={"file": (io.BytesIO(b"a"), "日本.pdf")}).text for _ in range(2)
    ]
    assert ["日本.pdf", "日本-2.pdf"] == names
    answer = client.get(f"/files/{names[0]}", buffered=True)
    expected = "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf"
    assert (b"a", expected) == (answer.data, answer.headers["Content-Disposition"])


@pytest.mark.parametrize(
    ("guide", "needed"),
    [("forms", "wtforms"), ("unique", "flask_sqlalchemy")],
)
def test_with_libraries(guide, needed):
    """The forms and the databases do what their own assertions say."""
    pytest.importorskip(needed)
    assert run(GUIDES / "flask" / f"{guide}.md")
