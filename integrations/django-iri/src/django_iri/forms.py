"""The form fields, and a base for form sets."""

from collections.abc import Collection, Hashable
from copy import copy
from dataclasses import replace
from functools import partial
from types import EllipsisType
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from django import forms
from django.core.exceptions import ValidationError
from django.forms.formsets import DELETION_FIELD_NAME
from django.forms.models import BaseModelFormSet
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from django_iri import messages
from django_iri.messages import CONFIRM, MAX_LENGTH, translated_later, validation_error
from django_iri.unchanged import unchanged
from django_iri.widgets import IRIInput
from iri3987 import Finding, IRIError, IRIReference, Profile
from iri3987.html import inputs
from iri3987.messages import ANY_ERROR, TEXTS

__all__ = ["IRIField", "IRIFormSetMixin", "IRIURLField"]


class IRIBoundField(forms.BoundField):
    """The field in a form, which also has `warnings`, and shows them after its widget."""

    field: "IRIField"
    #: Whether the text was confirmed, if the form has asked about it.
    is_confirmed: bool | None = None

    def as_widget(
        self,
        widget: forms.Widget | None = None,
        attrs: dict[str, Any] | None = None,
        only_initial: bool = False,  # noqa: FBT001, FBT002 - as in Django
    ) -> SafeString:
        """Return the widget, and the warnings: an `IRIInput` has a place for them."""
        shown: Any = copy(widget or self.field.widget)
        attrs = dict(attrs or {})
        id_ = attrs.get("id") or shown.attrs.get("id") or self.auto_id
        list_id = f"{id_}_warnings" if id_ else ""
        notes = SafeString("") if shown.is_hidden else self._notes(list_id)
        if notes and list_id:
            before = attrs.get("aria-describedby") or shown.attrs.get("aria-describedby")
            ids = f"{before or self.aria_describedby or ''} {list_id}".split()
            attrs["aria-describedby"] = " ".join(dict.fromkeys(ids))
        if isinstance(shown, IRIInput):
            shown.notes, shown.profile = notes, self.field.profile
            if place := self._place():
                attrs[inputs.SELECT] = place
            return super().as_widget(shown, attrs, only_initial)
        return format_html("{}{}", super().as_widget(shown, attrs, only_initial), notes)

    def _notes(self, id_: str) -> SafeString:
        refused = bool(self.errors)  # which judges the text, and asks about it
        question = None
        if self.is_confirmed is not None:
            label = translated_later(TEXTS["confirm"])
            question = inputs.Question(self.confirm_name, self.data, label, self.is_confirmed)
        # The sentences and the text are escaped.
        return mark_safe(inputs.warning_list(self.warnings, id_, question, refused=refused))  # noqa: S308

    def _place(self) -> str:
        """Return the place of the first error that has one, or of a warning that is asked about."""
        text = self.data if isinstance(self.data, str) else ""
        positions = ((each.params or {}).get("position") for each in self.errors.as_data())
        asked = self.warnings if self.is_confirmed is False else ()
        return inputs.fault_to_select(text, positions, asked)

    @property
    def confirm_name(self) -> str:
        """The name of the checkbox "save anyway". No other field that the form declares has it."""
        return f"{self.html_name}-confirmed"

    @cached_property
    def warnings(self) -> list[Finding]:
        """Return findings about the text that was sent: what can mislead, and each repair."""
        if not self.form.is_bound or self.field.disabled:
            return []
        return self.field.get_warnings(self.data)


