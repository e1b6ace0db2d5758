"""The ladder as a whole: normal forms, equivalence and keys (RFC 3987 section 5.3)."""

import re
import unicodedata
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import (
    IRIError,
    comparison_key,
    equivalent,
    host_to_ascii,
    is_iri_reference,
    normalize,
    repair,
    to_uri,
)
from iri3987.comparison import key_digest
from operations import same_from
from test_iri3987 import strategies as iris

each_level = pytest.mark.parametrize("level", ["syntax", "scheme"])


# Rules of schemes


PAGE = Path(__file__).parents[2] / "docs/explanation/comparison.md"
_PAIR = re.compile(r"\| `(.*?)` \| `(.*?)` \| (string|syntax|scheme|never) \| \S.*")


def test_the_page_about_comparison():
    """The pairs of the page are the same from the level on that is told."""
    found = filter(None, map(_PAIR.fullmatch, PAGE.read_text("utf-8").splitlines()))
    rows = [[cell.replace("\\u0301", "\u0301") for cell in row.groups()] for row in found]
    assert 15 == len(rows)
    assert [] == [row for row in rows if row[2] != same_from(*row[:2])]


# Spellings of one IRI


def _anycase(text):
    return st.tuples(*(st.sampled_from([c.lower(), c.upper()]) for c in text)).map("".join)


@st.composite
def _spelt(draw, text):
    """Percent-encode some of the characters of a text that an IRI need not encode."""
    return "".join(
        draw(_anycase("".join(f"%{octet:02x}" for octet in character.encode())))
        if draw(st.booleans()) and re.match(r"[\w\-.~]", character)
        else character
        for character in text
    )


_words = st.text("aZ9-_~éß例", max_size=4)
_names = ["example.org", "a-b.c", "faß.de", "例え.テスト", "résumé.example", "אב.example"]


@st.composite
def _parts(draw):
    """Draw a scheme, its default port, a host, path segments, and what follows the path."""
    scheme, port = draw(st.sampled_from([("http", "80"), ("https", "443"), ("ws", "80")]))
    segments = draw(st.lists(_words | st.sampled_from(["a:b", "@", "%2F", "%FF"]), max_size=4))
    tail = draw(st.sampled_from(["", "?", "#", "?a=/../b#c/.", "?%2F&;"]))
    return scheme, port, draw(st.sampled_from(_names)), segments, tail


@st.composite
def _spelling(draw, parts):
    """Spell an IRI in one of the ways that section 5.3 takes for the same."""
    scheme, port, host, segments, tail = parts
    host = draw(st.sampled_from([host, host_to_ascii(host)]))
    if host.isascii() and draw(st.booleans()):
        host = draw(_anycase(host))
    elif draw(st.booleans()):
        host = draw(_spelt(host))
    path = ""
    for segment in segments:
        path += draw(st.sampled_from(["/", "/./", "/x/../", "/%2e/", "/x/%2E./"]))
        path += segment if segment.startswith("%") else draw(_spelt(segment))
    path = path or draw(st.sampled_from(["", "/", "/.", "/.."]))
    after = draw(st.sampled_from(["", ":", f":{port}", f":0{port}"]))
    return f"{draw(_anycase(scheme))}://{host}{after}{path}{tail}"


spellings = _parts().flatmap(
    lambda parts: st.tuples(st.just(parts), _spelling(parts), _spelling(parts))
)


@given(spellings)
def test_law_spellings_are_equivalent(drawn):
    """Two spellings of one IRI are equivalent by scheme, with one normal form and one key."""
    _, first, second = drawn
    assert equivalent(first, second, level="scheme")
    assert normalize(first, level="scheme") == normalize(second, level="scheme")
    assert comparison_key(first) == comparison_key(second)


#: IRIs made of a host and a path.
MUTATIONS = {
    "path-case": lambda host, path: f"{host}{path.swapcase()}",
    "reserved": lambda host, path: f"{host}{path[:1]}%2F{path[1:]}",
    "NFD": lambda host, path: f"{host}{unicodedata.normalize('NFD', path)}",
    "trailing-dot": lambda host, path: f"{host}.{path}",
    "fass": lambda host, path: f"{host.replace('ß', 'ss')}{path}",
    "slash": lambda host, path: f"{host}{path}/",
    "port": lambda host, path: f"{host}:81{path}",
    "userinfo": lambda host, path: f"@{host}{path}",
}


@pytest.mark.parametrize("mutate", MUTATIONS.values(), ids=MUTATIONS)
@given(drawn=spellings)
def test_law_mutants_are_not(mutate, drawn):
    """One change that matters, and no spelling is equivalent to it, nor has its key."""
    (scheme, _, host, segments, tail), first, _ = drawn
    path = "".join(f"/{segment}" for segment in segments) or "/"
    mutant = mutate(host, path)
    # The case of hexadecimal digits does not matter.
    same = mutant.upper() if mutate is MUTATIONS["path-case"] and "%" in path else mutant
    if same not in {f"{host}{path}", f"{host}{path}".upper()}:
        mutant = f"{scheme}://{mutant}{tail}"
        assert not equivalent(first, mutant, level="scheme")
        assert comparison_key(first) != comparison_key(mutant)


