r"""`iri3987.inspect`: each kind of finding, where it is found, and where it only nearly is."""

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import (
    Finding,
    IRIError,
    IRIReference,
    Severity,
    host_to_ascii,
    inspect,
    is_iri_reference,
    to_uri,
)
from iri3987.schemes import DOMAIN_NAME
from test_iri3987.strategies import any_text, fault, messy
from test_iri3987.test_unicode_tables import FILES, IGNORABLE, listed
from vector_rows import rows

ROOT = Path(__file__).parents[2]


def spans(code, text):
    """Return where in *text* there are findings with the code."""
    return [(each.start, each.end) for each in inspect(text) if each.code == code]


def test_finding_is_all_there():
    """A finding says what, how grave, where, why, and by which section."""
    message = "expected a host without a user name in iuserinfo, at position 7"
    expected = Finding("userinfo", Severity.WARNING, "iuserinfo", 7, 9, message, "8")
    assert (expected,) == inspect("http://me@example.org/")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://٣a.example/", "idna: bidi_rule_1"),
        ("http://a\u200db.example/", "idna: contextj"),
        ("http://i❤.ws/", "idna: disallowed_codepoint"),
        ("http://рaypal.com/", "Minimally Restrictive"),
        ("http://ɡoogle.com/", "Technical"),
        ("/ŉ", "Deprecated"),
        ("/a⁄b", 'look-alike of "/"'),
    ],
    ids=ascii,
)
def test_message_names_the_rule(text, expected):
    """A message has the name that the rule has in IDNA or in UTS #39."""
    if expected.startswith("idna"):
        pytest.importorskip("idna", "3.20", reason="idna has no codes yet")
    assert expected in " ".join(each.message for each in inspect(text))


def test_gravest_first():
    """Findings are in the order of their places, and at one place the gravest comes first."""
    found = [(each.start, each.severity.value) for each in inspect("http://me@i❤.＼/％41?a b")]
    assert sorted(found, key=lambda each: (each[0], "ewi".index(each[1][0]))) == found


def test_what_is_seen_in_the_place_of_the_host():
    """The rows about what is seen there are right about it (UAX #9)."""
    bidi = pytest.importorskip("bidi", reason="python-bidi shows the order")
    for row in rows("functions/findings"):
        if row["op"] == "warns":
            assert bidi.get_display(row["input"], base_dir="L").startswith(row["seen"]), row["id"]


# Laws


def is_an_error(text):
    """Return whether *text* is not an IRI reference, or has no host where it needs one."""
    if not is_iri_reference(text):
        return True
    parts = IRIReference(text)
    if not parts.host and parts.scheme is None:
        return parts.authority is not None
    if not parts.host:
        return parts.scheme.lower() in {"ftp", "http", "https", "ws", "wss"}
    if parts.host.startswith("[") or (parts.scheme or "").lower() not in DOMAIN_NAME:
        return False
    try:
        to_uri(text)
        if parts.host.isascii():  # `to_uri` leaves it as it is
            host_to_ascii(parts.host, profile="whatwg")
    except IRIError:
        return True
    return False


@given(any_text)
@example("http://a:\ud800@[/%:8x#\u202e")
@example("http://\u0301\u0301%EF%BC%8E/")
@example("http://xn--a.example/")
def test_errors(text):
    """There is an error just where the text is not an IRI reference, or lacks a host."""
    errors = [each for each in inspect(text) if each.severity is Severity.ERROR]
    assert is_an_error(text) == bool(errors)


def found_in(rest):
    """Return the findings in an address of the web, and in one that is of another scheme."""
    found = [
        [
            each._replace(start=each.start - len(scheme), end=each.end - len(scheme), message="")
            for each in inspect(f"{scheme}://{rest}")
        ]
        for scheme in ("https", "ws")
    ]
    return found[0], found[1]


#: Letters of several scripts, with marks, digits and signs that rules look at.
WORDS = st.text(
    "aé1слыκόदिन्กี่ต日ノーかが한اבſǰ·ʔ-_.~/?=&#%20%3A%41%C3\u0301\u0323\u200c\ue000\u1112\u1175"
)


