"""The extension object."""

from collections.abc import Callable
from typing import Any, cast

from flask import Flask, Request, Response, request_started

from flask_iri import jinja
from flask_iri.converters import IRIConverter, SegmentConverter
from flask_iri.hosts import host_as_sent, targets_as_sent
from flask_iri.request import IRIRequest
from flask_iri.response import extended, refuse_later, refuse_unmappable
from iri3987.words import check_own


class FlaskIRI:
    """Teach an application IRIs.

    It gives the application

    - the URL converters ``iri`` and ``isegment`` (`flask_iri.converters`),
    - the Jinja filters and the test of `flask_iri.jinja`,
    - header fields that hold URIs exactly as they are mapped (`IRIResponse`), and an answer to a
      redirect that cannot be mapped: `UnmappableRedirect`, which error handlers see,
    - URLs of a request that can be read whatever its ``Host`` field says (`IRIRequest`).

    It holds no application and no settings: one object serves any number of applications. Routes
    look for their converter when they are added, so it comes before them; and after a request or
    response class of the application's own, which it extends:

    >>> app = Flask("links")
    >>> iri = FlaskIRI(app)
    >>> @app.get("/go/<iri:target>")
    ... def go(target):
    ...     return target.uri
    >>> app.test_client().get("/go/http://faß.de/straße").text
    'http://xn--fa-hia.de/stra%C3%9Fe'
    """

    def __init__(self, app: Flask | None = None) -> None:
        if app is not None:
            self.init_app(app)

    def init_app(self, app: Flask, /) -> None:
        """Do all this for *app*, once, and note it under ``app.extensions["iri"]``.

        These keys of ``app.config`` are read and checked here, and hold from then on:

        - ``IRI_REDIRECT_HOSTS``: the hosts that `safe_redirect` allows besides the request's own;
          none by default. One may begin with "http://" or "https://".
        - ``IRI_MESSAGES``: words of the application's own for errors and findings, by code, and
          under "invalid" for all other errors (`flask_iri.messages`).
        - Flask's own ``TRUSTED_HOSTS`` and ``SERVER_NAME`` may be written in any script; they
          are encoded (`host_as_sent`).

        Raises `RuntimeError` where *app* has been initialised already, and `ValueError` with the
        name of the key for a value that it cannot have.
        """
        if "iri" in app.extensions:
            raise RuntimeError(f"flask-iri has been initialised for {app!r} already")
        app.config.setdefault("IRI_REDIRECT_HOSTS", ())
        _configure(app, "IRI_REDIRECT_HOSTS", targets_as_sent)
        _configure(app, "IRI_MESSAGES", _messages)
        _configure(app, "TRUSTED_HOSTS", _trusted_hosts)
        _configure(app, "SERVER_NAME", host_as_sent)
        app.extensions["iri"] = self
        app.url_map.converters.update(iri=IRIConverter, isegment=SegmentConverter)
        jinja.install(app.jinja_env)
        own = app.request_class
        app.request_class = cast("type[Request]", type(own.__name__, (own, IRIRequest), {}))
        app.response_class = cast("type[Response]", extended(app.response_class))
        # Twice: before the functions that dress a response, so that they dress the error's; and
        # after them, as they may redirect too.
        request_started.connect(refuse_later, app)
        app.after_request(refuse_unmappable)


def _configure(app: Flask, key: str, convert: Callable[[Any], Any]) -> None:
    """Replace the value of *key*, if there is one, by what *convert* makes of it."""
    if (value := app.config.get(key)) is not None:
        try:
            app.config[key] = convert(value)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{key}: {error}") from error


def _messages(own: Any) -> Any:
    check_own(own)
    return own


def _trusted_hosts(names: Any) -> list[str]:
    """Encode names of ``TRUSTED_HOSTS``; one that begins with "." trusts its subdomains too."""
    return [
        f".{host_as_sent(name[1:])}" if name.startswith(".") else host_as_sent(name)
        for name in ([names] if isinstance(names, str) else names)
    ]
