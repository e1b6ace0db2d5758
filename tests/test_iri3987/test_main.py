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


COMPARED = ("http://example.com", "http://example.com:80/", "http://example.com/?")
SPELT = "HTTP://example.com:80/%7e"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["to-uri", "http://faß.de/?q=é", "/é"], "http://xn--fa-hia.de/?q=%C3%A9\n/%C3%A9\n"),
        (["to-uri", "--host", "percent", "--preprocess", "//ß.de/a b"], "//%C3%9F.de/a%20b\n"),
        (["to-iri", "http://a/D%C3%BCrst/D%FCrst"], "http://a/Dürst/D%FCrst\n"),
        (["to-iri", "--host", "unicode", "http://xn--fa-hia.de/"], "http://faß.de/\n"),
        (["check", "urn:例:1", "http://例え.テスト/"], ""),
        (["normalize", SPELT], "http://example.com/~\n"),
        (["normalize", "--level", "syntax", SPELT], "http://example.com:80/~\n"),
        (["resolve", "http://a/b/c", "../é", "#f"], "http://a/é\nhttp://a/b/c#f\n"),
        (["display", "http://аррӏе.com/"], "http://xn--80ak6aa92e.com/\n"),
        (["inspect", "https://例え.テスト/", "../a", "http://faß.example/"], ""),
    ],
    ids=lambda value: "-".join(value[:3]) if isinstance(value, list) else "",
)
def test_commands(arguments, expected, capsys):
    """Each TEXT gives a line, in order; `check` and `inspect` are silent where all is well."""
    assert 0 == main(arguments)
    output, errors = capsys.readouterr()
    assert (expected, "") == (without_info(output), errors)


@pytest.mark.parametrize(
    ("arguments", "expected", "status"),
    [
        (["http://example.com", "http://example.com:80/"], "equivalent\n", 0),
        (COMPARED, "equivalent\ndifferent\n", 1),
        (["--level", "string", *COMPARED], "different\ndifferent\n", 1),
    ],
    ids=["equivalent", "different", "string"],
)
def test_compare_tells_by_its_status(arguments, expected, status, capsys):
    """A script can ask, as it asks `cmp`."""
    assert status == main(["compare", *arguments])
    assert expected == capsys.readouterr().out


def test_errors_in_plain_words(capsys, tmp_path):
    """What is wrong is said in the language that is asked for, by the profile that is asked."""
    assert 1 == main(["check", "--language", "de", "--profile", "web", "http://example.org/100%"])
    assert capsys.readouterr().err.startswith(
        "Schreiben Sie %25 für das Prozentzeichen (Zeichen 23)."
    )
    errors = tmp_path / "errors"
    assert 1 == main(["to-uri", "--language", "en", "--errors", str(errors), "http://[é"])
    number, code, _, sentence = errors.read_text("utf-8").rstrip().split("\t")
    assert (number, code) == ("1", "bad-ip-literal")
    assert "RFC" not in sentence
    assert 1 == main(["check", "--json", "--language", "de", "http://example.org/100%"])
    assert "Prozentzeichen" in json.loads(capsys.readouterr().out)["error"]["message"]


@pytest.mark.parametrize("command", ["check", "to-uri", "audit"])
@pytest.mark.parametrize(
    "tag", ["klingon", "tlh", "english", "zh-TW", "d", "", "\x1b[1m", "日本語"]
)
def test_a_language_that_is_not_there(command, tag, capsys):
    """It is a mistake in the command line, and the languages that there are are named."""
    with pytest.raises(SystemExit) as caught:
        main([command, f"--language={tag}", "x"])
    assert 2 == caught.value.code
    said = capsys.readouterr().err.splitlines()[-1]
    assert "argument --language: expected en, ar, de," in said
    assert "zh_Hans, not " in said
    assert said.isprintable()


@pytest.mark.parametrize("tag", ["en", "en_GB.UTF-8", "EN", "de-AT", "pt", "iw", "zh-CN", "ja@x"])
def test_spellings_of_a_language(tag):
    """A tag is known in any common spelling, English too."""
    assert 0 == main(["check", f"--language={tag}", "http://example.org/"])


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


