"""Text as Django hands it over."""

from typing import Any

from django.utils.functional import Promise


def read_lazy(value: Any, /) -> Any:
    """Return lazy text as text, and anything else as it is.

    >>> from django.utils.translation import gettext_lazy
    >>> read_lazy(gettext_lazy("/")), read_lazy(None)
    ('/', None)
    """
    return str(value) if isinstance(value, Promise) else value
