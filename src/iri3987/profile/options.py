"""The options of a profile: an error about a wrong one says what would be right.

Developers write options, so a wrong one raises `ValueError` or `TypeError` when a profile is made,
and never when a text is checked. Values with the same meaning get one form.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeGuard, get_args

from iri3987._unicode.patterns import late
from iri3987.codes import FINDINGS
from iri3987.host import HostProfile
from iri3987.syntax import grammar

_SCHEME = late(grammar.SCHEME)

_Option = Callable[[str, Any], object]


def _optional(form: _Option) -> _Option:
    """Return *form* for an option that may be None."""
    return lambda name, value: None if value is None else form(name, value)


def _schemes(name: str, value: Any) -> tuple[str, ...]:
    names = _collection(name, value, "schemes such as ['https']")
    if not names:
        raise ValueError(f"{name} must hold schemes, as ['https'] does: it is empty")
    return tuple(sorted({_scheme(f"{each!r} in {name}", each) for each in names}))


def _scheme(what: str, value: Any) -> str:
    """Return *value*, a scheme, in lower case. Errors call it *what*."""
    if not isinstance(value, str) or not _SCHEME.fullmatch(value):
        raise ValueError(f"{what} is not a scheme: write it as in 'https'")
    return value.lower()


def _truth_or_schemes(name: str, value: Any) -> bool | tuple[str, ...]:
    if isinstance(value, bool):
        return value
    if value is None:
        raise TypeError(f"{name} must be True, False or a collection of schemes, not None")
    return _schemes(name, value)


def truth(name: str, value: Any, /) -> bool:
    """Return *value*, the option *name*, if it is True or False."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False, not {value!r}")
    return value


def _host(name: str, value: Any) -> object:
    known = get_args(HostProfile)
    if value not in known:
        names = ", ".join(map(repr, known))
        raise ValueError(f"{name} must be {names} or None, not {value!r}")
    return value


def _ports(name: str, value: Any) -> tuple[int, int]:
    if not isinstance(value, tuple | list) or len(value) != 2 or not all(map(_is_number, value)):
        raise TypeError(
            f"{name} must be the least and the greatest port, as in (0, 65535), not {value!r}"
        )
    least, greatest = value
    if least > greatest:
        raise ValueError(f"{name} must be the least port before the greatest, not {value!r}")
    return least, greatest


def length(name: str, value: Any, /) -> int:
    """Return *value*, the option *name*, if it can be a length."""
    if not _is_number(value) or value == 0:
        raise TypeError(f"{name} must be a number from 1 on, or None for any length, not {value!r}")
    return value


def _hosts(name: str, value: Any) -> tuple[str, ...]:
    entries = _collection(name, value, "hosts such as ['db.internal', '10.20.0.0/16']")
    if not entries:
        return ()
    from iri3987.host.lists import normal_entries

    return normal_entries(name, entries)


def codes(name: str, value: Any, /) -> tuple[str, ...]:
    """Return the codes of findings in *value*, the option *name*, in order."""
    found = _collection(name, value, "codes of findings such as ['mixed-scripts']")
    unknown = [code for code in found if not isinstance(code, str) or code not in FINDINGS]
    if unknown:
        listed = ", ".join(map(repr, unknown))
        raise ValueError(
            f"{name} must hold codes of findings such as 'mixed-scripts', not {listed}: "
            "iri3987.codes.CODES has them all"
        )
    return tuple(sorted(set(found)))


def _collection(name: str, value: Any, what: str) -> Collection[Any]:
    if isinstance(value, str | bytes) or not isinstance(value, Collection):
        raise TypeError(f"{name} must be a collection of {what}, not {value!r}")
    return value


def _is_number(value: object) -> TypeGuard[int]:
    """Return whether *value* is a number from 0 on, and not True or False."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


#: For each option a function that returns the normal form of its value, or raises.
OPTIONS: Mapping[str, _Option] = {
    "schemes": _optional(_schemes),
    "allow_relative": truth,
    "require_host": _truth_or_schemes,
    "host": _optional(_host),
    "single_label": truth,
    "public": truth,
    "allow_hosts": _hosts,
    "deny_hosts": _hosts,
    "allow_userinfo": truth,
    "port": _optional(_ports),
    "max_length": _optional(length),
    "max_octets": _optional(length),
    "reject": codes,
    "assume_scheme": _optional(_scheme),
    "repair": truth,
}
