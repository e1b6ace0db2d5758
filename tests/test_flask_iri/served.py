"""An application that answers with the IRI it was asked for."""

from asgiref.wsgi import WsgiToAsgi
from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response

from flask_iri import FlaskIRI, request_iri, safe_redirect

app = Flask(__name__)
FlaskIRI(app)


@app.get("/any/<iri:target>", endpoint="any")
@app.get('/web/<iri(profile="web"):target>', endpoint="web")
def show(target: str) -> bytes:
    """Answer with the text of the target."""
    return target.encode()


@app.get("/segment/<isegment:target>", endpoint="segment")
def show_segment(target: str) -> bytes:
    """Answer with one segment of the path."""
    return target.encode()


@app.get("/asked/<path:_>")
def asked(_: str) -> list[str]:
    """Answer with what was asked for: the IRI, its URI, and what Werkzeug makes of it."""
    return [str(request_iri), request_iri.uri, request.url]


@app.get("/admin/<path:_>")
def admin(_: str) -> str:
    """Answer to those whom a check of what was asked for lets through."""
    return "refused" if request_iri.path.startswith("/admin/") else "let through"


@app.get("/redirect")
def follow() -> Response:
    """Redirect to what the query says: no application should."""
    response = redirect(request.args["to"])
    response.headers["Link"] = "</例え>; rel=next"
    return response


@app.get("/safe")
def follow_safely() -> Response:
    """Redirect to what the query says, if that is here."""
    return safe_redirect(request.args["to"], fallback="/fallback")


def url_to(target: str, *, endpoint: str = "any") -> str:
    """Return the path at which the application answers with *target*."""
    with app.test_request_context():
        return url_for(endpoint, target=target)


#: The same, for servers of the other kind.
asgi = WsgiToAsgi(app)
