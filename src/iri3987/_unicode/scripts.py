"""UTS #39: the labels of a host name that can be shown in Unicode.

https://www.unicode.org/reports/tr39/

A label can be if nobody takes it for another. The rules are UTS #39's and, where it stops short
of display, those that browsers share: Identifier_Status (3.1), restriction level Highly
Restrictive (5.2) with Latin in a mix held to ASCII, digits of one system (5.3), and no label that
could be read as ASCII from end to end (4). A label has passed IDNA 2008 before it comes here: it
is lower case, NFC, and starts with no mark.

Left out: what needs a list of well-known names to compare with, rules on how many marks may
follow a letter and which, and rules of single languages.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable
from unicodedata import category, decimal

from iri3987._unicode._tables import (
    ASCII_PROTOTYPES,
    SCRIPT_STARTS,
    SCRIPT_VALUES,
    SCRIPTS,
    STATUS_CHANGES,
)

# UTS #39 section 5.1: the sets of scripts that one language writes together.
_WITH_HAN = {
    "Hani": frozenset({"Hanb", "Jpan", "Kore"}),
    "Bopo": frozenset({"Hanb"}),
    "Hira": frozenset({"Jpan"}),
    "Kana": frozenset({"Jpan"}),
    "Hang": frozenset({"Kore"}),
}
_EAST_ASIAN = frozenset({"Hanb", "Jpan", "Kore"})
_ANY_SCRIPT = frozenset({"Zyyy", "Zinh"})

#: Top-level labels under which "ı" and "þ" are letters of the language, not an odd "i" and "p".
_DOTLESS_I_OR_THORN = frozenset({"az", "tr", "fo", "is"})

_DELIMITER_LIKE = "".join(
    chr(point) for point, prototype in ASCII_PROTOTYPES.items() if prototype in set("/\\:.?#@")
)
# A look-alike of a delimiter beside a Latin letter or digit ("example.comノpath"), and a second dot
# or an accent on a letter that seems to have none ("lı̇nk"): browsers refuse both.
_MISLEADING = re.compile(
    f"[a-z0-9][{re.escape(_DELIMITER_LIKE)}]"
    f"|[{re.escape(_DELIMITER_LIKE)}][a-z0-9]"
    "|[ijl]\u0307|\u0131[\u0300-\u036f]"
)


def is_safe(label: str, top: str, /) -> bool:
    """Tell whether *label*, a U-label, can be shown in a host name whose last label is *top*.

    >>> is_safe("правительство", "рф"), is_safe("аррӏе", "com"), is_safe("рaypal", "com")
    (True, False, False)
    """
    return (
        all(map(is_allowed, label))
        and is_highly_restrictive(label)
        and has_one_digit_system(label)
        and not looks_like_ascii(label, top)
        and not _MISLEADING.search(label)
    )


def is_allowed(character: str, /) -> bool:
    r"""Tell whether *character* has Identifier_Status Allowed (3.1) and this Python can show it.

    The tables may be of a newer Unicode than Python's: what Python calls unassigned is refused,
    as is what cannot be seen, the two joiners.

    >>> is_allowed("é"), is_allowed("ɡ"), is_allowed("\u200d")
    (True, False, False)
    """
    return bisect_right(STATUS_CHANGES, ord(character)) % 2 == 1 and category(character)[0] != "C"


def script_extensions(character: str, /) -> frozenset[str]:
    """Return Script_Extensions (UAX #24) of *character*, short names of scripts.

    >>> sorted(script_extensions("ー"))
    ['Hira', 'Kana']
    """
    _, extensions = SCRIPTS[SCRIPT_VALUES[bisect_right(SCRIPT_STARTS, ord(character)) - 1]]
    return extensions


def resolved_scripts(characters: Iterable[str], /) -> frozenset[str]:
    """Return the resolved script set (5.1): the scripts that all of *characters* belong to.

    Empty if there is none, that is, if scripts are mixed; {"Zyyy"} if any script would do.

    >>> sorted(resolved_scripts("ねこ")), sorted(resolved_scripts("猫cat"))
    (['Hira', 'Jpan'], [])
    """
    extensions = map(script_extensions, characters)
    sets = [
        names.union(*(_WITH_HAN.get(name, ()) for name in names))
        for names in extensions
        if names.isdisjoint(_ANY_SCRIPT)
    ]
    return frozenset.intersection(*sets) if sets else frozenset({"Zyyy"})


def is_highly_restrictive(label: str, /) -> bool:
    """Tell whether *label* is of one script, or of an East Asian mix with ASCII letters (5.2).

    >>> [is_highly_restrictive(label) for label in ("ドメインa中", "кот1", "кoт")]
    [True, True, False]
    """
    if resolved_scripts(label):
        return True
    beyond_ascii = (character for character in label if not character.isascii())
    return not resolved_scripts(beyond_ascii).isdisjoint(_EAST_ASIAN)


def has_one_digit_system(label: str, /) -> bool:
    """Tell whether the decimal digits of *label* are of one system at most (5.3).

    >>> has_one_digit_system("१२"), has_one_digit_system("1२")
    (True, False)
    """
    digits = ((character, decimal(character, -1)) for character in label)
    return len({ord(character) - value for character, value in digits if value >= 0}) <= 1


def looks_like_ascii(label: str, top: str, /) -> bool:
    """Tell whether all of *label* can be read as ASCII letters and digits (4, whole-script).

    Under a *top* of the same script, readers expect that script. This does not hold for Latin,
    where nearly every *top* is ASCII: "gıthub" is refused, but not where "ı" is at home.

    >>> [looks_like_ascii("ѕсоре", top) for top in ("com", "рф")], looks_like_ascii("кот", "com")
    ([True, False], False)
    """
    prototypes = [ASCII_PROTOTYPES.get(ord(c), "") for c in label if not c.isascii()]
    if not all(prototype.isalnum() for prototype in prototypes):
        return False
    scripts = resolved_scripts(label)
    if "Latn" in scripts:
        # "æ" and "œ" have prototypes too, but nobody reads them as two letters.
        return top not in _DOTLESS_I_OR_THORN and all(len(text) == 1 for text in prototypes)
    return scripts.isdisjoint(resolved_scripts(top))
