"""RFC 6761: special-use domain names, which the public internet does not have.

These are the names of the IANA registry
https://www.iana.org/assignments/special-use-domain-names/, except example.com, example.net and
example.org, which anyone can look up and fetch; and names that are in use in private networks.
"""

from collections.abc import Mapping
from typing import Final

#: The domains, in the form of the DNS: each with all names that end in it, and the reason why the
#: public internet does not have them, as `iri3987.host.public.why_not_public` names it.
SPECIAL_USE: Final[Mapping[str, str]] = {
    "alt": "reserved",  # RFC 9476: other systems than the DNS
    "arpa": "reserved",  # RFC 3172: infrastructure, as service.arpa is (RFC 9665)
    "home.arpa": "private",  # RFC 8375: networks of homes
    "example": "reserved",  # RFC 6761 section 6.5: documentation
    "invalid": "reserved",  # RFC 6761 section 6.4
    "local": "private",  # RFC 6762: multicast DNS; the default of Kubernetes: "cluster.local"
    "localhost": "loopback",  # RFC 6761 section 6.3
    "onion": "reserved",  # RFC 7686: Tor
    "test": "reserved",  # RFC 6761 section 6.2
    # For private networks, by decisions of ICANN's Board of July 2024 ("internal") and February
    # 2018: the DNS will never have them. Docker has "host.docker.internal", Podman
    # "host.containers.internal".
    **dict.fromkeys(("internal", "corp", "home", "mail"), "private"),
    # RFC 6762 appendix G: in use in private networks, as are two of those above.
    **dict.fromkeys(("intranet", "lan", "private"), "private"),
    # Names in the hosts files of systems, for their own loopback address: many have
    # "localhost.localdomain", Fedora and Red Hat (package "setup") "localhost4.localdomain4"
    # and "localhost6.localdomain6", FreeBSD (etc/hosts) "localhost.my.domain".
    **dict.fromkeys(("localdomain", "localdomain4", "localdomain6", "my.domain"), "loopback"),
    # The domains of machines in OpenStack, by the defaults of Nova and Neutron ("dhcp_domain",
    # "dns_domain"): they are in the hosts files that DHCP agents and cloud-init write.
    **dict.fromkeys(("novalocal", "openstacklocal"), "private"),
    # Kubernetes, "DNS for Services and Pods": the search list of a pod has "cluster.local" and
    # "svc.cluster.local", so that "database.shop.svc" and "kubernetes.default" are names. The
    # last four are the namespaces that every cluster has ("Namespaces", "Initial namespaces").
    **dict.fromkeys(("svc", "default", "kube-system", "kube-public", "kube-node-lease"), "private"),
    # By the defaults of Consul ("domain"), Mesos-DNS ("domain"), LXD and Incus ("dns.domain"),
    # and Podman's aardvark-dns ("dns.podman").
    **dict.fromkeys(("consul", "mesos", "lxd", "incus", "dns.podman"), "private"),
}
_SUFFIXES: Final = tuple(f".{domain}" for domain in SPECIAL_USE)
#: Their last labels: most names end in another one.
_ENDINGS: Final = frozenset(domain.rpartition(".")[2] for domain in SPECIAL_USE)


def special_use_domain(name: str, /) -> str:
    """Return the special-use domain that *name*, in the form of the DNS, is in; "" if in none.

    >>> special_use_domain("db.default.svc"), special_use_domain("test"), special_use_domain("a.de")
    ('svc', 'test', '')
    """
    if name.rpartition(".")[2] not in _ENDINGS:
        return ""
    dotted = f".{name}"
    return max((each for each in _SUFFIXES if dotted.endswith(each)), key=len, default="")[1:]
