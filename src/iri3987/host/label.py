"""UTS #46 for one label: the validity criteria, A-labels and U-labels, on ``idna``'s tables."""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Literal, NamedTuple

from iri3987._unicode import version14
from iri3987._unicode.everyday import BASES, MARKS, RIGHT_TO_LEFT
from iri3987._unicode.patterns import late
from iri3987._unicode.text import spell
from iri3987._unicode.version14 import MAY_BE_RIGHT_TO_LEFT
from iri3987.host import punycode

#: How strictly a domain name is judged; `iri3987.host` says how.
HostProfile = Literal["whatwg", "uts46", "idna2008"]

#: VerifyDnsLength: the longest label, in octets.
MAX_LABEL = 63

#: Not in a label of an IRI: ASCII other than LDH and "_", look-alikes of "/" that UTS #46 allows.
NOT_IN_IRI = late(r"(?![A-Za-z0-9_\-.])[\x00-\x7f\u2044\u2215\u29f8]")
#: CONTEXTJ and CONTEXTO of RFC 5892, and both.
_CONTEXTJ = late("[\u200c\u200d]")
_CONTEXTO = late("[\u00b7\u0375\u05f3\u05f4\u0660-\u0669\u06f0-\u06f9\u30fb]")
_IN_CONTEXT = late(f"{_CONTEXTJ.pattern}|{_CONTEXTO.pattern}")
# Letters and digits with single hyphens and marks between them, which need no normalization. In a
# label that is written from the right, only digits may be beside the letters (RFC 5893 section 2).
RUN, _RTL_RUN = f"[a-z0-9{BASES}]++", f"[0-9{RIGHT_TO_LEFT}]++"
_EASY = late(f"{RUN}(?:[\\-{MARKS}]{RUN})*[{MARKS}]?|(?![0-9]){_RTL_RUN}(?:-{_RTL_RUN})*")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


class Rules(NamedTuple):
    """Which checks a name has to pass."""

    profile: HostProfile
    check_hyphens: bool = False
    allow_root: bool = True
    #: Whether the host stands in an IRI, which people read and whose host the DNS must know.
    in_iri: bool = False

    @property
    def verify_dns_length(self) -> bool:
        """VerifyDnsLength of UTS #46, which the URL Standard does not set."""
        return self.in_iri or self.profile != "whatwg"


