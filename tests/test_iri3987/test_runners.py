"""benchmarks/runners: what asks an implementation about the rows, and what the page says of it."""

import re
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


def wrong_of(name, lines):
    """Return what the lines of the table of sections say of an implementation, by section."""
    found = (
        re.fullmatch(rf"\| (.+?) \|.*? {re.escape(name)} (\d+/\d+)\b.*", line) for line in lines
    )
    return dict(each.groups() for each in found if each)


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
    part = PAGE.partition("<!-- the sections -->")[2].partition("<!-- end")[0]
    lines = conformance.wrong_by_section([answers])
    assert wrong_of(answers.name, lines) == wrong_of(answers.name, part.splitlines())


def test_sections_of_wrong_answers():
    """The table names who answers rows of a section wrongly, and how many of those asked."""
    right, wrong = (
        {"id": name, "op": "is_iri", "source": "RFC 3987:s2.2", "expected": expected, "input": "a"}
        for name, expected in (("one", True), ("two", False))
    )
    peers = [
        conformance.Answers(name, "1", "", True, {"one": True, "two": output})
        for name, output in (("x", True), ("y", False), ("z", True))
    ]
    for peer in peers:
        peer.judge(right)
        peer.judge(wrong)
    assert ["| RFC 3987 2.2 | x 1/2, z 1/2 |"] == list(conformance.wrong_by_section(peers))[2:]


def test_every_runner_has_a_column():
    """Each file of the folder is a runner of the table."""
    files = {path.name for path in conformance.RUNNERS.iterdir() if path.is_file()}
    assert {*ORDER, "__init__.py", "serve.js"} == files
