"""The form field."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from django_iri.validators import MAX_LENGTH, IRIFieldValidator

#: What is trimmed at the two ends: the ASCII white space of HTML. Not `str.strip()`, which takes
#: U+3000 and U+001F too, and so would accept what the model field refuses.
_WHITE_SPACE = " \t\r\n\f"

#: For what people type: an address keeps its order, and is not prose. Not type="url": what a
#: browser takes for a URL is neither an IRI nor a reference, and its refusal would come before
#: ours, and in other words.
_INPUT_ATTRS = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off", "spellcheck": "false"}


class IRIField(forms.CharField):
    """A field for an IRI: its cleaned value is an `IRI`, or with *reference* an `IRIReference`.

    *profile* is "web" or "any", *schemes* replaces its schemes (None: its own), *max_length* is
    that of the text in characters. White space at the ends (space, TAB, CR, LF, FF) is trimmed;
    nothing else is changed. An empty value is that of `CharField`.

    Raises `ValidationError` with the code of the core's `IRIError`, and its position in the trimmed
    text; ``error_messages`` may have a message for each code, and one for the rest, "invalid".

    >>> IRIField().clean(" https://例え.テスト/ ")
    IRI('https://例え.テスト/')
    """

    def __init__(
        self,
        *,
        profile: str = "web",
        schemes: Collection[str] | None = None,
        reference: bool = False,
        max_length: int | None = MAX_LENGTH,
        **kwargs: Any,
    ) -> None:
        super().__init__(max_length=max_length, strip=False, **kwargs)
        self._validator = IRIFieldValidator(
            schemes, profile=profile, reference=reference, max_length=max_length
        )

    def to_python(self, value: Any) -> Any:
        """Return the IRI that was typed.

        The check is here, not in `validators`: these then see only IRIs.
        """
        # CharField would write bytes as "b'...'", which may even be a reference.
        text = value if isinstance(value, bytes) else super().to_python(value)
        if isinstance(text, str):
            text = text.strip(_WHITE_SPACE)
        if text in self.empty_values:
            return self.empty_value
        try:
            return self._validator.check(text)
        except ValidationError as error:
            messages = self.error_messages
            error.message = messages.get(error.code or "", messages.get("invalid", error.message))
            raise

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of a text input for addresses, but for those that it has."""
        attrs = super().widget_attrs(widget)
        # A browser cuts what is pasted at its maxlength, and half an address is another one.
        attrs.pop("maxlength", None)
        if isinstance(widget, forms.TextInput):
            attrs |= {name: text for name, text in _INPUT_ATTRS.items() if name not in widget.attrs}
        return attrs
