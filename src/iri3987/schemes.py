"""RFC 3987 sections 5.3.3 and 6.4: data about particular schemes, and ports.

Nothing else in this package depends on the scheme. Names are in lower case.
"""

#: The default port, which means the same as no port (5.3.3).
DEFAULT_PORT = {
    "ftp": "21",
    "ftps": "990",
    "gopher": "70",
    "http": "80",
    "https": "443",
    "imap": "143",
    "imaps": "993",
    "ldap": "389",
    "ldaps": "636",
    "nntp": "119",
    "nntps": "563",
    "pop": "110",
    "rtsp": "554",
    "rtsps": "322",
    "sftp": "22",
    "sip": "5060",
    "sips": "5061",
    "smtp": "25",
    "ssh": "22",
    "telnet": "23",
    "ws": "80",
    "wss": "443",
    "xmpp": "5222",
}

#: Schemes whose ireg-name is a domain name, so that ToASCII may be applied to it (3.1).
DOMAIN_NAME = frozenset({*DEFAULT_PORT, "git", "irc", "ircs", "rtmp", "svn"})

#: Schemes whose addresses a browser can run as a program: "data" has pages with scripts.
RUNS_CODE = frozenset({"data", "javascript", "vbscript"})

#: Schemes that define an empty path to be equivalent to "/" (5.3.3).
EMPTY_PATH_IS_ROOT = frozenset(
    {
        *("ftp", "ftps"),  # RFC 1738 section 3.2.2: "The whole url-path may be omitted"
        *("http", "https"),  # RFC 9110 section 4.2.3: "an empty path component is equivalent to"
        *("ws", "wss"),  # RFC 6455 section 3, where the resource name of an empty path is "/"
    }
)

#: The host that means the same as an empty one, and as no authority before a path that begins with
#: "/": "When a scheme defines a default for authority [...], the reference should be normalized to
#: an empty authority" (5.3.3). RFC 8089 section 2: "exactly as if no authority were present".
LOCAL_HOST = {"file": "localhost"}

#: Schemes whose path begins with the identifier of a namespace, in letters of either case.
NAMESPACE = frozenset({"urn"})  # RFC 8141 section 3.1: "the NID, by conversion to lower case"

#: Schemes with names like user@domain in their path.
MAILBOX = frozenset(
    {
        "acct",  # RFC 7565
        "im",  # RFC 3860
        "mailto",  # RFC 6068
        "pres",  # RFC 3859
        *("sip", "sips"),  # RFC 3261
        "xmpp",  # RFC 5122
    }
)

#: Schemes whose addresses begin with "//": those of domain names, and others that are well known.
WITH_AUTHORITY = (DOMAIN_NAME - MAILBOX) | frozenset(
    {
        *("afp", "amqp", "amqps", "coap", "coaps", "file", "ipp", "ipps", "mongodb", "mqtt"),
        *("mqtts", "nfs", "redis", "rediss", "rsync", "s3", "smb", "vnc", "webcal", "webcals"),
    }
)

#: Those whose path is a list of mailboxes with "," between them, each with a domain name.
MAILBOXES = frozenset({"mailto"})  # RFC 6068 section 2: to = addr-spec *("," addr-spec)

#: The greatest port.
GREATEST_PORT = 65535


def port_number(port: str, /) -> int:
    """Return the number of *port*; 999999 if it has more digits than any port."""
    digits = port.lstrip("0") or "0"
    return 999_999 if len(digits) > len(str(GREATEST_PORT)) else int(digits)


def has_leading_zeros(port: str, /) -> bool:
    """Return whether *port* has zeros before its number: "080" and "00", but not "0"."""
    return len(port) > 1 and port.startswith("0")
