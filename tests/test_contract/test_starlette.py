"""Starlette's path convertor and FastAPI's types, against the list of every other boundary."""

import json
from typing import Annotated
from urllib.parse import quote

import pytest
from fastapi import FastAPI

from iri3987 import WEB, IRIError
from starlette_iri.fastapi import PathIRI
from test_contract.contract_inputs import CARRIED, FOLDED
from test_starlette_iri.served import app, path_to
from test_starlette_iri.wire import ask

api = FastAPI()


@api.get("/web/{target:iri}")
async def web(target: Annotated[PathIRI, WEB]) -> str:
    """Answer with an address of the web."""
    return target


def test_found():
    """A request finds the target, as it is, exactly where `ANY` accepts it; else 404."""
    for case in CARRIED:
        answer = ask(app, f"/any/{quote(case.text, safe='')}")
        expected = (200, case.text) if case.any is None else (404, "Not Found")
        assert expected == (answer.status, answer.text), case.id


def test_profile():
    """FastAPI answers what `WEB` refuses with 422 and its code; what is not an IRI with 404."""
    for case in CARRIED:
        answer = ask(api, f"/web/{quote(case.text, safe='')}")
        if case.trimmed:
            continue
        if case.any is not None:
            assert 404 == answer.status, case.id
        elif case.web is None:
            assert (200, case.text) == (answer.status, json.loads(answer.text)), case.id
        elif answer.status == 200:
            assert FOLDED[case.id] == json.loads(answer.text), case.id
        else:
            [error] = json.loads(answer.text)["detail"]
            code = FOLDED.get(case.id, case.web)
            assert (422, code) == (answer.status, error["ctx"]["code"]), case.id


def test_url_path_for():
    """`url_path_for` gives a path that finds the target, or raises the core's error."""
    for case in CARRIED:
        if case.any is None:
            assert (200, case.text) == ask(app, path_to(case.text))[::2], case.id
        else:
            with pytest.raises(IRIError) as caught:
                path_to(case.text)
            assert case.any == caught.value.code, case.id
