"""The form fields."""

import json
import re
from collections.abc import Collection
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property

from django_iri.messages import tell
from django_iri.profiles import schemes_problem
from django_iri.unchanged import as_sent, is_stored, is_unchanged
from django_iri.validators import MAX_LENGTH, WHITE_SPACE, IRIFieldValidator, refusal
from django_iri.widgets import IRIInput, preview_rules
from iri3987 import IRIError, Profile
from iri3987.codes import FINDINGS as FINDING_CODES
from iri3987.inspection import Finding, Severity, inspect

#: For what people type: an address keeps its order, and is not prose. Not type="url": what a
#: browser takes for a URL is neither an IRI nor a reference, and its refusal would come before
#: ours, and in other words.
_INPUT_ATTRS = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off", "spellcheck": "false"}

# What begins as with a scheme, and as with a host and a port: "localhost:80" is both.
_SCHEME = re.compile(r"[A-Za-z][^/?#:]*+:")
_HOST_AND_PORT = re.compile(r"([^/?#:@]++):[0-9]++(?![^/?#])")


class IRIBoundField(forms.BoundField):
    """The field in a form: it knows `warnings`, too."""

    field: "IRIField"

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: forms.Widget | None = None
    ) -> dict[str, Any]:
        """Return the attributes of the input: one that shows the URI knows what is accepted."""
        attrs = super().build_widget_attrs(attrs, widget)
        shown = self.field.widget if widget is None else widget
        if isinstance(shown, IRIInput) and shown.show_uri and not self.field.reject:
            attrs["data-iri"] = json.dumps(self.field.preview_rules())
        return attrs

    @cached_property
    def warnings(self) -> list[Finding]:
        """Return the findings of severity WARNING for what was sent. They refuse nothing.

        Their ``start`` and ``end`` index the trimmed text; their ``message`` is translated.
        """
        if not self.form.is_bound or self.field.disabled:
            return []
        findings = self.field.inspect(self.data)
        return [finding for finding in findings if finding.severity is Severity.WARNING]


