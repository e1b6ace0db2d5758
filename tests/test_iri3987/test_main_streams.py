"""The command line as a filter: lines in, lines out, and what becomes of errors."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from iri3987 import IRIError
from iri3987.__main__ import main
from test_iri3987.test_main import sent as run

COMMAND = [sys.executable, "-m", "iri3987"]
#: The commands that give a line for each line, with what else they need.
FILTERS = {
    "to-uri": [],
    "to-iri": [],
    "normalize": [],
    "display": [],
    "compare": ["http://example.org/"],
    "resolve": ["http://example.org/"],
}
each_filter = pytest.mark.parametrize(
    "arguments", [[name, *rest] for name, rest in FILTERS.items()], ids=FILTERS
)

#: Lines that a program may find in a file: each is one, whatever is in it.
LINES = [
    b"http://example.org/\xc3\xa9",
    b"",
    b"http://example.org/100%",
    b"\xff\xfe",
    b"http://example.org/\xe4",
    b"a\0b",
    b"\0",
    b"http://example.org/\r",
    b"a\rb",
    b"a\x0bb\x0cc\x1cd\x1ee",
    "a\u0085b\u2028c\u2029d".encode(),
    b"\xed\xa0\x80",
    b"\xef\xbb\xbfhttp://example.org/",
    b"http://me:secret@a b/",
    b"http://a..b/\xc3\xa9",
    b"javascript:alert(1)",
    b"--help",
    b"\\",
    b"/" + 100_000 * b"x" + b" ",
]


@each_filter
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"], ids=["lf", "crlf"])
def test_a_line_for_each_line(arguments, ending):
    """Whatever a line holds, the line of the same number in the output is what became of it."""
    _, output, errors = run(*arguments, stdin=b"".join(line + ending for line in LINES))
    lines = output.decode().split("\n")
    assert (len(LINES), "") == (len(lines) - 1, lines[-1])
    assert lines[:-1] == output.decode().splitlines()
    empty = {number for number, line in enumerate(lines[:-1], 1) if not line}
    refused = {int(number) for number in re.findall(rb"^line ([0-9]+): ", errors, re.MULTILINE)}
    assert refused <= empty <= refused | {2}  # the second line is empty, and valid
    assert b"Traceback" not in errors


@each_filter
def test_an_object_for_each_line(arguments):
    """With --json it is one object for each line, which has its number."""
    _, output, errors = run(*arguments, "--json", stdin=b"\n".join(LINES))
    reports = [json.loads(line) for line in output.decode().split("\n")[:-1]]
    assert [*range(1, len(LINES) + 1)] == [report["line"] for report in reports]
    assert b"" == errors


# --errors


def test_errors_in_a_file(tmp_path):
    """--errors lists what is refused: line, code, position and message, with tabs between."""
    file = tmp_path / "errors"
    stdin = b"/a\n\xff\n/100%\n/b\nhttp://me:secret@a b/\n"
    status, output, errors = run("to-uri", "--errors", str(file), stdin=stdin)
    assert (1, b"/a\n\n\n/b\n\n", b"") == (status, output, errors)
    text = file.read_text("utf-8")
    rows = [line.split("\t") for line in text.split("\n")[:-1]]
    expected = [
        ["2", "bad-character", "0"],
        ["3", "bad-percent", "4"],
        ["5", "bad-character", "18"],
    ]
    assert expected == [row[:3] for row in rows]
    assert [4, 4, 4] == [len(row) for row in rows]
    assert all(row[3].startswith(f"{row[1]}: ") and row[3].isprintable() for row in rows)
    assert "secret" not in text


def test_errors_without_a_position(tmp_path, monkeypatch):
    """Where no single place is at fault, the position is empty."""

    def to_uri(text, **_):
        raise IRIError(f"bad-text: {text}", "bad-text")

    monkeypatch.setattr("iri3987.to_uri", to_uri)
    main(["to-uri", "--errors", str(tmp_path / "errors"), "a"])
    assert "1\tbad-text\t\tbad-text: a\n" == (tmp_path / "errors").read_text("utf-8")


def test_errors_beside_an_input_from_memory(tmp_path, monkeypatch, capsys):
    """Input that is not a file of the system's cannot be overwritten."""
    (tmp_path / "errors").write_text("of another day")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"/a\n")))
    assert 0 == main(["to-uri", "--errors", str(tmp_path / "errors")])
    assert ("/a\n", "") == (capsys.readouterr().out, (tmp_path / "errors").read_text())


