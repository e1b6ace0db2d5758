"""Dataclasses of a module in which each annotation is text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from iri3987 import IRI, WEB

T = TypeVar("T")


@dataclass
class Named:
    """Has an address of the web, and another."""

    web: Annotated[IRI | None, WEB] = None
    plain: IRI | None = None


@dataclass
class NamedMore(Named):
    """Has more."""

    more: int = 0


@dataclass
class NamedGeneric(Generic[T]):
    """Has an address of the web, and what is said later."""

    web: Annotated[IRI, WEB]
    plain: T | None = None
