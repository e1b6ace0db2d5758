"""RFC 3987 sections 3.1 and 5.3.3: ireg-name as a domain name.

https://www.rfc-editor.org/rfc/rfc3987#section-3.1

The RFC names the ToASCII operation of IDNA 2003 (RFC 3490), which has been replaced twice: it
sends ``faß.de`` to ``fass.de``, somebody else's domain. This module applies UTS #46 instead
(https://www.unicode.org/reports/tr46/), non-transitional, as browsers do, on the tables and
checks of the ``idna`` package; that is loaded only when a name needs it.

Of the flags of UTS #46, CheckBidi (over the whole name), CheckJoiners and VerifyDnsLength are
set; CheckHyphens is an option. UseSTD3ASCIIRules is set as the RFC asks, save that "_" passes:
names with an underscore are in use and resolve. A final dot, the root, is kept unless refused.

Choice: a host that stands in an IRI (`host_in`) is held to more than UTS #46, as people see the
IRI and not the name that it maps to. It holds no slash but "/", and no ASCII that a combining
mark takes away ("=" and U+0338 are "≠"); and the characters of RFC 5892 appendix A.3 to A.9 stand
where they belong, "l·l" and not "a·b", as every registry has it.

Which characters there are depends on the version of ``idna`` alone, and not on that of Python: a
character that came after Unicode 14.0 is refused where Python's own tables would be asked about it,
as `iri3987.unicode14` says. That is where it is a mark, composes or is written from right to left,
in a name with right-to-left letters, and for the profile "idna2008".
"""

import re
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Literal, NamedTuple

from iri3987 import grammar, unicode14
from iri3987._errors import iri_error
from iri3987._patterns import matches
from iri3987._text import exact, spell
from iri3987.bidi import MAY_BE_RIGHT_TO_LEFT
from iri3987.exceptions import IRIError

HostProfile = Literal["uts46", "idna2008"]

#: Longest host that is looked at, in characters: above any domain name, below any trouble.
_MAX_CHARACTERS = 1024
#: VerifyDnsLength: longest label and longest name without the root's dot, in octets.
_MAX_LABEL = 63
_MAX_NAME = 253

#: ASCII that no label may hold: all but LDH, "_" and the separator.
_NOT_LDH = re.compile(r"(?![A-Za-z0-9_\-.])[\x00-\x7f]")
#: The same, and what looks like "/" and passes UTS #46.
_NOT_IN_IRI = re.compile(r"(?![A-Za-z0-9_\-.])[\x00-\x7f\u2044\u2215\u29f8]")
#: CONTEXTJ and CONTEXTO of RFC 5892, and both.
_CONTEXTJ = re.compile("[\u200c\u200d]")
_CONTEXTO = re.compile("[\u00b7\u0375\u05f3\u05f4\u0660-\u0669\u06f0-\u06f9\u30fb]")
_IN_CONTEXT = re.compile(f"{_CONTEXTJ.pattern}|{_CONTEXTO.pattern}")
_TRIPLETS = re.compile("(?:%[0-9A-Fa-f]{2})+")
_CHARACTERS = re.compile("(?:%[0-9A-Fa-f]{2})+|.", re.DOTALL)
_A_LABEL = re.compile(
    "(?:(?<=[.\u3002\uff0e\uff61])|\\A)[xX][nN]--[A-Za-z0-9-]*+(?![^.\u3002\uff0e\uff61])"
)
_SEPARATORS = re.compile("[.\u3002\uff0e\uff61]|%2[Ee]")
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def host_to_ascii(
    host: str,
    /,
    *,
    profile: HostProfile = "uts46",
    check_hyphens: bool = False,
    allow_root: bool = True,
) -> str:
    r"""Return the domain name *host* as it stands in the DNS: lower case, its labels A-labels.

    *profile* "uts46" takes what browsers take, emoji included; "idna2008" takes what registries
    may register (RFC 5891), after the mapping of UTS #46. *check_hyphens* refuses hyphens at the
    ends of a label, and in its third and fourth place. *allow_root* keeps a final dot, which
    UTS #46 itself refuses. At most 1024 characters are looked at, and the result has at most 63
    octets a label and 253 in all.

    An IP address comes back as it is, an IPv6 address with its brackets and in lower case, so that
    whatever `IRI.host` gives can be handed over.

    Raises `IRIError` with a code that starts "host-" where no domain name can be had: see
    RFC 3987 section 3.1, "the ToASCII operation may fail".

    >>> host_to_ascii("Faß.de"), host_to_ascii("i❤.ws"), host_to_ascii("a_b.例え")
    ('xn--fa-hia.de', 'xn--i-7iq.ws', 'a_b.xn--r8jz45g')
    >>> host_to_ascii("[2001:DB8::1]"), host_to_ascii("192.0.2.1")
    ('[2001:db8::1]', '192.0.2.1')
    >>> host_to_ascii("evil.com＼.example")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: host-character: a domain name cannot hold '\\' (U+005C)...
    """
    if profile not in {"uts46", "idna2008"}:
        raise ValueError(f"there is no profile {profile!r} for hosts")
    host = exact(host)
    if host.startswith("[") and matches(host, grammar.IP_LITERAL):
        return host.lower()
    rules = _Rules(profile, check_hyphens, allow_root, in_iri=False)
    return _in_text(host, 0, len(host), rules)


