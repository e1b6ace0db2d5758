"""The ways by which text from outside comes in, and the kinds of slow texts that each is given."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sqlalchemy
from django.core.exceptions import SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoError
from django.http import HttpResponse
from django.test import RequestFactory, override_settings
from flask import Flask, Response
from sqlalchemy.dialects import sqlite
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response as StarletteResponse
from starlette.routing import Route
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException
from werkzeug.routing import Map
from wtforms import Form

import iri3987
import sqlalchemy_iri
import starlette_iri
from django_iri import converters, fields, forms, http, validators, widgets
from django_iri.http import RequestIRI
from django_iri.middleware import IRIMiddleware
from django_iri.templatetags import iri as tags
from flask_iri import FlaskIRI, request_iri, safe_redirect
from flask_iri import converters as flask_converters
from flask_iri import wtforms as flask_wtforms
from iri3987 import IRIError, comparison, html, messages, segment
from iri3987.adapters import jinja
from iri3987.adapters.jsonschema import FORMATS
from iri3987.comparison import policy
from iri3987.files import safe_filename
from iri3987.http import asgi, headers, request_target, wsgi
from iri3987.rows.stored_urls import from_url_field
from iri3987.syntax import resolution
from iri3987.syntax.browser import browser_parts
from iri3987.text import find
from operations import OPERATIONS
from starlette_iri import IRIMiddleware as StarletteMiddleware
from starlette_iri.convertors import IRIConvertor, SegmentConvertor
from test_starlette_iri.wire import messages as wire_messages
from test_starlette_iri.wire import scope_of

Entry = Callable[[str], object]

#: The size that a boundary may be told to take.
_LONG = 2**21
_WEB = replace(iri3987.WEB, max_octets=None)


def _latin(text: str) -> str:
    """Return *text* as a WSGI server has it: octets, read as Latin-1."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")


# Django


def _django_request(text: str, **extra: Any) -> Any:
    request = RequestFactory().get("/", **extra)
    request.path_info = request.path = f"/{text}"
    request.META["RAW_URI"] = _latin(text)
    return request


def _django_middleware(text: str) -> object:
    """Let the middleware see a request for *text*, with all that it can do switched on."""
    with override_settings(IRI_CANONICAL_REDIRECT=True, IRI_BAD_OCTETS="cp1258"):
        middleware = IRIMiddleware(lambda _: HttpResponse(status=404))
        return middleware(_django_request(text))


def _django_headers(text: str) -> object:
    """Let the middleware see a response with *text* in one header of each kind."""

    def view(_: Any) -> HttpResponse:
        response = HttpResponse(status=302)
        for name in ("Location", "Link", "Refresh"):
            # Django would make an encoded word of more, and refuses a line break.
            value = text.encode("latin-1", "replace").decode("latin-1")
            response.headers[name] = value.replace("\n", "").replace("\r", "")
        return response

    return IRIMiddleware(view)(RequestFactory().get("/"))


def _django_word(text: str) -> object:
    return _django_headers(f"=?utf-8?q?{text}")


def _django_iri(text: str) -> object:
    iri = RequestIRI(_django_request(text))
    return iri.full, iri.path


def _quiet(call: Entry) -> Entry:
    def quiet(text: str) -> object:
        try:
            return call(text)
        except (DjangoError, HTTPException, SuspiciousOperation, ValueError):
            return None

    return quiet


_FORM_FIELDS = [
    forms.IRIField(max_length=_LONG, profile=profile, assume_scheme="https")
    for profile in (_WEB, iri3987.ANY)
]
_FIELDS = [fields.IRIField(max_length=_LONG, profile="any", allow_relative=True), fields.IRIField()]
_VALIDATORS: list[Entry] = [
    validators.IRIValidator(),
    validators.IRIFieldValidator(replace(_WEB, max_length=_LONG)),
]


def _of_each(calls: list[Entry]) -> Entry:
    quiet = [_quiet(call) for call in calls]
    return lambda text: [call(text) for call in quiet]


def _stored(text: str) -> object:
    field = _FIELDS[0]
    return field.get_prep_value(text), field.to_python(text)


DJANGO: dict[str, Entry] = {
    "django form field": _of_each([field.clean for field in _FORM_FIELDS]),
    "django form field warnings": _FORM_FIELDS[0].get_warnings,
    "django widget": lambda text: widgets.IRIInput().format_value(text),
    "django model field": _of_each([field.run_validators for field in _FIELDS]),
    "django model field stored": _quiet(_stored),
    "django validator": _of_each(_VALIDATORS),
    "django filters": lambda text: [
        each(text) for each in (tags.uri, tags.iri, tags.display_iri, tags.iri_text, tags.iri_link)
    ],
    "django middleware request": _quiet(_django_middleware),
    "django middleware response": _quiet(_django_headers),
    "django middleware encoded word": _quiet(_django_word),
    "django request.iri": _quiet(_django_iri),
    "django redirect": _quiet(lambda text: http.IRIHttpResponseRedirect(text)["Location"]),
    "django with_a_labels": http.with_a_labels,
    "django converters": _of_each(
        [
            method
            for converter in (converters.IRIConverter(), converters.SegmentConverter())
            for method in (converter.to_python, converter.to_url)
        ]
    ),
}

