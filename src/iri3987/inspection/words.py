"""RFC 3987 section 7.5: findings about the letters of a label or a word.

"IRIs should [be] created where all the characters in a single component are used together in a
given language." UTS #39 (https://www.unicode.org/reports/tr39/) makes rules of that, and
`iri3987.display` has the same ones. All of them apply to a label. Elsewhere only those apply that
no language breaks, and to single words.

This module loads large tables, so it is imported when a text has non-ASCII letters.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from iri3987._unicode import version14
from iri3987._unicode.confusables import looks_like_ascii
from iri3987._unicode.identifiers import abandoned_types, identifier_types, is_allowed
from iri3987._unicode.patterns import late
from iri3987._unicode.safe_labels import is_safe
from iri3987._unicode.scripts import (
    augmented_scripts,
    excessive_marks,
    foreign_mark,
    has_one_digit_system,
    is_highly_restrictive,
    repeated_mark,
    restriction_level,
)
from iri3987._unicode.text import spell
from iri3987.inspection.findings import KEPT, Hit

#: Letters, digits and marks, and non-ASCII signs, but not percent-encodings. A long word is
#: split into pieces, so that it takes no more time than many short ones.
_WORD = late(f"%[0-9A-Fa-f]{{2}}|([0-9A-Za-z\u0080-\U0010ffff]{{1,{KEPT}}}+)")
_JOINER = late("[\u200c\u200d]")


def in_label(label: str, top: str, /) -> Iterator[Hit]:
    """Yield why *label*, a U-label under *top*, is not safe to show, whatever its joiners."""
    # Joiners, which `display` never shows, have a finding of their own.
    if is_safe(_JOINER.sub("", label), top):
        return
    whole = "ireg-name", 0, len(label)
    found = [*_restricted_characters(label), *_marks("ireg-name", label)]
    if (odd := foreign_mark(label)) is not None:
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


def _restricted_characters(label: str) -> Iterator[Hit]:
    for position, character in enumerate(label):
        if not is_allowed(character) and not _JOINER.match(character):
            types = ", ".join(sorted(identifier_types(character)))
            reason = f"expected a character for identifiers, found {spell(character)}: {types}"
            yield Hit("restricted-character", "ireg-name", position, position + 1, reason)


def in_words(component: str, text: str, start: int, end: int, /) -> Iterator[Hit]:
    """Yield the hits in the words of ``text[start:end]``, the *component*."""
    for match in _WORD.finditer(text, start, end):
        word, at = match[1], match.start()
        if word and not word.isascii():
            before = text[at - 1 : at]
            is_mark = version14.category(word[0]).startswith("M")
            if is_mark and before.isascii() and not before.isalnum():
                reason = f"expected a mark on a letter, found {spell(word[0])}"
                yield Hit("combining-marks", component, at, at + 1, reason)
            for hit in _in_word(component, word):
                yield hit.moved(at)


@lru_cache(maxsize=1024)
def _in_word(component: str, word: str, /) -> tuple[Hit, ...]:
    return (
        *_mixed_scripts(component, word),
        *_mixed_digits(component, word),
        *_marks(component, word),
        *_obsolete_characters(component, word),
    )


def _mixed_scripts(component: str, word: str) -> Iterator[Hit]:
    if not is_highly_restrictive(word):
        # Leave restricted characters out: they would make any level Unrestricted.
        level = restriction_level("".join(filter(is_allowed, word)))
        # UTS #39 section 5.2: mixes of Latin with Cyrillic or Greek, and of others without Latin.
        if level in {"Minimally Restrictive", "Unrestricted"}:
            reason = f"{_two_scripts(word)} ({level})"
            yield Hit("mixed-scripts", component, 0, len(word), reason)


def _two_scripts(word: str) -> str:
    """Name the first character of *word* that shares no script with those before it."""
    letters = list(filter(augmented_scripts, word))
    scripts = map(augmented_scripts, letters)
    shared = accumulate(scripts, lambda before, own: before & own)
    odd = next(letter for letter, left in zip(letters, shared, strict=True) if not left)
    return f"expected letters of one script, found {spell(letters[0])} and {spell(odd)}"


def _mixed_digits(component: str, word: str) -> Iterator[Hit]:
    if not has_one_digit_system(word):
        reason = "expected digits of one system"
        yield Hit("mixed-digits", component, 0, len(word), reason)


def _marks(component: str, word: str) -> Iterator[Hit]:
    for find, expected in (
        (repeated_mark, "expected different marks in a row"),
        (excessive_marks, "expected fewer marks in a row"),
    ):
        if (start := find(word)) is not None:
            end = start + 1
            while version14.category(word[end : end + 1] or "a")[0] == "M":
                end += 1
            reason = f"{expected}, found {spell(word[start])}"
            yield Hit("combining-marks", component, start, end, reason)


def _obsolete_characters(component: str, word: str) -> Iterator[Hit]:
    for position, character in enumerate(word):
        if types := abandoned_types(character):
            reason = f"expected a character in use, found {spell(character)}: {min(types)}"
            yield Hit("obsolete-character", component, position, position + 1, reason)