@pytest.mark.parametrize(
    ("arguments", "output"),
    [(["check"], b""), (["to-uri"], b"/b\n")],
    ids=["check", "to-uri"],
)
def test_errors_of_arguments(tmp_path, arguments, output):
    """Texts that are arguments have no lines: they are counted from 1."""
    file = tmp_path / "errors"
    name, *_ = arguments
    found = run(name, "--errors", str(file), "a b" if name == "check" else "/b", "% ")
    assert (1, output, b"") == found
    numbers = [line.split("\t")[0] for line in file.read_text("utf-8").splitlines()]
    assert (["1", "2"] if name == "check" else ["2"]) == numbers


def test_errors_beside_json(tmp_path):
    """With --json errors are in the objects as ever, and in the file as well."""
    file = tmp_path / "errors"
    status, output, errors = run("to-uri", "--json", "--errors", str(file), stdin=b"/a\n% \n")
    assert (1, b"") == (status, errors)
    assert [False, True] == ["error" in json.loads(line) for line in output.splitlines()]
    assert file.read_text("utf-8").startswith("2\tbad-percent\t0\t")


def test_errors_do_not_overwrite_the_input(tmp_path):
    """The file that is being read cannot be the file of errors, under any name."""
    file = tmp_path / "iris"
    link = tmp_path / "link"
    file.write_bytes(b"/a\n")
    link.symlink_to(file)
    for given in (["--file", str(file), "--errors", str(link)], ["--errors", str(file)]):
        with file.open("rb") as stdin:
            done = subprocess.run(
                [*COMMAND, "to-uri", *given], stdin=stdin, capture_output=True, check=False
            )
        assert (2, b"") == (done.returncode, done.stdout)
        assert b"overwrite" in done.stderr
        assert b"/a\n" == file.read_bytes()


def test_help_says_it(capsys):
    """The help tells of lines, of errors and of the exit status."""
    for arguments in (["--help"], ["to-uri", "--help"], ["check", "--help"], ["inspect", "--help"]):
        with pytest.raises(SystemExit):
            main(arguments)
        text = " ".join(capsys.readouterr().out.split())
        assert "The exit status is 0 if all went well; 1 if a text was refused" in text
        assert ("Each line of the input gives one line" in text) == ("to-uri" in arguments)
        assert len(arguments) > 1 or all(name in text.split() for name in [*FILTERS, "check"])
        assert "to-uri" not in arguments or "--errors FILE" in text


# Streams that fail

posix = pytest.mark.skipif(os.name != "posix", reason="the shell is one of POSIX")


def shell(script):
    """Run a shell's script, in which "$@" is the command, and return status, output and errors."""
    done = subprocess.run(
        ["/bin/sh", "-c", script, "sh", *COMMAND], capture_output=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@posix
@pytest.mark.parametrize(
    ("stream", "arguments"),
    [
        *(("stdout", each) for each in ("to-uri /a", "check --json '%'", "to-uri --help")),
        *(("stderr", each) for each in ("to-uri '%' /a", "to-uri --errors /dev/stderr '%' /a")),
    ],
)
def test_a_reader_that_has_gone(stream, arguments):
    """A reader that goes away before it has read anything gets no traceback, but a status."""
    read, write = os.pipe()
    os.close(read)
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, stream: write}
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {arguments}', "sh", *COMMAND], check=False, **streams
    )
    os.close(write)
    assert not done.stderr
    # Some versions of argparse do not mind.
    assert done.returncode in ({0, 1} if "--help" in arguments else {1})


@posix
def test_without_a_standard_error():
    """Errors that cannot be shown do not get among the results."""
    assert (1, b"/a\n", b"") == shell("LC_ALL=C \"$@\" to-uri '\u00e9 %' /a 2>&-")


@posix
def test_without_a_standard_output():
    """Nothing can be printed, and nothing breaks."""
    assert (0, b"", b"") == shell('"$@" to-uri /a >&-')
    assert (0, b"", b"") == shell('"$@" inspect http://me@example.org/ >&- 2>&-')


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("redirection", ["to-uri /a >/dev/full", "to-uri --errors /dev/full '%'"])
def test_a_full_disk_says_so(redirection):
    """One line tells what failed."""
    status, _, errors = shell(f'"$@" {redirection}')
    assert (1, 1) == (status, len(errors.splitlines()))
    assert b"No space left on device" in errors
