"""The input of an address, with what `iri3987.html.inputs` writes below it."""

from typing import Any

from markupsafe import Markup
from wtforms.widgets import TextInput

from iri3987.adapters.wtforms.sentences import Sentences
from iri3987.html.inputs import SELECT, Question, place_to_select, uri_output, warning_list
from iri3987.messages import MESSAGES, TEXTS
from iri3987.profile import Profile

# For our own distributions alone: nobody else may rely on them.
__family__ = ["IRIInput"]

#: The names under which WTForms takes the attribute.
_DESCRIBED = ("aria-describedby", "aria_describedby")


class IRIInput(TextInput):
    """A text input for addresses: without a spell checker, and always from left to right.

    Its type is not "url": a browser would refuse some IRIs first, in its own words.

    Below the input of an `IRIField` are the warnings about the text that was sent, as a list with
    the id ``<id of the input>_warnings``, which ``aria-describedby`` names; and the box that
    confirms the text, if the field has *confirm_warnings*.

    With *show_uri*, the URI that is sent is shown while one types, and a sentence when one leaves
    an address that is not complete. If the text was refused, the characters at fault are selected
    when the input gets the focus. That needs the script and the style sheet of
    `iri3987.html.inputs.STATIC` on the page. The form works without them, too.
    """

    def __init__(self, input_type: str | None = None, *, show_uri: bool = False) -> None:
        super().__init__(input_type)
        self.show_uri = show_uri

    def __call__(self, field: Any, **kwargs: Any) -> Any:
        """Render the input. *kwargs* and the field's ``render_kw`` replace its attributes."""
        attributes = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off"}
        attributes |= {"spellcheck": "false"} | kwargs
        below = ""
        # A field of another class has no sentences, and no warnings.
        translate = getattr(field, "sentences", Sentences()).translator(field)
        if self.show_uri:
            profile = getattr(field, "profile", None)
            incomplete, scheme = "", None
            # A reference is complete, and so may be the text of another field.
            if isinstance(profile, Profile) and not profile.reference:
                incomplete = translate(MESSAGES["not-absolute"])
                scheme = profile.assume_scheme
            below += uri_output(translate(TEXTS["sent-as"]), incomplete, scheme)
        if place := _place(field):
            attributes = {SELECT: place} | attributes
        if warnings := _warnings(field):
            list_id = f"{field.id}_warnings"
            described = [attributes.pop(key, "") for key in _DESCRIBED]
            attributes["aria-describedby"] = " ".join(filter(None, [*described, list_id]))
            question = _question(field, translate(TEXTS["confirm"]))
            below += warning_list(warnings, list_id, question)
        return super().__call__(field, **attributes) + Markup(below)  # noqa: S704 - it is escaped


def _place(field: Any) -> str:
    """Return the place of the first error that has one, or of a warning that is asked about."""
    text = field._value()  # noqa: SLF001 - a widget of WTForms asks for the text to show
    for each in field.errors:
        if getattr(each, "position", None) is not None:
            return place_to_select(text, each.position)
        if getattr(each, "code", "") == "confirm-warnings":
            found = next(each for each in field.warnings if each.code != "repaired")
            return place_to_select(text, found.start, found.end)
    return ""


def _warnings(field: Any) -> list[str]:
    """Return the warnings about the text that was sent, each sentence once."""
    found = field.raw_data and getattr(field, "warnings", ())
    if not found:
        return []
    # Text that is refused has not been repaired.
    is_refused = field.data is None and field.confirmation is None
    told = [each.message for each in found if not is_refused or each.code != "repaired"]
    return list(dict.fromkeys(told))


def _question(field: Any, label: str) -> Question | None:
    """Return the box that confirms the text that is shown, if there is something to confirm."""
    if field.confirmation is None:
        return None
    name, is_confirmed = f"{field.name}-confirmed", field.data is not None
    return Question(name, field.confirmation, label, is_confirmed=is_confirmed)
