"""RFC 3987 section 7.2: text as people type or paste it, and the text that they mean.

https://www.rfc-editor.org/rfc/rfc3987#section-7.2
"""

import re
from collections.abc import Collection
from typing import Final, NamedTuple

from iri3987.inspection.findings import Hit
from iri3987.mapping.repair import Replacement
from iri3987.profile.full_width import half_width

#: The ASCII white space of HTML. `str.strip()` would remove U+3000 and U+001F too.
WHITE_SPACE = " \t\r\n\f"

# A text that begins with a scheme, or with a host and a port: "localhost:80" matches both.
_SCHEME = re.compile(r"[A-Za-z][^/?#:]*+:")
_HOST_AND_PORT = re.compile(r"([^/?#:@]++):[0-9]++(?![^/?#])")
# A text that begins as a host does, and not an e-mail address, words, or "http//example.org".
_HOST = re.compile(
    r"(?![^/?#\\@.\s]++[/\\]{2})"
    r"(?:\[[^]/?#\\@\s]*+\]|[^/?#\\:@\s]++)(?::[0-9]*+)?(?![^/?#\\])"
)


#: Two addresses with white space between them: to encode that would make one of them.
TWO_ADDRESSES: Final = re.compile(r"[a-z]+://[^\s?#]+\s+[a-z]+://", re.IGNORECASE)


class UserInput(NamedTuple):
    """The text that is meant, and where its characters are in the text that was typed."""

    text: str
    #: Where the typed text begins, after white space.
    start: int
    #: How many characters were put before it.
    added: int

    def place(self, position: int) -> int:
        """Return the index in the typed text of the character at *position* in `text`."""
        return self.start + max(0, position - self.added)


def user_input(
    given: str, assume_scheme: str | None = None, schemes: Collection[str] | None = None, /
) -> UserInput:
    """Return *given* without white space at its ends, and with *assume_scheme* if it has none.

    Text that has no scheme and does not begin with a host stays: a path, an e-mail address, words.
    ASCII letters before ":" are a scheme, as for the ``URLField`` of Django. But if *schemes* are
    given, "host:80" is a host and a port unless "host" is one of *schemes*.

    >>> user_input(" 例え.テスト:8080 ", "https")
    UserInput(text='https://例え.テスト:8080', start=1, added=8)
    >>> [user_input(each, "https").text for each in ("localhost:80", "me@example.org", "a b")]
    ['localhost:80', 'me@example.org', 'a b']
    """
    text = given.strip(WHITE_SPACE)
    start = len(given) - len(given.lstrip(WHITE_SPACE))
    prefix = "" if assume_scheme is None else _prefix(half_width(text), assume_scheme, schemes)
    return UserInput(prefix + text, start, len(prefix))


def _prefix(text: str, scheme: str, schemes: Collection[str] | None) -> str:
    """Return the prefix that gives *text* a scheme."""
    if text.startswith("//"):
        return f"{scheme}:"
    if _SCHEME.match(text) and not _is_host_and_port(text, schemes):
        return ""
    return f"{scheme}://" if _HOST.match(text) else ""


def _is_host_and_port(text: str, schemes: Collection[str] | None) -> bool:
    """Return whether *text* begins with "host:80" rather than with one of *schemes*."""
    match = _HOST_AND_PORT.match(text)
    return match is not None and schemes is not None and match[1].lower() not in schemes


#: The greatest length of a replacement that is shown: eight percent-encoded octets.
_MOST_SHOWN: Final = 24


def hit_of(change: Replacement, /) -> Hit:
    """Return *change* as the hit "repaired"."""
    shown = change.written[:_MOST_SHOWN]
    more = "..." if shown != change.written else ""
    reason = f'expected "{shown}{more}"'
    return Hit("repaired", change.component, change.start, change.end, reason)
