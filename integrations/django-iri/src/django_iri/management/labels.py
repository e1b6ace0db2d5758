"""Which model and field a command means: ``links.Link.homepage``."""

# ruff: noqa: SLF001 - _meta is a name that Django documents

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Final

from django.apps import apps
from django.db import models

from django_iri.fields.derived import DerivedField
from django_iri.fields.keys import IRIKeyField
from django_iri.rows import source_fields
from iri3987.rows.commands import UsageError

_TEXT: Final = {"CharField", "TextField"}


def text_field(label: str, /) -> Any:
    """Return the field that holds text. Raises `UsageError`."""
    model, name = _model(label)
    fields = [field for field in _own_fields(model) if _holds_text(field)]
    if name is None:
        raise UsageError(f"name a field of {model._meta.label}: {_names(fields)}")
    return _field(model, name, fields, "text of its own")


def sources(label: str, /) -> list[Any]:
    """Return the fields that have a key or a host, or the one that is named."""
    model, name = _model(label)
    fields = source_fields(model)
    if not fields:
        raise UsageError(f"{model._meta.label} has neither an IRIKeyField nor an IRIHostField")
    return fields if name is None else [_field(model, name, fields, "a key or a host")]


def key_field(label: str, /) -> IRIKeyField:
    """Return the key of a model, or the one that is named."""
    model, name = _model(label)
    fields = [field for field in _own_fields(model) if isinstance(field, IRIKeyField)]
    if name is not None and fields:
        found: IRIKeyField = _field(model, name, fields, "a key")
        return found
    if len(fields) != 1:
        some = f"name one of its keys: {_names(fields)}" if fields else "there is no IRIKeyField"
        raise UsageError(f"{model._meta.label}: {some}")
    return fields[0]


def beside_key(key: IRIKeyField, names: Sequence[str] | None, /) -> tuple[str, ...]:
    """Return the fields that rows of a group have in common besides *key*.

    They are *names* or, if that is None, the other fields of a constraint with the key. Raises
    `UsageError` for a name that is not a field, and if there are several constraints.
    """
    model = key.model
    if names is not None:
        fields = [field for field in _own_fields(model) if field != key]
        return tuple(_field(model, name, fields, "a column of its own").name for name in names)
    if key.is_unique:
        return ()
    constraints = [each.fields for each in model._meta.constraints if hasattr(each, "fields")]
    found = [each for each in (*constraints, *model._meta.unique_together) if key.name in each]
    others = {tuple(name for name in each if name != key.name): None for each in found}
    if len(others) > 1:
        raise UsageError(f"{model._meta.label} has several constraints with {key.name}: say --by")
    return next(iter(others), ())


def _model(label: str) -> tuple[type[models.Model], str | None]:
    """Return the model, and the name of the field if there is one."""
    app, _, rest = label.partition(".")
    model, _, field = rest.partition(".")
    configs = {config.label: config for config in apps.get_app_configs()}
    if app not in configs:
        raise UsageError(f"there is no app {app!r}{_instead(app, configs, whole=False)}")
    found = {each.__name__: each for each in configs[app].get_models()}
    by_name = {name.lower(): each for name, each in found.items()}
    if model.lower() not in by_name:
        raise UsageError(f"the app {app} has no model {model!r}{_instead(model, found)}")
    return by_name[model.lower()], field or None


def _own_fields(model: type[models.Model]) -> list[Any]:
    """Return the fields whose columns are in the table of *model*."""
    concrete: Any = model._meta.concrete_model
    return list(concrete._meta.local_concrete_fields)


def _holds_text(field: Any) -> bool:
    is_text = isinstance(field, models.CharField | models.TextField)
    is_text = is_text or field.get_internal_type() in _TEXT
    return is_text and not isinstance(field, DerivedField)


def _field(model: type[models.Model], name: str, fields: Sequence[Any], what: str) -> Any:
    for field in fields:
        if field.name == name:
            return field
    label = model._meta.label
    for field in model._meta.concrete_fields:
        if field.name == name and field not in _own_fields(model):
            raise UsageError(
                f"{name} is a column of another table: name {field.model._meta.label}.{name}"
            )
    instead = _instead(name, [field.name for field in fields])
    raise UsageError(f"{label} has no field {name!r} with {what}{instead}")


def _names(fields: Iterable[Any]) -> str:
    return ", ".join(field.name for field in fields) or "none of them holds text"


def _instead(name: str, names: Iterable[str], *, whole: bool = True) -> str:
    """Return what may have been meant: a name that is alike or, with *whole*, any of *names*."""
    names = list(names)
    lower = {each.lower(): each for each in names}
    close = get_close_matches(name.lower(), lower, n=1)
    if close:
        return f"; did you mean {lower[close[0]]}?"
    return f"; it has {', '.join(names) or 'none'}" if whole else ""
