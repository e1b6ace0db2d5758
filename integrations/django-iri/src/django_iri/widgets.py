"""Widgets."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.widgets import Script
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from django_iri.messages import translated_later
from iri3987.messages import TEXTS

__all__ = ["IRIInput"]

#: The style sheet of the inputs.
STYLE = forms.Media(css={"all": ["django_iri/iri-input.css"]})

_SURROGATE = re.compile("[\ud800-\udfff]")


class Question(NamedTuple):
    """Whether to save a text that has warnings: a checkbox, whose value is that exact text."""

    name: str
    text: str
    is_confirmed: bool


def render_notes(id_: str, warnings: Iterable[str], question: Question | None, /) -> SafeString:
    """Return the sentences *warnings* as a list with the id *id_*, and the checkbox after it.

    Without *id_*, nothing can refer to the list, and it has no id.
    """
    items = format_html_join("", "<li>{}</li>", ((_on_page(each),) for each in warnings))
    has_id = format_html(' id="{}"', id_) if id_ else ""
    html = format_html('<ul class="iri-warnings"{}>{}</ul>', has_id, items)
    if question is None:
        return html
    return format_html(
        '{}<label class="iri-confirm"><input type="checkbox" name="{}" value="{}"{}{}> {}</label>',
        html,
        question.name,
        _on_page(question.text),
        format_html(' aria-describedby="{}"', id_) if id_ else "",
        " checked" if question.is_confirmed else "",
        translated_later(TEXTS["confirm"]),
    )


def _on_page(text: str) -> str:
    """Return *text* with U+FFFD for lone surrogates: no page can hold these."""
    return _SURROGATE.sub("\ufffd", text)


class IRIInput(forms.TextInput):
    """A text input that can show, while one types, the URI that is sent (RFC 3987 section 7.2).

    That needs *show_uri*, a `django_iri.forms.IRIField`, and the form's `media` on the page: a
    script and a style sheet. Both are files, so a content security policy need not allow inline
    code. The URI is that of `iri3987.to_uri`, and is shown only for text that the field accepts.
    It shows nothing for a profile that the script cannot judge: one with `reject` or with `public`.
    The form works without the script, too.

    The warnings of an `IRIField` follow the input.

    >>> print(IRIInput(show_uri=True).render("link", "http://faß.de/"))
    <input type="text" name="link" value="http://faß.de/"><output class="iri-uri" \
aria-live="polite" data-label="Sent as:"></output>
    """

    #: The warnings of the field, for one rendering.
    notes = SafeString("")

    def __init__(self, attrs: dict[str, Any] | None = None, *, show_uri: bool = False) -> None:
        super().__init__(attrs)
        self.show_uri = show_uri

    @property
    def media(self) -> forms.Media:
        """The files that the page needs: none unless *show_uri* is set."""
        if not self.show_uri:
            return forms.Media()
        return STYLE + forms.Media(
            js=[Script("django_iri/iri-input.js", defer=True)],  # type: ignore[list-item]
        )

    def format_value(self, value: Any) -> str | None:
        """Return the text of *value*, with U+FFFD for lone surrogates: no page can hold these."""
        text = super().format_value(value)
        return None if text is None else _on_page(text)

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """Return the input, and what follows it."""
        return self.render_input(name, value, attrs, renderer) + self.notes

    def render_input(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """Return the input, and with *show_uri* the element after it that the script fills.

        A template would need the application in ``INSTALLED_APPS``, and one file for each template
        engine, so this is Python.
        """
        html = super().render(name, value, attrs, renderer)
        if not self.show_uri:
            return html
        # Without the id of the input: form sets renumber ids when they add a form.
        output = '{}<output class="iri-uri" aria-live="polite" data-label="{}"></output>'
        return format_html(output, html, translated_later(TEXTS["sent-as"]))
