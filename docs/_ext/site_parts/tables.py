"""Modules, codes, settings, commands, filters and versions as Markdown, from the source."""

import argparse
import re
import textwrap
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path
from urllib.parse import quote

from iri3987.codes import CODES, Code
from iri3987.rows.commands import COMMANDS, OPTIONS
from site_parts import public

ROOT = Path(__file__).parents[3]
#: How much of an example's text is shown: its beginning and its end.
_MOST, _FIRST, _LAST = 40, 30, 10
#: What the tests run on, with the page on which its makers say how long they mend faults.
_MAKERS = (
    ("python", "CPython", "https://devguide.python.org/versions/"),
    ("django", "Django", "https://www.djangoproject.com/download/#supported-versions"),
    ("postgresql", "PostgreSQL", "https://www.postgresql.org/support/versioning/"),
    ("mariadb", "MariaDB", "https://mariadb.org/about/#maintenance-policy"),
)
#: The calls that the playground makes with a text: it shows the codes of these examples.
_IN_PLAYGROUND = {"IRI", "PUBLIC.check", "WEB.check", "inspect", "to_uri"}


def table(head: str, rows: Iterable[Iterable[str]]) -> str:
    """Return a table whose *head* has the names of the columns, with "|" between them."""
    rule = re.sub(r"[^|]+", "---", head)
    lines = (
        "|".join(re.sub(r"(?<!\\)\|", r"\\|", " ".join(cell.split())) for cell in row)
        for row in rows
    )
    return "\n".join(f"|{line}|" for line in (head, rule, *lines))


def _prose(text: str) -> str:
    """Return a docstring's sentence as Markdown: code has single backquotes."""
    return re.sub(r"([<>])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", text.replace("``", "`"))


def modules(package: str) -> str:
    """Return the modules of a package, with what each is about."""
    names = public.modules(package)
    rows = (
        (f"[`{name}`](/reference/api/{name}.rst)", _prose(public.about(name))) for name in names
    )
    pages = "\n".join(f"api/{name}" for name in names)
    return f"{table('module|about', rows)}\n\n```{{toctree}}\n:hidden:\n\n{pages}\n```"


def errors() -> str:
    """Return the codes that are raised."""
    return "\n\n".join(_entry(code, row) for code, row in CODES.items() if row.raised_by)


def findings(grade: str) -> str:
    """Return the codes of findings of one grade: links to those above, an entry for the others."""
    found = {
        code: row for code, row in CODES.items() if row.severity and row.severity.value == grade
    }
    above = ", ".join(f"[`{code}`](#{code})" for code, row in found.items() if row.raised_by)
    entries = [_entry(code, row) for code, row in found.items() if not row.raised_by]
    return "\n\n".join([*([f"Findings with codes of errors: {above}."] if above else []), *entries])


def _entry(code: str, row: Code) -> str:
    """Return a code as a heading, with its rule and what else there is to know."""
    section = f"RFC 3987 section {row.section}" if row.section[:1].isdigit() else row.section
    facts = {
        "Example": _example(row),
        "Rule": section or "of this package",
        "Raised by": ", ".join(f"`{name}`" for name in row.raised_by),
        "As a finding": row.severity.value if row.raised_by and row.severity else "",
    }
    lines = "\n".join(f"- {name}: {fact}" for name, fact in facts.items() if fact)
    return f"### `{code}`\n\n{_prose(row.why)}\n\n{lines}"


def _anchor(name: str) -> str:
    """Return *name* with an anchor, to which the search and other pages can lead."""
    return f"`{name}`{{#{name}}}"


def _example(row: Code) -> str:
    """Return the example of *row*, shortened: a link to the playground, if that shows the code."""
    text = row.text if len(row.text) <= _MOST else f"{row.text[:_FIRST]}...{row.text[-_LAST:]}"
    example = f"`{row._replace(text=text).example}`"
    if row.call.removesuffix("({})") not in _IN_PLAYGROUND:
        return example
    return f'<a href="../playground/index.html#text={quote(row.text, safe="")}">{example}</a>'


def filters() -> str:
    """Return the filters of templates, by name."""
    module = "django_iri.templatetags.iri"
    return table(
        "Filter|Gives",
        (
            (
                f"[`{name}`](/reference/api/{module}.rst)",
                _prose(public.about(f"iri3987.adapters.jinja.{name}").removeprefix("Return ")),
            )
            for name in import_module(module).__all__
        ),
    )