# Flask

_APP = Flask(__name__)
_EXTENSION = FlaskIRI(_APP)
_APP.add_url_rule("/<path:path>", "path", lambda **_: f"{request_iri}")


@_APP.route("/next", methods=["POST"])
def _next() -> Any:
    from flask import request

    return safe_redirect(request.get_data(as_text=True))


@_APP.route("/headers", methods=["POST"])
def _headers() -> Response:
    from flask import request

    text = request.get_data(as_text=True).replace("\n", "").replace("\r", "")
    response = _APP.make_response("")
    response.headers["Location"] = response.headers["Link"] = text
    return response


def _posted(path: str) -> Entry:
    return lambda text: _APP.test_client().post(
        path, data=text.encode("utf-8", "surrogatepass"), content_type="text/plain"
    )


def _flask_request(text: str) -> object:
    """Send a request for *text*, as the server has read it."""
    sent = _latin(text).replace("\n", "").replace("\r", "")
    client = _APP.test_client()
    return client.get("/x", environ_overrides={"RAW_URI": sent, "REQUEST_URI": sent})


class _LinkForm(Form):
    link = flask_wtforms.IRIField(profile="any", max_length=_LONG)
    web = flask_wtforms.IRIField(profile=_WEB, max_length=_LONG)


def _flask_form(text: str) -> object:
    form = _LinkForm(MultiDict({"link": text, "web": text}))
    form.validate()
    return form.link(), form.link.warnings, form.web.errors


_TYPE = sqlalchemy_iri.IRIType(_LONG, profile="any")
_DIALECT = sqlite.dialect()
_CONNECTION = sqlalchemy.create_engine("sqlite://").connect()


def _sqlalchemy(text: str) -> object:
    """Compare a column with *text*, read it from one and write it to one."""
    compared = sqlalchemy.select(sqlalchemy.literal(None, _TYPE) == text)
    _CONNECTION.execute(compared).all()
    return _TYPE.process_result_value(text, _DIALECT), _TYPE.process_bind_param(text, _DIALECT)


_MAP = Map()
_CONVERTERS = [
    flask_converters.IRIConverter(_MAP),
    flask_converters.SegmentConverter(_MAP),
]

FLASK: dict[str, Entry] = {
    "flask request_iri": _flask_request,
    "flask safe_redirect": _posted("/next"),
    "flask response": _posted("/headers"),
    "flask filters": lambda text: [
        each(text)
        for each in (
            jinja.uri,
            jinja.iri,
            jinja.display_iri,
            jinja.iri_text,
            jinja.iri_link,
        )
    ],
    "flask converters": _of_each(
        [method for each in _CONVERTERS for method in (each.to_python, each.to_url)]
    ),
    "wtforms": _flask_form,
    "sqlalchemy": _quiet(_sqlalchemy),
}

# Starlette

_ROUTES = [
    Route(f"/{{text:{name}}}", lambda _: StarletteResponse()) for name in ("iri", "isegment")
]
_STARLETTE = StarletteMiddleware(Starlette(routes=_ROUTES))


def _starlette_scope(text: str) -> dict[str, Any]:
    raw_path = b"/" + text.encode("utf-8", "surrogatepass")
    return scope_of("/") | {"path": raw_path.decode("utf-8", "replace"), "raw_path": raw_path}


def _starlette_convertors(text: str) -> object:
    """Send a request for *text*, and write it into a path."""
    wire_messages(_STARLETTE, _starlette_scope(text))
    convertors = (IRIConvertor(), SegmentConvertor())
    return _of_each([each.to_string for each in convertors])(text)


def _starlette_request(text: str) -> object:
    return starlette_iri.request_iri(Request(_starlette_scope(text)))


STARLETTE: dict[str, Entry] = {
    "starlette convertors": _starlette_convertors,
    "starlette request_iri": _starlette_request,
    "starlette safe_redirect": lambda text: starlette_iri.safe_redirect(
        Request(scope_of("/")), text
    ),
}

# The core


def _parts(text: str) -> object:
    iri = iri3987.IRIReference(text)
    return iri.path, iri.display, iri.replace(fragment="a"), iri3987.is_iri(iri)


def _wsgi(text: str) -> object:
    return wsgi.request_target({"RAW_URI": _latin(text), "PATH_INFO": _latin(text)})


def _asgi(text: str) -> object:
    octets = text.encode("utf-8", "surrogatepass")
    return asgi.request_target({"raw_path": octets, "path": "/", "query_string": octets})


def _header(name: str) -> Entry:
    return lambda text: [headers.safe_header(name, text), headers.map_header(name, text)]