def without_info(output):
    """Return the output without findings that are merely worth knowing."""
    lines = output.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("info: "))


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected", "error"),
    [
        (["check", "../a"], b"", "", "not-absolute: "),
        (["to-uri", "%", "/é"], b"", "/%C3%A9\n", "bad-percent: "),
        (
            ["repair", "http://é/100%|", "http:\\\\a b"],
            b"",
            "http://é/100%25%7C\n",
            "bad-character: ",
        ),
        (
            ["to-uri"],
            "http://é/\r\n%zz\n\n/ü".encode(),
            "http://xn--9ca/\n\n\n/%C3%BC\n",
            "line 2: bad-",
        ),
        (["check"], b"http://a/\xff\n", "", "line 1: bad-character: "),
        (["resolve", "http://a/b/c"], b"d\n%\n", "http://a/b/d\n\n", "line 2: bad-percent: "),
    ],
)
def test_refused(arguments, stdin, expected, error):
    """One bad text does not stop the others; one of the lines has its number."""
    status, output, errors = run(*arguments, stdin=stdin)
    assert (1, expected) == (status, output)
    assert errors.startswith(error)
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("internet", "profile must be 'any', 'web', 'intranet', 'public', a Profile, or a path to"),
        ("iri3987.profile.NOTHING", "leads nowhere"),
        ("iri3987.profile.Profile", "not a Profile"),
    ],
)
def test_check_with_what_is_not_a_profile(name, message, capsys):
    """The command line is at fault, and the message says what would be right."""
    with pytest.raises(SystemExit) as caught:
        main(["check", "--profile", name, "urn:x"])
    assert 2 == caught.value.code
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("text", ["\x1b[31m", "\u202e", "http://me:secret@h/ "], ids=ascii)
def test_errors_are_safe_to_show(text):
    """An error brings neither a control character nor a password to the terminal."""
    _, _, errors = run("check", text)
    assert all(line.isprintable() for line in errors.splitlines())
    assert "secret" not in errors


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


def test_inspect():
    """Each finding is a line: its severity, its code, and what was found."""
    status, output, errors = run("inspect", "http://me@example.org:/")
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "warning: userinfo: expected a host without a user name in iuserinfo, at position 7",
        'info: empty-port: expected a port after ":" in port, at position 21',
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *(("/a b", 1), ("http://a..b/", 1), ("http://рaypal.com/", 0), ("http://faß.de/", 0)),
        ("http://me:secret\u200b@a/", 0),
    ],
)
def test_inspect_status(text, expected, capsys):
    """The status is 1 where a finding is an error, not for warnings; no password is shown."""
    assert expected == main(["inspect", text])
    assert "secret" not in capsys.readouterr().out


def test_inspect_names_lines():
    """A finding says in which line the text is."""
    status, output, _ = run("inspect", stdin=b"/a\n/%41\n/ \n")
    assert status == 1
    assert [line[:7] for line in output.splitlines()] == ["line 2:", "line 3:"]


def test_inspect_json():
    """With --json a text gives an object with all its findings, all their fields."""
    status, output, _ = run("inspect", "--json", "a:/", "//a:")
    nothing, something = map(json.loads, output.splitlines())
    expected = {
        "code": "empty-port",
        "severity": "info",
        "component": "port",
        "start": 3,
        "end": 4,
        "message": 'expected a port after ":" in port, at position 3',
        "section": "5.3.3",
    }
    assert (status, nothing) == (0, {"input": "a:/", "result": []})
    assert something == {"input": "//a:", "result": [expected]}


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


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["compare", "%", "/a"], "bad-percent"),
        (["resolve", "%", "/a"], "bad-percent"),
        (["to-uri", "--file", "none/a"], "No such file"),
        (["to-uri", "--errors", "none/a", "/a"], "No such file"),
        (["inspect", "--errors", "a", "/a"], "usage"),
        ([], "usage: iri3987"),
        (["translate"], "usage: iri3987"),
        (["check", "--loud"], "usage: iri3987"),
    ],
    ids=str,
)
def test_mistakes(arguments, error, capsys, monkeypatch, tmp_path):
    """A command line that cannot be followed is an error, and nothing is done."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    output, errors = capsys.readouterr()
    assert (2, "") == (caught.value.code, output)
    assert error in errors


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


def test_json():
    """With --json every text gives an object, valid or not, with its line."""
    status, output, errors = run("to-uri", "--json", stdin="/é\n/%zz\n".encode())
    good, bad = map(json.loads, output.splitlines())
    assert (status, errors) == (1, "")
    assert good == {"line": 1, "input": "/é", "result": "/%C3%A9"}
    assert bad["line"] == 2
    assert bad["input"] == "/%zz"
    del bad["error"]["message"]
    expected = {"code": "bad-percent", "component": "ipath", "position": 1, "section": "2.2"}
    assert bad["error"] == expected


def test_json_of_arguments_has_no_line():
    """A text that is not a line has no number."""
    assert json.loads(run("check", "--json", "a:b")[1]) == {"input": "a:b", "result": None}


@pytest.mark.slow
def test_lines_stream():
    """Two hundred thousand lines go through in the memory that a thousand take."""

    def peak(lines):
        script = (
            "import resource, sys; from iri3987.__main__ import main; main(['to-uri']);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script],
            input="http://例え.テスト/straße\n".encode() * lines,
            capture_output=True,
            check=True,
        )
        return int(done.stderr)

    assert peak(200_000) < peak(1_000) + 2_000
