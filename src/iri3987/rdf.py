r"""IRIs in RDF: those to publish, and those of a graph that others may write in another way.

https://www.w3.org/TR/rdf12-concepts/#section-IRIs

To RDF, two IRIs are the same only if they are the same characters (RFC 3987 5.3.1), and no store
normalizes them. So the section "RDF Reference IRIs" of RDF 1.2 Concepts advises to publish only
normalized ones. `reference` makes them, and `violations` says which advice an IRI does not follow.

`names`, `spellings` and `audit` read a graph of rdflib or pyoxigraph, or any iterable of triples or
quads of these. This module imports neither. They hold each IRI of the graph in memory, once.

Choice: an IRI of http or https must be one that `iri3987.INTRANET` accepts. RDF 1.2 has "http:abcd"
and "http:///abcd" as examples of what RFC 3987 allows and HTTP does not.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from iri3987.comparison import (
    normalize,
    normalize_characters,
    normalize_path_segments,
    normalize_percent_encoding,
    preferred,
)
from iri3987.exceptions import IRIError
from iri3987.profile import INTRANET
from iri3987.syntax import is_iri
from iri3987.syntax.components import Components, authority_of, split, unsplit
from iri3987.syntax.percent import TRIPLET
from iri3987.syntax.resolution import resolve
from iri3987.values import IRI

__all__ = [
    "ADVICE",
    "Violation",
    "audit",
    "in_graph",
    "names",
    "reference",
    "spellings",
    "unescaped",
    "violations",
]

#: The codes of `violations`, with the advice in words. An IRI that is not valid has the code of its
#: `IRIError` instead.
ADVICE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "scheme-case": "Write the scheme in lower case.",
        "a-label": "Write the domain name with U-labels, not with A-labels (xn--).",
        "host-form": "Write the host in lower case, as IDNA maps it.",
        "default-port": "Leave out the port that the scheme has anyway.",
        "empty-path": 'Write the path "/", and not an empty one.',
        "dot-segment": 'Leave out the segments "." and "..".',
        "escape-case": "Write the hexadecimal digits of an escape in upper case.",
        "needless-escape": "Write a character that an IRI may have, and not its escape.",
        "not-nfc": "Write the characters in Normalization Form C.",
        "scheme-form": "Write the IRI in the form that its scheme asks for.",
    }
)

#: The classes of IRIs, and the attributes of other terms and of triples that may hold one.
_KINDS: Final = (("rdflib", "URIRef"), ("pyoxigraph", "NamedNode"))
_PARTS: Final = ("subject", "predicate", "object", "graph_name", "datatype", "identifier")
_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\U(00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4})")


class Violation(NamedTuple):
    """Advice of RDF that an IRI does not follow."""

    #: A key of `ADVICE`, or the code of an `IRIError`.
    code: str
    #: The index of the first character that would be another.
    position: int | None
    #: What to write instead, or what is wrong.
    advice: str


def reference(text: str, /) -> IRI:
    """Return the IRI to publish for *text*: an "RDF Reference IRI" without `violations`.

    This is for names that are new. An IRI of others stays as it is: this would be another name.
    Raises `IRIError` for text that is not an IRI, and for an address of http or https that no
    client could use.

    >>> reference("HTTP://EXAMPLE.org:80/a/../%7eme/ros%c3%a9")
    IRI('http://example.org/~me/rosé')
    """
    return _checked(preferred(IRI(text), form="NFC"))


def _checked(iri: str) -> IRI:
    """Return *iri*, which is valid; raise `IRIError` if its scheme is of HTTP and it is not."""
    return IRI(INTRANET.check(iri) if iri.lower().startswith(("http:", "https:")) else iri)


def violations(text: str, /) -> list[Violation]:
    """Return what *text* does not follow of the advice of RDF 1.2. Never raises for a `str`.

    >>> [(each.code, each.position) for each in violations("HTTP://example.org/ros%c3%a9")]
    [('scheme-case', 0), ('escape-case', 23), ('needless-escape', 22)]
    >>> [(each.code, each.advice) for each in violations("http:abcd")]
    [('host-missing', 'expected a host')]
    """
    try:
        best = preferred(IRI(text), form="NFC")
        _checked(text)
    except IRIError as error:
        return [Violation(error.code, error.position, error.reason)]
    found = [
        Violation(code, _difference(before, after), ADVICE[code])
        for code, before, after in _steps(text, best)
        if before != after
    ]
    if not found and text != best:
        return [Violation("scheme-form", _difference(text, best), ADVICE["scheme-form"])]
    return found


def _steps(iri: str, best: str) -> Iterator[tuple[str, str, str]]:
    """Yield each advice, and *iri* before and after it is followed, on the way to *best*."""
    if iri == best:
        return
    own, goal = split(iri), split(best)
    yield "scheme-case", iri, _with(own, scheme=goal.scheme)
    if own.host and goal.host:
        is_ascii_form = "xn--" in own.host.lower() and own.host.lower() != goal.host
        yield "a-label" if is_ascii_form else "host-form", iri, _with(own, host=goal.host)
        yield "default-port", iri, _with(own, port=goal.port)
        if not own.path:
            yield "empty-path", iri, _with(own, path=goal.path)
    yield "dot-segment", iri, normalize_path_segments(iri)
    upper = TRIPLET.sub(lambda match: match[0].upper(), iri)
    yield "escape-case", iri, upper
    yield "needless-escape", upper, normalize_percent_encoding(upper)
    with suppress(IRIError):  # a delimiter would be added or removed
        yield "not-nfc", iri, normalize_characters(iri)


def _difference(one: str, other: str) -> int:
    """Return the index of the first character that is another."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))