def unicode_in(host: str, /) -> str:
    """Return `host_to_unicode` of *host* if it can stand in an IRI so, else *host* as it is."""
    if not _A_LABEL.search(host):
        return host
    try:
        host_in(host, 0, len(host), "uts46")
    except IRIError:
        return host
    return host_to_unicode(host)


def host_in(text: str, start: int, end: int, profile: HostProfile, /) -> str:
    """Return ToASCII of the host at ``text[start:end]`` of an IRI; errors have places in *text*."""
    rules = _Rules(profile, check_hyphens=False, allow_root=True, in_iri=True)
    return _in_text(text, start, end, rules)


def host_to_unicode(host: str, /, *, profile: HostProfile = "uts46") -> str:
    """Return *host* with its A-labels decoded, where that loses nothing (ToUnicode).

    Every label decoded encodes to itself again, and the name passes `host_to_ascii` as a whole:
    what does not, comes back as it was. So does an IP address. Never raises.

    >>> host_to_unicode("xn--fa-hia.de"), host_to_unicode("xn--a.de")
    ('faß.de', 'xn--a.de')
    """
    host = exact(host)
    # An IPvFuture may hold what reads as an A-label.
    if host.startswith("[") or not _A_LABEL.search(host):
        return host
    try:
        host_to_ascii(host, profile=profile)
    except IRIError:
        return host
    return _A_LABEL.sub(lambda label: decode_label(label[0].lower()), host)


class _Rules(NamedTuple):
    """Which checks a name has to pass."""

    profile: HostProfile
    check_hyphens: bool
    allow_root: bool
    in_iri: bool


class _HostError(Exception):
    """What is wrong with a host, before it is known in which text it stands."""

    def __init__(self, code: str, reason: str, position: int = 0) -> None:
        super().__init__(code)
        self.code = code
        self.reason = reason
        self.position = position


def _in_text(text: str, start: int, end: int, rules: _Rules) -> str:
    """Return ToASCII of ``text[start:end]``, or raise what is wrong with it as an `IRIError`."""
    try:
        # The cap comes before any Unicode work, and before the cache would keep the host.
        if end - start > _MAX_CHARACTERS:
            reason = (
                f"a domain name has at most {_MAX_NAME} octets, this one {end - start} characters"
            )
            raise _HostError("host-too-long", reason)
        return _to_ascii(text[start:end], rules)
    except _HostError as error:
        position = start + error.position
        raise iri_error(
            text,
            error.code,
            error.reason,
            component="ireg-name",
            position=position,
            section="3.1",
        ) from None


