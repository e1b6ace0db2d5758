"""The laws of every IRI, and of every text, tried on generated examples."""

from collections.abc import Callable

import pytest
from fuzz.seeds import seeds
from hypothesis import assume, example, given
from hypothesis import strategies as st

from iri3987 import (
    IRIReference,
    host_to_ascii,
    host_to_unicode,
    is_uri,
    to_iri,
    to_uri,
)
from iri3987.schemes import DOMAIN_NAME
from laws import LAWS, alike
from test_iri3987 import strategies as iris

# These are laws as well, for named texts: see conftest.py.
pytestmark = pytest.mark.no_cover
octets = st.lists(
    st.binary(min_size=1, max_size=4) | st.characters(codec="utf-8").map(str.encode)
).map(b"".join)
#: URIs with all kinds of octets in them, legal UTF-8 and not.
uris = iris.uri_reference | octets.map(
    lambda each: "/" + "".join(f"%{octet:02x}" for octet in each)
)
#: The subjects of the laws: references of every kind, hosts, and any other text.
texts = iris.reference | uris | iris.web_iri | iris.messy | iris.any_text
names = iris.domain_name | iris.ireg_name | iris.any_text
two = st.tuples(iris.reference, iris.reference).map(" ".join)
SEEDS = seeds()
_ABOUT = {"host": names, "skeleton": names, "resolution": two | texts}


@pytest.mark.parametrize("name", LAWS)
@given(data=st.data())
def test_law(name: str, data: st.DataObject) -> None:
    """The law holds."""
    LAWS[name](data.draw(_ABOUT.get(name, texts)))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("host", "[v1.a]"),
        ("display", "mailto:\ud55ca@b.example:\ud55ca@b"),
        ("profile", "http:///x"),
        ("profile", "http://127.0.0.2:8000\u3000/"),
        ("profile", "http://127.0.0.2:8000\u2100.x/"),
        ("parse", "http://a/\u3164 "),
        ("inspect", "http://a.example/\ufe0f\u115f"),
        ("resolution", "mailto:a/./b@c.example"),
        ("display", "feed:https://me:secret@faß.de/"),
        ("repair", "see example.org/x"),
        ("find", "me例。me"),
    ],
)
def test_law_for_what_was_found(name: str, text: str) -> None:
    """The law holds for a text that random ones rarely are."""
    LAWS[name](text)


#: Laws that take more than a second for all hostile texts.
LONG = {"comparison", "headers", "profile", "resolution", "skeleton", "to_uri"}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LONG)) for name in LAWS]
)
def test_law_for_hostile_texts(name: str) -> None:
    """The law holds for each hostile text and each row of the RFCs, from which fuzzing starts."""
    for text in SEEDS:
        LAWS[name](text)


@given(iris.messy)
@example("http://a[::1]/")
@example("//a@b@c")
@example("//[::0:0:0:\u061c0.0.0.0]")
def test_position_is_the_character_at_fault(text: str) -> None:
    """If the character at the position is replaced, the next fault, if any, is further on."""
    error = iris.fault(IRIReference, text)
    if error:
        assert error.position is not None
        assert 0 <= error.position < len(text)
        # An IP-literal, a port and a scheme need more than one character to be mended.
        if error.code in {"bad-character", "bad-percent", "bidi-formatting"}:
            assume(error.component not in {"port", "IP-literal"})
            mended = f"{text[: error.position]}a{text[error.position + 1 :]}"
            another = iris.fault(IRIReference, mended)
            assert another is None or (another.position or 0) > error.position


# Mapping


def mapped(text: str, policy: str) -> str:
    """Map to a URI; a host that is not a domain name ends the example."""
    call: Callable[[str], str] = to_uri if policy == "idna" else _percent
    error = iris.fault(call, text)
    assert error is None or error.code.startswith("host-"), error
    assume(error is None)
    return call(text)


def _percent(text: str) -> str:
    return to_uri(text, host="percent")


@given(iris.web_iri)
def test_to_uri_maps_domain_names(text: str) -> None:
    """IRIs with domain names as people register them have a URI, and lead back to it."""
    uri = to_uri(text)
    assert is_uri(uri)
    assert alike(uri) == alike(to_uri(to_iri(uri, host="unicode")))


@pytest.mark.parametrize("policy", ["idna", "percent"])
@given(text=iris.reference)
def test_to_uri_maps_hosts(policy: str, text: str) -> None:
    """A host in ASCII stays; another is a domain name, or percent-encoded like a path."""
    before, after = IRIReference(text), IRIReference(mapped(text, policy))
    host = before.host
    if host is None or host.isascii():
        expected = host
    elif policy == "idna" and (before.scheme or "").lower() in DOMAIN_NAME:
        expected = host_to_ascii(host)
    else:
        expected = to_uri(host)  # as the path of a relative reference
    assert expected == after.host


@given(iris.reference)
def test_to_uri_does_not_grow_without_bound(text: str) -> None:
    """The result is at most twelve times as long: three characters for each of four octets."""
    assert len(to_uri(text, host="percent")) <= 12 * len(text)
    assert len(mapped(text, "idna")) <= 12 * len(text) + 253


@given(iris.domain_name)
def test_host_to_ascii_of_domain_names(name: str) -> None:
    """Names as people register them pass both profiles, and come back from their A-labels."""
    assert host_to_ascii(name) == host_to_ascii(name, profile="idna2008")
    assert host_to_ascii(name) == host_to_ascii(host_to_unicode(host_to_ascii(name)))
