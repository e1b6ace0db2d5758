"""The codes of errors that are about a host."""

from functools import partial

from iri3987.codes.row import Code, Severity

_PROFILE = ("Profile.check",)
_ERROR, _WARNING, _ = Severity
#: The rows of errors about a name, and of rules that only a profile has.
_host = partial(Code, "3.1", _ERROR, ("host_to_ascii", "to_uri", *_PROFILE), call="to_uri({})")
_profile = partial(Code, "", None, _PROFILE, call="WEB.check({})")

ROWS = {
    "host-missing": _profile(
        "An address of the web needs a host. Browsers take the text that follows for one.",
        "http:///path",
    )._replace(section="RFC 9110 section 4.2.1", severity=_ERROR),
    # Not a domain name
    "host-character": _host(
        "A character of the host ends a host, becomes one that does, or looks like one.",
        "http://evil.com＼.example/",
    ),
    "host-idna": _host(
        "IDNA does not allow this character in a domain name, or not in this place.",
        "http://a·b.example/",
    ),
    "host-a-label": _host(
        'The text after "xn--" is not the encoding of a label.', "http://xn--a.例え.example/"
    ),
    "host-empty-label": _host(
        "A label between two dots, or before the first one, is empty.",
        "http://www..example.org/",
        call="WEB.check({})",
    ),
    "host-label-too-long": _host(
        "A label of a domain name has at most 63 octets in the DNS.", f"http://{'ä' * 60}.example/"
    ),
    "host-too-long": _host(
        "A domain name has at most 253 octets in the DNS.",
        f"http://{'example.' * 32}org/",
        call="WEB.check({})",
    ),
    "host-combining-mark": _host(
        "A combining mark at the start of a label would change the dot before it.",
        "http://\u0301a.example/",
    ),
    "host-joiner": _host(
        "An invisible joiner stands between characters that it cannot join.",
        "http://exam\u200dple.org/",
    ),
    "host-bidi": _host(
        "The label mixes right-to-left and left-to-right letters in a way that RFC 5893 forbids.",
        "http://0a.\u05d0/",
    ),
    "host-hyphen": _host(
        "A label in the DNS does not begin or end with a hyphen.",
        "http://-a.example/",
        call="WEB.check({})",
    )._replace(severity=None, raised_by=("host_to_ascii", *_PROFILE)),
    "host-double-hyphen": _host(
        "Only A-labels have hyphens in the third and fourth place: registries refuse other labels.",
        "aa--é.example",
        call="host_to_ascii({}, check_hyphens=True)",
    )._replace(severity=None, raised_by=("host_to_ascii",)),
    # Rules of a profile
    "host-single-label": _profile(
        "A host of the public internet has two labels or more.", "http://intranet/"
    ),
    "host-ipv4": _profile(
        "Clients read this host as an IPv4 address, which a filter of addresses does not see.",
        "http://0x7f.1/",
    )._replace(section="RFC 3986 section 7.4", severity=_WARNING),
    "host-not-public": _profile(
        "The host is not part of the public internet: a private address, or a name for local use.",
        "http://127.0.0.1/",
        call="PUBLIC.check({})",
    ),
    "host-not-allowed": _profile(
        "The host, or a domain or a network that it is in, is on the list of what is refused.",
        "http://db.corp.example/",
        call="Profile(deny_hosts=['.corp.example']).check({})",
    )._replace(section="8"),
    "host-percent-encoded": _profile(
        "Clients differ in which host they read when something in it is percent-encoded.",
        "http://%6cocalhost/",
    ),
    "host-ip-literal": _profile(
        "Brackets must hold an IPv6 address: nothing connects to an address of a later version.",
        "http://[v1.a]/",
    )._replace(raised_by=(*_PROFILE, "django_iri.http.allowed_hosts")),
}
