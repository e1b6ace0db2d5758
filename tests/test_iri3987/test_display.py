"""`iri3987.display`: what is safe to show a person (RFC 3987 sections 7.6 and 4.1, UTS #39)."""

import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from iri3987 import is_iri, is_iri_reference, to_uri
from iri3987.appearance import display
from iri3987.host.shown_label import inner_address
from laws import LAWS
from vector_rows import rows


def test_hosts_in_other_spellings() -> None:
    """A host is shown alike whether it comes in Unicode, as A-labels or percent-encoded."""
    for row in rows("display_hosts"):
        host, shown = row["input"], row["expected"]
        labels = host.split(".")
        a_labels = [x if x.isascii() else f"xn--{x.encode('punycode').decode()}" for x in labels]
        assert f"ftp://{shown}" == display(f"ftp://{'.'.join(a_labels)}"), row["id"]
        assert f"//{shown}/" == display(to_uri(f"//{host}/", host="percent")), row["id"]


def test_an_address_behind_a_scheme() -> None:
    """It begins with a scheme in ASCII: "ſ" is a letter of its own."""
    assert len("view-source:") == inner_address("view-source:HTTPS:example.org")
    assert 0 == inner_address("view-source:httpſ:example.org")


@pytest.mark.parametrize("delimiter", "/?#")
def test_a_password_that_ends_the_host(delimiter: str) -> None:
    """Browsers find no host in front of it, but a person may have meant a password."""
    assert "https:***@a.example" == display(f"https:me:one{delimiter}two@a.example")


def upper_triplets(text: str) -> str:
    """Return *text* with the hexadecimal digits of its percent-encodings in upper case."""
    return re.sub("%[0-9A-Fa-f]{2}", lambda match: match[0].upper(), text)


# --- Laws ---------------------------------------------------------------------------------

_LABELS = (
    "a 0a a_b - ! com example é münchen ❤ ﬀ ＡＢＣ g\u200bh nn\u200c क१2 例え テスト мир рф "
    "مثال اه דוגמה аррӏе рaypal xn--80ak6aa92e xn--mnchen-3ya XN--9CA xn--a xn--4db "
    "%C3%A9 %E9 %2E %25C3 %41"
)
LABELS = st.sampled_from(_LABELS.split())
HOST = st.one_of(
    st.lists(LABELS, max_size=4).map(".".join),
    st.sampled_from(["[::1]", "[v1.xn--a]", "127.0.0.1", "a.", "xn--"]),
)
CHARACTER = st.one_of(
    st.characters(codec="utf-8").filter(is_iri_reference),
    st.sampled_from("aZ09-._~!$&'()*+,;=@:"),
    st.sampled_from(
        ["é", "\u200b", "\u00a0", "\ufe0f", "\U000e0100", "%41", "%2f", "%c3%A9", "%ff"]
    ),
    st.characters(codec="utf-8").map(lambda c: f"%{c.encode().hex('%')}"),
)
PART = st.lists(CHARACTER, max_size=5).map("".join)


@st.composite
def references(draw: st.DrawFn) -> str:
    """Make an IRI reference with an authority more often than not."""
    scheme = draw(st.sampled_from(["http:", "HTTPS:", "foo:", "", ""]))
    authority = draw(st.sampled_from(["//", "//", "//", ""]))
    if authority:
        authority += draw(st.sampled_from(["", "", "me@", "m%C3%A9:pä@", ":@"]))
        authority += draw(HOST) + draw(st.sampled_from(["", "", ":", ":80"]))
    path = "".join(f"/{part}" for part in draw(st.lists(PART, max_size=3)))
    query = draw(st.one_of(st.just(""), PART.map("?{}".format)))
    fragment = draw(st.one_of(st.just(""), PART.map("#{}".format)))
    return f"{scheme}{authority}{path}{query}{fragment}"


VALID = references().filter(is_iri_reference)
ANY_CHARACTER = st.one_of(
    st.characters(),
    st.characters(categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zs", "Zl", "Zp"]),
    st.sampled_from(":/?#[]@%\\<>\"{}|^`' "),
)
ANY_TEXT = st.one_of(
    st.text(ANY_CHARACTER),
    st.tuples(references(), st.text(ANY_CHARACTER, max_size=3), references()).map("".join),
    references(),
)


#: What separates the parts of an address, as input methods and programs write it.
PIECES = st.lists(
    st.sampled_from(
        [
            *("http:", "me:", "sip:", "view-source:", "//", "/", "：", "／", "＠", "﹕", "@", "["),
            *("]", "?", "#", ":", "%", "3A", "%3A", "%40", "%EF%BC%9A", "%ef%bc%a0", "\\", " "),
            *("x", "é", "ä.de", "аррӏе.com", "***", "\u200b"),
        ]
    ),
    max_size=9,
).map("".join)


@given(ANY_TEXT | PIECES | VALID)
@example("me:／／x@[")
@example("//me:Q@Q＠[")
def test_law(text: str) -> None:
    """The law of `display` holds for what attacks are made of."""
    LAWS["display"](text)


@given(
    st.lists(st.sampled_from([*"@,;&=?é%", "аррӏе", ".com", "%40", "%D0%B0", "%C2%AD", "%FF"])).map(
        "".join
    )
)
def test_law_mailto_maps_to_the_same_uri(rest: str) -> None:
    """However it is written, a "mailto:" IRI is shown as text that maps to the same URI."""
    iri = f"mailto:{rest}"
    assume(is_iri(iri))
    assert display(iri) == display(display(iri))
    assert one_spelling(to_uri(iri)) == one_spelling(to_uri(display(iri)))


def one_spelling(part: str) -> str:
    """Return *part* with upper-case triplets, and unreserved characters decoded."""
    unreserved = "%(4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|2D|2E|5F|7E|3[0-9])"
    return re.sub(unreserved, lambda m: chr(int(m[1], 16)), upper_triplets(part))
