"""The input of an address, with what `iri3987.html.inputs` writes below it."""

from typing import Any

from markupsafe import Markup
from wtforms.widgets import TextInput

from iri3987.adapters.wtforms.sentences import Sentences
from iri3987.html import inputs
from iri3987.messages import TEXTS
from iri3987.profile import Profile


class IRIInput(TextInput):
    """A text input for addresses: without a spell checker, and always from left to right.

    Below the input of an `IRIField` are the warnings about the text that was sent, as a list with
    the id ``<id of the input>_warnings``, which ``aria-describedby`` names; and the box that
    confirms the text, if the field has *confirm_warnings*.

    With *show_uri*, the URI that is sent is shown while one types. That needs the script and the
    style sheet of `iri3987.html.inputs.STATIC` on the page. The form works without them, too.
    """

    def __init__(self, input_type: str | None = None, *, show_uri: bool = False) -> None:
        super().__init__(input_type)
        self.show_uri = show_uri

    def __call__(self, field: Any, **kwargs: Any) -> Any:
        """Render the input. *kwargs* and the field's ``render_kw`` replace its attributes."""
        attributes: dict[str, Any] = inputs.ATTRIBUTES | kwargs
        below = ""
        # A field of another class has no sentences, and no warnings.
        translate = getattr(field, "sentences", Sentences()).translator(field)
        if self.show_uri:
            profile = getattr(field, "profile", None)
            below += inputs.uri_output(translate, profile if isinstance(profile, Profile) else None)
        if place := _place(field):
            attributes = {inputs.SELECT: place} | attributes
        list_id = f"{field.id}_warnings"
        if notes := _notes(field, list_id, translate(TEXTS["confirm"])):
            # WTForms takes the attribute under either name.
            names = ("aria-describedby", "aria_describedby")
            described = [attributes.pop(name, "") for name in names]
            attributes["aria-describedby"] = " ".join(filter(None, [*described, list_id]))
            below += notes
        return super().__call__(field, **attributes) + Markup(below)  # noqa: S704 - it is escaped


def _place(field: Any) -> str:
    """Return the place of the first error that has one, or of a warning that is asked about."""
    text = field._value()  # noqa: SLF001 - a widget of WTForms asks for the text to show
    positions = (getattr(each, "position", None) for each in field.errors)
    is_asked = any(getattr(each, "code", "") == "confirm-warnings" for each in field.errors)
    return inputs.fault_to_select(text, positions, field.warnings if is_asked else ())


def _notes(field: Any, list_id: str, label: str) -> str:
    """Return the warnings about the text that was sent, and the box that confirms it."""
    if not field.raw_data or not hasattr(field, "warnings"):
        return ""
    question, refused = None, field.data is None
    if (text := field.confirmation) is not None:
        question = inputs.Question(f"{field.name}-confirmed", text, label, not refused)
    return inputs.warning_list(field.warnings, list_id, question, refused=refused)
