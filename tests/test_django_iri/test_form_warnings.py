"""Tests of the warnings beside the input, and of the question whether to save anyway."""

import pytest
from bs4 import BeautifulSoup
from django import forms
from django.forms.models import modelform_factory
from django.utils.translation import override

from django_iri.fields import IRIField as ModelField
from django_iri.forms import IRIField, IRIURLField
from django_iri.widgets import IRIInput
from test_django_iri.test_formsets import posted
from test_django_iri.testapp.models import Bookmark

#: The first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"
USERINFO = "http://me@faß.de/"


class LinkForm(forms.Form):
    """A form that tells, and one that asks as well."""

    link = IRIField(help_text="An address.")
    title = forms.CharField(required=False, max_length=3)


class AskingForm(LinkForm):
    """A form that asks before it takes what can mislead."""

    link = IRIField(confirm_warnings=True)


def form_of(field, data):
    """Return a form of one field, "link"."""
    return type("OwnForm", (forms.Form,), {"link": field})(data)


def codes(form):
    """Return the codes of the errors of the link."""
    return [each.code for each in form.errors.as_data().get("link", [])]


def parsed(html):
    """Return the elements."""
    return BeautifulSoup(str(html), "html.parser")


def sentences(html):
    """Return the warnings that people read."""
    return [each.text for each in parsed(html).select("ul.iri-warnings > li")]


def checkbox(html):
    """Return the attributes of the checkbox "save anyway"."""
    found = parsed(html).select_one("label.iri-confirm > input[type=checkbox]")
    return None if found is None else dict(found.attrs)


@pytest.mark.parametrize("render", ["as_p", "as_div", "as_table", "as_ul"])
def test_every_way_to_render(render):
    """Each of Django's layouts shows the warnings after the input, which refers to them."""
    form = LinkForm({"link": LOOK_ALIKE, "title": "long"})
    page = parsed(getattr(form, render)())
    field = page.select_one("input[name=link]")
    warnings = field.find_next("ul")
    assert (["iri-warnings"], "id_link_warnings") == (warnings["class"], warnings["id"])
    assert {each.message for each in form["link"].warnings} == {*sentences(page)}
    assert "id_link_helptext id_link_warnings" == field["aria-describedby"]
    for name in field["aria-describedby"].split():
        assert page.find(id=name)


@pytest.mark.parametrize(
    ("text", "attributes", "expected"),
    [
        ("ftp://me@faß.de/", {}, "id_link_helptext id_link_error"),
        (USERINFO, {"aria-describedby": "mine"}, "mine id_link_warnings"),
        (USERINFO, {"id": "x"}, "id_link_helptext x_warnings"),
        ("http://faß.de/", {}, "id_link_helptext"),
    ],
)
def test_what_describes_the_input(text, attributes, expected):
    """Help, errors and warnings, in this order; what the project has said itself stays."""
    form = LinkForm({"link": text})
    form.fields["link"].widget.attrs |= attributes
    field = parsed(form["link"]).input
    assert expected == field["aria-describedby"]
    assert ("x_warnings" in str(form["link"])) is ("id" in attributes)
    # An order that a template chooses stays as it is.
    html = form["link"].as_widget(attrs={"aria-describedby": "id_link_warnings help"})
    assert parsed(html).input["aria-describedby"].startswith("id_link_warnings help")


@pytest.mark.parametrize("data", [None, {}, {"link": ""}, {"link": "http://faß.de/"}])
def test_nothing_to_say(data):
    """Without warnings, there is the input alone."""
    form = AskingForm(data)
    assert ["input"] == [each.name for each in parsed(form["link"]).find_all(True)]


def test_input_without_an_id():
    """Without ids, the warnings are there, each sentence once, and nothing refers to them."""
    form = forms.Form({"link": "http://faß.de/a b c"}, auto_id=False)
    form.fields["link"] = IRIField(error_messages={"repaired": "Mended."})
    html = str(form["link"])
    assert ["Mended."] == sentences(html)
    assert not parsed(html).select("[id], [aria-describedby]")


def test_what_is_not_asked_about():
    """A hidden or disabled input, and a text that is refused: no answer would help."""
    html = LinkForm({"link": LOOK_ALIKE})["link"].as_hidden()
    assert ["input"] == [each.name for each in parsed(html).find_all(True)]
    assert "warnings" not in html
    hidden = IRIField(widget=forms.HiddenInput, confirm_warnings=True)
    assert form_of(hidden, {"link": LOOK_ALIKE}).is_valid()
    form = AskingForm({"link": LOOK_ALIKE}, initial={"link": USERINFO})
    form.fields["link"].disabled = True
    assert form.is_valid()
    assert [] == sentences(form)
    form = AskingForm({"link": "ftp://me@faß.de/"})
    assert ["scheme-not-allowed"] == codes(form)
    assert ([], None) == (sentences(form), checkbox(form))


def test_question_without_a_checkbox():
    """A bound field that cannot ask is refused when the field is made."""
    with pytest.raises(TypeError, match="IRIBoundField, not <class"):
        IRIField(confirm_warnings=True, bound_field_class=forms.BoundField)
    assert IRIField(bound_field_class=forms.BoundField).clean(LOOK_ALIKE)


