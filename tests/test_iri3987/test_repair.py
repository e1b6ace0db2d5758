"""`iri3987.repair`: what a browser makes of text that lacks only percent-encoding."""

import json
import random
import re
import shutil
import subprocess

import pytest

from iri3987 import IRIError, is_iri_reference, repair, to_uri
from iri3987.mapping.repair import repair_with_changes

# Laws


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
