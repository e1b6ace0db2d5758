"""What people are told, by the code of the core's error.

A field's ``error_messages`` may replace each of them, under the same code. Every message may use
``%(position)s`` (counted from 1) and ``%(character)s``, where the error has a position, and
``%(schemes)s``; that for "too-long" also ``%(length)d``, ``%(limit)d`` and ``%(unit)s``.
"""

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as _

from iri3987 import IRIError, Profile
from iri3987.unicode14 import is_printable

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    from iri3987.inspection import Finding

_HOST = _("This address cannot work: its host name does not exist in this form.")

_PORT = _("The port must be a number from 0 to 65535 without leading zeros.")

DEFAULT = _("Enter a valid address.")

MESSAGES: dict[str, "StrPromise"] = {
    "not-absolute": _("Enter the whole address, from its beginning: https://example.org/."),
    "bad-scheme": _(
        "The address must begin with letters and a colon, such as https:. "
        "%(character)s at position %(position)s does not fit there."
    ),
    "bad-character": _(
        "An address cannot hold %(character)s: look at position %(position)s, or write it in its "
        "percent-encoded form."
    ),
    "bad-percent": _(
        "After the percent sign at position %(position)s there must be two digits or letters from "
        "A to F. The sign itself is written %%25."
    ),
    "bidi-formatting": _(
        "An address cannot hold invisible characters that change the direction of text: remove "
        "%(character)s at position %(position)s."
    ),
    "bad-ip-literal": _("What is between the brackets [ ] must be an IPv6 address."),
    "bad-port": _("After the colon behind the host name there must be a port number."),
    "port-out-of-range": _PORT,
    "port-leading-zeros": _PORT,
    "bad-userinfo": _("Before the @ sign there can only be a user name, or user:password."),
    "userinfo-not-allowed": _("The address must not hold a user name or a password."),
    "scheme-not-allowed": _("The address must begin with %(schemes)s."),
    "too-long": _("This address is too long."),
    "host-missing": _("The address must name a host, as https://example.org/ does."),
    "host-single-label": _("The host name needs at least one dot, as in example.org."),
    "host-empty-label": _("The host name has two dots in a row, or begins with one."),
    "host-hyphen": _("No part of the host name may begin or end with a hyphen."),
    "host-label-too-long": _("A part of the host name is too long."),
    "host-too-long": _("The host name is too long."),
    "host-ipv4": _("An IP address has four numbers from 0 to 255, without leading zeros."),
    "host-percent-encoded": _(
        "The host name must be written in plain characters, without percent signs."
    ),
    "host-ip-literal": _("What is between the brackets [ ] must be an IPv6 address."),
    "host-bidi": _(
        "The host name mixes writing directions in a way that domain names cannot: check it."
    ),
    "host-character": _HOST,
    "host-idna": _HOST,
    "host-joiner": _HOST,
    "host-combining-mark": _HOST,
    "host-a-label": _HOST,
}


#: What people are told of the code "too-long", by the unit in which the error counts.
TOO_LONG: dict[str, "StrPromise"] = {
    "characters": _(
        "This address is too long: it has %(length)d characters, and at most %(limit)d are "
        "accepted."
    ),
    "octets": _(
        "This address is too long: it has %(length)d octets as a URI, and at most %(limit)d are "
        "accepted."
    ),
}

#: What people are told of a finding, by its code: those that do not make the text no IRI.
FINDINGS: dict[str, "StrPromise"] = {
    "userinfo": _("Before the @ sign stands a user name, which can be taken for the host."),
    "host-ipv4": _("This host name is read as an IP address."),
    "port-out-of-range": MESSAGES["port-out-of-range"],
    "port-leading-zeros": MESSAGES["port-leading-zeros"],
    "bidi-mixed": _(
        "A part of the address mixes left-to-right and right-to-left writing, and can be read "
        "in two ways."
    ),
    "bidi-edge": _(
        "A part of the address in right-to-left writing begins or ends with something else, "
        "which seems to belong to the part beside it."
    ),
    "bidi-order": _(
        "Digits or signs beside right-to-left writing appear in another place than they have in "
        "the address."
    ),
    "bidi-host": _("On the screen, what follows the host name seems to be a part of it."),
    "not-nfc": _(
        "A character is composed in an unusual way: an address that looks the same may be "
        "another one."
    ),
    "delimiter-look-alike": _(
        "A character only looks like one that divides an address, such as a slash or a dot."
    ),
    "space-like": _("A character looks like a space or is invisible."),
    "invisible-character": _("The address holds a character that cannot be seen."),
    "combining-marks": _(
        "The address holds accents or other marks in excess, or where they do not belong."
    ),
    "mixed-scripts": _(
        "A name mixes scripts that are not written together: some letters may look alike."
    ),
    "mixed-digits": _(
        "Digits of different scripts stand together: some look alike and have another value."
    ),
    "whole-script-confusable": _(
        "A name looks as if it were written in Latin letters, but is not."
    ),
    "restricted-character": _("The address holds a character rarely used in legitimate names."),
    "misleading-label": _(
        "A part of the host name can mislead, and is therefore shown in its encoded form."
    ),
    "encoded-control": _(
        "The address holds an invisible or control character in percent-encoded form."
    ),
    "not-nfkc": _("The address holds a variant of a character, such as a full-width letter."),
    "obsolete-character": _("The address holds a character that is no longer in use."),
    "deviation-character": _(
        "Older software reads a character of the host name as another one, and leads elsewhere."
    ),
    "not-idna2008": _(
        "The host name holds something that most registries do not accept, such as an emoji."
    ),
    "trailing-dot": _("The host name ends with a dot."),
    "percent-encoded-character": _(
        "A character is percent-encoded that could be written as it is."
    ),
    "double-encoding": _("The address is percent-encoded twice."),
    "not-utf-8": _("The address is percent-encoded in another encoding than UTF-8."),
    "dot-segment": _("The path holds “.” or “..”, which browsers take away."),
    "empty-port": _("After the colon behind the host name there is no port number."),
    "unassigned": _("The address holds a character that Unicode does not know yet."),
    "private-use": _("The address holds a character for private use, which has no common meaning."),
}


def finding_message(finding: "Finding", /) -> str:
    """Return what people are told of *finding*: one line, with nothing to fill in."""
    return str(FINDINGS.get(finding.code, finding.message))


def message(error: IRIError, /) -> "StrPromise":
    """Return what people are told of *error*, with the `message_params` to be filled in."""
    if error.code == "too-long" and "unit" in error.params:
        return TOO_LONG[str(error.params["unit"])]
    return MESSAGES.get(error.code, DEFAULT)


def message_params(value: object, error: IRIError, profile: Profile) -> dict[str, object]:
    """Return what messages may use, with nothing raw of *value* but one visible character."""
    schemes = sorted(profile.schemes or ())
    params: dict[str, object] = {
        **error.params,
        "value": value,
        "schemes": ", ".join(f"{scheme}:" for scheme in schemes),
    }
    if error.position is not None and isinstance(value, str):
        params["position"] = error.position + 1
        params["character"] = _spell(value[error.position : error.position + 1])
    return params


def _spell(character: str) -> object:
    if character == " ":
        return _("a space")
    return f"“{character}”" if is_printable(character) else f"U+{ord(character):04X}"
