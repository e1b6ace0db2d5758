"""The IRI of a request, and URLs that never raise, whatever its ``Host`` field holds."""

from typing import cast

from flask import request
from werkzeug.exceptions import BadRequest
from werkzeug.local import LocalProxy
from werkzeug.sansio.utils import get_current_url
from werkzeug.utils import cached_property
from werkzeug.wrappers import Request

from iri3987 import IRI, IRIError, Profile, display, to_iri
from iri3987.http.request_target import without_dot
from iri3987.http.wsgi import request_target

_KEY = "flask_iri.request_iri"

#: The rule for the scheme with the ``Host`` field: a host, without a user name.
_ORIGIN = Profile(require_host=True, allow_userinfo=False)


def current_iri() -> IRI:
    """Return the IRI of the current request: the value that `request_iri` is a proxy to."""
    # Kept in the request, because `flask.g` may outlive it in a test.
    if _KEY not in request.environ:
        try:
            request.environ[_KEY] = _read()
        except IRIError as error:
            raise BadRequest("The address of this request is not an IRI.") from error
    return cast("IRI", request.environ[_KEY])


def _read() -> IRI:
    """Return the IRI of the current request. Raises `IRIError` or `BadRequest` if it has none."""
    origin = _ORIGIN.check(f"{request.scheme}://{request.host}")
    # Werkzeug 3.0 accepts any text as a host: "example.org/path" has more than an authority, and
    # octets beyond ASCII are read as Latin-1.
    if origin.authority != request.host or not request.host.isascii():
        raise BadRequest("The Host field of this request is not a host.")
    shown = IRI(display(origin))
    # Not every client reads "%41.example" as "a.example": it stays as it was sent.
    host = shown if shown.uri.lower() == origin.lower() else origin
    # Without "/.", the start of a path such as "//a:b" would be read as an authority.
    return IRI(f"{host}{without_dot(to_iri(_target()))}")


def _target() -> str:
    """Return the path and the query as the client sent them, if Werkzeug routes that path.

    Werkzeug strips slashes from the start of the path: it routes ``//admin`` as ``/admin``. An
    application that checks `request_iri` must see the same path.
    """
    path = f"/{request.environ.get('PATH_INFO', '').lstrip('/')}"
    return request_target({**request.environ, "PATH_INFO": path})


#: The IRI of the current request. It is read from the target as the client sent it, not from the
#: decoded path, where "/" and "%2F" are the same. Its host is in Unicode if that is safe to show;
#: ``request_iri.uri`` is equivalent to the URI that was sent: "%7E" is "~". It is a proxy to an
#: `IRI`: ``str(request_iri)`` is the text itself.
#:
#: If the client sent no IRI, or no host, a use of it raises `BadRequest`: the answer is 400.
request_iri: IRI = cast("IRI", LocalProxy(current_iri))


def _never_raising(name: str, *parts: str) -> cached_property[str]:
    """Return the property *name* of a request, made of scheme, host and *parts*."""

    def get(request: Request) -> str:
        try:
            return cast("str", getattr(super(IRIRequest, request), name))
        except ValueError:
            # IDNA 2003 cannot decode the host: it stays as it was sent.
            values = [getattr(request, part) for part in parts]
            origin = f"{request.scheme}://host"
            url = get_current_url(request.scheme, "host", *values)
            return f"{request.scheme}://{request.host}{url.removeprefix(origin)}"

    return cached_property(get, name)


class IRIRequest(Request):
    """A request whose URLs never raise, whatever its ``Host`` field holds.

    As in Werkzeug, the IDNA 2003 of the standard library decodes their host. A host that it
    refuses, such as ``xn--fa-hia.de``, stays as it was sent. The extension puts this class
    between Werkzeug's class and that of the application.
    """

    url: cached_property[str] = _never_raising("url", "root_path", "path", "query_string")
    base_url: cached_property[str] = _never_raising("base_url", "root_path", "path")
    root_url: cached_property[str] = _never_raising("root_url", "root_path")
    host_url: cached_property[str] = _never_raising("host_url")
    _trusted_hosts: list[str] | None = None

    @property
    def trusted_hosts(self) -> list[str] | None:
        """The hosts that are trusted, in the upper or lower case that the request uses.

        Werkzeug compares exact text, but "EXAMPLE.org" is "example.org" (RFC 3986 section 6.2.2.1).
        """
        host = self.environ.get("HTTP_HOST", "")
        return self._trusted_hosts and [_in_case_of(host, name) for name in self._trusted_hosts]

    @trusted_hosts.setter
    def trusted_hosts(self, names: list[str] | None) -> None:
        self._trusted_hosts = names


def _in_case_of(host: str, name: str) -> str:
    """Return *name*, which may begin with ".", in the case of *host* if *host* ends with it."""
    trusted = name.removeprefix(".").partition(":")[0]
    end = host.partition(":")[0][-len(trusted) :]
    return name.replace(trusted, end, 1) if end.lower() == trusted.lower() else name
