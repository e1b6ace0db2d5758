"""Every interpreter gives the same answers: one that differs names another resource.

The interpreters are those of this machine: this one, `/usr/bin/python3`, python3.11 and later on
the PATH, those of pyenv; and Python under Pyodide, if the environment variable IRI3987_NODE
names the folder that holds ``node_modules/pyodide``. IRI3987_TEXTS says how many texts are tried.

Python has the characters of one version of Unicode: 14.0 in 3.11, 16.0 in 3.14. The standard
library itself answers differently about those that came later; `iri3987._unicode.version14` does
not.
"""

import functools
import json
import os
import re
import shutil
import subprocess
import sys
from itertools import zip_longest
from pathlib import Path

import idna
import pytest

from test_interpreters.answers import asked
from test_interpreters.texts import NEWER, texts

ROOT = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("answers.py")
#: How many texts are tried: a full run is one of 20 000.
COUNT = int(os.environ.get("IRI3987_TEXTS") or 6500)
PYODIDE = Path(os.environ.get("IRI3987_NODE") or ROOT / ".node") / "node_modules" / "pyodide"
NODE = shutil.which("node")
#: The oldest version of Python that we support, and the newest one that is looked for.
_VERSIONS = range(11, 30)


def _version(python):
    """Return what *python* says of itself, or None if it does not run or is too old."""
    code = "import sys; print(sys.version_info >= (3, 11), sys.version)"
    try:
        run = subprocess.run(
            [python, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return run.stdout[5:].strip() if run.stdout.startswith("True ") else None


@functools.cache
def others():
    """Return the other interpreters of this machine, one of each build: its version -> its path."""
    names = ["/usr/bin/python3", *(shutil.which(f"python3.{minor}") for minor in _VERSIONS)]
    names += sorted(map(str, Path.home().glob(".pyenv/versions/3.*/bin/python")))
    found = {_version(name): name for name in reversed(names) if name is not None}
    return {key: found[key] for key in sorted(found.keys() - {None, sys.version})}


@pytest.fixture(scope="module")
def work(made_once):
    """A folder with idna alone, with the texts, and with the answers of this interpreter."""

    def fill(folder):
        # Not the folder that idna is installed in: its other packages are for this interpreter.
        shutil.copytree(Path(idna.__file__).parent, folder / "idna" / "idna")
        (folder / "texts.json").write_text(json.dumps(list(texts(COUNT))), encoding="ascii")
        ask(sys.executable, folder, folder / "expected.jsonl")

    return made_once("answers", fill)


def ask(python, work, answers, worker="answers.py", *options):
    """Have *python* write its answers."""
    given = [work / "texts.json", answers, *options, ROOT / "src", work / "idna"]
    command = [python, "-I", "-S", "-B", WORKER.with_name(worker), *given]
    subprocess.run(list(map(str, command)), check=True)


def differences(work, answers):
    """Return each text that has another answer than expected, with the function and both."""
    expected = (work / "expected.jsonl").open(encoding="ascii")
    actual = answers.open(encoding="ascii")
    rows = zip_longest(json.loads((work / "texts.json").read_text("ascii")), expected, actual)
    found = []
    with expected, actual:
        for text, one, other in rows:
            if one != other:
                answers = zip(asked(), json.loads(one), json.loads(other), strict=True)
                found += [
                    f"{name} of {text!a}: {our!a}, there {their!a}"
                    for name, our, their in answers
                    if our != their
                ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("version", others())
def test_every_interpreter_gives_the_same_answers(version, work, tmp_path):
    """No answer of another interpreter differs from that of this one."""
    answers = tmp_path / "other.jsonl"
    ask(others()[version], work, answers)
    found = differences(work, answers)
    assert [] == found[:20], f"{len(found)} answers differ"


@pytest.mark.slow
@pytest.mark.skipif(NODE is None, reason="needs Node: apt-get install nodejs")
@pytest.mark.skipif(
    not PYODIDE.exists(),
    reason="needs Pyodide: .ci/node installs it",
)
def test_pyodide_gives_the_same_answers(work):
    """No answer under Pyodide differs from that of this interpreter."""
    script = WORKER.with_name("pyodide.mjs")
    folders = [PYODIDE.resolve(), WORKER.parent, ROOT / "src", work / "idna", work]
    command = [NODE, script, *folders]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr
    found = differences(work, work / "pyodide.jsonl")
    assert [] == found[:20], f"{len(found)} answers differ under Python {done.stdout}"


def test_differences_are_seen(tmp_path):
    """An answer that differs is told with its text, its function and both answers."""
    (tmp_path / "texts.json").write_text('["a", "b", "c"]', encoding="ascii")
    same, first = ['"a"'] * (len(asked()) - 1), next(iter(asked()))

    def write(name, *lines):
        rows = [f"[{', '.join([line, *same])}]\n" for line in lines]
        (tmp_path / name).write_text("".join(rows), encoding="ascii")

    write("expected.jsonl", "1", "2", "3")
    write("other.jsonl", "1", "0", "3")
    expected = [f"{first} of 'b': 2, there 0"]
    assert expected == differences(tmp_path, tmp_path / "other.jsonl")


def test_texts_are_the_same_in_every_run():
    """The same texts come again: they are many, distinct, and about all that is new in Unicode."""
    made = list(texts(6500))
    assert made == list(texts(6500))
    assert len(set(made)) > 6000
    written = "".join(made)
    assert [] == [
        each for characters in NEWER.values() for each in characters if each not in written
    ]


def test_worker_needs_no_package_but_idna():
    """The worker imports the standard library and ours: it runs where nothing is installed."""
    names = re.findall(r"^\s*(?:from|import) (\w+)", WORKER.read_text("utf-8"), re.MULTILINE)
    assert {"iri3987"} == set(names) - sys.stdlib_module_names


@pytest.mark.slow
@pytest.mark.parametrize("texts", [20, 21, 22])
def test_threads_give_the_same_answers(work, tmp_path, texts):
    """Eight threads that import the core and ask everything for the first time, all at once."""
    some = json.loads((work / "texts.json").read_text("ascii"))[:: COUNT // texts]
    (tmp_path / "texts.json").write_text(json.dumps(some), encoding="ascii")
    shutil.copytree(work / "idna", tmp_path / "idna")
    ask(sys.executable, tmp_path, tmp_path / "expected.jsonl")
    answers = tmp_path / "answers"
    ask(sys.executable, tmp_path, answers, "threads.py", "8")
    found = [differences(tmp_path, answers.with_suffix(f".{place}")) for place in range(8)]
    assert [[]] * 8 == found