#: What the rows of `tests/vectors/functions` ask as well, of one text and without options.
_OPERATIONS = """
normalize normalize_case normalize_characters normalize_path_segments normalize_percent_encoding
normalize_scheme preferred search_variants to_uri repair from_leiri to_mailto from_mailto inspect
display isolate without_violations skeleton href minimally_escaped content_disposition ascii_host
host_to_ascii host_to_unicode parse_host_ip check_public
"""
CORE: dict[str, Entry] = {
    **{name: OPERATIONS[name] for name in _OPERATIONS.split()},
    "safe_filename": lambda text: [safe_filename(text), safe_filename(text, max_octets=_LONG)],
    "IRIReference": _parts,
    "is_*": lambda text: [
        getattr(iri3987, name)(text) for name in iri3987.__all__ if name.startswith("is_")
    ],
    "to_uri preprocess": lambda text: iri3987.to_uri(text, preprocess=True),
    "to_uri encoding": lambda text: iri3987.to_uri(text, encoding="cp1258"),
    "to_iri": lambda text: iri3987.to_iri(text, host="unicode"),
    "text.find": lambda text: list(find(text, emails=True)),
    "text.find ANY": lambda text: list(find(text, profile=iri3987.ANY)),
    "html.linkify": lambda text: html.linkify(text, shorten=20, profile=iri3987.ANY),
    "html.linkify_html": lambda text: html.linkify_html(
        text, html.linkify, skip=["p.x", ".y"], existing=lambda link: link
    ),
    "html.link": lambda text: html.link(text, shorten=20, profile=iri3987.ANY),
    "normalize_characters NFKC": lambda text: comparison.normalize_characters(text, form="NFKC"),
    "comparison_key": comparison.comparison_key,
    "equivalent": lambda text: iri3987.equivalent("http://a/", text),
    "policy": lambda text: [
        step(text)
        for step in (
            *(policy.in_nfc, policy.without_final_dot, policy.without_fragment),
            *(policy.without_trailing_slash, policy.sorted_query),
        )
    ],
    "resolve": lambda text: iri3987.resolve("http://a/b/c", text),
    "relativize": lambda text: iri3987.relativize("http://a/b/c", text),
    "relativize base": lambda text: iri3987.relativize(text, "http://a/b/c"),
    "remove_dot_segments": resolution.remove_dot_segments,
    "host_to_ascii whatwg": lambda text: iri3987.host_to_ascii(text, profile="whatwg"),
    "confusable": lambda text: iri3987.confusable("a.example", text),
    "WEB.check": _WEB.check,
    "messages.describe": lambda text: messages.describe(
        IRIError("", "host-percent-encoded", "ireg-name", 0), text, language=text
    ),
    "Profile.clean": _quiet(replace(_WEB, assume_scheme="https").clean),
    "Profile.warnings": replace(_WEB, assume_scheme="https").warnings,
    "browser_parts": browser_parts,
    "from_url_field": _quiet(from_url_field),
    "jsonschema.FORMATS": lambda text: [has(text) for has in FORMATS.values()],
    "segment.clean": segment.clean,
    "segment.slug": lambda text: segment.slug(text, max_octets=2048),
    "origin_form": request_target.origin_form,
    "wsgi.request_target": _wsgi,
    "asgi.request_target": _asgi,
    "Location": _header("Location"),
    "Link": _header("Link"),
    "Refresh": _header("Refresh"),
    "HX-Location": _header("HX-Location"),
}

#: The kinds of `tests/vectors/slow_texts.jsonl` that each is given; all others get "reference".
_KINDS = {
    "reference component": "IRIReference, to_uri, to_iri, inspect, display, normalize_characters, "
    "Profile.clean",
    "host": "host_to_ascii, host_to_ascii whatwg, host_to_unicode, skeleton, confusable, "
    "parse_host_ip, check_public, jsonschema.FORMATS",
    "typed component": "browser_parts, repair, Profile.warnings, from_url_field, "
    "messages.describe, search_variants",
    "typed host": "django form field, django form field warnings, django widget, django filters, "
    "django model field, django model field stored, django validator, wtforms, sqlalchemy, "
    "flask filters",
    "target": "origin_form, wsgi.request_target, asgi.request_target, flask request_iri, "
    "django request.iri, django middleware request, starlette request_iri, segment.clean",
    "target typed": "django redirect, flask safe_redirect, starlette safe_redirect, "
    "django with_a_labels, flask converters, django converters, starlette convertors",
    "header": "Location, Link, Refresh, HX-Location, django middleware response, flask response, "
    "django middleware encoded word",
    "text": "text.find, text.find ANY, html.linkify",
    "markup": "html.linkify_html",
    "file": "safe_filename, content_disposition, file paths",
}
_KIND = {name: kinds for kinds, names in _KINDS.items() for name in names.split(", ")}
ENTRIES: dict[str, tuple[str, Entry]] = {
    name: (_KIND.get(name, "reference"), call)
    for name, call in (CORE | DJANGO | FLASK | STARLETTE).items()
}
