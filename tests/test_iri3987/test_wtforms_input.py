"""`iri3987.adapters.wtforms`: below the input are the URI that is sent, warnings, and a box."""

import pytest
from bs4 import BeautifulSoup
from werkzeug.datastructures import MultiDict
from wtforms import FieldList, Form, FormField, StringField, ValidationError

from iri3987 import IRI, messages
from iri3987.adapters.wtforms import IRIField, IRIFormMixin, IRIInput
from test_iri3987.wtforms_links import row

LOOK_ALIKE = "http://аррӏе.com/"
USER = "https://good.example@evil.example/"


class LinkForm(Form):
    """A form that shows warnings."""

    link = IRIField(render_kw={"aria-describedby": "help"})


class AskingForm(IRIFormMixin, Form):
    """A form that asks before it takes a text with warnings."""

    link = IRIField(confirm_warnings=True)
    title = StringField()


def page(field):
    """Return the elements of a field."""
    return BeautifulSoup(str(field()), "html.parser")


def sent(**data):
    """Return what a browser sends."""
    return MultiDict(data)


# Warnings


def test_warnings_are_described():
    """The list follows the input, which names it beside what describes it already."""
    form = LinkForm(sent(link=USER))
    assert form.validate()
    shown = page(form.link)
    assert "help link_warnings" == shown.input["aria-describedby"]
    [warnings] = shown.find_all("ul", class_="iri-warnings")
    assert "link_warnings" == warnings["id"]
    expected = "This address leads to evil.example. The part before the @ sign is only a user name."
    assert [expected] == [item.text for item in warnings.find_all("li")]


@pytest.mark.parametrize("attribute", ["aria-describedby", "aria_describedby"])
def test_description_by_either_name(attribute):
    """WTForms takes the attribute under two names."""
    html = str(LinkForm(sent(link=USER)).link(**{attribute: "own"}))
    assert 1 == html.count("aria-describedby")
    assert 'aria-describedby="own link_warnings"' in html


@pytest.mark.parametrize("text", ["https://example.org/", "example.org", ""])
def test_no_warnings(text):
    """Without warnings there is only the input."""
    shown = page(LinkForm(sent(link=text)).link)
    assert ["input"] == [each.name for each in shown.find_all(True)]
    assert "help" == shown.input["aria-describedby"]


@pytest.mark.parametrize(
    "form",
    [LinkForm(sent(link="https://good.example@a..b/?a|b")), LinkForm(None, link=IRI(USER))],
    ids=["refused", "not-sent"],
)
def test_what_is_not_told(form):
    """Refused text has an error alone, and a row that is shown has neither."""
    assert [] == page(form.link).find_all("li")


def test_another_kind_of_field():
    """A field of text may have the widget, too."""

    class TextForm(Form):
        link = StringField(widget=IRIInput())

    shown = page(TextForm(sent(link=USER)).link)
    assert ["input"] == [each.name for each in shown.find_all(True)]


# Save anyway


def box(field):
    """Return the box of a field, or None."""
    return page(field).find("input", type="checkbox")


def codes(form, name="link"):
    """Return the codes of the errors after validation."""
    form.validate()
    return [error.code for error in form[name].errors]


@pytest.mark.parametrize("text", [USER, LOOK_ALIKE, f"{USER}?family=A|B", f" {USER} "])
def test_asks_once(text):
    """The first time it is an error, and the box confirms exactly the text that is shown."""
    first = AskingForm(sent(link=text))
    assert ["confirm-warnings"] == codes(first)
    assert messages.TEXTS["confirm-warnings"] == first.link.errors[0]
    assert first.link.data is None
    shown = page(first.link)
    confirmation = box(first.link)
    assert (text, "link-confirmed") == (shown.input["value"], confirmation["name"])
    assert messages.TEXTS["confirm"] == confirmation.parent.text.strip()
    assert not confirmation.has_attr("checked")
    again = AskingForm(sent(link=text, **{"link-confirmed": confirmation["value"]}))
    assert again.validate()
    assert again.link.data is not None
    other = AskingForm(sent(link=f"{text}2", **{"link-confirmed": confirmation["value"]}))
    assert ["confirm-warnings"] == codes(other)


def test_stays_confirmed():
    """If another field is refused, the box is shown again, and is ticked."""
    first = AskingForm(sent(link=f" {USER}"))
    confirmed = sent(link=f" {USER}", **{"link-confirmed": box(first.link)["value"]})
    second = AskingForm(confirmed)
    assert second.validate()
    shown = page(second.link).input["value"]
    ticked = box(second.link)
    assert ticked.has_attr("checked")
    assert AskingForm(sent(link=shown, **{"link-confirmed": ticked["value"]})).validate()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((each, []) for each in ("https://example.org/", "https://example.org/?a|b", "", " ")),
        ("https://me@example.org/\u202eb", ["bidi-formatting"]),
    ],
)
def test_nothing_to_ask(text, expected):
    """Text without warnings, a repair and an empty input are taken at once, refused text is not."""
    form = AskingForm(sent(link=text))
    assert expected == codes(form)
    assert box(form.link) is None


