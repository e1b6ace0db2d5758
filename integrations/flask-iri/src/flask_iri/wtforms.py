"""The field and the validator of `iri3987.adapters.wtforms`, with Flask's translations.

The sentences are in the language of the application, and those of its ``IRI_MESSAGES`` come first.
`UniqueIRI` compares an address with those of a table: it needs SQLAlchemy, where it is used.
"""

from collections.abc import Callable, Mapping
from typing import Any

from flask import current_app, has_app_context

from flask_iri import messages
from iri3987 import display
from iri3987.appearance.bidi import isolate
from iri3987.messages import MessageText, already_there

try:
    from wtforms.i18n import DummyTranslations
    from wtforms.validators import ValidationError

    from iri3987.adapters import wtforms
except ImportError as error:
    raise ImportError("flask_iri.wtforms needs WTForms: pip install flask-iri[wtforms]") from error
from iri3987.adapters.wtforms import IRIFormMixin, IRIInput

__all__ = ["IRIField", "IRIFormMixin", "IRIInput", "IRIValidator", "UniqueIRI"]


class Sentences(wtforms.Sentences):
    """Make the sentences of a form in the language of ``Meta.locales``, or of Flask-Babel."""

    def own(self) -> Mapping[str, str]:
        """Return ``IRI_MESSAGES`` of the application."""
        return messages.own()

    def languages(self, field: Any, /) -> list[str]:
        """Return the languages of the form of *field*, best first."""
        # WTForms has no public name for the translations of *field*. These are none.
        if isinstance(field._translations, DummyTranslations):  # noqa: SLF001
            return []
        if field.meta.locales is not False:
            return super().languages(field)
        try:
            from flask_babel import get_locale  # type: ignore[import-untyped]
        except ImportError:
            return []
        locale = get_locale() if has_app_context() and "babel" in current_app.extensions else None
        return [str(locale)] if locale else []


class IRIValidator(wtforms.IRIValidator):
    """`iri3987.adapters.wtforms.IRIValidator` with Flask's translations.

    >>> from wtforms import Form, StringField
    >>> class LinkForm(Form):
    ...     link = StringField(validators=[IRIValidator()])
    >>> LinkForm(data={"link": "https://example.org/100%"}).validate()
    False
    """

    sentences = Sentences()


class IRIField(wtforms.IRIField):
    """`iri3987.adapters.wtforms.IRIField` with Flask's translations.

    >>> from werkzeug.datastructures import MultiDict
    >>> from wtforms import Form
    >>> class LinkForm(Form):
    ...     link = IRIField()
    >>> LinkForm(MultiDict({"link": " 例え.テスト "})).link.data
    IRI('https://例え.テスト')
    """

    sentences = Sentences()


class UniqueIRI:
    """A validator: no other row has the address, or one that is equivalent to it.

    *attribute* is that of a mapped class, such as ``Link.homepage``. If there is a
    `sqlalchemy_iri.IRIKey` for it, the keys are compared; if not, the exact text. The error has the
    code "unique", and names the address that is there if it is equivalent to what was sent.

    *among* is a function that gets the form and returns a condition: only rows that fulfil it are
    compared. It stands for a unique constraint with other columns.

    *session* is a function that returns the session; by default it is that of Flask-SQLAlchemy.
    *message* replaces the sentence; ``%(address)s`` in it is that address, or the one that was
    sent. Raises `ValueError` for another "%" in it, unless that is doubled.

    The row that is edited may keep its address: it is the row whose attribute gave the field its
    value (``LinkForm(formdata, obj=link)``), loaded by the same session, and not expired since.
    """

    def __init__(
        self,
        attribute: Any,
        *,
        among: Callable[[Any], Any] | None = None,
        session: Callable[[], Any] | None = None,
        message: str | None = None,
    ) -> None:
        from sqlalchemy_iri import column_of

        column_of(attribute)  # raises for anything else
        self.attribute = attribute
        self.among = among
        self.session = session
        self.message = message
        # A lazy translation is not read.
        rest = message if isinstance(message, str) else ""
        if "%" in rest.replace("%%", "").replace("%(address)s", ""):
            raise ValueError('in message, write "%%" for "%", or %(address)s')

    def __call__(self, form: Any, field: Any) -> None:
        """Raise `ValidationError` if the data of *field* are there already."""
        if field.errors or not isinstance(field.data, str) or not field.data:
            return
        address = self._other_address(form, field)
        if address is not None:
            sentence, named = already_there(field.data, address)
            told = Sentences().translator(field)(self.message or sentence)
            address = isolate(display(named))
            raise ValidationError(MessageText(told % {"address": address}, "unique", None))

    def _other_address(self, form: Any, field: Any) -> str | None:
        """Return the address of a row that is not the one that is edited, or None."""
        from sqlalchemy import select

        statement = select(self._mapper()).where(_is_same(self.attribute, field.data))
        if self.among is not None:
            statement = statement.where(self.among(form))
        session = (self.session or _session)()
        stored = getattr(field, "object_data", None)
        # Two rows are enough, as one of them is not the row that is edited. No flush: what the view
        # has changed so far might not be accepted.
        with session.no_autoflush:
            rows = session.scalars(statement.limit(2)).unique()
            found = [(row, getattr(row, self.attribute.key)) for row in rows]
        for row, address in found:
            # The same object, not an equal one: a default from a request is not the row's address.
            # The row itself is known when the form is validated again, after a rollback.
            if address is stored:
                field.edited_row = row
        edited = getattr(field, "edited_row", None)
        return next((address for row, address in found if row is not edited), None)

    def _mapper(self) -> Any:
        """Return the mapper of all rows that have the attribute: a class may inherit it."""
        from sqlalchemy import inspect

        mapper = inspect(self.attribute.class_)
        while (parent := mapper.inherits) is not None and parent.has_property(self.attribute.key):
            # A condition on a table of the class alone has no meaning for the others.
            if mapper.concrete or (self.among and parent.local_table is not mapper.local_table):
                break
            mapper = parent
        return mapper


def _is_same(attribute: Any, text: str) -> Any:
    """Return the condition that a row has the address *text*."""
    from sqlalchemy import literal, or_

    from sqlalchemy_iri import column_of
    from sqlalchemy_iri.keys import keys_of
    from sqlalchemy_iri.types import Comparand

    column = column_of(attribute)
    keys = keys_of(column)
    if not keys:
        return column == literal(text, Comparand())
    # A key that is not unique may be there for searches alone.
    keys = [key for key in keys if key.unique] or keys
    return or_(*(key.equivalent(text) for key in keys))


def _session() -> Any:
    extension = current_app.extensions.get("sqlalchemy")
    if extension is None:
        raise RuntimeError("without Flask-SQLAlchemy, UniqueIRI needs session=")
    return extension.session()
