"""The sentences of `iri3987.messages` for people, in English, by code.

They tell a person who is not a programmer what to do, and nothing about intentions. A host is the
"site name". A sentence names a place as "character %(place)s", which counts from 1, and never as a
position, which counts from 0 and is for programs; `iri3987.messages.told.Told` has the other names.
If you change a sentence here, change it in each ``locale/*/LC_MESSAGES/iri3987.po``, too.
"""

from collections.abc import Mapping
from typing import Final

#: The sentence for an error from outside the core, whose code is not in the register.
DEFAULT: Final = "Enter a valid address."

#: The sentence for each code.
MESSAGES: Final[Mapping[str, str]] = {
    # The text as a whole
    "not-text": "Enter text.",
    "too-long": "This address is too long.",
    "not-absolute": "Enter the whole address, as in https://example.org/.",
    "scheme-not-allowed": "An address that begins in this way is not accepted.",
    # Characters
    "bad-scheme": (
        "Before the first colon there can only be letters and digits: remove %(character)s "
        "(character %(place)s)."
    ),
    "bad-character": "An address cannot contain %(character)s: remove it (character %(place)s).",
    "bad-percent": "Write %(instead)s for the percent sign (character %(place)s).",
    "bidi-formatting": (
        "There is an invisible character in the address (character %(place)s). Type the "
        "address instead of pasting it."
    ),
    # What is around the host
    "bad-userinfo": "Before the @ sign there can only be a user name, or user:password.",
    "userinfo-not-allowed": "Remove the part before the @ sign.",
    "bad-port": "After the colon there must be a number, as in example.org:8080.",
    "port-out-of-range": "The port must be a number from %(low)s to %(high)s.",
    "port-leading-zeros": "Write the port number without leading zeros.",
    # The host
    "host-missing": "The site name is missing. Enter it as in https://example.org/.",
    "host-single-label": (
        "The site name %(part)s is not complete. It needs an ending, as in example.org."
    ),
    "host-empty-label": "Remove the extra dot in the site name (character %(place)s).",
    "host-hyphen": "No part of the site name can begin or end with a hyphen: %(part)s.",
    "host-double-hyphen": (
        "%(part)s has hyphens as its third and fourth characters: in a site name, only what "
        "begins with xn-- can."
    ),
    "host-label-too-long": (
        "%(part)s is too long for a part of a site name. Check that it is complete and has its "
        "dots."
    ),
    "host-too-long": "The site name is too long. Check where it ends.",
    "host-ipv4": "Write the IP address as four numbers from 0 to 255, as in 192.0.2.1.",
    "host-percent-encoded": "Write the site name without percent signs.",
    "bad-ip-literal": "The brackets [ ] must contain an IPv6 address, as in [2001:db8::1].",
    "host-ip-literal": (
        "The brackets [ ] contain an address that no browser opens: write an IPv6 address, "
        "as in [2001:db8::1]."
    ),
    "host-character": (
        "The site name cannot contain %(character)s: remove it (character %(place)s)."
    ),
    "host-idna": "%(part)s cannot be a part of a site name. Check it (character %(place)s).",
    "host-a-label": "%(part)s begins with xn--, but is not a name. Check that it is complete.",
    "host-joiner": (
        "There is an invisible character in the site name (character %(place)s). Type the name "
        "again."
    ),
    "host-combining-mark": (
        "A part of the site name begins with an accent or another mark: write a letter before "
        "it (character %(place)s)."
    ),
    "host-bidi": (
        "%(part)s mixes writing directions in a way that site names cannot. Check the site name."
    ),
    "host-not-public": "Only addresses of the public internet are accepted.",
    "host-not-allowed": "Addresses of this site are not accepted here.",
    # One segment of a path
    "segment-character": "This cannot contain %(character)s: remove it (character %(place)s).",
    "segment-empty": "Enter at least one character.",
    "segment-dots": "Enter more than one or two dots.",
    "bad-mailbox": "Enter an e-mail address, such as name@example.org.",
    # What can mislead
    "repaired": "The address was corrected (character %(place)s).",
    "unknown-top-level-domain": "There is no ending %(part)s. Check the site name.",
    "program-scheme": "This address does not lead to a page. It can run a program in the browser.",
    "userinfo": "The part before the @ sign is only a user name, and no part of the site name.",
    "bidi-mixed": (
        "A part of the address mixes left-to-right and right-to-left writing, and can be read "
        "in two ways (character %(place)s)."
    ),
    "bidi-edge": (
        "A part of the address in right-to-left writing begins or ends with something else, "
        "which seems to belong to the part beside it (character %(place)s)."
    ),
    "bidi-order": (
        "Digits or signs beside right-to-left writing appear in another place than they have "
        "in the address (character %(place)s)."
    ),
    "bidi-other-host": "What follows the site name is not part of it.",
    "not-nfc": (
        "A character is composed in an unusual way: an address that looks the same may be "
        "another one (character %(place)s)."
    ),
    "delimiter-look-alike": (
        "%(character)s (character %(place)s) looks like a sign that divides an address, such "
        "as a slash or a dot, but is another character."
    ),
    "space-like": (
        "The address contains a character that looks like a space or is invisible: "
        "%(character)s (character %(place)s)."
    ),
    "invisible-character": (
        "The address contains an invisible character: %(character)s (character %(place)s). "
        "Delete it, or type the address again."
    ),
    "combining-marks": (
        "The address contains too many accents or other marks, or they stand where they do "
        "not belong (character %(place)s)."
    ),
    "mixed-scripts": (
        "%(part)s mixes letters of different alphabets, and some of them may look alike."
    ),
    "mixed-digits": (
        "Digits of different scripts stand together: some look alike and have another value "
        "(character %(place)s)."
    ),
    "whole-script-confusable": (
        "%(part)s looks as if it were written in Latin letters, but it is not."
    ),
    "restricted-character": (
        "Site names rarely have %(character)s (character %(place)s). Make sure that this is "
        "the site that you mean."
    ),
    "misleading-label": (
        "%(part)s can be mistaken for another site name. Make sure that this is the site that "
        "you mean."
    ),
    "encoded-control": (
        "The address contains an invisible or control character in percent-encoded form "
        "(character %(place)s)."
    ),
    # Worth knowing
    "not-nfkc": (
        "The address contains a variant of a character, such as a full-width letter: "
        "%(character)s (character %(place)s)."
    ),
    "obsolete-character": "%(character)s (character %(place)s) is no longer in use.",
    "deviation-character": (
        "Older software reads %(character)s (character %(place)s) as another character, and "
        "leads to another site."
    ),
    "not-idna2008": (
        "The site name contains something that most registries do not accept, such as an "
        "emoji (character %(place)s)."
    ),
    "trailing-dot": "The site name ends with a dot.",
    "percent-encoded-character": (
        "A character is percent-encoded that could be written as it is (character %(place)s)."
    ),
    "double-encoding": "The address is percent-encoded twice (character %(place)s).",
    "not-utf-8": (
        "The address is percent-encoded in another encoding than UTF-8 (character %(place)s)."
    ),
    "dot-segment": "The path contains “.” or “..”, which browsers remove (character %(place)s).",
    "empty-port": "After the site name there is a colon without a number: remove the colon.",
    "unassigned": "Unicode has no character %(character)s (character %(place)s) yet.",
    "private-use": (
        "%(character)s (character %(place)s) is a character for private use, which has no "
        "common meaning."
    ),
    # What only programs write: header fields, components, conversions
    "bad-component": "A part of the address contains a sign with which another part begins.",
    "bad-header": "A header cannot contain %(character)s: remove it (character %(place)s).",
    "bad-link": "The Link header cannot be read from character %(place)s on.",
    "bad-refresh": "The Refresh header cannot be read from character %(place)s on.",
    "bad-json": "The value must be a JSON object.",
    "not-relativizable": "The path contains “.” or “..”, so no relative address leads to it.",
    "not-in-encoding": (
        "The encoding of the document has no character for %(character)s (character %(place)s)."
    ),
    "not-normalizable": "In its normalized form, the address would be divided into other parts.",
}

