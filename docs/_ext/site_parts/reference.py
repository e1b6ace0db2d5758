"""The reference of names: a page for each public module, and what autodoc does not know of ours."""

import re
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from inspect import isclass, isroutine
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from docutils import nodes
from sphinx.addnodes import index, pending_xref
from sphinx.application import Sphinx
from sphinx.ext.autodoc._dynamic import _signatures
from sphinx.pycode.parser import VariableCommentPicker
from sphinx.transforms import SphinxTransform

from iri3987.codes import CODES
from site_parts.public import PACKAGES, about, assignment, at_home, every_module

#: Classes of these are not those of a framework.
_KNOWN = {*PACKAGES, "builtins", "enum", "typing"}
#: Names that Django asks for, although its own classes do not have them.
_ASKED = {"deconstruct", "from_db_value", "get_placeholder", "get_placeholder_sql"}
#: A longer value of a constant is not shown.
_LONGEST = 90
#: Assigned, it tells a reader nothing: private names, the first line of several, a view of a dict.
_UNTOLD = re.compile(r"\b_[a-zA-Z]|[\[({]$|^MappingProxyType")
#: Classes of frameworks whose `__new__` takes anything; their subclasses have an `__init__`.
_ANY_NEW = {
    "django.utils.deconstruct.deconstructible.<locals>.decorator.<locals>.__new__",
    "rest_framework.fields.Field.__new__",
    "wtforms.fields.core.Field.__new__",
}


def setup(app: Sphinx) -> None:
    """Connect it with Sphinx."""
    # Overloads of a constructor are for type checkers: readers see the one that has all arguments.
    add = VariableCommentPicker.add_overload_entry
    VariableCommentPicker.add_overload_entry = lambda picker, function: (
        function.name == "__init__" or add(picker, function)
    )
    _signatures._CLASS_NEW_BLACKLIST |= _ANY_NEW  # noqa: SLF001 - no other way
    app.add_transform(Coded)
    app.connect("builder-inited", write_pages)
    app.connect("autodoc-process-docstring", docstring)
    app.connect("autodoc-process-signature", readable)
    app.connect("missing-reference", linked)


# --- pages ----------------------------------------------------------------------------------


def write_pages(app: Sphinx) -> None:
    """Write a page for each module into docs/reference/api/; there are no others."""
    folder = Path(app.srcdir, "reference", "api")
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        path.unlink()
    for module in every_module():
        (folder / f"{module}.rst").write_text("\n".join(_page(module)) + "\n", "utf-8")


def _page(module: str) -> Iterator[str]:
    """Yield the lines of the page of a module."""
    yield from (module, "=" * len(module), "", f".. automodule:: {module}", "   :no-members:", "")
    names = [f"{module}.{name}" for name in import_module(module).__all__]
    homes = [str(at_home(name)) for name in names]
    for name, home in zip(names, homes, strict=True):
        yield from (*_directive(name), "") if home == name else ()
    if elsewhere := [home for home in homes if home not in names]:
        yield from ("From other modules", "------------------", "")
        yield from (f"- `~{home}`: {as_rest(about(home))}" for home in elsewhere)


def _directive(name: str) -> Iterator[str]:
    """Yield autodoc's directive for a name that is at home in its module."""
    module, _, last = name.rpartition(".")
    value = getattr(import_module(module), last)
    if isclass(value):
        yield f".. auto{'exception' if issubclass(value, Exception) else 'class'}:: {name}"
        yield "   :members:"
        yield f"   :exclude-members: {', '.join(sorted(_hooks(value)))}"
        if any(at_home(f"{base.__module__}.{base.__name__}") for base in value.__bases__):
            yield "   :show-inheritance:"
    elif isroutine(value):
        yield f".. autofunction:: {name}"
    else:
        text, source = assignment(name)
        yield f".. py:data:: {last}"
        if len(source) <= _LONGEST and not _UNTOLD.search(source):
            yield f"   :value: {source}"
        yield from ("", *(f"   {line}" for line in as_rest(text).splitlines()))


def _hooks(class_: type) -> Iterator[str]:
    """Yield what a framework asks a class for, and what the class says in one line."""
    others = [each for each in class_.__mro__ if each.__module__.partition(".")[0] not in _KNOWN]
    for name, value in vars(class_).items():
        is_asked = name in _ASKED or any(name in vars(each) for each in others)
        if isclass(value) or (is_asked and "\n" not in (value.__doc__ or "")):
            yield name


# --- docstrings and signatures --------------------------------------------------------------

