"""The rules of UTS #39 and of browsers: which labels of a host can be shown in Unicode.

A label can be shown if readers do not take it for another one. It has passed IDNA 2008 before: it
is in lower case and NFC, does not start with a mark, and has the characters of RFC 5892 appendix A
only where they belong. Left out: rules that compare with a list of well-known names.
"""

from functools import lru_cache

from iri3987._unicode.confusables import (
    AT_HOME,
    LIKE_ANOTHER,
    looks_like_a_number,
    looks_like_ascii,
)
from iri3987._unicode.everyday import is_word
from iri3987._unicode.identifiers import is_allowed
from iri3987._unicode.patterns import late
from iri3987._unicode.scripts import (
    excessive_marks,
    foreign_mark,
    has_one_digit_system,
    is_highly_restrictive,
    repeated_mark,
    resolved_scripts,
    script_extensions,
)
from iri3987._unicode.version14 import normalize

_EAST_ASIAN = frozenset({"Bopo", "Hani", "Hira", "Kana"})
#: Kana and ideographs that look like "/" or "\" outside East Asian text.
_SLASH_LIKE = frozenset("ノソゾン丶丿乀乁")
#: Ideographs and Bopomofo that look like a letter, a digit or a hyphen beside one.
_LATIN_LIKE = frozenset("一丁七丅丆丨丩丫乂乚乛二亅亠冖宀巛〇十工讠ㄈㄒㄚㄟㄧㄨㄩㆲㆳㆺ")
#: Katakana that look like two of these. Many words that stand beside Latin begin or end with one.
_LATIN_LIKE_ALONE = frozenset("エニ")
_OUT_OF_PLACE = _SLASH_LIKE | _LATIN_LIKE | _LATIN_LIKE_ALONE
_FIRST_EAST_ASIAN = min(_OUT_OF_PLACE)
_MISPLACED = late(
    # The prolonged sound mark is a dash if it prolongs nothing, ...
    "(?<![\u3041-\u3096\u30a1-\u30fa\u30fc])\u30fc"
    # ... and so are the iteration marks, each of its own syllabary.
    "|(?<![\u30a1-\u30fa\u30fc-\u30fe])[\u30fd\u30fe]|(?<![\u3041-\u3096\u309d\u309e])[\u309d\u309e]"
    # The middle dot of Katakana is a dot at the ends of a label, and beside ASCII.
    "|(?<![^a-z0-9])\u30fb|\u30fb(?![^a-z0-9])"
    # "へ", "べ" and "ぺ" look the same in both syllabaries: here is one in a word of the other.
    "|\\A(?=.*[\u30a1-\u30fa])[\u30a1-\u30fe]*[\u3078-\u307a][\u30a1-\u30fe]*\\Z"
    "|\\A(?=.*[\u3041-\u3096])[\u3041-\u309e\u30fc]*[\u30d8-\u30da][\u3041-\u309e\u30fc]*\\Z"
)
#: In NFD: a second dot on a letter, or an accent on "ı", which then looks like an "i" with it.
_DOT_ON_DOT = late("[ijl][\u0300-\u036f]*\u0307|\u0131[\u0300-\u036f]")


@lru_cache(maxsize=1024)
def is_safe(label: str, top: str, /) -> bool:
    """Return whether *label*, a U-label, can be shown in a host name whose last label is *top*."""
    # UTS #39 sections 3.1, 4, 5.2, 5.3 and 5.4
    return all(map(is_allowed, label)) and (
        is_unmistakable(label)
        or (
            not looks_like_ascii(label, top)
            and is_highly_restrictive(label)
            and has_one_digit_system(label)
            and not has_odd_marks(label)
            # Browsers
            and mixes_in_ascii_only(label)
            and not looks_like_a_number(label)
            and is_at_home(label, top)
            and not is_misleading(label)
        )
    )


def is_unmistakable(label: str, /) -> bool:
    """Return whether *label* is a word in which a letter looks like no other, under any *top*."""
    return is_word(label) and not LIKE_ANOTHER.issuperset(label) and _OUT_OF_PLACE.isdisjoint(label)


def has_odd_marks(label: str, /) -> bool:
    """Return whether a mark of *label* repeats, is one too many or is of another script."""
    # Most labels have no marks: only letters and digits are alphanumeric.
    rules = (repeated_mark, excessive_marks, foreign_mark)
    return not label.isalnum() and any(rule(label) is not None for rule in rules)


def mixes_in_ascii_only(label: str, /) -> bool:
    """Return whether all Latin letters that stand beside other scripts are ASCII."""
    # A script that all characters have in common is also that of some of them.
    beyond_ascii = "".join(character for character in label if not character.isascii())
    return bool(resolved_scripts(label) or resolved_scripts(beyond_ascii))


def is_at_home(label: str, top: str, /) -> bool:
    """Return whether letters that look like others, such as "þ", are in use under *top*."""
    return AT_HOME.keys().isdisjoint(label) or all(
        top in AT_HOME[character] for character in AT_HOME.keys() & set(label)
    )


def is_misleading(label: str, /) -> bool:
    """Return whether a character of *label* looks like punctuation or a letter where it stands."""
    if not label.isalnum() and _DOT_ON_DOT.search(normalize("NFD", label)) is not None:
        return True
    # All other such characters are East Asian.
    return max(label, default="") >= _FIRST_EAST_ASIAN and (
        _MISPLACED.search(label) is not None
        or any(
            _is_out_of_place(label, position)
            for position, character in enumerate(label)
            if character in _OUT_OF_PLACE
        )
    )


def _is_out_of_place(label: str, position: int) -> bool:
    """Return whether an East Asian character stands outside East Asian text."""
    before, after = label[max(position - 1, 0) : position], label[position + 1 : position + 2]
    # "ノート" is a word, "ノ" alone may be "/".
    if label[position] in _SLASH_LIKE:
        return not _is_east_asian(before or after)
    neighbours = list(map(_is_east_asian, before + after))
    if label[position] in _LATIN_LIKE_ALONE:
        return neighbours != [] and not any(neighbours)
    return not all(neighbours)


def _is_east_asian(character: str) -> bool:
    return character != "" and not script_extensions(character).isdisjoint(_EAST_ASIAN)
