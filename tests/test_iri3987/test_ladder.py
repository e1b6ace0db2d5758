"""The ladder as a whole: normal forms, equivalence and keys (RFC 3987 section 5.3)."""

import itertools
import re
import unicodedata
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from iri3987 import (
    IRIError,
    IRIReference,
    comparison_key,
    display,
    equivalent,
    host_to_ascii,
    is_iri_reference,
    normalize,
    repair,
    to_iri,
    to_uri,
)
from iri3987.comparison import key_digest, normalize_characters
from test_iri3987 import strategies as iris
from test_iri3987.test_comparison import RUNGS

each_level = pytest.mark.parametrize("level", ["syntax", "scheme"])

# The printed examples

PRINTED = "example://a/b/c/%7Bfoo%7D/rosé", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9"


def test_5_3_2_printed_example():
    """The two are equivalent by syntax, and not as strings."""
    assert equivalent(*PRINTED)
    assert not equivalent(*PRINTED, level="string")
    assert equivalent(*PRINTED, level="syntax")
    assert equivalent(*PRINTED, level="scheme")


FOUR = ("", "/", ":/", ":80/")


@pytest.mark.parametrize(("first", "second"), list(itertools.combinations(FOUR, 2)))
def test_5_3_3_printed_example(first, second):
    """The four are equivalent by scheme, and no two by syntax."""
    pair = f"http://example.com{first}", f"http://example.com{second}"
    assert equivalent(*pair, level="scheme")
    assert not equivalent(*pair, level="syntax")


@each_level
@pytest.mark.parametrize("empty", ["?", "#", "?#"])
@pytest.mark.parametrize("four", FOUR)
def test_5_3_3_empty_parts_are_parts(level, empty, four):
    """An empty query or fragment is not the absence of one, on any level."""
    iri = f"http://example.com{four}"
    assert not equivalent(iri, f"{iri}{empty}", level=level)


def test_5_3_3_printed_idn():
    """The name and its A-label are equivalent by scheme."""
    pair = "http://résumé.example.org", "http://xn--rsum-bpad.example.org"
    assert equivalent(*pair, level="scheme")
    assert not equivalent(*pair, level="syntax")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://a/b", "http://a/B"),
        ("http://a/b?c", "http://a/b?C"),
        ("http://a/b#c", "http://a/b#C"),
        ("http://a@h/", "http://A@h/"),
        ("http://a/b%2Fc", "http://a/b/c"),
        ("http://a/?b%26c", "http://a/?b&c"),
        ("http://a/%3B", "http://a/;"),
        ("http://a/é", "http://a/e\u0301"),
        ("http://a/%C3%A9", "http://a/e%CC%81"),
        ("http://a/", "http://a./"),
        ("http://faß.de/", "http://fass.de/"),
        ("http://a/", "http://@a/"),
        ("http://a@b/", "http://a:@b/"),
        ("http://a:0/", "http://a/"),
        ("http://a/", "https://a/"),
        ("http://a:443/", "http://a/"),
        ("http://a/b", "http://a/b/"),
        ("http://a/b", "http://a//b"),
        ("http://a/%25", "http://a/%2525"),
        ("http://a/%E9", "http://a/é"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://[::1]/", "http://[::2]/"),
        ("http://[::ffff:192.0.2.1]/", "http://192.0.2.1/"),
        ("foo://a:80/", "foo://a/"),
        ("foo://a", "foo://a/"),
        ("mailto:a@b", "mailto:A@b"),
        ("urn:example:a", "urn:example:A"),
        ("urn:example:a%2C", "urn:example:a,"),
        ("urn:example:a?b", "urn:example:a"),
        ("urn:example:a?+", "urn:example:a"),
        ("urn:example:a?b#c", "urn:example:a?b"),
        ("urn:example", "urn:EXAMPLE"),
        ("urn:-x:a", "urn:-X:a"),
        ("urn:example:/a", "urn:EXAMPLE:/a"),
        ("urn:example:a", "x:example:a"),
        ("x:example:a#b", "x:example:a"),
        ("mailto:a@b.example?to=c@d.example", "mailto:a@b.example?to=c@D.example"),
        ("mailto:a@b.example", "mailto:a@b.example,"),
        ("mailto:a@b%2Fc", "mailto:a@B%2Fc"),
        ("mailto:b", "mailto:B"),
        ("x:a@b", "x:a@B"),
        ("file://a/b", "file:///b"),
        ("file://localhost./b", "file:///b"),
        ("file://a@localhost/b", "file:///b"),
        ("file://localhost:1/b", "file:///b"),
        ("urn:example:a/../b", "urn:isbn:a/../b"),
        ("urn:example:a/./b", "urn:example:a/b"),
        ("mailto:a/./b@c.example", "mailto:a/b@c.example"),
        ("file:a", "file:/a"),
        ("x://localhost/a", "x:///a"),
        ("x:/a", "x:///a"),
        ("http:/a", "http://a"),
        ("/a/../b", "/b"),
        ("", "."),
        ("//a/", "http://a/"),
    ],
    ids=ascii,
)
def test_5_3_different(first, second):
    """Texts that no rung makes one stay two, on every level, and have two keys."""
    for level in ("syntax", "scheme"):
        assert not equivalent(first, second, level=level)
        assert comparison_key(first, level=level) != comparison_key(second, level=level)


