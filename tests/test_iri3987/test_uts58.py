"""UTS #58 (Unicode Link Detection and Formatting): its own tests, and `minimally_escaped`."""

import re
import unicodedata
from pathlib import Path
from urllib.parse import unquote

import pytest
from data import make_joiners, make_link_terms
from hypothesis import assume, example, given
from hypothesis import strategies as st

import uts58
from iri3987 import WEB, IRIError, to_uri
from iri3987._unicode import _link_terms
from iri3987.text import find, minimally_escaped

needs_files = pytest.mark.skipif(
    not uts58.ARE_HERE, reason="the files of UTS #58 are not there: see CONTRIBUTING.md"
)

#: Lines whose links are others here, with the reason.
DETECTED = {
    "http://john.smith@example.com": "WEB accepts a user name, with a warning",
    "http://john.smith@example.com/foo/bar": "WEB accepts a user name, with a warning",
    "http://john..smith@example.com": "WEB accepts a user name, with a warning",
    "http://john..smith@example.com/foo/bar": "WEB accepts a user name, with a warning",
    "⸠https://nap.wikipedia.org/wiki/Wikipedia:Lista_d\"e_vvoce_ca_tutt'_'e_Wikipedie"
    "_aveno_a_avé⸡": 'an IRI cannot hold ", which delimits it (RFC 3986 appendix C)',
}
#: Results that are others here, with the reason.
FORMATTED = {
    "https://example.com/α/β%2541γ%ε%": 'an IRI has two digits after each "%" (RFC 3987 2.2)',
    "https://example.com?α%β=γ%δ": 'an IRI has two digits after each "%" (RFC 3987 2.2)',
    'https://he.wikipedia.org/wiki/נאט"ו': 'an IRI cannot hold " (RFC 3987 2.2)',
    "https://zh.wikipedia.org/wiki/联合国教育、科学及文化组织": '"、" ends an address for `find`',
}


@needs_files
@pytest.mark.parametrize("version", uts58.VERSIONS)
def test_detection(version):
    """`find` finds the links of each line, but for those listed above."""
    lines = uts58.detection(version)
    assert 344 == len(lines)
    assert set(DETECTED) == {each for each in lines if each != marked(re.sub("[⸠⸡]", "", each))}


def marked(line):
    """Return *line* with a mark before and after each link in it."""
    spans = [found[:2] for found in find(line, emails=True)]
    for start, end in reversed(spans):
        line = f"{line[:start]}⸠{line[start:end]}⸡{line[end:]}"
    return line


@needs_files
@pytest.mark.parametrize("version", uts58.VERSIONS)
def test_formatting(version):
    """`minimally_escaped` gives each result, but for those listed above, and `find` finds it.

    In the file of 17.0.0, pages of Wikipedia keep the punctuation at their end, against the rows
    before them. In 18.0.0 they do not.
    """
    rows = uts58.formatting(version)
    assert 55 == len(rows)
    results = {expected: minimally_escaped(uri) for expected, uri in rows.items()}
    for result in results.values():
        assert [result] == [each.iri for each in find(result)]
    different = {expected for expected, result in results.items() if expected != result}
    if version == "17.0.0":
        kept = {each for each in different - set(FORMATTED) if unquote(results[each]) == each}
        assert all(".wiki" in each for each in kept)
        different -= kept
    assert set(FORMATTED) == different


# The law

PIECES = st.sampled_from(
    [
        *"abé1.,:;!?'()[]@&=#/-~$*+_اא❨❩«»“”‘’、。…・ŉ٫／❤‼〈",
        *("%41", "%2E", "%29", "%22", "%25", "%E2%80%8C", "%E3%80%82", "%F0%9F%AB%A8", "%FF"),
        *("می\u200cخ", "\u200c", "\u200d", "\ufe0f", "👨\u200d👩", "क\u094d\u200d", "\u0301"),
        *("\u200b", "\u00ad", "\u0673", "\U0001fae8", "http://", ",https://b.example/", ".."),
    ]
)
HOSTS = st.sampled_from(
    [
        *("example.org", "例え.みんな", "例え。みんな", "wiki.example。", "example.com."),
        *("example.comです", "a.example:80", "a.example:", "me@a.example", "u:p!,(@a.example"),
        *("[::1]", "192.0.2.1", "نامه\u200cای.com", "i❤\ufe0f.ws", "xn--fa-hia.de", "é@a.example"),
    ]
)
IRIS = st.builds(
    lambda host, delimiter, pieces: f"http://{host}{delimiter and delimiter + ''.join(pieces)}",
    HOSTS,
    st.sampled_from(["", "/", "?", "#"]),
    st.lists(PIECES, max_size=8),
)


def test_a_sign_with_a_variation_selector():
    """The selector belongs to the sign that would end the address: both are encoded."""
    expected = "http://a.example/%E2%9D%A9%EF%B8%8Fb"
    assert expected == minimally_escaped("http://a.example/\u2769\ufe0fb")


@given(IRIS)
@example("http://a.example/b?")
@example("http://a.example/?b??")
@example("http://a.example/❩\ufe0f")
@example("http://a.example/b,https://b.example/")
def test_law(iri):
    """What `WEB` accepts is found whole, and is the same address."""
    try:
        WEB.check(iri)
    except IRIError:
        assume(False)
    written = minimally_escaped(iri)
    assert [(0, len(written), written)] == list(find(written))
    assert written == minimally_escaped(written)
    assert plain(iri) == plain(written)


def plain(iri):
    """Return the URI of *iri* decoded, without the delimiters that hold its end."""
    return re.sub("/?#?$", "", unquote(to_uri(iri)))


# The tables


@needs_files
@pytest.mark.slow
@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="needs 14.0")
@pytest.mark.parametrize(
    ("script", "arguments", "name"),
    [(make_link_terms, [str(uts58.FILES)], "_link_terms"), (make_joiners, [], "_joining_types")],
)
def test_the_tables_are_what_the_scripts_make(script, arguments, name, tmp_path):
    """`make_link_terms` and `make_joiners` make the modules that are here."""
    script.main([*arguments, str(tmp_path / "made.py")])
    here = Path(_link_terms.__file__).with_name(f"{name}.py")
    assert here.read_text("utf-8") == (tmp_path / "made.py").read_text("utf-8")
