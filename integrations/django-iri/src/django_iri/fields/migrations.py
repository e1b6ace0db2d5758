"""Write a `Profile` or a policy into a migration: the call that makes it, its options in order.

The import of this module registers that with Django; `fields` imports it.
"""

from dataclasses import fields
from operator import attrgetter

from django.db.migrations.serializer import BaseSerializer, serializer_factory
from django.db.migrations.writer import MigrationWriter

from iri3987 import Profile
from iri3987.comparison.policy import InOrder


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
