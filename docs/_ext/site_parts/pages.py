"""A page for each public module, written into docs/reference/api/ when the site is built."""

import re
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib import import_module
from inspect import getdoc
from pathlib import Path
from types import BuiltinFunctionType, FunctionType

from site_parts.docstrings import as_rest
from site_parts.public import PACKAGES, assigned, comment, home, modules, sentence, summary

_ROUTINES = (FunctionType, BuiltinFunctionType, _lru_cache_wrapper)
#: Classes of these are not those of a framework.
_KNOWN = {*PACKAGES, "builtins", "enum", "typing"}
#: Names that Django asks for, although its own classes do not have them.
_ASKED = {"deconstruct", "from_db_value", "get_placeholder", "get_placeholder_sql"}
#: A longer value of a constant is not shown.
_LONGEST = 80


def write(folder: Path, /) -> None:
    """Write the pages, and remove those of modules that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {f"{name}.rst": page(name) for package in PACKAGES for name in modules(package)}
    for path in folder.iterdir():
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = folder / name
        # A page that is the same stays, so that Sphinx does not read it again.
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def page(module: str, /) -> str:
    """Return the page of a module, in reStructuredText, as autodoc has it."""
    lines = [module, "=" * len(module), "", f".. automodule:: {module}", "   :no-members:", ""]
    elsewhere: dict[str, str | None] = {}
    for name in _names(module):
        where = home(name, module)
        if where == module:
            lines += _described(module, name)
        else:
            elsewhere[name] = where
    if elsewhere:
        heading = "From other modules" if len(elsewhere) < len(_names(module)) else "Names"
        lines += ["", heading, "-" * len(heading), ""]
        for name, where in elsewhere.items():
            about = " ".join(as_rest([_sentence_about(where or module, name)], where or module))
            lines.append(f"- :named:`{name} <{where}.{name}>`: {about}")
    return "\n".join(lines) + "\n"


def _sentence_about(module: str, name: str) -> str:
    """Return the first sentence about a name."""
    value = getattr(import_module(module), name)
    is_documented = isinstance(value, type) or issubclass(type(value), _ROUTINES)
    return sentence((value.__doc__ or "") if is_documented else comment(module, name))


def _described(module: str, name: str) -> list[str]:
    """Return what documents a name that is at home in *module*."""
    value = getattr(import_module(module), name)
    # The type is asked, as a proxy claims to be of another class, and has none without a request.
    if isinstance(type(value), type) and issubclass(type(value), type):
        kind = "exception" if issubclass(value, BaseException) else "class"
        lines = [f".. auto{kind}:: {module}.{name}", "   :members:"]
        if hooks := sorted(_hooks(value)):
            lines.append(f"   :exclude-members: {', '.join(hooks)}")
        if any(base.__name__ in _names(base.__module__) for base in value.__bases__):
            lines.append("   :show-inheritance:")
        return [*lines, ""]
    if issubclass(type(value), _ROUTINES):
        return [f".. autofunction:: {module}.{name}", ""]
    shown = as_rest(comment(module, name).splitlines(), module)
    value = assigned(module, name)
    options = [f"   :value: {value}"] if len(value) <= _LONGEST else []
    return [f".. py:data:: {name}", *options, "", *(f"   {line}" for line in shown), ""]


def _names(module: str) -> list[str]:
    """Return the names of a public module of ours, none of another."""
    package = module.partition(".")[0]
    is_ours = package in PACKAGES and module in modules(package)
    return list(import_module(module).__all__) if is_ours else []


def _hooks(class_: type) -> Iterator[str]:
    """Yield what a framework asks a class for, and what the class says in one line.

    A method that says more, such as what it raises, is documented.
    """
    others = [each for each in class_.__mro__ if each.__module__.partition(".")[0] not in _KNOWN]
    for name, value in vars(class_).items():
        if isinstance(value, type):
            yield name
        elif name in _ASKED or any(name in vars(each) for each in others):
            is_short = len((getdoc(value) or "").splitlines()) == 1
            if is_short and hasattr(value, "__get__"):
                yield name


def as_list(package: str, /) -> str:
    """Return the list of the modules of a package, with what each is about, as Markdown."""
    names = modules(package)
    rows = (f"| [`{name}`](/reference/api/{name}.rst) | {sentence_of(name)} |" for name in names)
    toctree = ("```{toctree}", ":hidden:", "", *(f"api/{name}" for name in names), "```")
    return "\n".join(("| module | about |", "|---|---|", *rows, "", *toctree))


def sentence_of(module: str, /) -> str:
    """Return what a module is about, fit for a cell of a table."""
    text = re.sub(r"``?", "`", sentence(summary(module)))
    return re.sub(r"([|<>])", r"\\\1", text)
