"""RFC 3987 section 6.2 for WSGI (PEP 3333): a middleware that maps IRIs in headers, and targets.

Make `IRIMiddleware` the outermost middleware, so that nothing maps a header again after it.
`iri3987.http.request_target` tells why a target is not read from ``PATH_INFO`` alone.
"""

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from iri3987._unicode.text import latin_1_octets
from iri3987.http.headers import HEADERS, decode_header, safe_header
from iri3987.http.request_target import encoded_form, has_path, origin_form, without_dot
from iri3987.syntax.percent import encode_path

__all__ = ["IRIMiddleware", "request_target"]


class IRIMiddleware:
    """Map the IRIs in the response headers of *app* by `safe_header`; change nothing else.

    Headers keep their order, and the body is the application's own iterable: it is not buffered.

    >>> def app(environ, start_response):
    ...     start_response("302 Found", [("Location", "/straße")])
    ...     return []
    >>> IRIMiddleware(app)({}, lambda status, headers, exc_info: print(status, headers))
    302 Found [('Location', '/stra%C3%9Fe')]
    []
    """

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Call the application."""

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            return start_response(status, _map_all(headers), exc_info)

        early_hints = environ.get("wsgi.early_hints")  # gunicorn's, for 103 (Early Hints)
        if early_hints is not None:
            environ["wsgi.early_hints"] = lambda headers: early_hints(_map_all(headers))
        return self._app(environ, start)


def _map_all(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [
        (name, safe_header(name, decode_header(value)) if name.lower() in HEADERS else value)
        for name, value in headers
    ]


def request_target(environ: WSGIEnvironment, /) -> str:
    r"""Return the target of a request, its path and query: a URI reference that begins with "/".

    The result is the target as it was sent, if the server has it in ``RAW_URI`` or ``REQUEST_URI``,
    and if that has the path that is routed (``SCRIPT_NAME`` and ``PATH_INFO``). Otherwise it is
    that path, encoded again: see `origin_form`. A script name that a proxy has removed is added.

    >>> request_target({"RAW_URI": "/a%2Fb?q=%C3%A9", "PATH_INFO": "/a/b"})
    '/a%2Fb?q=%C3%A9'
    >>> request_target({"PATH_INFO": "/\xc3\xa9?", "QUERY_STRING": "q"})
    '/%C3%A9%3F?q'
    >>> request_target({"REQUEST_URI": "//admin/", "PATH_INFO": "/admin/"})
    '/admin/'
    """
    script = latin_1_octets(environ.get("SCRIPT_NAME", ""))
    path = latin_1_octets(environ.get("PATH_INFO", ""))
    sent = environ.get("RAW_URI") or environ.get("REQUEST_URI")
    if sent:
        target = origin_form(sent)
        if "PATH_INFO" not in environ or has_path(target, script + path):
            return target
        if has_path(target, path):
            return origin_form(f"{encode_path(script)}{without_dot(target)}")
    return encoded_form(script + path, environ.get("QUERY_STRING", ""))
