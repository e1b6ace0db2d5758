"""The grammar, proven: what our patterns and predicates accept is what the RFCs' ABNF describes.

Nothing here is sampled. `automata` walks through all states of both sides, so a claim holds for all
texts, or the test shows a shortest text for which it does not. On the way, `re` and the functions
themselves are asked about a text for each step, so the model of them is held as well.

A new pattern needs a line in `CLAIMS`, and a new predicate one in `PREDICATES`.
"""

import re
from collections.abc import Callable
from contextlib import suppress
from pkgutil import resolve_name
from typing import NamedTuple

import pytest

from iri3987 import (
    host_to_ascii,
    is_absolute_iri,
    is_iri,
    is_iri_reference,
    is_uri,
    is_uri_reference,
)
from iri3987.syntax import patterns
from test_iri3987 import abnf
from test_iri3987.accepted import accepted
from test_iri3987.automata import Language, begun, difference, matched, rule, searched
from test_iri3987.strategies import BIDI_FORMATTING

ANYTHING = rule("*%x0-10FFFF")
ASCII = matched(r"[\x00-\x7f]*")
#: What section 4.1 forbids.
FORMATTING = searched(f"[{BIDI_FORMATTING}]")
IRI = rule("IRI") & ~FORMATTING
STRAY_PERCENT = ~rule("*( %x0-24 / pct-encoded / %x26-10FFFF )")


def constant(name: str) -> str:
    """Return the name of the constant of a rule."""
    return f"syntax.grammar:{name.upper().replace('-', '_')}"


#: Constants that are the inside of a bracket expression.
SETS = {constant(name) for name, node in abnf.RULES.items() if abnf.characters(node) is not None}


def source(name: str) -> str:
    """Return the pattern that is in a module of the package, "module:constant"."""
    found = resolve_name(f"iri3987.{name}")
    if isinstance(found, str):
        return f"[{found}]" if name in SETS else found
    pattern: str = found.pattern
    return f"(?s:{pattern})" if found.flags & re.DOTALL else pattern


def compiled(rule: str) -> Language:
    """Return what `patterns.pattern` of a rule matches."""
    return matched(patterns.pattern(rule).pattern)


class Claim(NamedTuple):
    """That a pattern matches just what *expected* has; with *within*, no more than that."""

    expected: Language
    #: How it is used: `matched`, `begun` for a match at the beginning, `searched`, or `compiled`.
    used: Callable[[str], Language] = matched
    #: What is asked about: no other text comes there.
    among: Language = ANYTHING
    within: bool = False

    def witness(self, pattern: str) -> str | None:
        """Return a shortest text that shows the claim to be wrong."""
        asked = re.compile(pattern).fullmatch if self.used is matched else None
        found, expected = self.used(pattern), self.expected
        if self.among is not ANYTHING:
            found, expected, asked = found & self.among, expected & self.among, None
        return difference(found, expected, within=self.within, asked=asked)


def octets(wanted: Callable[[int], bool]) -> str:
    """Return the ABNF of the percent-encodings of some octets."""
    return "( " + " / ".join(f'"%{each:02X}"' for each in range(256) if wanted(each)) + " )"


def is_unreserved(octet: int) -> bool:
    """Return whether an octet is that of a character in `unreserved`."""
    return re.fullmatch("[A-Za-z0-9._~-]", chr(octet)) is not None


def is_delimiter(octet: int) -> bool:
    """Return whether an octet is a space, or printable ASCII that is not unreserved, nor "%"."""
    return 0x20 <= octet < 0x7F and octet != 0x25 and not is_unreserved(octet)


#: RFC 8141 section 2, with ipchar for pchar: the rest of a URN behind "urn:".
NID = '( {0} / DIGIT ) 0*30( {0} / DIGIT / "-" ) ( {0} / DIGIT ) ":"'
NSS = 'ipchar *( ipchar / "/" )'
COMPONENTS = """( ( "?+" / "?=" ) ( ipchar / iprivate ) *( ipchar / iprivate / "/" / "?" )
    [ "#" ifragment ] / "#" ifragment )"""
#: RFC 5321 section 4.1.2 and RFC 5322 section 3.2.3, with the characters of an IRI (RFC 6531 3.3).
ATEXT = """( ALPHA / DIGIT / "!" / "#" / "$" / "%" / "&" / "'" / "*" / "+" / "-" / "/" / "=" / "?"
    / "^" / "_" / "`" / "{" / "|" / "}" / "~" / ucschar )"""
