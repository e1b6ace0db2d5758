"""No boundary repeats a password in its errors and warnings, however it was written."""

from typing import Annotated

import pytest
from litestar import Litestar, post
from litestar.params import Body
from litestar.testing import TestClient

from iri3987 import IRI
from iri3987.adapters.litestar import IRIPlugin
from test_contract.test_form_sentences import by_django, by_rest_framework, by_wtforms

#: The password of each is "QZ" and more: a colon, an "@" and a slash in another spelling, none of
#: them, white space, a delimiter in the password, other scripts, invisible characters.
TEXTS = [
    "https://me:QZЪЖ@exa mple.org/",
    "https://me：QZЪЖ@example.org/",
    "https://me:QZЪЖ＠example.org/",
    "https：／／me：QZЪЖ＠example.org",
    "https://me%3AQZЪЖ%40example.org/",
    "https:/me:QZ/ЪЖ@example.org/",
    "https:me:QZЪЖ@exa mple.org/",
    "https:\\\\me:QZЪЖ@example.org/",
    " \t me:QZЪЖ@example.org",
    "https://me:QZ#ЪЖ?QZ@example.org/",
    "https://me:QZ<ЪЖ>@@example.org/",
    "https://me:QZЪЖ\u200b\u202eQZ@example.org/",
    "https://me:ЪЖQZ@рaypal.com/",
    "see https://me:QZЪЖ@example.org/ now",
    "http:me:QZ רק@דגם.example/",
]


@post("/")
async def _add(data: Annotated[dict[str, IRI], Body()]) -> None:
    pass


def by_litestar(text):
    """Return what an application of Litestar answers."""
    with TestClient(Litestar([_add], plugins=[IRIPlugin()])) as client:
        return client.post("/", json={"link": text}).json() or ""


@pytest.mark.parametrize("ask", [by_django, by_rest_framework, by_wtforms, by_litestar])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_no_password_is_repeated(ask, text):
    """Neither the errors nor the warnings have two neighbouring letters of the password."""
    said = str(ask(text))
    assert [] == [pair for pair in ("QZ", "ЪЖ", "ЖQ", "ZЪ") if pair in said]