@lru_cache(maxsize=1024)
def _to_ascii(host: str, rules: _Rules) -> str:
    """UTS #46 section 4.2, ToASCII. Cached, as hosts repeat; bounded, as hosts are input."""
    # 3987bis section 3.4: what is percent-encoded in a domain name is UTF-8, and is decoded first.
    name = _TRIPLETS.sub(_decode_triplets, host)
    if rules.in_iri:
        _refuse(_NOT_IN_IRI, name, host)
    # Processing, steps 1 and 2: Map and Normalize.
    try:
        name = name.lower() if name.isascii() else _map(name)
    except ValueError:
        position, what = _first_refused(host, _NOT_LDH)
        raise _HostError("host-idna", f"a domain name cannot hold {what}", position) from None
    _refuse(_NOT_IN_IRI if rules.in_iri else _NOT_LDH, name, host)
    root = "." if name.endswith(".") else ""
    if root and not rules.allow_root:
        raise _HostError("host-empty-label", "the root is not accepted here", len(host) - 1)
    # Steps 3 and 4: Break, and Convert/Validate.
    labels = name.removesuffix(".").split(".")
    index = 0
    try:
        for index in range(len(labels)):
            labels[index] = decode_label(labels[index])
            _check_label(labels[index], rules)
        if _is_right_to_left("".join(labels)):
            for index in range(len(labels)):
                _check_bidi(labels[index])
        # ToASCII, steps 3 and 4: Punycode, and VerifyDnsLength.
        for index in range(len(labels)):
            labels[index] = _encode(labels[index])
    except _HostError as error:
        error.position = start_of_label(host, index)
        raise
    result = ".".join(labels)
    if len(result) > _MAX_NAME:
        reason = f"a domain name has at most {_MAX_NAME} octets, this one {len(result)}"
        raise _HostError("host-too-long", reason)
    return result + root


def _decode_triplets(match: re.Match[str]) -> str:
    """Decode percent-encoded UTF-8; other octets become lone surrogates, which `_map` refuses."""
    return bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "surrogateescape")


def _refuse(pattern: re.Pattern[str], name: str, host: str) -> None:
    """Raise if *pattern* matches a character of *name*, which *host* has become."""
    wrong = pattern.search(name)
    if wrong:
        position, _ = _first_refused(host, pattern)
        raise _HostError("host-character", f"a domain name cannot hold {spell(wrong[0])}", position)


def _map(name: str) -> str:
    """UTS #46 section 4, steps 1 and 2: the mapping table, then NFC; ValueError if disallowed."""
    from idna import uts46_remap

    if not unicode14.is_settled(name):
        raise ValueError("versions of Unicode differ about this name")
    return uts46_remap(name, std3_rules=False)


@lru_cache(maxsize=1024)
def decode_label(label: str, /) -> str:
    """UTS #46 section 4, step 4: an A-label becomes its U-label, any other label stays."""
    if not label.startswith("xn--"):
        return label
    if len(label) > _MAX_LABEL:
        reason = f"a label has at most {_MAX_LABEL} octets, this one {len(label)}"
        raise _HostError("host-label-too-long", reason)
    try:
        decoded = label[4:].encode().decode("punycode")
        # "xn--a-" is ASCII in disguise, "xn---bbk" a second spelling of "xn--bbk", "xn--8i7caa"
        # the full-width "www", which has no A-label, and "xn--xn--a--gua" one inside another.
        if (
            not decoded.isascii()
            and not decoded.startswith("xn--")
            and _punycode(decoded) == label
            and _map(decoded) == decoded
        ):
            return decoded
    except ValueError:  # of Punycode, or of the mapping
        pass
    raise _HostError("host-a-label", "this encodes no label (RFC 5891 section 4.2)")


def _check_label(label: str, rules: _Rules) -> None:
    """UTS #46 section 4.1, the Validity Criteria that the mapping has not met already."""
    if not label:
        raise _HostError("host-empty-label", "a domain name has no empty label")
    if len(label) > _MAX_LABEL:
        reason = f"a label has at most {_MAX_LABEL} octets, this one at least {len(label)}"
        raise _HostError("host-label-too-long", reason)
    if rules.in_iri and _NOT_IN_IRI.search(label):
        raise _HostError("host-character", "what this encodes looks like a slash")
    hyphens = rules.check_hyphens or rules.profile == "idna2008"
    if hyphens and (label[2:4] == "--" or "-" in (label[0], label[-1])):
        reason = "a label has no hyphen at its ends, nor in its third and fourth place"
        raise _HostError("host-hyphen", reason)
    # What is ASCII has letters, digits, hyphens and "_" by now: IDNA takes all but the last.
    if not label.isascii() or (rules.profile == "idna2008" and "_" in label):
        _check_idna(label, rules)


