"""The header fields of every response."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

#: Nothing is loaded but our own files. The one script is that of the input for addresses.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell the browser what a page of ours may do: very little."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        return response

    return middleware
