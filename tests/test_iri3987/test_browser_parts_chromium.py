"""Texts in many spellings: Chromium finds the scheme, the userinfo and the host that we find.

IRI3987_TEXTS says how many are tried.
"""

import os
import random
import re

import pytest

import browsers
from iri3987.syntax.browser import browser_parts

chrome, one_chromium = browsers.chrome, browsers.one_chromium
pytestmark = pytest.mark.slow
COUNT = int(os.environ.get("IRI3987_TEXTS") or 10_000)

_PIECES = (
    ("", "", "", " ", "\t", "\0", "\u00a0", "x"),
    (
        *("", "", "", "http:", "HTTPS:", "ht\ttp:", "ws:", "ftp:", "file:", "File:", "foo:"),
        *("mailto:", "1a:", "ht tp:", "http", "h+t-t.p:"),
    ),
    (
        *("", "/", "//", "//", "//", "///", "////", "\\", "\\\\", "/\\", "\\/", "/\t/", "\n//"),
        *("／／", "\\/\\"),
    ),
    (
        "",
        "",
        "",
        "me@",
        "me:secret@",
        "me＠",
        "a@b@",
        "@",
        ":@",
        "m\te:s\n@",
        "é:ü@",
        "me/@",
        "\\@",
    ),
    (
        *("", "a", "a.example", "A.Example", "[::1]", "[::1", "é.example", "例え。テスト", "a:80"),
        *("a:", "a:x", "a b", "a\tb", "C:", "C|", "127.0.0.1", "localhost", "a|b", "a／b", "%61"),
    ),
    ("", "", "/", "/b", "/b@c", "\\b", "?b@c", "#", "#b:c@d", " ", "\t", "/b\n", ":", "//b"),
)

# A text that a page of http and one of https read alike has no scheme of its own, or the same one.
_SCRIPT = """
const parse = (...texts) => { try { return new URL(...texts); } catch { return null; } };
const bases = ["http://base.invalid/", "https://base.invalid/"];
const user = (url) => url && `${url.username}:${url.password}`;
return arguments[0].filter(([text, scheme, userinfo, host]) => {
  const [page, other] = bases.map((base) => parse(text, base));
  const found = parse(text) ?? (scheme === null && page && other);
  if (!found) return false;
  if (scheme !== null && `${scheme}:` !== found.protocol) return true;
  const special = /^(ftp|https?|wss?|file):$/.test(found.protocol);
  const own = host ? parse(`${special ? "http" : "foo"}://${host}/`)?.hostname : "";
  const name = host === null && scheme === null ? "base.invalid" : own;
  const who = userinfo === null ? ":" : user(parse(`${special ? "http" : "foo"}://${userinfo}@a/`));
  return name !== found.hostname || who !== user(found);
});
"""


def test_chromium_finds_the_same(chrome):
    """Where Chromium makes a URL of a text, it has our scheme, userinfo and host."""
    chance = random.Random(3987)  # noqa: S311 - not a secret
    texts = {"".join(map(chance.choice, _PIECES)) for _ in range(COUNT)}
    rows = []
    for text in sorted(texts):
        scheme, *spans = browser_parts(text)
        parts = (span and re.sub("[\t\r\n]", "", text[slice(*span)]) for span in spans)
        rows.append([text, scheme, *parts])
    assert [] == chrome.run(_SCRIPT, rows)