def test_unchanged_address_is_not_asked_about():
    """The address of the row was confirmed, or is older than the question."""
    form = AskingForm(sent(link=USER, title="new"), obj=row(USER))
    assert form.validate()
    assert box(form.link) is None
    assert AskingForm(None, obj=row(USER)).validate()


@pytest.mark.parametrize("confirmation", ["", "on", "1", f"{USER}2", "é\0\ud800", 1, None])
def test_other_values_confirm_nothing(confirmation):
    """Only the value of the box does."""
    assert ["confirm-warnings"] == codes(
        AskingForm(sent(link=USER, **{"link-confirmed": confirmation}))
    )


def test_inside_other_fields():
    """Each field of a list has a box of its own."""

    class Links(Form):
        links = FieldList(FormField(AskingForm))
        others = FieldList(IRIField(confirm_warnings=True))

    def names(form):
        return [box(each)["name"] for each in (form.links[0].link, form.others[0])]

    data = {"links-0-link": USER, "others-0": LOOK_ALIKE}
    first = Links(sent(**data))
    assert not first.validate()
    assert ["links-0-link-confirmed", "others-0-confirmed"] == names(first)
    values = [box(each)["value"] for each in (first.links[0].link, first.others[0])]
    assert Links(sent(**data, **dict(zip(names(first), values, strict=True)))).validate()


def test_language_of_the_box():
    """The error and the box are in the language of the form."""
    form = AskingForm(sent(link=USER), meta={"locales": ["de"]})
    assert not form.validate()
    assert messages.translate(messages.TEXTS["confirm-warnings"], "de") == form.link.errors[0]
    assert messages.translate(messages.TEXTS["confirm"], "de") in str(form.link())


# The URI that is sent


class PreviewForm(Form):
    """A form whose inputs show the URI."""

    link = IRIField(widget=IRIInput(show_uri=True), assume_scheme="https")
    text = StringField(widget=IRIInput(show_uri=True))


def test_preview():
    """The element that the script fills comes directly after the input."""
    form = PreviewForm(sent(link=USER), meta={"locales": ["de"]})
    shown = page(form.link)
    output = shown.input.find_next_sibling()
    assert ("output", ["iri-uri"], "polite", "Gesendet als:") == (
        output.name,
        output["class"],
        output["aria-live"],
        output["data-label"],
    )
    assert messages.translate(messages.MESSAGES["not-absolute"], "de") == output["data-incomplete"]
    assert "https" == output["data-assume"]
    assert "ul" == output.find_next_sibling().name


def test_what_need_not_be_complete():
    """The script says nothing of a reference; without a scheme to assume, it completes nothing."""

    class OtherForm(Form):
        link = IRIField(widget=IRIInput(show_uri=True), allow_relative=True)
        whole = IRIField(widget=IRIInput(show_uri=True), assume_scheme=None)

    form = OtherForm()
    assert "data-incomplete" not in str(form.link())
    assert {"data-incomplete"} == {*page(form.whole).output.attrs} & {
        "data-incomplete",
        "data-assume",
    }


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("https://example.org/\N{GRINNING FACE}\u202eb", "22 23"),
        ("example.org/\u202eb", "12 13"),
        ("http://\N{CYRILLIC SMALL LETTER ER}aypal.com/a b", "7 13"),
        ("https://me:secret@example.org:99999/", "30 31"),
        ("", None),
        ("https://example.org/", None),
    ],
)
def test_place_to_select(text, place):
    """The input knows which characters were refused or can mislead, as a browser counts them."""
    form = AskingForm(sent(link=text, title="x"))
    form.validate()
    assert place == page(form.link).input.get("data-iri-select")


def test_nothing_to_select_in_what_is_confirmed():
    """Nothing is selected in text that another validator has refused, either."""

    def refuse(_form, _field):
        raise ValidationError("No.")

    class RefusingForm(Form):
        link = IRIField(validators=[refuse], confirm_warnings=True)

    form = RefusingForm(MultiDict([("link", USER), ("link-confirmed", USER)]))
    assert not form.validate()
    assert "data-iri-select" not in str(form.link())


def test_preview_of_another_kind_of_field():
    """It judges nothing, so that any field of text may have it."""
    assert page(PreviewForm().text).select_one("input + output.iri-uri")
