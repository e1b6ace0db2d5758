"""IRIs in RDF: the advice of RDF 1.2 Concepts, "RDF Reference IRIs", and graphs of two packages."""

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, equivalent, is_iri, rdf
from iri3987.rdf import audit, in_graph, names, reference, spellings, unescaped, violations

#: An IRI, the one to publish, and the codes and positions of what is not as it should be. A row for
#: each item of the list in RDF 1.2 Concepts, and for each sentence about schemes and paths.
ROWS = [
    ("http://example/", "http://example/", []),
    ("HTTP://example/", "http://example/", [("scheme-case", 0)]),
    ("http://example/a%7Eb%C3%A9", "http://example/a~bé", [("needless-escape", 16)]),
    ("http://example/%20%2F", "http://example/%20%2F", []),
    ("http://example:80/", "http://example/", [("default-port", 14)]),
    ("https://example:443/", "https://example/", [("default-port", 15)]),
    ("http://example:443/", "http://example:443/", []),
    ("http://example/%3f", "http://example/%3F", [("escape-case", 17)]),
    ("http://example", "http://example/", [("empty-path", 14)]),
    ("http://example?q", "http://example/?q", [("empty-path", 14)]),
    ("https://example/path/../data", "https://example/data", [("dot-segment", 16)]),
    ("http://example/./a", "http://example/a", [("dot-segment", 15)]),
    ("http://EXAMPLE/", "http://example/", [("host-form", 7)]),
    ("http://FAß.de/", "http://faß.de/", [("host-form", 7)]),
    ("http://xn--fa-hia.de/", "http://faß.de/", [("a-label", 7)]),
    ("http://example/re\u0301sume\u0301", "http://example/r\u00e9sum\u00e9", [("not-nfc", 16)]),
    ("urn:ISBN:1", "urn:isbn:1", [("scheme-form", 4)]),
    ("file://localhost/a", "file:///a", [("scheme-form", 7)]),
    ("did:example:A", "did:example:A", []),
    # U+0338 would make "≠" of "=".
    ("http://example:80/=\u0338", "http://example/=\u0338", [("default-port", 14)]),
    (
        "HTTP://xn--FA-hia.DE:80/../%c3%a9",
        "http://faß.de/é",
        [
            *[("scheme-case", 0), ("a-label", 7), ("default-port", 20), ("dot-segment", 24)],
            *[("escape-case", 28), ("needless-escape", 27)],
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("iri", "best", "expected"), ROWS)
def test_advice(iri, best, expected):
    """Each item of the list has a code, and `reference` follows it."""
    assert best == reference(iri)
    assert isinstance(reference(iri), IRI)
    assert expected == [(each.code, each.position) for each in violations(iri)]
    assert [] == violations(best)
    assert all(each.advice == rdf.ADVICE[each.code] for each in violations(iri))


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        # "invalid because they do not satisfy the HTTP URI scheme definition"
        ("http:abcd", "host-missing", 5),
        ("http:///abcd", "host-missing", 7),
        ("../relative", "not-absolute", 0),
        ("http://example/a b", "bad-character", 16),
        ("http://example/\ud800", "bad-character", 15),
        ("", "not-absolute", 0),
    ],
)
def test_what_is_not_a_reference(text, code, position):
    """Text that is not an IRI, or of no use to HTTP, is refused with the code of the core."""
    assert [(code, position)] == [each[:2] for each in violations(text)]
    with pytest.raises(IRIError) as refused:
        reference(text)
    assert (code, position) == (refused.value.code, refused.value.position)


@given(
    st.text(st.sampled_from("aB:/.%3fé?#@xn-0\u0301\u0338\ud800")).map("http://A.example".__add__)
)
def test_law(text):
    """What `reference` returns has no violations, and what has none is returned as it is."""
    try:
        best = reference(text)
    except IRIError:
        assert violations(text)
    else:
        assert [] == violations(best)
        assert (best == text) == (violations(text) == [])
        assert equivalent(best, text) or not text.isascii()


TURTLE = """
<http://example.org/ros%C3%A9> <urn:p> <http://example.org/rosé>, _:b, "http://no.example", "x"@en .
<http://EXAMPLE.org/> <urn:p> "1"^^<http://example.org/type> .
"""
ALL = {
    *["http://example.org/ros%C3%A9", "http://example.org/rosé", "http://EXAMPLE.org/", "urn:p"],
    "http://example.org/type",
}
LITERALS = {
    "http://www.w3.org/2001/XMLSchema#string",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString",
}


