"""A WTForms field for an IRI, and a validator for fields that hold text. It needs WTForms.

A `Profile` decides in both. An error is a `MessageText`: the text that WTForms shows, with the code
and the position. `iri3987.adapters.wtforms.sentences` says in which language.
"""

from collections.abc import Collection
from types import EllipsisType
from typing import Any, Final, Literal

from wtforms import Field, StringField
from wtforms.validators import StopValidation, ValidationError

from iri3987.adapters.wtforms.sentences import Sentences
from iri3987.adapters.wtforms.widgets import IRIInput
from iri3987.exceptions import IRIError
from iri3987.html.inputs import as_sent, is_blank, misleading, on_page, submit
from iri3987.inspection import Finding
from iri3987.messages import TEXTS, MessageText
from iri3987.profile import Profile
from iri3987.values import IRI, InvalidIRI, IRIReference, load

__all__ = ["IRIField", "IRIFormMixin", "IRIInput", "IRIValidator", "Sentences"]

#: The greatest length that is accepted unless a field says otherwise, in characters.
MAX_LENGTH: Final = 2048

# The code of the error that asks for a confirmation, and the name of its text.
_ASKED: Final = "confirm-warnings"


class IRIValidator:
    """Check that the data of a field are text, and an IRI that *profile* accepts.

    *profile*, *schemes*, *allow_relative*, *max_length* and *reject* are as in
    `iri3987.Profile.named`, and raise what it raises. *message* replaces every message; the code
    stays.

    >>> from wtforms import Form, StringField
    >>> class LinkForm(Form):
    ...     link = StringField(validators=[IRIValidator()])
    >>> form = LinkForm(data={"link": "https://example.org/100%"})
    >>> form.validate(), form.link.errors[0].code
    (False, 'bad-percent')
    """

    #: The sentences of its errors.
    sentences: Sentences = Sentences()
    #: The rule, made of all options.
    profile: Profile

    def __init__(
        self,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        *,
        allow_relative: bool = False,
        message: str | None = None,
        max_length: int | None = MAX_LENGTH,
        reject: Collection[str] = (),
    ) -> None:
        self.profile = Profile.named(
            profile,
            schemes=schemes,
            allow_relative=allow_relative,
            max_length=max_length,
            reject=reject,
        )
        self.message = message

    def __call__(self, form: Any, field: Any) -> None:
        """Raise `ValidationError` unless the data of *field* are accepted."""
        try:
            self.profile.check(field.data)
        except IRIError as error:
            if not _may_stay(form, field, field.data):
                text = self.sentences.refusal(field, field.data, error, self.profile, self.message)
                raise ValidationError(text) from error


