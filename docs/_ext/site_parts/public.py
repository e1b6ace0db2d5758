"""The public names: those in the ``__all__`` of each module, in the order of the RFC.

A module without an ``__all__`` is not public, and neither is one whose name begins with an
underscore. ``__family__`` has the names for our own distributions, which no page shows.
"""

import pkgutil
import re
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from inspect import getsource, isclass, ismodule, isroutine
from pathlib import Path

_PLUG_INS = sorted(Path(__file__).parents[3].glob("integrations/*-iri"))
#: The packages.
PACKAGES = ("iri3987", *(path.name.replace("-", "_") for path in _PLUG_INS))
#: "RFC 3987 section 3.1: ...", as the docstring of a module begins.
_SECTION = re.compile(r"(?:RFC 3987|3987bis) sections? ([\d.]*\d)")


@cache
def modules(package: str, /, names_in: str = "__all__") -> tuple[str, ...]:
    """Return the names of the public modules: the package, those of the RFC in its order, others.

    >>> modules("iri3987")[:3]
    ('iri3987', 'iri3987.values', 'iri3987.syntax.grammar')
    """
    folders = import_module(package).__path__
    names = [package, *(each.name for each in pkgutil.walk_packages(folders, f"{package}."))]
    return tuple(sorted((name for name in names if _has(name, names_in)), key=_place))


@cache
def every_module(names_in: str = "__all__") -> tuple[str, ...]:
    """Return the names of all public modules, or of those with a ``__family__``."""
    return tuple(module for package in PACKAGES for module in modules(package, names_in))


def _has(name: str, names_in: str) -> bool:
    """Return whether a module has an ``__all__``, or another list of names."""
    if "._" in name:
        return False
    source = Path(str(getattr(find_spec(name), "origin", None))).read_text("utf-8")
    return re.search(rf"^{names_in}\b", source, re.MULTILINE) is not None


def _place(name: str) -> tuple[bool, bool, list[int], str]:
    """Return where a module stands in the list."""
    section = _SECTION.match(import_module(name).__doc__ or "")
    numbers = [int(number) for number in section[1].split(".")] if section else []
    return "." in name, not numbers, numbers, name


@cache
def _homes() -> dict[tuple[str, int], str]:
    """Return the module that documents each public name: the one that defines it, or the first."""
    homes: dict[tuple[str, int], str] = {}
    # A package comes after its modules.
    for module in sorted(every_module(), key=PACKAGES.__contains__):
        for name in import_module(module).__all__:
            value = getattr(import_module(module), name)
            # A proxy of Flask has no attributes without a request.
            is_proxy = type(value).__module__ == "werkzeug.local"
            is_defined_here = not is_proxy and getattr(value, "__module__", "") == module
            key = name, id(value)
            homes[key] = module if is_defined_here else homes.get(key, module)
    return homes


def at_home(name: str, /) -> str | None:
    """Return the name under which the site documents what has the full *name*; None if it does not.

    >>> at_home("iri3987.IRI.uri"), at_home("os.path.join")
    ('iri3987.values.IRI.uri', None)
    """
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = sys.modules.get(".".join(parts[:length]))
        if module is not None and hasattr(module, parts[length]):
            home = _homes().get((parts[length], id(getattr(module, parts[length]))))
            return ".".join([home, *parts[length:]]) if home else None
    return None


def about(name: str, /) -> str:
    """Return the first sentence about the module, class, function or constant *name*."""
    value = pkgutil.resolve_name(name)
    has_docstring = ismodule(value) or isclass(value) or isroutine(value)
    text = (value.__doc__ or "") if has_docstring else assignment(name)[0]
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s(?=[A-Z])", paragraph, maxsplit=1)[0]


def assignment(name: str, /) -> tuple[str, str]:
    """Return the ``#:`` comment before the assignment of *name*, and what the line assigns.

    It is looked for in the module, and in those of ours that the module imports names from.
    """
    module, _, last = name.rpartition(".")
    source, ours = getsource(import_module(module)), "|".join(PACKAGES)
    imported = re.findall(rf"^ *from ((?:{ours})\b[\w.]*) import", source, re.MULTILINE)
    line = re.compile(rf"((?:^#:.*\n)+)(?:^#.*\n)*^{last}\b.*? = (.*)", re.MULTILINE)
    for each in (module, *imported):
        if match := line.search(getsource(import_module(each))):
            return re.sub(r"^#: ?", "", match[1], flags=re.MULTILINE), match[2]
    return "", ""