# Rules of schemes


@pytest.mark.parametrize(
    "spellings",
    [
        ["ftp://a.example", "FTP://a.example:21/", "ftp://a.example:/"],
        ["ftps://a.example", "ftps://a.example:990/"],
        [
            "file:///a",
            "file:/a",
            "file://localhost/a",
            "file://localhost:/a",
            "FILE://LocalHost/a",
            "file://%6cocalhost/a",
        ],
        ["file:////a", "file:/.//a", "file://localhost//a"],
        ["file:///", "file:/", "file://localhost/", "file:/.."],
        ["file://a.example/b", "file://A.EXAMPLE/b"],
        # RFC 8141 section 3.2, without the NID and with each of the components.
        ["urn:example:a123,z456", "URN:example:a123,z456", "urn:EXAMPLE:a123,z456"],
        ["urn:example:a1", "urn:example:a1?+abc", "urn:example:a1?=xyz", "URN:EXAMPLE:a1#789"],
        ["urn:example:a1?+a?=b#c", "urn:example:a1?=b", "urn:example:a1#", "urn:Example:a1?+a/b?c"],
        ["urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456"],
        ["mailto:A@b.example", "MAILTO:A@B.example", "mailto:%41@%62.Example"],
        ["mailto:é@faß.de", "mailto:%C3%A9@xn--fa-hia.de", "mailto:é@fa%C3%9F.DE"],
        ["mailto:a@b.example,C@faß.de", "mailto:a@B.example,C@XN--fa-hia.de"],
        ["mailto:%22a@b%22@c.example", "mailto:%22a@b%22@C.example"],
        ["mailto:a@b.example?to=C@D", "mailto:a@B.example?to=C@D"],
        ["urn:example:a|b#c", "urn:example:a%7Cb"],
    ],
    ids=lambda spellings: spellings[0],
)
def test_5_3_3_rules_of_schemes(spellings):
    """What a scheme defines to be one is equivalent, with one key."""
    assert 1 == len(set(map(comparison_key, spellings)))
    assert 1 == len(set(map(key_digest, spellings)))
    assert all(equivalent(spellings[0], each) for each in spellings)


@pytest.mark.parametrize(
    "urn", ["urn:example:a#f", "urn:example:a?=q", "urn:example:a?+r?=q#f", "urn:example:a?b#f"]
)
def test_5_3_3_a_normal_form_leads_to_the_same_part(urn):
    """A URN keeps what equivalence leaves out: no fragment is subject to a scheme's rules."""
    assert urn == normalize(urn.replace("example", "EXAMPLE"))