# Hosts that cannot be domain names

NO_DOMAIN_NAMES = [
    *("", ".", "a..b", ".a", "xn--a", "xn--", "a" * 64, "é" * 64, "a." * 127 + "aa", "é" * 1100),
    *("a\u200db", "\u0301a", "a%00", "a%2Fb", "a%3A80", "a%40b", "a%25b", "a%20b", "%FF", "%E9é"),
    *("a,b", "!$&'()*+;=", "0a.א", "אa", "a\uff0fb", "\u2100", "%EF%BF%BC", "\U000e1000"),
]


@pytest.mark.parametrize("host", NO_DOMAIN_NAMES, ids=lambda host: ascii(host[:20]))
def test_5_3_3_no_domain_names(host):
    """A host that cannot be a domain name is equivalent to itself; nothing raises."""
    assert iris.fault(host_to_ascii, host)
    iri = f"http://{host}:80"
    assert equivalent(iri, f"HTTP://{host}/", level="scheme")
    assert comparison_key(iri) == comparison_key(to_uri(iri, host="percent"))
    found = normalize(iri, level="scheme")
    assert found == normalize(found, level="scheme")


def test_5_3_3_no_domain_names_differ():
    """Hosts that cannot be domain names are equivalent to themselves only."""
    keys = {comparison_key(f"http://{host}/") for host in NO_DOMAIN_NAMES}
    assert len(NO_DOMAIN_NAMES) == len(keys)


# Laws

#: Short references that are often equivalent.
alike = st.tuples(
    st.sampled_from(["http:", "HTTP:", "x:", "ftp:", "file:", ""]),
    st.sampled_from(["//a", "//A", "//a:80", "//a:", "//%61", "//localhost", "//"]),
    st.sampled_from(["", "/", "/.", "/b", "/%62", "/c/../b", "/%2e", "/.//b"]),
).map("".join) | st.tuples(
    st.sampled_from(["urn:", "URN:", "mailto:", "x:", "file:", "file:/.//"]),
    st.lists(
        st.sampled_from(
            ["ab", "AB", ":", "@", ",", "a", "é", "%C3%89", "/", ".", "?", "#", "+", "="]
        )
    ).map("".join),
).map("".join).filter(is_iri_reference)


#: Short texts that lack percent-encoding, or that `repair` refuses.
lacking = st.tuples(
    st.sampled_from(["http://a/", "HTTP://a:80/", "x:", ""]),
    st.sampled_from(
        ["a b", "a%20b", "|", "%7c", "%", "%25", "[\\", "%5B/", "\u202e", " ", "#a#", "é|"]
    ),
).map("".join)


repairable = lacking.filter(lambda text: iris.fault(repair, text) is None)


@given(alike | repairable, alike | repairable)
def test_law_the_ladder_goes_up(first, second):
    """IRIs that are equivalent on a rung are so on every higher one."""
    found = [equivalent(first, second, level=level) for level in ("string", "syntax", "scheme")]
    assert sorted(found) == found


@each_level
@given(first=alike | iris.reference, second=alike | iris.reference)
def test_law_keys(level, first, second):
    """Keys are equal exactly when the IRIs are equivalent, and so are normal forms.

    But for parts of a URN, which the normal form keeps.
    """
    keys = comparison_key(first, level=level), comparison_key(second, level=level)
    assert equivalent(first, second, level=level) is (keys[0] == keys[1])
    forms = normalize(first, level=level), normalize(second, level=level)
    assert forms[0] != forms[1] or keys[0] == keys[1]
    assert (forms[0] == forms[1]) is (keys[0] == keys[1]) or forms[0].startswith("urn:")


@each_level
@given(text=iris.any_text | lacking)
def test_law_the_key_is_that_of_the_repaired_text(level, text):
    """The key of text is that of `repair`; where that fails, there is none, and the text counts."""
    error = iris.fault(repair, text)
    if error is None:
        address = repair(text)
        assert comparison_key(text, level=level) == comparison_key(address, level=level)
        assert key_digest(text, level=level) == key_digest(address, level=level)
        assert equivalent(text, address, level=level)
    else:
        assert error.code == iris.fault(comparison_key, text).code
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        assert f"0:{digest}" == key_digest(text, level=level)


@each_level
@given(first=iris.any_text | lacking, second=lacking)
def test_law_digests_say_what_equivalent_says(level, first, second):
    """Digests are equal exactly when the texts are equivalent, or the same if they cannot be."""
    try:
        expected = equivalent(first, second, level=level)
    except IRIError:
        expected = first == second
    assert expected is (key_digest(first, level=level) == key_digest(second, level=level))
