"""RFC 3987 sections 3.1 and 5.3.3: ireg-name as a domain name.

https://www.rfc-editor.org/rfc/rfc3987#section-3.1

The RFC names the ToASCII operation of IDNA 2003 (RFC 3490), which has been replaced twice: it
sends ``faß.de`` to ``fass.de``, somebody else's domain. This module applies UTS #46 instead
(https://www.unicode.org/reports/tr46/), non-transitional, as browsers do, on the tables and
checks of the ``idna`` package; that is loaded only when a name needs it.

There are three profiles:

- "whatwg" is the domain parser of the URL Standard (https://url.spec.whatwg.org/#idna), not strict,
  as of July 2026, which is what browsers go by: a name in ASCII is lower-cased and nothing else, as
  sites are in use whose "xn--" is no A-label. A name with other characters has to pass UTS #46 with
  CheckBidi over the whole name and CheckJoiners. "Forbidden domain code points" are refused.
- "uts46" holds each name to UTS #46, with VerifyDnsLength as well. UseSTD3ASCIIRules is set as the
  RFC asks, save that "_" passes: names with an underscore are in use and resolve.
- "idna2008" takes what a registry may register (RFC 5891), after the mapping of UTS #46.

A final dot, the root, is kept unless refused.

Choice: a host that stands in an IRI is held to more than this, as people see the IRI and not the
name that it maps to. It is a name that the DNS can hold. It has no slash but "/", and no ASCII that
a combining mark takes away ("=" and U+0338 are "≠"); and the characters of RFC 5892 appendix A.3 to
A.9 stand where they belong, "l·l" and not "a·b", as every registry has it.

Which characters there are depends on the version of ``idna`` alone, and not on that of Python: a
character that came after Unicode 14.0 is refused where Python's own tables would be asked about it,
as `iri3987.unicode14` says. That is where it is a mark, composes or is written from right to left,
in a name with right-to-left letters, and for the profile "idna2008".
"""

from typing import get_args

from iri3987 import grammar
from iri3987._domain_name import decode_a_labels, has_a_label, to_ascii
from iri3987._idna import HostProfile, Rules
from iri3987._patterns import matches
from iri3987._text import exact
from iri3987.exceptions import IRIError

__all__ = ["HostProfile", "host_to_ascii", "host_to_unicode"]


def host_to_ascii(
    host: str,
    /,
    *,
    profile: HostProfile = "uts46",
    check_hyphens: bool = False,
    allow_root: bool = True,
) -> str:
    r"""Return the domain name *host* as it stands in the DNS: lower case, its labels A-labels.

    *profile* "whatwg" takes what browsers take, even what the DNS cannot hold; "uts46" takes names
    whose A-labels are valid and whose lengths the DNS can hold, emoji included; "idna2008" takes
    what registries may register (RFC 5891), after the mapping of UTS #46. *check_hyphens* refuses
    hyphens at the ends of a label, and in its third and fourth place. *allow_root* keeps a final
    dot, which UTS #46 itself refuses. At most 1024 characters are looked at, and but for "whatwg"
    the result has at most 63 octets a label and 253 in all.

    An IP address comes back as it is, an IPv6 address with its brackets and in lower case, so that
    whatever `IRI.host` gives can be handed over.

    Raises `IRIError` with a code that starts "host-" where no domain name can be had: see
    RFC 3987 section 3.1, "the ToASCII operation may fail".

    >>> host_to_ascii("Faß.de"), host_to_ascii("i❤.ws"), host_to_ascii("a_b.例え")
    ('xn--fa-hia.de', 'xn--i-7iq.ws', 'a_b.xn--r8jz45g')
    >>> host_to_ascii("[2001:DB8::1]"), host_to_ascii("192.0.2.1")
    ('[2001:db8::1]', '192.0.2.1')
    >>> host_to_ascii("evil.com＼.example")
    Traceback (most recent call last): iri3987.exceptions.IRIError: host-character: expected a
    character of a domain name, found '\\' (U+005C)...
    >>> host_to_ascii("xn--8i7caa.Famitei.net", profile="whatwg")
    'xn--8i7caa.famitei.net'
    """
    if profile not in get_args(HostProfile):
        raise ValueError(f"there is no profile {profile!r} for hosts")
    host = exact(host)
    if host.startswith("[") and matches(host, grammar.IP_LITERAL):
        return host.lower()
    return to_ascii(host, 0, len(host), Rules(profile, check_hyphens, allow_root, in_iri=False))


def host_to_unicode(host: str, /, *, profile: HostProfile = "uts46") -> str:
    """Return *host* with its A-labels decoded, where that loses nothing (ToUnicode).

    Every label decoded encodes to itself again, and the name passes `host_to_ascii` as a whole:
    what does not, comes back as it was. So does an IP address. Never raises. With *profile*
    "whatwg" the answer is that of "uts46".

    >>> host_to_unicode("xn--fa-hia.de"), host_to_unicode("xn--a.de")
    ('faß.de', 'xn--a.de')
    """
    host = exact(host)
    # An IPvFuture may hold what reads as an A-label.
    if host.startswith("[") or not has_a_label(host):
        return host
    try:
        # "whatwg" does not look into the A-labels of a name in ASCII.
        host_to_ascii(host, profile="uts46" if profile == "whatwg" else profile)
    except IRIError:
        return host
    return decode_a_labels(host)