QUOTED = "%x22 *( %x20-21 / %x23-5B / %x5D-7E / ucschar / %x5C %x20-7E ) %x22"
#: RFC 1123 section 2.1, in lower case: a label, and a name that ends in letters.
LDH = '( %x61-7A / DIGIT ) [ *( %x61-7A / DIGIT / "-" ) ( %x61-7A / DIGIT ) ]'

#: Each pattern, as "module:constant", and what it matches.
CLAIMS = {
    **{constant(name): Claim(rule(name)) for name in abnf.RULES},
    # A reference has a scheme, or is relative.
    "syntax.components:_SCHEME": Claim(rule("IRI"), begun, among=rule("IRI-reference")),
    "syntax.patterns:APPENDIX_B": Claim(ANYTHING),
    "syntax.patterns:STRAY_PERCENT": Claim(STRAY_PERCENT, searched),
    "syntax.patterns:WEB_IN_ASCII": Claim(IRI & ASCII, within=True),
    # A host that is not in ASCII, and a stray "%", are looked at elsewhere.
    "syntax.patterns:WEB": Claim(
        rule(
            'scheme "://" *( %x0-22 / %x24-2E / %x30-3E / %x40-10FFFF )'
            ' ipath-abempty [ "?" iquery ] [ "#" ifragment ]'
        )
        & matched(f"[^/?#]*//[^/?#]*(?:[/?#][^{BIDI_FORMATTING}]*)?"),
        among=~STRAY_PERCENT,
        within=True,
    ),
    "syntax.percent:TRIPLET": Claim(rule("pct-encoded")),
    "syntax.percent:STEP_2_OCTET": Claim(
        rule(octets(lambda each: each > 0x7F or is_unreserved(each)))
    ),
    "syntax.percent:NOT_IN_PATH_OR_QUERY": Claim(
        ~(rule('*( ipchar / "/" / "?" )') & ASCII), searched
    ),
    "http.request_target:_SCHEME_AND_AUTHORITY": Claim(rule('scheme "://" *%x0-10FFFF'), begun),
    # References with a host to map, which is not an IP-literal.
    "mapping:_REG_NAME": Claim(
        rule(
            'scheme "://" [ iuserinfo "@" ] 1*( iunreserved / pct-encoded / sub-delims )'
            ' [ ":" port ] ipath-abempty [ "?" iquery ] [ "#" ifragment ]'
        ),
        begun,
        among=rule("IRI-reference"),
    ),
    "host.domain_name:_IPV4": Claim(rule("IPv4address")),
    "host.domain_name:NUMBER": Claim(rule("( 1*DIGIT / %x30 %x78 *( DIGIT / %x61-66 ) )")),
    "host.domain_name:_NOT_LDH": Claim(
        ~rule('*( ALPHA / DIGIT / "_" / "-" / "." / %x80-10FFFF )'), searched
    ),
    # Among 63 characters no label is too long.
    "host.domain_name:_PLAIN": Claim(
        rule(f'1*( {LDH} "." ) 2*%x61-7A') & ~searched("--") & matched(".{0,63}")
    ),
    "host.label:_EASY": Claim(rule(LDH) & ~searched("--"), among=ASCII),
    # From 1 to 59999.
    "syntax.patterns:_PLAIN_PORT": Claim(rule("%x31-39 *3DIGIT / %x31-35 4DIGIT")),
    "inspection.unremarkable:_STRIKING_ESCAPE": Claim(
        ~rule(f"*( %x0-24 / %x26-10FFFF / {octets(is_delimiter)} )"), searched
    ),
    "comparison.scheme_based:_NID": Claim(
        rule(f"{NID.format('ALPHA')} {NSS}"), begun, among=rule("ipath-rootless")
    ),
    "comparison.scheme_based:_NAME": Claim(
        rule(f'%x75 %x72 %x6E ":" {NID.format("%x61-7A")} {NSS} {COMPONENTS}'),
        begun,
        among=rule("IRI"),
    ),
    "mapping.mailto:_LOCAL_PART": Claim(
        rule(f'( 1*{ATEXT} *( "." 1*{ATEXT} ) / {QUOTED} )') & ~FORMATTING, compiled
    ),
    "mapping.mailto:_ADDRESS_LITERAL": Claim(rule('"[" ( IPv4address / "IPv6:" IPv6address ) "]"')),
}


def matches(name: str) -> Callable[[str], bool]:
    """Return the function that matches a text with a constant of `grammar`."""
    return lambda text: patterns.matches(text, source(name))


