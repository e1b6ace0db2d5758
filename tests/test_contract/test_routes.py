"""The routes of Flask, Starlette and FastAPI, against the list of every other boundary."""

import json
from functools import partial
from typing import Annotated
from urllib.parse import quote, unquote_to_bytes

import pytest
from fastapi import FastAPI

import test_flask_iri.served as of_flask
import test_starlette_iri.served as of_starlette
from iri3987 import WEB, IRIError
from starlette_iri.fastapi import PathIRI
from test_contract.contract_inputs import CARRIED, FOLDED
from test_flask_iri.wire import get
from test_starlette_iri.wire import ask

api = FastAPI()


@api.get("/web/{target:iri}")
async def web(target: Annotated[PathIRI, WEB]) -> str:
    """Answer with an address of the web."""
    return target


def by_flask(path):
    """Return status and body for a path."""
    return get(of_flask.app, unquote_to_bytes(path))


def by_starlette(path):
    """Return status and body for a path."""
    answer = ask(of_starlette.app, path)
    return answer.status, answer.text


@pytest.mark.parametrize(
    ("send", "path_to", "profile"),
    [
        (by_flask, partial(of_flask.url_to, endpoint="web"), "web"),
        (by_flask, of_flask.url_to, "any"),
        (by_starlette, of_starlette.path_to, "any"),
    ],
    ids=["flask-web", "flask-any", "starlette"],
)
def test_targets(send, path_to, profile):
    """A request finds what the profile accepts, as it is, by a path that a program can make.

    Else the answer is 404, and the program gets the core's error.
    """
    for case in CARRIED:
        found = send(f"/{profile}/{quote(case.text, safe='')}")
        if case.code(profile) is None:
            assert [(200, case.text)] * 2 == [found, send(path_to(case.text))], case.id
        else:
            assert 404 == found[0], case.id
            with pytest.raises(IRIError) as caught:
                path_to(case.text)
            assert case.code(profile) == caught.value.code, case.id


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
