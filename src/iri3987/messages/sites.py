"""What a sentence of `iri3987.messages` says about a site: which one it is, and is not.

It names the host that an address leads to, the one that a host looks like, and the scripts of the
letters. UTS #39 section 4 has the look-alikes.
"""

from collections import Counter
from typing import TYPE_CHECKING, Final

from iri3987._unicode.patterns import late
from iri3987._unicode.version14 import category
from iri3987.appearance import display
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.messages.sentences import SCRIPTS
from iri3987.messages.shown import Translate, as_typed, item, one_piece, part
from iri3987.syntax.browser import SPELLED, holds_password

if TYPE_CHECKING:
    from iri3987.profile import Profile

#: A name before a password that does not look like a host, with which people are deceived.
_NAME_AND_PASSWORD: Final = late(r"[^:/?#]*://[^:/?#@.]++:[^@]")
_UP_TO_PATH: Final = late(r"[^/?#\\]*+")
_MOST_OF_A_HOST: Final = 253
#: The reasons of `why_not_public` for addresses in a network of one's own.
_PRIVATE: Final = frozenset({"link-local", "loopback", "platform", "private", "scoped", "shared"})


def about_site(
    about: IRIError | Finding, text: str, profile: "Profile | None", translate: Translate, /
) -> tuple[str, dict[str, object]]:
    """Return the kind of the sentence about a site, "" for the one of the code, and its values."""
    if about.code in {"userinfo", "bidi-other-host"}:
        is_password = about.code == "userinfo" and _NAME_AND_PASSWORD.match(text)
        host = "" if is_password else _shown(_host(text, profile)[0])
        kind = "password" if is_password else "host" if host else ""
        return kind, {"host": one_piece(host, translate)} if host else {}
    if isinstance(about, IRIError) and (why := about.params.get("why")):
        host = _shown(_host(text, profile)[0])
        kind = "private" if why in _PRIVATE else "reserved"
        return (kind, {"host": one_piece(host, translate)}) if host else ("", {})
    if not isinstance(about, Finding) or holds_password(text, about.start, about.end):
        return "", {}
    word = text[about.start : about.end]
    if about.code == "mixed-scripts":
        return _mixed(word, about.start, translate)
    if about.code == "whole-script-confusable":
        return _double(about, word, text, profile, translate)
    return "", {}


def _host(text: str, profile: "Profile | None") -> tuple[str, int]:
    """Return the host in *text*, as it was typed, and where it begins; "" for none.

    Where there is more than one "@", readers do not agree about the host, and there is none. Nor is
    there one where an input method has written ":" or "@".
    """
    from iri3987.syntax.errors import parts

    typed = as_typed(text, profile)
    for start, end, each in parts(typed.text):
        if each.name in {"ireg-name", "IP-literal"} and end - start <= _MOST_OF_A_HOST:
            host, rest = typed.text[start:end], _UP_TO_PATH.match(typed.text, start)
            is_name = each.name == "IP-literal" or not SPELLED.search(host)
            return (host, typed.place(start)) if is_name and "@" not in rest[0] else ("", 0)  # type: ignore[index]
    return "", 0


def _shown(host: str) -> str:
    """Return *host* as `display` shows it, "" for none."""
    return display(f"http://{host}/")[len("http://") : -1] if host else ""


def _script_of(letter: str) -> str:
    from iri3987._unicode.scripts import script_extensions

    scripts = script_extensions(letter)
    return next(iter(scripts)) if len(scripts) == 1 else ""


def _mixed(word: str, start: int, translate: Translate) -> tuple[str, dict[str, object]]:
    """Return the values for the first letter of the script that is rarest in *word*."""
    scripts = [_script_of(each) if category(each).startswith("L") else "" for each in word]
    counts = Counter(script for script in scripts if script in SCRIPTS)
    if len(counts) < 2:
        return "", {}
    (other, _), *_, (script, _) = counts.most_common()
    at = scripts.index(script)
    letter = item("place", translate, character=word[at], place=str(start + at + 1))
    names = {"script": translate(SCRIPTS[script]), "other": translate(SCRIPTS[other])}
    return "script", {"part": part(word, translate), "letter": letter, **names}


def _double(
    about: Finding, word: str, text: str, profile: "Profile | None", translate: Translate
) -> tuple[str, dict[str, object]]:
    """Return the values for the name that *word*, a label, can be read as."""
    label = _decoded(word)
    double = _in_ascii(label)
    if not double:
        return "", {}
    host, start = _host(text, profile)
    whole = host[: about.start - start] + double + host[about.end - start :]
    address = whole.lower() if host and whole.isascii() else double
    values: dict[str, object] = {"address": one_piece(address, translate)}
    scripts = {_script_of(letter) for letter in label if letter.isalpha()}
    script = scripts.pop() if len(scripts) == 1 else ""
    if script not in SCRIPTS or script == "Latn":
        return "address", values
    return "script", {**values, "script": translate(SCRIPTS[script])}


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

    double = "".join(each if each.isascii() else label_skeleton(each) for each in label)
    is_name = double.isascii() and double.replace("-", "").isalnum() and double != label
    return double.lower() if is_name else ""
