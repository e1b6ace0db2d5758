"""The command line, run as a person runs it: as a process."""

import io
import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from importlib.metadata import version
from pathlib import Path
from unittest.mock import patch

import pytest

from iri3987.__main__ import main
from iri3987._unicode._tables import UNICODE_VERSION
from vector_rows import rows


def sent(*arguments, stdin=b"", encoding="utf-8"):
    """Run a command with streams as those of a process; return its status and what it sends."""
    stdout, stderr = io.BytesIO(), io.BytesIO()
    streams = {
        "stdin": io.TextIOWrapper(io.BytesIO(stdin), encoding),
        "stdout": io.TextIOWrapper(stdout, encoding, write_through=True),
        "stderr": io.TextIOWrapper(stderr, encoding, "backslashreplace", write_through=True),
    }
    with patch.multiple(sys, **streams):
        try:
            status = main([*arguments])
        except SystemExit as ended:
            status = ended.code
        return status, stdout.getvalue(), stderr.getvalue()


def run(*arguments, stdin=b"", encoding="utf-8"):
    """Run a command, and return its status, and the text of its output and errors."""
    status, *texts = sent(*arguments, stdin=stdin, encoding=encoding)
    return status, *(each.decode(encoding) for each in texts)


def wrong(row):
    """Yield what a command does otherwise than a row says; no row shows a password or a control."""
    status, output, errors = run(*row["arguments"], stdin=row["input"].encode())
    if (row["status"], row.get("output", output)) != (status, output):
        yield row, status, output
    if "lines" in row:
        begins = tuple(zip(row["lines"], output.splitlines(), strict=True))
        if not all(line.startswith(begin) for begin, line in begins):
            yield row, output
    if row.get("errors", errors) not in errors or (errors and not row.get("errors", errors)):
        yield row, errors
    shown = [*output.splitlines(), *errors.splitlines()]
    if "secret" in output + errors or not all(map(str.isprintable, shown)):
        yield row, shown


def test_rows(monkeypatch, tmp_path):
    """A command says and returns what its row tells, and writes no file."""
    monkeypatch.chdir(tmp_path)
    assert [] == [each for row in rows("commands") for each in wrong(row)]
    assert [] == list(tmp_path.iterdir())


def test_errors_in_plain_words(capsys, tmp_path):
    """What is wrong is said in the language that is asked for, by the profile that is asked."""
    errors = tmp_path / "errors"
    assert 1 == main(["to-uri", "--language", "en", "--errors", str(errors), "http://[é"])
    number, code, _, sentence = errors.read_text("utf-8").rstrip().split("\t")
    assert (number, code) == ("1", "bad-ip-literal")
    assert "RFC" not in sentence
    assert 1 == main(["check", "--json", "--language", "de", "http://example.org/100%"])
    assert "Prozentzeichen" in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize("is_ended", [True, False], ids=["end", "Ctrl-C"])
def test_a_terminal_is_told_what_the_command_waits_for(is_ended):
    """Ctrl-D ends the input; Ctrl-C ends the command, without a traceback."""
    import pty

    try:
        ours, theirs = pty.openpty()
    except OSError as error:
        pytest.skip(f"needs a pseudo-terminal: {error}")
    command = [sys.executable, "-m", "iri3987", "check"]
    with subprocess.Popen(command, stdin=theirs, stderr=subprocess.PIPE) as process:
        assert b"Reading addresses, one on each line. Ctrl-D ends" in process.stderr.readline()
        if is_ended:
            os.write(ours, b"\x04")
        else:
            process.send_signal(signal.SIGINT)
        assert (0 if is_ended else 130) == process.wait(30)
        assert b"" == process.stderr.read()
    os.close(ours)
    os.close(theirs)


def test_the_command_has_a_name():
    """``iri3987`` is installed beside ``python``."""
    command = Path(sys.executable).with_name("iri3987")
    done = subprocess.run([command, "to-uri", "http://faß.de"], capture_output=True, check=True)
    assert done.stdout == b"http://xn--fa-hia.de\n"


