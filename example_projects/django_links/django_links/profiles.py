"""The profile of the directory: the model, its form and its migration name it by its path."""

from dataclasses import replace

from iri3987 import WEB

#: The schemes that the directory takes. None of them runs as code: `/go/` redirects to all.
SCHEMES = ["http", "https", "mailto", "urn"]

#: An address of the web has a host that the DNS can hold. No address has a password, because anyone
#: can see it. The length is that of the mapped URI, which is sent: it may be longer than the text,
#: and servers and browsers have limits.
DIRECTORY = replace(
    WEB,
    schemes=SCHEMES,
    require_host=["http", "https"],
    allow_userinfo=False,
    max_octets=2048,
)
