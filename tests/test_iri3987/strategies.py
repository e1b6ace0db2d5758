"""Hypothesis strategies for RFC 3987, made from its ABNF and not from our patterns."""

import re
from collections.abc import Callable

from hypothesis import strategies as st

from iri3987 import IRIError
from test_iri3987.abnf import RULES, Choice, Literal, Node, Range, Repeat, Rule, Sequence

#: Section 4.1's characters, and the later ones of their kind: in the ABNF, and yet forbidden.
BIDI_FORMATTING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
#: Characters that no IRI may hold, wherever they stand.
FORBIDDEN = (
    *(chr(code) for code in (*range(0x21), *range(0x7F, 0xA0))),
    *'<>"{}|\\^`',
    *("\ud800", "\udbff", "\udc00", "\udfff", "\ufdd0", "\ufffe", "\uffff", "\U0010ffff"),
    *BIDI_FORMATTING,
)
#: Where parsers disagree: delimiters, half triplets, and characters that look or fold like them.
HOSTILE = (
    *":/?#[]@!$&'()*+,;=%-._~",
    *("//", "::", "..", "%4", "%zz", "%2e", "%E2%80%AE", "%ED%A0%80", "[::1]", "xn--", "1", "v1."),
    *("é", "\u0301", "א", "０", "．", "／", "＠", "％", "＼", "℀", "ſ", "\u200d", "\ue000"),
    *("\U0001f600",),
    *FORBIDDEN,
)


def _strategy(node: Node) -> st.SearchStrategy[str]:
    """Return texts that match a node of the ABNF; repetitions are kept short."""
    match node:
        case Rule(name):
            return st.deferred(lambda: rule(name))
        case Range(first, last):
            return st.characters(
                min_codepoint=first, max_codepoint=last, exclude_characters=BIDI_FORMATTING
            )
        case Literal(text):
            return st.sampled_from(sorted({text.lower(), text.upper()}))
        case Choice(nodes):
            return st.one_of(*map(_strategy, nodes))
        case Sequence(nodes):
            return st.tuples(*map(_strategy, nodes)).map("".join)
        case Repeat(low, high, inner):
            most = low + 4 if high is None else high
            return st.lists(_strategy(inner), min_size=low, max_size=most).map("".join)


_rules: dict[str, st.SearchStrategy[str]] = {}


def rule(name: str) -> st.SearchStrategy[str]:
    """Return texts that match a rule of RFC 3987 section 2.2, without section 4.1's characters."""
    if name not in _rules:
        _rules[name] = _strategy(RULES[name])
    return _rules[name]


ucschar = rule("ucschar")
iprivate = rule("iprivate")
scheme = rule("scheme")
iuserinfo = rule("iuserinfo")
ireg_name = rule("ireg-name")
ipv6address = rule("IPv6address")
port = rule("port")
ipath_abempty = rule("ipath-abempty")
iquery = rule("iquery")
ifragment = rule("ifragment")
iri = rule("IRI")
iri_reference = rule("IRI-reference")

# Domain names, as people register them. Labels begin and end with a letter, so that names in
# which the directions mix keep to the Bidi Rule.

_LETTERS = (
    *("abcdefxyz", "éèßøœłæ", "αβγδσς", "бвгдж", "אבגד", "ابتث", "कखगघ", "กขคง", "가나다라"),
    *("例納豆漢字", "あいうえ", "アイウエ", "აბგდ", "աբգդ"),
)


@st.composite
def _labels(draw: st.DrawFn) -> str:
    letters = draw(st.sampled_from(_LETTERS))
    middle = draw(st.text(f"{letters}0123456789-", max_size=5))
    last = draw(st.sampled_from(letters))
    # "--" after two characters would make it a (fake) A-label, or look like one.
    return re.sub("-+", "-", f"{draw(st.sampled_from(letters))}{middle}{last}")


label = _labels()
domain_name = st.lists(label, min_size=1, max_size=4).map(".".join)


def _join(*parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map("".join)


def _optional(
    prefix: str, part: st.SearchStrategy[str], suffix: str = ""
) -> st.SearchStrategy[str]:
    return st.just("") | part.map(lambda text: f"{prefix}{text}{suffix}")


#: IRIs with a host that is a domain name, in a scheme that says so.
web_iri = _join(
    st.sampled_from(["http", "https", "HTTP", "ftp", "wss"]),
    st.just("://"),
    _optional("", iuserinfo, "@"),
    domain_name,
    _optional(":", port),
    ipath_abempty,
    _optional("?", iquery),
    _optional("#", ifragment),
)
#: Every kind of IRI reference.
reference = iri_reference | web_iri
#: References in ASCII: URI references, and among them real UTF-8.
uri_reference = reference.map(
    lambda text: re.sub(r"[^\x00-\x7f]", lambda match: _percent(match[0]), text)
)


def _percent(character: str) -> str:
    return "".join(f"%{octet:02x}" for octet in character.encode())


@st.composite
def _messy(draw: st.DrawFn) -> str:
    text = draw(reference)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(start + 2, len(text))))
        text = f"{text[:start]}{draw(st.sampled_from(('', *HOSTILE)))}{text[end:]}"
    return text


#: A valid reference in which one to three places have been cut out, filled or replaced.
messy = _messy()
#: Any `str` at all, lone surrogates included.
any_text = (
    st.text(st.characters(exclude_categories=()))
    | st.lists(st.sampled_from(HOSTILE), max_size=12).map("".join)
    | messy
    | reference
)


def fault(function: Callable[[str], object], text: str) -> IRIError | None:
    """Return the error that a function raises for a text, or None where it raises none."""
    try:
        function(text)
    except IRIError as error:
        return error
    return None
