"""docs/how-to/flask/requests.md: requests, paths and redirects of its application."""


def check(names):
    """The answers are those that the page tells."""
    from test_flask_iri.wire import answer, answer_to

    app = names["app"]
    app.logger.disabled = True  # it tells of a redirect that is refused

    def shown(target):
        return app.json.loads(answer_to(app, target, HTTP_HOST="www.xn--fa-hia.de")[2])

    asked = shown("/pages/stra%C3%9Fe?q=a%2Fb")
    assert "http://www.faß.de/pages/straße?q=a%2Fb" == asked["iri"]
    assert "http://www.xn--fa-hia.de/pages/stra%C3%9Fe?q=a%2Fb" == asked["uri"]
    assert {"tag": "café", "url": "/tags/caf%C3%A9"} == shown("/tags/cafe%CC%81")
    targets = ("urn:x", "doi:10.1000/é", "http://example.org/")
    found = [answer(app, f"/resolve/{target}") for target in targets]
    assert ([200, 200, 404], ["urn", "doi"]) == (
        [each[0] for each in found],
        [each[2] for each in found[:2]],
    )
    assert (400, "Nowhere: host-character") == answer(app, "/go")[::2]
    for target, expected in {
        "/é": "/%C3%A9",
        "https://例え.テスト/": "https://xn--r8jz45g.xn--zckzah/",
        "http://example.org:8000/": "http://example.org:8000/",
        "//evil.example": "/welcome",
    }.items():
        sent = app.test_client().get("/login", query_string={"next": target})
        assert expected == sent.headers["Location"]
