"""The IRI of a request, and URLs that never raise, whatever its ``Host`` field holds."""

from typing import cast

from flask import request
from werkzeug.exceptions import BadRequest
from werkzeug.local import LocalProxy
from werkzeug.sansio.utils import get_current_url
from werkzeug.utils import cached_property
from werkzeug.wrappers import Request

from iri3987 import IRI, IRIError
from iri3987.http.request import request_iri as iri_of
from iri3987.http.wsgi import request_target

_KEY = "flask_iri.request_iri"


def current_iri() -> IRI:
    """Return the IRI of the current request: the value that `request_iri` is a proxy to."""
    # Kept in the request, because `flask.g` may outlive it in a test.
    if _KEY not in request.environ:
        # Werkzeug strips slashes from the start of the path: it routes "//admin" as "/admin". An
        # application that checks `request_iri` must see the same path.
        path = f"/{request.environ.get('PATH_INFO', '').lstrip('/')}"
        target = request_target({**request.environ, "PATH_INFO": path})
        try:
            request.environ[_KEY] = iri_of(request.scheme, request.host, target)
        except IRIError as error:
            raise BadRequest("The address of this request is not an IRI.") from error
    return cast("IRI", request.environ[_KEY])


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
    refuses, such as ``xn--fa-hia.de``, stays as it was sent.
    """

    url: cached_property[str] = _never_raising("url", "root_path", "path", "query_string")
    base_url: cached_property[str] = _never_raising("base_url", "root_path", "path")
    root_url: cached_property[str] = _never_raising("root_url", "root_path")
    host_url: cached_property[str] = _never_raising("host_url")
