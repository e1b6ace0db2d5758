"""Starlette's path convertor and FastAPI's types, against the list of every other boundary."""

import json
import re
from operator import attrgetter
from typing import Annotated
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException

from iri3987 import WEB, IRIError
from starlette_iri.convertors import IRIConvertor
from starlette_iri.fastapi import PathIRI
from test_contract.contract_inputs import FOLDED, share
from test_starlette_iri.served import app, path_to
from test_starlette_iri.wire import ask

#: UTF-8 cannot carry lone surrogates, so no request can.
CARRIED = [case for case in share(2) if not re.search("[\ud800-\udfff]", case.text)]

api = FastAPI()


@api.get("/web/{target:iri}")
async def web(target: Annotated[PathIRI, WEB]) -> str:
    """Answer with an address of the web."""
    return target


@pytest.mark.parametrize("case", CARRIED, ids=attrgetter("id"))
def test_found(case):
    """A request finds the target, as it is, exactly where `ANY` accepts it; else 404."""
    answer = ask(app, f"/any/{quote(case.text, safe='')}")
    expected = (200, case.text) if case.any is None else (404, "Not Found")
    assert expected == (answer.status, answer.text)


@pytest.mark.parametrize("case", [c for c in CARRIED if not c.trimmed], ids=attrgetter("id"))
def test_profile(case):
    """FastAPI answers what `WEB` refuses with 422 and its code; what is not an IRI with 404."""
    answer = ask(api, f"/web/{quote(case.text, safe='')}")
    if case.any is not None:
        assert 404 == answer.status
    elif case.web is None:
        assert (200, case.text) == (answer.status, json.loads(answer.text))
    elif answer.status == 200:
        assert FOLDED[case.id] == json.loads(answer.text)
    else:
        [error] = json.loads(answer.text)["detail"]
        assert (422, case.web) == (answer.status, error["ctx"]["code"])


def verdict(text):
    """Return what the convertor makes of a text: the code of the error's cause, or the value."""
    try:
        return IRIConvertor().convert(text)
    except HTTPException as error:
        cause = error.__cause__
    assert isinstance(cause, IRIError)
    return cause.code


@pytest.mark.parametrize("case", share(2), ids=attrgetter("id"))
def test_code(case):
    """The convertor's 404 has the core's error, with the same code, as its cause."""
    assert (case.any or case.text) == verdict(case.text)


@pytest.mark.parametrize("case", share(0), ids=attrgetter("id"))
def test_url_path_for(case):
    """`url_path_for` gives a path that finds the target, or raises the core's error."""
    if case.any is None:
        assert (200, case.text) == ask(app, path_to(case.text))[::2]
    else:
        with pytest.raises(IRIError) as caught:
            path_to(case.text)
        assert case.any == caught.value.code
