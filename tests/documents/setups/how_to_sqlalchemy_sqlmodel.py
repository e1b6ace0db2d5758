"""docs/how-to/sqlalchemy/sqlmodel.md: what its application stores, finds and refuses."""

NEEDS = ("sqlmodel", "fastapi", "httpx")


def check(names):
    """There is one row for each address; the longest that a request takes has room."""
    from fastapi.testclient import TestClient

    client = TestClient(names["app"], raise_server_exceptions=False)
    longest = "http://a.example/".ljust(8000, "x")
    once, again = "http://straße.example/é", "HTTP://xn--strae-oqa.example/%C3%A9"
    sent = (longest, f"{longest}x", "javascript:alert(1)", once, again)
    found = [client.post("/bookmarks", json={"iri": each}).status_code for each in sent]
    assert [200, 422, 422, 200, 409] == found
    assert 1 == len(client.get("/bookmarks", params={"iri": again}).json())
