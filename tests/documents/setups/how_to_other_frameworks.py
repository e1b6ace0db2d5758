"""docs/how-to/other-frameworks.md: without logs; the header is sent as the comment says."""

import logging
from collections.abc import Mapping
from typing import Any

NEEDS = ("litestar", "strawberry", "graphene")

logging.disable()


def check(names: Mapping[str, Any]) -> None:
    """The application sends the mapped address, and the scalar of Graphene has the same rule."""
    sent: list[tuple[str, str]] = []
    names["application"]({}, lambda *started: sent.extend(started[1]))
    assert [("Location", "http://xn--fa-hia.de/stra%C3%9Fe")] == sent
    graphene, scalar = names["graphene"], names["IRIScalar"]
    page = graphene.Field(scalar, address=scalar(required=True))
    pages = {"page": page, "resolve_page": lambda _, _info, address: address}
    schema = graphene.Schema(query=type("Pages", (graphene.ObjectType,), pages))
    query = '{page(address: "javascript:alert(1)")}'
    [error] = schema.execute(query).errors
    assert "scheme-not-allowed" == error.extensions["code"]
