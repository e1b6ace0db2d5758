"""RFC 3987 section 6.2 for WSGI (PEP 3333): responses that carry URIs, whatever the application.

https://www.rfc-editor.org/rfc/rfc3987#section-6.2

`IRIMiddleware` stands outermost, where nothing maps a header again. `request_target` reads the
path and the query of a request as they were sent: ``PATH_INFO`` has been decoded, and does not
tell "/" from "%2F".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from iri3987.headers import safe_header
from iri3987.target import octets_of, origin_form, quote_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    _ExcInfo = tuple[type[BaseException], BaseException, TracebackType] | tuple[None, None, None]


class IRIMiddleware:
    """Map the IRIs in the response headers of *app* by `safe_header`; change nothing else.

    Headers keep their order, and the body is the application's own iterable: nothing waits.

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
            status: str, headers: list[tuple[str, str]], exc_info: _ExcInfo | None = None
        ) -> Callable[[bytes], object]:
            return start_response(status, _mapped(headers), exc_info)

        early_hints = environ.get("wsgi.early_hints")  # gunicorn's, for 103 (Early Hints)
        if early_hints is not None:
            environ["wsgi.early_hints"] = lambda headers: early_hints(_mapped(headers))
        return self._app(environ, start)


def _mapped(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, safe_header(name, value)) for name, value in headers]


def request_target(environ: WSGIEnvironment, /) -> str:
    r"""Return the target of a request, its path and query: a URI reference that begins with "/".

    As it was sent, where the server says so, in ``RAW_URI`` or ``REQUEST_URI``; else the path
    encoded anew. Octets that are not UTF-8 stay percent-encoded; see `origin_form`.

    >>> request_target({"RAW_URI": "/a%2Fb?q=%C3%A9", "PATH_INFO": "/a/b"})
    '/a%2Fb?q=%C3%A9'
    >>> request_target({"PATH_INFO": "/\xc3\xa9?", "QUERY_STRING": "q"})
    '/%C3%A9%3F?q'
    """
    target = environ.get("RAW_URI") or environ.get("REQUEST_URI")
    if not target:
        path = f"{environ.get('SCRIPT_NAME', '')}{environ.get('PATH_INFO', '')}"
        query = environ.get("QUERY_STRING")
        target = f"{quote_path(octets_of(path))}{f'?{query}' if query else ''}"
    return origin_form(target)