#: Sentences that say more: by code, and by what is known.
MORE: Final[Mapping[str, Mapping[str, str]]] = {
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
        "characters": "These characters do not fit in an address: %(characters)s.",
        "slashes": "Use %(instead)s instead of %(character)s.",
        "space": (
            "There is a space after %(part)s (character %(place)s). Remove it, or write "
            "%(instead)s if it belongs there."
        ),
        "instead": "Replace %(character)s (character %(place)s) with %(instead)s.",
    },
    "host-percent-encoded": {
        "instead": "In the site name, write %(instead)s instead of %(encoded)s."
    },
    "host-not-public": {
        "private": (
            "Only addresses of the public internet are accepted. %(host)s is in a private or "
            "local network."
        ),
        "reserved": (
            "Only addresses of the public internet are accepted. %(host)s is reserved, for "
            "example for tests."
        ),
    },
    "repaired": {
        "full-width": "Full-width signs were replaced: %(address)s",
        "instead": "%(character)s (character %(place)s) was written as %(instead)s.",
    },
    "unknown-top-level-domain": {
        "instead": "There is no ending %(part)s. Did you mean %(instead)s?"
    },
    "userinfo": {
        "host": "This address leads to %(host)s. The part before the @ sign is only a user name.",
        "password": "The address contains a password. Everybody who sees the address can read it.",
    },
    "bidi-other-host": {
        "host": "This address leads to %(host)s. What follows is not part of the site name."
    },
    "mixed-scripts": {
        "script": (
            "%(part)s mixes letters of two alphabets: %(letter)s is %(script)s, not %(other)s."
        )
    },
    "whole-script-confusable": {
        "script": "This is not %(address)s: the letters are %(script)s.",
        "address": "This is not %(address)s: it only looks the same.",
    },
}

