"""A page for each public module, written into docs/reference/api/ when the site is built."""

import re
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, FunctionType

from site_parts.docstrings import as_rest
from site_parts.public import PACKAGES, comment, home, modules, sentence, summary

_ROUTINES = (FunctionType, BuiltinFunctionType, _lru_cache_wrapper)


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
    for name in import_module(module).__all__:
        where = home(name, module)
        if where == module:
            lines += _described(module, name)
        else:
            elsewhere[name] = where
    if elsewhere:
        lines += ["", "Also here", "---------", ""]
        lines += [f"- :named:`{name} <{where}.{name}>`" for name, where in elsewhere.items()]
    return "\n".join(lines) + "\n"


def _described(module: str, name: str) -> list[str]:
    """Return what documents a name that is at home in *module*."""
    value = getattr(import_module(module), name)
    # The type is asked, as a proxy claims to be of another class, and has none without a request.
    if isinstance(type(value), type) and issubclass(type(value), type):
        kind = "exception" if issubclass(value, BaseException) else "class"
        return [f".. auto{kind}:: {module}.{name}", "   :members:", ""]
    if issubclass(type(value), _ROUTINES):
        return [f".. autofunction:: {module}.{name}", ""]
    shown = as_rest(comment(module, name).splitlines(), module)
    return [f".. py:data:: {name}", "", *(f"   {line}" for line in shown), ""]


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
