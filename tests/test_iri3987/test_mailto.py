"""Tests of `iri3987.mapping.mailto`: RFC 5321 section 4.1.2 with RFC 6531, and RFC 6068."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, is_uri
from iri3987.mapping.mailto import from_mailto, to_mailto
from test_iri3987 import strategies as iris

# RFC 5321 and RFC 6531

MAILBOXES = [
    "user@example.org",
    "first.last+tag@sub.example.org",
    "!#$%&'*+-/=?^_`{|}~@example.org",
    '"much.more unusual"@example.com',  # RFC 3696 section 3
    '"Abc@def"@example.com',
    '"Abc\\"def"@example.com',
    '""@example.org',
    "user@[192.0.2.1]",
    "user@[IPv6:2001:db8::1]",
    "user@[ipv6:::1]",
    "user@localhost",
    "user@xn--fa-hia.de",
    "USER@EXAMPLE.ORG",
    # RFC 6532 section 3.2 and RFC 6531: UTF8-non-ascii, U-label
    "josé@straße.example",
    "用户@例子.广告",
    "квіточка@пошта.укр",
    "δοκιμή@παράδειγμα.δοκιμή",
    "می\u200cخواهم@example.org",
    '"é é"@example.org',
    "Müller@Ärzte.example",  # IDNA maps the domain
    f"{'a' * 64}@example.org",
    f"{'é' * 32}@example.org",
]


@pytest.mark.parametrize("text", MAILBOXES, ids=ascii)
def test_mailbox(text):
    """A mailbox has an IRI, which leads back to it."""
    iri = to_mailto(text)
    assert (text,) == from_mailto(iri) == from_mailto(iri.uri)
    assert is_uri(iri.uri)


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "bad-mailbox", 0),
        ("user", "bad-mailbox", 4),
        ("@example.org", "bad-mailbox", 0),
        (".user@example.org", "bad-mailbox", 0),
        ("user.@example.org", "bad-mailbox", 4),
        ("us..er@example.org", "bad-mailbox", 2),
        ("us er@example.org", "bad-mailbox", 2),
        ("us(er)@example.org", "bad-mailbox", 2),
        ("a@b@example.org", "host-character", 3),
        ('"a@example.org', "bad-mailbox", 0),
        ('"a"b@example.org', "bad-mailbox", 3),
        ("a\0b@example.org", "bad-mailbox", 1),
        ("a\r\nBcc:x@example.org", "bad-mailbox", 1),
        ("a\ud800@example.org", "bad-mailbox", 1),
        ("a\ue000@example.org", "bad-mailbox", 1),  # private use: an IRI cannot hold it
        ("a\u202eb@example.org", "bad-mailbox", 1),
        ("a\u200bb@example.org", "bad-mailbox", 1),
        ("a\u200cb@example.org", "bad-mailbox", 1),
        ("user@", "bad-mailbox", 5),
        ("user@example", "host-single-label", 5),
        ("user@a..b", "host-empty-label", 7),
        ("user@example.org.", "host-empty-label", 16),
        ("user@-a.example", "host-hyphen", 5),
        ("user@a_b.example", "host-idna", 5),
        ("user@i❤.example", "host-idna", 5),
        ("user@%61.example", "bad-mailbox", 5),
        ("user@192.0.2.1", "bad-mailbox", 5),
        ("user@0x7f.1", "bad-mailbox", 5),
        ("user@[192.0.2.256]", "bad-mailbox", 5),
        ("user@[2001:db8::1]", "bad-mailbox", 5),
        ("user@[IPv6:fe80::1%eth0]", "bad-mailbox", 5),
        ("user@[192.0.2.1", "bad-mailbox", 5),
        ("user@exa\u202emple.org", "host-idna", 8),
        (f"{'a' * 65}@example.org", "bad-mailbox", 0),
        (f"{'é' * 33}@example.org", "bad-mailbox", 0),
        (f"a@{'b.' * 125}example", "too-long", None),
        ("a" * 1_000_000, "too-long", None),
        ("\ud800" * 1_000_000, "too-long", None),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_not_a_mailbox(text, code, position):
    """What the grammar has not is refused, with the place."""
    error = iris.fault(to_mailto, text)
    assert (code, position) == (error.code, error.position)


def test_message():
    """The message names the section, and shows no character that cannot be seen."""
    with pytest.raises(IRIError) as caught:
        to_mailto("a\u202eb@example.org")
    assert str(caught.value) == (
        'bad-mailbox: expected "@" and a domain, found U+202E in Mailbox, at position 1 of '
        "'a\\u202eb@example.org' (RFC 5321 section 4.1.2)"
    )


@pytest.mark.parametrize("value", [None, b"user@example.org", 1])
def test_not_text(value):
    """Only text is a mailbox: a program may send anything else."""
    assert "not-text" == iris.fault(to_mailto, value).code


# RFC 6068

# Section 6.1 has the first four; the mailboxes are as they are to be read.
IRIS = [
    ("mailto:gorby%25kremvax@example.com", ("gorby%kremvax@example.com",)),
    ("mailto:unlikely%3Faddress@example.com?blat=foop", ("unlikely?address@example.com",)),
    ("mailto:%22not%40me%22@example.org", ('"not@me"@example.org',)),
    ("mailto:%22oh%5C%5Cno%22@example.org", ('"oh\\\\no"@example.org',)),
    # Section 2
    ("mailto:addr1@an.example,addr2@an.example", ("addr1@an.example", "addr2@an.example")),
    ("mailto:?to=addr1@an.example,addr2@an.example", ("addr1@an.example", "addr2@an.example")),
    ("mailto:addr1@an.example?to=addr2@an.example", ("addr1@an.example", "addr2@an.example")),
    # Section 6.3
    ("mailto:user@example.org?subject=caf%C3%A9&body=caf%C3%A9", ("user@example.org",)),
    ("mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test", ("user@納豆.example.org",)),
    ("mailto:user@納豆.example.org", ("user@納豆.example.org",)),
    ("mailto:?subject=Hi", ()),
    ("mailto:", ()),
    ("MAILTO:a@example.org?cc=b@example.org&TO=c@example.org", ("a@example.org", "c@example.org")),
]


@pytest.mark.parametrize(("text", "expected"), IRIS, ids=ascii)
def test_from_mailto(text, expected):
    """The path and the field "to" are lists of mailboxes."""
    assert expected == from_mailto(text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("http://a@example.org/", "scheme-not-allowed"),
        ("a@example.org", "not-absolute"),
        ("mailto:a b@example.org", "bad-character"),
        ("mailto:a", "bad-mailbox"),
        ("mailto:a@example.org,", "bad-mailbox"),
        ("mailto:%FF@example.org", "bad-mailbox"),
        ("mailto:a%0D%0ABcc:b@example.org", "bad-mailbox"),
        ("mailto:%E2%80%AEa@example.org", "bad-mailbox"),
    ],
)
def test_from_mailto_refused(text, code):
    """Another IRI, and what is not a mailbox when it is decoded, is refused."""
    assert code == iris.fault(from_mailto, text).code


@pytest.mark.parametrize(
    ("mailbox", "expected"),
    [
        ("gorby%kremvax@example.com", "mailto:gorby%25kremvax@example.com"),
        ("unlikely?address@example.com", "mailto:unlikely%3Faddress@example.com"),
        ("Mike&family@example.org", "mailto:Mike%26family@example.org"),
        ('"not@me"@example.org', "mailto:%22not@me%22@example.org"),
        ('"oh\\\\no"@example.org', "mailto:%22oh%5C%5Cno%22@example.org"),
        ("user@納豆.example.org", "mailto:user@納豆.example.org"),
        ("user@[IPv6:::1]", "mailto:user@%5BIPv6:::1%5D"),
    ],
)
def test_to_mailto(mailbox, expected):
    """Section 2, items 1 and 3: what has to be percent-encoded is, and nothing else."""
    assert IRI(expected) == to_mailto(mailbox)


# The grammar as a strategy

ATEXT = st.characters(codec="ascii", categories=["L", "N"]) | st.sampled_from(
    "!#$%&'*+-/=?^_`{|}~éß例я"
)
DOT_STRING = st.lists(st.text(ATEXT, min_size=1, max_size=6), min_size=1, max_size=3).map(".".join)
QTEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126) | st.sampled_from("é例"))
QUOTED = QTEXT.map(lambda text: '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"')
DOMAIN = st.sampled_from(["example.org", "例え.テスト", "[192.0.2.1]", "[IPv6:2001:db8::1]"])


@given(DOT_STRING | QUOTED, DOMAIN)
def test_law_there_and_back(local, domain):
    """Each mailbox of the grammar that is short enough has an IRI, which leads back to it."""
    mailbox = f"{local}@{domain}"
    if len(local.encode()) > 64:
        assert "bad-mailbox" == iris.fault(to_mailto, mailbox).code
    else:
        assert (mailbox,) == from_mailto(to_mailto(mailbox)) == from_mailto(to_mailto(mailbox).uri)


@given(st.text(max_size=20) | st.text('a.@"\\ é[]%\u202e\ud800', max_size=12))
def test_law_refused_with_a_code(text):
    """Any text is a mailbox or has an error with a code and a place in the text."""
    error = iris.fault(to_mailto, text)
    assert error is None or 0 <= (error.position or 0) <= len(text)
