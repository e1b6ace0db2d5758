"""`iri3987.syntax.grammar` against the ABNF of RFC 3987 section 2.2, which a vector file holds."""

import inspect
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import is_iri, is_iri_reference
from iri3987.syntax import grammar
from test_iri3987 import abnf
from test_iri3987 import strategies as iris

DEFINITIONS = abnf.definitions(abnf.RFC2234) | abnf.definitions(abnf.RFC3987)
SETS = {name: abnf.characters(node) for name, node in abnf.RULES.items()}
EVERY_CHARACTER = "".join(map(chr, range(0x110000)))

each_rule = pytest.mark.parametrize("name", DEFINITIONS)
each_set = pytest.mark.parametrize("name", [name for name in SETS if SETS[name] is not None])
each_loop = pytest.mark.parametrize("name", [name for name in SETS if SETS[name] is None])


def constant(name):
    """Give a rule's name as a constant's."""
    return name.upper().replace("-", "_")


def documented():
    """Yield each constant of the module's source in order, with its `#:` comment folded."""
    comment: list[str] = []
    for line in inspect.getsource(grammar).splitlines():
        if line.startswith("#: "):
            comment.append(line.removeprefix("#: ").strip())
        elif match := re.match(r"([A-Z][A-Z0-9_]*) = ", line):
            yield match[1], " ".join(" ".join(comment).split())
            comment = []


def pattern(name):
    """Compile the constant of a rule, a set of characters as a bracket expression."""
    source = getattr(grammar, constant(name))
    return re.compile(source if SETS[name] is None else f"[{source}]")


# The source


@each_rule
def test_2_2_the_comment_is_the_rule(name):
    """A rule has exactly one constant, under its name, whose comment is the RFC's line."""
    comments = [comment for each, comment in documented() if each == constant(name)]
    assert [f"{name} = {DEFINITIONS[name]}"] == comments


def test_2_2_nothing_else_is_defined():
    """There is no constant that is not a rule."""
    assert {constant(name) for name in DEFINITIONS} == {name for name, _ in documented()}


def test_2_2_the_order_is_the_sections_read_backwards():
    """The order is RFC 2234's rules, then RFC 3987's backwards; a rule waits for what it names.

    It names what its ABNF names, and also a rule whose whole right side it repeats, as
    ipath-rootless repeats ipath-abempty. Rules that wait for the same one keep their order.
    """
    rules = abnf.RULES
    names = {
        name: {
            other
            for part in abnf.children(node)
            for other in rules
            if other != name and part in (abnf.Rule(other), rules[other])
        }
        for name, node in rules.items()
    }
    expected: list[str] = []
    waiting: list[str] = []
    for name in (*abnf.definitions(abnf.RFC2234), *reversed(abnf.definitions(abnf.RFC3987))):
        waiting.append(name)
        while free := [each for each in waiting if names[each] <= set(expected)]:
            expected.append(free[0])
            waiting.remove(free[0])
    assert not waiting
    assert list(map(constant, expected)) == [name for name, _ in documented()]


# What the constants match


@pytest.mark.slow
@each_set
def test_2_2_set_of_characters(name):
    """A rule that is a set of characters holds, of all 1 114 112 code points, the ABNF's."""
    found = {ord(character) for character in pattern(name).findall(EVERY_CHARACTER)}
    assert SETS[name] == found


def test_2_2_ucschar_ranges():
    """The ucschar rule has 17 ranges, iprivate 3: as many as the RFC prints."""
    assert 17 == len(re.findall("%x", DEFINITIONS["ucschar"]))
    assert 3 == len(re.findall("%x", DEFINITIONS["iprivate"]))


#: Delimiters over and over, and a few of all other kinds.
_noise = st.text(
    "aAfFgGvV0125:::///???##[[]]@@%%%..-~_!$&'()*+,;=é\u202e\ue000\ufdd0\ud800 \n\\|", max_size=10
)


@each_loop
@given(data=st.data())
def test_2_2_rule_matches_what_the_abnf_matches(name, data):
    """A constant matches a text just when the ABNF does, read by an independent recogniser."""
    valid = iris.rule(name)
    pieces = st.lists(valid | _noise, min_size=1, max_size=3).map("".join)
    text = data.draw(valid | _noise | pieces)
    assert abnf.matches(name, text) is (pattern(name).fullmatch(text) is not None)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param("IPv6address", "1:2:3:4:5:6:7:8", True, id="ipv6-whole"),
        pytest.param("IPv6address", "1:2:3:4:5:6:7::", True, id="ipv6-six-and-one-before"),
        pytest.param("IPv6address", "1:2:3:4:5:6:7:8::", False, id="ipv6-nothing-to-leave-out"),
        pytest.param("IPv6address", "::1:2:3:4:5:6:7", True, id="ipv6-five-and-ls32"),
        pytest.param("IPv6address", "1::2::3", False, id="ipv6-two-gaps"),
        pytest.param("IPv6address", "::255.255.255.255", True, id="ipv6-ipv4"),
        pytest.param("IPv6address", "::256.1.1.1", False, id="ipv6-ipv4-too-high"),
        pytest.param("IPv6address", "::01.1.1.1", False, id="ipv6-ipv4-leading-zero"),
        pytest.param("IPv6address", "12345::", False, id="ipv6-five-digits"),
        pytest.param("IPv6address", "fe80::1%25eth0", False, id="ipv6-zone"),
        pytest.param("IPvFuture", "V1F.a:b", True, id="ipvfuture-case"),
        pytest.param("IPvFuture", "v.a", False, id="ipvfuture-no-version"),
        pytest.param("IPvFuture", "v1.", False, id="ipvfuture-nothing"),
        pytest.param("IPvFuture", "v1.é", False, id="ipvfuture-ascii"),
        pytest.param("dec-octet", "00", False, id="dec-octet-zeros"),
        pytest.param("pct-encoded", "%aF", True, id="pct-encoded-case"),
        pytest.param("pct-encoded", "%١١", False, id="pct-encoded-arabic-digits"),
        pytest.param("scheme", "h\u212a", False, id="scheme-kelvin"),
        pytest.param("port", "٣", False, id="port-arabic-digit"),
        pytest.param("port", "", True, id="port-empty"),
        pytest.param("IRI", "a:\n", False, id="line-feed-at-the-end"),
        pytest.param("ipath-noscheme", "a:b", False, id="noscheme-colon"),
        pytest.param("ipath-absolute", "//", False, id="absolute-two-slashes"),
    ],
)
def test_2_2_edges(name, text, expected):
    """The edges of the rules that random text seldom meets."""
    assert expected is abnf.matches(name, text)
    assert expected is (pattern(name).fullmatch(text) is not None)


# A second implementation


@given(iris.any_text)
def test_2_2_another_library_agrees(text):
    """An IRI is what oxiri, in pyoxigraph, takes for one, section 4.1's characters aside."""
    pyoxigraph = pytest.importorskip("pyoxigraph", reason="pyoxigraph is not installed")
    try:
        pyoxigraph.NamedNode(text)
    except ValueError:
        expected = False
    else:
        expected = not set(iris.BIDI_FORMATTING) & set(text)
    assert expected is is_iri(text)


@given(iris.any_text)
def test_2_2_predicate_is_the_abnf_and_4_1(text):
    """An IRI reference is what the ABNF says, with none of section 4.1's characters in it."""
    expected = abnf.matches("IRI-reference", text) and not set(iris.BIDI_FORMATTING) & set(text)
    assert expected is is_iri_reference(text)
