"""The values for a sentence of `iri3987.messages`: wrong characters, and what to write instead."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from iri3987._unicode import version14
from iri3987._unicode.invisible import is_seen
from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.mapping.repair import backslash_is_slash
from iri3987.messages.sentences import UNITS
from iri3987.messages.shown import (
    MOST_OF_A_RUN,
    Translate,
    as_typed,
    item,
    listed,
    name,
    one_piece,
    part,
)
from iri3987.profile.full_width import half_width
from iri3987.syntax.browser import holds_password, masked
from iri3987.syntax.percent import encode_value, octets_of

if TYPE_CHECKING:
    from iri3987.inspection.findings import Hit
    from iri3987.profile import Profile

#: The greatest length of a host and of its parts (RFC 1035 section 2.3.4), in octets.
LIMITS: Final[Mapping[str, int]] = {"host-label-too-long": 63, "host-too-long": 253}

#: The errors about a character that does not fit where it stands.
OF_CHARACTERS: Final = frozenset({"bad-character", "bad-percent", "bidi-formatting"})
# In these components, "\" does not stand for "/".
_AFTER_PATH: Final = frozenset({"iquery", "ifragment"})
_MAY_BE_ENCODED: Final = frozenset({"iuserinfo", "ipath", *_AFTER_PATH})

_TRIPLETS: Final = late("(?:%[0-9A-Fa-f]{2}){1,24}")
# A part of a host, and the word before a space.
_LABEL: Final = late(r"[^\s./:@?#\[\]\\。．｡]{1,256}")
_BEFORE_LABEL: Final = late(rf"{_LABEL.pattern}\Z")
_WORD: Final = late(rf"[^\s/:@?#&=]{{1,{MOST_OF_A_RUN}}}\Z")


def known(about: IRIError | Finding, /) -> dict[str, object]:
    """Return the numbers and the unit of an error, which may not be from the core."""
    params = about.params if isinstance(about, IRIError) else {}
    return {
        key: value
        for key, value in params.items()
        if (key in {"length", "limit"} and isinstance(value, int))
        or (key == "unit" and isinstance(value, str) and value in UNITS)
    }


def start_of(about: IRIError | Finding, /) -> int | None:
    """Return the index of the first character at fault, None if there is no such place."""
    return about.start if isinstance(about, Finding) else about.position


def at_fault(
    about: IRIError | Finding,
    text: str,
    start: int,
    profile: "Profile | None",
    translate: Translate,
    /,
) -> dict[str, object]:
    r"""Return the wrong characters in *text* from *start* on, and their replacement, if known."""
    # An error knows only the first character. No more than one of a password is shown.
    is_long = isinstance(about, Finding) and about.code == "repaired"
    end = about.end if isinstance(about, Finding) and is_long else start + 1
    is_secret = holds_password(text, start, end)
    result = {"character": name(text[start : start + 1 if is_secret else end], translate)}
    if not is_secret:
        with_slashes = "\\" in text and has_slashes(text, profile)
        instead = _instead(about, text, start, end, with_slashes=with_slashes)
        result |= {key: one_piece(value, translate) for key, value in instead.items()}
        result["part"] = part(masked(text, *_part(about, text, start)), translate)
    elif about.code == "bad-percent":
        result["instead"] = one_piece("%25", translate)
    return result


def has_slashes(text: str, profile: "Profile | None", /) -> bool:
    r"""Return whether "\" stands for "/" in the path of *text*, which somebody has typed."""
    return backslash_is_slash(as_typed(text, profile).text)


def _part(about: IRIError | Finding, text: str, start: int) -> tuple[int, int]:
    """Return where the part is that a sentence names: of a host, or what is before a space."""
    if isinstance(about, Finding) and about.end > start + 1:
        return start, min(about.end, start + 256)
    if about.component not in {"ireg-name", "ihost"}:
        before = _WORD.search(text[max(0, start - MOST_OF_A_RUN) : start])
        return start - len(before[0] if before else ""), start
    before = _BEFORE_LABEL.search(text[max(0, start - 256) : start])
    match = _LABEL.match(text, start - len(before[0]) if before else start)
    return match.span() if match else (start, start)


