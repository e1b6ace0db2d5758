"""A WTForms field for an IRI, and a validator for fields that hold text.

Both give the verdict and the code of the core's profiles. An error is a `Refusal`: the text that
WTForms shows, in the language of the form, with the code and the position.

`IRI` stands where `wtforms.validators.URL` stood. What is different: it follows RFC 3987 and
UTS #46, so it refuses what no client could use (spaces, "%zz", invisible marks), and takes
addresses in every script. For ``allow_userinfo=False`` there is ``reject=["userinfo"]``. For
``require_tld=False`` there is ``profile="intranet"``. There is no ``allow_ip``.

An address that comes back as the object has it is not refused (`IRIField`): an old row can be saved
by a form in which its address was not touched.
"""

import re
from collections.abc import Collection
from typing import Any, Final, Self

import iri3987
from flask_iri.messages import tell, translator
from flask_iri.profiles import make_profile
from iri3987 import IRIError, IRIReference, Profile
from iri3987._text import exact
from iri3987.inspection import Finding, Severity, inspect
from iri3987.reference import InvalidIRI, load

try:
    from wtforms import Field, StringField
    from wtforms.validators import StopValidation, ValidationError
    from wtforms.widgets import TextInput
except ImportError as error:
    raise ImportError("flask_iri.wtforms needs WTForms: pip install flask-iri[wtforms]") from error

#: The length of text that is looked at unless something else is asked for, in characters.
MAX_LENGTH: Final = 2048

#: What is trimmed at the two ends: the ASCII white space of HTML. Not `str.strip()`, which takes
#: U+3000 and U+001F too, and so would accept what a column refuses.
_WHITE_SPACE = " \t\r\n\f"

#: What UTF-8 cannot carry, so no page can show it. It is only in text that came as JSON.
_SURROGATE = re.compile("[\ud800-\udfff]")


class Refusal(str):
    """What a person is told, with the `code` and the `position` of the core's error.

    >>> refusal = Refusal("After the percent sign ...", "bad-percent", position=24)
    >>> refusal, refusal.code, refusal.position
    ('After the percent sign ...', 'bad-percent', 24)
    """

    __slots__ = ("code", "position")

    #: `IRIError.code`, or the code of the finding that ``reject`` names.
    code: str
    #: The index in the text of the first character at fault, None where there is no such place.
    position: int | None

    def __new__(cls, text: str, code: str, position: int | None) -> Self:
        """Keep *text*, with what it tells of."""
        self = super().__new__(cls, text)
        self.code = code
        self.position = position
        return self

    def __reduce__(self) -> tuple[type[Self], tuple[str, str, int | None]]:
        return type(self), (exact(self), self.code, self.position)


class IRI:
    """Refuse text that is not an IRI that *profile* accepts.

    *profile* is "web" (an address of the web, http or https) or "any" (any IRI, ``javascript:``
    too), *schemes* replaces its schemes, and with *reference* relative references are accepted as
    well. More than *max_length* characters are refused without being looked at. *reject* holds
    codes of `iri3987.codes.FINDINGS`: text with such a finding is refused too. *message*
    replaces every message; the code stays.

    Raises `ValueError` for options that make no sense, when the validator is made.

    >>> from wtforms import Form, StringField
    >>> class LinkForm(Form):
    ...     link = StringField(validators=[IRI()])
    >>> form = LinkForm(data={"link": "https://example.org/100%"})
    >>> form.validate(), form.link.errors[0].code
    (False, 'bad-percent')
    """

    def __init__(
        self,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        *,
        reference: bool = False,
        message: str | None = None,
        max_length: int | None = MAX_LENGTH,
        reject: Collection[str] = (),
    ) -> None:
        self.profile = make_profile(
            profile, schemes=schemes, reference=reference, max_length=max_length, reject=reject
        )
        self.message = message
        self.max_length = max_length

    def __call__(self, form: Any, field: Any) -> None:  # noqa: ARG002
        """Raise `ValidationError` unless the data of *field* are accepted."""
        try:
            self.check(field.data)
        except IRIError as error:
            if not _may_stay(field, field.data, self.profile):
                raise ValidationError(self.refusal(field, field.data, error)) from error

    def check(self, value: Any, /) -> IRIReference:
        """Return *value* as an `IRI`, or as an `IRIReference` where references are accepted.

        Raises `IRIError`, also for what is not text: it comes from a request.
        """
        return self.profile.check(value)

    def refusal(self, field: Field, value: Any, error: IRIError, /) -> Refusal:
        """Return what to say in *field*, in its language, of *value* and the core's *error*."""
        told = tell(error, value, self.profile, translate=translator(field))
        text = self.message or told
        return Refusal(text, error.code, error.position)


class IRIInput(TextInput):
    """A text input for addresses: no spelling to check, and the order is from left to right.

    Not type="url": what a browser takes for a URL is neither an IRI nor a reference, and its
    refusal would come before ours, and in other words.
    """

    def __call__(self, field: Any, **kwargs: Any) -> Any:
        """Render it, with the attributes that *kwargs* and the field's ``render_kw`` leave."""
        attributes = {"inputmode": "url", "dir": "ltr", "autocapitalize": "off"}
        return super().__call__(field, **(attributes | {"spellcheck": "false"} | kwargs))


