"""RFC 3987 sections 5.3.3 and 6.4: what is known of particular schemes.

https://www.rfc-editor.org/rfc/rfc3987#section-5.3.3

Everything else in this package is generic; what depends on the scheme is data, and stands here.
Names are in lower case: compare with ``scheme.lower()``.
"""

__all__ = ["DEFAULT_PORT", "DOMAIN_NAME", "EMPTY_PATH_IS_ROOT", "SPECIAL"]

#: The port that stands for none at all (5.3.3).
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

#: The "special" schemes of the URL Standard but "file". Browsers read what follows one of these as
#: a host, whatever number of slashes stands before it: "http:x", "http:/x" and "http:///x" open x.
SPECIAL = frozenset({"ftp", "http", "https", "ws", "wss"})

#: Schemes that define an empty path to be equivalent to "/" (5.3.3).
EMPTY_PATH_IS_ROOT = frozenset({"http", "https", "ws", "wss"})
