"""No boundary repeats a password in its errors and warnings, however it was written."""

from typing import Annotated

import pytest
from django import forms
from litestar import Litestar, post
from litestar.params import Body
from litestar.testing import TestClient
from rest_framework import serializers
from werkzeug.datastructures import MultiDict
from wtforms import Form

import django_iri.forms
import django_iri.rest_framework
import flask_iri.wtforms
from iri3987 import IRI
from iri3987.adapters.litestar import IRIPlugin

#: The password of each is "QZ" and more: a colon, an "@" and a slash in another spelling, none of
#: them, white space, a delimiter in the password, other scripts, invisible characters.
TEXTS = [
    "https://me:QZЪЖ@exa mple.org/",
    "https://me：QZЪЖ@example.org/",
    "https://me:QZЪЖ＠example.org/",
    "https：／／me：QZЪЖ＠example.org",
    "https://me%3AQZЪЖ%40example.org/",
    "https:/me:QZ/ЪЖ@example.org/",
    "https:me:QZЪЖ@exa mple.org/",
    "https:\\\\me:QZЪЖ@example.org/",
    " \t me:QZЪЖ@example.org",
    "https://me:QZ#ЪЖ?QZ@example.org/",
    "https://me:QZ<ЪЖ>@@example.org/",
    "https://me:QZЪЖ\u200b\u202eQZ@example.org/",
    "https://me:ЪЖQZ@рaypal.com/",
    "see https://me:QZЪЖ@example.org/ now",
    "http:me:QZ רק@דגם.example/",
]


class _DjangoForm(forms.Form):
    link = django_iri.forms.IRIField()


class _Serializer(serializers.Serializer):
    link = django_iri.rest_framework.IRIField()


class _WTForm(Form):
    link = flask_iri.wtforms.IRIField()


@post("/")
async def _add(data: Annotated[dict[str, IRI], Body()]) -> None:
    pass


def by_django(text):
    """Return what Django's form says."""
    form = _DjangoForm({"link": text})
    return [form.errors.as_json(), [each.message for each in form["link"].warnings]]


def by_rest_framework(text):
    """Return what an API of the REST framework answers."""
    serializer = _Serializer(data={"link": text})
    serializer.is_valid()
    return serializer.errors


def by_wtforms(text):
    """Return what WTForms' form says."""
    form = _WTForm(MultiDict({"link": text}))
    form.validate()
    return [form.errors, [each.message for each in form.link.warnings]]


def by_litestar(text):
    """Return what an application of Litestar answers."""
    with TestClient(Litestar([_add], plugins=[IRIPlugin()])) as client:
        return client.post("/", json={"link": text}).json() or ""


@pytest.mark.parametrize("ask", [by_django, by_rest_framework, by_wtforms, by_litestar])
@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_no_password_is_repeated(ask, text):
    """Neither the errors nor the warnings have two neighbouring letters of the password."""
    said = str(ask(text))
    assert [] == [pair for pair in ("QZ", "ЪЖ", "ЖQ", "ZЪ") if pair in said]