def test_any_stream_will_do():
    """The output may be neither a terminal nor a file."""
    stream = io.StringIO()
    with redirect_stdout(stream):
        assert main(["to-uri", "/é"]) == 0
    assert stream.getvalue() == "/%C3%A9\n"


def test_a_terminal_without_the_character():
    """Where the output cannot hold a character, it is escaped."""
    status, output, _ = run("to-iri", "/%C3%A9", encoding="ascii")
    assert (status, output) == (0, "/\\xe9\n")


@pytest.mark.parametrize(
    "command", ["check", "to-uri", "to-iri", "repair", "normalize", "display", "inspect"]
)
def test_a_console_of_windows(command):
    """An old console has 256 characters: others are escaped, and nothing ends with a traceback."""
    texts = "http://рaypal.com/例え\nhttp://[bad\nhttp://faß.de/\u202e\n".encode() + b"\xff\xfe\n"
    for arguments, stdin in ([command], texts), ([command, "http://例え.テスト/ß"], b""):
        status, output, errors = run(*arguments, stdin=stdin, encoding="cp1252")
        assert status in {0, 1}
        assert "Traceback" not in output + errors


def test_help_on_a_console_of_windows():
    """The help has an example with a letter that cp1252 has."""
    help_of_windows = [sys.executable, "-m", "iri3987", "--help"]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    output = subprocess.check_output(help_of_windows, env=environment)
    assert "faß.de" in output.decode("cp1252")


def test_reader_that_goes_away():
    """``| head`` ends the run without a traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "iri3987", "to-uri"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(b"http://example.org/\n" * 100_000)
    assert (process.returncode, errors) == (1, b"")


def test_version():
    """The versions are those of the package, its tables and idna, and of what characters are."""
    status, output, errors = run("--version")
    versions = [version("iri3987"), UNICODE_VERSION, version("idna"), "14.0"]
    names = ("iri3987", "Unicode", "idna", "characters of Unicode")
    expected = ", ".join(f"{name} {each}" for name, each in zip(names, versions, strict=True))
    assert (status, output, errors) == (0, f"{expected}\n", "")


def test_file(tmp_path):
    """The lines can come from a file, but not beside TEXT, which would be ignored."""
    file = tmp_path / "iris"
    file.write_bytes("/é\n%\n".encode())
    status, output, errors = run("to-uri", "--file", str(file))
    assert (status, output) == (1, "/%C3%A9\n\n")
    assert errors.startswith("line 2: bad-percent")
    done = subprocess.run(
        [sys.executable, "-m", "iri3987", "to-uri", "--file", file, "/b"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"one of them" in done.stderr


def test_no_standard_input(monkeypatch, capsys):
    """Without TEXT, a file and standard input there is nothing to do."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as caught:
        main(["to-uri"])
    assert caught.value.code == 2
    assert "no standard input" in capsys.readouterr().err


def test_input_from_memory(monkeypatch, capsys):
    """Standard input need not be a file of the system's."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"/a\n")))
    assert main(["to-uri"]) == 0
    assert capsys.readouterr().out == "/a\n"


def peak(command, line, lines):
    """Return the mebibytes that a process takes at most for so many lines."""
    script = (
        f"import resource; from iri3987.__main__ import main; main([{command!r}]);"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="".join(line.format(number) for number in range(lines)).encode(),
        capture_output=True,
        check=True,
    )
    return int(done.stdout.splitlines()[-1]) / 1024


@pytest.mark.slow
def test_lines_stream():
    """Two hundred thousand lines go through in the memory that a thousand take.

    An audit keeps what it has seen: it may take a fifth of what a million may, 200 MiB.
    """
    line = "http://例え.テスト/straße\n"
    assert peak("to-uri", line, 200_000) < peak("to-uri", line, 1_000) + 2
    line = "http://example.org/{}/a-page-of-a-site-with-a-title-of-usual-length\n"
    assert peak("audit", line, 200_000) < peak("audit", line, 1_000) + 35
