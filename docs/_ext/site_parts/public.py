"""The public names: those in the ``__all__`` of each module, in the order of the RFC.

A module of a plug-in without an ``__all__`` is not public, and neither is one whose name begins
with an underscore.
"""

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import getsource
from pathlib import Path
from types import ModuleType

#: The packages, each with the distribution that has it.
PACKAGES = {
    "iri3987": "iri3987",
    "django_iri": "django-iri",
    "flask_iri": "flask-iri",
    "sqlalchemy_iri": "sqlalchemy-iri",
    "starlette_iri": "starlette-iri",
}
#: "RFC 3987 section 3.1: ...", as the docstring of a module begins.
_SECTION = re.compile(r"(?:RFC 3987|3987bis) sections? ([\d.]*\d)")


@cache
def modules(package: str, /) -> tuple[str, ...]:
    """Return the names of the public modules: the package, those of the RFC in its order, others.

    >>> modules("iri3987")[:3]
    ('iri3987', 'iri3987.values', 'iri3987.syntax.grammar')
    """
    return tuple(sorted(filter(is_public, _names(package)), key=_place))


def _names(package: str) -> Iterator[str]:
    """Yield the names of all modules of *package* that have no underscore at their beginning."""
    yield package
    folder = str(Path(str(import_module(package).__file__)).parent)
    for found in pkgutil.walk_packages([folder], f"{package}."):
        if "._" not in found.name and not found.name.endswith(".__main__"):
            yield found.name


def is_public(name: str, /) -> bool:
    """Return whether a module has an ``__all__``."""
    spec = pkgutil.resolve_name("importlib.util:find_spec")(name)
    source = Path(str(spec.origin)).read_text("utf-8")
    return re.search(r"^__all__\b", source, re.MULTILINE) is not None


def _place(name: str) -> tuple[bool, bool, list[int], str]:
    """Return where a module stands in the list."""
    section = _SECTION.match(import_module(name).__doc__ or "")
    numbers = [int(number) for number in section[1].split(".")] if section else []
    return "." in name, not numbers, numbers, name


@cache
def home(name: str, module: str, /) -> str | None:
    """Return the public module that documents what *module* has as *name*, None if none does.

    It is the one that defines it, or else the first, a package after its modules, that has it from
    a private module.

    >>> home("IRI", "iri3987"), home("resolve_name", "pkgutil")
    ('iri3987.values', None)
    """
    value = getattr(import_module(module), name)
    having = [
        each
        for package in dict.fromkeys((module.partition(".")[0], *PACKAGES))
        if package in PACKAGES
        for each in modules(package)
        if name in import_module(each).__all__ and getattr(import_module(each), name) is value
    ]
    if getattr(type(value), "__module__", "") != "werkzeug.local":  # a proxy, without a request
        defined = getattr(value, "__module__", None)
        if defined in having:
            return str(defined)
    assigned = [each for each in having if _assigns(import_module(each), name)]
    return min(assigned or having, key=lambda each: "." not in each, default=None)


def _assigns(module: ModuleType, name: str) -> bool:
    """Return whether *module* assigns *name*."""
    for node in ast.parse(getsource(module)).body:
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        names = (each.id for each in targets if isinstance(each, ast.Name))
        if name in names:
            return True
    return False


def comment(module: str, name: str, /) -> str:
    """Return the ``#:`` comment before the assignment of *name*, or else nothing.

    It is looked for in *module*, and in those of our modules that it imports names from.
    """
    assignment = re.compile(rf"((?:^\#:.*\n)+)(?:^\#.*\n)*^{name}\b.*=", re.MULTILINE)
    for each in _sources(import_module(module)):
        if match := assignment.search(getsource(each)):
            return re.sub(r"^#: ?", "", match[1], flags=re.MULTILINE).strip()
    return ""


def assigned(module: str, name: str, /) -> str:
    """Return the source of what *name* is, or nothing if it has private names or is a mapping.

    >>> assigned("iri3987.mapping", "HostPolicy")
    "Literal['idna', 'percent']"
    """
    for each in _sources(import_module(module)):
        for node in ast.parse(getsource(each)).body:
            targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                source = ast.unparse(node.value)  # type: ignore[attr-defined]
                return "" if re.search(r"\b_[a-zA-Z]|^MappingProxyType", source) else source
    return ""


def _sources(module: ModuleType) -> Iterator[ModuleType]:
    """Yield *module* and those of our modules that it imports names from."""
    yield module
    body = ast.parse(getsource(module)).body
    # `iri3987` imports for type checkers what it imports later.
    body += [inner for node in body if isinstance(node, ast.If) for inner in node.body]
    for node in body:
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in PACKAGES:
            yield import_module(str(node.module))


def summary(module: str, /) -> str:
    """Return the first sentence of the docstring of a module, without its section of the RFC."""
    return sentence(import_module(module).__doc__ or "")


def sentence(text: str, /) -> str:
    """Return the first sentence of *text*, in one line."""
    paragraph = " ".join(text.strip().partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s(?=[A-Z])", paragraph, maxsplit=1)[0]