class IRIField(forms.CharField):
    """A field for an IRI: its cleaned value is an `IRI`, or with *reference* an `IRIReference`.

    *profile* is "web", or "any", which takes ``javascript:``, too, unless *schemes* says which.
    *schemes* replaces those of the profile (None: its own); *max_length* is that of the text in
    characters (None: any number). White space at the ends (space, TAB, CR, LF, FF) is trimmed;
    nothing else is changed. An empty value is that of `CharField`.

    The value that is the form's ``initial`` was stored before: it is accepted if it comes back
    unchanged, even if it would be refused today. It has to be a value that was read from an
    `IRIField` of a model, and of a row that is in the database: plain text is not, since
    ``initial`` may come from a request. The cleaned value is then what was stored.

    *assume_scheme* is put before text that has no scheme, as a `URLField` does: "https" makes
    ``https://例え.テスト`` of ``例え.テスト``. Choice: without it such text is refused, as nothing
    is repaired unless asked for. *reject* names findings (of `iri3987.codes.FINDINGS`) that
    refuse an IRI; those that do not are on the bound field: ``form["link"].warnings``.

    Raises `ValidationError` with the code of the core's `IRIError`, or of the finding, and its
    position in the trimmed text; ``error_messages`` may have a message for each code, and one for
    the rest, "invalid".

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
        # Not super(): in `IRIURLField` that is a `URLField`, which insists on trimming.
        forms.CharField.__init__(self, max_length=max_length, strip=False, **kwargs)
        self._validator = IRIFieldValidator(
            schemes, profile=profile, reference=reference, max_length=max_length
        )
        self.assume_scheme = assume_scheme
        self.reject = frozenset(reject)
        problem = self._problem()
        if problem:
            raise ValueError(problem)

    def _problem(self) -> str | None:
        unknown = self.reject - FINDING_CODES.keys()
        if unknown:
            return f"reject holds what is not the code of a finding: {', '.join(sorted(unknown))}."
        if self.assume_scheme is None:
            return None
        profile = self._validator.profile
        if profile.reference:
            return "assume_scheme is not for references: they have none on purpose."
        if profile.schemes is not None and self.assume_scheme.lower() not in profile.schemes:
            return f"assume_scheme is {self.assume_scheme!r}, which schemes does not hold."
        return schemes_problem([self.assume_scheme])

    def to_python(self, value: Any) -> Any:
        """Return the IRI that was typed.

        The check is here, not in `validators`: these then see only IRIs.
        """
        # CharField would write bytes as "b'...'", which may even be a reference.
        text: Any = value if isinstance(value, bytes) else forms.CharField.to_python(self, value)
        if isinstance(text, str):
            text = text.strip(WHITE_SPACE)
        if text in self.empty_values:
            return self.empty_value
        prefix = self._prefix(text)
        try:
            iri = self._validator.check(prefix + text if prefix else text)
            self._refuse_findings(iri)
        except ValidationError as error:
            raise self._told(error, text, len(prefix)) from None
        return iri

    def _clean_bound_field(self, bf: forms.BoundField) -> Any:
        """Return the cleaned value: Django's way to let a field see what was there before."""
        stored = bf.initial
        instance = getattr(bf.form, "instance", None)
        if instance is None or is_stored(instance):
            sent = stored if self.disabled else bf.data
            if is_unchanged(sent, stored):
                return stored
        return super()._clean_bound_field(bf)  # type: ignore[misc] # the stubs lack it

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Tell whether *data* is another text than *initial*, which may be invalid."""
        is_text = isinstance(initial, str) and isinstance(data, str)
        if is_text and as_sent(initial) == as_sent(data):
            return False
        return super().has_changed(initial, data)

    def _told(self, error: ValidationError, text: Any, offset: int) -> ValidationError:
        """Return *error* in the words of this field, for *text* as it was typed."""
        messages = self.error_messages
        message = messages.get(error.code or "", messages.get("invalid", error.message))
        params = {**(error.params or {}), "value": text}
        if params.get("position") is not None:
            params["position"] = max(0, params["position"] - offset)
            params["place"] = params["position"] + 1
        return ValidationError(message, code=error.code, params=params)

    def inspect(self, value: Any) -> list[Finding]:
        """Return what `iri3987.inspection.inspect` finds in *value* as it was typed.

        Nothing in what is longer than this field accepts, or than any address is.
        """
        text = value.strip(WHITE_SPACE) if isinstance(value, str) else ""
        if len(text) > (self.max_length or MAX_LENGTH):
            return []
        prefix = self._prefix(text)
        found = (
            finding._replace(
                start=max(0, finding.start - len(prefix)), end=max(0, finding.end - len(prefix))
            )
            for finding in inspect(prefix + text)
        )
        return [finding._replace(message=tell(finding, text)) for finding in found]

    def preview_rules(self) -> dict[str, Any]:
        """Return what the script of `IRIInput` must know to show the URI of what is typed."""
        return preview_rules(
            self._validator.profile,
            max_length=self.max_length,
            assume_scheme=self.assume_scheme,
        )

    def _prefix(self, text: Any) -> str:
        """Return what is put before *text*: the scheme to assume, if it has none."""
        if self.assume_scheme is None or not isinstance(text, str):
            return ""
        if text.startswith("//"):
            return f"{self.assume_scheme}:"
        # A path, query or fragment names no host: "not-absolute" is what is wrong with it.
        if (
            not text
            or text[0] in "/?#"
            or (_SCHEME.match(text) and not self._is_host_and_port(text))
        ):
            return ""
        return f"{self.assume_scheme}://"

    def _is_host_and_port(self, text: str) -> bool:
        """Tell whether *text* begins with "host:80" rather than with a scheme that is accepted."""
        schemes = self._validator.profile.schemes
        match = _HOST_AND_PORT.match(text)
        return match is not None and schemes is not None and match[1].lower() not in schemes

    def _refuse_findings(self, iri: str) -> None:
        if not self.reject:
            return
        for finding in inspect(iri):
            if finding.code in self.reject:
                error = IRIError(finding.message, finding.code, finding.component, finding.start)
                raise refusal(iri, error, self._validator.profile)

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

    def __init__(self, *, assume_scheme: str | None = None, **kwargs: Any) -> None:
        super().__init__(assume_scheme=assume_scheme, **kwargs)
        if assume_scheme is None:
            self.assume_scheme = self._scheme_to_assume()
        # `URLField` has one message for all codes. What a subclass or the caller says stands.
        classes = type(self).__mro__
        before = classes[: classes.index(forms.URLField)]
        said = [vars(each).get("default_error_messages") for each in before]
        if not any("invalid" in (words or ()) for words in [*said, kwargs.get("error_messages")]):
            del self.error_messages["invalid"]

    def _scheme_to_assume(self) -> str | None:
        profile = self._validator.profile
        if not profile.reference:
            for scheme in ("https", "http"):
                if profile.schemes is None or scheme in profile.schemes:
                    return scheme
        return None
