"""`iri3987.exceptions`: what an error says, and what it must not."""

import copy
import pickle
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, IRIReference, host_to_ascii, to_uri
from test_iri3987.strategies import HOSTILE, any_text, fault


def error_of(function, *arguments):
    """Return the error that a call raises."""
    with pytest.raises(IRIError) as caught:
        function(*arguments)
    return caught.value


def test_is_a_value_error():
    """Whoever catches ValueError catches it."""
    assert issubclass(IRIError, ValueError)


def test_attributes_of_a_bare_error():
    """Only the message is needed; nothing is known then."""
    error = IRIError("what is wrong")
    expected = ("what is wrong", "invalid", None, None, "")
    assert expected == (str(error), error.code, error.component, error.position, error.section)


@pytest.mark.parametrize(
    "duplicate", [copy.copy, copy.deepcopy, lambda error: pickle.loads(pickle.dumps(error))]
)
def test_survives_pickling(duplicate):
    """An error crosses from one process to another with all it knows."""
    error = error_of(IRI, "http://a/%zz")
    again = duplicate(error)
    assert (IRIError, str(error), vars(error)) == (type(again), str(again), vars(again))


def test_message_names_what_where_and_what_was_expected():
    """The message holds code, expectation, character, component, position and section."""
    message = str(error_of(IRI, "http://a/b\u202e"))
    for part in ("bidi-formatting", "U+202E", "ipath", "10", "4.1", "http://a/b"):
        assert part in message


@given(any_text)
def test_message_is_one_printable_line(text):
    """Whatever the text, the message can be logged: one line, nothing invisible."""
    for function in (IRI, to_uri, host_to_ascii):
        assert str(fault(function, text)).isprintable()


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
    """Of the text, not more than 80 characters are shown."""
    assert shown(str(error_of(function, text)), "é") <= 80


# Passwords

_noise = st.lists(st.sampled_from(HOSTILE), max_size=4).map("".join)


@settings(max_examples=300)
@given(
    before=st.sampled_from(["", "http://", "//", "ftp://é", " http://", "http:"]),
    password=st.tuples(_noise, _noise).map("Tr0ub4dor".join),
    after=_noise,
)
@example(before="//", password="//Tr0ub4dor", after="")
def test_message_never_shows_a_password(before, password, after):
    """What may be a password, between the first ":" and the last "@", is not in the message."""
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
