"""What people are told, by the code of the core's error, and in which language.

A form speaks one language, and WTForms knows it in one of three ways: the form's ``Meta.locales``,
Flask-Babel, where Flask-WTF or Flask-Admin asks that, or translations of the application's own.
These come first: a message that they hold is theirs. Else it is that of the catalogues here.
"""

import gettext
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from flask import current_app, has_app_context

from iri3987 import IRIError, Profile
from iri3987.unicode14 import is_printable

DOMAIN: Final = "flask_iri"

LOCALE: Final = Path(__file__).parent / "locale"

_HOST = "This address cannot work: its host name does not exist in this form."

_PORT = "The port must be a number from 0 to 65535 without leading zeros."

DEFAULT: Final = "Enter a valid address."

SPACE: Final = "a space"

MESSAGES: Final = {
    "not-absolute": "Enter the whole address, from its beginning: https://example.org/.",
    "bad-scheme": (
        "The address must begin with letters and a colon, such as https:. "
        "%(character)s at position %(position)s does not fit there."
    ),
    "bad-character": (
        "An address cannot hold %(character)s: look at position %(position)s, or write it in its "
        "percent-encoded form."
    ),
    "bad-percent": (
        "After the percent sign at position %(position)s there must be two digits or letters from "
        "A to F. The sign itself is written %%25."
    ),
    "bidi-formatting": (
        "An address cannot hold invisible characters that change the direction of text: remove "
        "%(character)s at position %(position)s."
    ),
    "bad-ip-literal": "What is between the brackets [ ] must be an IPv6 address.",
    "bad-port": "After the colon behind the host name there must be a port number.",
    "port-out-of-range": _PORT,
    "port-leading-zeros": _PORT,
    "bad-userinfo": "Before the @ sign there can only be a user name, or user:password.",
    "userinfo-not-allowed": "The address must not hold a user name or a password.",
    "scheme-not-allowed": "The address must begin with %(schemes)s.",
    "too-long": "This address is too long.",
    "host-missing": "The address must name a host, as https://example.org/ does.",
    "host-single-label": "The host name needs at least one dot, as in example.org.",
    "host-empty-label": "The host name has two dots in a row, or begins with one.",
    "host-hyphen": "No part of the host name may begin or end with a hyphen.",
    "host-label-too-long": "A part of the host name is too long.",
    "host-too-long": "The host name is too long.",
    "host-ipv4": "An IP address has four numbers from 0 to 255, without leading zeros.",
    "host-percent-encoded": (
        "The host name must be written in plain characters, without percent signs."
    ),
    "host-ip-literal": "What is between the brackets [ ] must be an IPv6 address.",
    "host-bidi": (
        "The host name mixes writing directions in a way that domain names cannot: check it."
    ),
    "host-character": _HOST,
    "host-idna": _HOST,
    "host-joiner": _HOST,
    "host-combining-mark": _HOST,
    "host-a-label": _HOST,
}

#: What people are told of the code "too-long", by the unit in which the error counts.
TOO_LONG: Final = {
    "characters": (
        "This address is too long: it has %(length)d characters, and at most %(limit)d are "
        "accepted."
    ),
    "octets": (
        "This address is too long: it has %(length)d octets as a URI, and at most %(limit)d are "
        "accepted."
    ),
}

