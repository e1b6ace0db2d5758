"""The codes that only findings have, and errors do not."""

from iri3987.codes.row import Code, Severity


def _warning(section: str, why: str, text: str, call: str = "inspect({})") -> Code:
    return Code(section, Severity.WARNING, (), why, text, call)


def _info(section: str, why: str, text: str) -> Code:
    return Code(section, Severity.INFO, (), why, text)


ROWS = {
    "repaired": _warning(
        "3.1",
        "It is not part of an IRI: `Profile.clean` percent-encodes it, or writes it in ASCII.",
        "http://example.org/a b",
        "WEB.warnings({})",
    ),
    "unknown-top-level-domain": _warning(
        "7.2",
        "No site of the internet has such a name. It is asked where `Profile.clean` puts a scheme "
        "before a host.",
        "example.con",
        "Profile(host='whatwg', assume_scheme='https').warnings({})",
    ),
    "userinfo": _warning(
        "8",
        'The text before "@" can be taken for the host, and a password is visible to all.',
        "http://example.com@evil.example/",
    ),
    "program-scheme": _warning(
        "8",
        "A browser that follows the address can run code in it, as a program of the page.",
        "javascript:alert(1)",
    ),
    "bidi-other-host": _warning(
        "4.4",
        "What follows a host in right-to-left characters is shown in its place or as a part of it, "
        "so that it looks like another host.",
        "http://evil.\u05e7\u05d5\u05dd/2.paypal.com/",
    ),
    "not-nfc": _warning(
        "5.3.2.2",
        "The same text in Normalization Form C, which most keyboards produce, is another IRI.",
        "http://example.org/re\u0301sume\u0301",
    ),
    "delimiter-look-alike": _warning(
        "6.1",
        "It looks like a delimiter, so the host or the path seems to end where it does not.",
        "http://example.com\u2044.evil.example/",
    ),
    "space-like": _warning(
        "6.1", "It looks like a space or is invisible.", "http://example.org/a\u00a0b"
    ),
    "invisible-character": _warning("6.1", "It is invisible.", "http://example.org/a\u200bb"),
    "combining-marks": _warning(
        "7.5",
        "Marks that repeat, pile up or stand on a character of another script can be invisible, or "
        "hide the text (UTS #39 section 5.4).",
        "http://example.org/a\u0301\u0301",
    ),
    "mixed-scripts": _warning(
        "7.5",
        "The letters are of scripts that languages do not mix, and some of them look the same "
        "(UTS #39 section 5.2).",
        "http://рaypal.com/",
    ),
    "mixed-digits": _warning(
        "7.5",
        "The digits are of two systems: some look the same but have different values (UTS #39 "
        "section 5.3).",
        "http://example.org/1२",
    ),
    "whole-script-confusable": _warning(
        "7.5",
        "The whole label can be read as ASCII letters and digits (UTS #39 section 4).",
        "http://аррӏе.com/",
    ),
    "restricted-character": _warning(
        "6.1",
        "It is not recommended for identifiers (UTS #39 section 3.1), and legitimate hosts rarely "
        "use it.",
        "http://ɡoogle.com/",
    ),
    "misleading-label": _warning(
        "8",
        "The label can be taken for another one, or for the end of the host, by a rule of browsers "
        "that UTS #39 does not have; `display` shows it as its A-label.",
        "http://example.comノpath.example/",
    ),
    "encoded-control": _warning(
        "8",
        "A program that decodes this gets a harmful control or formatting character.",
        "http://example.org/%E2%80%AEgpj.exe",
    ),
    "bidi-mixed": _info(
        "4.2",
        "A component should not use both right-to-left and left-to-right characters: its order on "
        "the screen can be read in two ways. In the authority it is a warning.",
        "http://example.org/\u05d0\u05d1cd\u05d2\u05d3",
    ),
    "bidi-edge": _info(
        "4.2",
        "A component with right-to-left characters should start and end with one: a digit or a "
        "sign at its edge is shown in another component. In the authority it is a warning.",
        "http://example.org/\u05d0\u05d11/2\u05d2\u05d3",
    ),
    "bidi-order": _info(
        "4.4",
        "Digits or signs next to right-to-left characters are shown on their other side, so that "
        "the address looks the same as another one. In the authority it is a warning.",
        "http://example.org/\u05d0\u05d1/123",
    ),
    "not-nfkc": _info(
        "7.5",
        "It is a variant for typography or compatibility of another character.",
        "http://example.org/ｐａｔｈ",
    ),
    "obsolete-character": _info("6.1", "It is no longer in use, or is deprecated.", "/ŉ"),
    "deviation-character": _info(
        "3.1",
        "Older software (IDNA 2003) maps this character, and so looks up another host.",
        "http://faß.de/",
    ),
    "not-idna2008": _info(
        "3.1", "A registry that follows IDNA 2008 does not register this label.", "http://i❤.ws/"
    ),
    "trailing-dot": _info(
        "3.1",
        "The host is the same without the final dot, but most software takes it for another one.",
        "http://example.org./",
    ),
    "percent-encoded-character": _info(
        "5.3.2.3", "The character itself could stand here.", "http://example.org/r%C3%A9sum%C3%A9"
    ),
    "double-encoding": _info(
        "8",
        "It is percent-encoded twice: software that decodes it twice gets different text.",
        "http://example.org/%252e%252e/",
    ),
    "not-utf-8": _info(
        "8",
        "The octets are not UTF-8: a legacy encoding, or an attack on a lax decoder.",
        "http://example.org/%C0%AF..",
    ),
    "dot-segment": _info(
        "5.3.2.4",
        'Resolution removes "." and "..", but other software may do so at another time.',
        "http://example.org/a/../b",
    ),
    "empty-port": _info(
        "5.3.3", "A colon without a port means the default port.", "http://example.org:/"
    ),
    "unassigned": _info(
        "6.1",
        "Unicode 14.0 does not have this character; a later version may.",
        "http://example.org/\u0378",
    ),
    "private-use": _info(
        "6.1",
        "The meaning of the character is a private agreement.",
        "http://example.org/?q=\ue000",
    ),
}
