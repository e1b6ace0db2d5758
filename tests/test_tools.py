"""The tools beside the packages: the texts of the benchmarks, the laws of the fuzzer, the ports."""

import importlib
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import demos
import iri3987
import laws

ROOT = Path(__file__).parents[1]


def tool(name):
    """Import a module that lies in the root of the repository."""
    sys.path.insert(0, str(ROOT))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(ROOT))


CORPORA = tool("benchmarks.corpora").CORPORA
SEEDS = tool("fuzz.seeds").seeds()


@pytest.mark.parametrize("name", CORPORA)
def test_corpus(name):
    """A corpus is 300 IRIs of 45 to 90 characters, no two of one host."""
    texts = CORPORA[name]
    assert 300 == len({iri3987.IRI(text).authority for text in texts})
    assert {True} == {45 <= len(text) <= 90 for text in texts}


def test_corpora_are_of_their_kind():
    """One is ASCII, one has a path and a query beyond it, one a host, the same in every IDNA."""
    ascii_, iris, hosts = (list(map(iri3987.IRI, texts)) for texts in CORPORA.values())
    assert all(iri.isascii() for iri in ascii_)
    for iri in iris:
        assert [True, False, False] == [part.isascii() for part in (iri.host, iri.path, iri.query)]
    for iri in hosts:
        assert [False, True] == [part.isascii() for part in (iri.host, iri.path)]
        assert iri.host.encode("idna").decode() == iri3987.host_to_ascii(iri.host)


def test_references():
    """A reference of the benchmarks can be resolved, and is relative."""
    references = tool("benchmarks.corpora").references(CORPORA["IRI"])
    assert 300 == len({iri3987.IRI(iri3987.resolve(*pair)) for pair in references})
    assert {None} == {iri3987.IRIReference(reference).scheme for _, reference in references}


def test_addresses_of_the_table():
    """The addresses of `make bench-data` are always the same, and the kinds have their shares."""
    rows = tool("benchmarks.data_rows")
    texts = list(rows.addresses(10_000))
    assert texts == list(rows.addresses(10_000))
    assert max(map(len, texts)) <= 200
    iris = [iri3987.IRI(text) for text in texts if iri3987.is_iri(text)]
    shares = [
        sum(iri.startswith("https") and iri.isascii() for iri in iris),
        sum(
            iri.host.isascii() and iri.startswith("https") and not iri.path.isascii()
            for iri in iris
        ),
        sum(not iri.host.isascii() for iri in iris),
        sum(iri.startswith("HTTPS") for iri in iris),
        len(texts) - len(iris),
    ]
    assert [67, 15, 10, 5, 3] == pytest.approx([share / 100 for share in shares], abs=1)


@pytest.mark.parametrize("name", CORPORA)
def test_longer_corpus(name):
    """A longer corpus begins with the shorter one, and no two of its texts have the same host."""
    texts = tool("benchmarks.corpora").corpus(name, 1000)
    assert CORPORA[name] == texts[:300]
    assert 1000 == len({iri3987.IRI(text).host for text in texts})


def sum_to(number):
    """Make a call that takes longer for a greater number."""
    return lambda _: sum(range(number))


def not_installed(_):
    """Fail as a package that is not installed does."""
    raise ModuleNotFoundError


@pytest.mark.slow
def test_bench_web_judges(monkeypatch):
    """The second report says which goals are met and missed, and what is left out."""
    web = tool("benchmarks.web")
    rows = (
        web.Row("quick|", "slow", "pytest", (1, 2, 3), lambda _: (sum_to(10), sum_to(1000))),
        web.Row("slow", "quick", "pytest", (2,), lambda _: (sum_to(1000), sum_to(10))),
        web.Row("any", "no", "nothing", (1,), not_installed),
    )
    monkeypatch.setattr(web, "ROWS", rows)
    monkeypatch.setattr(web, "STARTS", ())
    *_, met, missed, beside, left_out = web.report(rounds=3)
    assert met.startswith(r"| `quick\|` | pytest: slow | 0.")
    assert met.endswith(" µs) | 1 / 2 / 3 | ok |")
    assert missed.startswith("| `slow` | pytest: quick | **")
    assert missed.endswith(" µs) |  |  | 2 | MISSED |")
    assert beside == f"\nBeside: pytest {pytest.__version__}."
    assert left_out == "Not installed, and left out: nothing."


