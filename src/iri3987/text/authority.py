"""RFC 3987 section 7.3: where the authority of an address in running text ends."""

from typing import Final

from iri3987._unicode._link_terms import LETTERS
from iri3987._unicode.patterns import late
from iri3987.syntax import grammar
from iri3987.text.boundaries import IN_LABEL, end_of_authority, has_text_after_host, run_of
from iri3987.text.top_level import end_of_name, top_level

#: A run of the characters of a name, and a port behind one.
NAME: Final = late(run_of(rf"{IN_LABEL}_."))
PORT: Final = late(rf":[{grammar.DIGIT}]{{1,5}}(?![{grammar.DIGIT}_\-])")
_PORT_BEFORE_LETTER = late(rf":[{grammar.DIGIT}]{{1,5}}(?=[A-Za-z]|(?![\x00-\x7f])[{LETTERS}])")


def end_of_dotted(text: str, start: int, end: int, limit: int, /) -> int:
    """Return the end of the authority at *start*, in whose host the dot at *end* may be."""
    longer = end_of_name(text, max(text.rfind("@", start, end) + 1, start))
    # What stands before "@" is a user name.
    if longer <= end or "@" in text[longer : end_of_authority(text, longer, limit)]:
        return end
    port = PORT.match(text, longer)
    return min(longer if port is None else port.end(), limit)


def end_of_port(text: str, start: int, end: int, /) -> int:
    """Return the end of the authority ``text[start:end]``: its port ends before a letter."""
    # An IP literal and a userinfo can hold a ":", too.
    start = max(start, text.rfind("@", start, end), text.rfind("]", start, end))
    port = _PORT_BEFORE_LETTER.search(text, start, end + 1)
    return end if port is None else port.end()


def end_of_host(text: str, start: int, end: int, /) -> int:
    """Return the end of ``text[start:end]``, or of its top-level domain, as in "orgです"."""
    if text[start:end].isascii():
        return end
    name = NAME.match(text, start, end)
    assert name is not None  # noqa: S101 - it matches nothing, too
    label = name[0].rpartition(".")[2]
    top = top_level(label)
    if top == label and has_text_after_host(text, name.end()):
        return name.end()
    return end if top in {"", label} else name.end() - len(label) + len(top)
