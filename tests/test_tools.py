"""The tools beside the package: the texts of the benchmarks, and the laws of the fuzzer."""

import importlib
import sys
from pathlib import Path

import pytest

import iri3987

ROOT = Path(__file__).parents[1]


def tool(name):
    """Import a module that lies in the root of the repository."""
    sys.path.insert(0, str(ROOT))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(ROOT))


CORPORA = tool("benchmarks.corpora").CORPORA
LAWS = tool("fuzz.laws")
SEEDS = tool("fuzz.seeds").seeds()


@pytest.mark.parametrize("name", CORPORA)
def test_corpus(name):
    """A corpus is 300 IRIs of 45 to 90 characters, no two of one host."""
    texts = CORPORA[name]
    assert 300 == len({iri3987.IRI(text).authority for text in texts})
    assert {True} == {45 <= len(text) <= 90 for text in texts}


def test_corpora_are_of_their_kind():
    """One is ASCII, one has a path and a query beyond it, one a host, the same in every IDNA."""
    ascii_, iris, hosts = (list(map(iri3987.IRI, texts)) for texts in CORPORA.values())
    assert all(iri.isascii() for iri in ascii_)
    for iri in iris:
        assert [True, False, False] == [part.isascii() for part in (iri.host, iri.path, iri.query)]
    for iri in hosts:
        assert [False, True] == [part.isascii() for part in (iri.host, iri.path)]
        assert iri.host.encode("idna").decode() == iri3987.host_to_ascii(iri.host)


def test_references():
    """A reference of the benchmarks can be resolved, and is relative."""
    references = tool("benchmarks.corpora").references(CORPORA["IRI"])
    assert 300 == len({iri3987.IRI(iri3987.resolve(*pair)) for pair in references})
    assert {None} == {iri3987.IRIReference(reference).scheme for _, reference in references}


@pytest.mark.parametrize("name", LAWS.LAWS)
def test_seeds_keep_the_laws(name):
    """No text that fuzzing starts from breaks a law."""
    for seed in SEEDS:
        LAWS.LAWS[name](seed)


def test_seeds_are_there():
    """The laws are tried on something."""
    assert len(SEEDS) > 500


def test_laws_are_broken():
    """A law that does not hold is told."""
    with pytest.raises(LAWS.LawError, match="that is so: 1"):
        LAWS.holds(0, "that is so", 1)
    with pytest.raises(LAWS.LawError, match="expected 1, got 2"):
        LAWS.same(1, 2, "one is two")


def test_growth_texts_have_their_length():
    """A text that is made to be slow is as long as it was asked to be, give or take a bit."""
    for name, text in tool("benchmarks.growth").TEXTS.items():
        assert 4000 <= len(text(4096)) <= 4096, name


def test_every_public_function_is_tried_for_growth():
    """No function is forgotten when it is added."""
    functions = tool("benchmarks.growth").functions()
    public = {name for name in iri3987.__all__ if name[0].islower()}
    assert set() == public - functions.keys()