@pytest.mark.slow  # 18 calls for 900 texts, and 20 processes
def test_bench_web():
    """`make bench-web` prints every row whose package is installed, and names the others."""
    calls = tool("benchmarks.web_calls")
    command = [sys.executable, "-X", "utf8", "-m", "benchmarks.web", "--rounds=1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    left_out = done.stdout.partition("left out: ")[2]
    for row in (*calls.ROWS, *calls.STARTS):
        line = f"| {row.package}: {row.theirs} |".replace("v|", r"v\|")
        assert line in done.stdout or row.package in left_out


@pytest.mark.slow  # ten processes
def test_bench_data(monkeypatch):
    """`make bench-data` prints all of its tables, and the ways write the same keys."""
    data = tool("benchmarks.data")
    monkeypatch.setattr(data, "_ALONE", 0.1)
    ways = {name: data._WAYS[name] for name in ("command", "bulk_update")}  # noqa: SLF001
    monkeypatch.setattr(data, "_WAYS", ways)
    text = "\n".join(data.report(["SQLite"], 100))
    assert "The column is the same after each way" in text
    assert "times as fast, the same column" in text
    assert "| while `iri_rekey --missing` runs |" in text


@pytest.mark.parametrize("name", laws.LAWS)
def test_seeds_keep_the_laws(name):
    """No text that fuzzing starts from breaks a law."""
    for seed in SEEDS:
        laws.LAWS[name](seed)


def test_seeds_are_there():
    """The laws are tried on something."""
    assert len(SEEDS) > 500


def test_laws_are_broken():
    """A law that does not hold is told."""
    with pytest.raises(laws.LawError, match="that is so: 1"):
        laws.holds(0, "that is so", 1)
    with pytest.raises(laws.LawError, match="expected 1, got 2"):
        laws.same(1, 2, "one is two")


def make(*arguments):
    """Run make in the root of the repository, as if no other make had started the tests."""
    program = shutil.which("make")
    if program is None:
        pytest.skip("needs make: apt-get install make")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        [program, *arguments], check=False, cwd=ROOT, env=kept, capture_output=True, text=True
    )


@pytest.fixture
def occupied():
    """Listen on a port, and give its number."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("target", ["demo", "demo-flask", "demo-starlette"])
def test_port_in_use(occupied, target):
    """A port in use ends an example with a sentence that says what to do, before any work."""
    done = make(target, f"PORT={occupied}", f"PYTHON={sys.executable}")
    sentence, _, rest = done.stderr.partition("\n")
    beginning = f"Port {occupied} is in use: try make {target} PORT="
    assert beginning == sentence[: len(beginning)]
    assert int(sentence.removeprefix(beginning)) > occupied
    assert ("", 1) == (done.stdout, rest.count("\n"))  # the last line is make's own


@pytest.mark.parametrize(
    ("port", "expected"),
    [
        ("8000x", "PORT=8000x is not a number from 1 to 65535: try make demo PORT=8001\n"),
        ("65536", "PORT=65536 is not a number from 1 to 65535: try make demo PORT=8001\n"),
    ],
)
def test_no_port(port, expected):
    """A text that is not a port is refused with a sentence."""
    command = [sys.executable, "example_projects/free_port.py", "make demo", port]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (1, expected) == (done.returncode, done.stderr)


def test_free_port(occupied):
    """A port that the sentence names can be had."""
    free_port = tool("example_projects.free_port")
    with pytest.raises(SystemExit) as caught:
        free_port.main("make demo", str(occupied))
    free_port.main("make demo", str(caught.value).rpartition("=")[2])


def test_an_example_that_does_not_start(monkeypatch, tmp_path):
    """`make demo-check` says which target failed, and what it printed."""
    program = tmp_path / "make"
    program.write_text("#!/bin/sh\necho no $1\nexit 2\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    first, *_, last = demos.fault("demo-flask").splitlines()
    assert ("make demo-flask: the server has ended", "no demo-flask") == (first, last)
