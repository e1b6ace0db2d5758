"""docs/how-to/file-names.md: an upload keeps its name in Starlette."""

NEEDS = ("httpx", "python_multipart")


def check(names):
    """The name is safe and in its script, and comes back with the file."""
    import asyncio

    from httpx import ASGITransport, AsyncClient

    sent = "attachment; filename=\"__.pdf\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf"

    async def both_ways():
        transport = ASGITransport(app=names["app"])
        async with AsyncClient(transport=transport, base_url="http://localhost") as client:
            file = ("../日本.pdf", b"octets")
            name = (await client.post("/files", files={"file": file})).text
            missing = await client.get("/files/nothing.pdf")
            return name, await client.get(f"/files/{name}"), missing.status_code

    name, answer, missing = asyncio.run(both_ways())
    assert ("日本.pdf", b"octets", 404) == (name, answer.content, missing)
    assert sent == answer.headers["content-disposition"]