def _instead(
    about: IRIError | Finding, text: str, start: int, end: int, *, with_slashes: bool
) -> dict[str, str]:
    """Return the replacement for ``text[start:end]``; in a host, also the text replaced."""
    is_path = with_slashes and about.component not in _AFTER_PATH
    if about.code == "bad-character" and is_path and text[start:end] == "\\":
        return {"instead": "/"}  # In a host, too: for browsers, the path begins here.
    if about.code == "bad-percent" and about.component != "ireg-name":
        return {"instead": "%25"}
    if about.code in {"bad-character", "repaired"} and about.component in _MAY_BE_ENCODED:
        return {"instead": _encoded(text[start:end], with_slashes=is_path)}
    if about.code == "repaired" and about.component and end - start <= MOST_OF_A_RUN:
        # Nothing is percent-encoded up to the end of the authority.
        return {"instead": f"“{half_width(text[start:end])}”"}
    if about.code == "host-percent-encoded" and (triplets := _TRIPLETS.match(text, start)):
        is_secret = holds_password(text, *triplets.span())
        characters = "" if is_secret else _decoded(triplets[0])
        return {"instead": f"“{characters}”", "encoded": triplets[0]} if characters else {}
    return {}


def _encoded(characters: str, *, with_slashes: bool) -> str:
    r"""Return *characters* percent-encoded, "\" as "/"; "" if people should remove them."""
    # U+FFFD replaces text that was already lost: ask to remove it, do not encode it.
    is_kept = is_seen(characters) and "\ufffd" not in characters
    if not is_kept or len(characters) > MOST_OF_A_RUN:
        return ""
    if with_slashes:
        characters = characters.replace("\\", "/")
    return "/".join(map(encode_value, characters.split("/")))


def _decoded(triplets: str) -> str:
    """Return the letters that *triplets* stand for, "" if there is anything else among them."""
    try:
        characters = octets_of(triplets).decode()
    except UnicodeDecodeError:
        return ""
    is_name = all(version14.category(each)[0] in "LMN" or each in "-." for each in characters)
    return characters if is_name and is_seen(characters) else ""


# All characters that do not fit

#: The most of them that a sentence names, and how much of a text is searched for them.
_MOST: Final = 8
_SEARCHED: Final = 2048
#: What `iri3987.repair` percent-encodes behind the authority.
_REPAIRED: Final = late(r"""[ "<>\\^`{|}\[\]#%]+""")


def wrong_characters(
    about: IRIError, text: str, profile: "Profile | None", translate: Translate, /
) -> tuple[object, str]:
    """Return a list of all that no IRI holds, in places of *text*, and the characters themselves.

    Characters that *profile* repairs do not count; one character of a password does. Both are "" if
    the characters of the error are all that there is.
    """
    hits = _hits(text, profile)
    if len(hits) < 2 or all(hit.start != about.position for hit in hits):
        return "", ""
    shown = [_item(hit, text, profile, translate) for hit in hits[:_MOST]]
    if len(hits) > _MOST:
        shown.append("…")
    return listed(shown, translate), "".join(text[hit.start : hit.end] for hit in hits)


def _hits(text: str, profile: "Profile | None") -> Sequence["Hit"]:
    from iri3987.inspection.findings import ParsedText
    from iri3987.inspection.structure import syntax_errors

    typed = as_typed(text[:_SEARCHED], profile)
    hits: list[Hit] = []
    for hit in islice(syntax_errors(ParsedText(typed.text)), 4 * _MOST):
        start, end = typed.place(hit.start), typed.place(hit.end)
        is_behind = hit.component in _MAY_BE_ENCODED and hit.component != "iuserinfo"
        is_mended = (
            is_behind
            and profile is not None
            and profile.repair
            and _REPAIRED.fullmatch(text, start, end)
        )
        if hit.code not in OF_CHARACTERS or is_mended:
            continue
        if holds_password(text, start, end):
            if any(holds_password(text, each.start, each.end) for each in hits):
                continue
            end = start + 1
        hits.append(hit._replace(start=start, end=end))
    return hits


def _item(hit: "Hit", text: str, profile: "Profile | None", translate: Translate) -> object:
    character = text[hit.start : hit.end]
    shown = {"character": name(character, translate), "place": str(hit.start + 1)}
    instead = ""
    if hit.component in _MAY_BE_ENCODED and not holds_password(text, hit.start, hit.end):
        is_path = hit.component not in _AFTER_PATH and "\\" in text and has_slashes(text, profile)
        instead = _encoded(character, with_slashes=is_path)
    if instead:
        return item("write", translate, **shown, instead=one_piece(instead, translate))
    return item("remove", translate, **shown)