class IRIField(StringField):
    """A field for an IRI: its data are an `IRI`, or with *reference* an `IRIReference`.

    The options are those of the validator `IRI`. White space at the ends (space, TAB, CR, LF, FF)
    is trimmed; nothing else is changed. What is empty then is None: an empty text is not an IRI.

    An address of the form's object, an `IRI` or an `InvalidIRI` as `flask_iri.sqlalchemy` loads it,
    may come back as it was shown, or not at all: the data are then what the object has. It is not
    refused, unless its scheme is: what such an address does may depend on the scheme alone.

    Text that is refused makes the data None, and is shown again as it was typed. It has one
    error, and the field's other validators are not asked: they see IRIs, or None.
    ``invalid_value_message`` replaces the message.

    >>> from werkzeug.datastructures import MultiDict
    >>> from wtforms import Form
    >>> class LinkForm(Form):
    ...     link = IRIField()
    >>> LinkForm(MultiDict({"link": " https://例え.テスト/ "})).link.data
    IRI('https://例え.テスト/')
    """

    widget = IRIInput()

    def __init__(
        self,
        label: Any = None,
        validators: Any = None,
        *,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        reference: bool = False,
        max_length: int | None = MAX_LENGTH,
        reject: Collection[str] = (),
        invalid_value_message: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(label, validators, **kwargs)
        self._kind = IRIReference if reference else iri3987.IRI
        self._validator = IRI(
            profile,
            schemes,
            reference=reference,
            message=invalid_value_message,
            max_length=max_length,
            reject=reject,
        )

    @property
    def warnings(self) -> list[Finding]:
        """What can mislead in the text, though nothing is refused for it.

        The findings that are warnings: they index the trimmed text, and speak the form's language.
        """
        text = self._value().strip(_WHITE_SPACE)
        if self._validator.max_length is not None and len(text) > self._validator.max_length:
            return []
        translate = translator(self)
        return [
            found._replace(message=tell(found, text, translate=translate))
            for found in inspect(text)
            if found.severity is Severity.WARNING
        ]

    def process_data(self, value: Any) -> None:
        """Take *value* from an object or a default; `validate` checks it if nothing is sent."""
        self.data = load(value, self._kind) if isinstance(value, str) and value else value

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Take what was sent. Raises `ValueError`, with a `Refusal`, as fields of WTForms do."""
        if not valuelist:
            return
        value = valuelist[0]
        if isinstance(value, str):
            value = value.strip(_WHITE_SPACE)
        self.data = None
        if value is None or value == "":
            # For `InputRequired`, to which white space would be input.
            self.raw_data = [""]
            self.data = self.object_data if self.object_data == "" else None
        else:
            value = self.object_data if _is_untouched(self, value) else value
            self.data = self._checked(value, ValueError)

    def pre_validate(self, form: Any) -> None:  # noqa: ARG002
        """Check the data once more: they may come from an object, or from a filter."""
        if self.process_errors:
            raise StopValidation
        if self.data is not None and self.data != "":
            self.data = self._checked(self.data, StopValidation)

    def _checked(self, value: Any, refuse: type[Exception]) -> Any:
        try:
            return self._validator.check(value)
        except IRIError as error:
            if _may_stay(self, value, self._validator.profile):
                return value
            raise refuse(self._validator.refusal(self, value, error)) from error

    def _value(self) -> str:
        """Return the text to show: that of the data, or what was refused."""
        value = self.raw_data[0] if self.data is None and self.raw_data else self.data
        return "" if value is None else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", str(value))


def _is_untouched(field: Field, value: Any) -> bool:
    """Tell whether *value*, of *field*, is what a form sends back for the address of its object.

    Only a value counts that was loaded as an IRI. Plain text may have been taken from the request
    to fill the form, and nothing has checked it.
    """
    stored = field.object_data
    if field.raw_data is None or not isinstance(stored, IRIReference | InvalidIRI):
        return False
    return isinstance(value, str) and _sent_back(value) == _sent_back(stored)


def _may_stay(field: Field, value: Any, profile: Profile) -> bool:
    """Tell whether *value* can be saved as it was stored, although *profile* refuses it.

    An IRI of another scheme cannot: a view may have taken it from the request, by a converter, and
    what begins with ``javascript:`` runs as code. What is not an IRI never becomes a link.
    """
    if not _is_untouched(field, value):
        return False
    scheme = field.object_data.scheme
    return scheme is None or profile.schemes is None or scheme.lower() in profile.schemes


def _sent_back(text: str) -> str:
    """Return what a browser sends for an input that shows *text*: one line, here without its ends.

    https://html.spec.whatwg.org/multipage/input.html#text-(type=text)-state-and-search-state-(type=search)
    """
    return re.sub("[\r\n]", "", exact(text)).strip(_WHITE_SPACE)
