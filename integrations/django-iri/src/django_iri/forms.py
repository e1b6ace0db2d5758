"""The form fields."""

import json
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.functional import cached_property

from django_iri.messages import check_own_words, own_words, tell, validation_error
from django_iri.profiles import MAX_LENGTH
from django_iri.text import read_lazy
from django_iri.unchanged import (
    WHITE_SPACE,
    as_sent,
    is_stored,
    is_unchanged,
    note_accepted,
)
from django_iri.widgets import IRIInput, can_preview, preview_rules
from iri3987 import Finding, IRIError, Profile
from iri3987.profile import make_profile
from iri3987.words import ANY_ERROR

#: For what people type: an address keeps its order, and is not prose. Not type="url": a browser
#: refuses IRIs and references then, before we are asked, and in other words.
_INPUT_ATTRS = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off", "spellcheck": "false"}


class IRIBoundField(forms.BoundField):
    """The field in a form: it knows `warnings`, too."""

    field: "IRIField"

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: forms.Widget | None = None
    ) -> dict[str, Any]:
        """Return the attributes of the input: one that shows the URI knows what is accepted."""
        attrs = super().build_widget_attrs(attrs, widget)
        shown = self.field.widget if widget is None else widget
        if isinstance(shown, IRIInput) and shown.show_uri and can_preview(self.field.profile):
            attrs["data-iri"] = json.dumps(preview_rules(self.field.profile))
        return attrs

    @cached_property
    def warnings(self) -> list[Finding]:
        """Return what can mislead in what was sent, and what was repaired. It refuses nothing.

        ``start`` and ``end`` index the text that was sent; ``message`` is translated.
        """
        if not self.form.is_bound or self.field.disabled:
            return []
        return self.field.get_warnings(self.data)


class IRIField(forms.CharField):
    """A field for an IRI: its cleaned value is an `IRI`, or with *reference* an `IRIReference`.

    The field is a face of one profile, its attribute `profile`: what is typed means what
    `Profile.clean` makes of it. *profile* is a name ("web", "intranet", "any", ...), a `Profile`,
    or a dotted path to one. "any" takes ``javascript:``, too, unless *schemes* says which.
    *schemes*, *reference*, *reject* and *assume_scheme* are as in `iri3987.profile.make_profile`;
    *max_length* is that of the text in characters, None for any number. A wrong option raises
    `ValueError` or `TypeError`, which say what would be right. An empty value is that of
    `CharField`.

    The value that is the form's ``initial`` was stored before: it is accepted if it comes back
    unchanged, even if it would be refused today. It has to be a value that was read from an
    `IRIField` of a model, and of a row that is in the database: plain text is not, since
    ``initial`` may come from a request. The cleaned value is then what was stored.

    *assume_scheme* is put before text that has no scheme, as a `URLField` does. Choice: there is
    none unless it is given. *reject* names findings (of `iri3987.codes.FINDINGS`) that refuse an
    IRI; those that do not are on the bound field: ``form["link"].warnings``.

    Raises `ValidationError` with the code of the core's `IRIError`. Of its parameters,
    ``position`` counts from 0 and ``place`` from 1, and both index the text as it was typed;
    ``error_messages`` may have a message for each code, and one for the rest, "invalid".

    >>> IRIField().clean(" https://例え.テスト/ ")
    IRI('https://例え.テスト/')
    >>> IRIField(assume_scheme="https").clean("例え.テスト:8080")
    IRI('https://例え.テスト:8080')
    """

    widget = IRIInput
    bound_field_class = IRIBoundField

    def __init__(
        self,
        *,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        reference: bool = False,
        max_length: int | None = MAX_LENGTH,
        assume_scheme: str | None = None,
        reject: Collection[str] = (),
        **kwargs: Any,
    ) -> None:
        self.profile = make_profile(
            profile,
            schemes=schemes,
            reference=reference,
            max_length=max_length,
            assume_scheme=assume_scheme,
            reject=reject,
        )
        # Not super(): in `IRIURLField` that is a `URLField`, which insists on trimming.
        forms.CharField.__init__(self, max_length=max_length, strip=False, **kwargs)
        check_own_words(self.error_messages)

    def to_python(self, value: Any) -> Any:
        """Return the IRI that was typed, so that `validators` see an IRI."""
        text = read_lazy(value)
        if text in self.empty_values or (isinstance(text, str) and not text.strip(WHITE_SPACE)):
            return self.empty_value
        try:
            return self.profile.clean(text)
        except IRIError as error:
            raise validation_error(error, text, self.profile, self.error_messages) from None

    def _clean_bound_field(self, bf: forms.BoundField) -> Any:
        """Return the cleaned value: Django's way to let a field see what was there before."""
        stored = bf.initial
        instance = getattr(bf.form, "instance", None)
        if instance is None or is_stored(instance):
            sent = stored if self.disabled else bf.data
            if is_unchanged(sent, stored):
                return stored
        value = super()._clean_bound_field(bf)  # type: ignore[misc] # the stubs lack it
        if instance is not None:
            note_accepted(instance, bf.name, value, self.profile)
        return value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Tell whether *data* is another text than *initial*, which may be invalid."""
        is_text = isinstance(initial, str) and isinstance(data, str)
        if is_text and as_sent(initial) == as_sent(data):
            return False
        return super().has_changed(initial, data)

    def get_warnings(self, value: Any, /) -> list[Finding]:
        """Return what can mislead in *value* as it was typed, and what is repaired in it.

        These are the findings of `Profile.warnings`, in the language that is active now.
        """
        return [
            finding._replace(message=tell(finding, value, self.profile, self.error_messages))
            for finding in self.profile.warnings(value)
        ]

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of a text input for addresses, but for those that it has."""
        attrs = super().widget_attrs(widget)
        # A browser cuts what is pasted at its maxlength, and half an address is another one.
        attrs.pop("maxlength", None)
        if isinstance(widget, forms.TextInput):
            attrs |= {name: text for name, text in _INPUT_ATTRS.items() if name not in widget.attrs}
        return attrs


class IRIURLField(IRIField, forms.URLField):
    """An `IRIField`, with all of its options, that is a `URLField` too: it completes addresses.

    *assume_scheme* is "https" unless given (or "http", where *schemes* has that alone; no scheme is
    put before a reference, nor where *schemes* has neither).

    >>> IRIURLField().clean("例え.テスト")
    IRI('https://例え.テスト')
    """

    default_validators = []  # noqa: RUF012 - a list, as in Django; `URLValidator` has no say

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if self.profile.assume_scheme is None:
            self.profile = replace(self.profile, assume_scheme=_scheme_to_assume(self.profile))
        if ANY_ERROR not in own_words(self, forms.URLField, kwargs.get("error_messages")):
            del self.error_messages[ANY_ERROR]

    @property
    def assume_scheme(self) -> str | None:
        """The scheme that is assumed, under the name that it has in a `URLField`."""
        return self.profile.assume_scheme


def _scheme_to_assume(profile: Profile) -> str | None:
    if not profile.reference:
        for scheme in ("https", "http"):
            if profile.schemes is None or scheme in profile.schemes:
                return scheme
    return None
