"""RFC 6068: mailboxes, and the "mailto:" IRIs that lead to them.

A mailbox is a local part, "@" and a domain (RFC 5321 section 4.1.2), in any script (RFC 6531
section 3.3, RFC 6532 section 3.2). Its syntax is checked here, because other text would become
another address. The package email-validator judges what people type into a form.

Choice: a domain has two labels or more, or is "localhost", as in an address of the web; IDNA maps
it, so it may have capitals. One that ends in a number is an address, and stands in brackets.

Choice: a local part has no character that an IRI cannot hold, and none that cannot be seen. RFC
6531 allows both, and asks whoever gives out mailboxes not to use them.
"""

from iri3987._unicode.invisible import is_seen
from iri3987._unicode.joiners import is_in_place
from iri3987._unicode.text import exact, spell
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.domain_name import NUMBER
from iri3987.syntax import grammar
from iri3987.syntax.components import split
from iri3987.syntax.errors import iri_error, not_text, too_long, with_position
from iri3987.syntax.patterns import matches, pattern
from iri3987.syntax.percent import decode_any, encode_run, triplets
from iri3987.values import IRI

__all__ = ["from_mailto", "to_mailto"]

# RFC 5321 section 4.5.3.1, in octets. A path has 256, and "<" and ">" are two of them.
_MAX_LOCAL_PART, _MAX_MAILBOX = 64, 254

# RFC 5321 section 4.1.2, with the additions of RFC 6531 section 3.3
_ATEXT = f"[0-9A-Za-z!#$%&'*+\\-/=?\\^_`{{|}}~{grammar.UCSCHAR}]"
_DOT_STRING = rf"{_ATEXT}++(?:\.{_ATEXT}++)*"
_QUOTED_STRING = rf'"(?:[ !#-\[\]-~{grammar.UCSCHAR}]++|\\[ -~])*"'
_LOCAL_PART = f"(?:{_DOT_STRING}|{_QUOTED_STRING})"
_TRIPLETS = triplets(grammar.PCT_ENCODED)
_ADDRESS_LITERAL = rf"\[(?:{grammar.IPV4ADDRESS}|[Ii][Pp][Vv]6:{grammar.IPV6ADDRESS})\]"


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise not_text(text)
    text = exact(text)
    if (octets := _octets(text)) > _MAX_MAILBOX:
        raise too_long(text, _MAX_MAILBOX, octets, "octets", component="Mailbox")
    at = pattern(_LOCAL_PART).match(text)
    end = 0 if at is None else at.end()
    _check_seen(text, end)
    if end == 0 or not text.startswith("@", end):
        wanted = '"@" and a domain' if end else 'the name before "@"'
        found = spell(text[end]) if end < len(text) else "the end"
        raise _bad(text, end, f"expected {wanted}, found {found}")
    if _octets(text[:end]) > _MAX_LOCAL_PART:
        raise _bad(text, 0, f'expected at most {_MAX_LOCAL_PART} octets before "@"')
    _check_domain(text, end + 1)
    return text


def _octets(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _check_seen(text: str, end: int) -> None:
    """Raise for a character of ``text[:end]`` that cannot be seen and joins nothing."""
    for index, character in enumerate(text[:end]) if not is_seen(text[:end]) else ():
        if not (is_seen(character) or is_in_place(text, index)):
            raise _bad(text, index, f"expected characters that are seen, found {spell(character)}")


def _check_domain(text: str, start: int) -> None:
    domain = text[start:]
    if not domain:
        raise _bad(text, start, "expected a domain, found the end")
    if domain.startswith("["):
        if not matches(domain, _ADDRESS_LITERAL):
            reason = 'expected an IPv4 address or "IPv6:" and an address, in brackets'
            raise _bad(text, start, reason)
        return
    if "%" in domain:
        position = start + domain.find("%")
        raise _bad(text, position, "expected characters, not their percent-encoding")
    try:
        name = host_to_ascii(domain, profile="idna2008", allow_root=False)
    except IRIError as error:
        raise with_position(error, text, start + (error.position or 0)) from None
    _, dot, last = name.rpartition(".")
    if NUMBER.fullmatch(last):
        raise _bad(text, start, "expected a domain, or an address in brackets")
    if not dot and name != "localhost":
        reason = "expected two labels or more, as in example.org"
        raise iri_error(text, "host-single-label", reason, component="ireg-name", position=start)


def _bad(text: str, position: int, reason: str) -> IRIError:
    return iri_error(text, "bad-mailbox", reason, component="Mailbox", position=position)


#: What cannot stand in a URI, "%", gen-delims but "@:", "&;=", and ",", which would end a mailbox
#: (RFC 6068 section 2).
_NOT_IN_MAILTO = r'[%/?#\[\]&;=, "<>\\^`{|}]'


def to_mailto(mailbox: str, /) -> IRI:
    """Return the "mailto:" IRI of *mailbox*; its `IRI.uri` is the URI.

    Raises `IRIError`: "not-text" for what is not a `str`, "too-long" beyond 254 octets of UTF-8,
    "bad-mailbox" for what is not "local-part@domain" or has more than 64 octets in the local part,
    and a code "host-..." for the domain. Positions are in *mailbox*.

    >>> to_mailto("josé+a&b@例え.example"), to_mailto('"a,b"@example.org')
    (IRI('mailto:josé+a%26b@例え.example'), IRI('mailto:%22a%2Cb%22@example.org'))
    >>> to_mailto("jose.@example.org")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: bad-mailbox: expected "@" and a domain, found '.' (U+002E) \
in Mailbox, at position 4 of 'jose.@example.org' (RFC 5321 section 4.1.2)
    """
    return IRI(f"mailto:{pattern(_NOT_IN_MAILTO).sub(encode_run, _checked(mailbox))}")


def from_mailto(text: str, /) -> tuple[str, ...]:
    """Return the mailboxes that *text*, a "mailto:" IRI, leads to: those of its path and of "to".

    There may be none, as in "mailto:?subject=...". Other fields, such as "cc", are not looked at.
    Raises `IRIError` if *text* is not an IRI, "scheme-not-allowed" for another scheme, and as
    `to_mailto` does for a mailbox; then positions are in the mailbox.

    >>> from_mailto("mailto:a%26b@example.org,jos%C3%A9@example.org?subject=Hi")
    ('a&b@example.org', 'josé@example.org')
    >>> from_mailto("mailto:?To=a@example.org")
    ('a@example.org',)
    """
    parts = split(IRI(text))
    if (parts.scheme or "").lower() != "mailto":
        reason = 'expected the scheme "mailto"'
        raise iri_error(exact(text), "scheme-not-allowed", reason, component="scheme", position=0)
    fields = [field.partition("=") for field in (parts.query or "").split("&")]
    lists = [parts.path, *(value for name, _, value in fields if name.lower() == "to")]
    mailboxes = [mailbox for each in lists if each for mailbox in each.split(",")]
    # Octets that are not UTF-8 become surrogates, which no mailbox has.
    return tuple([_checked(_TRIPLETS.sub(decode_any, each)) for each in mailboxes])
