"""Flask's URL converter and filters, against the list that every other boundary is held to."""

import re
from operator import attrgetter
from urllib.parse import unquote_to_bytes

import pytest
from werkzeug.routing import Map, ValidationError

from flask_iri.converters import IRIConverter
from iri3987 import IRI, IRIError
from iri3987.adapters.jinja import iri, is_iri, uri
from test_contract.contract_inputs import share
from test_flask_iri.served import app, url_to
from test_flask_iri.wire import get

each_profile = pytest.mark.parametrize("profile", ["web", "any"])


#: UTF-8 cannot carry lone surrogates, so no request can.
CARRIED = [case for case in share(2) if not re.search("[\ud800-\udfff]", case.text)]


@each_profile
@pytest.mark.parametrize("case", CARRIED, ids=attrgetter("id"))
def test_found(case, profile):
    """A request finds the target, as it is, exactly where the profile accepts it; else 404."""
    status, body = get(app, f"/{profile}/{case.text}")
    expected = (200, case.text) if case.code(profile) is None else (404, body)
    assert expected == (status, body)


def verdict(case, profile):
    """Return what the converter makes of an input: the code of the error's cause, or the value."""
    try:
        return IRIConverter(Map(), profile=profile).to_python(case.text)
    except ValidationError as error:
        cause = error.__cause__
    assert isinstance(cause, IRIError)
    return cause.code


@each_profile
@pytest.mark.parametrize("case", share(2), ids=attrgetter("id"))
def test_code(case, profile):
    """The converter's `ValidationError` has the core's error, with the same code, as its cause."""
    expected = case.code(profile)
    actual = verdict(case, profile)
    assert (expected or case.text) == actual
    assert (expected is None) == isinstance(actual, IRI)


@each_profile
@pytest.mark.parametrize("case", share(0), ids=attrgetter("id"))
def test_url_for(case, profile):
    """`url_for` gives a URL that finds the target, or raises the core's error with that code."""
    expected = case.code(profile)
    if expected is None:
        url = url_to(case.text, endpoint=profile)
        assert (200, case.text) == get(app, unquote_to_bytes(url))
    else:
        with pytest.raises(IRIError) as caught:
            url_to(case.text, endpoint=profile)
        assert expected == caught.value.code


@pytest.mark.parametrize("case", share(1), ids=attrgetter("id"))
def test_filters(case):
    """The test ``iri`` says what the profile for any IRI says; a URI can be shown as an IRI."""
    assert (case.any is None) == is_iri(case.text)
    assert not uri(case.text) or iri(uri(case.text))
