"""`iri3987.repair`: what a browser makes of text that lacks only percent-encoding."""

import json
import random
import re
import shutil
import subprocess

import pytest
from hypothesis import given

from iri3987 import IRIError, is_iri_reference, repair, to_uri
from iri3987.mapping.repair import repair_with_changes
from test_iri3987 import strategies as iris

REPAIRED = {
    # Texts that people paste (design: "?family=A|B", "?filter[name]=ä", "100%").
    "https://example.org/?family=A|B": "https://example.org/?family=A%7CB",
    "https://example.org/?filter[name]=ä": "https://example.org/?filter%5Bname%5D=ä",
    "https://example.org/100%": "https://example.org/100%25",
    "https://example.org/a b": "https://example.org/a%20b",
    "https://example.org/a#b#c": "https://example.org/a#b%23c",
    'https://例え.テスト/<"^`{}>': "https://例え.テスト/%3C%22%5E%60%7B%7D%3E",
    "https://example.org/%%41%4%zz%": "https://example.org/%25%41%254%25zz%25",
    "https://example.org/%%%%": "https://example.org/%25%25%25%25",
    "https://example.org/? #": "https://example.org/?%20#",
    "https://example.org/'?'#'|": "https://example.org/'?'#'%7C",
    "https://[::1]/[::1]": "https://[::1]/%5B::1%5D",
    # A backslash is a slash in the path of special schemes, and nowhere else (URL Standard).
    "https://example.org/a\\b?c\\d#e\\f": "https://example.org/a/b?c%5Cd#e%5Cf",
    "HTTPS://example.org/\\a": "HTTPS://example.org//a",
    "ws://example.org/a\\..\\b": "ws://example.org/a/../b",
    "file:///C:\\a b": "file:///C:/a%20b",
    "a\\b c": "a/b%20c",
    "\\a": "/a",
    "//example.org/\\a": "//example.org//a",
    "foo://example.org/a\\b": "foo://example.org/a%5Cb",
    "foo:/\\a": "foo:/%5Ca",
    "mailto:a\\b": "mailto:a%5Cb",
    # Opaque paths.
    "mailto:me@example.org?subject=a b": "mailto:me@example.org?subject=a%20b",
    "tel:+1 234": "tel:+1%20234",
    "urn:x:a|b[c]^100%": "urn:x:a%7Cb%5Bc%5D%5E100%25",
    # References.
    "?a b": "?a%20b",
    "#a b": "#a%20b",
    "#a#b": "#a%23b",
    "a/b c:d": "a/b%20c:d",
}

REFUSED = [
    # Scheme and authority are never touched.
    ("http://a b/c d", "bad-character", 8),
    ("http://a|b@c/d e", "bad-character", 8),
    ("http://a%@c/", "bad-percent", 8),
    ("http://[::1|]/", "bad-ip-literal", 11),
    ("http://a:8 0/", "bad-port", 10),
    ("ht tp://a/b c", "bad-scheme", 2),
    ("a b:c", "bad-scheme", 1),
    ("a\\b:c", "bad-scheme", 1),
    (":a b", "bad-scheme", 0),
    # Browsers alone see a host.
    ("http:a b", "bad-character", 6),
    ("http:/a b", "bad-character", 7),
    ("http:///a b", "bad-character", 9),
    ("http:///a?b c", "bad-character", 11),
    ("///a b", "bad-character", 4),
    # Browsers have "C:" for it.
    ("file:///C|/a", "bad-character", 9),
    # Characters that cannot be seen, or read, anywhere.
    ("http://a/b c\u202e", "bidi-formatting", 12),
    ("http://a/b|\u2066|c", "bidi-formatting", 11),
    *((f"http://a/b c{each}d e", "bad-character", 12) for each in "\0\t\n\r\x1f\x7f\x85"),
    ("http://a/|\ud800", "bad-character", 10),
    ("http://a/?|\ufffe", "bad-character", 11),
    ("http://a/#|\U0001ffff", "bad-character", 11),
    ("http://a/|\ue000", "bad-character", 10),
    # Browsers drop spaces at the ends.
    (" http://a/", "bad-scheme", 0),
    (" a|b", "bad-character", 0),
    ("http://a/|  ", "bad-character", 10),
    ("http://a/?| ", "bad-character", 11),
    ("   ", "bad-character", 0),
]

#: Backslashes with which an authority would begin or end, and where the first one is.
TOUCHING = {
    "http:\\\\example.org": 5,
    "http:/\\example.org": 6,
    "http://example.org\\a": 18,
    "http://example.org\\@evil.example/": 18,
    "\\\\example.org": 0,
    "/\\example.org/a b": 1,
    "\\/example.org": 0,
    "//example.org\\a": 13,
    "file:\\a": 5,
    "file:/\\a": 6,
}


@pytest.mark.parametrize("text", REPAIRED, ids=ascii)
def test_repairs(text):
    """A character that no IRI holds is percent-encoded; a backslash is a slash, as in browsers."""
    assert REPAIRED[text] == repair(text)


