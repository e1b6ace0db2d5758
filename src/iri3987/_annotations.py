"""The types that a profile may stand beside, as in ``Annotated[IRI, WEB]``."""

from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin


def check_is_text(source: Any, /) -> None:
    """Raise `TypeError` if *source* is a class, but not of text, or a union with such a class."""
    kind = get_origin(source) or source
    # The type that a `NewType`, or an alias of the statement "type", stands for.
    meant = getattr(kind, "__supertype__", getattr(kind, "__value__", None))
    if kind in {Union, UnionType}:
        for each in get_args(source):
            check_is_text(each)
    elif kind is Annotated:
        check_is_text(source.__origin__)
    elif meant is not None:
        check_is_text(meant)
    elif isinstance(kind, type) and not issubclass(kind, (str, NoneType)):
        raise TypeError(
            f"a profile judges text, not {kind.__name__}: write it inside the type, as in "
            "list[Annotated[IRI, WEB]]"
        )
