"""integrations/flask-iri/README.md: the page, and the redirects to which it links."""


def check(names):
    """Each entry leads by its redirect to the mapped URI; another address is not found."""
    import re

    client = names["app"].test_client()
    page = client.get("/").text
    mapped = {
        "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9",
        "https://xn--r8jz45g.xn--zckzah/%E3%83%91%E3%82%B9",
    }
    detours = re.findall('href="(/go/[^"]*)"', page)
    assert mapped == {client.get(path).headers["Location"] for path in detours}
    assert mapped == set(re.findall('href="(https?:[^"]*)"', page))
    assert 404 == client.get("/go/http://evil.example/").status_code
