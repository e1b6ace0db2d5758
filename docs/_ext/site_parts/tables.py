"""Settings, commands, filters and versions as tables in Markdown, from where they are defined."""

import argparse
import ast
import inspect
import re
import textwrap
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from site_parts.docstrings import in_markdown
from site_parts.public import sentence

ROOT = Path(__file__).parents[3]


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table."""
    cells = list(head)
    lines = ["| " + " | ".join(cells) + " |", "|---" * len(cells) + "|"]
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    return "\n".join(lines)


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))


def _options(options: Iterable[tuple[str, str]]) -> str:
    return table(("option", "meaning"), options)


# --- settings -------------------------------------------------------------------------------


def django_settings() -> str:
    """Return the settings of django-iri: the fields of `django_iri.conf.Options`."""
    source = inspect.getsource(import_module("django_iri.conf"))
    rows = re.findall(r"((?:^    #:.*\n)+)    (\w+): (.+?) = (.+)\n", source, flags=re.MULTILINE)
    defaults = import_module("django_iri.conf").DEFAULTS
    return table(
        ("setting", "type", "default", "meaning"),
        (
            (
                f"`IRI_{name.upper()}`{{#IRI_{name.upper()}}}",
                f"`{type_}`",
                f"`{_plain(getattr(defaults, name))!r}`",
                in_markdown(re.sub(r"^ +#: ?", "", comment, flags=re.MULTILINE)),
            )
            for comment, name, type_, _ in rows
        ),
    )


def _plain(value: Any) -> Any:
    return dict(value) if hasattr(value, "items") else value


def flask_settings() -> str:
    """Return the keys of ``app.config`` that flask-iri reads: a list in `FlaskIRI.init_app`."""
    docstring = inspect.getdoc(import_module("flask_iri").FlaskIRI.init_app) or ""
    items = re.findall(
        r"^- ``(\w+)`` \((.+?), by default (.+?)\): (.+?)(?=^- |^$)",
        docstring,
        flags=re.MULTILINE | re.DOTALL,
    )
    return table(
        ("key", "type", "default", "meaning"),
        (
            (f"`{key}`{{#{key}}}", in_markdown(type_), in_markdown(default), in_markdown(meaning))
            for key, type_, default, meaning in items
        ),
    )


# --- commands -------------------------------------------------------------------------------


def shell() -> str:
    """Return the commands of ``python -m iri3987``, from its parser."""
    parser = import_module("iri3987.__main__")._parser()  # noqa: SLF001 - its own help
    commands = _subparsers(parser)
    about = {
        name: str(each.epilog).removesuffix(f" {parser.epilog}") for name, each in commands.items()
    }
    # The options of most commands are described once.
    usual = Counter(about.values()).most_common(1)[0][0]
    shared = [each for each in _flags(commands["map"]) if each in _flags(commands["check"])]
    parts = [f"{usual} {parser.epilog}", "", _options(shared), ""]
    for name, command in commands.items():
        words = command.format_usage().removeprefix("usage: ").split()
        usage = textwrap.fill(" ".join(words), 76, subsequent_indent="    ")
        own = about[name].replace(usual, "")
        parts += [f"### {name}", "", f"{command.description} {own}".strip(), ""]
        parts += [f"```text\n{usage}\n```", ""]
        if rows := [each for each in _flags(command) if each not in shared]:
            parts += [_options(rows), ""]
    return "\n".join(parts)


def _flags(parser: argparse.ArgumentParser) -> list[tuple[str, str]]:
    return [
        (f"`{_flag(action)}`", _help(action))
        for action in parser._actions  # noqa: SLF001 - argparse has no other way
        if action.option_strings and action.dest != "help"
    ]


def _subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    actions = parser._actions  # noqa: SLF001 - argparse has no other way
    commands = next(each.choices for each in actions if isinstance(each.choices, dict))
    return dict(commands)


def _flag(action: argparse.Action) -> str:
    if action.nargs == 0:
        return action.option_strings[0]
    values = "|".join(action.choices) if action.choices else action.metavar or action.dest.upper()
    return f"{action.option_strings[0]} {values}"


def _help(action: argparse.Action) -> str:
    default = f"default: {action.default}" if action.choices else ""
    return "; ".join(filter(None, (action.help, default)))


def django_commands() -> str:
    """Return the commands of ``manage.py``."""
    from iri3987.rows.commands import COMMANDS

    parts = []
    for name, command in COMMANDS.items():
        module = import_module(f"django_iri.management.commands.iri_{name}")
        parts += [f"### iri_{name}", "", command.help, ""]
        parts += [f"```text\nmanage.py iri_{name} [OPTIONS] {module.Command.label}\n```", ""]
        database = ("`--database ALIAS`", "the database; by default the one that is written to")
        parts += [_options([*_rows(command), database]), ""]
    return "\n".join(parts)


def flask_commands() -> str:
    """Return the commands of ``flask iri``, from click."""
    from iri3987.rows.commands import COMMANDS

    parts = []
    for name, command in COMMANDS.items():
        made = import_module("flask_iri.commands").iri.commands[name]
        argument = next(each for each in made.params if each.param_type_name == "argument")
        url = next(each for each in made.params if "--url" in each.opts)
        parts += [f"### flask iri {name}", "", command.help, ""]
        shown = argument.metavar or argument.name.upper()
        parts += [f"```text\nflask iri {name} [OPTIONS] {shown}\n```", ""]
        parts += [_options([*_rows(command), (f"`--url {url.metavar or 'URL'}`", url.help)]), ""]
    return "\n".join(parts)


def _rows(command: Any) -> Iterator[tuple[str, str]]:
    from iri3987.rows.commands import OPTIONS

    for name in command.options:
        option = OPTIONS[name]
        yield f"`--{name}{f' {option.metavar}' if option.metavar else ''}`", option.help


# --- filters --------------------------------------------------------------------------------


def filters() -> str:
    """Return the filters of templates, by name: in Django, and in Jinja."""
    django, jinja = (
        import_module(name) for name in ("django_iri.templatetags.iri", "iri3987.html.jinja")
    )
    return table(
        ("filter", "gives"),
        (
            (
                f"[`{name}`](/reference/api/django_iri.templatetags.iri.rst)",
                in_markdown(_gives(getattr(jinja, name))),
            )
            for name in django.__all__
        ),
    )


def _gives(function: Any) -> str:
    return sentence(inspect.getdoc(function) or "").removeprefix("Return ")


# --- versions -------------------------------------------------------------------------------


_SERVERS = {"postgresql": "PostgreSQL", "mariadb": "MariaDB"}


def versions() -> str:
    """Return what the tests run on, as ``.ci/matrix.toml`` and the pins name it."""
    matrix = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
    constraints = (ROOT / "requirements" / "constraints.txt").read_text("utf-8")
    newest = dict(re.findall(r"^([\w.-]+)==(.+)$", constraints, re.MULTILINE))
    both = "with django-iri and flask-iri"
    rows = [
        ("CPython", ", ".join(matrix["python"]), f"and {matrix['system']}, which Debian 12 has"),
        ("Django", ", ".join(matrix["django"]), "each on each Python that it runs on"),
        *(
            (name, f"{version} to {newest[name]}", "the oldest and the newest")
            for name, version in matrix["lowest"].items()
            if name != "django"
        ),
        ("SQLite", "that of each Python", both),
        *((_SERVERS[name], version, both) for name, version in matrix["databases"].items()),
    ]
    return table(("what", "versions", "tested"), rows)


def checks_in_source() -> set[str]:
    """Return the ids of the system checks that the source of django-iri has."""
    folder = Path(str(import_module("django_iri").__file__)).parent
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(r"\Adjango_iri\.[EW]\d{3}\Z", node.value))
    return found