class IRIField(forms.CharField):
    """A field for an IRI: its cleaned value is an `IRI`, or an `IRIReference` (*allow_relative*).

    `Profile.clean` makes the value of the typed text. The options are as in
    `iri3987.Profile.named`, and raise what it raises; *max_length* None accepts any length. The
    profile "any" accepts ``javascript:``, too, unless *schemes* says which. An empty input gives
    the empty value of `CharField`.

    In a `ModelForm`, an address that its row has stored in the same column is accepted, even if it
    would be refused today, and the cleaned value is then the stored one. Any other ``initial``
    value is validated, an `IRI`, too.

    *assume_scheme* is put before a host that is typed without a scheme. It is that of
    `iri3987.Profile.for_forms` unless given; None turns it off. Findings that *reject* does not
    name are on the bound field, ``form["link"].warnings``, and its widget shows them.

    With *confirm_warnings*, the form asks once before it takes text that can mislead: it refuses
    the text with the code "confirm-warnings", and shows a checkbox "Save anyway" beside it. This
    counts for the exact text that was shown. A repair alone is not asked about, nor a hidden input.

    Raises `ValidationError` with the code of the core's `IRIError`. Its parameters ``position``
    (from 0) and ``place`` (from 1) index the text as it was typed. ``error_messages`` may have a
    message for each code, and one for the rest, "invalid".

    >>> IRIField().clean(" https://例え.テスト/ ")
    IRI('https://例え.テスト/')
    >>> IRIField().clean("例え.テスト/道")
    IRI('https://例え.テスト/道')
    """

    widget = IRIInput
    bound_field_class: type[forms.BoundField] | None = IRIBoundField
    default_error_messages: ClassVar[dict[str, Any]] = {CONFIRM: translated_later(TEXTS[CONFIRM])}
    profile: Profile

    if TYPE_CHECKING:

        def clean(self, value: Any) -> IRIReference | Literal[""] | None:
            """Return the IRI that was typed, or the ``empty_value``: "" or None."""

    def __init__(
        self,
        *,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        allow_relative: bool = False,
        max_length: int | None = MAX_LENGTH,
        assume_scheme: str | EllipsisType | None = ...,
        reject: Collection[str] = (),
        confirm_warnings: bool = False,
        **kwargs: Any,
    ) -> None:
        self.confirm_warnings = confirm_warnings
        self.profile = Profile.named(
            profile,
            schemes=schemes,
            allow_relative=allow_relative,
            max_length=max_length,
            assume_scheme=assume_scheme,
            reject=reject,
        )
        if assume_scheme is ...:
            self.profile = self._for_forms(self.profile)
        # Not super(): in `IRIURLField` that is a `URLField`, which insists on trimming.
        forms.CharField.__init__(self, max_length=max_length, strip=False, **kwargs)
        messages.check_own_words(self.error_messages)
        known = self.bound_field_class
        if confirm_warnings and not (known and issubclass(known, IRIBoundField)):
            raise TypeError(f"confirm_warnings needs an IRIBoundField, not {known!r}")

    def _for_forms(self, profile: Profile) -> Profile:
        return profile.for_forms()

    def to_python(self, value: Any) -> Any:
        """Return the IRI that was typed, so that `validators` see an IRI."""
        text = messages.read_lazy(value)
        if text in self.empty_values or inputs.is_blank(text):
            return self.empty_value
        try:
            return self.profile.clean(text)
        except IRIError as error:
            raise validation_error(error, text, self.profile, self.error_messages) from None

    def _clean_bound_field(self, bf: Any) -> Any:
        """Return the cleaned value: the stored one, if it comes back unchanged."""
        sent = bf.initial if self.disabled else bf.data
        asks = self.confirm_warnings and not bf.is_hidden
        value, is_confirmed = inputs.submit(
            sent,
            partial(super()._clean_bound_field, bf),  # type: ignore[misc] # the stubs lack it
            partial(_stored, bf, sent),
            errors=ValidationError,
            warnings=(lambda: bf.warnings) if asks else None,
            confirmed=[bf.form.data.get(bf.confirm_name)] if asks else (),
        )
        bf.is_confirmed = is_confirmed
        if is_confirmed is False:
            params = {"warnings": [each.message for each in inputs.misleading(bf.warnings)]}
            raise ValidationError(self.error_messages[CONFIRM], code=CONFIRM, params=params)
        return value

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Return whether *data* is another text than *initial*, which may be invalid."""
        is_text = isinstance(initial, str) and isinstance(data, str)
        if is_text and inputs.as_sent(initial) == inputs.as_sent(data):
            return False
        return super().has_changed(initial, data)

    def get_warnings(self, value: Any, /) -> list[Finding]:
        """Return `Profile.warnings` of *value* as it was typed, in the active language."""
        return messages.warnings(value, self.profile, self.error_messages)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return the attributes of a text input for addresses, without those that it has."""
        attrs = super().widget_attrs(widget)
        # A browser cuts pasted text at maxlength, and half an address is another address.
        attrs.pop("maxlength", None)
        if isinstance(widget, forms.TextInput):
            attrs = inputs.ATTRIBUTES | widget.attrs | attrs
        return attrs


def _stored(bf: Any, sent: Any, accepted: Any) -> Any:
    """Return the address of the row that the form will write to this column, if it is *sent*."""
    form = bf.form
    if not isinstance(form, forms.BaseModelForm):
        return None
    options = form._meta
    is_left_out = options.fields is not None and bf.name not in options.fields
    if is_left_out or bf.name in (options.exclude or ()):
        return None
    return unchanged(form.instance, bf.name, sent, accepted)


class IRIURLField(IRIField, forms.URLField):
    """An `IRIField`, with all of its options, that is a `URLField` too.

    It assumes "https" even if it takes all schemes.

    >>> IRIURLField(profile="any").clean("例え.テスト")
    IRI('https://例え.テスト')
    """

    default_validators: list[Any] = []  # noqa: RUF012 - a list, as in Django; `URLValidator` has no say

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if ANY_ERROR not in messages.own_words(self, forms.URLField, kwargs.get("error_messages")):
            del self.error_messages[ANY_ERROR]

    def _for_forms(self, profile: Profile) -> Profile:
        assumes_none = profile.assume_scheme is None and not profile.allow_relative
        if assumes_none and profile.schemes is None:
            return replace(profile, assume_scheme="https")
        return super()._for_forms(profile)

    @property
    def assume_scheme(self) -> str | None:
        """The scheme that is assumed, under the name that it has in a `URLField`."""
        return self.profile.assume_scheme


class IRIFormSetMixin(BaseModelFormSet):  # type: ignore[type-arg]
    """A base to put before `BaseModelFormSet` or `BaseInlineFormSet`: it knows unique keys.

    The second of two rows that are equivalent gets the error of `IRIKeyField`, code "unique", at
    its address. Rows that are deleted do not count. A row that does not change has no error,
    wherever it stands.
    """

    def validate_unique(self) -> None:
        """Compare the rows as Django does, and then by their keys."""
        try:
            super().validate_unique()
        finally:
            model: Any = self.model
            for field in model._meta.concrete_fields:
                for key in getattr(field, "keys", ()):
                    self._refuse_equivalent(field.name, key)

    def _refuse_equivalent(self, name: str, key: Any) -> None:
        # Rows that do not change come first: an error is at what is new.
        seen: dict[Hashable, str] = {}
        forms: Any = self.forms
        for form in sorted(forms, key=lambda form: form.has_changed()):
            # An earlier key may have removed the address.
            data = form.cleaned_data if form.is_valid() else {}
            if name not in data or data.get(DELETION_FIELD_NAME):
                continue
            address = getattr(form.instance, name)
            rows = list(key.identities(form.instance, getattr(self, "fk", None)))
            others = [seen[row] for row in rows if row in seen]
            if others and form.has_changed():
                error = ValidationError({name: [key.unique_error(address, others[0])]})
                form._update_errors(error)  # noqa: SLF001 - the words of the form's Meta count
            else:
                seen |= dict.fromkeys(rows, address)