@pytest.mark.parametrize(
    "widget",
    [forms.Textarea, forms.TextInput, type("Own", (IRIInput,), {}), IRIInput(show_uri=True)],
    ids=["textarea", "text", "own", "preview"],
)
def test_any_widget(widget):
    """Whichever widget a project has, it is followed by the warnings, and asks."""
    html = str(form_of(IRIField(widget=widget, confirm_warnings=True), {"link": LOOK_ALIKE}))
    assert 2 == len(sentences(html))
    assert checkbox(html)
    field = parsed(html).find(["input", "textarea"])
    assert "id_link_error id_link_warnings" == field["aria-describedby"]


def test_language():
    """The warnings, the question and the error are in the language of the page."""
    with override("de"):
        form = AskingForm({"link": USERINFO})
        html = str(form)
    assert "@-Zeichen" in sentences(html)[0]
    assert "Trotzdem speichern" == parsed(html).select_one("label.iri-confirm").text.strip()
    assert "Prüfen Sie diese Adresse" in parsed(html).select_one("ul.errorlist").text


def test_asks_once():
    """The first submission is refused, with what is to be looked at; the second one is taken."""
    form = AskingForm({"link": f" {LOOK_ALIKE}"})
    (error,) = form.errors.as_data()["link"]
    assert "confirm-warnings" == error.code
    assert ["Check this address before you save it."] == error.messages
    assert {*sentences(form)} == {*error.params["warnings"]}
    question = checkbox(form)
    assert ("link-confirmed", f" {LOOK_ALIKE}") == (question["name"], question["value"])
    assert "id_link_warnings" == question["aria-describedby"]
    assert "checked" not in question
    form = AskingForm({"link": LOOK_ALIKE, question["name"]: question["value"]})
    assert form.is_valid()
    assert LOOK_ALIKE == form.cleaned_data["link"]


@pytest.mark.parametrize("confirmed", [USERINFO, "on", "", "1", LOOK_ALIKE.upper(), None, ["x"], 1])
def test_another_text_is_asked_about_again(confirmed):
    """Only the exact text that was shown counts as confirmed."""
    form = AskingForm({"link": LOOK_ALIKE, "link-confirmed": confirmed})
    assert ["confirm-warnings"] == codes(form)
    assert LOOK_ALIKE == checkbox(form)["value"]
    assert "checked" not in checkbox(form)


def test_answer_stays_while_something_else_is_wrong():
    """An address that was confirmed stays so when the form comes back for another field."""
    form = AskingForm({"link": LOOK_ALIKE, "link-confirmed": LOOK_ALIKE, "title": "long"})
    assert ["title"] == list(form.errors)
    assert 2 == len(sentences(form))
    assert "checked" in checkbox(form)


def test_words_of_the_project():
    """`error_messages` may have the error; one that cannot be filled in is refused at once."""
    words = {"confirm-warnings": "Sure? %(warnings)s"}
    of_model = ModelField(error_messages=words).formfield(confirm_warnings=True)
    for field in (IRIURLField(confirm_warnings=True, error_messages=words), of_model):
        told = form_of(field, {"link": USERINFO}).errors["link"][0]
        assert told.startswith("Sure? ['This address leads to")
    with pytest.raises(ValueError, match=r"'confirm-warnings', write \"%%\" for"):
        IRIField(confirm_warnings=True, error_messages={"confirm-warnings": "%(value)s?"})


def test_prefix():
    """In a form set, each form asks about its own text."""
    form_set = forms.formset_factory(AskingForm, extra=2)
    rows = {"link": LOOK_ALIKE}, {"link": USERINFO, "link-confirmed": USERINFO}
    bound = form_set(posted(*rows))
    assert [["link"], []] == [list(errors) for errors in bound.errors]
    names = [each["name"] for each in parsed(bound).select("label.iri-confirm > input")]
    assert ["form-0-link-confirmed", "form-1-link-confirmed"] == names
    assert bound.forms[0]["link"].warnings
    assert parsed(bound).find(id="id_form-0-link_warnings")


@pytest.mark.django_db
def test_model_form():
    """A stored address that does not change is not asked about."""
    asking = {"homepage": IRIField(confirm_warnings=True)}
    base = type("Asking", (forms.ModelForm,), asking)
    form_class = modelform_factory(Bookmark, form=base, fields=["homepage", "title"])
    assert not form_class({"homepage": LOOK_ALIKE}).is_valid()
    Bookmark.objects.create(homepage=LOOK_ALIKE)
    bookmark = Bookmark.objects.get()
    form = form_class({"homepage": LOOK_ALIKE, "title": "new"}, instance=bookmark)
    assert form.is_valid()


def test_model_field_says_that_forms_ask():
    """The option of the model's field is that of its form fields, and of no migration."""
    field = ModelField(confirm_warnings=True)
    assert ["confirm-warnings"] == codes(form_of(field.formfield(), {"link": LOOK_ALIKE}))
    assert not field.formfield(confirm_warnings=False).confirm_warnings
    assert ModelField().deconstruct()[3] == field.deconstruct()[3]
    # A form field that is not ours is not asked to confirm anything.
    other = field.formfield(form_class=forms.CharField, confirm_warnings=True)
    choices = ModelField(choices=[(LOOK_ALIKE, "x")]).formfield(confirm_warnings=True)
    assert [forms.CharField, forms.TypedChoiceField] == [type(other), type(choices)]
