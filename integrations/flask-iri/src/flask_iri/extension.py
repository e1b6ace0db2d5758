"""The extension object."""

from collections.abc import Callable
from typing import Any, cast

from flask import Flask, Request, Response, request_started

from flask_iri.converters import IRIConverter, SegmentConverter
from flask_iri.preview import blueprint, preview_files
from flask_iri.request import IRIRequest
from flask_iri.response import extended, refuse_later, refuse_unmappable
from iri3987.adapters import jinja
from iri3987.http.redirect import check_targets
from iri3987.messages import check_messages


class FlaskIRI:
    """Make an application work with IRIs.

    It gives the application

    - the URL converters ``iri`` and ``isegment`` (`flask_iri.converters`),
    - the Jinja filters and the test of `iri3987.adapters.jinja`,
    - header fields that are sent exactly as they are mapped (`IRIResponse`), and an error for a
      redirect that cannot be mapped: `UnmappableRedirect`, which error handlers see,
    - the script of `flask_iri.wtforms.IRIInput`, as ``iri.static`` and ``iri_preview_files()``
      (`flask_iri.preview`),
    - URLs of a request that never raise, whatever its ``Host`` field holds (`IRIRequest`).

    It holds no application and no settings: one object serves any number of applications. Routes
    look up their converter when they are added, so initialise it before them. It extends the
    request and response classes that the application has, so set your own before it.

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
        """Initialise *app*, once. The extension is then ``app.extensions["iri"]``.

        These keys of ``app.config`` are checked here, so set them before. None is changed.

        - ``IRI_REDIRECT_HOSTS`` (names of hosts, by default ``()``): the hosts that `safe_redirect`
          allows besides the request's own. A name may begin with "http://" or "https://".
        - ``IRI_MESSAGES`` (a `dict` of `str`, by default ``{}``): the application's own sentences
          for errors and findings, by code, and under "invalid" for all other errors
          (`flask_iri.messages`).
        - ``TRUSTED_HOSTS`` (a `list` of `str`, by default Flask's): Flask's own key. A non-ASCII
          host is refused, because Werkzeug would read ``faß.de`` as ``fass.de``: write
          ``allowed_hosts(".faß.de")`` with the function of `iri3987.http.redirect`.
        - ``SERVER_NAME`` (a `str`, by default Flask's): Flask's own key. A non-ASCII host is
          refused, too: write ``host_as_sent("faß.de")``, another function of that module.

        Raises `RuntimeError` if *app* has been initialised before, and `ValueError`, which names
        the key, for a bad value.
        """
        if "iri" in app.extensions:
            raise RuntimeError(f"flask-iri has been initialised for {app!r} already")
        app.config.setdefault("IRI_REDIRECT_HOSTS", ())
        app.config.setdefault("IRI_MESSAGES", {})
        _check(app, "IRI_REDIRECT_HOSTS", check_targets)
        _check(app, "IRI_MESSAGES", check_messages)
        _check(app, "TRUSTED_HOSTS", _check_hosts)
        _check(app, "SERVER_NAME", _check_hosts)
        app.extensions["iri"] = self
        app.url_map.converters.update(iri=IRIConverter, isegment=SegmentConverter)
        jinja.install(app.jinja_env)
        app.register_blueprint(blueprint(app))
        app.jinja_env.globals["iri_preview_files"] = preview_files
        own = app.request_class
        app.request_class = cast("type[Request]", type(own.__name__, (own, IRIRequest), {}))
        app.response_class = cast("type[Response]", extended(app.response_class))
        # It runs before the other functions after a request, so that they also process the error
        # page, and once more after them, because they may redirect. Each value is mapped once
        # (`map_redirects`).
        request_started.connect(refuse_later, app)
        app.after_request(refuse_unmappable)


def _check(app: Flask, key: str, check: Callable[[Any], object]) -> None:
    """Raise `ValueError`, which names *key*, unless *check* accepts its value."""
    try:
        check(app.config.get(key))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{key}: {error}") from error


def _check_hosts(hosts: Any) -> None:
    for host in [hosts] if isinstance(hosts, str) else hosts or ():
        if not host.isascii():
            raise ValueError(f"encode {host!a}: iri3987.http.redirect has functions for it")
