"""docs/how-to/file-names.md: an upload keeps its name in Starlette."""

NEEDS = ("httpx", "python_multipart")


def check(names):
    """The name is safe and in its script, and comes back with the file."""
    from starlette.testclient import TestClient

    client = TestClient(names["app"], "http://localhost")
    name = client.post("/files", files={"file": ("../日本.pdf", b"octets")}).text
    answer = client.get(f"/files/{name}")
    assert ("日本.pdf", b"octets") == (name, answer.content)
    sent = "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf"
    assert sent == answer.headers["content-disposition"]
    assert 404 == client.get("/files/nothing.pdf").status_code
