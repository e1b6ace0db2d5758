"""System checks of the settings. The application registers them.

``manage.py check --tag django_iri`` runs only these. The checks of fields are in `fields`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.core import checks

from django_iri.conf import problems
from django_iri.http import allowed_hosts
from iri3987 import IRIError

TAG = "django_iri"

_MIDDLEWARE = "django_iri.middleware.IRIMiddleware"
_COMMON = "django.middleware.common.CommonMiddleware"
# A scheme, and the "*." or "." that stands for any subdomain, are not part of a host name.
_BEFORE_HOST = re.compile(r"(?:[^:/]*+://)?(?:\*?\.)?")
_PORT = re.compile(":[0-9]*+\\Z")


def check_settings(**_: Any) -> list[checks.CheckMessage]:
    """Report settings that are wrong or have no effect.

    - django_iri.E010: ``IRI_HEADERS``, ``IRI_RAW_QUERY``, ``IRI_BAD_OCTETS``,
      ``IRI_CANONICAL_REDIRECT`` or ``IRI_MESSAGES`` has a value that it cannot have;
    - django_iri.W010 and W011: a name in ``ALLOWED_HOSTS`` or ``CSRF_TRUSTED_ORIGINS`` has
      characters beyond ASCII, which no header has: it never matches;
    - django_iri.W012: `IRIMiddleware` comes after `CommonMiddleware`, whose redirects it misses.
    """
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
                hint = f"Write {_in_ascii(name)!r}."
            except IRIError as error:
                hint = f"It is not a host name: {error.code}."
            yield checks.Warning(f"{name!r} in {setting} never matches.", hint=hint, id=id_)


def _in_ascii(name: str) -> str:
    """Return *name* with its host in A-labels; a scheme, a wildcard and a port may surround it."""
    before = _BEFORE_HOST.match(name)
    start = before.end() if before else 0
    port = _PORT.search(name, start)
    end = port.start() if port else len(name)
    (host,) = allowed_hosts(name[start:end])
    return name[:start] + host + name[end:]


def _order(middleware: Iterable[str]) -> Iterator[checks.Warning]:
    names = list(middleware)
    if {_MIDDLEWARE, _COMMON} <= set(names) and names.index(_MIDDLEWARE) > names.index(_COMMON):
        yield checks.Warning(
            "IRIMiddleware comes after CommonMiddleware in MIDDLEWARE, and misses its redirects.",
            hint=f"Put {_MIDDLEWARE!r} first.",
            id="django_iri.W012",
        )
