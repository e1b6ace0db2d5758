"""docs/how-to/fastapi.md: the paths of its last application."""


def check(names):
    """An address of a path arrives as it was sent, and what is refused has its status."""
    import json

    from test_starlette_iri.wire import ask

    app, target = names["app"], "http://xn--fa-hia.de/a%2Fb"
    expected = {"uri": target, "asked": f"http://localhost/go/{target}"}
    assert expected == json.loads(ask(app, f"/go/{target}").text)
    assert (422, 404) == (ask(app, "/go/ftp:x").status, ask(app, "/go/x").status)
    assert '"café"' == ask(app, "/tags/cafe%CC%81").text