#: What people are told of a finding, by its code: those that do not make the text no IRI.
FINDINGS: Final = {
    "userinfo": "Before the @ sign stands a user name, which can be taken for the host.",
    "host-ipv4": "This host name is read as an IP address.",
    "port-out-of-range": MESSAGES["port-out-of-range"],
    "port-leading-zeros": MESSAGES["port-leading-zeros"],
    "bidi-mixed": (
        "A part of the address mixes left-to-right and right-to-left writing, and can be read "
        "in two ways."
    ),
    "bidi-edge": (
        "A part of the address in right-to-left writing begins or ends with something else, "
        "which seems to belong to the part beside it."
    ),
    "bidi-order": (
        "Digits or signs beside right-to-left writing appear in another place than they have in "
        "the address."
    ),
    "bidi-host": "On the screen, what follows the host name seems to be a part of it.",
    "not-nfc": (
        "A character is composed in an unusual way: an address that looks the same may be "
        "another one."
    ),
    "delimiter-look-alike": (
        "A character only looks like one that divides an address, such as a slash or a dot."
    ),
    "space-like": "A character looks like a space or is invisible.",
    "invisible-character": "The address holds a character that cannot be seen.",
    "combining-marks": (
        "The address holds accents or other marks in excess, or where they do not belong."
    ),
    "mixed-scripts": (
        "A name mixes scripts that are not written together: some letters may look alike."
    ),
    "mixed-digits": (
        "Digits of different scripts stand together: some look alike and have another value."
    ),
    "whole-script-confusable": ("A name looks as if it were written in Latin letters, but is not."),
    "restricted-character": "The address holds a character rarely used in legitimate names.",
    "misleading-label": (
        "A part of the host name can mislead, and is therefore shown in its encoded form."
    ),
    "encoded-control": (
        "The address holds an invisible or control character in percent-encoded form."
    ),
    "not-nfkc": "The address holds a variant of a character, such as a full-width letter.",
    "obsolete-character": "The address holds a character that is no longer in use.",
    "deviation-character": (
        "Older software reads a character of the host name as another one, and leads elsewhere."
    ),
    "not-idna2008": (
        "The host name holds something that most registries do not accept, such as an emoji."
    ),
    "trailing-dot": "The host name ends with a dot.",
    "percent-encoded-character": ("A character is percent-encoded that could be written as it is."),
    "double-encoding": "The address is percent-encoded twice.",
    "not-utf-8": "The address is percent-encoded in another encoding than UTF-8.",
    "dot-segment": "The path holds “.” or “..”, which browsers take away.",
    "empty-port": "After the colon behind the host name there is no port number.",
    "unassigned": "The address holds a character that Unicode does not know yet.",
    "private-use": "The address holds a character for private use, which has no common meaning.",
}

Translate = Callable[[str], str]


def explain(error: IRIError, text: object, profile: Profile, translate: Translate, /) -> str:
    """Return what to tell who typed *text*, with nothing raw of it but one visible character.

    >>> from iri3987 import WEB
    >>> explain(IRIError("", code="bad-character", position=1), "a b", WEB, str)
    'An address cannot hold a space: look at position 2, or write it in its percent-encoded form.'
    """
    message = MESSAGES.get(error.code, DEFAULT)
    if error.code == "too-long" and "unit" in error.params:
        message = TOO_LONG[str(error.params["unit"])]
    position = error.position or 0
    character = text[position : position + 1] if isinstance(text, str) else ""
    return translate(message) % {
        **error.params,
        "character": _spell(character, translate),
        "position": position + 1,
        "schemes": ", ".join(f"{scheme}:" for scheme in sorted(profile.schemes or ())),
    }


def _spell(character: str, translate: Translate) -> str:
    if character == " ":
        return translate(SPACE)
    return f"“{character}”" if is_printable(character) else f"U+{ord(character):04X}"


def translator(field: Any, /) -> Translate:
    """Return a function that translates a message for *field*, into the language of its form."""
    ours = gettext.translation(DOMAIN, LOCALE, _languages(field), fallback=True)

    def translate(message: str) -> str:
        theirs = field.gettext(message)
        return ours.gettext(message) if theirs == message else str(theirs)

    return translate


def _languages(field: Any) -> list[str] | None:
    """Return the languages of the form of *field*, best first; None for the environment's."""
    from wtforms.i18n import DummyTranslations

    if isinstance(field._translations, DummyTranslations):  # noqa: SLF001 - it has no other name
        return []
    if field.meta.locales is not False:
        return field.meta.locales and list(field.meta.locales)
    try:
        from flask_babel import get_locale  # type: ignore[import-untyped]
    except ImportError:
        return []
    locale = get_locale() if has_app_context() and "babel" in current_app.extensions else None
    return [str(locale)] if locale else []
