"""The column type for IRIs, and the check of an attribute before the flush."""

from collections.abc import Collection
from functools import cache
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Dialect, TypeDecorator, Unicode, inspect
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import validates

from iri3987 import IRI, IRIReference, Profile
from iri3987.profile import PROFILES
from iri3987.values import InvalidIRI, load, loader, storable
from sqlalchemy_iri.keys import is_expression, keys_in

__family__ = ["Comparand"]


class Comparand(TypeDecorator[str]):
    """Text that an IRI is compared with. It is not checked; databases accept it."""

    impl = Unicode
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """Return text that the driver takes."""
        if value is None:
            return None
        if not isinstance(value, str):
            raise TypeError(f"an IRI is compared with text, not with {type(value).__name__}")
        return storable(value)


class IRIType(TypeDecorator[IRIReference | InvalidIRI]):
    """A column of `IRI`, or with *allow_relative* of `IRIReference`: at most *length* characters.

    *profile*, *schemes* and *reject* are as in `iri3987.Profile.named`.

    A value that the profile refuses raises a `StatementError` when it is written; its ``orig`` is
    the core's `IRIError`. `validates_iri` refuses it earlier. "" is stored, because forms give it
    for an empty input; it loads as an `InvalidIRI`, which is false.

    >>> IRIType(profile="any", schemes=["urn"])
    IRIType(length=2048, profile='any', schemes=('urn',))
    """

    __module__ = "sqlalchemy_iri"  # for migrations and pickles

    impl: type[Unicode] = Unicode
    cache_ok: bool | None = True

    #: The rule, made of all options, with the length as its `max_length`. SQLAlchemy's cache
    #: compares types by the attributes that are named as arguments, and so by this one.
    profile: Profile

    class comparator_factory(TypeDecorator.Comparator[Any], Unicode.Comparator[Any]):  # noqa: N801
        def equivalent(self, text: str, /) -> ColumnElement[bool]:
            """Compare with *text* as `iri3987.equivalent` does, by the `IRIKey` of this column.

            Text that `iri3987.repair` refuses is equivalent to itself, and "" to nothing.
            """
            table = getattr(self.expr, "table", None)  # a label or an expression has none
            for key in () if table is None else keys_in(table):
                if key.type.source == self.expr.key:
                    condition: ColumnElement[bool] = key.equivalent(text)
                    return condition
            raise InvalidRequestError(f"there is no IRIKey beside {self.expr}")

    def __init__(
        self,
        length: int | None = 2048,
        profile: str | Profile = "web",
        schemes: Collection[str] | None = None,
        allow_relative: bool = False,  # noqa: FBT001, FBT002
        reject: Collection[str] = (),
    ) -> None:
        super().__init__(length)
        self.length = length
        self.profile = Profile.named(
            profile,
            schemes=schemes,
            allow_relative=allow_relative,
            max_length=length,
            reject=reject,
        )
        self._options = {
            "profile": next((name for name, it in PROFILES.items() if it == profile), profile),
            "schemes": None if schemes is None else self.profile.schemes,
            "allow_relative": allow_relative,
            "reject": tuple(sorted(set(reject))),
        }

    def __repr__(self) -> str:
        """Return the expression that makes this type, as Alembic writes it into a migration."""
        defaults = {"profile": "web", "schemes": None, "allow_relative": False, "reject": ()}
        given = [f"length={self.length!r}"]
        for name, value in self._options.items():
            if value != defaults[name]:
                # A migration imports the package alone, where `Profile` can be found as well.
                prefix = "sqlalchemy_iri." if isinstance(value, Profile) else ""
                given.append(f"{name}={prefix}{value!r}")
        return f"{type(self).__name__}({', '.join(given)})"

    @property
    def python_type(self) -> type[IRIReference]:
        """The class of the values that are read."""
        return IRIReference if self.profile.allow_relative else IRI

    def check(self, value: Any, /) -> IRIReference | InvalidIRI:
        """Return *value* as this column stores it, or raise `IRIError`."""
        if isinstance(value, str) and not value:
            return load(value, self.python_type)
        return self.profile.check(value)

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Check a value that is written, and give the driver a plain `str`."""
        return None if value is None else str.__str__(self.check(value))

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Return a value that is read: an IRI, or an `InvalidIRI` for other text."""
        return None if value is None else load(value, self.python_type)

    def result_processor(self, dialect: Dialect, coltype: Any) -> Any:
        """Return what is called for each row: `loader`, unless a subclass has a way of its own."""
        own = type(self).process_result_value is not IRIType.process_result_value
        if own or self.impl_instance.result_processor(dialect, coltype) is not None:
            return super().result_processor(dialect, coltype)
        return loader(self.python_type)

    def coerce_compared_value(self, op: Any, value: Any) -> Any:  # noqa: ARG002
        """Compare with any text: patterns are not IRIs, and people search for other text too."""
        return Comparand()


def equivalent(attribute: Any, text: str, /) -> ColumnElement[bool]:
    """Return the condition that the address in *attribute* is equivalent to *text*.

    It is ``attribute.equivalent(text)``, for type checkers that take ``Link.iri`` for an `IRI`.
    Raises `InvalidRequestError` if there is no `IRIKey` for the attribute.

    >>> from sqlalchemy import Column, MetaData, Table
    >>> from sqlalchemy_iri import IRIKey
    >>> key = IRIKey("iri", name="iri_key").column
    >>> link = Table("link", MetaData(), Column("iri", IRIType()), key)
    >>> print(equivalent(link.c.iri, "http://faß.de/"))
    link.iri_key = :iri_key_1
    """
    condition: ColumnElement[bool] = attribute.equivalent(text)
    return condition


#: The methods by which a type can store another text than the one that it is given.
_HOOKS: Final = (
    *("process_bind_param", "process_literal_param"),
    *("bind_processor", "literal_processor", "bind_expression"),
)


def require_exact(column: Column[Any], dialect: Dialect, /) -> None:
    """Raise `InvalidRequestError` if *column* may store another text than the key is of."""
    type_: Any = column.type.dialect_impl(dialect)
    known: Any = type(dialect)
    while (hook := _own_hook(type_.__class__, known)) is None:
        if not isinstance(type_, TypeDecorator):
            return
        type_ = type_.impl_instance
    raise InvalidRequestError(
        f"{column.key!r} has a key, so {type(type_).__name__} cannot have its own {hook}(): change "
        "the text when it is assigned instead, as validates() of SQLAlchemy can"
    )


@cache
def _own_hook(type_: type, dialect: type) -> str | None:
    """Return the name of a method by which a project's class *type_* may change a text."""
    known = {"sqlalchemy", "sqlalchemy_iri", _package(dialect)}
    for hook in ("check", *_HOOKS) if issubclass(type_, IRIType) else _HOOKS:
        owner = next((each for each in type_.__mro__ if hook in vars(each)), dialect)
        if _package(owner) not in known:
            return hook
    return None


def _package(class_: type) -> str:
    return class_.__module__.partition(".")[0]


def validates_iri(*names: str) -> Any:
    """Check the attributes *names* when they are assigned to, before the flush.

    Assign the result to any name in the mapped class. Setting the attribute then raises `IRIError`
    at once, and its value is an `IRI`. The text that it has already is not checked again.
    """

    def validate(target: Any, name: str, value: Any) -> Any:
        if value is None or is_expression(value):
            return value
        state = inspect(target)
        current = state.dict.get(name)
        if isinstance(current, str) and value == current:
            return current
        return state.mapper.columns[name].type.check(value)

    return validates(*names)(validate)
