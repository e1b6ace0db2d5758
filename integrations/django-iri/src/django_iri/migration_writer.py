"""Write a `Profile` into a migration: the call that makes it, with its options in order.

The import of this module registers that with Django; `fields` imports it.
"""

from dataclasses import fields
from operator import attrgetter

from django.db.migrations.serializer import BaseSerializer, serializer_factory
from django.db.migrations.writer import MigrationWriter

from iri3987 import Profile


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


MigrationWriter.register_serializer(Profile, ProfileSerializer)
