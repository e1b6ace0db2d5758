"""`iri3987.adapters.wtforms`: what the rule refuses may stay in the column of its own row alone."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import create_engine, insert
from sqlalchemy.orm import Session, make_transient
from werkzeug.datastructures import MultiDict
from wtforms import FieldList, Form, FormField, StringField

from iri3987 import IRI, IRIError
from iri3987.adapters import wtforms
from iri3987.adapters.wtforms import IRIField, IRIFormMixin
from iri3987.values import load
from test_iri3987.wtforms_links import Base, OldLink, form_with, row

#: An address of this computer, which the profile "public" refuses, and others let in.
INNER = "http://127.0.0.1/"
GOOD = "https://example.org/"


class HookForm(IRIFormMixin, Form):
    """A form that takes addresses of the public internet alone, in one script."""

    link = IRIField(profile="public", reject=["mixed-scripts"])


class TextForm(IRIFormMixin, Form):
    """The same by the validator."""

    link = StringField(validators=[wtforms.IRIValidator("public", reject=["mixed-scripts"])])


class Site:
    """An object without the attribute."""


def assigned(value):
    """Return a row to which *value* was assigned."""
    changed = row(GOOD)
    changed.link = value
    return {"obj": changed}


def copied(value):
    """Return the copy of a row, which is to be a new one."""
    copy = row(value)
    make_transient(copy)
    return {"obj": copy}


#: Ways in which a view gives a form an address that the column of its row does not hold.
ELSEWHERE = {
    "data": lambda value: {"data": {"link": value}},
    "plain text": lambda value: {"data": {"link": str(value)}},
    "parsed": lambda value: {"data": {"link": load(str(value), IRI)}},
    "keyword": lambda value: {"link": value},
    "beside an object": lambda value: {"obj": Site(), "data": {"link": value}},
    "assigned": assigned,
    "copied": copied,
    "unsaved": lambda value: {"obj": OldLink(id=1, link=value)},
    "plain object": lambda value: {"obj": SimpleNamespace(link=value)},
    "mock": lambda value: {"obj": Mock(link=value)},
    "class": lambda value: {"obj": type("Link", (), {"link": value})},
}


@pytest.mark.parametrize("way", ELSEWHERE)
@pytest.mark.parametrize("form", [HookForm, TextForm])
@pytest.mark.parametrize(
    "text", [INNER, "javascript:alert(1)", "http://рaypal.com/", "https://a..b/"]
)
@pytest.mark.parametrize("is_sent", [True, False], ids=["sent", "not sent"])
def test_address_of_another_place(way, form, text, is_sent):
    """An address that another column or row gave is checked by the rule of the form."""
    given = ELSEWHERE[way](row(GOOD, feed=text).feed)
    sent = MultiDict({"link": text} if is_sent else {"other": "x"})
    assert not form(sent, **given).validate()


@pytest.mark.parametrize("name", ["hook", "made"])
def test_attribute_that_is_not_a_column(name):
    """What a property or an expression makes of columns is not stored under that name."""
    stored = row(INNER, feed=INNER)
    form = type("Own", (IRIFormMixin, Form), {name: IRIField(profile="public")})
    assert INNER == getattr(stored, name)
    assert not form(MultiDict({name: INNER}), obj=stored).validate()


def test_mapped_class():
    """A class is not a row, even if it has a column of that name."""
    assert not HookForm(MultiDict({"link": INNER}), obj=OldLink).validate()


def test_default():
    """The default of a field is checked, although it is the text of a column."""
    form = form_with(profile="public", default=row(INNER).link)
    for sent in ({"link": INNER}, {"other": "x"}):
        assert not form(MultiDict(sent)).validate()


def test_form_that_does_not_know_its_row():
    """Without the mixin, a form checks all addresses."""
    form = type("Own", (Form,), {"link": IRIField(profile="public")})
    assert not form(MultiDict({"link": INNER}), obj=row(INNER)).validate()


def test_written_into_another_row():
    """The address that one row may keep cannot be written into another."""
    stored, other = row(INNER), row(GOOD)
    form = HookForm(MultiDict({"link": INNER}), obj=stored)
    assert form.validate()
    form.populate_obj(stored)
    for target in (other, OldLink(), SimpleNamespace()):
        with pytest.raises(IRIError) as caught:
            form.populate_obj(target)
        assert "host-not-public" == caught.value.code
    assert GOOD == other.link


def test_processed_again():
    """A form or field that gets other values checks them."""
    form = HookForm(MultiDict({"link": INNER}), obj=row(INNER))
    form.process(MultiDict({"link": INNER}), row(GOOD))
    assert not form.validate()
    form.link.process(MultiDict({"link": INNER}), INNER)
    assert not form.validate()
    form = HookForm(MultiDict({"link": INNER}), obj=row(INNER))
    form.process(MultiDict({"other": "x"}), data={"link": INNER})
    assert not form.validate()


@pytest.mark.parametrize("prefix", ["", "p-"])
def test_nested_forms(prefix):
    """A form in another one knows its own row; a field in a list has none."""

    class Sites(Form):
        links = FieldList(FormField(HookForm))
        texts = FieldList(IRIField(profile="public"))

    site = SimpleNamespace(links=[row(INNER), row(GOOD)], texts=[row(INNER).link])

    def bound(**sent):
        data = {f"{prefix}{name.replace('_', '-')}": text for name, text in sent.items()}
        form = Sites(MultiDict(data), prefix=prefix, obj=site)
        form.validate()
        return form

    def codes(**sent):
        return [[error.code for error in each.link.errors] for each in bound(**sent).links]

    refused = ["host-not-public"]
    assert [[], []] == codes(links_0_link=INNER, links_1_link=GOOD)
    assert [refused, refused] == codes(links_0_link="http://10.0.0.1/", links_1_link=INNER)
    assert bound(texts_0=INNER).texts.errors


def test_prefix_and_other_names():
    """The column is that of the field in the form, whatever the name in HTML is."""

    class Named(IRIFormMixin, Form):
        link = IRIField(name="feed", profile="public")
        feed = IRIField(name="link", profile="public")

    stored = row(INNER, feed=GOOD)

    def refused(**sent):
        form = Named(MultiDict({f"p-{name}": text for name, text in sent.items()}), stored, "p-")
        form.validate()
        return list(form.errors)

    assert [] == refused(feed=INNER, link=GOOD)
    assert ["feed"] == refused(feed=GOOD, link=INNER)


def test_plain_column():
    """A column of plain text keeps its address, too, and the form has a value of it."""
    form = type("Own", (IRIFormMixin, Form), {"plain": IRIField(profile="public")})
    for sent in ({"plain": INNER}, {"other": "x"}):
        bound = form(MultiDict(sent), obj=row(plain=INNER))
        assert bound.validate()
        assert (INNER, IRI) == (bound.plain.data, type(bound.plain.data))


@pytest.mark.parametrize("form", [HookForm, TextForm])
@pytest.mark.parametrize("sent", [{"link": INNER}, {"other": "x"}], ids=["sent", "not sent"])
def test_validated_again(form, sent):
    """After a rollback, when all values are read again, a form says the same."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.execute(insert(OldLink).values(id=1, link=INNER))
        session.commit()
        stored: Any = session.get(OldLink, 1)
        bound = form(MultiDict(sent), obj=stored)
        for _ in range(2):
            assert bound.validate()
            bound.populate_obj(stored)
            session.rollback()
        assert INNER == stored.link
    engine.dispose()


def test_untouched_but_made_plain():
    """A filter that gives the same text changes nothing."""
    form = form_with(profile="public", filters=[lambda iri: iri and str.__str__(iri)])
    stored = row(INNER)
    bound = form(MultiDict({"link": INNER}), obj=stored)
    assert bound.validate()
    assert stored.link is bound.link.data
