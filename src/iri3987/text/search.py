"""RFC 3987 section 7.3: how addresses in running text are searched for.

A search looks for the characters that an address has around its beginning: ":" of a scheme, a dot
of a name, "@" of a mailbox. From there, it finds both ends. `iri3987.text` has the choices.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from string import ascii_letters, digits
from typing import Final, NamedTuple

from iri3987._unicode._link_terms import CLOSING, LOCAL
from iri3987._unicode.delimiters import DOTS
from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.mapping.mailto import from_mailto, to_mailto
from iri3987.mapping.repair import repair
from iri3987.profile import Profile
from iri3987.profile.user_input import JOINED
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax.browser import SPECIAL
from iri3987.text.authority import NAME, PORT, end_of_dotted, end_of_host, end_of_port
from iri3987.text.beginning import begin_after_spaceless, is_inside_word, is_joined, is_letter
from iri3987.text.boundaries import (
    IN_LABEL,
    end_of_address,
    end_of_authority,
    end_of_usual,
    go_through,
    goes_on_as_host,
    limit_in_quotes,
    run_of,
    without_repair,
)
from iri3987.text.top_level import FIRST, LONGEST_NAME, end_of_name, is_sentence_or_file, top_level
from iri3987.text.unseen import end_unseen
from iri3987.values import IRI


class Found(NamedTuple):
    """An address in a text."""

    #: The index in the text where the address begins: it stands there as ``text[start:end]``.
    start: int
    #: The index after its last character.
    end: int
    #: The address that is meant, with a scheme.
    iri: IRI


#: The characters beside which an address may stand. A pattern for each is searched for much faster
#: than one for all, because it begins with a character and not with a class.
_COLON_OF_AUTHORITY = late(r":(?=[^\x00-\x7f\s]?/)")
_COLON = late(rf":(?=[/\[+{IN_LABEL}]|[^\x00-\x7f\s]/)")
_DOT = late(rf"\.(?!\s)(?=[{IN_LABEL}])")
_AT = late(rf"@(?=[{IN_LABEL}])")
_SCHEME_CHARACTERS: Final = f"{ascii_letters}{digits}+-."
_LOCAL = late(run_of(rf"A-Za-z0-9.!#$%&'*+/=?\^_`{{|}}~\-{LOCAL}"))
_DOTTED_NAME = late(run_of(rf"{IN_LABEL}_.{DOTS}"))
_FULL_STOPS = str.maketrans(dict.fromkeys(DOTS, "."))
#: Most wide dots end a sentence: one counts as a dot of a name only if the name stands alone.
_WIDE_DOTS = {
    each: late(rf"{each}(?=[{FIRST}]{run_of(IN_LABEL)}(?:[\s/?#:)\uff09]|\Z))") for each in DOTS
}
_ALONE_BEFORE = late(r"(?<![^\s(\uff08])")
_IS_QUERY = late(r"\?[A-Za-z]")
#: The most characters of a scheme and a mailbox that are looked at.
_LONGEST_SCHEME, _LONGEST_LOCAL = 64, 64
#: Characters before and after a name that is a part of something else.
_NOT_BEFORE_NAME = frozenset("./@\\%#&=+~$-_^\u2044\u2215\u29f8")
#: Marks around a mailbox, and the points of a list.
_NOT_AT_START_OF_LOCAL = "'*`|\u00b7\u30fb\uff65"
_NOT_AFTER_NAME = frozenset("@\\%&=+~$_^*([{\u2044\u2215\u29f8")
#: Schemes after whose ":" a name is a part of something else: "javascript:example.org".
_SCHEMES = DOMAIN_NAME | {
    *("about", "acct", "blob", "chrome", "cid", "data", "did", "doi", "file", "geo", "im", "info"),
    *("jar", "javascript", "magnet", "mailto", "mid", "news", "pres", "sip", "sips", "sms", "tag"),
    *("tel", "urn", "vbscript", "xmpp"),
}
_Trigger = tuple[re.Pattern[str], Callable[[int], Found | None]]


class Search:
    """A search: `_position` is where it goes on, and nothing before `_done` is looked at again."""

    def __init__(self, text: str, profile: Profile, *, bare: bool, emails: bool) -> None:
        self._text = text
        self._profile = profile
        self._position = self._done = 0
        accepted = profile.schemes
        self._emails = emails
        self._opaque = frozenset(accepted or ()) - SPECIAL - {"mailto"}
        colon = _COLON if self._opaque else _COLON_OF_AUTHORITY
        #: The search that begins at each of them.
        self._triggers: list[_Trigger] = [(colon, self._at_colon)]
        if emails or (accepted is not None and "mailto" in accepted):
            self._triggers.append((_AT, self._at_at))
        of_web = (each for each in ("https", "http") if accepted is None or each in accepted)
        #: That of a name without one; None if the profile has none for it.
        self._scheme = profile.assume_scheme or next(of_web, None)
        if bare and self._scheme is not None:
            self._triggers.append((_DOT, self._at_dot))
            wide = (pattern for dot, pattern in _WIDE_DOTS.items() if dot in text)
            self._triggers += [(pattern, self._at_wide_dot) for pattern in wide]

    def __iter__(self) -> Iterator[Found]:
        text, end = self._text, len(self._text)
        searches = [(index, pattern.search) for index, (pattern, _) in enumerate(self._triggers)]
        # Where each of them stands next.
        places = [-1] * len(searches)
        while True:
            position = self._position
            for index, search in searches:
                if places[index] < position:
                    match = search(text, position)
                    places[index] = end if match is None else match.start()
            at = min(places)
            if at == end:
                return
            self._position = at + 1
            found = self._triggers[places.index(at)][1](at)
            if found is not None:
                # A profile without repair leaves the rest of an address, which is passed over, too.
                self._go_on(max(found.end, self._done))
                yield found

    def _go_on(self, position: int) -> None:
        self._position = self._done = position

    def _found(self, start: int, end: int, scheme: str = "") -> Found | None:
        profile = self._profile
        text = f"{scheme}{self._text[start:end]}"
        if profile.host is not None and JOINED.match(text):
            return None
        with suppress(IRIError):
            return Found(start, end, IRI(profile.check(text)))
        with suppress(IRIError):
            if profile.repair:
                return Found(start, end, IRI(profile.check(repair(text))))
            right = without_repair(text, 0)
            return Found(start, end - len(text) + len(right), IRI(profile.check(right)))
        return None

    # Addresses with a scheme

    def _at_colon(self, at: int) -> Found | None:
        text = self._text
        start = at - (5 if text[at - 1 : at] == "s" else 4)
        if start >= self._done and (end := end_of_usual(text, start)):
            self._go_on(end)
            return self._found(start, end)
        scheme = self._scheme_before(at).lstrip("+-.")
        start = at - len(scheme)
        limit = limit_in_quotes(text, start)
        if text.startswith("//", at + 1):
            host = at + len("://")
            authority, last = end_of_authority(text, host, limit), host
            if authority < limit and text[authority] in DOTS:
                authority = end_of_dotted(text, host, authority, limit)
                last = max(host, *(text.rfind(each, host, authority) + 1 for each in DOTS))
            authority = end_of_port(text, host, authority)
            end = end_of_host(text, last, authority)
            inside = end_of_address(text, last, end)
            is_closed = inside < end and not CLOSING.keys().isdisjoint(text[inside:end])
            if end < limit and text[end] in "/?#" and not is_closed:
                end = end_of_address(text, end, limit)
            else:
                end = inside
        elif scheme.lower() in self._opaque:
            end = end_of_address(text, at + 1, limit)
        elif scheme.lower() in _SCHEMES and _COLON_OF_AUTHORITY.match(text, at) is not None:
            # There is something before, between or instead of the slashes.
            end = at
        else:
            return None
        rest = end_unseen(text, end)
        self._go_on(max(rest, at + 1))
        is_whole = scheme[:1].isalpha() and len(scheme) < _LONGEST_SCHEME and rest == end > at
        if is_whole and not is_inside_word(text, start) and (found := self._found(start, end)):
            return found
        # With what could be a part of it behind its host.
        self._go_on(max(self._done, end_unseen(text, go_through(text, at + 1, limit, [])[1])))
        return None

    # Names of domains

    def _at_dot(self, at: int) -> Found | None:
        text = self._text
        # Most dots have no top-level domain behind them, so look there first.
        self._position = self._end_of_run(at)
        before, _, label = text[at : self._position].rstrip(".").rpartition(".")
        if not (top := top_level(label)):
            return None
        end = at + len(before) + 1 + len(top)
        start = begin_after_spaceless(text, self._start_of_run(NAME, at, LONGEST_NAME), at)
        name = text[start : self._position].rstrip(".")
        if len(name) > LONGEST_NAME or "_" in name:
            return None
        if not self._may_stand_alone(start, end):
            return None
        return self._bare(start, end, text[start:end])

    def _at_wide_dot(self, at: int) -> Found | None:
        """Find a name with "。" for a dot, which stands alone."""
        text = self._text
        label = NAME.match(text, at + 1)
        if label is None or top_level(label[0]) != label[0]:
            return None
        start, end = self._start_of_run(_DOTTED_NAME, at, LONGEST_NAME), label.end()
        is_name = end_of_name(text, start) == end and _ALONE_BEFORE.match(text, start)
        return self._bare(start, end, text[start:end].translate(_FULL_STOPS)) if is_name else None

    def _bare(self, start: int, end: int, name: str) -> Found | None:
        """Return the address that begins with *name* as ``text[start:end]``, if it is one."""
        text = self._text
        port = PORT.match(text, end)
        if port is not None:
            end = port.end()
        is_path = text.startswith("/", end)
        is_www = text[start : start + len("www.")].lower() == "www."
        # Before "@", it is a user and a password.
        if text.startswith("@", end):
            return None
        if not is_www and not is_path and is_sentence_or_file(name):
            return None
        if is_path or text.startswith(("?", "#"), end):
            end = end_of_address(text, end, limit_in_quotes(text, start))
        rest = end_unseen(text, end)
        self._go_on(rest)
        return None if rest > end else self._found(start, end, f"{self._scheme}://")

    def _end_of_run(self, start: int) -> int:
        """Return the end of the characters of a name, and its dots, at *start*."""
        return NAME.match(self._text, start).end()  # type: ignore[union-attr]  # or it is empty

    def _may_stand_alone(self, start: int, end: int) -> bool:
        """Return whether the name ``text[start:end]`` is not a part of something else."""
        text = self._text
        before, after = text[start - 1 : start], text[end : end + 1]
        if before in _NOT_BEFORE_NAME or after in _NOT_AFTER_NAME:
            return False
        if is_inside_word(text, start) or is_joined(text, start, self._done):
            return False
        if goes_on_as_host(text, end) or (before == ":" and self._known_scheme(start - 1)):
            return False
        # Perhaps it is the beginning of a mailbox.
        local = _LOCAL.match(text, end, end + _LONGEST_LOCAL) if after in {"!", "'"} else None
        return local is None or not text.startswith("@", local.end())

    def _start_of_run(self, pattern: re.Pattern[str], end: int, most: int) -> int:
        """Return where the run of *pattern* begins that ends at *end*; *most* are looked at."""
        back = pattern.match(self._text[max(self._done, end - most) : end][::-1])
        return end - back.end()  # type: ignore[union-attr]  # it matches nothing, too

    def _scheme_before(self, colon: int) -> str:
        """Return the characters of a scheme that end at *colon*."""
        head = self._text[max(self._done, colon - _LONGEST_SCHEME) : colon]
        return head[len(head.rstrip(_SCHEME_CHARACTERS)) :]

    def _known_scheme(self, colon: int) -> str:
        """Return the known scheme that ends at *colon*, in lower case, or ""."""
        scheme = self._scheme_before(colon).lower()
        return scheme if scheme in _SCHEMES else ""

    # E-mail addresses

    def _at_at(self, at: int) -> Found | None:
        text = self._text
        quoted = text[self._start_of_run(_LOCAL, at, _LONGEST_LOCAL + 1) : at]
        start = begin_after_spaceless(text, at - len(quoted.lstrip(_NOT_AT_START_OF_LOCAL)), at)
        end, self._position = end_of_name(text, at + 1), self._end_of_run(at + 1)
        local, domain = text[start:at], text[at + 1 : end].translate(_FULL_STOPS)
        before = text[start - 1 : start]
        scheme = self._known_scheme(start - 1) if before == ":" else ""
        is_whole = len(quoted) <= _LONGEST_LOCAL and not goes_on_as_host(text, end)
        if not is_whole or not top_level(domain.rpartition(".")[2]):
            return None
        if scheme == "mailto":
            start -= len("mailto:")
            if _IS_QUERY.match(text, end) is not None:
                end = end_of_address(text, end, len(text))
        elif (
            scheme
            or not self._emails
            or before in {"@", "\\"}
            or is_joined(text, start, self._done)
        ):
            return None
        # Behind a word, a quote closes: the mailbox may begin before it.
        is_closed = before == '"' and is_letter(text[start - 2 : start - 1])
        if is_closed or is_inside_word(text, start):
            return None
        if (rest := end_unseen(text, end)) > end:
            self._go_on(rest)
            return None
        return self._mailbox(start, end, f"{local}@{domain}", is_iri=scheme == "mailto")

    def _mailbox(self, start: int, end: int, mailbox: str, *, is_iri: bool) -> Found | None:
        """Return the address ``text[start:end]`` if it is *mailbox*; an IRI may have more."""
        with suppress(IRIError):
            if not is_iri:
                return Found(start, end, to_mailto(mailbox))
            written = f"mailto:{self._text[start + len('mailto:') : end]}"
            if self._profile.repair:
                written = repair(written)
            else:
                self._go_on(end)
                written = without_repair(written, len("mailto:") + len(mailbox))
                end = start + len(written)
            iri = IRI(written)
            from_mailto(iri)
            return Found(start, end, iri)
        return None
