"""The extension object."""

from collections.abc import Callable
from typing import Any, cast

import flask
from flask import Blueprint, Flask, Request, Response, url_for
from markupsafe import Markup

from flask_iri.converters import IRIConverter, SegmentConverter
from flask_iri.request import IRIRequest
from flask_iri.response import extended, refuse_later, refuse_unmappable
from iri3987.adapters import jinja
from iri3987.html.inputs import STATIC
from iri3987.http.redirect import check_targets
from iri3987.messages import check_messages


class FlaskIRI:
    """Make an application work with IRIs.

    It gives the application

    - the URL converters ``iri`` and ``isegment`` (`flask_iri.converters`),
    - the Jinja filters and the test of `iri3987.adapters.jinja`,
    - header fields that are sent exactly as they are mapped (`IRIResponse`), and an error for a
      redirect that cannot be mapped: `UnmappableRedirect`, which error handlers see,
    - the script and the style of `flask_iri.wtforms.IRIInput`, as ``iri.static``: a template puts
      them on its page with ``{{ iri_preview_files() }}``,
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
          for errors and findings, by code, and under "invalid" for all other errors.
        - ``TRUSTED_HOSTS`` and ``SERVER_NAME``, Flask's own keys. A non-ASCII host is refused,
          because Werkzeug would read ``faß.de`` as ``fass.de``: write ``allowed_hosts(".faß.de")``
          or ``host_as_sent("faß.de")`` with the functions of `iri3987.http.redirect`.

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
        app.register_blueprint(_blueprint(app))
        app.jinja_env.globals["iri_preview_files"] = _preview_files
        own = app.request_class
        app.request_class = cast("type[Request]", type(own.__name__, (own, IRIRequest), {}))
        app.response_class = cast("type[Response]", extended(app.response_class))
        # It runs before the other functions after a request, so that they also process the error
        # page, and once more after them, because they may redirect. Each value is mapped once
        # (`map_redirects`).
        flask.request_started.connect(refuse_later, app)
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


def _blueprint(app: Flask) -> Blueprint:
    """Return the route of the two files of `STATIC`, without inline code: ``iri.static``."""
    made = Blueprint("iri", __name__)
    # Where the host decides about a route, the files are on each, as a page may be.
    options: Any = {"host": "<host>"} if app.url_map.host_matching else {}

    def send(filename: str, **_host: str) -> Response:
        return flask.send_from_directory(STATIC, filename)

    made.add_url_rule("/iri-static/<path:filename>", "static", send, **options)
    return made


def _preview_files() -> Markup:
    """Return the elements for the ``<head>`` of a page with `flask_iri.wtforms.IRIInput`."""
    options: Any = {"host": flask.request.host} if flask.current_app.url_map.host_matching else {}
    return Markup('<link rel="stylesheet" href="{}"><script src="{}" defer></script>').format(
        *(url_for("iri.static", filename=f"iri-input.{end}", **options) for end in ("css", "js"))
    )
