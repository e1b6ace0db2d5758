"""Write options into a migration: a `Profile` or a policy as the call that makes it."""

from collections.abc import Collection
from dataclasses import fields
from operator import attrgetter
from typing import Any

from django.db.migrations.serializer import BaseSerializer, serializer_factory
from django.db.migrations.writer import MigrationWriter

from iri3987 import IRIReference, Profile
from iri3987.comparison.policy import InOrder
from iri3987.values import InvalidIRI


def in_order(names: Any) -> Any:
    """Return a collection of names as a sorted list, so that the same names are written alike."""
    if isinstance(names, str) or not isinstance(names, Collection):
        return names
    return sorted(names, key=str)


def exact_text(value: Any) -> Any:
    """Return *value* with each IRI in it as plain text."""
    if isinstance(value, list | tuple):
        return type(value)(map(exact_text, value))
    return str.__str__(value) if isinstance(value, IRIReference | InvalidIRI) else value


class ProfileSerializer(BaseSerializer):
    """Write a profile with the options that differ from the default."""

    value: Profile

    def serialize(self) -> tuple[str, set[str]]:
        """Return the call as Python, and the imports that it needs."""
        kind = type(self.value)
        imports, options = {f"import {kind.__module__}"}, []
        for option in sorted(fields(self.value), key=attrgetter("name")):
            value = getattr(self.value, option.name)
            if value != option.default:
                text, more = serializer_factory(value).serialize()
                imports |= more
                options.append(f"{option.name}={text}")
        return f"{kind.__module__}.{kind.__qualname__}({', '.join(options)})", imports


class PolicySerializer(BaseSerializer):
    """Write what `iri3987.comparison.policy.in_order` has made."""

    value: InOrder

    def serialize(self) -> tuple[str, set[str]]:
        """Return the call as Python, and the imports that it needs."""
        imports, steps = {"import iri3987.comparison.policy"}, []
        for step in self.value.steps:
            text, more = serializer_factory(step).serialize()
            imports |= more
            steps.append(text)
        return f"iri3987.comparison.policy.in_order({', '.join(steps)})", imports


MigrationWriter.register_serializer(Profile, ProfileSerializer)
MigrationWriter.register_serializer(InOrder, PolicySerializer)