PAGE = Path(__file__).parents[2] / "docs/explanation/comparison.md"
_PAIR = re.compile(r"\| `(.*?)` \| `(.*?)` \| (string|syntax|scheme|never) \| \S.*")
#: Pairs that the page has no room for, with the level from which on they are the same, and why.
PAIRS = [
    ("http://example.org/", "http://example.org/", "string"),  # 5.3.1
    ("http://example.org/%3a", "http://example.org/%3A", "syntax"),  # 5.3.2.1
    ("http://example.org/~user", "http://example.org/%7Euser", "syntax"),  # 5.3.2.3
    ("http://example.com", "http://example.com/", "scheme"),  # 5.3.3
    ("http://re\u0301sume\u0301.example", "http://r\u00e9sum\u00e9.example", "scheme"),  # 5.3.2.2
    ("ftp://example.org", "ftp://example.org/", "scheme"),  # RFC 1738, 3.2.2
    ("file://localhost/a", "file:///a", "scheme"),  # RFC 8089, 2
    ("file:/a", "file:///a", "scheme"),  # RFC 3986, 3.2.2
    ("URN:EXAMPLE:a123%2cz456", "urn:example:a123%2Cz456", "scheme"),  # RFC 8141, 3.1
    ("mailto:a@a.example,b@Fa\u00df.de", "mailto:a@a.example,b@xn--fa-hia.de", "scheme"),  # 5.3.2.2
    ("mailto:User@example.org", "mailto:user@example.org", "never"),  # RFC 5321, 2.4
    ("urn:example:A123", "urn:example:a123", "never"),  # RFC 8141, 3.1
    ("http://example.org/Path", "http://example.org/path", "never"),  # 5.3.2.1
    ("http://example.com/", "http://example.com/#", "never"),  # 5.3.3
    ("http://a@example.org/", "http://a:@example.org/", "never"),  # 5.3.3
]


def test_the_page_about_comparison():
    """The pairs of the page, and some more, are the same from the level on that is told."""
    found = filter(None, map(_PAIR.fullmatch, PAGE.read_text("utf-8").splitlines()))
    rows = [[cell.replace("\\u0301", "\u0301") for cell in row.groups()] for row in found]
    assert 15 == len(rows)
    levels = ["string", "syntax", "scheme", "never"]
    for one, other, expected in [*rows, *PAIRS]:
        same = [equivalent(one, other, level=level) for level in levels[:3]]
        assert expected == levels[same.index(True) if any(same) else 3], (one, other)


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


@pytest.mark.parametrize("level", ["string", "syntax", "scheme"])
@given(first=alike, second=alike, third=alike)
def test_law_equivalence_relation(level, first, second, third):
    """Equivalence is reflexive, symmetric and transitive."""

    def same(a, b):
        return equivalent(a, b, level=level)

    assert same(first, first)
    assert same(first, second) is same(second, first)
    assert not (same(first, second) and same(second, third)) or same(first, third)


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


@each_level
@given(text=alike | iris.reference)
def test_law_keys_are_versioned_ascii(level, text):
    """A key is a number, a colon and printable ASCII."""
    assert re.fullmatch(r"1:[!-~]*", comparison_key(text, level=level))


@each_level
@given(text=alike | iris.reference)
def test_law_normal_forms_are_stable(level, text):
    """A normal form is a reference, its own normal form, and equivalent to what it is of."""
    found = normalize(text, level=level)
    assert is_iri_reference(found)
    assert found == normalize(found, level=level)
    assert equivalent(text, found, level=level)


@each_level
@given(text=iris.reference)
def test_law_the_uri_has_the_same_key(level, text):
    """An IRI, the URI it maps to, and the IRI that this converts to have one key."""
    uri = to_uri(text, host="percent")
    assert comparison_key(text, level=level) == comparison_key(uri, level=level)
    assert comparison_key(text, level=level) == comparison_key(to_iri(uri), level=level)
    assert normalize(text, level=level) == normalize(uri, level=level)


@given(iris.web_iri)
def test_law_the_mapped_host_has_the_same_key(text):
    """With the host as A-labels, and decoded again, the key is still the same."""
    uri = to_uri(text)
    assert comparison_key(text) == comparison_key(uri)
    assert comparison_key(text) == comparison_key(to_iri(uri))
    assert comparison_key(text) == comparison_key(to_iri(uri, host="unicode"))
    assert normalize(uri, level="scheme") == normalize(text, level="scheme")


@given(iris.web_iri)
def test_law_display_names_the_same(text):
    """The form that is shown to people is equivalent to what it stands for, userinfo aside."""
    assume(IRIReference(text).userinfo is None)
    assert comparison_key(text) == comparison_key(display(text))


@given(iris.any_text)
def test_law_only_iri_errors(text):
    """Whatever the text, there is an answer or an IRIError."""
    for function in (*RUNGS.values(), normalize_characters, normalize):
        assert (iris.fault(function, text) is None) <= is_iri_reference(text)
    iris.fault(comparison_key, f"http://{text}/")
    iris.fault(lambda each: equivalent("a", each), text)
