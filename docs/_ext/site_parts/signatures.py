"""Signatures as a reader needs them: without names that the reader cannot import."""

import re
from importlib import import_module
from inspect import isclass
from typing import Any, get_overloads

from sphinx.ext.autodoc._dynamic import _signatures
from sphinx.util.inspect import signature, stringify_signature
from sphinx.util.typing import stringify_annotation

from site_parts.public import assigned, home

#: Classes of frameworks whose `__new__` takes anything; their subclasses have an `__init__`.
_ANY_NEW = {
    "django.db.migrations.operations.base.Operation.__new__",
    "django.utils.deconstruct.deconstructible.<locals>.decorator.<locals>.__new__",
    "rest_framework.fields.Field.__new__",
    "wtforms.fields.core.Field.__new__",
}
#: A name after "=" that is a constant, or a name that is private.
_NAME = re.compile(r"(?<== )[A-Z][A-Z_]+\b|(?:~[\w.]+\.|(?<![\w.'\"]))_[A-Za-z]\w*")


def prepare() -> None:
    """Let autodoc read `__init__` where `__new__` takes anything."""
    _signatures._CLASS_NEW_BLACKLIST |= _ANY_NEW  # noqa: SLF001 - no other way


def readable(
    _app: Any,
    what: str,
    _name: str,
    value: Any,
    _options: Any,
    shown: str | None,
    returned: str | None,
) -> tuple[str | None, str | None]:
    """Return the parameters and the result that a page shows."""
    if getattr(value, "_is_protocol", False):
        return "", None
    if returned in {"Any", "~typing.Any"} and (overloads := get_overloads(value)):
        # The others are those of `str`.
        whole = signature(overloads[-1], bound_method=what == "method")
        text = stringify_signature(whole, unqualified_typehints=True, short_literals=True)
        shown, _, returned = text.rpartition(" -> ")
    module = _module_of(value)
    return _replaced(shown, module), _replaced(returned, module)


def _module_of(value: Any) -> str:
    """Return the module that has the names in the signature of *value*."""
    made = getattr(value, "__init__", value) if isclass(value) else value
    return str(getattr(made, "__module__", None) or "iri3987")


def _replaced(text: str | None, module: str) -> str | None:
    """Return *text* with an application of ASGI, and with values instead of names."""
    if text is None:
        return None
    asgi = import_module("iri3987.http.asgi")
    text = text.replace(stringify_annotation(asgi._Application, "smart"), "ASGIApp")  # noqa: SLF001
    return _NAME.sub(lambda match: _instead(match[0], module), text)


def _instead(name: str, module: str) -> str:
    """Return *name* if it is public, its short value, or the name as others would call it."""
    name = name.rpartition(".")[2]
    value = getattr(import_module(module), name, None)
    if value is not None and not name.startswith("_") and home(name, module) is not None:
        return name
    if isinstance(value, int | str):
        return repr(value)
    source = assigned(module, name)
    return source if source.endswith("()") else name.lstrip("_")
