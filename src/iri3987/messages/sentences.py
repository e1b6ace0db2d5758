"""The sentences of `iri3987.messages` for people, in English, by code.

They say what is wrong, where, and what to write instead, and nothing about intentions. A sentence
names a place as ``%(place)s``, which counts from 1; `iri3987.messages.params` has the other names.
If you change a sentence here, change it in each ``locale/*/LC_MESSAGES/iri3987.po``, too.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

#: The sentence for an error from outside the core, whose code is not in the register.
DEFAULT: Final = "Enter a valid address."

#: The sentence for each code.
MESSAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # The text as a whole
        "not-text": "Enter text.",
        "too-long": "This address is too long.",
        "not-absolute": "Enter the whole address, as in https://example.org/.",
        "scheme-not-allowed": "An address that begins in this way is not accepted.",
        # Characters
        "bad-scheme": (
            "The address must begin with letters and a colon, such as https:. "
            "%(character)s at position %(place)s does not fit there."
        ),
        "bad-character": (
            "An address cannot contain %(character)s: remove it at position %(place)s."
        ),
        "bad-percent": (
            "After the percent sign at position %(place)s there must be two digits or letters "
            "from A to F. The sign itself is written %%25."
        ),
        "bidi-formatting": (
            "An address cannot contain invisible characters that change the direction of text: "
            "remove %(character)s at position %(place)s."
        ),
        # What is around the host
        "bad-userinfo": "Before the @ sign there can only be a user name, or user:password.",
        "userinfo-not-allowed": (
            "A user name or a password before the @ sign is not accepted: remove it."
        ),
        "bad-port": (
            "After the host name and a colon there must be a port number, as in "
            "example.org:8080. Check the address from position %(place)s on."
        ),
        "port-out-of-range": "The port must be a number from %(low)s to %(high)s.",
        "port-leading-zeros": "Write the port number without leading zeros.",
        # The host
        "host-missing": "The address must name a host, as https://example.org/ does.",
        "host-single-label": "The host name needs at least one dot, as in example.org.",
        "host-empty-label": (
            "The host name has two dots in a row, or begins with a dot: remove the dot at "
            "position %(place)s."
        ),
        "host-hyphen": (
            "The part of the host name at position %(place)s begins or ends with a hyphen: "
            "remove the hyphen."
        ),
        "host-double-hyphen": (
            "The part of the host name at position %(place)s has hyphens as its third and fourth "
            "characters: only names that begin with xn-- can."
        ),
        "host-label-too-long": (
            "The part of the host name at position %(place)s is too long: in its encoded form it "
            "can have at most %(limit)s bytes."
        ),
        "host-too-long": (
            "The host name is too long: in its encoded form it can have at most %(limit)s bytes."
        ),
        "host-ipv4": (
            "The host name is read as an IP address: write it as four numbers from 0 to 255 "
            "without leading zeros, as in 192.0.2.1."
        ),
        "host-percent-encoded": "The host name must be written without percent signs.",
        "bad-ip-literal": ("The brackets [ ] must contain an IPv6 address, as in [2001:db8::1]."),
        "host-ip-literal": (
            "The brackets [ ] contain an address that no browser opens: write an IPv6 address, "
            "as in [2001:db8::1]."
        ),
        "host-character": (
            "The host name cannot contain %(character)s: remove it at position %(place)s."
        ),
        "host-idna": (
            "The host name contains something that domain names do not allow: check it from "
            "position %(place)s on."
        ),
        "host-a-label": (
            "The part of the host name at position %(place)s begins with xn--, but does not "
            "encode a name: check whether it is complete."
        ),
        "host-joiner": (
            "The host name contains an invisible character where it cannot join letters: type "
            "the name again from position %(place)s on."
        ),
        "host-combining-mark": (
            "A part of the host name begins with an accent or another mark: write a letter "
            "before it at position %(place)s."
        ),
        "host-bidi": (
            "The host name mixes writing directions in a way that domain names do not allow: "
            "check it from position %(place)s on."
        ),
        "host-not-public": (
            "This address leads to a private or local network: only addresses of the public "
            "internet are accepted."
        ),
        "host-not-allowed": "Addresses of this host are not accepted here.",
        # One segment of a path
        "segment-character": (
            "This cannot contain %(character)s: remove it at position %(place)s."
        ),
        "segment-empty": "Enter at least one character.",
        "segment-dots": "Enter more than one or two dots.",
        # Paths of files
        "bad-file-path": "Enter the whole path of the file, from the root folder or the drive on.",
        "bad-file-iri": "Enter the address of a file, as in file:///home/me/letter.txt.",
        # What can mislead
        "repaired": "The address was corrected at position %(place)s.",
        "userinfo": "The user name before the @ sign can be mistaken for the host.",
        "bidi-mixed": (
            "A part of the address mixes left-to-right and right-to-left writing, and can be read "
            "in two ways (position %(place)s)."
        ),
        "bidi-edge": (
            "A part of the address in right-to-left writing begins or ends with something else, "
            "which seems to belong to the part beside it (position %(place)s)."
        ),
        "bidi-order": (
            "Digits or signs beside right-to-left writing appear in another place than they have "
            "in the address (position %(place)s)."
        ),
        "bidi-host": (
            "On the screen, something after the host name seems to be a part of it "
            "(position %(place)s)."
        ),
        "not-nfc": (
            "A character is composed in an unusual way: an address that looks the same may be "
            "another one (position %(place)s)."
        ),
        "delimiter-look-alike": (
            "%(character)s at position %(place)s looks like a sign that divides an address, such "
            "as a slash or a dot, but is another character."
        ),
        "space-like": (
            "The address contains a character that looks like a space or is invisible: "
            "%(character)s (position %(place)s)."
        ),
        "invisible-character": (
            "The address contains an invisible character: %(character)s (position %(place)s)."
        ),
        "combining-marks": (
            "The address contains too many accents or other marks, or they stand where they do "
            "not belong (position %(place)s)."
        ),
        "mixed-scripts": (
            "A name mixes scripts that are not written together: some letters may look alike "
            "(position %(place)s)."
        ),
        "mixed-digits": (
            "Digits of different scripts stand together: some look alike and have another value "
            "(position %(place)s)."
        ),
        "whole-script-confusable": (
            "A name looks as if it were written in Latin letters, but it is not "
            "(position %(place)s)."
        ),
        "restricted-character": (
            "%(character)s at position %(place)s is rarely used in host names: compare the name "
            "with the one that you expect."
        ),
        "misleading-label": (
            "A part of the host name can be mistaken for another, so it is shown in its encoded "
            "form (position %(place)s)."
        ),
        "encoded-control": (
            "The address contains an invisible or control character in percent-encoded form "
            "(position %(place)s)."
        ),
        # Worth knowing
        "not-nfkc": (
            "The address contains a variant of a character, such as a full-width letter: "
            "%(character)s (position %(place)s)."
        ),
        "obsolete-character": "%(character)s at position %(place)s is no longer in use.",
        "deviation-character": (
            "Older software reads %(character)s at position %(place)s as another character, and "
            "leads to another host."
        ),
        "not-idna2008": (
            "The host name contains something that most registries do not accept, such as an "
            "emoji (position %(place)s)."
        ),
        "trailing-dot": "The host name ends with a dot.",
        "percent-encoded-character": (
            "A character is percent-encoded that could be written as it is (position %(place)s)."
        ),
        "double-encoding": "The address is percent-encoded twice (position %(place)s).",
        "not-utf-8": (
            "The address is percent-encoded in another encoding than UTF-8 (position %(place)s)."
        ),
        "dot-segment": (
            "The path contains “.” or “..”, which browsers remove (position %(place)s)."
        ),
        "empty-port": (
            "After the host name there is a colon without a port number: remove the colon."
        ),
        "unassigned": "Unicode has no character %(character)s (position %(place)s) yet.",
        "private-use": (
            "%(character)s at position %(place)s is a character for private use, which has no "
            "common meaning."
        ),
        # What only programs write: header fields, components, conversions
        "bad-component": "A part of the address contains a sign with which another part begins.",
        "bad-header": "A header cannot contain %(character)s: remove it at position %(place)s.",
        "bad-link": "The Link header cannot be read from position %(place)s on.",
        "bad-refresh": "The Refresh header cannot be read from position %(place)s on.",
        "bad-json": "The value must be a JSON object.",
        "not-relativizable": "The path contains “.” or “..”, so no relative address leads to it.",
        "not-in-encoding": (
            "The encoding of the document has no character for %(character)s (position %(place)s)."
        ),
        "not-normalizable": (
            "In its normalized form, the address would be divided into other parts."
        ),
    }
)

#: Sentences that say more, if a value is known: by code, and by the name of that value.
MORE: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "too-long": {
            "characters": (
                "This address is too long: it has %(length)s characters, and at most %(limit)s "
                "are accepted."
            ),
            "octets": (
                "This address is too long: it takes %(length)s bytes to send, and at most "
                "%(limit)s are accepted."
            ),
        },
        "scheme-not-allowed": {"schemes": "The address must begin with %(schemes)s."},
        "bad-character": {
            "instead": (
                "An address cannot contain %(character)s: write %(instead)s instead at position "
                "%(place)s."
            )
        },
        "host-percent-encoded": {
            "instead": (
                "The host name must be written without percent signs: write %(instead)s instead "
                "of %(encoded)s."
            )
        },
        "repaired": {"instead": "%(character)s at position %(place)s was written as %(instead)s."},
    }
)

#: The names of characters that cannot be seen.
NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        " ": "a space",
        "\t": "a tab",
        "\n": "a line break",
        "\r": "a line break",
        "": "the end of the address",
    }
)

#: The units of a length.
UNITS: Final[Mapping[str, str]] = MappingProxyType({"characters": "characters", "octets": "bytes"})

#: The other texts of forms, by name.
TEXTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Another row has an equivalent address.
        "unique": "This address is already there, as %(address)s.",
        # The same, without the address of that row: somebody else stored it.
        "unique-hidden": "This address is already there.",
        # A user name or the like looks like that of another row (RFC 3987 section 8).
        "unique-look-alike": "This looks like a name that is already taken.",
        # Before the URI that is shown while one types.
        "sent-as": "Sent as:",
        # The form asks before it takes an address that has warnings.
        "confirm-warnings": "This address can mislead. Check it, or save it anyway.",
        "confirm": "Save anyway",
    }
)
