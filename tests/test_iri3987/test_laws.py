"""What holds for every IRI, and for every text: laws, tried on generated examples."""

import copy
import pickle
import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from iri3987 import (
    IRI,
    IRIError,
    IRIReference,
    host_to_ascii,
    host_to_unicode,
    is_absolute_iri,
    is_iri,
    is_iri_reference,
    is_uri,
    is_uri_reference,
    to_iri,
    to_uri,
)
from iri3987.scheme import DOMAIN_NAME
from test_iri3987 import strategies as iris

POLICIES = ("idna", "percent")


def recompose(reference):
    """Put components together again, as RFC 3986 section 5.3 has it."""
    scheme, authority = reference.scheme, reference.authority
    query, fragment = reference.query, reference.fragment
    return (
        f"{'' if scheme is None else f'{scheme}:'}"
        f"{'' if authority is None else f'//{authority}'}"
        f"{reference.path}"
        f"{'' if query is None else f'?{query}'}"
        f"{'' if fragment is None else f'#{fragment}'}"
    )


def recompose_authority(reference):
    """Put the parts of an authority together again (RFC 3986 section 3.2)."""
    if reference.host is None:
        return None
    userinfo, port = reference.userinfo, reference.port
    return (
        f"{'' if userinfo is None else f'{userinfo}@'}"
        f"{reference.host}"
        f"{'' if port is None else f':{port}'}"
    )


def mapped(text, **options):
    """Map to a URI; a host that is no domain name ends the example."""
    error = iris.fault(lambda each: to_uri(each, **options), text)
    assert error is None or error.code.startswith("host-"), error
    assume(error is None)
    return to_uri(text, **options)


# Errors

CALLS = {
    "IRI": IRI,
    "IRIReference": IRIReference,
    "to_uri-idna": to_uri,
    "to_uri-percent": lambda text: to_uri(text, host="percent"),
    "to_uri-preprocess": lambda text: to_uri(text, preprocess=True),
    "to_uri-encoding": lambda text: to_uri(text, encoding="iso-8859-1"),
    "to_uri-host": lambda text: to_uri(f"http://{text}/"),
    "to_iri": to_iri,
    "to_iri-unicode": lambda text: to_iri(text, host="unicode"),
    "to_iri-host": lambda text: to_iri(f"http://{text}/", host="unicode"),
    "host_to_ascii": host_to_ascii,
    "host_to_ascii-a-label": lambda text: host_to_ascii(f"xn--{text}"),
    "host_to_ascii-idna2008": lambda text: host_to_ascii(text, profile="idna2008"),
}
each_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


@each_call
@given(text=iris.any_text)
def test_only_iri_errors(call, text):
    """Whatever the text, a function answers or raises an IRIError with a position in the text."""
    error = iris.fault(call, text)
    if error:
        assert re.fullmatch("[a-z]+(-[a-z]+)+", error.code)
        assert error.position is None or 0 <= error.position <= len(f"http://{text}/")
        assert error.component is not None


@given(iris.any_text)
def test_total_functions(text):
    """Predicates and host_to_unicode never raise."""
    for predicate in (is_iri, is_iri_reference, is_absolute_iri, is_uri, is_uri_reference):
        assert predicate(text) in {True, False}
    assert isinstance(host_to_unicode(text), str)
    assert isinstance(host_to_unicode(f"xn--{text}"), str)


@given(iris.any_text)
def test_predicates_agree(text):
    """A text is an IRI just when IRI() takes it, and the others follow from it."""
    for kind, predicate in ((IRI, is_iri), (IRIReference, is_iri_reference)):
        assert (iris.fault(kind, text) is None) is predicate(text)
    assert is_iri(text) <= is_iri_reference(text)
    assert is_absolute_iri(text) is (is_iri(text) and "#" not in text)
    assert is_uri(text) is (is_iri(text) and text.isascii())
    assert is_uri_reference(text) is (is_iri_reference(text) and text.isascii())


@given(iris.messy)
@example("http://a[::1]/")
@example("//a@b@c")
def test_position_is_the_character_at_fault(text):
    """Once the character at the position is another, the next fault is further on, or none is."""
    error = iris.fault(IRIReference, text)
    if error:
        assert error.position is not None
        assert 0 <= error.position < len(text)
        # An IP-literal, a port and a scheme need more than one character to be mended.
        if error.code in {"bad-character", "bad-percent", "bidi-formatting"}:
            assume(error.component != "port")
            mended = f"{text[: error.position]}a{text[error.position + 1 :]}"
            another = iris.fault(IRIReference, mended)
            assert another is None or another.position > error.position


# Values


@given(iris.reference)
def test_lossless(text):
    """A value is the text, and its components put together again are the text."""
    reference = IRIReference(text)
    assert text == str(reference)
    assert text == recompose(reference)
    assert reference.authority == recompose_authority(reference)


@given(iris.reference)
def test_value_survives(text):
    """Pickle, copy and repr give the value back; equality and hash are the text's."""
    value = IRIReference(text)
    for again in (
        pickle.loads(pickle.dumps(value)),
        copy.copy(value),
        copy.deepcopy(value),
        eval(repr(value)),  # noqa: S307 - our own
    ):
        assert (IRIReference, text, hash(text)) == (type(again), str(again), hash(again))


