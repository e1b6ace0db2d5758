"""The host column: which host an address leads to, in the one spelling that goes on the wire."""

import re
from typing import Final
from urllib.parse import quote, unquote_to_bytes

from django_iri.fields.derived import DerivedField
from iri3987 import IRIError, host_to_ascii
from iri3987.host.ip import format_ip, parse_host_ip
from iri3987.syntax.browser import REMOVED, browser_parts

#: The longest name that the DNS can hold, in octets.
_MAX_HOST: Final = 253

#: The characters between labels (UTS 46).
_DOTS: Final = ".\u3002\uff0e\uff61"


def host_of(text: str, /) -> str | None:
    r"""Return the host to which the address *text* leads, in one spelling; None without a host.

    A domain name is in A-labels and lower case, without a final dot. An IPv4 address has four
    decimal numbers. An IPv6 address is as short as can be (RFC 5952), without brackets. Any other
    host is in lower case, with non-ASCII characters percent-encoded. A host that is longer
    than the DNS can hold (253 octets) leads nowhere: None.

    Text that is not an IRI has the host that a browser would find in it.

    >>> host_of("http://me@FAß。de.:80/"), host_of("http://%65vil.example")
    ('xn--fa-hia.de', 'evil.example')
    >>> host_of("https://[2001:DB8:0::1]/"), host_of("http://0x7f.1/")
    ('2001:db8::1', '127.0.0.1')
    >>> host_of("urn:example:1"), host_of(r"http:\\a|b.example")
    (None, 'a%7cb.example')
    """
    found = browser_parts(text).host
    if found is None:
        return None
    host = re.sub(f"[{REMOVED}]", "", text[slice(*found)])
    return one_spelling(f"{host.removesuffix(']')}]" if host.startswith("[") else host)


def one_spelling(host: str, /) -> str | None:
    """Return *host* as `host_of` does; an IPv6 address may have brackets or not."""
    host = host.rstrip(_DOTS)
    address = parse_host_ip(host)
    if address is not None:
        return format_ip(address)
    try:
        name = host_to_ascii(host, profile="whatwg").rstrip(".")
    except IRIError:
        # A longer name cannot be stored, even if all of it is percent-encoded.
        if len(host) > 3 * _MAX_HOST:
            return None
        # Octets that are not UTF-8, and lone surrogates, stay what they are.
        octets = unquote_to_bytes(host.encode("utf-8", "surrogatepass"))
        name = quote(octets, safe="!$&'()*+,;=:[]").lower().rstrip(".")
    return name if 0 < len(name) <= _MAX_HOST else None


class IRIHostField(DerivedField):
    """A column for the host of the `IRIField` called *source*, in one spelling: see `host_of`.

    It is kept in step with its source as an `IRIKeyField` is. Ask it for what `host_of` returns. It
    is NULL for an address that leads to no host. It has an index unless *db_index* is False.
    """

    description: str = "Host of an IRI"
    length = _MAX_HOST

    def compute(self, text: str, /) -> str | None:
        """Return the host of *text*."""
        return host_of(text)
