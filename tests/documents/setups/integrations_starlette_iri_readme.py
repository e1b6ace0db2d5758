"""integrations/starlette-iri/README.md: the page, and the redirects to which it links."""


def check(names):
    """Each entry leads by its redirect to the mapped URI; another address is not found."""
    import re

    from test_starlette_iri.wire import ask

    app = names["app"]
    page = ask(app, "/").text
    mapped = {"http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9", "https://xn--r8jz45g.xn--zckzah/a%2Fb"}
    detours = re.findall('href="http://localhost(/go/[^"]*)"', page)
    assert mapped == {ask(app, path).headers["location"] for path in detours}
    assert mapped <= set(re.findall('href="([^"]*)"', page))
    assert 404 == ask(app, "/go/http://evil.example/").status