def django_settings() -> str:
    """Return the settings of django-iri: the fields of `django_iri.conf.Options`."""
    conf = import_module("django_iri.conf")
    fields = re.findall(r"((?:^    #:.*\n)+)    (\w+): (.+?) = ", getsource(conf), re.MULTILINE)
    rows = []
    for comment, name, type_ in fields:
        default, setting = getattr(conf.DEFAULTS, name), f"IRI_{name.upper()}"
        default = dict(default) if hasattr(default, "items") else default
        meaning = _prose(re.sub(r"^ +#: ?", "", comment, flags=re.MULTILINE))
        rows.append((_anchor(setting), f"`{type_}`", f"`{default!r}`", meaning))
    return table("Setting|Type|Default|Meaning", rows)


def _options(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way
        if action.option_strings and action.dest != "help":
            values = "|".join(action.choices or ()) or action.metavar or action.dest.upper()
            flag = action.option_strings[0] + (f" {values}" if action.nargs != 0 else "")
            default = f"; default: {action.default}" if action.choices else ""
            yield f"`{flag}`", f"{action.help}{default}"


def shell() -> str:
    """Return the commands of ``iri3987``, from its parser."""
    main = import_module("iri3987.__main__")
    commands = main._parser()._subparsers._group_actions[0].choices  # noqa: SLF001 - its own help
    # It has nothing but what most commands have, which is told once.
    usual, status = commands["display"], main._EXIT_STATUS  # noqa: SLF001 - as above
    lines = main._ONE_LINE_EACH  # noqa: SLF001 - as above
    parts = [f"{lines} {status}", table("Option|Meaning", _options(usual))]
    for name, command in commands.items():
        usage = " ".join(command.format_usage().removeprefix("usage: ").split())
        usage = textwrap.fill(usage, 76, subsequent_indent="    ")
        own = command.epilog.replace(lines, "").removesuffix(status).strip()
        own = re.sub("(iri3987 .+?)[.](?= |$)", r"`\1`.", own)
        parts += [f"### {name}", f"{command.description} {own}", f"```text\n{usage}\n```"]
        if rows := [each for each in _options(command) if each not in _options(usual)]:
            parts.append(table("Option|Meaning", rows))
    return "\n\n".join(parts)


def commands() -> str:
    """Return the commands of ``manage.py`` and of ``flask iri``, which have the same options."""
    parts = []
    for name, command in COMMANDS.items():
        module = import_module(f"django_iri.management.commands.iri_{name}")
        flask = import_module("flask_iri.commands").iri.commands[name]
        label = " ".join(flask.collect_usage_pieces(flask.context_class(flask)))
        usage = f"manage.py iri_{name} [OPTIONS] {module.Command.label}\nflask iri {name} {label}"
        options = {option: OPTIONS[option] for option in command.options}
        rows = [
            ("`{}`".format(f"--{option.replace('_', '-')} {each.metavar or ''}".strip()), each.help)
            for option, each in options.items()
        ]
        parts += [f"### iri_{name}, flask iri {name}", command.help, f"```text\n{usage}\n```"]
        parts.append(table("Option|Meaning", rows))
    return "\n\n".join(parts)


def versions() -> str:
    """Return what the tests run on, as ``.ci/matrix.toml`` and the pins name it."""
    matrix = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))
    constraints = (ROOT / "requirements" / "constraints.txt").read_text("utf-8")
    newest = dict(re.findall(r"^([\w.-]+)==(.+)$", constraints, re.MULTILINE))
    lowest = {name: each for name, each in matrix["lowest"].items() if name != "django"}
    servers = (("PostgreSQL", "postgresql"), ("MariaDB", "mariadb"))
    databases = {name: matrix["databases"][key] for name, key in servers}
    rows = [
        ("CPython", ", ".join(matrix["python"]), f"and {matrix['system']}, which Debian 12 has"),
        ("Django", ", ".join(matrix["django"]), "each on each Python that it runs on"),
        *(
            (name, f"{each} to {newest[name]}", "the oldest and the newest")
            for name, each in lowest.items()
        ),
        ("SQLite", "that of each Python", "with django-iri and flask-iri"),
        *((name, each, "with django-iri and flask-iri") for name, each in databases.items()),
    ]
    return table("What|Versions|Tested", rows)


def support() -> str:
    """Return until when the makers of what the tests run on mend faults, with their pages."""
    until = tomllib.loads((ROOT / ".ci" / "matrix.toml").read_text("utf-8"))["until"]
    return table(
        "What|Its makers mend faults until",
        (
            (f"[{name}]({page})", "; ".join(f"{each}: {end}" for each, end in until[key].items()))
            for key, name, page in _MAKERS
        ),
    )
