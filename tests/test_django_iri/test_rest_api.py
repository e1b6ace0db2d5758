"""Tests of what clients of an API see of an address: OPTIONS, schemas, warnings, and pages."""

import json
from pathlib import Path

import pytest
import rest_framework
from bs4 import BeautifulSoup
from django.conf import settings
from django.test import override_settings
from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator as Spectacular
from drf_spectacular.openapi import AutoSchema as SpectacularSchema
from drf_spectacular.validation import validate_schema
from jsonschema import Draft202012Validator, FormatChecker
from rest_framework import renderers, routers, serializers, viewsets
from rest_framework.schemas.openapi import AutoSchema
from rest_framework.schemas.openapi import SchemaGenerator as OwnGenerator
from rest_framework.test import APIClient

import django_iri.rest_framework
import iri3987.adapters.jsonschema
from django_iri.rest_framework import IRIField, IRIListSerializer, IRISchemaMixin, IRIWarningsField
from iri3987 import IRIError
from test_django_iri.formsapp.models import Page
from test_django_iri.testapp.models import Bookmark
from vector_rows import rows, texts

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

BOTH = [renderers.JSONRenderer, renderers.BrowsableAPIRenderer]


class PageSerializer(serializers.ModelSerializer):
    """Every kind of address, and what can mislead in them."""

    alias = IRIField(source="url", max_length=None, allow_null=True, required=False)
    warnings = IRIWarningsField()

    class Meta:
        model = Page
        fields = ("id", "title", "homepage", "name", "see_also", "alias", "warnings")


class PageView(viewsets.ModelViewSet):
    """An API, as the framework's tutorial writes it."""

    queryset = Page._default_manager.order_by("pk")
    serializer_class = PageSerializer
    renderer_classes = BOTH
    schema = SpectacularSchema()


class Schema(IRISchemaMixin, AutoSchema):
    """The framework's own schema, with addresses."""


class OwnPageView(PageView):
    """The same, for the framework's own generator."""

    schema = Schema()


class BookmarkSerializer(serializers.ModelSerializer):
    """A bookmark."""

    class Meta:
        model = Bookmark
        fields = ("homepage", "title")
        list_serializer_class = IRIListSerializer


class BookmarkView(viewsets.ModelViewSet):
    """One row for each resource; a list makes several."""

    queryset = Bookmark._default_manager.order_by("pk")
    serializer_class = BookmarkSerializer
    renderer_classes = BOTH

    def get_serializer(self, *args, **kwargs):
        """Return a serializer of many rows for a list."""
        return super().get_serializer(
            *args, **{"many": isinstance(kwargs.get("data"), list), **kwargs}
        )


router = routers.SimpleRouter()
router.register("pages", PageView)
router.register("own", OwnPageView, basename="own")
router.register("bookmarks", BookmarkView)
urlpatterns = [path("", include(router.urls))]

LOOK_ALIKE = "http://рaypal.com/"


@pytest.fixture
def client():
    """Return a client of the API, which gets errors of the server as answers."""
    return APIClient(raise_request_exception=False)


def posted(client, url, data, **headers):
    """Return the status and the body of the answer to JSON."""
    response = client.post(url, data, format="json", headers=headers)
    return response.status_code, response.json()


# OPTIONS and schemas


def test_options(client):
    """An address is a "url", as a `URLField` is, and has its length."""
    fields = client.options("/pages/").json()["actions"]["POST"]
    assert {"url"} == {fields[name]["type"] for name in ("homepage", "name", "see_also", "alias")}
    assert 2048 == fields["homepage"]["max_length"]
    assert "max_length" not in fields["alias"]


def properties(kind):
    """Return the properties of a page in the schema of a generator, which is valid."""
    view = PageView if kind == "drf-spectacular" else OwnPageView
    patterns = [path("pages/", view.as_view({"get": "list", "post": "create"}))]
    make = Spectacular if kind == "drf-spectacular" else OwnGenerator
    schema = make(patterns=patterns).get_schema(request=None, public=True)
    schema.setdefault("info", {"title": "Pages", "version": "1"})
    validate_schema(schema)
    return schema["components"]["schemas"]["Page"]["properties"]


KINDS = ["drf-spectacular", "rest-framework"]
each_kind = pytest.mark.parametrize("kind", KINDS)


def may_be_blank(schema):
    """Return the schema of an address that may be empty: empty text is not an IRI."""
    inner = {name: value for name, value in schema.items() if name != "type"}
    return {"type": "string", "anyOf": [inner, {"maxLength": 0}]}


@each_kind
@pytest.mark.parametrize("word", ["iri", "uri"])
def test_format(kind, word, settings):
    """Schemas say "iri" or "iri-reference" and the length; by a setting, "uri"."""
    if word == "uri":
        settings.IRI_SCHEMA_FORMAT = "uri"
    found = properties(kind)
    address = {"type": "string", "format": word, "maxLength": 2048}
    assert may_be_blank(address) == found["homepage"]
    assert may_be_blank(address) == found["name"]
    assert may_be_blank({**address, "format": f"{word}-reference"}) == found["see_also"]
    assert {"type": "string", "format": word, "nullable": True} == found["alias"]
    # Empty text fits, for a reader that knows the format and for one that does not.
    knows = FormatChecker()
    iri3987.adapters.jsonschema.register(knows)
    for name in "homepage", "see_also":
        for checker in None, knows:
            assert Draft202012Validator(found[name], format_checker=checker).is_valid("")
    assert found["warnings"]["readOnly"]
    finding = found["warnings"]["additionalProperties"]["items"]
    assert ["code", "message", "start", "end"] == finding["required"]


