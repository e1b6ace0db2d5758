"""Widgets."""

from typing import Any

from django import forms
from django.forms.widgets import Script
from django.utils.safestring import SafeString, mark_safe

from django_iri.messages import translated_later
from iri3987 import Profile
from iri3987.html.inputs import on_page, uri_output

__all__ = ["IRIInput"]

#: The style sheet of the inputs.
STYLE = forms.Media(css={"all": ["django_iri/iri-input.css"]})


class IRIInput(forms.TextInput):
    """A text input that can show, while one types, the URI that is sent (RFC 3987 section 7.2).

    That needs *show_uri*, and the form's `media` on the page: a script and a style sheet, without
    inline code. `iri3987.html.inputs` says what the script does. The form works without it, too.
    The warnings of an `IRIField` follow the input.

    >>> print(IRIInput(show_uri=True).render("link", "http://faß.de/"))
    <input type="text" name="link" value="http://faß.de/"><output class="iri-uri" \
aria-live="polite" data-label="Sent as:"></output>
    """

    #: The warnings of an `IRIField`, and its profile, for one rendering.
    notes = SafeString("")
    profile: Profile | None = None

    def __init__(self, attrs: dict[str, Any] | None = None, *, show_uri: bool = False) -> None:
        super().__init__(attrs)
        self.show_uri = show_uri

    @property
    def media(self) -> forms.Media:
        """The files that the page needs: none unless *show_uri* is set."""
        if not self.show_uri:
            return forms.Media()
        return STYLE + forms.Media(
            js=[Script("django_iri/iri-input.js", defer=True)]  # type: ignore[list-item]
        )

    def format_value(self, value: Any) -> str | None:
        """Return the text of *value*, with U+FFFD for lone surrogates: no page can hold these."""
        text = super().format_value(value)
        return None if text is None else on_page(text)

    def render(self, name: str, value: Any, *arguments: Any, **options: Any) -> SafeString:
        """Return the input, and what follows it."""
        # A template would need the application in INSTALLED_APPS, and a file for each engine.
        html = super().render(name, value, *arguments, **options)
        if self.show_uri:  # without the id of the input: form sets renumber ids
            html += mark_safe(uri_output(translated_later, self.profile))  # noqa: S308
        return self.arranged(html, value)

    def arranged(self, html: SafeString, value: Any) -> SafeString:  # noqa: ARG002 - for a subclass
        """Return the input *html* of *value* with the warnings."""
        return html + self.notes