#: Sentences about a text as a whole, by what it is taken for: see `iri3987.text.meant`.
MEANT: Final[Mapping[str, str]] = {
    "not-absolute": MESSAGES["not-absolute"],
    "bad-ip-literal": MESSAGES["bad-ip-literal"],
    "bad-port": MESSAGES["bad-port"],
    "scheme-not-allowed": MORE["scheme-not-allowed"]["schemes"],
    "telephone": "This is a telephone number. Enter a web address, such as https://example.org/.",
    "file": (
        "This is a file or folder on a computer or in its network. Enter a web address, such "
        "as https://example.org/."
    ),
    "no-scheme": "Put %(instead)s in front: %(address)s",
    "no-colon": "A colon is missing: %(address)s",
    "no-slashes": "Write two slashes before the site name: %(address)s",
    "space": "Remove the space: %(address)s",
    "brackets": "Write the IPv6 address in brackets: %(address)s",
    "port": (
        "The end of this IPv6 address could be a port. Write the address in brackets, and a "
        "port after them, as in https://[2001:db8::1]:8080."
    ),
    "dot": "Write a dot instead of %(character)s: %(address)s",
    "end": "Remove %(character)s at the end: %(address)s",
    "encoded": "Write the address without percent signs: %(address)s",
    "scheme-twice": "Write %(instead)s only once: %(address)s",
    "near-scheme": "Did you mean %(instead)s? The address must begin with %(schemes)s.",
    "program": "This is not a link to a page. Enter an address that begins with %(schemes)s.",
    "e-mail": "This is an e-mail address. Enter a web address, such as https://example.org/.",
    "two": "These are two addresses. Enter one at a time.",
    "words": "Enter only the address, without other words: %(address)s",
    "quoted": "Remove %(character)s before the address: %(address)s",
}

#: The pieces of lists in sentences.
ITEMS: Final[Mapping[str, str]] = {
    "comma": ", ",
    # What somebody wrote, in the quotation marks of the language.
    "quoted": "“%(text)s”",
    "or": "%(first)s or %(second)s",
    "place": "%(character)s (character %(place)s)",
    "remove": "%(character)s (character %(place)s: remove it)",
    "write": "%(character)s (character %(place)s: write %(instead)s)",
}

#: The names of scripts whose letters look alike.
SCRIPTS: Final[Mapping[str, str]] = {
    "Arab": "Arabic",
    "Armn": "Armenian",
    "Cher": "Cherokee",
    "Cyrl": "Cyrillic",
    "Geor": "Georgian",
    "Grek": "Greek",
    "Hebr": "Hebrew",
    "Latn": "Latin",
}

#: The names of characters that cannot be seen, and of those that stand for quotation marks here.
NAMES: Final[Mapping[str, str]] = {
    " ": "a space",
    "\t": "a tab",
    "\n": "a line break",
    "\r": "a line break",
    **dict.fromkeys("“”„‟«»「」", "a quotation mark"),
    "": "the end of the address",
}

#: The units of a length.
UNITS: Final[Mapping[str, str]] = {"characters": "characters", "octets": "bytes"}

#: The other texts of forms, by name.
TEXTS: Final[Mapping[str, str]] = {
    # Another row has an equivalent address.
    "unique": "This address is already there, as %(address)s.",
    # The same, without the address of that row: somebody else stored it.
    "unique-hidden": "This address is already there.",
    # Before the URI that is shown while one types.
    "sent-as": "Sent as:",
    # The form asks before it takes an address that has warnings.
    "confirm-warnings": "Check this address before you save it.",
    "confirm": "Save anyway",
}

#: The kinds of addresses that an audit counts (`iri3987.rows.page`), in its order, and its other
#: words.
AUDIT: Final[Mapping[str, str]] = {
    "refused": "Refused",
    "program": "Can run a program in the browser",
    "password": "With a password that everybody can read",
    "look-alike": "Can be taken for another address",
    "invisible": "With something that cannot be seen",
    "other": "Worth a look",
    "changed": "A form would write these differently",
    "twice": "Already there",
    # How an address is there that is already there.
    "same": "in the same spelling",
    "spelling": "in another spelling",
    # Before numbers.
    "addresses": "Addresses",
    "empty": "Without an address",
}
