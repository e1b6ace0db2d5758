"""The calls of the web, beside those without us: the rows of `benchmarks.web`.

A framework is imported only in the function that needs it. Whatever is not installed is left out
of the table, and named above it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import iri3987
from benchmarks.corpora import SIZE
from benchmarks.rivals import OURS
from benchmarks.settings import configure
from iri3987.comparison import key_digest
from iri3987.profile import PUBLIC, WEB

Call = Callable[[Any], object]
#: Our call and theirs.
Pair = tuple[Call, Call]


@dataclass(frozen=True)
class Row:
    """A row of the table: a call of ours, and one of another package that does its work there."""

    #: A call that is timed, and the one it is compared with.
    ours: str
    theirs: str
    #: The other package, as it is installed.
    package: str
    #: Our time divided by its time is to be this at most, for each kind of text. A row with one
    #: goal is for ASCII alone.
    goals: Sequence[float]
    #: Make both calls, for the texts that they will be given.
    make: Callable[[list[str]], Pair] = field(repr=False)
    #: How many texts there are, and whether one call takes all of them.
    size: int = SIZE
    is_whole: bool = False


# Validation.


def _iri_validator(_: list[str]) -> Pair:
    configure()
    from django.core.validators import URLValidator

    from django_iri.validators import IRIValidator

    return IRIValidator(), URLValidator()


def _check(_: list[str]) -> Pair:
    configure()
    from django.core.validators import URLValidator

    return WEB.check, URLValidator()


def _public(_: list[str]) -> Pair:
    return PUBLIC.check, WEB.check


def _form_field(_: list[str]) -> Pair:
    configure()
    from django import forms

    from django_iri.forms import IRIField

    return IRIField().clean, forms.URLField().clean


def _rest_field(_: list[str]) -> Pair:
    configure()
    from rest_framework import serializers

    from django_iri.rest_framework import IRIField

    return IRIField().run_validation, serializers.URLField().run_validation


def _wtforms(_: list[str]) -> Pair:
    from wtforms import Form, StringField
    from wtforms.validators import URL

    from flask_iri.wtforms import IRIValidator

    class Links(Form):
        link = StringField()

    def call(validator: Any) -> Call:
        form = Links()

        def validate(text: str) -> None:
            form.link.data = text
            validator(form, form.link)

        return validate

    return call(IRIValidator()), call(URL())


# Rows. A call loads all of them.


def _django_rows(texts: list[str]) -> Pair:
    configure()
    from django.db import connection

    from benchmarks.web_models import PlainWebLink, WebLink

    if WebLink._meta.db_table in connection.introspection.table_names():
        PlainWebLink.objects.all().delete()
    else:
        with connection.schema_editor() as editor:
            editor.create_model(WebLink)
    PlainWebLink.objects.bulk_create(PlainWebLink(url=text) for text in texts)
    return lambda _: list(WebLink.objects.all()), lambda _: list(PlainWebLink.objects.all())


def _sqlalchemy_rows(texts: list[str]) -> Pair:
    from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, insert, select
    from sqlalchemy.orm import Session, registry
    from sqlalchemy.pool import StaticPool

    from sqlalchemy_iri import IRIType

    engine = create_engine("sqlite://", poolclass=StaticPool)
    mapping = registry()

    def call(name: str, kind: Any) -> Call:
        columns = Column("id", Integer, primary_key=True), Column("url", kind)
        table = Table(name, MetaData(), *columns)
        model = type(name, (), {})
        mapping.map_imperatively(model, table)
        table.create(engine)
        with engine.begin() as connection:
            connection.execute(insert(table), [{"url": text} for text in texts])

        def load(_: list[str]) -> object:
            with Session(engine) as session:
                return session.scalars(select(model)).all()

        return load

    return call("ours", IRIType(2048)), call("theirs", String(2048))


# Templates. A call renders a page with all of the texts.


def _template(source: str) -> Any:
    configure()
    from django.template import engines

    return engines["django"].from_string("{% load iri %}" + source)


def _page(item: str) -> Call:
    """Return a call that renders *item* for each text, which is ``v`` there."""
    template = _template(f"{{% for v in texts %}}{item}{{% endfor %}}")
    return lambda texts: template.render({"texts": texts})


def _filters(ours: str, theirs: str) -> Callable[[list[str]], Pair]:
    return lambda _: (_page(f"{{{{ v|{ours} }}}}\n"), _page(f"{{{{ v|{theirs} }}}}\n"))


def _page_with_warnings(_: list[str]) -> Pair:
    template = _template(
        "{% for v, findings in links %}<li>{{ v|iri_link }}"
        "{% for each in findings %}<p>{{ each.message }}</p>{% endfor %}</li>{% endfor %}"
    )

    def ours(texts: list[str]) -> object:
        return template.render({"links": [(text, iri3987.inspect(text)) for text in texts]})

    return ours, _page("<li>{{ v|urlize }}</li>")


# The core.


def _key_digest(_: list[str]) -> Pair:
    return key_digest, import_module("w3lib.url").canonicalize_url


def _normalize(_: list[str]) -> Pair:
    url = import_module("yarl").URL
    return iri3987.normalize, lambda text: str(url(text))


def _components(_: list[str]) -> Pair:
    parse = import_module("can_ada").parse

    def theirs(text: str) -> object:
        url = parse(text)
        return (
            url.protocol,
            url.host,
            url.username,
            url.password,
            url.hostname,
            url.port,
            url.pathname,
            url.search,
            url.hash,
        )

    return OURS["IRI and its components"], theirs


def _to_uri(_: list[str]) -> Pair:
    return iri3987.to_uri, import_module("django.utils.encoding").iri_to_uri


def _to_iri(_: list[str]) -> Pair:
    return iri3987.to_iri, import_module("django.utils.encoding").uri_to_iri


def _is_iri(_: list[str]) -> Pair:
    return iri3987.is_iri, import_module("pyoxigraph").NamedNode


ROWS = (
    Row("IRIValidator()(text)", "URLValidator", "Django", (0.7, 0.7, 0.8), _iri_validator),
    Row("WEB.check(text)", "URLValidator", "Django", (0.15, 0.15, 0.65), _check),
    Row("PUBLIC.check(text)", "WEB.check", "iri3987", (1.3, 1.3, 1.3), _public),
    Row(
        "forms.IRIField().clean(text)",
        "forms.URLField().clean",
        "Django",
        (0.6, 0.6, 0.8),
        _form_field,
    ),
    Row("rest_framework.IRIField", "URLField", "djangorestframework", (0.6, 0.6, 1.0), _rest_field),
    Row("flask_iri.wtforms.IRIValidator()", "URL()", "WTForms", (0.4, 0.5, 0.5), _wtforms),
    Row("load 300 rows", "URLField column", "Django", (1.4, 1.4, 1.4), _django_rows, is_whole=True),
    Row(
        "load 300 rows",
        "String column",
        "SQLAlchemy",
        (1.2, 1.2, 1.2),
        _sqlalchemy_rows,
        is_whole=True,
    ),
    Row(
        "{{ v|uri }}",
        "{{ v|iriencode }}",
        "Django",
        (1.0, 0.8, 1.9),
        _filters("uri", "iriencode"),
        is_whole=True,
    ),
    Row(
        "{{ v|iri_link }}",
        "{{ v|urlize }}",
        "Django",
        (0.17, 0.25, 1.1),
        _filters("iri_link", "urlize"),
        is_whole=True,
    ),
    Row(
        "page of 1,000 links with warnings",
        "page with urlize",
        "Django",
        (1.5, 1.5, 1.5),
        _page_with_warnings,
        size=1000,
        is_whole=True,
    ),
    Row("key_digest", "canonicalize_url", "w3lib", (0.25, 0.25, 0.5), _key_digest),
    Row("normalize", "str(URL(text)), compiled in part", "yarl", (1.5, 1.5, 1.0), _normalize),
    Row("IRI and all parts", "parse and all parts, C++", "can-ada", (2.0, 1.5, 1.0), _components),
    Row("to_uri of ASCII", "iri_to_uri, validates nothing", "Django", (1.0,), _to_uri),
    Row("to_iri of ASCII", "uri_to_iri, validates nothing", "Django", (1.0,), _to_iri),
    Row("is_iri", "NamedNode, Rust", "pyoxigraph", (1.2, 1.1, 1.1), _is_iri),
)


@dataclass(frozen=True)
class Start:
    """A row of what a fresh process does: statements of a program that is about to use it."""

    ours: str
    theirs: str
    package: str
    #: As in `Row`; empty if there is no goal.
    goals: Sequence[float]
    #: The code that runs. Both may hold "{}", where the literal of a text is put.
    our_code: str
    their_code: str
    #: What our program has imported before, which does not count: its framework.
    before: str = "pass"


_IMPORT = "from iri3987 import IRI, to_uri"
_FIRST = (
    "from iri3987 import is_iri, is_iri_reference, to_uri; "
    "text = {}; is_iri(text); is_iri_reference(text); to_uri(text)"
)
_YARL = "from yarl import URL"
_DJANGO = (
    "import django; from django.conf import settings; settings.configure(); django.setup(); "
    "import django.db.models, django.forms, django.template.defaultfilters"
)
STARTS: tuple[Start, ...] = (
    Start("import", "import", "hyperlink", (0.8,), _IMPORT, "from hyperlink import URL"),
    Start("import", "import", "rfc3987", (), _IMPORT, "import rfc3987"),
    Start("import", "import", "yarl", (), _IMPORT, _YARL),
    Start("import", "import", "pydantic", (), _IMPORT, "import pydantic"),
    Start(
        "import and the first is_iri, is_iri_reference, to_uri",
        "import and the first URL.from_text",
        "hyperlink",
        (1.0, 1.0, 1.0),
        _FIRST,
        "from hyperlink import URL; URL.from_text({})",
    ),
    Start("import iri3987", "import", "rfc3987", (0.1,), "import iri3987", "import rfc3987"),
    *(
        Start(f"{ours}, after {name}", "import", "yarl", (goal,), ours, _YARL, before)
        for name, before, ours, goal in (
            ("Flask", "import flask", "import flask_iri", 1.6),
            ("Django", _DJANGO, "import django_iri.fields, django_iri.templatetags.iri", 1.8),
            ("Starlette", "import starlette.applications", "import starlette_iri", 1.1),
            ("SQLAlchemy", "import sqlalchemy.orm", "import sqlalchemy_iri", 0.9),
            ("dataclasses", "import dataclasses", "from iri3987 import WEB", 1.6),
        )
    ),
)
