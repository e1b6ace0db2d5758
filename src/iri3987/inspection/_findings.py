"""The findings of `inspect`: what each code means, how grave it is, and why.

This is data: the catalogue in the documentation is made from it (``python -m iri3987.inspection``),
and a plug-in looks up here whether a code exists. Codes, once released, keep their meaning; those
of errors are `IRIError.code`'s too.
"""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple


class Severity(Enum):
    """How grave a finding is."""

    #: The text is not an IRI reference, or its host cannot be made a domain name.
    ERROR = "error"
    #: The RFC advises against it, or it can mislead its readers.
    WARNING = "warning"
    #: Worth knowing, and often right.
    INFO = "info"


class Finding(NamedTuple):
    """What is remarkable about ``text[start:end]``, as `inspect` found it."""

    #: One of `CATALOGUE`: stable across versions.
    code: str
    severity: Severity
    #: The ABNF name of the component, None for the whole text.
    component: str | None
    start: int
    end: int
    #: One line that is safe to show and to log: no control character, no password.
    message: str
    #: The section of RFC 3987, or "" where it has none.
    section: str


class Place(NamedTuple):
    """A place that is worth a finding, and what there is to say of it."""

    code: str
    component: str
    start: int
    end: int
    reason: str


class Kind(NamedTuple):
    """An entry of the catalogue."""

    severity: Severity
    section: str
    #: Why it is worth a finding.
    why: str
    #: A text with this finding.
    example: str


_ERROR, _WARNING, _INFO = Severity

