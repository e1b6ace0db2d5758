"""RFC 3987 sections 3.1 and 5.3.3: the host of an IRI as a domain name, and what the web can use.

This module splits a name into its labels, of which `iri3987.host.label` has the checks, and gives
an error its position in the text that holds the host.
"""

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import get_args

from iri3987._unicode.delimiters import DOTS
from iri3987._unicode.everyday import MARKS
from iri3987._unicode.patterns import late
from iri3987._unicode.text import spell
from iri3987.exceptions import IRIError
from iri3987.host.label import (
    MAX_LABEL,
    NOT_IN_IRI,
    RUN,
    HostError,
    HostProfile,
    Rules,
    check_bidi,
    check_label,
    check_length,
    decode_label,
    encode_label,
    is_plain,
    is_right_to_left,
    map_name,
    may_stand_together,
)
from iri3987.syntax import grammar
from iri3987.syntax.errors import iri_error, with_position
from iri3987.syntax.patterns import PLAIN_HOST, STRAY_PERCENT, WEB, WEB_IN_ASCII
from iri3987.syntax.percent import decode_any, encode

#: The longest host that is examined, in characters: longer than any domain name.
MAX_CHARACTERS = 1024
#: VerifyDnsLength: the longest name without the root's dot, in octets.
MAX_NAME = 253

