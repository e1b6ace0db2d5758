"""Flask's routes and filters, against the list that every other boundary is held to."""

from urllib.parse import unquote_to_bytes

import pytest

from iri3987 import IRIError
from test_contract.contract_inputs import CARRIED
from test_flask_iri.served import app, url_to
from test_flask_iri.wire import get

each_profile = pytest.mark.parametrize("profile", ["web", "any"])


@each_profile
def test_found(profile):
    """A request finds the target, as it is, exactly where the profile accepts it; else 404."""
    for case in CARRIED:
        status, body = get(app, f"/{profile}/{case.text}")
        expected = (200, case.text) if case.code(profile) is None else (404, body)
        assert expected == (status, body), case.id


@each_profile
def test_url_for(profile):
    """`url_for` gives a URL that finds the target, or raises the core's error with that code."""
    for case in CARRIED:
        expected = case.code(profile)
        if expected is None:
            url = url_to(case.text, endpoint=profile)
            assert (200, case.text) == get(app, unquote_to_bytes(url)), case.id
        else:
            with pytest.raises(IRIError) as caught:
                url_to(case.text, endpoint=profile)
            assert expected == caught.value.code, case.id