def _with(own: Components, **changes: Any) -> str:
    parts = own._replace(**changes)
    return unsplit(parts.scheme, authority_of(parts), parts.path, parts.query, parts.fragment)


def in_graph(base: str, text: str, /) -> IRI:
    """Return the IRI that *text* between "<" and ">" of a file with the base IRI *base* means.

    A relative reference is resolved (RFC 3986 5.2). An IRI is taken as it stands, even with ".." in
    it. Raises `IRIError` for text that is neither.

    >>> in_graph("http://example.org/a/b", "../é#x")
    IRI('http://example.org/é#x')
    >>> in_graph("http://example.org/a/b", "http://example.com/a/../b")
    IRI('http://example.com/a/../b')
    """
    return IRI(text) if is_iri(text) else IRI(resolve(base, text))


def unescaped(text: str, /) -> str:
    r"""Return *text* with the characters that its escapes stand for, as in Turtle and SPARQL.

    They are "\u" with four hexadecimal digits and "\U" with eight. What is left may not be an IRI.
    An escape of what is not a character stays.

    >>> unescaped(r"http://example.org/ros\u00e9")
    'http://example.org/rosé'
    """
    return _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    """Return the character of an escape; that of a surrogate, which is none, as it is."""
    character = chr(int(match[1] or match[2], 16))
    return match[0] if "\ud800" <= character <= "\udfff" else character


def names(graph: Iterable[Any], /) -> Iterator[str]:
    """Yield each IRI in *graph* once: in terms, graph names, datatypes and triple terms.

    >>> import pyoxigraph as ox
    >>> turtle = "<http://example.org/a> <urn:p> 1 ."
    >>> list(names(ox.parse(turtle, format=ox.RdfFormat.TURTLE)))
    ['http://example.org/a', 'urn:p', 'http://www.w3.org/2001/XMLSchema#integer']
    """
    seen: set[str] = set()
    for row in graph:
        # A program that has a term of a package has imported the package.
        kinds = tuple(
            getattr(sys.modules[each], name) for each, name in _KINDS if each in sys.modules
        )
        terms = [row]
        while terms:
            term = terms.pop()
            if not isinstance(term, kinds):
                terms += reversed(term if isinstance(term, tuple) else _parts(term))
            elif (name := str(getattr(term, "value", term))) not in seen:
                seen.add(name)
                yield name


def _parts(term: object) -> list[object]:
    """Return what a triple, a quad, a literal or a named graph has that may be an IRI."""
    return [part for name in _PARTS if (part := getattr(term, name, None)) is not None]


def spellings(graph: Iterable[Any], /) -> list[list[str]]:
    """Return the IRIs in *graph* that differ only in spelling, in sorted groups.

    In a group, `iri3987.normalize` gives the same for all. To RDF, they name different things.

    >>> import pyoxigraph as ox
    >>> turtle = "<http://example.org/rosé> <urn:p> <http://example.org/ros%C3%A9> ."
    >>> spellings(ox.parse(turtle, format=ox.RdfFormat.TURTLE))
    [['http://example.org/ros%C3%A9', 'http://example.org/rosé']]
    """
    groups = defaultdict(list)
    for name in filter(is_iri, names(graph)):
        groups[normalize(name)].append(name)
    return [sorted(group) for group in groups.values() if len(group) > 1]


def audit(graph: Iterable[Any], /) -> Iterator[tuple[str, list[Violation]]]:
    """Yield each IRI in *graph* that has `violations`, with them. See `spellings`, too.

    >>> import rdflib
    >>> graph = rdflib.Graph().parse(data="<http://a.example> <urn:p> <urn:x> .", format="turtle")
    >>> [(name, [each.code for each in found]) for name, found in audit(graph)]
    [('http://a.example', ['empty-path'])]
    """
    for name in names(graph):
        if found := violations(name):
            yield name, found