#: ASCII that no label may hold: all but LDH, "_" and the separator.
_NOT_LDH = late(r"(?![A-Za-z0-9_\-.])[\x00-\x7f]")
#: The same for the URL Standard: its "forbidden domain code points".
_FORBIDDEN = late(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
_TRIPLETS = late("(?:%[0-9A-Fa-f]{2})+")
_CHARACTERS = late("(?:%[0-9A-Fa-f]{2})+|.", re.DOTALL)
_A_LABEL = late(rf"(?:(?<=[.{DOTS}])|\A)[xX][nN]--[A-Za-z0-9-]*+(?![^.{DOTS}])")
_SEPARATORS = late(f"[.{DOTS}]|%2[Ee]")
#: The URL Standard's "ends in a number": clients read such a host as an IPv4 address or refuse it.
NUMBER = late("[0-9]+|0x[0-9a-f]*")
_IPV4 = late(grammar.IPV4ADDRESS)
#: The reason for the code "host-ipv4".
IPV4_EXPECTED = "expected four numbers from 0 to 255 without leading zeros"
_PLAIN = late(PLAIN_HOST)
#: A plain host whose labels need no look at each. They have at most 9 characters up to U+FFFF. In
#: Punycode, the number before each of L characters has at most 2 + log10(1 + delta / 4) digits, and
#: all deltas add up to at most 65535 * (L + 1) + L * L: so a label takes at most 7 * L + 4 octets,
#: or 63, and a host of 35 characters at most 253.
_EASY = late(rf"(?!.{{36}}|.*[^.]{{10}}){RUN}(?:[.\-{MARKS}]{RUN})*\.(?![0-9]){RUN}")
#: A name of two labels or more, the last of which cannot be a number.
_NAMED = late(r"[^\[%]*\.[^\[%.0-9][^\[%.]*+")

_IN_IRI = {profile: Rules(profile, in_iri=True) for profile in get_args(HostProfile)}


def host_in(text: str, start: int, end: int, profile: HostProfile, /) -> str:
    """Return ToASCII of the host at ``text[start:end]`` of an IRI; errors have positions in *text*.

    Whatever the *profile*, the result is a name that the DNS can hold.
    """
    # Only for names in ASCII is there a difference: do not do the work twice.
    if profile == "whatwg" and not text[start:end].isascii():
        profile = "uts46"
    return to_ascii(text, start, end, _IN_IRI[profile])


def sent_name(text: str, start: int, end: int, /) -> str:
    """Return the name at ``text[start:end]`` of an IRI as clients look it up.

    That is the one in the result of `to_uri`; if it is in ASCII, the one that browsers look up,
    even if it is percent-encoded, or if the DNS cannot hold it.
    """
    rules = Rules("whatwg", in_iri=not text[start:end].isascii())
    return to_ascii(text, start, end, rules)


def to_unicode(host: str, /, rules: Rules = _IN_IRI["uts46"]) -> str:
    """Return *host* with its A-labels decoded, or as it is if *rules* do not accept it."""
    if _A_LABEL.search(host) is None:
        return host
    try:
        to_ascii(host, 0, len(host), rules)
    except IRIError:
        return host
    return decode_a_labels(host)


def decode_a_labels(host: str, /) -> str:
    """Return *host*, a valid name, with its A-labels decoded."""
    return _A_LABEL.sub(lambda label: decode_label(label[0].lower()), host)


# What the web can use


def plain_web(text: str, /) -> re.Match[str] | None:
    """Match *text* if it is an `ordinary` IRI of http or https with a plain host and port.

    The groups are scheme, host and port, which may be absent. A plain host is a name of two labels
    or more that every profile leaves as it is, so that `check_web_host` accepts it; a plain port is
    from 1 to 59999. Without this first look, `WEB.check` takes 5 times as long.

    >>> plain_web("http://example.org:80/é").groups(), plain_web("http://例え.テスト").groups()
    (('http', 'example.org', '80'), ('http', '例え.テスト', None))
    >>> plain_web("http://Faß.de/"), plain_web("a:"), plain_web("http://example.org:080/")
    (None, None, None)
    """
    if text.isascii():
        return WEB_IN_ASCII.fullmatch(text)
    if "%" in text and STRAY_PERCENT.search(text):
        return None
    match = WEB.fullmatch(text)
    if match is None or (host := match[2]).isascii():
        return match
    # The cache keeps no host that is longer than a domain name can be.
    return match if len(host) <= MAX_NAME and is_plain_host(host) else None


def mapped(match: re.Match[str], /) -> str:
    """Return the URI of *match*, of `plain_web`."""
    text, host = match.string, match[2]
    if not host.isascii():
        text = f"{text[: match.start(2)]}{plain_to_ascii(host)}{text[match.end(2) :]}"
    return encode(text)


@lru_cache(maxsize=1024)
def is_plain_host(host: str, /) -> bool:
    """Return whether *host*, a short one, has two labels or more that every profile keeps."""
    if host.isascii():
        return _PLAIN.fullmatch(host) is not None
    if _EASY.fullmatch(host):
        return True
    return _NAMED.fullmatch(host) is not None and plain_to_ascii(host) != ""


@lru_cache(maxsize=1024)
def plain_to_ascii(host: str, /) -> str:
    """Return ToASCII of *host*, whatever the rules, if its labels are plain and short; else ""."""
    labels = host.split(".")
    is_easy = _EASY.fullmatch(host) is not None
    if not (is_easy or (all(map(is_plain, labels)) and may_stand_together(labels))):
        return ""
    labels = list(map(encode_label, labels))
    result = ".".join(labels)
    return result if len(result) <= MAX_NAME and max(map(len, labels)) <= MAX_LABEL else ""


def check_web_host(
    text: str, start: int, end: int, profile: HostProfile, /, *, single_label: bool = False
) -> None:
    """Raise `IRIError` unless the web can use the host at ``text[start:end]`` of an IRI.

    The DNS must be able to hold the result of *profile*. *single_label* accepts one label.
    """
    host = text[start:end]
    # The cache keeps no host that is longer than a domain name can be.
    check = _check_web_host if len(host) <= MAX_CHARACTERS else _check_web_host.__wrapped__
    try:
        check(host, profile, single_label)
    except IRIError as error:
        raise with_position(error, text, start + (error.position or 0)) from None


@lru_cache(maxsize=1024)
def _check_web_host(host: str, profile: HostProfile, single_label: bool) -> None:  # noqa: FBT001
    """Do what `check_web_host` does for all of *host*; hosts repeat."""
    if host.startswith("["):
        if host[1] in "vV":
            reason = "expected an IPv6 address, found an IPvFuture, to which no client connects"
            raise _error(host, "host-ip-literal", reason, 0, "IP-literal")
        return
    # Clients disagree about "%6cocalhost".
    if (encoded := host.find("%")) >= 0:
        reason = "expected characters, not their percent-encoding"
        raise _error(host, "host-percent-encoded", reason, encoded)
    name = host_in(host, 0, len(host), profile).removesuffix(".")
    # The URL Standard judges the A-label, which a browser may be given as well.
    labels = (name if profile == "whatwg" else decode_a_labels(name)).split(".")
    if is_unclear_address(host, name):
        raise _error(host, "host-ipv4", IPV4_EXPECTED, 0, "IPv4address")
    if len(labels) == 1 and not single_label and name != "localhost":
        reason = "expected two labels or more, as in example.org"
        raise _error(host, "host-single-label", reason, 0)
    for index, label in enumerate(labels):
        if label.startswith("-") or label.endswith("-"):
            reason = "expected a label that does not begin or end with a hyphen"
            raise _error(host, "host-hyphen", reason, _start_of_label(host, index))


def is_unclear_address(host: str, name: str, /) -> bool:
    """Return whether clients read *host*, whose ToASCII is *name*, as different IPv4 addresses.

    They do if it ends in a number, unless the text itself is four decimal numbers: "１２７.0.0.1"
    maps to an address that a filter overlooks.
    """
    last = name.removesuffix(".").rpartition(".")[2]
    return NUMBER.fullmatch(last) is not None and _IPV4.fullmatch(host.removesuffix(".")) is None


def _error(
    text: str, code: str, reason: str, position: int, component: str = "ireg-name"
) -> IRIError:
    return iri_error(text, code, reason, component=component, position=position)


# ToASCII


def to_ascii(text: str, start: int, end: int, rules: Rules, /) -> str:
    """Return ToASCII of ``text[start:end]``, or raise an `IRIError` that says why there is none."""
    try:
        # Check the length first: before any Unicode work, and before the cache keeps the host.
        if end - start > MAX_CHARACTERS:
            found = f"{end - start} characters"
            reason = f"expected at most {MAX_NAME} octets in a domain name, found {found}"
            raise HostError("host-too-long", reason)
        host = text[start:end]
        return plain_to_ascii(host) or _to_ascii(host, rules)
    except HostError as error:
        raise _error(text, error.code, error.reason, start + error.position) from None


@lru_cache(maxsize=1024)
def _to_ascii(host: str, rules: Rules) -> str:
    """UTS #46 section 4.2, ToASCII, with a cache because hosts repeat."""
    # 3987bis section 3.4: percent-encoded octets in a domain name are UTF-8, and decoded first.
    # Other octets become lone surrogates, to be refused later.
    given = _TRIPLETS.sub(decode_any, host)
    refused = _FORBIDDEN if rules.profile == "whatwg" else _NOT_LDH
    if rules.in_iri:
        refused = NOT_IN_IRI
        _refuse(refused, given, host)
    # Processing, steps 1 and 2: Map and Normalize.
    try:
        name = given.lower() if given.isascii() else map_name(given)
    except ValueError:
        position, what = _first_refused(host, refused)
        reason = f"expected a character of a domain name, found {what}"
        raise HostError("host-idna", reason, position) from None
    if not name:
        raise HostError("host-empty-label", "expected at least one label in a domain name")
    _refuse(refused, name, host)
    root = "." if name.endswith(".") else ""
    if root and not rules.allow_root:
        raise HostError("host-empty-label", "expected a name without a final dot", len(host) - 1)
    labels = name.removesuffix(".").split(".")
    # Steps 3 and 4: Break, and Convert/Validate. The URL Standard's domain parser lower-cases a
    # name in ASCII "regardless of Unicode ToASCII's outcome": invalid A-labels are in use.
    decode = rules.profile != "whatwg" or not given.isascii()
    _each(labels, host, partial(_convert, rules=rules, decode=decode))
    if is_right_to_left("".join(labels)):
        _each(labels, host, check_bidi)
    # ToASCII, steps 3 and 4: Punycode, and VerifyDnsLength.
    _each(labels, host, lambda label: check_length(encode_label(label), rules))
    result = ".".join(labels)
    if rules.verify_dns_length and len(result) > MAX_NAME:
        reason = f"expected at most {MAX_NAME} octets in a domain name, found {len(result)}"
        raise HostError("host-too-long", reason)
    return result + root


def _each(labels: list[str], host: str, function: Callable[[str], str]) -> None:
    """Replace each label by *function* of it; an error gets the position of its label in *host*."""
    index = 0
    try:
        for index, label in enumerate(labels):
            labels[index] = function(label)
    except HostError as error:
        error.position = _start_of_label(host, index)
        raise


def _convert(label: str, rules: Rules, *, decode: bool) -> str:
    check_length(label, rules)
    if decode:
        label = decode_label(label)
    check_label(label, rules)
    return label


def _refuse(pattern: re.Pattern[str], name: str, host: str) -> None:
    """Raise if *pattern* matches a character of *name*, the mapped *host*."""
    if wrong := pattern.search(name):
        position, _ = _first_refused(host, pattern)
        reason = f"expected a character of a domain name, found {spell(wrong[0])}"
        raise HostError("host-character", reason, position)


# The position of a fault in a host


def _first_refused(host: str, pattern: re.Pattern[str]) -> tuple[int, str]:
    """Return where *host* has its first character without a mapping or in *pattern*, and which."""

    def is_refused(match: re.Match[str]) -> bool:
        character = _TRIPLETS.sub(decode_any, match[0])
        try:
            return pattern.search(character + map_name(character)) is not None
        except ValueError:
            return True

    match = next(filter(is_refused, _CHARACTERS.finditer(host)))
    return match.start(), spell(match[0]) if len(match[0]) == 1 else match[0]


def _start_of_label(host: str, index: int) -> int:
    """Return where the label of that *index* begins in *host*, or 0 if it has fewer."""
    starts = [0, *(separator.end() for separator in _SEPARATORS.finditer(host))]
    return starts[index] if index < len(starts) else 0
