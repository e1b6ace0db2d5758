"""RFC 3987 section 7.5: findings about the labels of a domain name, and about words.

"IRIs should [be] created where all the characters in a single component are used together in a
given language." UTS #39 (https://www.unicode.org/reports/tr39/) makes rules of that, and
`iri3987.display` has the same ones. All of them apply to a host. Elsewhere only those apply that no
language breaks, and to single words.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987._unicode.text import spell
from iri3987.appearance.bidi import COMPONENTS
from iri3987.codes import Severity
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii
from iri3987.host.domain_name import (
    IPV4_EXPECTED,
    host_in,
    is_plain_host,
    is_unclear_address,
)
from iri3987.host.label import HostError, decode_label
from iri3987.host.shown_label import is_safe_name
from iri3987.inspection.findings import Hit
from iri3987.syntax.patterns import pattern

#: A label of a domain name, as it stands in an IRI.
LABEL = COMPONENTS["ireg-name"]

#: The longest host, and the longest word, that the caches keep.
KEPT = 256


# Domain names

#: Characters that IDNA 2003 maps to "ss", "σ" and nothing.
_DEVIATION = late("[ßς\u200c\u200d]")
#: A name that is safe to show can still have findings about these characters, and about a number
#: at its end.
_AT_STAKE = late(rf"{_DEVIATION.pattern}|(?<![^.])0x|[0-9]\Z")


def in_domain_name(text: str, start: int, end: int, /, *, is_known: bool) -> Iterator[Hit]:
    """Yield the hits in the host ``text[start:end]``.

    A host that cannot be mapped is a finding only if the scheme *is known* to use domain names. If
    browsers look it up anyway (an ASCII name, unchanged), it is a warning.
    """
    host = text[start:end]
    find = _in_short_name if len(host) <= KEPT else _in_name
    for hit in find(host, is_known):
        yield hit._replace(start=start + hit.start, end=start + hit.end)


@lru_cache(maxsize=1024)
def _in_short_name(host: str, is_known: bool, /) -> tuple[Hit, ...]:  # noqa: FBT001
    # Most names have labels that every profile takes, and that `display` shows.
    is_safe = is_plain_host(host) and (
        host.isascii() or (is_safe_name(host) and _AT_STAKE.search(host) is None)
    )
    return () if is_safe else _in_name(host, is_known)


def _in_name(host: str, is_known: bool, /) -> tuple[Hit, ...]:  # noqa: FBT001
    first: tuple[Hit, ...] = ()
    try:
        name = host_in(host, 0, len(host), "uts46")
    except IRIError as error:
        first = (_error_in(host, error),) if is_known else ()
        try:
            name = host_in(host, 0, len(host), "whatwg")
        except IRIError:
            return first
        first = tuple(hit._replace(severity=Severity.WARNING) for hit in first)
    return (*first, *_about_name(host, name), *_about_labels(host, name))


def may_be_name(host: str, /) -> bool:
    """Return whether *host*, of an IRI, can be a domain name."""
    try:
        host_in(host, 0, len(host), "whatwg")
    except IRIError:
        return False
    return True


def _error_in(host: str, error: IRIError) -> Hit:
    start = error.position or 0
    is_one_character = error.reason.startswith("expected a character")
    if error.code == "host-too-long":
        end = len(host)
    elif error.code == "host-character" or is_one_character:
        end = start + (3 if host.startswith("%", start) else 1)
    else:
        label = pattern(LABEL).match(host, start)
        end = label.end() if label else min(start + 1, len(host))
    return Hit(error.code, "ireg-name", start, end, _reason(error, host[start:end]))


def _reason(error: IRIError, label: str) -> str:
    """Return the reason of *error*; for an error of IDNA, with the code that ``idna`` has."""
    # `idna` would look up newer characters in the tables of this Python.
    is_settled = version14.has_settled_direction(label)
    if is_settled and error.code in {"host-idna", "host-joiner", "host-bidi"}:
        from idna import encode

        try:
            encode(label, uts46=True)
        except ValueError as detail:  # also those of unicodedata.name(), which it does not catch
            code = getattr(detail, "code", None) or type(detail).__name__
            return f"{error.reason} (idna: {code})"
    return error.reason


def _about_name(host: str, name: str) -> Iterator[Hit]:
    end = len(host)
    if is_unclear_address(host, name):
        yield Hit("host-ipv4", "ireg-name", 0, end, IPV4_EXPECTED)
    if name.endswith("."):
        start = end - 3 if host[-3:].lower() == "%2e" else end - 1
        yield Hit("trailing-dot", "ireg-name", start, end, "expected a name without the root")


def _about_labels(host: str, name: str) -> Iterator[Hit]:
    names = name.removesuffix(".").split(".")
    spans = [label.span() for label in pattern(LABEL).finditer(host)]
    if len(spans) != len(names):  # a dot is percent-encoded, as "%EF%BC%8E" say
        spans = [(0, len(host)) for _ in names]
    top = _decoded(names[-1]) if len(names) > 1 else ""
    for (start, end), in_ascii in zip(spans, names, strict=True):
        label = _decoded(in_ascii)
        for hit in _about_label(label, in_ascii, top):
            # A hit in a label that is mapped or encoded is about the whole label.
            if host[start:end] == label:
                yield hit._replace(start=start + hit.start, end=start + hit.end)
            else:
                yield hit._replace(start=start, end=end)


def _decoded(in_ascii: str) -> str:
    """Return the label that *in_ascii* stands for: itself, if it is an "xn--" but no A-label."""
    try:
        return decode_label(in_ascii)
    except HostError:
        return in_ascii


def _about_label(label: str, in_ascii: str, top: str) -> Iterator[Hit]:
    try:
        host_to_ascii(in_ascii, profile="idna2008")
    except IRIError as error:
        reason = f"IDNA 2008: {_reason(error, label)}"
        yield Hit("not-idna2008", "ireg-name", 0, len(label), reason)
    if label.isascii():
        return
    from iri3987._unicode.safe_labels import is_safe

    # Joiners, which `display` never shows, have a finding below.
    if not is_safe(_JOINER.sub("", label), top):
        yield from _why_not_safe(label, top)
    for match in _DEVIATION.finditer(label):
        reason = f"expected a character that IDNA 2003 does not map, found {spell(match[0])}"
        yield Hit("deviation-character", "ireg-name", *match.span(), reason)


def _why_not_safe(label: str, top: str) -> Iterator[Hit]:
    from iri3987._unicode.confusables import looks_like_ascii
    from iri3987._unicode.marks import foreign_mark
    from iri3987._unicode.scripts import is_highly_restrictive, restriction_level

    whole = "ireg-name", 0, len(label)
    found = [*_restricted_characters(label), *_marks("ireg-name", label)]
    odd = foreign_mark(label)
    if odd is not None:
        reason = f"expected marks of the script of their letter, found {spell(label[odd])}"
        found.append(Hit("combining-marks", "ireg-name", odd, odd + 1, reason))
    if not is_highly_restrictive(label):
        reason = f"{_two_scripts(label)} ({restriction_level(label)})"
        found.append(Hit("mixed-scripts", *whole, reason))
    if looks_like_ascii(label, top):
        reason = "expected a label that cannot be read as ASCII"
        found.append(Hit("whole-script-confusable", *whole, reason))
    found += _mixed_digits("ireg-name", label)
    reason = "expected a label that cannot be taken for another"
    yield from found or [Hit("misleading-label", *whole, reason)]


_JOINER = late("[\u200c\u200d]")


def _restricted_characters(label: str) -> Iterator[Hit]:
    from iri3987._unicode.identifiers import identifier_types, is_allowed

    for position, character in enumerate(label):
        if not is_allowed(character) and not _JOINER.match(character):
            types = ", ".join(sorted(identifier_types(character)))
            reason = f"expected a character for identifiers, found {spell(character)}: {types}"
            yield Hit("restricted-character", "ireg-name", position, position + 1, reason)


# Words

#: Letters, digits and marks, and non-ASCII signs, but not percent-encodings. A long word is
#: split into pieces, so that it takes no more time than many short ones.
_WORD = f"%[0-9A-Fa-f]{{2}}|([0-9A-Za-z\u0080-\U0010ffff]{{1,{KEPT}}}+)"
#: UTS #39 section 5.2: mixes of Latin with Cyrillic or Greek, and of others without Latin.
_FOREIGN_MIXES = frozenset({"Minimally Restrictive", "Unrestricted"})
ABANDONED = frozenset({"Obsolete", "Deprecated"})
#: The codes of `in_words`, which `in_domain_name` has too.
OF_WORDS = frozenset({"combining-marks", "mixed-digits", "mixed-scripts"})


def in_words(component: str, text: str, start: int, end: int, /) -> Iterator[Hit]:
    """Yield the hits in the words of ``text[start:end]``, the *component*."""
    for match in pattern(_WORD).finditer(text, start, end):
        word, at = match[1], match.start()
        if word and not word.isascii():
            before = text[at - 1 : at]
            is_mark = version14.category(word[0]).startswith("M")
            if is_mark and before.isascii() and not before.isalnum():
                reason = f"expected a mark on a letter, found {spell(word[0])}"
                yield Hit("combining-marks", component, at, at + 1, reason)
            for hit in _in_word(component, word):
                yield hit._replace(start=at + hit.start, end=at + hit.end)


@lru_cache(maxsize=1024)
def _in_word(component: str, word: str, /) -> tuple[Hit, ...]:
    return (
        *_mixed_scripts(component, word),
        *_mixed_digits(component, word),
        *_marks(component, word),
        *_obsolete_characters(component, word),
    )


def _mixed_scripts(component: str, word: str) -> Iterator[Hit]:
    from iri3987._unicode.identifiers import is_allowed
    from iri3987._unicode.scripts import is_highly_restrictive, restriction_level

    if not is_highly_restrictive(word):
        # Leave restricted characters out: they would make any level Unrestricted.
        level = restriction_level("".join(filter(is_allowed, word)))
        if level in _FOREIGN_MIXES:
            reason = f"{_two_scripts(word)} ({level})"
            yield Hit("mixed-scripts", component, 0, len(word), reason)


def _two_scripts(word: str) -> str:
    """Name the first character of *word* that shares no script with those before it."""
    from iri3987._unicode.scripts import augmented_scripts

    letters = list(filter(augmented_scripts, word))
    scripts = map(augmented_scripts, letters)
    shared = accumulate(scripts, lambda before, own: before & own)
    odd = next(letter for letter, left in zip(letters, shared, strict=True) if not left)
    return f"expected letters of one script, found {spell(letters[0])} and {spell(odd)}"


def _mixed_digits(component: str, word: str) -> Iterator[Hit]:
    from iri3987._unicode.scripts import has_one_digit_system

    if not has_one_digit_system(word):
        reason = "expected digits of one system"
        yield Hit("mixed-digits", component, 0, len(word), reason)


def _marks(component: str, word: str) -> Iterator[Hit]:
    from iri3987._unicode.marks import excessive_marks, repeated_mark

    for find, expected in (
        (repeated_mark, "expected different marks in a row"),
        (excessive_marks, "expected fewer marks in a row"),
    ):
        start = find(word)
        if start is not None:
            end = start + 1
            while version14.category(word[end : end + 1] or "a")[0] == "M":
                end += 1
            reason = f"{expected}, found {spell(word[start])}"
            yield Hit("combining-marks", component, start, end, reason)


def _obsolete_characters(component: str, word: str) -> Iterator[Hit]:
    from iri3987._unicode.identifiers import identifier_types

    for position, character in enumerate(word):
        types = identifier_types(character) & ABANDONED
        if types:
            reason = f"expected a character in use, found {spell(character)}: {min(types)}"
            yield Hit("obsolete-character", component, position, position + 1, reason)