class IRIField(StringField):
    """A field for an IRI: its data are an `IRI`, or with *allow_relative* an `IRIReference`.

    The options are those of `IRIValidator`. *assume_scheme* is put before a host that is typed
    without a scheme. It is that of `iri3987.Profile.for_forms` unless given; None turns it off.
    `Profile.clean` makes a value of the typed text. An empty input gives None.

    If the address of the row of a form with `IRIFormMixin` is sent back unchanged, or is not sent,
    it stays, even if *profile* would refuse it. Any other value that a view gives the form, also
    from another row or column, is checked like typed text.

    If the text is refused, the data are None, and the text is shown again as it was typed. There is
    one error, and the other validators of the field do not run: they see only IRIs, or None.
    ``invalid_value_message`` replaces the message.

    With *confirm_warnings*, the form asks once before it takes text that can mislead: the error has
    the code "confirm-warnings", and below the input is a box that confirms exactly the text that is
    shown. A repair alone is not asked about, nor an address that comes back unchanged.

    >>> from werkzeug.datastructures import MultiDict
    >>> from wtforms import Form
    >>> class LinkForm(Form):
    ...     link = IRIField()
    >>> LinkForm(MultiDict({"link": " 例え.テスト "})).link.data
    IRI('https://例え.テスト')
    """

    widget: Any = IRIInput()

    #: The sentences of its errors and warnings.
    sentences: Sentences = Sentences()
    #: The rule, which has all options.
    profile: Profile
    #: The address, None or "" for an empty input, and the value of the object if it stays.
    data: IRIReference | InvalidIRI | Literal[""] | None

    def __init__(
        self,
        label: Any = None,
        validators: Any = None,
        *,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        allow_relative: bool = False,
        max_length: int | None = MAX_LENGTH,
        reject: Collection[str] = (),
        assume_scheme: str | EllipsisType | None = ...,
        confirm_warnings: bool = False,
        invalid_value_message: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(label, validators, **kwargs)
        self._owner = kwargs.get("_form")  # a field of WTForms 3.0 does not know its form
        self.profile = Profile.named(
            profile,
            schemes=schemes,
            allow_relative=allow_relative,
            max_length=max_length,
            reject=reject,
            assume_scheme=assume_scheme,
        )
        if assume_scheme is ...:
            self.profile = self.profile.for_forms()
        self.message = invalid_value_message
        self.confirm_warnings = confirm_warnings
        # The values of the box that were sent.
        self._confirmed: list[Any] = []
        # The data that `process_formdata` has accepted, or may stay: they are not checked again.
        self._accepted: Any = None
        # The address of the row, if it comes back unchanged.
        self._kept: Any = None

    @property
    def warnings(self) -> list[Finding]:
        """The findings that are warnings: the text is accepted, but it may mislead people.

        They are those of `Profile.warnings`, which reports repairs too. They index the text as it
        was typed. Their messages are in the language of the form.
        """
        text = self.raw_data[0] if self.raw_data and self._is_as_typed() else self.data
        return [
            found._replace(message=self.sentences.describe(self, found, text, self.profile))
            for found in self.profile.warnings(text)
            # An old address that was not touched stays as it is.
            if found.code != "repaired" or not isinstance(self.data, InvalidIRI)
        ]

    def _is_as_typed(self) -> bool:
        """Return whether the data come from the form, and not from a view or a filter."""
        return self.data is None or self.data is self._accepted

    @property
    def confirmation(self) -> str | None:
        """The text that is shown, if there is a box to confirm it; None if there is not."""
        is_asked = any(getattr(each, "code", "") == _ASKED for each in self.process_errors)
        is_new = self.data is not None and self.data is not self.object_data
        text = self._value()
        is_misleading = self.confirm_warnings and misleading(self.profile.warnings(text))
        return text if is_misleading and (is_asked or is_new) else None

    def process(self, formdata: Any, *args: Any, **kwargs: Any) -> None:
        """Take what was sent: the text, and what the box confirms."""
        name = f"{self.name}-confirmed"
        self._confirmed = [] if formdata is None else formdata.getlist(name)
        super().process(formdata, *args, **kwargs)

    def process_data(self, value: Any) -> None:
        """Take *value* from an object or a default. `pre_validate` checks it if nothing is sent."""
        self._accepted = self._kept = None
        kind = IRIReference if self.profile.allow_relative else IRI
        is_text = isinstance(value, str) and value and not isinstance(value, InvalidIRI)
        self.data = load(value, kind) if is_text else value

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take the data that were sent. Raises `ValueError` with a `MessageText`."""
        given = self.data
        if not valuelist:
            if _may_stay(self._owner, self, given):
                self._accepted = self._kept = given
            return
        value = valuelist[0]
        self.data = None
        if value is None or is_blank(value):
            # `InputRequired` looks at this, and would take white space for input.
            self.raw_data = [""]
            self.data = self.object_data if self.object_data == "" else None
            return
        try:
            accepted, is_confirmed = submit(
                value,
                lambda: self.profile.clean(value),
                lambda _: given if _may_stay(self._owner, self, value) else None,
                warnings=(lambda: self.profile.warnings(value)) if self.confirm_warnings else None,
                confirmed=self._confirmed,
            )
        except IRIError as error:
            raise ValueError(self._refusal(value, error)) from error
        if is_confirmed is False:
            question = self.sentences.translator(self)(TEXTS[_ASKED])
            raise ValueError(MessageText(question, _ASKED, None))
        self.data = self._accepted = accepted
        self._kept = given if accepted is given else None

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002
        """Check data that come from an object, a view or a filter."""
        if self.process_errors:
            raise StopValidation
        if self.data == self._accepted:  # a filter may have made plain text of it
            self.data = self._accepted
        if self._is_as_typed() or self.data == "":
            return
        try:
            self.data = self.profile.check(self.data)
        except IRIError as error:
            raise StopValidation(self._refusal(self.data, error)) from error

    def populate_obj(self, obj: Any, name: str) -> None:
        """Set the attribute *name* of *obj*.

        Raises `IRIError` if the address was accepted because another row than *obj* holds it.
        """
        if self._kept is not None and self.data is self._kept and not _holds(obj, name, self.data):
            self.profile.check(self.data)
        super().populate_obj(obj, name)

    def _refusal(self, value: Any, error: IRIError) -> MessageText:
        return self.sentences.refusal(self, value, error, self.profile, self.message)

    def _value(self) -> str:
        """Return the text to show: that of the data, or the text that was refused."""
        value = self.raw_data[0] if self.data is None and self.raw_data else self.data
        return "" if value is None else on_page(str(value))


class IRIFormMixin:
    """Keep the row that a form changes, so that an `IRIField` can ask it: put it before ``Form``.

    A row of SQLAlchemy keeps the address that its own column holds, although the field would refuse
    it today. *obj* of the form must be the row that is changed. The forms of Flask-Admin need no
    mixin.

    >>> from wtforms import Form, StringField
    >>> class LinkForm(IRIFormMixin, Form):
    ...     title = StringField()
    """

    #: The name that it has in the forms of Flask-Admin.
    _obj: Any = None

    def process(self, formdata: Any = None, obj: Any = None, *args: Any, **kwargs: Any) -> None:
        """Take what was sent, and the values of *obj*."""
        self._obj = obj
        super().process(formdata, obj, *args, **kwargs)  # type: ignore[misc]


def _may_stay(form: Any, field: Field, value: Any) -> bool:
    """Return whether *value* is the address of the row of *form*, and of no other row or column."""
    # Fields of the application's own may have no object.
    stored: Any = getattr(field, "object_data", None)
    if field.raw_data is None or not isinstance(value, str) or not isinstance(stored, str):
        return False
    fields = getattr(form, "_fields", {})
    name = next((name for name, each in fields.items() if each is field), "")
    return as_sent(value) == as_sent(stored) and _holds(getattr(form, "_obj", None), name, stored)


def _holds(row: Any, name: str, value: Any, /) -> bool:
    """Return whether *row* has *value* from its column *name*, and no assignment waits."""
    if not hasattr(type(row), "_sa_class_manager"):
        return False
    from sqlalchemy import Column, inspect

    state = inspect(row)
    attributes = state.mapper.column_attrs
    if not state.has_identity or name not in attributes:
        return False
    is_column = isinstance(attributes[name].columns[0], Column)
    return is_column and [value] == list(state.attrs[name].load_history().unchanged)
