"""How a sentence of `iri3987.messages` shows text that somebody else wrote, and lists of it.

A value can be ready at once, or be made when it is shown: that depends on whether the words of the
sentence are translated at once. No value holds an invisible character, except for the two that keep
an address in one piece among right-to-left letters (RFC 3987 section 4.1).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.invisible import is_seen
from iri3987.appearance.bidi import isolate
from iri3987.messages.sentences import ITEMS, NAMES

#: How a word of a sentence is translated: at once (`str`), or when it is shown (a lazy object).
Translate = Callable[[str], object]

#: At most this many characters of a run, of a part of a host, and of an address are shown.
MOST_OF_A_RUN: Final = 8
MOST_OF_A_PART: Final = 24
MOST_OF_AN_ADDRESS: Final = 200


@dataclass(frozen=True)
class Later:
    """Text that is made of translated words when it is shown: `make` of the words."""

    make: Callable[..., str]
    words: tuple[object, ...]

    def __str__(self) -> str:
        return self.make(*map(str, self.words))


def put_together(make: Callable[..., str], *words: object) -> object:
    """Return ``make(*words)``, at once if all words are there, else when it is shown."""
    if {*map(type, words)} == {str}:
        return make(*words)
    return Later(make, words)


def one_piece(text: str, translate: Translate, /) -> object:
    r"""Return *text*, part of an address, isolated if there are right-to-left letters.

    They are in *text*, or in the language of the sentence. Other text stays as it
    is, because people copy it.

    >>> one_piece("http://", str)
    'http://'
    >>> one_piece("http://\u05d0.example", str).encode("unicode_escape")
    b'\\u2066http://\\u05d0.example\\u2069'
    """
    return put_together(_isolated, text, translate(NAMES[" "])) if text else ""


def _isolated(text: str, word: str) -> str:
    return isolate(text) if version14.MAY_BE_RIGHT_TO_LEFT.search(f"{text}{word}") else text


def name(characters: str, translate: Translate, /) -> object:
    """Return the name of *characters*, or *characters* in quotation marks, or code points.

    >>> [name(each, str) for each in (" ", "é", "\u202e", "<<<<<<<<<")]
    ['a space', '“é”', 'U+202E', '“<<<<<<<<…”']
    """
    if characters in NAMES:
        return translate(NAMES[characters])
    if not is_seen(characters[:MOST_OF_A_RUN]):
        more = "…" if len(characters) > MOST_OF_A_RUN else ""
        return " ".join(f"U+{ord(each):04X}" for each in characters[:MOST_OF_A_RUN]) + more
    return item("quoted", translate, text=_visible(characters, MOST_OF_A_RUN))


def part(characters: str, translate: Translate, /) -> object:
    """Return *characters*, a part of an address, in quotation marks; "" for none.

    >>> part("wiki", str), part("wi\u200bki", str)
    ('“wiki”', '“wi[U+200B]ki”')
    """
    if not characters:
        return ""
    shown = one_piece(_visible(characters, MOST_OF_A_PART), translate)
    return item("quoted", translate, text=shown)


def _visible(characters: str, most: int) -> str:
    """Return at most *most* of *characters*, with the code points of those that are not seen."""
    # A mark needs something to stand on.
    base = "\N{DOTTED CIRCLE}" if version14.category(characters[0]).startswith("M") else ""
    shown = characters[:most]
    if not is_seen(shown):
        shown = "".join([each if is_seen(each) else f"[U+{ord(each):04X}]" for each in shown])
    return f"{base}{shown}{'…' if len(characters) > most else ''}"


def either(texts: Sequence[str], translate: Translate, /) -> object:
    """Return *texts*, parts of addresses, as the choice that they are.

    >>> either(["http://", "https://"], str), either(["a:", "b:", "c:"], str), either([], str)
    ('http:// or https://', 'a:, b: or c:', '')
    """
    shown = [one_piece(text, translate) for text in texts]
    if len(shown) < 2:
        return shown[0] if shown else ""
    return item("or", translate, first=listed(shown[:-1], translate), second=shown[-1])


def item(kind: str, translate: Translate, /, **values: object) -> object:
    """Return an item of a list, whose template is ``ITEMS[kind]``, with *values*."""
    return put_together(_item, translate(ITEMS[kind]), *values, *values.values())


def _item(template: str, *words: str) -> str:
    names, values = words[: len(words) // 2], words[len(words) // 2 :]
    return template % dict(zip(names, values, strict=True))


def listed(items: Sequence[object], translate: Translate, /) -> object:
    """Return *items* in a row."""
    return put_together(_listed, translate(ITEMS["comma"]), *items)


def _listed(comma: str, *items: str) -> str:
    return comma.join(items)