def test_without_drf_spectacular(monkeypatch):
    """Where drf-spectacular is not installed, nothing asks for it."""
    monkeypatch.setattr(django_iri.rest_framework, "find_spec", lambda name: None)  # noqa: ARG005
    monkeypatch.setattr(django_iri.rest_framework, "import_module", pytest.fail)
    django_iri.rest_framework.register()


# Warnings


def test_warnings_in_the_answer(client):
    """The answer to POST and PUT says what can mislead, and what was repaired, in the text sent."""
    data = {"title": "x", "homepage": LOOK_ALIKE, "alias": " https://example.org/?a|b"}
    status, page = posted(client, "/pages/", data)
    assert 201 == status
    assert ["homepage", "alias"] == list(page["warnings"])
    (warning,) = page["warnings"]["alias"]
    assert ("repaired", 23, 24) == (warning["code"], warning["start"], warning["end"])
    first = page["warnings"]["homepage"][0]
    assert {"code", "message", "start", "end"} == first.keys()
    assert 7 == first["start"]
    url = f"/pages/{page['id']}/"
    for call in client.put, client.patch:
        changed = call(url, {"title": "y", "homepage": LOOK_ALIKE}, format="json")
        assert ["homepage"] == list(changed.json()["warnings"])
    assert {} == client.patch(url, {"title": "y"}, format="json").json()["warnings"]
    assert {} == client.get(url).json()["warnings"]
    assert {} == client.get("/pages/").json()[0]["warnings"]
    # The sentences are in the language of the request.
    data = {"title": "x", "homepage": "http://me@example.org/"}
    locale = ["django.middleware.locale.LocaleMiddleware"]
    with override_settings(MIDDLEWARE=locale, LANGUAGE_CODE="en"):
        _, page = posted(APIClient(), "/pages/", data, Accept_Language="de")
    assert "Diese Adresse führt zu example.org." in page["warnings"]["homepage"][0]["message"]


def test_warnings_of_many_rows():
    """Each row of a list has its own."""
    texts = [LOOK_ALIKE, "http://example.org/", " http://me@example.org/"]
    data = [{"title": "x", "homepage": text} for text in texts]
    serializer = PageSerializer(data=data, many=True)
    assert serializer.is_valid()
    serializer.save()
    found = [page["warnings"].get("homepage", []) for page in serializer.data]
    assert [7, None, 8] == [each[0]["start"] if each else None for each in found]


def test_warnings_about_what_is_not_in_the_row():
    """A field that is only written has no warnings, and the answer is not an error."""

    class Serializer(serializers.Serializer):
        link = IRIField(write_only=True)
        warnings = IRIWarningsField()

        def create(self, validated_data):  # noqa: ARG002
            """Keep nothing of it."""
            return object()

    serializer = Serializer(data={"link": LOOK_ALIKE})
    assert serializer.is_valid()
    serializer.save()
    assert {"warnings": {}} == serializer.data


# Pages of the API

FRAMEWORK = "rest_framework"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [Path(rest_framework.__file__).parent / "templates"],
        "OPTIONS": {"libraries": {FRAMEWORK: f"{FRAMEWORK}.templatetags.{FRAMEWORK}"}},
    }
]


@pytest.fixture
def pages(settings):
    """Have the templates of the framework."""
    settings.TEMPLATES = TEMPLATES


def form_of(client, url):
    """Return the form in the page of the API at *url*."""
    page = client.get(url, headers={"Accept": "text/html"})
    assert 200 == page.status_code
    return BeautifulSoup(page.content, "html.parser")


def test_input(pages, client):
    """The input is that of a form: an address, from left to right, whose type is text."""
    (field,) = form_of(client, "/bookmarks/").select("form input[name=homepage]")
    expected = {"type": "text", "inputmode": "url", "dir": "ltr", "spellcheck": "false"}
    assert expected == {name: field[name] for name in expected}


@pytest.mark.parametrize("text", ['http://example.org/"><script>', "http://a b/"])
def test_input_of_an_old_row(pages, client, text):
    """An old text is shown as it is, and harms nothing."""
    row = Bookmark.objects.create(homepage=text)
    (field,) = form_of(client, f"/bookmarks/{row.pk}/").select("form input[name=homepage]")
    assert text == field["value"]


# Hostile input


def told(call, text):
    """Return what a call says of a text: nothing, or a code."""
    try:
        call(text)
    except IRIError as error:
        return error.code
    return None


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:The default protocol")  # of urlize, in pages of the framework
@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_attacks(pages, client, accept):
    """Each is stored as an address, or is a 400 with the code of the core; never another error."""
    clean = Bookmark._meta.get_field("homepage").rule.clean
    for text in (text for row in rows("attacks") for text in texts(row)):
        Bookmark.objects.all().delete()
        body = json.dumps({"homepage": text}).encode()
        if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            continue  # Django's own 400
        response = client.post(
            "/bookmarks/", body, content_type="application/json", headers={"Accept": accept}
        )
        sent = json.loads(body)["homepage"]  # two surrogates in JSON are one character
        code = told(clean, sent) if sent.strip(" \t\r\n\f") else None
        assert (201 if code is None else 400) == response.status_code, sent[:80]
        codes = response.data.get("homepage", [])
        assert code is None or [code] == [each.code for each in codes]
