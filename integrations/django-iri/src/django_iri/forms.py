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

#: An address is shown from left to right, and is not checked as prose. The type is not "url": a
#: browser would refuse IRIs and references first, in its own words.
_INPUT_ATTRS = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off", "spellcheck": "false"}


class IRIBoundField(forms.BoundField):
    """The field in a form, which also has `warnings`."""

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
        """Return findings about the text that was sent: what can mislead, and each repair.

        They refuse nothing. ``start`` and ``end`` index the text that was sent; ``message`` is
        translated.
        """
        if not self.form.is_bound or self.field.disabled:
            return []
        return self.field.get_warnings(self.data)


class IRIField(forms.CharField):
    """A field for an IRI: its cleaned value is an `IRI`, or with *reference* an `IRIReference`.

    `Profile.clean` makes the value of the typed text, by the attribute `profile`. The option
    *profile* is a name ("web", "intranet", "public", "any"), a `Profile`, or a dotted path to one.
    "any" accepts ``javascript:``, too, unless *schemes* says which. *schemes*, *reference*,
    *reject* and *assume_scheme* are as in `iri3987.profile.make_profile`; *max_length* is the
    greatest length of the text in characters, None for any. A wrong option raises `ValueError` or
    `TypeError`, which say what would be right. An empty input gives the empty value of `CharField`.

    The ``initial`` value of the form is accepted if it comes back unchanged, even if it would be
    refused today, and the cleaned value is then the stored one. But ``initial`` may come from a
    request. So it must have been read from an `IRIField` of a row that is in the database; plain
    text is validated.

    *assume_scheme* is put before text that has no scheme, as a `URLField` does. Choice: the default
    is none. *reject* has the codes (in `iri3987.codes.FINDINGS`) of findings that refuse an IRI.
    Other findings are on the bound field: ``form["link"].warnings``.

    Raises `ValidationError` with the code of the core's `IRIError`. Its parameters ``position``
    (from 0) and ``place`` (from 1) index the text as it was typed. ``error_messages`` may have a
    message for each code, and one for the rest, "invalid".

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
        """Return the cleaned value: the stored one, if it comes back unchanged."""
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
        """Return findings about *value* as it was typed: what can mislead, and each repair.

        These are the findings of `Profile.warnings`, in the language that is active now.
        """
        return [
            finding._replace(message=tell(finding, value, self.profile, self.error_messages))
            for finding in self.profile.warnings(value)
        ]

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of a text input for addresses, without those that it has."""
        attrs = super().widget_attrs(widget)
        # A browser cuts pasted text at maxlength, and half an address is another address.
        attrs.pop("maxlength", None)
        if isinstance(widget, forms.TextInput):
            attrs |= {name: text for name, text in _INPUT_ATTRS.items() if name not in widget.attrs}
        return attrs


class IRIURLField(IRIField, forms.URLField):
    """An `IRIField`, with all of its options, that is a `URLField` too: it completes addresses.

    If *assume_scheme* is not given, it is "https", or "http" if *schemes* has only that of the two.
    It is None if *schemes* has neither, and with *reference*.

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
