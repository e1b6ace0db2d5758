"""The ending of a host that somebody typed without a scheme.

"example.con" is a name that no look-up finds. Where a form completes a bare host, it asks about
an ending that is neither a top-level domain nor for special use (RFC 6761). An address with a
scheme was copied, or written with care.
"""

from contextlib import suppress
from string import digits
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode.patterns import late
from iri3987.host.label import MAX_LABEL, HostError, decode_label
from iri3987.host.special_use import special_use_domain
from iri3987.inspection.findings import Hit
from iri3987.profile.full_width import half_width

#: A host that is not an IP address, without the dot at its end.
_HOST: Final = late(r"[a-z]+://([^/?#:@\[]+?)\.?(?![^/?#:])")
#: The names "test" of IANA's "IDN Test Domains", which documents have in examples.
_TESTS: Final = frozenset(
    {
        *("آزمایشی", "إختبار", "δοκιμή", "испытание", "טעסט", "परीक्षा"),
        *("பரிட்சை", "テスト", "测试", "測試", "테스트"),
    }
)


def unknown_ending(text: str, /) -> Hit | None:
    """Return the hit for the host of *text*, which begins with a scheme, or None."""
    from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS

    host = match[1] if (match := _HOST.match(half_width(text))) else ""
    before, _, label = host.rpartition(".")
    if not before or not 0 < len(label) <= MAX_LABEL:
        return None
    ending = version14.normalize("NFKC", version14.lower(label))
    with suppress(HostError):
        ending = decode_label(ending)
    if ending.endswith(tuple(digits)) or ending in TOP_LEVEL_DOMAINS:
        return None
    # "www.example" lacks its ending.
    if before.lower() != "www" and (ending in _TESTS or special_use_domain(host)):
        return None
    end = len(host) + text.index("//") + 2
    reason = "expected a top-level domain"
    return Hit("unknown-top-level-domain", "ireg-name", end - len(label) - 1, end, reason)