#: Every code that `inspect` gives, with what it means.
CATALOGUE: Mapping[str, Kind] = MappingProxyType(
    {
        # No IRI reference: the grammar's codes
        "bad-scheme": Kind(
            _ERROR,
            "2.2",
            'A scheme is made of letters, digits, "+", "-" and ".", and begins with a letter.',
            "1http://example.org/",
        ),
        "bad-character": Kind(
            _ERROR,
            "2.2",
            "The component cannot hold this character, only its percent-encoding.",
            "http://example.org/a b",
        ),
        "bad-percent": Kind(
            _ERROR,
            "2.2",
            '"%" begins a percent-encoded octet: two hexadecimal digits must follow.',
            "http://example.org/100%",
        ),
        "bad-port": Kind(
            _ERROR, "2.2", "A port is made of the digits 0 to 9.", "http://example.org:8o/"
        ),
        "bad-ip-literal": Kind(
            _ERROR,
            "2.2",
            "Brackets hold an IPv6 address, or an address of a later version.",
            "http://[::g]/",
        ),
        "bidi-formatting": Kind(
            _ERROR,
            "4.1",
            "An invisible character that reorders text must not stand in an IRI.",
            "http://example.org/\u202egpj.exe",
        ),
        # No domain name: the codes of `host_to_ascii`
        "host-missing": Kind(
            _ERROR,
            "",
            "There is no host, and browsers take what follows for one.",
            "http:///path",
        ),
        "host-character": Kind(
            _ERROR,
            "3.1",
            "Something in the host is, becomes or looks like a character that ends a host.",
            "http://evil.com＼.example/",
        ),
        "host-idna": Kind(
            _ERROR,
            "3.1",
            "IDNA has no domain name with this character, or not with it here.",
            "http://a·b.example/",
        ),
        "host-a-label": Kind(
            _ERROR,
            "3.1",
            'What follows "xn--" is the encoding of no label.',
            "http://xn--a.example/",
        ),
        "host-empty-label": Kind(
            _ERROR, "3.1", "There is nothing between two dots.", "http://www..example.org/"
        ),
        "host-label-too-long": Kind(
            _ERROR,
            "3.1",
            "A label of a domain name has at most 63 octets, as it stands in the DNS.",
            f"http://{'ä' * 60}.example/",
        ),
        "host-too-long": Kind(
            _ERROR,
            "3.1",
            "A domain name has at most 253 octets, as it stands in the DNS.",
            f"http://{'example.' * 32}org/",
        ),
        "host-combining-mark": Kind(
            _ERROR,
            "3.1",
            "A label that begins with a combining mark would change the dot before it.",
            "http://\u0301a.example/",
        ),
        "host-joiner": Kind(
            _ERROR,
            "3.1",
            "An invisible joiner stands where it joins nothing.",
            "http://exam\u200dple.org/",
        ),
        "host-bidi": Kind(
            _ERROR,
            "4.2",
            "Right-to-left and left-to-right letters are mixed as no domain name may (RFC 5893).",
            "http://0a.\u05d0/",
        ),
        # What the RFC advises against, or what can mislead
        "userinfo": Kind(
            _WARNING,
            "8",
            'What stands before "@" can be taken for the host, and a password is in the open.',
            "http://example.com@evil.example/",
        ),
        "host-ipv4": Kind(
            _WARNING,
            "8",
            "Clients make an IPv4 address of this, which a filter does not see.",
            "http://0x7f.1/",
        ),
        "port-out-of-range": Kind(
            _WARNING, "", "There are ports from 0 to 65535.", "http://example.org:65536/"
        ),
        "bidi-mixed": Kind(
            _WARNING,
            "4.2",
            "A component should not use both right-to-left and left-to-right characters: its "
            "order on the screen can be read in two ways.",
            "http://example.org/\u05d0\u05d1cd\u05d2\u05d3",
        ),
        "bidi-edge": Kind(
            _WARNING,
            "4.2",
            "A component with right-to-left characters should start and end with one: a digit "
            "or a sign there moves to another component on the screen.",
            "http://example.org/\u05d0\u05d11/2\u05d2\u05d3",
        ),
        "bidi-order": Kind(
            _WARNING,
            "4.4",
            "Digits or signs next to right-to-left characters are shown on their other side: "
            "another address looks the same, in which they stand there.",
            "http://example.org/\u05d0\u05d1/123",
        ),
        "bidi-host": Kind(
            _WARNING,
            "4.4",
            "Digits or signs after a host in right-to-left characters are shown inside it, so that "
            "it looks like another host.",
            "http://evil.\u05e7\u05d5\u05dd/2.paypal.com/",
        ),
        "not-nfc": Kind(
            _WARNING,
            "5.3.2.2",
            "The same text in Normalization Form C, which most keyboards give, is another IRI.",
            "http://example.org/re\u0301sume\u0301",
        ),
        "delimiter-look-alike": Kind(
            _WARNING,
            "6.1",
            "It looks like a delimiter, so the host or the path seems to end where it does not.",
            "http://example.com\u2044.evil.example/",
        ),
        "space-like": Kind(
            _WARNING,
            "6.1",
            "It looks like a space or is invisible.",
            "http://example.org/a\u00a0b",
        ),
        "invisible-character": Kind(
            _WARNING, "6.1", "It cannot be seen.", "http://example.org/a\u200bb"
        ),
        "combining-marks": Kind(
            _WARNING,
            "7.5",
            "Marks that repeat, pile up or stand on what they do not belong to hide themselves "
            "or the text (UTS #39 section 5.4).",
            "http://example.org/a\u0301\u0301",
        ),
        "mixed-scripts": Kind(
            _WARNING,
            "7.5",
            "Letters of scripts that no language writes together: some will look the same "
            "(UTS #39 section 5.2).",
            "http://рaypal.com/",
        ),
        "mixed-digits": Kind(
            _WARNING,
            "7.5",
            "Digits of two systems: some look the same with another value (UTS #39 section 5.3).",
            "http://example.org/1२",
        ),
        "whole-script-confusable": Kind(
            _WARNING,
            "7.5",
            "All of the label can be read as ASCII letters and digits (UTS #39 section 4).",
            "http://аррӏе.com/",
        ),
        "restricted-character": Kind(
            _WARNING,
            "6.1",
            "It is not recommended for identifiers (UTS #39 section 3.1), and legitimate hosts "
            "rarely use it.",
            "http://ɡoogle.com/",
        ),
        "misleading-label": Kind(
            _WARNING,
            "8",
            "For yet another reason `display` shows this label as its A-label.",
            "http://example.comノpath.example/",
        ),
        "encoded-control": Kind(
            _WARNING,
            "8",
            "A percent-encoded control or formatting character: harm to who decodes it.",
            "http://example.org/%E2%80%AEgpj.exe",
        ),
        # Worth knowing
        "not-nfkc": Kind(
            _INFO,
            "7.5",
            "A variant for typography or compatibility: another character means the same.",
            "http://example.org/ｐａｔｈ",
        ),
        "obsolete-character": Kind(
            _INFO, "6.1", "It is not in use any more, or is deprecated.", "/ŉ"
        ),
        "deviation-character": Kind(
            _INFO,
            "3.1",
            "Older software (IDNA 2003) maps this character, and looks up another host.",
            "http://faß.de/",
        ),
        "not-idna2008": Kind(
            _INFO,
            "3.1",
            "A registry that follows IDNA 2008 does not register this label.",
            "http://i❤.ws/",
        ),
        "trailing-dot": Kind(
            _INFO,
            "3.1",
            "The same host as without the final dot, but a different one to most software.",
            "http://example.org./",
        ),
        "percent-encoded-character": Kind(
            _INFO,
            "5.3.2.3",
            "The character itself could stand here.",
            "http://example.org/r%C3%A9sum%C3%A9",
        ),
        "double-encoding": Kind(
            _INFO,
            "8",
            "A percent-encoded percent-encoding: who decodes twice gets something else.",
            "http://example.org/%252e%252e/",
        ),
        "not-utf-8": Kind(
            _INFO,
            "8",
            "The octets are not UTF-8: a legacy encoding, or an attempt on a lax decoder.",
            "http://example.org/%C0%AF..",
        ),
        "dot-segment": Kind(
            _INFO,
            "5.3.2.4",
            'Resolution takes "." and ".." away, other software perhaps at another time.',
            "http://example.org/a/../b",
        ),
        "empty-port": Kind(
            _INFO, "5.3.3", "A colon without a port means the default port.", "http://example.org:/"
        ),
        "unassigned": Kind(
            _INFO,
            "6.1",
            "Unicode 14.0 has no such character; a later version may.",
            "http://example.org/\u0378",
        ),
        "private-use": Kind(
            _INFO,
            "6.1",
            "What the character means is a private agreement.",
            "http://example.org/?q=\ue000",
        ),
    }
)
