"""The sentence of `iri3987.messages` about a text, and the values that fill it in.

The first that applies counts: what the text is taken for (`iri3987.text.meant`), a sentence
about the characters or the site (`MORE`), the general one of the code (`MESSAGES`). A value is made
when a sentence names it. None repeats more than one character of a password.
"""

from collections.abc import Mapping
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from iri3987._unicode import version14
from iri3987._unicode.delimiters import DOTS
from iri3987._unicode.invisible import is_seen
from iri3987._unicode.patterns import late
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.inspection.findings import MOST
from iri3987.mapping.repair import backslash_is_slash
from iri3987.messages.sentences import DEFAULT, MEANT, MESSAGES, MORE, UNITS
from iri3987.messages.shown import (
    MOST_OF_A_RUN,
    MOST_OF_AN_ADDRESS,
    Translate,
    either,
    item,
    listed,
    name,
    one_piece,
    part,
)
from iri3987.messages.sites import (
    PRIVATE,
    at_fault,
    double,
    host_of,
    mixed,
    near_ending,
    shown_host,
)
from iri3987.profile.full_width import half_width
from iri3987.profile.user_input import Reading, user_input
from iri3987.schemes import WITH_AUTHORITY
from iri3987.syntax import is_iri_reference
from iri3987.syntax.browser import password, without
from iri3987.syntax.errors import faults
from iri3987.syntax.percent import encode_value, octets_of

if TYPE_CHECKING:
    from iri3987.profile import Profile

#: The names of values that a sentence may use.
NAMES: Final = (
    *("address", "character", "characters", "encoded", "high", "host", "instead", "length"),
    *("letter", "limit", "low", "other", "part", "place", "position", "schemes", "script", "unit"),
)
#: The greatest length of a host and of its parts (RFC 1035 section 2.3.4), in octets.
_LIMITS: Final[Mapping[str, int]] = {"host-label-too-long": 63, "host-too-long": 253}

#: The errors about a character that does not fit where it stands.
_OF_CHARACTERS: Final = frozenset({"bad-character", "bad-percent", "bidi-formatting"})
_OF_CHARACTERS_IN_HOST: Final = frozenset({"bad-character", "bad-percent", "host-character"})
# In these components, "\" does not stand for "/".
_AFTER_PATH: Final = frozenset({"iquery", "ifragment"})
_BEHIND_HOST: Final = frozenset({"ipath", *_AFTER_PATH})
_MAY_BE_ENCODED: Final = frozenset({"iuserinfo", *_BEHIND_HOST})

_TRIPLETS: Final = late("(?:%[0-9A-Fa-f]{2}){1,24}")
# A part of a host, and the word before a space.
_LABEL: Final = late(rf"[^./:@?#\\{DOTS}]{{1,256}}")
_BEFORE_LABEL: Final = late(rf"{_LABEL.pattern}\Z")
_AROUND_HOST: Final = late(r"[/?#:@\\]")
_WORD: Final = late(rf"[^\s/:@?#&=]{{1,{MOST_OF_A_RUN}}}\Z")
#: What `iri3987.repair` percent-encodes behind the authority.
_REPAIRED: Final = late(r"""[ "<>\\^`{|}\[\]#%]+""")

#: The most characters that a sentence names, and how much of a text is searched for them.
_MOST: Final = 8
_SEARCHED: Final = 2048

_VALUE: Final = late(r"%\((\w+)\)s")
_DOUBLE: Final = "whole-script-confusable"
_SCHEMES: Final = MORE["scheme-not-allowed"]["schemes"]


