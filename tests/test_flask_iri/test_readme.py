"""The README's application does what the README says."""

import re
from pathlib import Path

README = Path(__file__).parents[2] / "integrations" / "flask-iri" / "README.md"


def test_application():
    """The page links to the redirect of each entry, and the redirect to the mapped URI."""
    source = re.search(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)[1]
    names = {"__name__": "readme"}
    exec(source, names)  # noqa: S102 - our own text
    client = names["app"].test_client()
    detours = re.findall('href="(/go/[^"]*)"', client.get("/").text)
    assert {
        "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9",
        "https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9",
    } == {client.get(path).headers["Location"] for path in detours}
    assert 404 == client.get("/go/http://evil.example/").status_code
