"""What a form, an admin page or an API sends back as it was stored.

An address that was stored before its field refused it must not keep people from changing the rest
of its row. So text that comes back unchanged is accepted. Validation by itself, ``full_clean()``,
still reports it.
"""

import re
from typing import Any, Final

from django.db import models

from django_iri.validators import WHITE_SPACE
from iri3987 import IRIReference
from iri3987.reference import InvalidIRI

#: What a form cannot send back: an input has one line, and a page holds neither U+0000 nor lone
#: surrogates.
_LINE_ENDS: Final = re.compile("[\r\n]+")
_NOT_IN_PAGES: Final = re.compile("[\0\ud800-\udfff]")


def is_unchanged(sent: Any, stored: Any, /) -> bool:
    r"""Tell whether *sent* is the text of *stored*, a value that was read from an `IRIField`.

    Plain text is not such a value: ``initial`` may come from a request. Nor is a blank: whether
    that is accepted is another question.

    >>> from iri3987.reference import load
    >>> stored = load("http://a b/ \n", IRIReference)
    >>> is_unchanged("http://a b/", stored), is_unchanged("http://a b/", "http://a b/")
    (True, False)
    """
    return (
        isinstance(sent, str)
        and isinstance(stored, IRIReference | InvalidIRI)
        and as_sent(sent) == as_sent(stored) != ""
    )


def as_sent(text: str, /) -> str:
    """Return *text* as it comes back from a page that shows it in an input."""
    return _NOT_IN_PAGES.sub("\ufffd", _LINE_ENDS.sub("", text)).strip(WHITE_SPACE)


def is_stored(instance: Any, /) -> bool:
    """Tell whether *instance* is a row of the database: what it holds was stored."""
    return isinstance(instance, models.Model) and not instance._state.adding  # noqa: SLF001


# What a model form has found unchanged, the validation of its model does not ask again.


def keep(instance: models.Model, name: str, text: Any, /) -> None:
    """Note that the form of *instance* leaves the field *name* as it was stored, at *text*."""
    vars(instance._state).setdefault("iri_kept", {})[name] = text  # noqa: SLF001


def take_kept(instance: Any, name: str, /) -> Any:
    """Return what `keep` has noted, once."""
    state = getattr(instance, "_state", None)
    return getattr(state, "iri_kept", {}).pop(name, None)
