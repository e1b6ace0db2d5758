"""Response headers: what is mapped, what stays to the octet, and what is never sent."""

import json
import logging
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRIError, is_uri_reference, to_uri
from iri3987.http.headers import HEADERS, decode_header, map_header, safe_header
from laws import LAWS
from linear import seconds
from test_iri3987 import strategies
from vector_rows import rows

ROWS = rows("headers")
MAPPED = [row for row in ROWS if "expected" in row]
REFUSED = [row for row in ROWS if "code" in row]
ONE_REFERENCE = sorted(HEADERS - {"link", "refresh", "hx-location"})


def code(name, value):
    """Return the code with which a value is refused, None if it is not."""
    try:
        map_header(name, value)
    except IRIError as error:
        return error.code
    return None


def test_safe_header_is_map_header(caplog):
    """Where nothing is wrong, the safe value is the mapped one, and nothing is logged."""
    for row in MAPPED:
        assert row["expected"] == safe_header(row["name"], row["input"]), row["id"]
    assert [] == caplog.records


def test_safe_header(caplog):
    """The value sent instead names the same resource, or none; it is a valid value."""
    for row in REFUSED:
        caplog.clear()
        assert row["safe"] == safe_header(row["name"], row["input"]), row["id"]
        assert row["safe"] in {"", map_header(row["name"], row["safe"])}, row["id"]
        assert {"iri3987.http.headers"} == {record.name for record in caplog.records}, row["id"]
        assert {logging.WARNING} == {record.levelno for record in caplog.records}, row["id"]


def test_position_is_that_in_the_reference():
    """An error tells where the fault is, also where a scheme was put before the reference."""
    for value, position in (("//é＼/", 3), ("/a b/\u202e", 5), ("/[]é%", 4), ("/[%]", 2)):
        with pytest.raises(IRIError) as caught:
            map_header("Location", value)
        assert position == caught.value.position, value


@pytest.mark.slow
@pytest.mark.parametrize("function", [map_header, safe_header])
@pytest.mark.parametrize("form", ["{}", "//faß.de{}"])
def test_a_fault_at_the_end_of_a_long_value(function, form):
    """It takes a few times as long as a value without a fault."""
    right = form.format("/" + "[" * (16000 if "ß" in form else 64000))
    usual = seconds(partial(map_header, "Location"), right, runs=3)
    assert seconds(partial(function, "Location"), f"{right}%", runs=3) < 10 * usual


def test_long_values():
    """A value is too long beyond 16384 characters; in ASCII, beyond 16 times as many."""
    ascii_value = "/" + "a" * (16 * 16384 - 1)
    assert ascii_value == map_header("Location", ascii_value)
    assert "too-long" == code("Location", f"{ascii_value}a")
    assert "" == safe_header("Location", f"{ascii_value}a")
    assert code("Location", "/" + "é" * 16383) is None
    with pytest.raises(IRIError) as caught:
        map_header("Location", "/" + "é" * 16384)
    assert {"limit": 16384, "length": 16385, "unit": "characters"} == caught.value.params
    assert "" == safe_header("Location", "/" + "é" * 16384)


def test_each_link_may_be_long():
    """Links that are too long together are kept if they are not too long by themselves."""
    links = f"</{'é' * 9000}>, </{'è' * 9000}>"
    assert f"</{'%C3%A9' * 9000}>, </{'%C3%A8' * 9000}>" == safe_header("Link", links)


def test_longest_result_is_not_too_long():
    """The mapped form of the longest non-ASCII value can be mapped again."""
    mapped = map_header("Location", "/" + "\U00010000" * 16383)
    assert mapped == map_header("Location", mapped)


@pytest.mark.parametrize("function", [map_header, safe_header])
def test_values_are_text(function):
    """Characters are what they are, also where they could be octets of UTF-8 read as Latin-1."""
    iri = "https://\xc3\xa9.example/\xc3\xa9"
    assert to_uri(iri) == function("Location", iri)


@pytest.mark.parametrize("text", ["/é", "/例", "/a", "", "/\U00010000"])
def test_decode_header(text):
    """Octets of UTF-8 are read as such, and text that is not such octets stays."""
    assert text == decode_header(text.encode().decode("latin-1"))
    assert text == decode_header(text)


def test_deep_json():
    """JSON that is deeper than the parser can follow is refused, not an error of another kind."""
    assert "bad-json" == code("HX-Location", '{"path":' + "[" * 100_000)
    assert "bad-json" == code("HX-Location", '{"path":"/é","a":' + "[" * 16000)


def test_log_holds_no_text_of_the_value(caplog):
    """A warning names the header and the code: no password, no control character."""
    safe_header("LOCATION", "http://me:secret@é\x1b[31m＼/")
    assert ["location header is not valid: bad-header"] == caplog.messages


def test_one_warning_for_each_value(caplog):
    """However many links are at fault, there is one line in the log."""
    assert "</%C3%A9>" == safe_header("Link", "<//é＼>, " * 1000 + "</é>")
    assert ["link header is not valid: host-character"] == caplog.messages


# Laws

headers = st.sampled_from(sorted(HEADERS))
hostile = st.lists(st.sampled_from(strategies.HOSTILE), max_size=12).map("".join)
punctuated = st.lists(
    st.sampled_from([*'<>,;=" \\{}:', "rel", "title", "anchor", "é", "\t", "5", "url=", '"path":"'])
).map("".join)
values = st.text() | hostile | strategies.reference | punctuated
values |= st.builds("<{}>; title={}; anchor={}, {}".format, values, values, values, values)
values |= st.builds("5; url={}".format, values)
values |= values.map(lambda path: json.dumps({"path": path}, ensure_ascii=False))


@given(values)
def test_law(value):
    """The law of headers holds for values with parameters, too."""
    LAWS["headers"](value)


@given(st.sampled_from(ONE_REFERENCE), values)
def test_one_reference(name, value):
    """A header of one reference holds one; no value becomes an authority that was none."""
    result = safe_header(name, value)
    assert is_uri_reference(result)
    assert value.startswith("//") or not result.startswith("//")


@given(strategies.uri_reference, strategies.uri_reference)
def test_valid_values_stay(first, second):
    """Values with valid references in them stay to the octet."""
    for name, value in (
        ("Link", f'<{first}>; rel=next; anchor="{second}", <{second}>;title="a, b"'),
        ("Refresh", f'5; url="{first}"'),
        ("HX-Location", json.dumps({"path": first, "push": second}, indent=None)),
    ):
        assert value == map_header(name, value)


@given(strategies.web_iri, strategies.web_iri)
def test_iris_are_mapped(first, second):
    """An IRI is mapped as `to_uri` maps it, wherever in a value it stands."""
    try:
        uris = to_uri(first), to_uri(second)
    except IRIError:
        return
    for name, value in (
        ("Location", "{0}"),
        ("Link", '<{0}>; anchor="{1}", <{1}>'),
        ("Refresh", '0; url="{0}"'),
    ):
        text, expected = value.format(first, second), value.format(*uris)
        assert expected == map_header(name, text)
