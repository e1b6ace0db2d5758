"""What browsers read (`iri3987.syntax.browser`), and that every room asks the same function."""

import re
from contextlib import suppress
from urllib.parse import quote, unquote

import pytest

from iri3987 import IRIError, host_to_ascii
from iri3987.host.ip import format_ip, parse_host_ip
from iri3987.mapping.repair import backslash_is_slash
from iri3987.syntax.browser import browser_parts
from vector_rows import rows

ROWS = rows("browser_parts")
_APPENDIX_B = re.compile(r"([^:/?#]+):(?://(?:([^/?#]*)@)?([^/?#@]*?)(?::[0-9]*)?(?![^/?#]))?")

#: Rows of web-platform-tests whose base `browser_parts` is not about.
OTHER_BASES = {
    "a base of the same scheme, under which the text is a path": (
        "0007 0049 0069 0079 0080 0096 0602"
    ),
    'a base of "file:", where slashes do not begin the same host': (
        "0127 0554 0573 0574 0603 0605 0628 0629 0875"
    ),
    'a base whose scheme is not special, where "\\" is not a slash': "0886",
}
_EXCEPT = {number for numbers in OTHER_BASES.values() for number in numbers.split()}


def parts_of(text):
    """Return the scheme, the userinfo and the host as texts."""
    scheme, *spans = browser_parts(text)
    return (scheme, *(span and re.sub("[\t\n\r]", "", text[slice(*span)]) for span in spans))


def test_parts():
    """The parts are those of the state machine of the URL Standard."""
    for row in ROWS:
        assert (row["scheme"], row["userinfo"], row["host"]) == parts_of(row["input"]), row["id"]


def as_written(host, scheme):
    """Return *host* as browsers write it."""
    if address := parse_host_ip(host):
        written = format_ip(address)
        return f"[{written}]" if ":" in written else written
    if scheme in {"ftp", "http", "https", "ws", "wss", "file"} and host:
        with suppress(IRIError):
            name = host_to_ascii(host, profile="whatwg")
            return "" if (scheme, name) == ("file", "localhost") else name
    return quote(host, safe="%[]:$!")


def test_parts_are_those_of_web_platform_tests(conformance_rows):
    """Scheme, userinfo and host are those of the URL that browsers make of the text."""
    wrong = {}
    for row in conformance_rows("wpt_urltestdata.jsonl"):
        if not isinstance(row["expected"], str):
            continue
        expected = _APPENDIX_B.match(row["expected"]).groups()
        scheme, userinfo, host = parts_of(row["input"])
        if host is None and row.get("base"):
            # The authority of a relative reference is that of the base.
            base_scheme, base_userinfo, base_host = parts_of(row["base"])
            if scheme is None:
                scheme, userinfo, host = base_scheme, base_userinfo, base_host
        scheme = scheme or parts_of(row.get("base") or "")[0]
        found = (scheme, unquote(userinfo or "").removesuffix(":"), as_written(host or "", scheme))
        if found != (expected[0], unquote(expected[1] or ""), expected[2] or ""):
            wrong[row["id"].rpartition("-")[2]] = (row["input"], found, expected)
    assert _EXCEPT == set(wrong), {each: wrong[each] for each in wrong if each not in _EXCEPT}


@pytest.mark.parametrize("text", ["1a:b", "ht tp:b", ":b", "ht\ttp:b", " http:b"])
def test_backslash_is_a_slash(text):
    """A text without a scheme for browsers is a path on a page of the web."""
    assert backslash_is_slash(text)
