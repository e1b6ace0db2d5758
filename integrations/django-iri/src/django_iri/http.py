"""Redirects to IRIs, and host names for the settings.

A settings file can import this module: it reads no settings.
"""

import re
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import DisallowedRedirect
from django.http import HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect

from django_iri.text import read_lazy
from iri3987 import IRIError, IRIReference, host_to_ascii, redirection
from iri3987.headers import map_header

__all__ = ["IRIHttpResponsePermanentRedirect", "IRIHttpResponseRedirect", "allowed_hosts"]


class _ToIRI(HttpResponse):
    """Map the target before Django sees it: Django would percent-encode the host."""

    #: The Location that was mapped here. `IRIMiddleware` does not map it again.
    mapped_location: str

    def __init__(self, redirect_to: Any, *args: Any, **kwargs: Any) -> None:
        try:
            target = map_header("Location", read_lazy(redirect_to))
            urlsplit(target)  # Django does; Python 3.13 raises for the URI "http://[V1.x]/"
        except ValueError as error:
            code = error.code if isinstance(error, IRIError) else "invalid"
            raise DisallowedRedirect(f"Unsafe redirect to what is not a URI: {code}") from None
        super().__init__(target, *args, **kwargs)
        self.mapped_location = self.headers["Location"]


class IRIHttpResponseRedirect(_ToIRI, HttpResponseRedirect):
    """`HttpResponseRedirect` to an IRI or IRI reference: its Location is the mapped URI.

    The host is written in A-labels, and `allowed_schemes` are Django's. A target that cannot be
    mapped raises `DisallowedRedirect`, and Django answers 400: a user may have sent the target.
    """


class IRIHttpResponsePermanentRedirect(_ToIRI, HttpResponsePermanentRedirect):
    """The same as `IRIHttpResponseRedirect`, for `HttpResponsePermanentRedirect`."""


_ENCODED_HOST = re.compile("%[89A-Fa-f]")


def with_a_labels(uri: str, /) -> str:
    """Return *uri*, which Django's `iri_to_uri` has made, with its host in A-labels.

    Django percent-encodes a host. Browsers read that as the same host (3987bis section 3.4), but
    other clients know only A-labels. A host that is not a domain name is not changed, nor is
    text that is not a reference.

    >>> with_a_labels("http://fa%C3%9F.de/stra%C3%9Fe"), with_a_labels("http://%E9.de/")
    ('http://xn--fa-hia.de/stra%C3%9Fe', 'http://%E9.de/')
    """
    if not _ENCODED_HOST.search(uri):
        return uri
    try:
        reference = IRIReference(uri)
        if reference.host is None or not _ENCODED_HOST.search(reference.host):
            return uri
        return str(reference.replace(host=host_to_ascii(reference.host)))
    except IRIError:
        return uri


def allowed_hosts(*names: str) -> list[str]:
    """Return *names* as ``ALLOWED_HOSTS`` needs them: a ``Host`` header has A-labels.

    As in Django, a name may be ``"*"``, begin with a dot for all subdomains, or be an IPv6 address
    in brackets. Raises `ValueError` for anything else that is not a host name, and for a name with
    a port, because Django does not compare ports.

    >>> allowed_hosts("例え.テスト", ".faß.de", "localhost", "[::1]", "*")
    ['xn--r8jz45g.xn--zckzah', '.xn--fa-hia.de', 'localhost', '[::1]', '*']
    """
    return redirection.allowed_hosts(*names)
