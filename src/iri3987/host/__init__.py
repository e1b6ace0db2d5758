"""RFC 3987 sections 3.1 and 5.3.3: ireg-name as a domain name.

The RFC uses the ToASCII operation of IDNA 2003 (RFC 3490), which has been replaced twice: it maps
``faß.de`` to ``fass.de``, which is another domain. This module applies UTS #46 instead
(https://www.unicode.org/reports/tr46/), non-transitional, as browsers do, with the tables and
checks of the ``idna`` package, which it loads only when a name needs them. The profile "whatwg" is
the domain parser of the URL Standard (https://url.spec.whatwg.org/#idna), not strict, as of July
2026; "uts46" has VerifyDnsLength and UseSTD3ASCIIRules, but allows "_" (docs/explanation/hosts.md).

Choice: the host of an IRI must pass further rules, because people see the IRI and not the mapped
name. The DNS must be able to hold it. It cannot have a look-alike of "/", or ASCII that a combining
mark changes ("=" and U+0338 are "≠"). And the characters of RFC 5892 appendix A.3 to A.9 must stand
where registries allow them: "l·l", not "a·b".

``idna`` alone decides which characters are allowed, not Python: see `iri3987._unicode.version14`.
"""

from typing import get_args

from iri3987._unicode.text import exact, not_one_of
from iri3987.host.domain_name import to_ascii, to_unicode
from iri3987.host.label import HostProfile, Rules
from iri3987.syntax import grammar
from iri3987.syntax.patterns import matches

__all__ = ["HostProfile", "host_to_ascii", "host_to_unicode"]

_PROFILES = get_args(HostProfile)


def host_to_ascii(
    host: str,
    /,
    *,
    profile: HostProfile = "uts46",
    check_hyphens: bool = False,
    allow_root: bool = True,
) -> str:
    r"""Return the domain name *host* as it stands in the DNS: lower case, its labels A-labels.

    *profile* "whatwg" accepts the names that browsers accept, even if the DNS cannot hold them;
    "uts46" accepts names whose A-labels are valid and whose lengths the DNS can hold, emoji
    included; "idna2008" accepts the names that registries may register (RFC 5891), after the
    mapping of UTS #46. *check_hyphens* refuses hyphens at the ends of a label, and in its third and
    fourth place. *allow_root* keeps a final dot, which UTS #46 itself refuses. More than 1024
    characters are refused. Except with "whatwg", a label has at most 63 octets and the result 253.

    An IP address is returned as it is, IPv6 in brackets and lower case: pass any `IRI.host`.

    Raises `IRIError` with a code that starts "host-" if *host* cannot be a domain name: see
    RFC 3987 section 3.1, "the ToASCII operation may fail".

    >>> host_to_ascii("Faß.de"), host_to_ascii("i❤.ws"), host_to_ascii("a_b.例え")
    ('xn--fa-hia.de', 'xn--i-7iq.ws', 'a_b.xn--r8jz45g')
    >>> host_to_ascii("[2001:DB8::1]"), host_to_ascii("192.0.2.1")
    ('[2001:db8::1]', '192.0.2.1')
    >>> host_to_ascii("evil.com＼.example")
    Traceback (most recent call last):
    iri3987.exceptions.IRIError: host-character: expected a character of a domain name, found...
    >>> host_to_ascii("xn--8i7caa.Famitei.net", profile="whatwg")
    'xn--8i7caa.famitei.net'
    """
    host = exact(host)
    if profile not in _PROFILES:
        raise not_one_of("profile", profile, _PROFILES)
    if host.startswith("[") and matches(host, grammar.IP_LITERAL):
        return host.lower()
    return to_ascii(host, 0, len(host), Rules(profile, check_hyphens, allow_root))


def host_to_unicode(host: str, /, *, profile: HostProfile = "uts46") -> str:
    """Return *host* with its A-labels decoded, if that loses nothing (ToUnicode).

    Decoding loses nothing if each decoded label encodes to itself again, and if the whole name
    passes `host_to_ascii`. Other hosts, and IP addresses, are returned as they are. Never raises.
    With *profile* "whatwg" the result is that of "uts46".

    >>> host_to_unicode("xn--fa-hia.de"), host_to_unicode("xn--a.de")
    ('faß.de', 'xn--a.de')
    """
    host = exact(host)
    if profile not in _PROFILES:
        raise not_one_of("profile", profile, _PROFILES)
    # An IPvFuture may hold text that looks like an A-label.
    if host.startswith("["):
        return host
    # "whatwg" does not check the A-labels of a name in ASCII.
    profile = "uts46" if profile == "whatwg" else profile
    return to_unicode(host, Rules(profile))
