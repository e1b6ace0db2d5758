"""The settings, all optional.

All except ``IRI_MESSAGES`` and ``IRI_SCHEMA_FORMAT`` are for the middleware.
"""

import codecs
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.dispatch import receiver

from iri3987.messages import check_messages


class Options(NamedTuple):
    """The values of the settings: `map_headers` is that of ``IRI_MAP_HEADERS``, and so on."""

    #: Whether the headers of responses are mapped.
    map_headers: bool = True
    #: Whether non-ASCII octets in the query are percent-encoded. If they are not, a redirect of
    #: ``APPEND_SLASH`` garbles them.
    encode_query: bool = True
    #: The answer to a path with octets that are not UTF-8 (``/r%E4k``): "keep" (Django's own), 400,
    #: 404, or the character encoding of the octets, such as "latin-1". With an encoding, a GET or
    #: HEAD that finds nothing is redirected to the address in UTF-8, if that has a view and no
    #: ``//`` in its path.
    bad_octets: str | int = "keep"
    #: Whether GET and HEAD are redirected to one spelling of the path: upper case in ``%C3``, no
    #: escape of a letter or digit, NFC. ``%2F``, ``%5C``, ``%2E``, ``%00``, ``;``, ``//`` and the
    #: query are never touched.
    canonical_redirect: bool = False
    #: The project's sentences for errors and findings, by code, and "invalid" for all other errors.
    messages: Mapping[str, str] = MappingProxyType({})
    #: The format of addresses in OpenAPI: "iri", or "uri" for programs that do not know it.
    schema_format: str = "iri"


DEFAULTS: Final = Options()
_PREFIX: Final = "IRI_"


def problems() -> dict[str, str]:
    """Return what is wrong with the settings, by their names."""
    return {
        name: problem
        for field in Options._fields
        if (problem := _problem(field, name := _name(field), _value(field))) is not None
    }


@cache
def options() -> Options:
    """Return the current settings, or raise `ImproperlyConfigured` if one of them is wrong."""
    for problem in problems().values():
        raise ImproperlyConfigured(problem)
    return Options(*map(_value, Options._fields))


def _name(field: str) -> str:
    return _PREFIX + field.upper()


def _value(field: str) -> Any:
    return getattr(settings, _name(field), getattr(DEFAULTS, field))


def _problem(field: str, name: str, value: object) -> str | None:
    match field:
        case "messages":
            try:
                check_messages(value, "value")
            except (TypeError, ValueError) as error:
                return f"{name}: {error}."
            return None
        case "schema_format":
            is_right, expected = value in ("iri", "uri"), "'iri' or 'uri'"
        case "bad_octets":
            is_right = value == "keep" or (type(value) is int and value in {400, 404})
            is_right = is_right or _is_character_encoding(value)
            expected = "'keep', 400, 404 or a character encoding"
        case _:
            is_right, expected = isinstance(value, bool), "True or False"
    return None if is_right else f"{name} must be {expected}, not {value!r}."


def _is_character_encoding(name: Any) -> bool:
    """Return whether *name* is a character encoding other than UTF-8."""
    try:
        # "rot13" and "base64" are codecs, but they do not decode octets to text.
        return codecs.lookup(name).name != "utf-8" and isinstance(b"a".decode(name), str)
    except (LookupError, TypeError, ValueError):
        return False


@receiver(setting_changed, dispatch_uid="django_iri.conf")
def _forget(*, setting: str, **_: Any) -> None:
    """Read the settings again, after a test has changed one."""
    if setting.startswith(_PREFIX):
        options.cache_clear()