#: Functions, and the texts for which they return True.
PREDICATES: dict[str, tuple[Callable[[str], object], Language]] = {
    "is_iri": (is_iri, IRI),
    "is_iri_reference": (is_iri_reference, rule("IRI-reference") & ~FORMATTING),
    "is_absolute_iri": (is_absolute_iri, rule("absolute-IRI") & ~FORMATTING),
    # What is left of the ABNF without ucschar and iprivate is that of RFC 3986.
    "is_uri": (is_uri, rule("IRI") & ASCII),
    "is_uri_reference": (is_uri_reference, rule("IRI-reference") & ASCII),
    **{
        f"matches-{name}": (matches(constant(name)), rule(name) & ~FORMATTING)
        for name in abnf.RULES
        if constant(name) not in SETS
    },
}


def test_2_2_is_iri():
    """An IRI is what the RFC's rule describes, less the characters that 4.1 forbids.

    Loops of the shortcut that may turn thousands of times turn twice here.
    """
    function, expected = PREDICATES["is_iri"]
    assert difference(accepted(function, turns=2), expected, asked=function) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", PREDICATES)
def test_2_2_predicate(name):
    """Each predicate has the texts of its rule, less the characters that 4.1 forbids."""
    function, expected = PREDICATES[name]
    assert difference(accepted(function), expected, asked=function) is None


@pytest.mark.slow
def test_2_2_ordinary():
    """The shortcut accepts no text that is not an IRI."""
    assert difference(accepted(patterns.ordinary), IRI, within=True) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", CLAIMS)
def test_claim(name):
    """Each pattern matches what its rule describes."""
    assert CLAIMS[name].witness(source(name)) is None


#: Mistakes in twenty patterns: a part of each, and what could stand there.
MISTAKES = [
    # A class is too wide, or too narrow.
    ("syntax.grammar:SCHEME", r"\-.", r"\-._"),
    ("syntax.grammar:UCSCHAR", "\ufdcf", "\ufdd0"),
    ("syntax.grammar:PCT_ENCODED", "A-F", "A-G"),
    ("syntax.grammar:IREG_NAME", "*+,;=", "*+,;=:"),
    ("syntax.grammar:IPVFUTURE", "[vV]", "v"),
    ("syntax.percent:NOT_IN_PATH_OR_QUERY", "@", ""),
    ("mapping.mailto:_LOCAL_PART", "#$", "#$@"),
    ("host.domain_name:_NOT_LDH", "_", ""),
    # A loop is too short, or too long.
    ("syntax.grammar:H16", "{1,4}", "{1,5}"),
    ("syntax.grammar:ISEGMENT_NZ", ")+", ")*"),
    ("syntax.grammar:IPATH_ABEMPTY", ")?", ")"),
    ("host.domain_name:_PLAIN", "{64}", "{65}"),
    ("comparison.scheme_based:_NID", "{0,30}", "{0,29}"),
    ("syntax.patterns:_PLAIN_PORT", "{0,3}", "{0,4}"),
    # An alternative is missing, or has too much.
    (
        "syntax.grammar:IPV6ADDRESS",
        "|(?:(?:[0-9A-Fa-f]{1,4}:){0,5}[0-9A-Fa-f]{1,4})?::[0-9A-Fa-f]{1,4}",
        "",
    ),
    ("syntax.grammar:DEC_OCTET", "|25[0-5]", "|25[0-9]"),
    ("syntax.percent:STEP_2_OCTET", "|7[Ee]", ""),
    ("mapping.mailto:_ADDRESS_LITERAL", "[Pp]", "P"),
    # A look-ahead says something else.
    ("syntax.patterns:STRAY_PERCENT", "][", "]?["),
    ("mapping:_REG_NAME", "[^/?#@]*+@)(", "[^/?#]*+@)("),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "old", "new"), MISTAKES)
def test_a_mistake_is_found(name, old, new):
    """A mistake in a pattern is found, and a text shows it."""
    assert old in source(name)
    assert CLAIMS[name].witness(source(name).replace(old, new, 1)) is not None


# What is not a grammar: a host has the name that browsers look up


@pytest.mark.slow
def test_3_1_every_character_in_a_host():
    """Every character has in a host the A-label that ada, a parser of the URL Standard, gives it.

    Characters that one of the two refuses do not count: Unicode grows, and we are stricter.
    """
    ada_url = pytest.importorskip("ada_url", reason="ada-url is not installed")
    different, same = {}, 0
    for character in map(chr, range(0x80, 0x110000)):
        for shape in ("{}", "a{}", "{}a", "a{}b"):
            host = shape.format(character) + ".example"
            with suppress(ValueError):
                expected = ada_url.URL(f"http://{host}/").hostname
                if expected == (found := host_to_ascii(host, profile="whatwg")):
                    same += 1
                else:
                    different[ascii(host)] = found, expected
    assert {} == different
    assert same > 600_000