def _check_idna(label: str, rules: _Rules) -> None:
    """Make those of the checks that are IDNA's own."""
    if unicode14.category(label[0]).startswith("M"):
        raise _HostError("host-combining-mark", "a label does not begin with a combining mark")
    newer = unicode14.newer(label) if rules.profile == "idna2008" else ""
    if newer:
        raise _HostError("host-idna", f"{spell(newer)} came after Unicode 14.0")
    if rules.profile == "uts46" and not _IN_CONTEXT.search(label):
        return
    from idna import core

    _check_context(label, _CONTEXTJ, core.valid_contextj, "host-joiner")
    if rules.in_iri:
        _check_context(label, _CONTEXTO, core.valid_contexto, "host-idna")
    if rules.profile == "uts46":
        return
    if _is_right_to_left(label):
        _check_directions(label)
    try:
        core.check_label(label)
    except core.IDNABidiError:
        raise _HostError("host-bidi", _BIDI) from None
    except ValueError:
        raise _HostError("host-idna", "IDNA does not allow this label") from None


def _check_context(
    label: str, pattern: re.Pattern[str], rule: Callable[[str, int], bool], code: str
) -> None:
    """Raise if a character that *pattern* matches cannot stand where it does."""
    for character in pattern.finditer(label):
        # What stands before it may have no name in unicodedata, or none yet: a ValueError.
        may_stand = False
        with suppress(ValueError):
            may_stand = rule(label, character.start())
        if not may_stand:
            reason = f"{spell(character[0])} cannot stand here (RFC 5892 appendix A)"
            raise _HostError(code, reason)


_BIDI = "the Bidi Rule (RFC 5893) does not allow this label beside the others"


def _is_right_to_left(name: str) -> bool:
    """Tell whether *name* is a Bidi domain name: RFC 5893 section 1.4."""
    return MAY_BE_RIGHT_TO_LEFT.search(name) is not None and any(
        unicode14.bidirectional(character) in _RIGHT_TO_LEFT for character in name
    )


def _check_directions(label: str) -> None:
    """Refuse what ``idna`` would look up in the tables of this Python, if others differ."""
    if not unicode14.has_settled_direction(label):
        raise _HostError("host-bidi", _BIDI)


def _check_bidi(label: str) -> None:
    """CheckBidi: RFC 5893 section 2, for every label of a name that has right-to-left letters.

    ``idna`` applies the rule to such labels alone, which lets "0a.א" pass.
    """
    from idna.core import check_bidi

    _check_directions(label)
    try:
        check_bidi(label, check_ltr=True)
    except ValueError:
        raise _HostError("host-bidi", _BIDI) from None


def _encode(label: str) -> str:
    """ToASCII, steps 3 and 4 for one label."""
    result = label if label.isascii() else _punycode(label)
    if len(result) > _MAX_LABEL:
        reason = f"a label has at most {_MAX_LABEL} octets, this one {len(result)}"
        raise _HostError("host-label-too-long", reason)
    return result


@lru_cache(maxsize=1024)
def _punycode(label: str) -> str:
    return f"xn--{label.encode('punycode').decode()}"


# Where in a host a fault is, once there is one


def _first_refused(host: str, pattern: re.Pattern[str]) -> tuple[int, str]:
    """Return where and what the first character of *host* is that cannot be in a name.

    That is one without a mapping, or with one that *pattern* matches.
    """

    def is_refused(match: re.Match[str]) -> bool:
        character = _TRIPLETS.sub(_decode_triplets, match[0])
        try:
            return pattern.search(character + _map(character)) is not None
        except ValueError:
            return True

    match = next(filter(is_refused, _CHARACTERS.finditer(host)))
    return match.start(), spell(match[0]) if len(match[0]) == 1 else match[0]


def start_of_label(host: str, index: int, /) -> int:
    """Return where the label of that *index* begins in *host*, or 0 if it has fewer."""
    starts = [0, *(separator.end() for separator in _SEPARATORS.finditer(host))]
    return starts[index] if index < len(starts) else 0
