"""docs/how-to/starlette/requests.md: requests, paths and redirects of its applications."""


def check(names):
    """The answers are those that the page tells."""
    import json
    from urllib.parse import quote

    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.routing import Route

    from test_starlette_iri.wire import ask

    routes = [Route("/{path:path}", names["show"])]
    first = Starlette(routes=routes, middleware=[names["trusted"]])
    shown = json.loads(ask(first, "/a%2Fb", headers=[(b"host", b"xn--fa-hia.de")]).text)
    expected = {"iri": "http://faß.de/a%2Fb", "uri": "http://xn--fa-hia.de/a%2Fb"}
    assert expected.items() <= shown.items()
    assert 400 == ask(first, "/", headers=[(b"host", b"fass.de")]).status

    middleware = [Middleware(names["IRIMiddleware"])]
    second = Starlette(routes=names["routes"], middleware=middleware)
    for path, params in {
        "/go/http%3A%2F%2Fexample.org%2Fa%252Fb%3Fc": {"target": "http://example.org/a%2Fb?c"},
        "/go/http://example.org/a%2Fb": {"target": "http://example.org/a%2Fb"},
        "/tags/100%25": {"tag": "100%"},
    }.items():
        assert params == json.loads(ask(second, path).text)
    assert 404 == ask(second, "/tags/a%2Fb").status

    for path, location in {
        f"/login?next={quote('/é')}": "/%C3%A9",
        f"/login?next={quote('https://例え.テスト/')}": "https://xn--r8jz45g.xn--zckzah/",
        "/login?next=//evil.example": "/welcome",
        "/go": "http://xn--fa-hia.de/stra%C3%9Fe",
    }.items():
        assert location == ask(names["app"], path).headers["location"]
