"""Hooks of cattrs for IRIs. This module needs cattrs 24.1 or newer.

A class of attrs alone needs no hook: ``attrs.field(converter=WEB.clean)``.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Annotated, Any, get_origin, get_type_hints

from cattrs import BaseConverter

from iri3987.profile import Profile
from iri3987.profile.pydantic import check_is_text
from iri3987.values import InvalidIRI, IRIReference

__all__ = ["register"]


def register(converter: BaseConverter, /) -> None:
    """Let *converter* structure ``Annotated[IRI, WEB]``, and unstructure IRIs to plain text.

    A profile makes the value by its method `Profile.clean`. Where the type may be None, the profile
    judges text alone. An `IRIError` passes through *converter* as any `ValueError` does. An IRI or
    an `InvalidIRI` is unstructured to a plain `str`.

    >>> import attrs, cattrs
    >>> from iri3987 import IRI, WEB
    >>> @attrs.define
    ... class Link:
    ...     homepage: Annotated[IRI, WEB]
    ...     id: IRI | None = None
    >>> converter = cattrs.Converter()
    >>> register(converter)
    >>> converter.structure({"homepage": " https://例え.テスト/ ", "id": "urn:例:1"}, Link)
    Link(homepage=IRI('https://例え.テスト/'), id=IRI('urn:例:1'))
    >>> converter.unstructure(Link(IRI("https://例え.テスト/")))
    {'homepage': 'https://例え.テスト/', 'id': None}
    """

    def with_profiles(kind: Any) -> Callable[[Any, Any], Any]:
        check_is_text(kind.__origin__)
        inner = converter.get_structure_hook(kind.__origin__)

        def structure(value: Any, _: Any) -> Any:
            if value is None:
                # A type that is not optional raises; then the profile says what is wrong.
                with suppress(TypeError):
                    if inner(None, kind.__origin__) is None:
                        return None
            for profile in _profiles(kind):
                value = profile.clean(value)
            return inner(value, kind.__origin__)

        return structure

    def with_types(kind: Any) -> Callable[[Any, Any], Any]:
        _resolve(_origin(kind))
        return converter.get_structure_hook(kind, cache_result=False)

    # Without a profile: cattrs calls the class, as it does for any kind of `str`.
    converter.register_structure_hook_factory(_has_profiles, with_profiles)
    converter.register_structure_hook_factory(_has_names, with_types)
    for each in (IRIReference, InvalidIRI):
        converter.register_unstructure_hook(each, str)


def _origin(kind: Any) -> Any:
    return get_origin(kind) or kind


def _has_names(kind: Any) -> bool:
    """Return whether *kind* is a dataclass whose annotations are text, as with ``__future__``."""
    return is_dataclass(_origin(kind)) and any(
        isinstance(each.type, str) for each in fields(_origin(kind))
    )


def _resolve(kind: Any) -> None:
    """Give the fields of *kind* their types, as attrs does: cattrs would leave out profiles."""
    types = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        each.type = types[each.name]


def _has_profiles(kind: Any) -> bool:
    return get_origin(kind) is Annotated and bool(_profiles(kind))


def _profiles(kind: Any) -> list[Profile]:
    """Return the profiles in the annotations of *kind*."""
    return [each for each in kind.__metadata__ if isinstance(each, Profile)]
