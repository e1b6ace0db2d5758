"""System checks of settings, columns, and rows without a key; those of fields are in `fields`.

docs/reference/django-settings.md says what each of them means, and what to do.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core import checks
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, router, transaction

from django_iri.conf import problems
from django_iri.fields import IRIField
from django_iri.fields.columns import problems_of
from django_iri.fields.keys import IRIKeyField
from django_iri.http import allowed_hosts
from iri3987 import IRIError

TAG = "django_iri"

_MIDDLEWARE = "django_iri.middleware.IRIMiddleware"
_COMMON = "django.middleware.common.CommonMiddleware"
# A scheme, and the "*." or "." that stands for any subdomain, are not part of a host name.
_PARTS = re.compile(r"\A((?:[^:/]*+://)?(?:\*?\.)?)(.*?)(:[0-9]*+)?\Z", re.DOTALL)


def check_settings(**_: Any) -> list[checks.CheckMessage]:
    """Report settings that are wrong or have no effect: django_iri.E010, W010, W011 and W012."""
    return [
        *(checks.Error(problem, id="django_iri.E010") for problem in problems().values()),
        *_unicode_names("ALLOWED_HOSTS", settings.ALLOWED_HOSTS, "django_iri.W010"),
        *_unicode_names("CSRF_TRUSTED_ORIGINS", settings.CSRF_TRUSTED_ORIGINS, "django_iri.W011"),
        *_order(settings.MIDDLEWARE),
    ]


def _unicode_names(setting: str, names: Iterable[object], id_: str) -> Iterator[checks.Warning]:
    for name in names:
        if isinstance(name, str) and not name.isascii():
            try:
                before, host, port = _PARTS.findall(name)[0]
                (mapped,) = allowed_hosts(host)
                hint = f"Write {before + mapped + port!r}."
            except IRIError as error:
                hint = f"It is not a host name: {error.code}."
            yield checks.Warning(f"{name!r} in {setting} never matches.", hint=hint, id=id_)


def _order(middleware: Iterable[str]) -> Iterator[checks.Warning]:
    names = list(middleware)
    if {_MIDDLEWARE, _COMMON} <= set(names) and names.index(_MIDDLEWARE) > names.index(_COMMON):
        yield checks.Warning(
            "IRIMiddleware comes after CommonMiddleware in MIDDLEWARE, and misses its redirects.",
            hint=f"Put {_MIDDLEWARE!r} first.",
            id="django_iri.W012",
        )


def check_columns(
    *, app_configs: Iterable[Any] | None = None, databases: Iterable[str] | None = None, **_: Any
) -> list[checks.CheckMessage]:
    """Report what django_iri.W001, W002 and W003 say of each of *databases*."""
    return [
        problem
        for field, alias in _fields(IRIField, app_configs, databases)
        for problem in problems_of(field, connections[alias])
    ]


def check_keys(
    *, app_configs: Iterable[Any] | None = None, databases: Iterable[str] | None = None, **_: Any
) -> list[checks.CheckMessage]:
    """Report rows that have an address and no key yet, which no lookup finds (django_iri.W005)."""
    found: list[checks.CheckMessage] = []
    for key, alias in _fields(IRIKeyField, app_configs, databases):
        if _lacks_keys(key, alias):
            label = key.model._meta.label
            option = "" if alias == DEFAULT_DB_ALIAS else f" --database {alias}"
            hint = f"Run: manage.py iri_rekey {label}{option}"
            text = f"Rows of {label} have text in {key.source} and no {key.name} yet."
            found.append(checks.Warning(text, hint=hint, obj=key, id="django_iri.W005"))
    return found


def _fields(
    kind: type[Any], app_configs: Iterable[Any] | None, databases: Iterable[str] | None
) -> Iterator[tuple[Any, str]]:
    """Yield each field of that *kind* with the name of each database that has its column."""
    groups = [apps] if app_configs is None else app_configs
    fields = [
        field
        for group in groups
        for model in group.get_models()
        for field in model._meta.local_concrete_fields
        # Bad options are reported, and such a column cannot be asked.
        if isinstance(field, kind) and not any(each.is_serious() for each in field.check())
    ]
    for alias in databases or ():
        for field in fields:
            if router.allow_migrate_model(alias, field.model):
                yield field, alias


def tell_after_migrate(
    *, app_config: Any, using: str, verbosity: int = 1, plan: Any = (), **kwargs: Any
) -> None:
    """Print what `check_keys` reports, after migrations: one of them may have added the column."""
    if verbosity >= 1 and plan:
        stdout: Any = kwargs.get("stdout", sys.stdout)
        for problem in check_keys(app_configs=[app_config], databases=[using]):
            stdout.write(f"{problem.msg} {problem.hint}\n")


def _lacks_keys(key: IRIKeyField, alias: str) -> bool:
    try:
        # In a transaction that is already there, a query that fails ends no more than this block.
        with transaction.atomic(using=alias):
            return key.rows_without(alias).exists()
    except DatabaseError:
        # The server does not answer, or the table or the column is not there yet.
        return False
