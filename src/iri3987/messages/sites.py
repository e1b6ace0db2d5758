"""What a sentence of `iri3987.messages` says about a site: which one it is, and is not.

It names the host that an address leads to, the one that a host looks like, the ending that is
meant, and the scripts of the letters. UTS #39 section 4 has the look-alikes.
"""

from collections import Counter
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987.appearance import display
from iri3987.messages.sentences import SCRIPTS
from iri3987.messages.shown import Translate, item, one_piece, part
from iri3987.profile.full_width import half_width
from iri3987.profile.user_input import Reading
from iri3987.syntax.browser import SPELLED
from iri3987.syntax.errors import parts

#: The reasons of `why_not_public` for addresses in a network of one's own.
PRIVATE: Final = frozenset({"link-local", "loopback", "platform", "private", "scoped", "shared"})

_UP_TO_PATH: Final = late(r"[^/?#\\]*+")
_MOST_OF_A_HOST: Final = 253


def host_of(reading: Reading, /) -> tuple[str, int]:
    """Return the host in a text, as it was typed, and where it begins there; "" for none.

    Where there is more than one "@", readers do not agree about the host, and there is none. The
    same goes for a text in which an input method has written ":" or "@".
    """
    text = reading.text
    for start, end, each in parts(text):
        if each.name in {"ireg-name", "IP-literal"} and end - start <= _MOST_OF_A_HOST:
            host, rest = text[start:end], _UP_TO_PATH.match(text, start)
            is_name = each.name == "IP-literal" or not SPELLED.search(host)
            return (host, reading.place(start)) if is_name and "@" not in rest[0] else ("", 0)  # type: ignore[index]
    return "", 0


def shown_host(host: str, /) -> str:
    """Return *host* as `display` shows it, "" for none."""
    return display(f"http://{host}/")[len("http://") : -1] if host else ""


def at_fault(code: str, label: str, /) -> int | None:
    """Return the index in *label* of the first character that *code* can be about, None for none.

    >>> at_fault("restricted-character", "a\u2011b"), at_fault("restricted-character", "xn--qei")
    (1, None)
    """
    from iri3987._unicode.identifiers import is_allowed

    for index, character in enumerate(label):
        mapped = version14.normalize("NFKC", version14.lower(character))
        if character in "\u200c\u200d" or not (
            code == "host-joiner" or all(map(is_allowed, mapped))
        ):
            return index
    return None


def mixed(word: str, start: int, translate: Translate, /) -> tuple[str, dict[str, object]]:
    """Return the kind and values about the first letter of the script that is rarest in *word*."""
    scripts = [_script_of(each) if version14.category(each)[0] == "L" else "" for each in word]
    counts = Counter([script for script in scripts if script in SCRIPTS])
    if len(counts) < 2:
        return "", {}
    (other, _), *_, (script, _) = counts.most_common()
    at = scripts.index(script)
    letter = item("place", translate, character=word[at], place=str(start + at + 1))
    names = {"script": translate(SCRIPTS[script]), "other": translate(SCRIPTS[other])}
    return "script", {"part": part(word, translate), "letter": letter, **names}


def double(
    word: str, start: int, reading: Reading, translate: Translate, /
) -> tuple[str, dict[str, object]]:
    """Return the kind and values about the name that the label *word* can be read as."""
    label = _decoded(word)
    name = _in_ascii(label)
    if not name:
        return "", {}
    host, first = host_of(reading)
    before, after = host[: start - first], host[start - first + len(word) :]
    whole = before + name + after
    # The last label alone is an ending, and no site: "пример.ру" is not "py".
    part_of_it = f".{name}" if before and not after else name
    address = whole.lower() if host and whole.isascii() else part_of_it
    values: dict[str, object] = {"address": one_piece(address, translate)}
    scripts = {_script_of(letter) for letter in label if letter.isalpha()}
    script = scripts.pop() if len(scripts) == 1 else ""
    if script not in SCRIPTS or script == "Latn":
        return "address", values
    return "script", {**values, "script": translate(SCRIPTS[script])}


def _script_of(letter: str) -> str:
    if letter.isascii():
        return "Latn" if letter.isalpha() else ""
    from iri3987._unicode.scripts import script_extensions

    scripts = script_extensions(letter)
    return next(iter(scripts)) if len(scripts) == 1 else ""


def _decoded(label: str) -> str:
    """Return *label* in Unicode, if it is an A-label."""
    from iri3987.host.label import HostError, decode_label

    try:
        return decode_label(label.lower()) if label.isascii() else label
    except HostError:
        return label


def _in_ascii(label: str) -> str:
    """Return the name in ASCII that *label* looks like, "" if it is not known."""
    from iri3987._unicode.confusables import label_skeleton

    name = "".join([each if each.isascii() else label_skeleton(each) for each in label])
    is_name = name.isascii() and name.replace("-", "").isalnum() and name != label
    return name.lower() if is_name else ""


#: The endings that are meant most often.
_ENDINGS: Final = ("com", "org", "net", "info", "edu", "gov")


def near_ending(label: str, /) -> str:
    """Return the ending that is meant by *label*, with its dot, "" if it is not known.

    >>> near_ending("con"), near_ending("сom"), near_ending("онлйан"), near_ending("doe")
    ('.com', '.com', '.онлайн', '')
    """
    from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS
    from iri3987.text.meant.typed import near, shortened

    word = version14.lower(half_width(label))
    swapped = {
        f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}" for at in range(len(word) - 1)
    }
    # A letter too many is seen in other scripts, too: their endings are few.
    others = () if word.isascii() else shortened(word)
    known = {_in_ascii(word), *swapped, *others} & TOP_LEVEL_DOMAINS if 2 < len(word) < 64 else ()
    found = near(word, _ENDINGS) or (known.pop() if len(known) == 1 else "")
    return found and f".{found}"
