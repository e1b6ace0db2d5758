"""The extension object."""

from flask import Flask

from flask_iri.converters import IRIConverter
from flask_iri.filters import display_iri, uri


class FlaskIRI:
    """Teach an application IRIs: the URL converter ``iri``, the filters ``uri``, ``display_iri``.

    It holds no application and has no settings: one object serves any number of applications.
    Routes look for their converter when they are added, so it comes before them:

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
        """Register the converter and the filters with *app*, under ``app.extensions["iri"]``.

        Raises `RuntimeError` where that has been done already.
        """
        if "iri" in app.extensions:
            raise RuntimeError(f"flask-iri has been initialised for {app!r} already")
        app.extensions["iri"] = self
        app.url_map.converters["iri"] = IRIConverter
        app.add_template_filter(uri)
        app.add_template_filter(display_iri)
