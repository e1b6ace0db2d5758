"""Docstrings and comments as reStructuredText: code in single backquotes becomes a link."""

import re
import sys
from importlib import import_module
from pkgutil import resolve_name
from types import ModuleType
from typing import Any

from site_parts.public import PACKAGES, home

#: A page of this documentation, as comments and docstrings name it.
_PAGE = re.compile(r"\bdocs/([\w/-]+)\.md")
#: Code in double backquotes, which stays as it is, and a name or code in single ones.
_BACKQUOTED = re.compile(r"(``.+?``)|(?<!:)`([^`]+)`", re.DOTALL)
#: A parameter, as in *text*; any other asterisk is one.
_ASTERISK = re.compile(r"(?<![\w*])(\*\w+\*)(?![\w*])|(\*)")
#: A grammar rule, which is not prose.
_RULE = re.compile(r"[\w-]+ += ")


def as_rest(lines: list[str], module: str, class_: str | None = None, /) -> list[str]:
    r"""Return the lines of a docstring of *module*, or of a class in it, for docutils.

    >>> as_rest([r"`IRI.uri`, not `\x` or \x: docs/reference/codes.md"], "iri3987.values")
    [':named:`IRI.uri <iri3987.values.IRI.uri>`, not ``\\x`` or \\\\x: :doc:`/reference/codes`']
    """
    if lines and _RULE.match(lines[0]):
        return ["::", "", *(f"  {line}" for line in lines)]
    text = "\n".join(lines)
    parts = _split(text)
    return "".join(
        part if is_code else _prose(part, module, class_) for part, is_code in parts
    ).splitlines()


def _split(text: str) -> list[tuple[str, bool]]:
    """Part *text* into prose, and examples and literal blocks."""
    parts: list[tuple[str, bool]] = []
    is_literal = False
    for paragraph in re.split(r"(\n[ \t]*\n)", text):
        indented = paragraph.startswith((" ", "\t"))
        if paragraph.strip():
            is_literal = is_literal and indented
        code = is_literal or paragraph.lstrip().startswith((">>>", "===="))
        parts.append((paragraph, code))
        if not code and paragraph.rstrip().endswith("::"):
            is_literal = True
    return parts


def _prose(text: str, module: str, class_: str | None) -> str:
    """Return a paragraph with links; its backslashes and asterisks are characters."""
    result, end = [], 0
    for match in _BACKQUOTED.finditer(text):
        result.append(_plain(text[end : match.start()]))
        result.append(match[1] or _link(match[2], module, class_))
        end = match.end()
        # "`IRI`s": docutils wants to know where the markup ends.
        result.append("\\ " if text[end : end + 1].isalnum() else "")
    return "".join([*result, _plain(text[end:])])


def _plain(text: str) -> str:
    escaped = text.replace("\\", "\\\\")
    # Text in quotation marks is an example, and does not become a link.
    escaped = re.sub(r'"[^"]*"', lambda match: re.sub("([:@])", r"\\\1", match[0]), escaped)
    escaped = _ASTERISK.sub(lambda match: match[1] or r"\*", escaped)
    # "_x" is a name, "x_" a link to docutils.
    escaped = re.sub(r"(?<=\w)_(?!\w)", r"\_", escaped)
    return _PAGE.sub(r":doc:`/\1`", escaped)


def in_markdown(text: str, /) -> str:
    """Return a docstring's sentence as Markdown: code in double backquotes has single ones."""
    return re.sub(r"([|<>])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", text.strip().replace("``", "`"))


def _link(code: str, module: str, class_: str | None) -> str:
    """Return a link to what *code* names, or *code* as code."""
    target = find(code.removesuffix("()"), module, class_)
    return f":named:`{code} <{target}>`" if target else f"``{code}``"


def find(name: str, module: str, class_: str | None = None, /) -> str | None:
    """Return the full name, at home, of what a docstring calls *name*; None if it is not ours.

    >>> find("IRI.uri", "iri3987.mapping"), find("display", "iri3987"), find("str", "iri3987")
    ('iri3987.values.IRI.uri', 'iri3987.appearance.display', None)
    """
    if not re.fullmatch(r"\w+(?:\.\w+)*", name):
        return None
    head, _, rest = name.partition(".")
    space = import_module(module)
    if class_ and hasattr(getattr(space, class_, None), head):
        return f"{module}.{class_}.{name}"
    if hasattr(space, head):
        return _at_home(head, rest, module)
    if head in PACKAGES:
        return _full(name)
    # A module beside this one.
    package = module if hasattr(space, "__path__") else module.rpartition(".")[0]
    return _full(f"{package}.{name}") or _full(f"{package.partition('.')[0]}.{name}")


def _at_home(head: str, rest: str, module: str) -> str | None:
    value = vars(sys.modules[module]).get(head)
    if isinstance(value, ModuleType):
        name = value.__name__
        return _full(f"{name}.{rest}" if rest else name)
    where = home(head, module)
    if where is None:
        return None
    return ".".join(filter(None, (where, head, rest)))


def _full(name: str) -> str | None:
    """Return what has the full *name*, at home; None if there is nothing."""
    try:
        value: Any = resolve_name(name)
    except (ImportError, AttributeError, ValueError):
        return None
    if isinstance(value, ModuleType):
        return name if name.partition(".")[0] in PACKAGES else None
    parts = name.split(".")
    for length in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:length])
        if module in sys.modules:
            return _at_home(parts[length], ".".join(parts[length + 1 :]), module)
    return None
