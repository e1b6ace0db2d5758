"""`content_disposition`: clients find the name of a file in the header, and nothing else."""

import email
import re
from email.utils import collapse_rfc2231_value

import pytest
from django.utils.http import parse_header_parameters
from hypothesis import example, given
from hypothesis import strategies as st
from werkzeug.http import parse_options_header

from iri3987.files import content_disposition
from test_iri3987.test_files import CHARACTERS
from vector_rows import rows

ROWS = rows("file_dispositions")
#: RFC 6266 4.1 and RFC 8187 3.2.1: a quoted-string without escapes, and an ext-value.
GRAMMAR = re.compile(
    r'(attachment|inline); filename="([^"\\\x00-\x1f\x7f-\U0010ffff]*)"'
    r"(?:; filename\*=UTF-8''((?:%[0-9A-F]{2}|[A-Za-z0-9!#$&+.^_`|~-])*))?"
)


def parsed(value):
    """Return the name that clients find in a header: all find the same."""
    message = email.message_from_string(f"Content-Disposition: {value}\n\n")
    parameters = message.get_params(header="content-disposition")
    # The last one: e-mail does not prefer the parameter with the star, which is the second.
    *_, found = (text for name, text in parameters if name == "filename")
    names = [
        # A `str` has been unquoted: once more would take the brackets of "<a>" away.
        found if isinstance(found, str) else collapse_rfc2231_value(found),
        parse_options_header(value)[1]["filename"],
        parse_header_parameters(value)[1]["filename"],
    ]
    assert len(set(names)) == 1, names
    return names[0]


@example("<>")
@given(st.lists(CHARACTERS | st.sampled_from('"%\\;=\r\n'), max_size=12).map("".join))
def test_laws(text):
    """A header follows the grammar, and each client finds the name that gives the same header."""
    value = content_disposition(text)
    assert GRAMMAR.fullmatch(value)
    assert f"inline{value.removeprefix('attachment')}" == content_disposition(
        text, disposition="inline"
    )
    name = parsed(value)
    assert value == content_disposition(name)
    assert name not in {"", ".", ".."}
    assert not set(name) & set("/\\\r\n\0\u202e\u2066")
    assert len(value) < 1200


@given(st.text(st.characters(exclude_categories=["C", "Zl", "Zp"], exclude_characters="/\\")))
def test_exact_name(text):
    """A name of visible characters arrives as it is."""
    expected = text if text not in {"", ".", ".."} else "file"
    if len(expected.encode()) <= 255:
        assert expected == parsed(content_disposition(text))


@pytest.mark.parametrize("disposition", ["", "form-data", "Attachment", "inline\r\n", None])
def test_other_dispositions(disposition):
    """A disposition is one of two: another text would be part of the header."""
    with pytest.raises(ValueError, match="must be 'attachment' or 'inline'"):
        content_disposition("a", disposition=disposition)