@pytest.mark.parametrize(("text", "code", "position"), REFUSED, ids=ascii)
def test_refuses(text, code, position):
    """Any other fault is an error with a code of the grammar, at its place in the text given."""
    with pytest.raises(IRIError) as caught:
        repair(text)
    assert (code, position) == (caught.value.code, caught.value.position)
    assert f"at position {position} of" in str(caught.value)


@pytest.mark.parametrize("text", TOUCHING, ids=ascii)
def test_refuses_a_backslash_beside_the_authority(text):
    """Clients differ in the host that they open, so the message says what to write."""
    with pytest.raises(IRIError) as caught:
        repair(text)
    assert ("bad-character", TOUCHING[text]) == (caught.value.code, caught.value.position)
    assert caught.value.reason.startswith('expected "/", found ')


# Laws


@given(iris.any_text)
def test_law_of_any_text(text):
    """The result is an IRI reference, stays as it is, and is the text if that is one already."""
    try:
        result = repair(text)
    except IRIError:
        assert not is_iri_reference(text)
        return
    assert is_iri_reference(result)
    assert result == repair(result)
    if is_iri_reference(text):
        assert text == result


AUTHORITIES = [
    *("http://a.example", "https://例え.テスト", "HTTP://me:pw@a.example:8080", "http://[::1]:80"),
    *("https://192.0.2.1", "http://a%41.example", "http://faß.de", "//b.example", "", "", "http:"),
    *("http:/", "http://", "http:\\\\a.example", "https://me@", "//"),
]
PIECES = [
    *" \"<>^{|}`[]\\%#?/.:;@&='~+*!$(),-_",
    *("a", "é", "日", "\U0001f600", "\u05d0", "0", "41", "%41", "%4", "%2e", "%2E%2e", "%c3%a9"),
    *("%5c", "%25", "\\..\\", "/./", "..", "//", "\\\\", "\ue000", "\u3000", "C|", "%é", "&amp;"),
]


def generated():
    """Yield texts of pieces that browsers treat in different ways."""
    source = random.Random(3987)  # noqa: S311 - it is for tests
    for _ in range(65_000):
        start = source.choice(AUTHORITIES)
        start += source.choice(["/", "/", "?", "#", "\\", ""])
        text = start + "".join(source.choices(PIECES, k=source.randrange(2, 9)))
        # Node 20 leaves "/../" as it is behind "/.x", against the URL Standard.
        if not re.search(r"[/\\]\.[^./\\]", text):
            yield text


#: Reads a list of texts, and writes the address that each one is on a page of https. Characters
#: that no URI has, and that the URL Standard leaves as they are, are encoded here: no server tells
#: one from the other.
NODE = r"""
const encode = c => "%" + c.charCodeAt(0).toString(16).toUpperCase();
const address = text => {
  let href;
  try { href = new URL(text, "https://base.example/b/c?d").href; } catch { return null; }
  const [, start, path, hash] = /^(\w+:\/\/[^/?#]*|\w+:)([^#]*)(.*)$/s.exec(href);
  const rest = path + hash.slice(0, 1) + hash.slice(1).replaceAll("#", "%23");
  return start + rest.replace(/[ "<>^`{|}\[\]\\]|%(?![0-9A-Fa-f]{2})/g, encode);
};
const texts = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(texts.map(address)));
"""


def addresses(texts):
    """Return what Node makes of texts, None where it makes nothing."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node, which says what browsers make of a text: apt-get install nodejs")
    done = subprocess.run(
        [node, "-e", NODE], input=json.dumps(texts).encode(), capture_output=True, check=True
    )
    return json.loads(done.stdout)


@pytest.mark.slow
def test_law_browsers_open_the_same_address():
    """For http and https, the URL Standard makes the same address of a text and of its repair."""
    texts, uris = [], []
    for text in generated():
        try:
            uri = to_uri(repair(text))
        except IRIError:
            continue
        texts.append(text)
        uris.append(uri)
    expected, actual = addresses(texts), addresses(uris)
    assert [] == [
        each for each in zip(texts, uris, expected, actual, strict=True) if each[2] != each[3]
    ]
    opened = (text for text, address in zip(texts, expected, strict=True) if address is not None)
    assert sum(not is_iri_reference(text) for text in opened) > 20_000


# What was changed


def test_changes():
    """Each change says what it replaced, in which component, and by what."""
    text = "http://é/a  b\\c?[%#{#"
    found = repair_with_changes(text)
    assert "http://é/a%20%20b/c?%5B%25#%7B%23" == found.text
    assert [
        ("  ", "ipath", "%20%20"),
        ("\\", "ipath", "/"),
        ("[", "iquery", "%5B"),
        ("%", "iquery", "%25"),
        ("{#", "ifragment", "%7B%23"),
    ] == [(text[each.start : each.end], each.component, each.written) for each in found.changes]
    assert [each.written for each in found.changes] == [
        found.text[each.at : each.at + len(each.written)] for each in found.changes
    ]


def test_places():
    """A place in the result is that of the character which is there, or which was replaced."""
    text = "/a b\\\\c%%d"
    found = repair_with_changes(text)
    assert "/a%20b//c%25%25d" == found.text
    places = [0, 1, 2, 2, 2, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8, 9, 10]
    assert places == [found.place(position) for position in range(len(found.text) + 1)]
