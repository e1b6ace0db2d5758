"""The input of an address, with what stands below it: the URI that is sent, warnings, a box.

`flask_iri.wtforms` has the public name.
"""

import json
from typing import Any

from markupsafe import Markup
from wtforms.widgets import TextInput

from flask_iri.messages import translator
from iri3987.html.preview import can_preview, preview_rules
from iri3987.messages import TEXTS

__all__ = ["IRIInput"]


class IRIInput(TextInput):
    """A text input for addresses: without a spell checker, and always from left to right.

    Its type is not "url": a browser would refuse some IRIs first, in its own words.

    Below the input of an `IRIField` are the warnings about the text that was sent, as a list with
    the id ``<id of the input>_warnings``, which ``aria-describedby`` names; and the box that
    confirms the text, if the field has *confirm_warnings*.

    With *show_uri*, the URI that is sent is shown while one types, as far as the field accepts the
    text. That needs the files of ``{{ iri_preview_files() }}`` on the page. It is not shown for a
    profile that the script cannot judge: one with `reject` or with `public`. The form works without
    the script, too.
    """

    def __init__(self, input_type: str | None = None, *, show_uri: bool = False) -> None:
        super().__init__(input_type)
        self.show_uri = show_uri

    def __call__(self, field: Any, **kwargs: Any) -> Any:
        """Render the input. *kwargs* and the field's ``render_kw`` replace its attributes."""
        attributes = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off"}
        attributes |= {"spellcheck": "false"} | kwargs
        below = Markup()
        profile = getattr(field, "profile", None)
        if self.show_uri and profile is not None and can_preview(profile):
            attributes["data-iri"] = json.dumps(preview_rules(profile))
            below += _output(field)
        if sentences := _warnings(field):
            list_id = f"{field.id}_warnings"
            described = [attributes.pop(key, "") for key in _DESCRIBED]
            attributes["aria-describedby"] = " ".join(filter(None, [*described, list_id]))
            below += _list(list_id, sentences) + _box(field, list_id)
        return super().__call__(field, **attributes) + below


#: The names under which WTForms takes the attribute.
_DESCRIBED = ("aria-describedby", "aria_describedby")


def _output(field: Any) -> Markup:
    """Return the element that the script fills: it must come directly after the input."""
    label = translator(field)(TEXTS["sent-as"])
    return Markup('<output class="iri-uri" aria-live="polite" data-label="{}"></output>').format(
        label
    )


def _warnings(field: Any) -> list[str]:
    """Return the warnings about the text that was sent, each sentence once."""
    # A field of another class, such as a `StringField`, has none.
    found = field.raw_data and getattr(field, "warnings", ())
    if not found:
        return []
    # Text that is refused has not been repaired.
    is_refused = field.data is None and field.confirmation is None
    told = [each.message for each in found if not is_refused or each.code != "repaired"]
    return list(dict.fromkeys(told))


def _list(list_id: str, sentences: list[str]) -> Markup:
    items = Markup().join(Markup("<li>{}</li>").format(each) for each in sentences)
    return Markup('<ul class="iri-warnings" id="{}">{}</ul>').format(list_id, items)


def _box(field: Any, list_id: str) -> Markup:
    """Return the box that confirms the text that is shown, if there is something to confirm."""
    if field.confirmation is None:
        return Markup()
    return Markup(
        '<label class="iri-confirm"><input type="checkbox" name="{}-confirmed" value="{}" '
        'aria-describedby="{}"{}> {}</label>'
    ).format(
        field.name,
        field.confirmation,
        list_id,
        Markup(" checked") if field.data is not None else "",
        translator(field)(TEXTS["confirm"]),
    )