def store():
    """Return a store of pyoxigraph."""
    made = ox.Store()
    made.extend(ox.parse(TURTLE, format=ox.RdfFormat.TURTLE))
    return made


GRAPHS = {
    "rdflib": lambda: rdflib.Graph().parse(data=TURTLE, format="turtle"),
    "pyoxigraph, parsed": lambda: ox.parse(TURTLE, format=ox.RdfFormat.TURTLE),
    "pyoxigraph, stored": store,
}
each_graph = pytest.mark.parametrize("graph", GRAPHS.values(), ids=GRAPHS)


@each_graph
def test_names(graph):
    """Each IRI comes once, those of datatypes too; literals and blank nodes are no IRIs."""
    found = list(names(graph()))
    assert len(set(found)) == len(found)
    assert set(found) - LITERALS == ALL


@each_graph
def test_audit(graph):
    """IRIs with violations, and groups of spellings."""
    expected = {
        "http://example.org/ros%C3%A9": ["needless-escape"],
        "http://EXAMPLE.org/": ["host-form"],
    }
    assert expected == {name: [each.code for each in found] for name, found in audit(graph())}
    assert [["http://example.org/ros%C3%A9", "http://example.org/rosé"]] == spellings(graph())


def test_names_of_graphs():
    """The name of a named graph is an IRI of the data set."""
    trig = "<urn:g> {<urn:a> <urn:b> <urn:c>} <urn:a> <urn:b> <urn:d> ."
    expected = {"urn:g", "urn:a", "urn:b", "urn:c", "urn:d"}
    assert expected == set(names(ox.parse(trig, format=ox.RdfFormat.TRIG)))
    dataset = rdflib.Dataset()
    triple = [rdflib.URIRef(f"urn:{each}") for each in "abc"]
    dataset.graph(rdflib.URIRef("urn:g")).add(tuple(triple))
    assert {"urn:g", "urn:a", "urn:b", "urn:c"} <= set(names(dataset))
    graph = rdflib.Graph(identifier=rdflib.URIRef("urn:g"))
    assert {"urn:g"} == set(names([(rdflib.BNode(), rdflib.Literal("x"), graph)]))


def test_triple_terms():
    """A triple in a triple is looked into, however deep."""
    term = ox.Triple(ox.NamedNode("urn:a"), ox.NamedNode("urn:b"), ox.NamedNode("urn:c"))
    for _ in range(3):
        term = ox.Triple(ox.NamedNode("urn:d"), ox.NamedNode("urn:e"), term)
    assert ["urn:d", "urn:e", "urn:a", "urn:b", "urn:c"] == list(names([term]))


def test_a_urn_keeps_its_fragment():
    """Terms of a vocabulary that is a URN are different names."""
    triple = [rdflib.URIRef(f"urn:example:terms#{each}") for each in "abc"]
    assert [] == spellings([tuple(triple)])


def test_rdflib_keeps_what_is_not_an_iri():
    """A `URIRef` may hold any text: the audit names its fault."""
    found = dict(audit([(rdflib.URIRef("urn:a b"), rdflib.URIRef("urn:p"), rdflib.Literal(1))]))
    assert [("bad-character", 5)] == [each[:2] for each in found["urn:a b"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"http://example.org/ros\u00e9", "http://example.org/rosé"),
        (r"\U0001F600", "\U0001f600"),
        (r"\U00110000 \u12", r"\U00110000 \u12"),  # no character, no escape
        (r"a\ud800", r"a\ud800"),  # a surrogate is not a character
        (r"%C3%A9", "%C3%A9"),
    ],
)
def test_unescaped(text, expected):
    """Escapes of Turtle stand for characters; percent-encoding is a part of the IRI."""
    assert expected == unescaped(text)


def test_in_graph():
    """A relative reference is resolved; an IRI stays as it is."""
    base = "http://example.org/a/b"
    assert IRI("http://example.org/é#x") == in_graph(base, "../é#x")
    assert IRI("http://example.com/a/../b") == in_graph(base, "http://example.com/a/../b")
    with pytest.raises(IRIError):
        in_graph(base, "a b")
    assert not is_iri("a b")