@given(st.tuples(st.sampled_from(["a.org", "сайт.рф", "दिन.भारत", "ёж.com", "a·b.ßς"]), WORDS))
@example(("a.org", "क" * 255 + "\u094d\u0301"))
@example(("a.org", f"{'е' * 300}/{'e' * 300}е"))
@example(("рaypal.com", "%20\u0301"))
@example(("192.0.2.1", "é"))
@example(("é.0x7f", "é"))
def test_web_addresses_are_looked_at_like_any_other(parts):
    """An address that quickly passes as an ordinary one has no finding elsewhere either."""
    web, other = found_in("/".join(parts))
    assert other == web


@pytest.mark.slow
def test_every_letter_is_looked_at_like_in_any_other_address():
    """No letter or mark of Unicode is passed in an address of the web, and found in another."""
    # Ideographs and other large blocks have properties that rarely change from one to the next.
    codes = [*range(0xA0, 0x2000), *range(0x2C00, 0x3100), *range(0x3100, 0x20000, 41)]
    letters = [chr(code) for code in codes if unicodedata.category(chr(code))[0] in "LMN"]
    for start in range(0, len(letters), 7):
        few = letters[start : start + 7]
        # Alone, after a letter, after a digit, and twice.
        words = "/".join(f"{each}/a{each}/1{each}/я{each}{each}" for each in few)
        web, other = found_in(f"a.example/{words}")
        assert other == web


@given(messy)
def test_first_error_is_that_of_the_core(text):
    """The fault that an `IRIError` would tell is among the findings, at its place."""
    if not is_iri_reference(text):
        error = fault(IRIReference, text)
        assert (error.code, error.position) in [(each.code, each.start) for each in inspect(text)]


# Beside `display`

JOINERS = {"\u200c", "\u200d"}


def test_hosts_that_display_knows():
    """A host that is not shown in Unicode has a warning or an error, one that is shown has neither.

    Two exceptions: a joiner is never shown, and yet it can be right; and section 4.2 wants no digit
    at the end of a right-to-left component, where domain names have them.
    """
    for row in rows("display_hosts"):
        found = inspect(f"http://{row['input']}/")
        grave = [each.code for each in found if each.severity != Severity.INFO]
        is_shown = row["expected"] == row["input"]
        if is_shown or not JOINERS.intersection(row["input"]):
            assert is_shown == (not set(grave) - {"bidi-edge"}), row["id"]


# Against the files of the Unicode Consortium


CONFUSABLES = FILES / "confusables.txt"


@pytest.mark.slow
@pytest.mark.skipif(not (FILES / IGNORABLE).exists(), reason="no Unicode data: run make data")
def test_default_ignorable():
    """Every character that is to be ignored is found, as invisible, as an error or both."""
    points = listed(IGNORABLE)
    codes = {"invisible-character", "bad-character", "bidi-formatting"}
    assert len(points) > 4000
    missed = {
        f"{point:04X}"
        for point in points
        if codes.isdisjoint(each.code for each in inspect(f"/a{chr(point)}b"))
    }
    assert set() == missed


@pytest.mark.skipif(not CONFUSABLES.exists(), reason="no Unicode data: run make data")
def test_look_alikes():
    """Punctuation that confusables.txt has for a delimiter is found beside ASCII."""
    rows = CONFUSABLES.read_text("utf-8-sig").splitlines()
    matches = filter(
        None, (re.match(r"([0-9A-F]+) ;\s([0-9A-F]+) ;\sMA\s#\*", row) for row in rows)
    )
    alike = {chr(int(match[1], 16)) for match in matches if chr(int(match[2], 16)) in "/\\?#@%&[]"}
    missed = {
        f"{ord(character):04X}"
        for character in alike
        if not spans("delimiter-look-alike", f"/a{character}b")
    }
    assert set() == missed


def test_one_character_of_a_password_is_told():
    """What is found is named if it is one character, and not if it is more of a password."""
    one, more = (inspect(f"http://u:{found}q@a.example/")[1] for found in ("\u200b", "%00"))
    assert one.message == ("expected a visible character, found U+200B in iuserinfo, at position 9")
    assert more.message == "expected a visible character in iuserinfo, at position 9"
