"""`iri3987.values`: IRIs and IRI references as values."""

import copy
import json
import pickle

import pytest

from iri3987 import IRI, IRIError, IRIReference, display
from iri3987.values import InvalidIRI, load

FULL = "http://u@例え.テスト:80/é?q#f"


def test_1_3_is_the_text_it_was_given():
    """A value is found by its text, and gives back a plain `str`."""
    assert {FULL: 1}[IRI(FULL)] == 1
    assert type(str(IRI(FULL))) is str


def test_5_3_1_equality_is_simple_string_comparison():
    """Two spellings of one resource are two values."""
    assert IRI("http://a/%c3%a9") != IRI("http://a/%C3%A9")


def test_1_3_an_iri_is_a_reference():
    """IRI is the IRIReference that has a scheme, and both are `str`."""
    assert isinstance(IRI(FULL), IRIReference)
    assert issubclass(IRIReference, str)


def test_1_3_an_iri_as_reference_stays_an_iri():
    """An IRI given where a reference is wanted is that very IRI: nothing is lost."""
    iri = IRI(FULL)
    assert iri is IRIReference(iri)
    assert iri is IRI(iri)


def test_1_3_a_reference_becomes_an_iri_if_it_is_one():
    """A reference with a scheme can be made an IRI; one without cannot."""
    assert type(IRI(IRIReference(FULL))) is IRI
    with pytest.raises(IRIError):
        IRI(IRIReference("//a/"))


class Labelled(IRI):
    """A subclass whose constructor takes more, with a slot."""

    __slots__ = ("label", "note")

    def __new__(cls, text, *, label):
        """Keep the *label*."""
        self = super().__new__(cls, text)
        self.label = label
        return self

    def __getnewargs_ex__(self):
        return (str(self),), {"label": self.label}


class Noted(IRI):
    """A subclass with attributes, which may be given a label."""


@pytest.mark.parametrize(
    "clone",
    [
        copy.copy,
        copy.deepcopy,
        *(
            lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
)
def test_copies(clone):
    """A copy, or a value that was pickled, is of the same class, with the attributes of its own."""
    labelled, noted = Labelled(FULL, label="a"), Noted(FULL)
    labelled.note = noted.note = ["b"]
    for value in (labelled, noted):
        again = clone(value)
        assert (type(value), FULL, ["b"]) == (type(again), str(again), again.note)
        assert value.host == again.host
    for value in (IRI(FULL), IRIReference(FULL)):
        assert value.host == "例え.テスト"
        again = clone(value)
        assert (type(value), FULL, value.host) == (type(again), str(again), again.host)
    assert "a" == clone(labelled).label


def test_the_size_of_a_pickle():
    """Components that were used are not in it."""
    value = IRI(FULL)
    size = len(pickle.dumps(value))
    assert value.host
    assert size == len(pickle.dumps(value))


def test_at_home_elsewhere():
    """JSON takes a value for its text; a template escapes it, for it has no `__html__`."""
    assert json.dumps({"iri": FULL}) == json.dumps({"iri": IRI(FULL)})
    assert not hasattr(IRI, "__html__")


def test_3_1_uri():
    """The property gives the mapped URI as plain text, and raises where there is none."""
    uri = IRI("http://faß.de/straße?q=é").uri
    assert (str, "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9") == (type(uri), uri)
    with pytest.raises(IRIError, match="host-joiner"):
        _ = IRI("http://a\u200db/").uri


@pytest.mark.parametrize(("text", "kind"), [("urn:x", IRI), ("../x", IRIReference)])
def test_stored_text_loads_as_a_value(text, kind):
    """A stored value comes back as the value it was."""
    value = load(text, kind)
    assert (kind, text) == (type(value), value)


@pytest.mark.parametrize("text", ["", "../x", "http://a b/", "\ud800", "\0"])
def test_stored_text_that_is_no_iri_loads(text):
    """An old row is a plain value: the text, and why it is not an IRI."""
    value = load(text, IRI)
    with pytest.raises(IRIError) as caught:
        IRI(text)
    assert (text, caught.value.code) == (value, value.error.code)
    assert type(str(value)) is str
    assert f"InvalidIRI({text!r})" == repr(value)


CLONES = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


@pytest.mark.parametrize("clone", CLONES)
def test_stored_text_that_is_no_iri_survives_copying(clone):
    """A copy has the text and the error."""
    value = clone(load("http://a b/", IRI))
    assert (InvalidIRI, "http://a b/") == (type(value), value)
    assert ("bad-character", 8) == (value.error.code, value.error.position)


def test_3_1_the_request_target_of_a_host_that_cannot_be_mapped():
    """As with `uri`, an error of the host is told; of an old row it is None."""
    with pytest.raises(IRIError, match="host-"):
        IRI("http://℀.com/a").request_target  # noqa: B018 - it raises
    assert load("http://a.example/a b?A|B", IRI).request_target == "/a%20b?A%7CB"
    assert load("example.org/a b", IRI).request_target is None


PROPERTIES = {name for name, each in vars(IRIReference).items() if isinstance(each, property)}


def properties(value):
    """Return all that *value* says about itself."""
    return {name: getattr(value, name) for name in PROPERTIES}


@pytest.mark.parametrize("text", ["http://a b/", "http://me:secret@a b/\u202e", "\ud800"])
def test_stored_text_that_is_no_iri_has_the_attributes_of_a_value(text):
    """A page can show an old row: its parts are None, and its display form is harmless."""
    expected = dict.fromkeys(PROPERTIES) | {"display": display(text)}
    assert expected == properties(load(text, IRI))


def test_stored_text_whose_host_is_no_domain_name_does_not_raise():
    """An attribute that raises for a value is None for old text, so that no page breaks."""
    value = load("http://é..b/x|y", IRI)
    assert ("http", "é..b", None, None) == (value.scheme, value.host, value.ascii_host, value.uri)


@pytest.mark.parametrize(
    "call",
    [lambda value: value.resolve("x"), lambda value: value.replace(path="/")],
    ids=["resolve", "replace"],
)
def test_stored_text_that_is_no_iri_cannot_be_worked_with(call):
    """A method that needs an IRI raises a copy of the error; `replace` is still that of `str`."""
    value = load("http://a b/", IRI)
    raised = []
    for _ in range(2):
        with pytest.raises(IRIError) as caught:
            call(value)
        raised.append(caught.value)
    assert [vars(value.error)] * 2 == [vars(error) for error in raised]
    assert raised[0] is not raised[1]
    # The value would keep the frames of a traceback.
    assert value.error.__traceback__ is None
    assert "http://a%20b/" == value.replace(" ", "%20")
