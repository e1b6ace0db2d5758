"""`iri3987.adapters.wtforms`: addresses that were there before, and warnings."""

import re

import pytest
from bs4 import BeautifulSoup
from werkzeug.datastructures import MultiDict
from wtforms import Form, StringField
from wtforms.validators import InputRequired

from iri3987 import IRI, messages
from iri3987.adapters import wtforms
from iri3987.adapters.wtforms import IRIField, IRIFormMixin
from iri3987.values import load
from test_iri3987.wtforms_links import MIXED, LinkForm, codes, form_with, make, row

# An address that was not touched

#: Texts that a column may load from a row that was stored before it was checked.
OLD = [
    "example.org",
    "http://a b/",
    "https://example.org/?family=A|B",
    "https://example.org/?filter[name]=ä",
    "https://example.org/100%",
    "https://example.org/\u202e",
    " https://example.org/ ",
    "https://example.org/\r\nx",
    "javascript:alert('a b')",
    "/reference",
    "https://intranet/",
    "https://-a.example/",
    "https://127.1/",
    "https://example.org:99999/",
    "https://example.org/" + 3000 * "é",
]


def sent_back(html):
    """Return what a browser sends for an input: its value, in one line."""
    return re.sub("[\r\n]", "", BeautifulSoup(html, "html.parser").input["value"])


@pytest.mark.parametrize("old", OLD, ids=ascii)
def test_untouched(old):
    """An address that comes back as it was shown, or not at all, can be saved as it was stored."""
    stored = row(old)
    shown = str(LinkForm(obj=stored).link)
    form = LinkForm(MultiDict({"link": sent_back(shown)}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data
    not_sent = LinkForm(MultiDict({"other": "x"}), obj=stored)
    assert not_sent.validate()
    assert stored.link is not_sent.link.data
    form.populate_obj(stored)
    assert (old, type(load(old, IRI))) == (stored.link, type(stored.link))


@pytest.mark.parametrize("old", OLD, ids=ascii)
def test_untouched_with_the_validator(old):
    """So it is with a field of WTForms and the validator."""
    plain = type(
        "PlainForm",
        (IRIFormMixin, Form),
        {"link": StringField(validators=[wtforms.IRIValidator()])},
    )
    stored = row(old)
    shown = str(plain(obj=stored).link)
    assert plain(MultiDict({"link": sent_back(shown)}), obj=stored).validate()
    assert ["host-hyphen"] == codes(plain(MultiDict({"link": "https://-b.example/"}), obj=stored))
    assert [] != codes(plain(obj=stored))


@pytest.mark.parametrize("old", ["", *OLD], ids=ascii)
def test_touched(old):
    """A changed text is refused as ever, or accepted."""
    stored = row(old)
    assert ["bad-percent"] == codes(
        LinkForm(MultiDict({"link": "https://example.org/%"}), obj=stored)
    )
    form = LinkForm(MultiDict({"link": "https://faß.de/"}), obj=stored)
    assert form.validate()
    assert ("https://faß.de/", IRI) == (form.link.data, type(form.link.data))
    form = LinkForm(MultiDict({"link": ""}), obj=stored)
    assert form.validate()
    assert not form.link.data


def test_untouched_and_empty():
    """An empty text stays the empty text that is stored: its column may take no NULL."""
    stored = row("")
    form = LinkForm(MultiDict({"link": " "}), obj=stored)
    assert form.validate()
    assert stored.link is form.link.data
    form = make(form_with(validators=[InputRequired()]), link="")
    assert ["This field is required."] == codes(form)


@pytest.mark.parametrize(
    ("options", "text", "name"),
    [
        ({"allow_relative": True}, "a b", "reference"),
        ({"reject": ["userinfo"]}, "https://good.example@evil.example/", "link"),
        *(
            ({"profile": "public", "confirm_warnings": True}, each, "link")
            for each in ("javascript:alert(1)", "http://127.0.0.1/", MIXED)
        ),
        ({"profile": "web"}, "https://example.org/?filter[name]=ä b|100%", "link"),
    ],
)
def test_untouched_whatever_the_options(options, text, name):
    """A stored address stays as it is, even if the field would refuse, repair or question it."""
    stored = row(**{name: text})
    form = type("Own", (IRIFormMixin, Form), {name: IRIField(**options)})
    form = form(MultiDict({name: text}), obj=stored)
    assert form.validate()
    assert getattr(stored, name) is form[name].data
    assert "repaired" not in [each.code for each in form[name].warnings]


@pytest.mark.parametrize("kind", [str, IRI])
def test_prefilled_is_asked_about(kind):
    """The form asks about an address of the request that can mislead, parsed or not."""
    form = form_with(confirm_warnings=True)(MultiDict({"link": MIXED}), link=kind(MIXED))
    assert ["confirm-warnings"] == codes(form)


def test_untouched_but_filtered():
    """The result of a filter is another text."""
    form = form_with(filters=[lambda iri: iri and iri + "x"])
    stored = row("https://a b/")
    assert ["bad-character"] == codes(form(MultiDict({"link": "https://a b/"}), obj=stored))


# Findings


def test_warnings_about_the_data():
    """If a view sets the data, they are what the warnings are about; without data there is none."""
    form = make(link=f"  {MIXED}")
    assert form.validate()
    assert [10, 10] == [each.start for each in form.link.warnings]
    form.link.data = IRI(MIXED)
    expected = [("mixed-scripts", 8, 14), ("whole-script-confusable", 8, 14)]
    for field in (form.link, make(link=MIXED).link, LinkForm(data={"link": MIXED}).link):
        assert expected == [(each.code, each.start, each.end) for each in field.warnings]
    assert [] == LinkForm().link.warnings == make(link="https://例え.テスト/").link.warnings
    assert [] == make(link=[5]).link.warnings


def test_warnings_speak_the_language_of_the_form():
    """The message of a warning is translated."""

    class GermanForm(LinkForm):
        class Meta:
            locales = ["de"]  # noqa: RUF012

    [first, *_] = make(GermanForm, link=MIXED).link.warnings
    [english, *_] = make(link=MIXED).link.warnings
    assert messages.describe(first, MIXED, language="de") == first.message
    assert messages.describe(first, MIXED) == english.message


def test_no_warnings_for_what_is_too_long():
    """Nothing is looked at that is longer than the field takes."""
    assert [] == make(link=MIXED + 3000 * "x").link.warnings
    assert [] != make(form_with(max_length=None), link=MIXED + 3000 * "x").link.warnings
