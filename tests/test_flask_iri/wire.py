"""Requests as a WSGI server makes them. Flask's test client would tidy the path first."""

from flask import Flask, Response
from werkzeug.datastructures import Headers
from werkzeug.test import create_environ

from iri3987.http.request_target import decoded_path, origin_form

#: What clients may send as a host, and servers hand over as characters of Latin-1.
HOSTILE = [
    *("", " ", "[", "[::", "[::1", "[:::::]", "[1:2]", "]", "a..b", ".", "..", "xn--", "xn--a"),
    *("xn--a.com", "xn--fa-hia.de", "xn--zca.xn--zca", "xn--\xff", "\xff", "example.org:99999"),
    *("example.org:", "example.org:x", "me:secret@example.org", "<script>", "a\x00b", "a\tb"),
    *("evil.example/path", "evil.example?query", "evil.example#fragment", "evil.example\\"),
    *("a_b", "a%41", "a" * 64, "a" * 64 + ".example", "a." * 200, "1.2.3.4.5", "0x7f.1"),
    *(
        each.encode().decode("latin-1")
        for each in ("é.example", "faß.de", "℀.com", "example.org:٣")
    ),
]


def answer(app: Flask, path: str | bytes, /, **environ: str) -> tuple[int, Headers, str]:
    """Return status, header fields and body for a path, which is *path* once it is decoded.

    Text is sent as UTF-8. A WSGI server hands the octets of the path over as characters of Latin-1
    (PEP 3333). The query begins after a "?".
    """
    octets = path.encode() if isinstance(path, str) else path
    path_info, _, query = octets.decode("latin-1").partition("?")
    request = {key: value for key, value in create_environ().items() if "_URI" not in key}
    request |= {"PATH_INFO": path_info, "QUERY_STRING": query, **environ}
    response = Response.from_app(app.wsgi_app, request, buffered=True)
    return response.status_code, response.headers, response.get_data(as_text=True)


def answer_to(app: Flask, target: str, /, **environ: str) -> tuple[int, Headers, str]:
    """Return what `answer` does for a request whose target is *target*, as a server decodes it.

    Unless *environ* holds it under another name, the server keeps the target as ``RAW_URI``.
    """
    if "REQUEST_URI" not in environ:
        environ["RAW_URI"] = target
    path = decoded_path(origin_form(target)).decode("latin-1")
    return answer(app, "", PATH_INFO=path, **environ)


def get(app: Flask, path: str | bytes, *, script_name: str = "") -> tuple[int, str]:
    """Return status and body for a path that is *path* once it is decoded; text is sent as UTF-8.

    A WSGI server hands the octets of the path over as characters of Latin-1 (PEP 3333).
    """
    octets = path.encode() if isinstance(path, str) else path
    script_name = script_name.encode().decode("latin-1")
    found = answer(app, "", PATH_INFO=octets.decode("latin-1"), SCRIPT_NAME=script_name)
    return found[0], found[2]
