"""RFC 3987 section 7.6: which labels of a domain name are shown in Unicode."""

import re
from functools import lru_cache

from iri3987._unicode.patterns import late
from iri3987.exceptions import IRIError
from iri3987.host import host_to_unicode
from iri3987.host.domain_name import MAX_NAME, host_in, is_plain_host
from iri3987.host.label import decode_label, is_plain
from iri3987.schemes import DOMAIN_NAME, MAILBOX
from iri3987.syntax.browser import SPECIAL
from iri3987.syntax.percent import STEP_2_OCTET

#: The domain of a name like user@domain, in a list of them or in a field of a header (RFC 6068
#: section 2), with the characters in it that are percent-encoded: an invisible one ends no domain.
DOMAIN = late(f"(?:(?<=@)|(?<=%40))(?:[^@,;&=%/:?]++|{STEP_2_OCTET})+")
#: The domain at the beginning of a path, without a user: "sip:example.org", "xmpp:example.org/a".
LONE_DOMAIN = late(rf"(?:[^@,;&=%/:?#]++|{STEP_2_OCTET})+(?=[,;&=/:?#]|\Z)")

_SCHEME = "[A-Za-z][A-Za-z0-9+.\\-]*+:"
_INNER = late(rf"(?:{_SCHEME})+(?={_SCHEME}//|(?i:{'|'.join(sorted(SPECIAL))}):)", re.ASCII)


def inner_address(text: str, /) -> int:
    """Return where an address in *text* begins behind other schemes, as "view-source:", or 0."""
    match = _INNER.match(text)
    return match.end() if match else 0


def has_names_in_path(scheme: str, /, *, has_authority: bool) -> bool:
    """Return whether the path behind *scheme* has domain names: after "@", or at its beginning."""
    return scheme in MAILBOX or (scheme in DOMAIN_NAME and not has_authority)


def is_ascii_or_safe(host: str, /) -> bool:
    """Return whether *host*, a name of any length, is in ASCII, or is shown as it is."""
    return host.isascii() or (len(host) <= MAX_NAME and is_safe_name(host))


@lru_cache(maxsize=1024)
def is_safe_name(host: str, /) -> bool:
    """Return whether `display` shows *host*, a short non-ASCII name that `to_uri` maps."""
    if is_plain_host(host):
        from iri3987._unicode.safe_labels import is_safe

        labels = host.split(".")
        return all(each.isascii() or is_safe(each, labels[-1]) for each in labels)
    try:
        return with_safe_labels(host_in(host, 0, len(host), "uts46")) == host
    except IRIError:
        return False


@lru_cache(maxsize=1024)
def with_safe_labels(name: str) -> str:
    """Return *name*, a result of `host_to_ascii`, with its safe labels decoded."""
    if "xn--" not in name:
        return name
    from iri3987._unicode.safe_labels import is_safe

    labels = name.split(".")
    decoded = list(map(_decoded, labels))
    *others, top = filter(None, decoded)
    if not others:
        top = ""  # a lone label is not a top-level domain
    # `host_to_ascii` accepts the whole name with all A-labels decoded, so it accepts this one.
    return ".".join(
        [
            unicode if not unicode.isascii() and is_safe(unicode, top) else label
            for label, unicode in zip(labels, decoded, strict=True)
        ]
    )


def _decoded(label: str) -> str:
    """Return *label* of a result of `host_to_ascii` as a U-label, if IDNA 2008 accepts it."""
    if not label.startswith("xn--"):
        return label
    unicode = decode_label(label)
    return unicode if is_plain(unicode) else host_to_unicode(label, profile="idna2008")
