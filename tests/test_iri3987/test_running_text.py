"""Addresses in running text (RFC 3987 section 7.3): `iri3987.text.find`."""

import unicodedata

from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import ANY, INTRANET, IRI, WEB
from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS
from iri3987.profile import LINK
from iri3987.text import Found, find

#: Pieces of text that addresses are made of, and what stands around them.
PIECES = st.sampled_from(
    [
        *("http://", "HTTPS://", "ftp://", "mailto:", "www.", "example.org", "例え.みんな", "me@"),
        *("a.b@", "?q=", "e\u0301", "אב", "ไทย", "%20"),
        *".,:/#()「」。・'\"<>[]はéعx1_-%&=@|\\ \n\u200b\u200d\u202e\u00ad\ud800\0\ue000*",
    ]
)
TEXTS = st.lists(PIECES | st.text(max_size=3), max_size=14).map("".join)
OPTIONS = st.fixed_dictionaries(
    {
        "profile": st.sampled_from([WEB, ANY, LINK, INTRANET]),
        "bare": st.booleans(),
        "emails": st.booleans(),
    }
)


@given(TEXTS, OPTIONS)
@example("a.comで", {})
@example("'http://example.org", {})
@example("日本例a.org", {})
def test_what_is_found_is_in_the_text(text, options):
    """The spans ascend and do not overlap; an address is what stands there, and is accepted."""
    end = 0
    for found in find(text, **options):
        assert end <= found.start < found.end <= len(text)
        end = found.end
        there = text[found.start : found.end]
        assert isinstance(found.iri, IRI)
        profile = options.get("profile", WEB)
        if found.iri.startswith("mailto:"):
            assert options["emails"] or profile is LINK
        else:
            profile.check(found.iri)
            with_scheme = there if ":" in there and "//" in there else f"https://{there}"
            assert found.iri in {there, profile.clean(with_scheme)}


@given(TEXTS, OPTIONS)
def test_what_is_found_is_found_alone(text, options):
    """Between spaces, the address alone gives itself."""
    for found in find(text, **options):
        there = text[found.start : found.end]
        alone = [Found(2, 2 + len(there), found.iri)]
        assert alone == list(find(f"x {there} y", **options)), there


@given(TEXTS, OPTIONS)
def test_no_address_has_invisible_characters(text, options):
    """Spaces, controls, formatting characters, surrogates and private use are never in it."""
    for found in find(text, **options):
        kinds = {unicodedata.category(each) for each in text[found.start : found.end]}
        assert set() == kinds & {"Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co"}


def test_the_list_of_top_level_domains():
    """It has both spellings of each."""
    assert {"org", "рф", "xn--p1ai", "コム", "xn--tckwe"} <= TOP_LEVEL_DOMAINS
