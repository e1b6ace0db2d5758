"""Tests of `iri3987.mapping.mailto`: RFC 5321 section 4.1.2 with RFC 6531, and RFC 6068."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from iri3987 import IRIError
from iri3987.mapping.mailto import from_mailto, to_mailto
from test_iri3987 import strategies as iris

# RFC 5321 and RFC 6531


def test_message():
    """The message names the section, and shows no character that cannot be seen."""
    with pytest.raises(IRIError) as caught:
        to_mailto("a\u202eb@example.org")
    assert str(caught.value) == (
        'bad-mailbox: expected "@" and a domain, found U+202E in Mailbox, at position 1 of '
        "'a\\u202eb@example.org' (RFC 5321 section 4.1.2)"
    )
    messages = {str(iris.fault(to_mailto, kind("a.@b.org"))) for kind in (str, Markup)}
    assert len(messages) == 1


@pytest.mark.parametrize("value", [None, b"user@example.org", 1])
def test_not_text(value):
    """Only text is a mailbox: a program may send anything else."""
    assert "not-text" == iris.fault(to_mailto, value).code


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
