"""Policies of keys: addresses that a project takes for the same have one key, and others do not."""

import pickle
from functools import partial
from hashlib import sha256

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import IRIError, IRIReference, equivalent, is_iri_reference, normalize
from iri3987.comparison import key_digest
from iri3987.comparison.policy import (
    InOrder,
    in_nfc,
    in_order,
    policy_of,
    sorted_query,
    without_final_dot,
    without_fragment,
    without_trailing_slash,
)
from test_iri3987 import strategies as iris

STEPS = [in_nfc, without_final_dot, without_fragment, without_trailing_slash, sorted_query]
ALL = in_order(*STEPS)
each_step = pytest.mark.parametrize(
    "step", [*STEPS, ALL], ids=["nfc", "dot", "fragment", "slash", "query", "all"]
)


# in_order


def test_in_order_is_a_value():
    """It is equal to another of the same steps, is pickled, and says what it does."""
    again = in_order(*STEPS)
    assert ALL == again
    assert hash(ALL) == hash(again)
    assert in_order(sorted_query, without_fragment) != in_order(without_fragment, sorted_query)
    assert ALL == pickle.loads(pickle.dumps(ALL))
    names = "in_nfc, without_final_dot, without_fragment, without_trailing_slash, sorted_query"
    assert f"in_order({names})" == repr(ALL)
    assert isinstance(ALL, InOrder)
    assert tuple(STEPS) == ALL.steps


def test_in_order_of_anything_that_can_be_called():
    """A step may be such a value itself, or one of functools."""
    lower = partial(str.replace, "A")
    assert repr(in_order(ALL, lower)) == f"in_order({ALL!r}, {lower!r})"
    assert "a" == in_order()("a")
    assert "ba" == in_order(lambda text: text[::-1])("ab")


def test_in_order_of_something_else():
    """The error says what a step is."""
    with pytest.raises(TypeError, match="a step is a function from text to text, not 'a'"):
        in_order(without_fragment, "a")


# policy_of


def test_policy_of():
    """A function is itself, a dotted path leads to one, and None is none."""
    assert policy_of(ALL) is ALL
    assert policy_of(None) is None
    assert policy_of("iri3987.comparison.policy.sorted_query") is sorted_query


@pytest.mark.parametrize("key", ["", "a", "os.nothing", "os.sep", "a.b\n", "\ud800"])
def test_policy_of_a_wrong_path(key):
    """One line says so."""
    with pytest.raises(ValueError, match=r"leads nowhere|'os\.sep' is not a function") as caught:
        policy_of(key)
    assert str(caught.value).isprintable()
    with pytest.raises(TypeError, match="policy must be a function, the dotted path to one"):
        policy_of([key])


# key_digest


@given(iris.any_text)
def test_without_a_policy(text):
    """A policy that changes nothing changes no key."""
    for level in ("syntax", "scheme"):
        assert key_digest(text, level=level) == key_digest(text, policy=str, level=level)


def refuse(_text):
    """Refuse it."""
    raise IRIError("bad: no", "bad")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("HTTP://EXAMPLE.org:80", "http://example.org/"),
        ("a b", "a%20b"),
        ("http://xn--fa-hia.de/%c3%a9|", "http://faß.de/é%7C"),
        ("http://[", "http://["),
        ("\ud800\0", "\ud800\0"),
        ("", ""),
    ],
)
def test_a_policy_that_refuses(text, form):
    """The key has the version 0, and is that of the normal form, or of text that has none."""
    expected = f"0:{sha256(form.encode('utf-8', 'surrogatepass')).hexdigest()}"
    assert expected == key_digest(text, policy=refuse)


@pytest.mark.parametrize("policy", [None, ALL])
def test_text_that_has_no_normal_form(policy):
    """Where `repair` fails, the exact text counts, with a policy and without."""
    expected = f"0:{sha256(b'http://[/a b?#').hexdigest()}"
    assert expected == key_digest("http://[/a b?#", policy=policy)


def test_a_policy_gets_the_repaired_text():
    """A policy gets the normal form of what a link leads to."""
    given = []
    key_digest("HTTP://A.example:80/b c?100%", policy=lambda form: given.append(form) or form)
    assert ["http://a.example/b%20c?100%25"] == given


def test_text_that_a_policy_mends():
    """A policy gets text that `repair` refuses as it is, and may make an IRI of it."""
    assert key_digest("http://a/") == key_digest(" http://a/ ", policy=str.strip)


def test_faults_of_a_project():
    """Another result, another error and another value than text are not hidden."""
    with pytest.raises(TypeError, match="the policy of a key returns str, not"):
        key_digest("a:b", policy=lambda _: b"a:b")
    with pytest.raises(ZeroDivisionError):
        key_digest("a:b", policy=lambda _: 1 / 0)
    with pytest.raises(TypeError, match="expected str"):
        key_digest(b"a:b", policy=ALL)


# Laws


@each_step
@given(text=iris.any_text)
@example(text="http://a/.//")
@example(text="a:/.//")
@example(text="http:////")
def test_each_text_has_a_result(step, text):
    """A step never raises; its result is a plain `str`, an IRI if the text is, and stays."""
    result = step(text)
    assert type(result) is str
    assert result == step(result)
    assert is_iri_reference(text) is is_iri_reference(result)
    if is_iri_reference(text):
        assert result == step(IRIReference(text))
    else:
        assert text == result


def spelled(text, number):
    """Return another spelling of an IRI: its characters encoded in lower case, or normalized."""
    encoded = "".join(
        "".join(f"%{octet:02x}" for octet in each.encode()) if ord(each) > 127 else each
        for each in text
    )
    return [encoded, normalize(text, level="syntax"), normalize(text)][number]


@each_step
@given(text=iris.web_iri | iris.reference, number=st.integers(0, 2))
@example(text="http://a/?é&z&%C3%A9", number=0)
@example(text="http://a/b/%2E/", number=1)
@example(text="urn:EXAMPLE:%61?+c?=d#e", number=2)
def test_equivalent_addresses_keep_equal_keys(step, text, number):
    """Whatever a policy does, spellings of one address have one key."""
    other = spelled(text, number)
    if equivalent(text, other, level="scheme"):
        assert key_digest(text, policy=step) == key_digest(other, policy=step)
        assert key_digest(text, policy=refuse) == key_digest(other, policy=refuse)
