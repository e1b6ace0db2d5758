"""The codes of errors that are not about a host."""

from functools import partial

from iri3987.codes.row import Code, Severity

# Every function that takes an IRI raises these as well.
_VALUES = ("IRI", "IRIReference")
_PROFILE = ("Profile.check",)
_SEGMENT = ("segment.clean",)
_HEADER = ("http.headers.map_header",)
_ERROR, _WARNING, _INFO = Severity
#: The rows of the grammar, of rules that only a profile has, of segments, fields and operations.
_syntax = partial(Code, "2.2", _ERROR, _VALUES, call="IRI({})")
_profile = partial(Code, "", None, _PROFILE, call="WEB.check({})")
_segment = partial(Code, "2.2", None, _SEGMENT, call="segment.clean({})")
_header = partial(Code, "", None, _HEADER)
_operation = partial(Code, "", None, ())

ROWS = {
    # Not an IRI, or not an IRI reference
    "not-absolute": _syntax(
        "An IRI begins with a scheme; a reference without one is relative to another IRI.",
        "//example.org/",
    )._replace(severity=None, raised_by=("IRI",)),
    "bad-scheme": _syntax(
        'A scheme is made of letters, digits, "+", "-" and ".", and begins with a letter.',
        "1http://example.org/",
    ),
    "bad-character": _syntax(
        "The component cannot hold this character, only its percent-encoding.",
        "http://example.org/a b",
    ),
    "bad-percent": _syntax(
        '"%" begins a percent-encoded octet: two hexadecimal digits must follow.',
        "http://example.org/100%",
    ),
    "bad-port": _syntax("A port is made of the digits 0 to 9.", "http://example.org:8o/"),
    "bad-ip-literal": _syntax(
        'Brackets hold an IPv6 address, or an address of a later version, which begins with "v".',
        "http://[::g]/",
    ),
    "bidi-formatting": _syntax(
        "An invisible character that reorders text must not stand in an IRI.",
        "http://example.org/\u202egpj.exe",
    )._replace(section="4.1", raised_by=(*_VALUES, *_SEGMENT)),
    # Operations that fail
    "bad-component": _operation(
        "The new component would be read as another one, or be lost like a port without a host.",
        "http://example.org/",
        "IRI({}).replace(path='/?q')",
    )._replace(section="2.2", raised_by=("IRIReference.replace",)),
    "not-in-encoding": _operation(
        "The character encoding that was asked for has no such character.",
        "http://example.org/?q=例",
        "to_uri({}, encoding='latin-1')",
    )._replace(section="3.1", raised_by=("to_uri",)),
    "not-normalizable": _operation(
        "The normalization form would make or remove a delimiter.",
        "http://example.org/a？b",
        "comparison.normalize_characters({}, form='NFKC')",
    )._replace(section="5.3.2.2", raised_by=("comparison.normalize_characters",)),
    "not-relativizable": _operation(
        'Resolution removes the segments "." and "..", so no reference leads to a path with these.',
        "http://example.org/a/../b",
        "relativize('http://example.org/', {})",
    )._replace(section="6.5", raised_by=("relativize",)),
    # Rules of a profile
    "not-text": _profile(
        "An address is text. A form or a program may send a number, bytes or nothing instead.",
        "http://example.org/",
        call="WEB.check({}.encode())",
    ),
    "too-long": _profile(
        "The text, or the URI that it is mapped to, is longer than accepted.",
        f"http://example.org/{'a' * 8000}",
    )._replace(raised_by=(*_PROFILE, *_SEGMENT, *_HEADER)),
    "scheme-not-allowed": _profile(
        "The profile accepts other schemes only.", "ftp://ftp.example.org/"
    ),
    "userinfo-not-allowed": _profile(
        'The profile accepts neither a user name nor a password before "@".',
        "http://me@example.org/",
        call="Profile(allow_userinfo=False).check({})",
    ),
    "bad-userinfo": _profile(
        'The text before "@" is a user name, or a user name, ":" and a password.',
        "http://:@example.org/",
    ),
    "port-out-of-range": _profile(
        "Ports are numbers from 0 to 65535, and a profile may accept fewer.",
        "http://example.org:65536/",
    )._replace(severity=_WARNING),
    "port-leading-zeros": _profile(
        "Leading zeros do not change a port: the same port has a shorter spelling.",
        "http://example.org:0080/",
    )._replace(severity=_INFO),
    # One segment of a path
    "segment-character": _segment(
        'A decoded segment does not hold "/" or a character that an IRI cannot hold.', "a/b"
    ),
    "segment-empty": _segment("A segment that is a name is not empty.", "")._replace(
        raised_by=(*_SEGMENT, "segment.slug")
    ),
    "segment-dots": _segment(
        'Clients remove the segments "." and ".." from a path, so neither can be a name.', ".."
    )._replace(section="5.3.2.4"),
    # Mailboxes
    "bad-mailbox": _operation(
        'A mailbox is a local part, "@", and a domain or an address in brackets.',
        "jose.@example.org",
        "mailto.to_mailto({})",
    )._replace(section="RFC 5321 section 4.1.2", raised_by=("mapping.mailto.to_mailto",)),
    # Fields of HTTP
    "bad-header": _header(
        "A field's value does not hold control characters: a line feed would begin another field.",
        "/\n",
        "headers.map_header('Location', {})",
    )._replace(section="RFC 9110 section 5.5"),
    "bad-link": _header(
        'A Link field is a list of links: a reference between "<" and ">", then parameters.',
        "</é",
        "headers.map_header('Link', {})",
    )._replace(section="RFC 8288 section 3"),
    "bad-refresh": _header(
        'A Refresh field is a number of seconds, and after it ";" and a reference, or nothing.',
        "url=/é",
        "headers.map_header('Refresh', {})",
    ),
    "bad-json": _header(
        "An HX-Location field that begins with a brace is a JSON object.",
        '{"path": "/é"',
        "headers.map_header('HX-Location', {})",
    ),
}