class HostError(Exception):
    """An error about a host, with a position in the host. `to_ascii` makes an `IRIError` of it."""

    def __init__(self, code: str, reason: str, position: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.position = position


def is_plain(label: str, /) -> bool:
    """Return whether every profile accepts *label* unchanged, on its own. Most labels qualify.

    >>> is_plain("例え"), is_plain("سوق"), is_plain("Faß"), is_plain("xn--fa-hia")
    (True, True, False, False)
    """
    # Without the pattern, `WEB.check` of a new host takes twice as long.
    return _EASY.fullmatch(label) is not None or (not label.isascii() and _is_plain(label))


@lru_cache(maxsize=1024)
def _is_plain(label: str) -> bool:
    return (
        all(map(_is_plain_character, label))
        # Only the rules about more than one character are left.
        # No hyphen at an end or beside another, no mark without a letter before it.
        and all(part and version14.category(part[0])[0] != "M" for part in label.split("-"))
        and version14.is_normalized("NFC", label)
        and (not is_right_to_left(label) or _follows_bidi_rule(label))
    )


@lru_cache(maxsize=4096)
def _is_plain_character(character: str) -> bool:
    """Return whether every profile accepts *character*, unchanged, wherever it is in a label."""
    if character.isascii():
        return character == "-" or character.isdigit() or character.islower()
    if version14.bidirectional(character) not in {"L", "NSM", "R", "AL"}:
        return False
    if _IN_CONTEXT.search(character):
        return False
    from idna import core

    is_mark = version14.category(character).startswith("M")
    try:
        # A mark needs a letter before it.
        core.check_label(f"a{character}" if is_mark else character)
        return map_name(character) == character and version14.has_settled_direction(character)
    except ValueError:
        return False


def may_stand_together(labels: list[str], /) -> bool:
    """Return whether *labels*, which are plain, follow the Bidi Rule if it applies to their name.

    Plain labels follow all of it but rule 1 (RFC 5893 section 2): the first one is L, R or AL.
    """
    return not is_right_to_left("".join(labels)) or all(
        version14.bidirectional(label[0]) in {"L", "R", "AL"} for label in labels
    )


def map_name(name: str, /) -> str:
    """UTS #46 section 4, steps 1 and 2: the mapping table, then NFC; ValueError if disallowed."""
    from idna import uts46_remap

    if not version14.is_settled(name):
        raise ValueError("versions of Unicode differ about this name")
    return uts46_remap(name, std3_rules=False)


@lru_cache(maxsize=1024)
def decode_label(label: str, /) -> str:
    """UTS #46 section 4, step 4: an A-label becomes its U-label, any other label stays."""
    if not label.startswith("xn--"):
        return label
    try:
        decoded = punycode.decode(label[4:])
        # "xn--a-" is ASCII in disguise, "xn---bbk" a second spelling of "xn--bbk", "xn--8i7caa"
        # the full-width "www", which has no A-label, and "xn--xn--a--gua" one inside another.
        if (
            not decoded.isascii()
            and not decoded.startswith("xn--")
            and encode_label(decoded) == label
            and (is_plain(decoded) or map_name(decoded) == decoded)
        ):
            return decoded
    except ValueError:  # of Punycode, or of the mapping
        pass
    reason = 'expected the encoding of a label after "xn--" (RFC 5891 section 4.2)'
    raise HostError("host-a-label", reason)


def encode_label(label: str, /) -> str:
    """ToASCII, step 3: a non-ASCII label becomes its A-label, any other label stays."""
    return label if label.isascii() else f"xn--{punycode.encode(label)}"


def check_length(label: str, rules: Rules, /) -> str:
    """Return *label*, encoded yet or not, if *rules* accept its length (VerifyDnsLength)."""
    if not label and rules.verify_dns_length:
        raise HostError("host-empty-label", "expected a label that is not empty")
    if len(label) > MAX_LABEL and rules.verify_dns_length:
        at_least = "" if label.isascii() else "at least "
        reason = f"expected at most {MAX_LABEL} octets in a label, found {at_least}{len(label)}"
        raise HostError("host-label-too-long", reason)
    return label


def check_label(label: str, rules: Rules, /) -> None:
    """UTS #46 section 4.1, the Validity Criteria that the mapping does not ensure."""
    if rules.in_iri and NOT_IN_IRI.search(label):
        raise HostError("host-character", "expected a label without a look-alike of a slash")
    if rules.check_hyphens or rules.profile == "idna2008":
        _check_hyphens(label)
    # A label in ASCII has only letters, digits, hyphens and "_" here, and IDNA refuses only "_".
    if not label.isascii() or (rules.profile == "idna2008" and "_" in label):
        _check_idna(label, rules)


def _check_hyphens(label: str) -> None:
    """UTS #46 section 4.1, CheckHyphens."""
    if label.startswith("-") or label.endswith("-"):
        reason = "expected a label that does not begin or end with a hyphen"
        raise HostError("host-hyphen", reason)
    if label[2:4] == "--":
        reason = "expected a label without hyphens in its third and fourth place"
        raise HostError("host-double-hyphen", reason)


def _check_idna(label: str, rules: Rules) -> None:
    """Do the checks of IDNA itself. `is_plain` stands before them, and must know each rule."""
    if version14.category(label[0]).startswith("M"):
        reason = "expected a label that does not begin with a combining mark"
        raise HostError("host-combining-mark", reason)
    if rules.profile == "idna2008" and (newer := version14.newer(label)):
        raise HostError("host-idna", f"expected a character of Unicode 14.0, found {spell(newer)}")
    if rules.profile != "idna2008" and not _IN_CONTEXT.search(label):
        return
    from idna import core

    _check_context(label, _CONTEXTJ, core.valid_contextj, "host-joiner")
    if rules.in_iri:
        _check_context(label, _CONTEXTO, core.valid_contexto, "host-idna")
    if rules.profile != "idna2008":
        return
    if is_right_to_left(label) and not version14.has_settled_direction(label):
        raise HostError("host-bidi", _BIDI)
    try:
        core.check_label(label)
    except core.IDNABidiError:
        raise HostError("host-bidi", _BIDI) from None
    except ValueError:
        raise HostError("host-idna", "expected a label that IDNA allows") from None


def _check_context(
    label: str, pattern: re.Pattern[str], rule: Callable[[str, int], bool], code: str
) -> None:
    for character in pattern.finditer(label):
        # `idna` asks unicodedata for a name of the character before, which may not have one.
        may_stand = False
        with suppress(ValueError):
            may_stand = rule(label, character.start())
        if not may_stand:
            reason = f"expected {spell(character[0])} only where RFC 5892 appendix A allows it"
            raise HostError(code, reason)


_BIDI = "expected a label that the Bidi Rule (RFC 5893) allows beside the others"


def is_right_to_left(name: str, /) -> bool:
    """Return whether *name* is a Bidi domain name: RFC 5893 section 1.4."""
    return MAY_BE_RIGHT_TO_LEFT.search(name) is not None and any(
        version14.bidirectional(character) in _RIGHT_TO_LEFT for character in name
    )


def check_bidi(label: str, /) -> str:
    """CheckBidi, for every label of a name that has right-to-left letters."""
    if not _follows_bidi_rule(label):
        raise HostError("host-bidi", _BIDI)
    return label


def _follows_bidi_rule(label: str) -> bool:
    """RFC 5893 section 2; without `check_ltr`, ``idna`` accepts "0a.א"."""
    from idna import core

    try:
        # The URL Standard allows empty labels, which the rule does not apply to.
        core.check_bidi(label or "a", check_ltr=True)
    except ValueError:
        return False
    # Else the version of Python would decide.
    return version14.has_settled_direction(label)
