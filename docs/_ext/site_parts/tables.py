"""Modules, codes, settings, commands, filters and versions as Markdown, from the source."""

import argparse
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Iterator
from html import escape
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
#: What the first page has as examples; the first is in its line.
_TYPED = (
    "http://\u0430\u0440\u0440\u04cf\u0435.com/",
    "https//example.org",
    "http://paypal.com@evil.example/",
    "https://例え.テスト/道",
    "javascript:alert(1)",
)
_TRY = """<form class="try" action="playground/index.html">
<label for="try-text">Type a web address: what would a form say?</label>
<input id="try-text" type="text" inputmode="url" value="{text}" maxlength="2000" dir="auto"
 autocomplete="off" autocapitalize="none" spellcheck="false" aria-describedby="try-answer">
<p id="try-answer" role="status" data-kind="{kind}">{words}</p>
<p class="examples">For example: {buttons}</p>
<p><button>See all about it in the playground</button></p>
</form>"""
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


#: The call that accepts the example of a code anyway, by the code or by its beginning.
ACCEPT = {
    "not-absolute": "replace(ANY, allow_relative=True).check",
    "bad-character": "WEB.clean",
    "bad-percent": "WEB.clean",
    "not-text": "WEB.check",
    "too-long": "replace(WEB, max_octets=None).check",
    "scheme-not-allowed": "replace(WEB, schemes={'http', 'https', 'ftp'}).check",
    "userinfo-not-allowed": "WEB.check",
    "port-": "replace(WEB, port=None).check",
    "host-missing": "replace(WEB, require_host=False).check",
    "host-double-hyphen": "host_to_ascii",
    "host-single-label": "INTRANET.check",
    "host-not-public": "replace(PUBLIC, allow_hosts=['127.0.0.0/8']).check",
    "host-not-allowed": "WEB.check",
    "host-": "replace(WEB, host=None).check",
    "bad-userinfo": "replace(WEB, host=None).check",
}


def accepting(code: str, row: Code) -> str:
    """Return the words after "To accept it anyway": a call of `ACCEPT`, or why there is none."""
    call = next((call for begins, call in ACCEPT.items() if code.startswith(begins)), "")
    if call:
        note = {
            "WEB.clean": ", as a form does: it percent-encodes the character",
            "replace(WEB, host=None).check": ", although browsers do not open it",
        }.get(call, "")
        return f"`{call}`{note}"
    if ".warnings" in row.call:
        return "a form accepts it, and may ask"
    if not row.raised_by:
        return "it is accepted, unless a profile has the code in `reject`; a form may ask"
    if {"IRI", "IRIReference"} & {*row.raised_by}:
        return "nothing accepts it, because it is not an IRI"
    return "nothing does, because the result would mean something else"


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
        "To accept it anyway": accepting(code, row),
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


def try_it() -> str:
    """Return the line of the first page that can be typed into, with the answers of examples."""
    buttons = [_button(text, made_by_playground(text)) for text in _TYPED]
    kind, words = made_by_playground(_TYPED[0])
    place = {"text": escape(_TYPED[0]), "kind": kind, "words": escape(words)}
    return f"```{{raw}} html\n{_TRY.format(**place, buttons=''.join(buttons))}\n```"


def made_by_playground(text: str) -> tuple[str, str]:
    """Return what a form says of *text*, as the playground answers: its kind, and the words."""
    folder = str(ROOT / "docs" / "playground")
    if folder not in sys.path:
        sys.path.append(folder)
    answer = import_module("verdict").form(text)
    return answer["kind"], answer["words"]


def _button(text: str, answer: tuple[str, str]) -> str:
    kind, words = map(escape, answer)
    return (
        f'<button type="button" data-kind="{kind}" data-words="{words}"><bdi>{escape(text)}</bdi>'
        "</button>"
    )


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
