"""The header fields of every response, and which requests are refused."""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

#: Nothing is loaded but our own files. The one script is that of the input for addresses.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'"
)
#: A length that a server could take.
_LENGTH = re.compile("[0-9]{1,15}")


def content_security_policy(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tell the browser what a page of ours may do: very little."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        return response

    return middleware


def is_local(request: HttpRequest) -> bool:
    """Return whether somebody on this machine asks, and no proxy does for somebody else."""
    is_forwarded = any(
        name.startswith("X-Forwarded-") or name in {"Forwarded", "Via", "X-Real-Ip"}
        for name in request.headers
    )
    host, _port = split_domain_port(request.get_host())
    is_here = request.META["REMOTE_ADDR"] in {"127.0.0.1", "::1"} and host in settings.LOCAL_HOSTS
    return is_here and not is_forwarded


def refuse(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Refuse strangers while everybody can read the key, and requests that are too large."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if settings.SECRET_KEY == settings.KNOWN_KEY and not is_local(request):
            said = "Other machines may ask once SECRET_KEY is set to a secret of your own."
            return HttpResponse(said, status=403, content_type="text/plain")
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not _LENGTH.fullmatch(length) or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return HttpResponse("Too large.", status=413, content_type="text/plain")
        return get_response(request)

    return middleware
