"""What was asked for: the request's own IRI, and URLs that no ``Host`` field can spoil."""

from typing import cast

from flask import request
from werkzeug.exceptions import BadRequest
from werkzeug.local import LocalProxy
from werkzeug.sansio.utils import get_current_url
from werkzeug.utils import cached_property
from werkzeug.wrappers import Request

from iri3987 import IRI, IRIError, display, to_iri
from iri3987._errors import iri_error
from iri3987.target import without_dot
from iri3987.wsgi import request_target

_KEY = "flask_iri.request_iri"


def _request_iri() -> IRI:
    # Kept with the request, as `flask.g` may outlive it in a test.
    if _KEY not in request.environ:
        try:
            request.environ[_KEY] = _read()
        except IRIError as error:
            raise BadRequest("The address of this request is not an IRI.") from error
    return cast("IRI", request.environ[_KEY])


def _read() -> IRI:
    """Return the IRI of the current request. Raises `IRIError` where there is none."""
    iri = IRI(f"{request.scheme}://{request.host}")
    # Werkzeug 3.0 takes any text for a host.
    if not iri.host or iri.userinfo is not None or iri.authority != request.host:
        reason = "expected a host, with a port or without"
        start = len(f"{request.scheme}://")
        raise iri_error(iri, "host-missing", reason, component="iauthority", position=start)
    return IRI(f"{display(iri)}{to_iri(_target())}")


def _target() -> str:
    """Return the path and the query as the client sent them, where Werkzeug routes that path.

    Werkzeug removes the slashes from the start of the path, so that ``//admin`` is ``/admin`` to
    it; a check of `request_iri` must see the same path.
    """
    path = f"/{request.environ.get('PATH_INFO', '').lstrip('/')}"
    # Behind a host a path may begin with "//": that of a script name can.
    return without_dot(request_target({**request.environ, "PATH_INFO": path}))


#: The IRI of the current request, to the octet: read from the target as the client sent it, not
#: from the path, which has lost the difference of "/" and "%2F". Its host is in Unicode where
#: that is safe to show; ``request_iri.uri`` is the URI that was sent. It is an `IRI`, by proxy:
#: ``str(request_iri)`` is the text itself.
#:
#: Where the client sent no IRI, or no host, looking at it raises `BadRequest`: the answer is 400.
request_iri = cast("IRI", LocalProxy(_request_iri))


def _never_raising(name: str, *parts: str) -> cached_property[str]:
    """Return the property *name* of a request, made of its scheme, host and *parts*."""

    def get(request: Request) -> str:
        try:
            return cast("str", getattr(super(IRIRequest, request), name))
        except ValueError:
            # The host, which IDNA 2003 cannot decode, stays as it was sent.
            values = [getattr(request, part) for part in parts]
            origin = f"{request.scheme}://host"
            url = get_current_url(request.scheme, "host", *values)
            return f"{request.scheme}://{request.host}{url.removeprefix(origin)}"

    return cached_property(get, name)


class IRIRequest(Request):
    """A request whose URLs can be read whatever its ``Host`` field says.

    They hold the host decoded, where the IDNA 2003 of the standard library can; a host that it
    refuses, as ``xn--fa-hia.de``, they hold as it was sent. It takes the place of Werkzeug's
    class beneath that of the application.
    """

    url = _never_raising("url", "root_path", "path", "query_string")
    base_url = _never_raising("base_url", "root_path", "path")
    root_url = _never_raising("root_url", "root_path")
    host_url = _never_raising("host_url")
    _trusted_hosts: list[str] | None = None

    @property
    def trusted_hosts(self) -> list[str] | None:
        """The hosts that are trusted, in the case in which the request has them.

        Werkzeug compares to the letter, but "EXAMPLE.org" is "example.org" (RFC 3986 section
        6.2.2.1).
        """
        host = self.environ.get("HTTP_HOST", "")
        return self._trusted_hosts and [_in_case_of(host, name) for name in self._trusted_hosts]

    @trusted_hosts.setter
    def trusted_hosts(self, names: list[str] | None) -> None:
        self._trusted_hosts = names


def _in_case_of(host: str, name: str) -> str:
    """Return *name*, which may begin with "." for its subdomains, as *host* has it, if it does."""
    trusted = name.removeprefix(".").partition(":")[0]
    end = host.partition(":")[0][-len(trusted) :]
    return name.replace(trusted, end, 1) if end.lower() == trusted.lower() else name