#: What stays as it is (examples, blocks after "::", code, emphasis), what becomes a link, and what
#: docutils would not understand as we do.
_PARTS = re.compile(
    r"""(?P<same> ^[ ]*>>>[ ](?:.+\n?)+ | ::\n\n(?:(?:[ ]+.*)?\n)+ | ``.+?`` | `[^`]+`(?!\w)
        | (?<![\w*])\*\w+\*(?![\w*]) )
    | (?P<name>`[^`]+`)
    | \bdocs/(?P<page>[\w/-]+)\.md
    | \bRFC\s(?P<rfc>\d+)(?:\ssections?\s(?P<section>\d[\d.]*(?<=\d)))?
    | (?P<special>[\\*]|(?<=\w)_(?!\w)|(?<="http)s?:|(?<=\w)@(?=\w))
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
_NAME = re.compile(r"\w+(\.\w+)*")
#: A grammar rule, which is not prose.
_RULE = re.compile(r"[\w-]+ += ")


def as_rest(text: str, /) -> str:
    r"""Return the text of a docstring for docutils, which knows more special characters.

    >>> print(as_rest(r'`IRI`s, "http://a_/": *text* may have \x or *; docs/reference/codes.md'))
    `IRI`\ s, "http\://a\_/": *text* may have \\x or \*; :doc:`/reference/codes`
    >>> print(as_rest("By RFC 3987 section 3.1."))
    By `RFC 3987 section 3.1 <https://www.rfc-editor.org/rfc/rfc3987#section-3.1>`__.
    """
    if _RULE.match(text):
        return "::\n\n" + "".join(f"  {line}\n" for line in text.splitlines())
    return _PARTS.sub(_part, text)


def _part(match: re.Match[str]) -> str:
    if match["name"]:
        # "`IRI`s": docutils wants to know where the markup ends.
        return f"{match[0]}\\ "
    if match["page"]:
        return f":doc:`/{match['page']}`"
    if match["rfc"]:
        place = f"#section-{match['section']}" if match["section"] else ""
        return f"`{match[0]} <https://www.rfc-editor.org/rfc/rfc{match['rfc']}{place}>`__"
    return f"\\{match[0]}" if match["special"] else match[0]


def docstring(_app: Sphinx, _what: str, _name: str, *found: Any) -> None:
    """Make what autodoc reads fit for docutils."""
    lines: list[str] = found[-1]
    lines[:] = [*as_rest("\n".join(lines)).splitlines(), ""]


def readable(
    _app: Sphinx, _what: str, _name: str, value: Any, _options: Any, *parts: str | None
) -> tuple[str | None, ...]:
    """Return the parameters and the result without private names."""
    if getattr(value, "_is_protocol", False):
        return "", None
    made = getattr(value, "__init__", value) if isclass(value) else value
    constants = getattr(made, "__globals__", {})

    def instead(match: re.Match[str]) -> str:
        if isinstance(constant := constants.get(match[0]), int | str):
            return repr(constant)
        return "..." if match[0].startswith("_") else match[0]

    shown = (part and re.sub(r"(?<== )_?[A-Z][A-Z_]+\b", instead, part) for part in parts)
    return tuple(
        part and re.sub(r"(?:~[\w.]+\.|(?<![\w'\".]))_(?=[A-Za-z])", "", part) for part in shown
    )


# --- links ----------------------------------------------------------------------------------


class Coded(SphinxTransform):
    """Put codes and code that has an anchor into the index, and let names in a page be links."""

    # Before the domains look for entries of the index.
    default_priority = 800

    def apply(self, **_: Any) -> None:
        """Mend what is code on a page."""
        for code in list(self.document.findall(nodes.literal)):
            if code["ids"]:
                entry = ("single", code.astext(), code["ids"][0], "main", None)
                code.parent.insert(code.parent.index(code), index(entries=[entry]))
            elif isinstance(code.parent, nodes.title) and code.astext() in CODES:
                section = code.parent.parent
                entry = ("single", code.astext(), section["ids"][0], "main", None)
                section.insert(1, index(entries=[entry]))
            elif isinstance(code.parent, nodes.paragraph) and _NAME.fullmatch(code.astext()):
                self._link(code)

    def _link(self, code: nodes.literal) -> None:
        """Make a link of a whole name of ours, or of a name beside its module in a row."""
        name, cell = code.astext(), code.parent.parent
        scopes = ["iri3987"] if "." in name else []
        if isinstance(cell, nodes.entry):
            texts = (each.astext() for each in cell.parent.findall(nodes.literal))
            scopes += [text for text in texts if "." in text and text in every_module()]
        if scopes:
            options = {"refdomain": "py", "reftype": "obj", "reftarget": name}
            place = {"refdoc": self.env.docname, "scopes": scopes}
            code.replace_self(pending_xref("", code.deepcopy(), **options, **place))


def linked(app: Sphinx, env: Any, node: Any, contents: Any) -> Any:
    """Find what a docstring names as its module does, or by a name that is imported elsewhere."""
    if node.get("refdomain") != "py":
        return None
    module, target = node.get("py:module") or "", node["reftarget"].removesuffix("()")
    parts = module.split(".")
    around = [".".join(parts[:length]) for length in range(len(parts), 0, -1)]
    scopes = node.get("scopes", [f"{module}.{node.get('py:class')}", *around, "iri3987"])
    for name in (target, *(f"{scope}.{target}" for scope in scopes)):
        place = env, node["refdoc"], app.builder, "obj", at_home(name) or name
        if (link := env.domains.python_domain.resolve_xref(*place, node, contents)) is not None:
            return link
    with suppress(ImportError, AttributeError):
        if target.partition(".")[0] in PACKAGES:
            resolve_name(target)
            # It is there, but not public.
            return contents
    return None
