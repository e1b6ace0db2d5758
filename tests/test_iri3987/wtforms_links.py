"""Forms of WTForms with an address, for several tests."""

from dataclasses import replace
from types import SimpleNamespace

from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField

from iri3987 import IRI, WEB
from iri3987.values import load
from iri3987.wtforms import IRIField

#: The profile "web", but nothing is repaired.
EXACT = replace(WEB, repair=False)
#: A host of which every label mixes scripts: a warning, whatever else it is.
MIXED = "https://p\u0430ypal.example/"


class LinkForm(Form):
    """A form with one address."""

    link = IRIField(profile=EXACT)


def make(form=LinkForm, **formdata):
    """Return the form, as it is when this is sent to it."""
    return form(MultiDict(formdata))


def form_with(*args, **kwargs):
    """Return a form class whose field "link" has these options."""
    kwargs.setdefault("profile", EXACT)
    return type("OtherForm", (Form,), {"link": IRIField(*args, **kwargs)})


def codes(form):
    """Return the codes of the errors, after validation."""
    form.validate()
    return [getattr(error, "code", str(error)) for error in form.link.errors]


def validated(validator, value):
    """Return the form, validated, of a plain field with this validator and value."""
    form = type("PlainForm", (Form,), {"link": StringField(validators=[validator])})
    return make(form, link=value)


def row(text, kind=IRI):
    """Return an object with this stored address, as a column loads it."""
    return SimpleNamespace(link=load(text, kind, from_database=True))
