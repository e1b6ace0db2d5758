"""benchmarks/runners: what asks an implementation about the rows, and what the page says of it."""

import sys

import pytest
from benchmarks import conformance
from benchmarks.conformance import ORDER, MissingError, ask, command, rows

from test_iri3987.test_conformance import DIFFERENCES

PAGE = conformance.REPORT.read_text("utf-8")
ROWS = list(rows(conformance.VECTORS))


def runner(tmp_path, code):
    """Return the command of a runner of a few lines."""
    file = tmp_path / "runner.py"
    file.write_text(f"import json, sys\n{code}\n", "utf-8")
    return [sys.executable, str(file)]


HEAD = '{"name": "x", "version": "1", "note": "", "idna": true}'


def test_wrong_answers_are_found(tmp_path):
    """A runner that says yes to every text is wrong where a row says no, and only there."""
    code = f"""
print('{HEAD}')
for row in map(json.loads, sys.stdin):
    if row["op"] == "is_iri":
        print(json.dumps({{"id": row["id"], "output": True}}))
"""
    answers = ask(runner(tmp_path, code), ROWS)
    asked = [row for row in ROWS if row["op"] == "is_iri"]
    assert {"is_iri": asked} == answers.asked
    assert {"is_iri": [row for row in asked if row["expected"] is False]} == answers.wrong


def test_missing_implementation(tmp_path):
    """A runner that says what is missing is left out; so is one whose program is."""
    with pytest.raises(MissingError, match="x is not installed"):
        ask(runner(tmp_path, 'print(\'{"missing": "x is not installed"}\')'), [])
    with pytest.raises(MissingError, match="no-such-program is not installed"):
        ask(["no-such-program"], [])


def test_members_of_an_object():
    """An implementation may answer some components of those that a row names, or more."""
    row = {"op": "components", "expected": {"scheme": "a", "host": None}}
    assert conformance.passes(row, {"scheme": "a", "path": "/"})
    assert not conformance.passes(row, {"scheme": "a", "host": ""})


def test_part_of_a_page():
    """The lines of a part are written between its comments, and the rest stays."""
    page = "a\n\n<!-- b -->\n\nold\n\n<!-- end of b -->\n\nc\n"
    assert page.replace("old", "d\ne") == conformance.write(page, "b", ["d", "e"])


@pytest.mark.slow
def test_this_package():
    """Through its runner, this package gives the answers that `test_conformance` knows."""
    answers = ask(command("iri3987.py"), ROWS)
    wrong = {row["id"] for group in answers.wrong.values() for row in group}
    assert set() == wrong - set(DIFFERENCES)
    assert len(ROWS) == sum(map(len, answers.asked.values()))


def column(name):
    """Return the cells of an implementation in the table of sections, by section."""
    part = PAGE.partition("<!-- the sections -->")[2].partition("<!-- end")[0]
    head, _, *lines = map(cells, part.strip().splitlines())
    return {line[0]: line[head.index(name)] for line in lines if line[head.index(name)]}


def cells(line):
    """Return the cells of a line of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ORDER)
def test_page(name):
    """The page has what an implementation answers, for each section."""
    try:
        answers = ask(command(name), ROWS)
    except MissingError as error:
        pytest.skip(str(error))
    if name != "iri3987.py" and f"- {answers.name} {answers.version}: " not in PAGE:
        pytest.skip(f"the page is about another version of {answers.name}")
    _, _, *lines = map(cells, conformance.wrong_by_section([answers]))
    assert dict(lines) == column(answers.name)


def test_every_runner_has_a_column():
    """Each file of the folder is a runner of the table."""
    files = {path.name for path in conformance.RUNNERS.iterdir() if path.is_file()}
    assert {*ORDER, "__init__.py", "serve.js"} == files