class Told:
    """The `sentence` about a text, in English, and the `values` for it: "" if not known."""

    # Known to few sentences.
    #: The address that is meant, or the name of the site that another one looks like.
    address: object = ""
    #: All characters that do not fit, with their places, if there are more than one.
    characters: object = ""
    #: The host that the address leads to.
    host: object = ""
    #: A letter and its place, the name of its script, and that of the letters beside it.
    letter: object = ""
    script: object = ""
    other: object = ""
    # Known to the error.
    #: For "too-long" and the like: two numbers, and "characters" or "bytes".
    length: object = ""
    limit: object = ""
    unit: object = ""
    #: The least and the greatest port.
    low: object = 0
    high: object = 65535
    #: The index of the first character at fault, from 0, or None: for programs.
    position: int | None
    #: The same from 1: for people.
    place: object

    def __init__(
        self,
        about: IRIError | Finding,
        text: object,
        profile: "Profile | None",
        translate: Translate,
        /,
    ) -> None:
        self._text = str.__str__(text) if isinstance(text, str) else ""
        #: Where a password may be.
        self._secret = password(self._text)
        self._profile, self._translate = profile, translate
        self._assumed = None if profile is None else profile.assume_scheme
        self._code, self._component = about.code, about.component
        self._params: Mapping[str, object] = {}
        sentence = ""
        if isinstance(about, Finding):
            self.position, self._end = about.start, about.end
        else:
            sentence = self._read_error(about)
        self.place = "" if self.position is None else self.position + 1
        self._start = self.position or 0
        if self._code in {"host-joiner", "restricted-character"} and self.position is not None:
            self._find_in_label()
        word = self._text[self._start : self._end] if self._code == _DOUBLE else ""
        if not word.isascii() and all(map(str.isascii, filter(str.isalpha, word))):
            self._code = "misleading-label"  # "joe’s": all its letters are Latin
        # An error knows only the first of the wrong characters.
        self._wrong_end = self._end if self._code == "repaired" else self._start + 1
        if not sentence:
            is_in_host = self._component == "ireg-name" and self._code in _OF_CHARACTERS_IN_HOST
            code = self._of_host(self._start, self._wrong_end) if is_in_host else self._code
            sentence = self._more() or MESSAGES.get(code, DEFAULT)
            # An error from outside the core may have no place, and a text no part with a name.
            is_known = "" not in self.values(sentence).values()
            sentence = sentence if is_known else DEFAULT
        self.sentence = sentence

    def _find_in_label(self) -> None:
        """Find the character that an error or a finding about a whole label is about."""
        end = self._end if self._end > self._start else self._start + 256
        at = at_fault(self._code, self._text[self._start : end])
        if at is None:  # it is not typed, but encoded
            self._code = "misleading-label"
        else:
            self._start += at
            self.place = self._start + 1

    def _read_error(self, error: IRIError) -> str:
        """Take what *error* knows, and return the sentence about what was typed, if any."""
        self.position, params = error.position, error.params
        # What a profile refuses for a finding ends somewhere, as the finding does.
        self._end = end if isinstance(end := params.get("end"), int) else -1
        if error.code == "userinfo":  # A profile refuses it, so there is a remedy.
            self._code, self._end = "userinfo-not-allowed", -1
        if self._code == "userinfo-not-allowed" and self._has_site_before():
            self._code = "userinfo"
        self._params = params
        self.limit = _LIMITS.get(self._code, "")
        numbers = ("length", "limit", "low", "high")
        vars(self).update(
            (each, params[each]) for each in numbers if isinstance(params.get(each), int)
        )
        unit = params.get("unit")
        if isinstance(unit, str) and unit in UNITS:
            self.unit = self._translate(UNITS[unit])
        return self._meant()

    def _meant(self) -> str:
        """Return the sentence about what the text is taken for, "" if only the code is known."""
        # It loads the top-level domains, which a form without an error need not.
        from iri3987.text.meant import meant

        if self._profile is None:
            return ""
        has_password = self._secret != (0, 0)
        found = meant(self._code, self._text, self._profile, has_password=has_password)
        if found is None:
            return ""
        shown = zip(found._fields[1:], found[1:], (one_piece, one_piece, name), strict=True)
        vars(self).update((each, show(it, self._translate)) for each, it, show in shown if it)
        return MEANT[found.kind]

    def values(self, sentence: object = None, /) -> dict[str, object]:
        """Return the values that *sentence* names, or all."""
        names = _VALUE.findall(sentence) if isinstance(sentence, str) else NAMES
        return {each: getattr(self, each) for each in names}

    # Which sentence

    def _more(self) -> str:
        """Return the sentence that tells more than the one of the code, if any."""
        code, more = self._code, MORE.get(self._code, {})
        is_finding = self._end >= 0
        if code in _OF_CHARACTERS and not is_finding and self.position is not None:
            return self._about_characters()
        if code == "too-long":
            is_known = self.length != "" and self.limit != ""
            return more.get(str(self._params.get("unit")), "") if is_known else ""
        listed = (self._profile.schemes if self._profile is not None else None) or ()
        # The example of "not-absolute" is an address of the web.
        if code == "not-absolute" and listed and {"http", "https"}.isdisjoint(listed):
            return _SCHEMES
        if code in {"bad-scheme", "scheme-not-allowed"} and listed:
            # An invisible character is named: without it, the address may begin as it must.
            wrong = self._text[self._start : self._start + 1]
            is_first = self._start == 0 and wrong.isspace()
            return "" if code == "bad-scheme" and (is_first or not is_seen(wrong)) else _SCHEMES
        is_empty = code in {"host-missing", "host-empty-label"}
        if is_empty and not is_seen(self._text[self._start : self._wrong_end]):
            return MESSAGES["invisible-character"]
        is_instead = "instead" in more and self.instead
        return more.get(self._full_width() or ("instead" if is_instead else self._site()), "")

    def _about_characters(self) -> str:
        """Return the sentence about all characters that do not fit, or about the only one."""
        more = MORE["bad-character"]
        wrong = self._wrong_characters() if self._component != "isegment-nz" else ""
        if set(wrong) - {"\\"}:
            return more["characters"]
        if self._code == "bidi-formatting":
            return "" if self._component != "isegment-nz" else MESSAGES["segment-character"]
        character = self._text[self._start : self._start + 1]
        if character == "\\" and "/" in str(self.instead):
            return more["slashes"]
        if self._component == "ireg-name":
            # Without it, a part of the user name would be a part of the site name.
            return MESSAGES["bad-userinfo"] if character == "@" else ""
        if self._code == "bad-percent" or not self.instead:
            return ""
        return more["space" if character == " " and self.part else "instead"]

    def _of_host(self, start: int, end: int) -> str:
        """Return the code whose sentence is told of ``text[start:end]``, which no host has.

        Without what is between two words, they would be one, and the host another site.
        """
        before = _AROUND_HOST.split(self._text[:start])[-1]
        after = _AROUND_HOST.split(self._text[end:], maxsplit=1)[0]
        is_between = all(map(version14.has_letter_or_number, (before, after)))
        return "host-idna" if is_between else "host-character"

    def _full_width(self) -> str:
        """Return the kind of the sentence about what was in full width, "" for another."""
        if self._code != "repaired" or self._profile is None or not self._is_wide():
            return ""
        try:
            shown = display(self._profile.clean(self._text))[:MOST_OF_AN_ADDRESS]
        except IRIError:
            return ""
        self.address = one_piece(shown, self._translate)
        return "full-width"

    def _is_wide(self) -> bool:
        """Return whether there are characters in full width in what was repaired."""
        return not self._text[self._start : self._wrong_end].isascii()

    def _site(self) -> str:
        """Return the kind of the sentence about a site, "" for the one of the code."""
        why = self._params.get("why")
        if self._code in {"userinfo", "bidi-other-host"} or why:
            if self._code == "userinfo" and _NAME_AND_PASSWORD.match(self._text):
                return "password"
            host = shown_host(host_of(self._reading)[0])
            self.host = one_piece(host, self._translate)
            kind = "host" if not why else "private" if why in PRIVATE else "reserved"
            return kind if host else ""
        if self._end < 0 or self._is_secret(self._start, self._end):
            return ""
        kind, values = "", dict[str, object]()
        word = self._text[self._start : self._end]
        if self._code == "mixed-scripts":
            kind, values = mixed(word, self._start, self._translate)
        if self._code == _DOUBLE:
            kind, values = double(word, self._start, self._reading, self._translate)
        vars(self).update(values)
        return kind

    # Facts about the text

    def _has_site_before(self) -> bool:
        """Return whether the user name is a site, too: "https://example.com@example.org/".

        Without the user name, the address still leads to the other site.
        """
        from iri3987.text.meant.typed import is_site

        match = _USER_NAME.match(self._text)
        return match is not None and is_site(match[1].lower())

    @cached_property
    def _reading(self) -> Reading:
        """The text as the profile reads it, as far as a sentence looks."""
        return user_input(self._text[:_SEARCHED], self._assumed)

    def _is_secret(self, start: int, end: int) -> bool:
        return self._secret[0] < end and start < self._secret[1]

    def _is_slash(self, component: str | None) -> bool:
        r"""Return whether "\" stands for "/" in *component*."""
        is_path = "\\" in self._text and component not in _AFTER_PATH
        return is_path and backslash_is_slash(self._reading.text)

    # Values

    @cached_property
    def character(self) -> object:
        """The wrong character: "é" in quotation marks, "a space", "U+202E"."""
        if self.position is None:
            return ""
        is_secret = self._is_secret(self._start, self._wrong_end)
        end = self._start + 1 if is_secret else self._wrong_end
        return name(self._text[self._start : end], self._translate)

    @cached_property
    def part(self) -> object:
        """The part of the host in question, or the word before a space, in quotation marks."""
        if self.position is None or self._is_secret(self._start, self._wrong_end):
            return ""
        return part(without(self._secret, self._text, *self._part()), self._translate)

    def _part(self) -> tuple[int, int]:
        """Return where the part is that a sentence names: of a host, or what is before a space."""
        text, start = self._text, self._start
        if self._end > start + 1:
            return start, min(self._end, start + 256)
        if self._component not in {"ireg-name", "ihost"}:
            before = _WORD.search(text[max(0, start - MOST_OF_A_RUN) : start])
            return start - len(before[0] if before else ""), start
        before = _BEFORE_LABEL.search(text[max(0, start - 256) : start])
        first = start - len(before[0].lstrip() if before else "")
        match = _LABEL.match(text, first)
        return first, first + len(match[0].rstrip() if match else "")

    @cached_property
    def instead(self) -> object:
        """The text to write instead, or that was written ("repaired")."""
        text, encoded = self._written
        shown = one_piece(text, self._translate)
        # In a site name, and for a sign in full width, the text itself is written.
        is_text = encoded or (self._code == "repaired" and self._is_wide())
        return item("quoted", self._translate, text=shown) if text and is_text else shown

    @cached_property
    def encoded(self) -> object:
        """In a host, the text that `instead` replaces."""
        return one_piece(self._written[1], self._translate)

    @cached_property
    def _written(self) -> tuple[str, str]:
        """What to write instead, or what was written; and in a host, the text that it replaces."""
        code, component, start = self._code, self._component, self._start
        wrong = self._text[start : self._wrong_end]
        instead = encoded = ""
        is_secret = self._is_secret(start, self._wrong_end)
        # Before a user, it is one of the slashes behind the scheme, and not of the password.
        is_slash = wrong == "\\" and (component == "ipath" or not is_secret)
        if self.position is None:
            pass
        elif code == "bad-percent" and component != "ireg-name":
            instead = "%25"
        elif code == "bad-character" and is_slash and self._is_slash(component):
            instead = "/"  # In a host, too: for browsers, the path begins here.
        elif is_secret:
            pass
        elif code == "repaired" and self._is_wide():
            instead = half_width(wrong) if len(wrong) <= MOST_OF_A_RUN else ""
        elif code in {"bad-character", "repaired"} and component in _MAY_BE_ENCODED:
            instead = self._encoded(start, self._wrong_end, component)
        elif code == "unknown-top-level-domain":
            instead = near_ending(self._text[start + 1 : self._end])
        elif code == "host-percent-encoded" and (triplets := _TRIPLETS.match(self._text, start)):
            letters = "" if self._is_secret(*triplets.span()) else _decoded(triplets[0])
            instead, encoded = (letters, triplets[0]) if letters else ("", "")
        return instead, encoded

    def _encoded(self, start: int, end: int, component: str | None) -> str:
        r"""Return ``text[start:end]`` percent-encoded, "\" as "/"; "" if it should be removed."""
        characters = self._text[start:end]
        # No user name begins with a space.
        if component == "iuserinfo" and characters.isspace() and self._text[start - 1] == "/":
            return ""
        # U+FFFD replaces text that was already lost: ask to remove it, do not encode it.
        is_kept = is_seen(characters) and "\ufffd" not in characters
        if not is_kept or len(characters) > MOST_OF_A_RUN:
            return ""
        if "\\" in characters and self._is_slash(component):
            characters = characters.replace("\\", "/")
        return "/".join(map(encode_value, characters.split("/")))

    @cached_property
    def schemes(self) -> object:
        """The schemes of the profile, as in "http:// or https://"."""
        known = (self._profile.schemes if self._profile is not None else None) or ()
        return either([_beginning(each) for each in sorted(known)], self._translate)

    # All characters that do not fit

    def _wrong_characters(self) -> str:
        """Return all that no IRI holds, and name it in `characters`, if it is not one character.

        What the profile repairs does not count; one character of a password does.
        """
        text, typed_at, added, *_ = self._reading
        at = self._start - typed_at + added
        # Most often it is the only one, which is seen at once.
        if is_iri_reference(f"{text[:at]}a{text[at + 1 :]}"):
            return ""
        found: list[tuple[str, int, int]] = []
        for fault in islice(faults(text, MOST), 4 * _MOST):
            component, start, end = fault.part.name, *map(self._reading.place, fault[3:])
            if fault.code not in _OF_CHARACTERS or self._is_repaired(component, start, end):
                continue
            if self._is_secret(start, end):
                if any(self._is_secret(*span) for _, *span in found):
                    continue
                end = start + 1
            found.append((component, start, end))
        if len(found) < 2 or self.position not in [start for _, start, _ in found]:
            return ""
        shown = [self._item(*each) for each in found[:_MOST]]
        self.characters = listed([*shown, "…"] if len(found) > _MOST else shown, self._translate)
        return "".join([self._text[start:end] for _, start, end in found])

    def _is_repaired(self, component: str, start: int, end: int) -> bool:
        is_repaired = self._profile is not None and self._profile.repair
        is_behind = is_repaired and component in _BEHIND_HOST
        return is_behind and _REPAIRED.fullmatch(self._text, start, end) is not None

    def _item(self, component: str, start: int, end: int) -> object:
        """Return what is said of the characters ``text[start:end]`` in a list."""
        wrong = self._text[start:end]
        values = {"character": name(wrong, self._translate), "place": str(start + 1)}
        if component in _MAY_BE_ENCODED and not self._is_secret(start, end):
            instead = self._encoded(start, end, component)
            if instead:
                values["instead"] = one_piece(instead, self._translate)
        kind = "write" if "instead" in values else "remove"
        if component == "ireg-name" and self._of_host(start, end) == "host-idna":
            kind = "place"  # it is not said what to do
        return item(kind, self._translate, **values)


#: A name before a password that does not look like a host, with which people are deceived.
_NAME_AND_PASSWORD: Final = late(r"[^:/?#]*://[^:/?#@.]++:[^@]")
_USER_NAME: Final = late(r"[^:/?#]*://([^\s:/?#@!&+*=',;$~%\"()]++)")


def _beginning(scheme: str) -> str:
    """Return how an address with *scheme* begins: "git+https" has slashes, as "https" has."""
    return f"{scheme}://" if scheme.rpartition("+")[2] in WITH_AUTHORITY else f"{scheme}:"


def _decoded(triplets: str) -> str:
    """Return the letters that *triplets* stand for, "" if there is anything else among them."""
    try:
        characters = octets_of(triplets).decode()
    except UnicodeDecodeError:
        return ""
    is_name = all(version14.category(each)[0] in "LMN" or each in "-." for each in characters)
    return characters if is_name and is_seen(characters) else ""
