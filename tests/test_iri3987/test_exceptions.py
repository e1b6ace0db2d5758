"""`iri3987.exceptions`: what an error says, and what it must not."""

import copy
import json
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import IRI, WEB, IRIError, IRIReference, host_to_ascii, to_uri
from iri3987.mapping.leiri import from_leiri
from test_iri3987.strategies import HOSTILE, fault


def error_of(function, *arguments):
    """Return the error that a call raises."""
    with pytest.raises(IRIError) as caught:
        function(*arguments)
    return caught.value


def test_attributes_of_a_bare_error():
    """Only the message and the code are needed; nothing else is known then."""
    error = IRIError("what is wrong", "bad-json")
    expected = {"component": None, "position": None, "section": "", "reason": "", "params": {}}
    assert ("what is wrong", {"code": "bad-json", **expected}) == (str(error), vars(error))
    assert isinstance(error, ValueError)


# Errors that travel


def as_celery_does(error):
    """Return what Celery makes of an error that it has stored as JSON."""
    return type(error)(*json.loads(json.dumps(list(error.args))))


def by_pickle(protocol):
    """Return a function that pickles an error, and loads it."""
    return lambda error: pickle.loads(pickle.dumps(error, protocol))


#: One call for each way in which an error is made.
CALLS = [
    pytest.param(IRI, "http://a/%zz", id="grammar"),
    pytest.param(host_to_ascii, "a..b", id="host"),
    pytest.param(from_leiri, "http://é é.example/%zz", id="relocate"),
    pytest.param(WEB.check, f"http://example.org/{10_000 * 'a'}", id="with-params"),
]


@pytest.mark.parametrize(
    "duplicate",
    [
        pytest.param(lambda error: type(error)(*error.args), id="cls(*args)"),
        pytest.param(as_celery_does, id="json"),
        copy.copy,
        copy.deepcopy,
        *(by_pickle(protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    ],
)
@pytest.mark.parametrize(("function", "text"), CALLS)
def test_survives(function, text, duplicate):
    """An error crosses to another process, or to a store of results, with all it knows."""
    error = error_of(function, text)
    again = duplicate(error)
    assert (IRIError, str(error), vars(error)) == (type(again), str(again), vars(again))


@pytest.mark.slow
def test_survives_a_process_pool():
    """An error that a worker process raises is raised here, with all it knows."""
    expected = error_of(IRI, "http://a/%zz")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        error = pool.submit(IRI, "http://a/%zz").exception()
    assert (IRIError, str(expected), vars(expected)) == (type(error), str(error), vars(error))


def test_a_subclass_survives():
    """An error of a derived class stays one of that class, with all it knows."""

    class OwnError(IRIError):
        """An error of one's own."""

    again = as_celery_does(OwnError("text", "code", "ipath", 3, "2.2", "reason", {"limit": 1}))
    expected = ("code", "ipath", 3, "2.2", "reason", {"limit": 1})
    assert (OwnError, "text", expected) == (type(again), str(again), tuple(vars(again).values()))


def test_params_are_the_error_s_own():
    """A mapping that is handed over may change later; the error does not."""
    given_params = {"limit": 1}
    error = IRIError("text", "too-long", params=given_params)
    given_params["limit"] = 2
    assert {"limit": 1} == error.params


# The message


def test_message_names_what_where_and_what_was_expected():
    """The message holds code, expectation, character, component, position and section."""
    message = str(error_of(IRI, "http://a/b\u202e"))
    for part in ("bidi-formatting", "U+202E", "ipath", "10", "4.1", "http://a/b"):
        assert part in message


def shown(message, character):
    """Count how often a character is in a message, as itself or as ascii() escapes it."""
    return message.count(character) + message.count(ascii(character)[1:-1])


@pytest.mark.parametrize(
    ("function", "text"),
    [
        pytest.param(IRI, "é" * 500, id="not-absolute"),
        pytest.param(IRI, f"http://a/{'é' * 500} {'é' * 500}", id="middle"),
        pytest.param(IRI, f"http://a/{'é' * 500} ", id="end"),
        pytest.param(IRI, f" {'é' * 500}", id="start"),
        pytest.param(host_to_ascii, "é" * 1025, id="host-too-long"),
        pytest.param(host_to_ascii, "é" * 64, id="host-label-too-long"),
        pytest.param(host_to_ascii, f"{'é' * 40};", id="host-character"),
        pytest.param(host_to_ascii, f"0{'é' * 50}.א", id="host-bidi"),
        pytest.param(host_to_ascii, f"{'é' * 50}\u200d", id="host-joiner"),
        pytest.param(host_to_ascii, f"xn--{'é' * 50}", id="host-a-label"),
        pytest.param(host_to_ascii, f"\u0301{'é' * 50}", id="host-combining-mark"),
    ],
)
def test_message_shows_at_most_80_characters(function, text):
    """The message shows at most 80 characters of the text."""
    assert shown(str(error_of(function, text)), "é") <= 80


# Passwords

_noise = st.lists(st.sampled_from(HOSTILE), max_size=4).map("".join)


@given(
    before=st.sampled_from(["", "http://", "//", "ftp://é", " http://", "http:"]),
    password=st.tuples(_noise, _noise).map("Tr0ub4dor".join),
    after=_noise,
)
@example(before="//", password="//Tr0ub4dor", after="")
def test_message_never_shows_a_password(before, password, after):
    """A possible password, between the first ":" and the last "@", is not in the message."""
    if "//" not in before:
        password = re.sub("/+", "/", password)  # "me://" would be a scheme, not a user
    text = f"{before}me:{password}@h\ud800/{after}"
    for function in (IRIReference, to_uri, host_to_ascii):
        assert "Tr0ub4dor" not in str(fault(function, text))


@given(st.text("abc/#?[ ", max_size=200), st.text("é/#?[ ", max_size=200))
def test_message_never_shows_a_long_password(before, after):
    """Wherever the excerpt is cut, the password is masked."""
    text = f"http://me:{before}Tr0ub4dor{after}@h\ud800/"
    assert "Tr0ub4dor" not in str(error_of(IRIReference, text))


def test_message_shows_that_a_password_was_masked():
    """The mask is seen, and so is the user's name."""
    assert "http://me:***@h" in str(error_of(IRI, "http://me:secret@h h/"))
