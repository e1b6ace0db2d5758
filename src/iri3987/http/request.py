"""RFC 3987 section 3.2: the IRI of an HTTP request."""

from typing import Final

from iri3987.appearance import display
from iri3987.http.request_target import without_dot
from iri3987.mapping import to_iri
from iri3987.profile import Profile
from iri3987.syntax.errors import iri_error
from iri3987.values import IRI

__all__ = ["request_iri"]

#: The rule for the scheme with the ``Host`` field: a host, without a user name.
_ORIGIN: Final = Profile(require_host=True, allow_userinfo=False)


def request_iri(scheme: str, host: str, target: str, /, *, host_as_sent: bool = False) -> IRI:
    """Return the IRI of a request.

    *host* is the ``Host`` field, and *target* is a result of `iri3987.http.wsgi.request_target` or
    `iri3987.http.asgi.request_target`. The host is in Unicode if that is safe to show, unless
    *host_as_sent* is set. ``uri`` of the result is equivalent to the URI that was sent: "%7E" is
    "~".

    Raises `IRIError` if *host* is not a host, with or without a port.

    >>> request_iri("https", "xn--fa-hia.de:8000", "/stra%C3%9Fe?q=a%2Fb")
    IRI('https://faß.de:8000/straße?q=a%2Fb')
    """
    origin = _ORIGIN.check(f"{scheme}://{host}")
    # "example.org/path" has more than an authority, and non-ASCII octets are read as Latin-1.
    if origin.authority != host or not host.isascii():
        raise iri_error(host, "bad-component", "expected a host in ASCII", component="ihost")
    shown = origin if host_as_sent else IRI(display(origin))
    # Not every client reads "%41.example" as "a.example": it stays as it was sent.
    sent = shown if shown.uri.lower() == origin.lower() else origin
    # Without "/.", the start of a path such as "//a:b" would be read as an authority.
    return IRI(f"{sent}{without_dot(to_iri(target))}")
