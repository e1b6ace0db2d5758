"""Answers of FastAPI that are made of rows: one old row does not make a list fail."""

import asyncio
from typing import Annotated, Any

import pytest
from sqlalchemy import String, text
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from iri3987 import INTRANET, IRI
from iri3987.types import StoredIRI, WebIRI
from sqlalchemy_iri import IRIType
from test_sqlalchemy_iri.link_models import connected

fastapi = pytest.importorskip("fastapi")
pydantic = pytest.importorskip("pydantic")
httpx = pytest.importorskip("httpx")

#: What a request with `WebIRI` refuses or repairs, and an address in order.
OLD = ["http://wiki/", "example.org/x", "n/a", "https://example.org/?A|B", "http://例え.jp/道"]


@pytest.mark.parametrize("requested", [WebIRI, Annotated[IRI, INTRANET]], ids=["web", "intranet"])
@pytest.mark.parametrize("column", [String(200), IRIType(200)], ids=["text", "iri"])
def test_old_rows_are_answered(column, requested):
    """The list is answered with 200, each text as it is stored; a request is still judged."""

    class Base(DeclarativeBase):
        pass

    class Webhook(Base):
        __tablename__ = "webhook"
        id: Mapped[int] = mapped_column(primary_key=True)
        url: Mapped[Any] = mapped_column(column)

    class NewWebhook(pydantic.BaseModel):
        url: requested

    class ReadWebhook(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(from_attributes=True)
        id: int
        url: StoredIRI

    with connected(Webhook.__table__) as connection, Session(connection) as session:
        for each in OLD:
            session.execute(text("INSERT INTO webhook (url) VALUES (:url)"), {"url": each})
        app = fastapi.FastAPI()

        @app.get("/webhooks", response_model=list[ReadWebhook])
        async def listed() -> Any:
            return session.query(Webhook).order_by(Webhook.id).all()

        @app.post("/webhooks", response_model=ReadWebhook)
        async def add(new: NewWebhook) -> Any:
            return Webhook(id=9, url=new.url)

        def ask(method, **sent):
            async def send():
                transport = httpx.ASGITransport(app=app)
                async with httpx.AsyncClient(transport=transport, base_url="http://a") as client:
                    return await client.request(method, "/webhooks", **sent)

            return asyncio.run(send())

        answer = ask("GET")
        assert 200 == answer.status_code
        assert OLD == [row["url"] for row in answer.json()]
        assert 422 == ask("POST", json={"url": "n/a"}).status_code
        answer = ask("POST", json={"url": "https://faß.de/?A|B"})
        assert "https://faß.de/?A%7CB" == answer.json()["url"]