@given(iris.reference, st.sampled_from(iris.FORBIDDEN), st.data())
def test_nothing_is_stripped(text, character, data):
    """A character that no IRI holds makes one invalid, wherever it is put."""
    place = data.draw(st.integers(0, len(text)))
    assert not is_iri_reference(f"{text[:place]}{character}{text[place:]}")


# Mapping


@pytest.mark.parametrize("host", POLICIES)
@given(text=iris.reference)
def test_to_uri_gives_a_uri(host, text):
    """The result is a URI reference in printable ASCII, and maps to itself, so does every URI."""
    uri = mapped(text, host=host)
    assert is_uri_reference(uri)
    assert re.fullmatch("[!-~]*", uri)
    for policy in POLICIES:
        assert uri == to_uri(uri, host=policy)


@given(iris.uri_reference, st.sampled_from(POLICIES))
def test_to_uri_is_the_identity_for_uris(uri, host):
    """A URI is its own mapping."""
    assert uri == to_uri(uri, host=host)


@given(iris.web_iri)
def test_to_uri_maps_domain_names(text):
    """IRIs with domain names as people register them have a URI."""
    assert is_uri(to_uri(text))


def shape(reference):
    """Say what mapping must not change."""
    return (
        reference.scheme,
        reference.port,
        reference.path.count("/"),
        [reference.userinfo is None, reference.userinfo and reference.userinfo.count(":")],
        [part is None for part in (reference.host, reference.query, reference.fragment)],
        [part == "" for part in (reference.host, reference.query, reference.fragment)],
    )


@pytest.mark.parametrize("host", POLICIES)
@given(text=iris.reference)
def test_to_uri_keeps_the_components(host, text):
    """The URI has the same components: no delimiter is added, none is lost."""
    before, after = IRIReference(text), IRIReference(mapped(text, host=host))
    assert shape(before) == shape(after)
    if before.host is not None:
        is_domain = host == "idna" and (before.scheme or "").lower() in DOMAIN_NAME
        if before.host.isascii():
            assert before.host == after.host
        elif is_domain:
            assert host_to_ascii(before.host) == after.host
        else:
            assert to_uri(before.host) == after.host  # as the path of a relative reference


@given(iris.reference)
def test_to_uri_does_not_grow_without_bound(text):
    """The result is at most twelve times as long: three characters for each of four octets."""
    assert len(to_uri(text, host="percent")) <= 12 * len(text)
    assert len(mapped(text)) <= 12 * len(text) + 253


UNRESERVED = re.compile("%(?:2[DE]|3[0-9]|4[1-9A-F]|5[0-9A]|5F|6[1-9A-F]|7[0-9A]|7E)")


def alike(uri):
    """Forget the case of hexadecimal digits, and the encoding of unreserved characters."""
    upper = re.sub("%[0-9a-fA-F]{2}", lambda match: match[0].upper(), uri)
    return UNRESERVED.sub(lambda match: chr(int(match[0][1:], 16)), upper)


octets = st.lists(
    st.binary(min_size=1, max_size=4) | st.characters(codec="utf-8").map(str.encode)
).map(b"".join)
#: URIs with all kinds of octets in them, legal UTF-8 and not.
uris = iris.uri_reference | octets.map(
    lambda each: "/" + "".join(f"%{octet:02x}" for octet in each)
)


@given(uris)
def test_to_iri_maps_back(uri):
    """An IRI made from a URI maps back to it, "except for potential case differences..."."""
    iri = to_iri(uri)
    assert is_iri_reference(iri)
    assert alike(uri) == alike(to_uri(iri, host="percent"))


@pytest.mark.parametrize("host", ["keep", "unicode"])
@given(text=uris | iris.reference)
def test_to_iri_is_idempotent(host, text):
    """What has been converted stays as it is."""
    iri = to_iri(text, host=host)
    assert iri == to_iri(iri, host=host)


@pytest.mark.parametrize("host", ["keep", "unicode"])
@given(text=uris | iris.reference)
def test_to_iri_keeps_the_components(host, text):
    """Conversion adds no delimiter and loses none."""
    assert shape(IRIReference(text)) == shape(IRIReference(to_iri(text, host=host)))


@given(iris.web_iri)
def test_to_iri_and_to_uri_agree_on_the_host(text):
    """A host that was mapped and decoded again is still mapped to the same URI."""
    uri = to_uri(text)
    assert alike(uri) == alike(to_uri(to_iri(uri, host="unicode")))


# Hosts

hosts = iris.domain_name | iris.ireg_name | iris.any_text


@pytest.mark.parametrize("profile", ["uts46", "idna2008"])
@given(name=hosts)
def test_host_to_ascii(profile, name):
    """A domain name is LDH labels (and "_") of 1 to 63 octets, 253 in all, and stays itself."""
    try:
        result = host_to_ascii(name, profile=profile)
    except IRIError:
        return
    assert re.fullmatch(r"[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?", result)
    assert len(result.removesuffix(".")) <= 253
    assert result == host_to_ascii(result, profile=profile)
    assert result == host_to_ascii(host_to_unicode(result, profile=profile), profile=profile)


@given(iris.domain_name)
def test_host_to_ascii_of_domain_names(name):
    """Names as people register them pass both profiles, and come back from their A-labels."""
    assert host_to_ascii(name) == host_to_ascii(name, profile="idna2008")
    assert host_to_ascii(name) == host_to_ascii(host_to_unicode(host_to_ascii(name)))
