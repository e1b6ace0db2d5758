"""The command line, run as a person runs it: as a process."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from importlib.metadata import version

import pytest

from iri3987.__main__ import main
from iri3987._unicode._tables import UNICODE_VERSION


def run(*arguments, stdin=b"", **environment):
    """Run ``python -m iri3987`` and return its status, output and errors."""
    done = subprocess.run(
        [sys.executable, "-m", "iri3987", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_map():
    """Each TEXT is mapped, one line each, in order."""
    expected = "http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9\n/%C3%A9\n"
    assert run("map", "http://faß.de/straße?q=é", "/é") == (0, expected, "")


def test_unmap():
    """Percent-encoded UTF-8 becomes characters, other octets stay."""
    assert run("unmap", "http://example.org/D%C3%BCrst/D%FCrst") == (
        0,
        "http://example.org/Dürst/D%FCrst\n",
        "",
    )


def test_check_is_silent_about_an_iri():
    """No news is good news: there is no output for an IRI."""
    assert run("check", "urn:例:1", "http://例え.テスト/") == (0, "", "")


def test_check_wants_an_iri():
    """A relative reference is not an IRI (RFC 3987 section 1.3)."""
    status, _, errors = run("check", "../a")
    assert status == 1
    assert errors.startswith("not-absolute: ")


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("any", []),
        ("web", ["scheme-not-allowed", "host-single-label"]),
        ("intranet", ["scheme-not-allowed"]),
        ("public", ["scheme-not-allowed", "host-single-label", "host-not-public"]),
        ("iri3987.profile.LINK", ["scheme-not-allowed"]),
        ("iri3987.profile:WEB", ["scheme-not-allowed", "host-single-label"]),
    ],
)
def test_check_with_a_profile(name, codes, capsys):
    """A profile is named, or a path leads to it."""
    texts = ["urn:例:1", "http://wiki/", "http://127.0.0.1/", "http://example.org/"]
    status = main(["check", "--profile", name, *texts])
    output, errors = capsys.readouterr()
    assert (int(bool(codes)), "") == (status, output)
    assert codes == [line.partition(":")[0] for line in errors.splitlines()]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("internet", "profile must be 'any', 'web', 'intranet', 'public', a Profile, or a path to"),
        ("iri3987.profile.NOTHING", "leads nowhere"),
        ("iri3987.profile.make_profile", "not a Profile"),
    ],
)
def test_check_with_what_is_not_a_profile(name, message, capsys):
    """The command line is at fault, and the message says what would be right."""
    with pytest.raises(SystemExit) as caught:
        main(["check", "--profile", name, "urn:x"])
    assert 2 == caught.value.code
    assert message in capsys.readouterr().err


def test_repair():
    """Each TEXT is repaired, one line each; what cannot be is refused."""
    status, output, errors = run("repair", "http://é.example/100%|", "/a", "http:\\\\a b")
    assert (1, "http://é.example/100%25%7C\n/a\n") == (status, output)
    assert ['bad-character: expected "/"'] == [
        line.partition(",")[0] for line in errors.splitlines()
    ]


class Terminal(io.StringIO):
    """A terminal to write to."""

    def isatty(self):
        """Tell that it is one."""
        return True


def test_the_rest_goes_on_after_an_error():
    """One bad text does not stop the others; the status tells that there was one."""
    status, output, errors = run("map", "%", "/é")
    assert (status, output) == (1, "/%C3%A9\n")
    assert errors.startswith("bad-percent: ")


def test_reads_lines_without_arguments():
    """Each line is a text, however lines end; one that is refused is empty, and named."""
    stdin = "http://é.example/\r\n%zz\n\n/ü".encode()
    status, output, errors = run("map", stdin=stdin)
    assert (status, output) == (1, "http://xn--9ca.example/\n\n\n/%C3%BC\n")
    assert errors.startswith("line 2: bad-percent: ")


def test_octets_that_are_not_utf8():
    """A line that is not UTF-8 is not an IRI, and does not cause a traceback."""
    status, output, errors = run("check", stdin=b"http://a/\xff\n")
    assert (status, output) == (1, "")
    assert "U+DCFF" in errors


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
        assert main(["map", "/é"]) == 0
    assert stream.getvalue() == "/%C3%A9\n"


def test_a_terminal_without_the_character():
    """Where the output cannot hold a character, it is escaped."""
    status, output, _ = run("unmap", "/%C3%A9", PYTHONIOENCODING="ascii")
    assert (status, output) == (0, "/\\xe9\n")


@pytest.mark.parametrize("arguments", [(), ("translate",), ("check", "--loud")], ids=str)
def test_usage(arguments):
    """A word that is not a command is a usage error."""
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors.startswith("usage: python -m iri3987")


def test_help_names_the_commands():
    """Help is on standard output, and says what there is."""
    status, output, _ = run("--help")
    assert status == 0
    assert {"check", "map", "unmap"} <= set(output.split())


def test_reader_that_goes_away():
    """``| head`` ends the run without a traceback."""
    with subprocess.Popen(
        [sys.executable, "-m", "iri3987", "map"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(b"http://example.org/\n" * 100_000)
    assert (process.returncode, errors) == (1, b"")


def test_map_options():
    """The host can be percent-encoded, and what people type can be encoded first."""
    expected = "http://fa%C3%9F.de/a%20b\n"
    assert run("map", "--host", "percent", "--preprocess", "http://faß.de/a b")[1] == expected


def test_unmap_host():
    """The host can be written in Unicode."""
    assert run("unmap", "--host", "unicode", "http://xn--fa-hia.de/")[1] == "http://faß.de/\n"


def test_normalize():
    """The normal form is that of the level asked for: RFC 3987 sections 5.3.2 and 5.3.3."""
    text = "HTTP://example.com:80/%7e"
    assert run("normalize", text)[1] == "http://example.com:80/~\n"
    assert run("normalize", "--level", "scheme", text)[1] == "http://example.com/~\n"


def test_compare():
    """Each TEXT is compared with the first IRI, at the level of the scheme unless told."""
    arguments = ("http://example.com", "http://example.com:80/", "http://example.com/?")
    assert run("compare", *arguments)[1] == "equivalent\ndifferent\n"
    assert run("compare", "--level", "string", *arguments)[1] == "different\ndifferent\n"


def test_resolve():
    """References, of the arguments or the lines, are resolved against the base."""
    assert run("resolve", "http://a/b/c", "../é", "#f")[1] == "http://a/é\nhttp://a/b/c#f\n"
    assert run("resolve", "http://a/b/c", stdin=b"d\n")[1] == "http://a/b/d\n"


def test_display():
    """What is shown can be trusted: a look-alike of apple.com stays an A-label."""
    assert run("display", "http://аррӏе.com/")[1] == "http://xn--80ak6aa92e.com/\n"


def test_inspect():
    """Each finding is a line: its severity, its code, and what was found."""
    status, output, errors = run("inspect", "http://me@example.org:/")
    assert (status, errors) == (0, "")
    assert output.splitlines() == [
        "warning: userinfo: expected a host without a user name in iuserinfo, at position 7",
        'info: empty-port: expected a port after ":" in port, at position 21',
    ]


def test_inspect_is_silent_about_what_has_nothing():
    """No news is good news."""
    assert run("inspect", "https://例え.テスト/", "../a") == (0, "", "")


def test_inspect_shows_no_password():
    """A finding does not repeat a password."""
    assert "secret" not in run("inspect", "http://me:secret\u200b@a/")[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("/a b", 1), ("http://a..b/", 1), ("http://рaypal.com/", 0), ("http://faß.de/", 0)],
)
def test_inspect_status(text, expected):
    """The status is 1 where a finding is an error, not for warnings."""
    assert expected == run("inspect", text)[0]


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


@pytest.mark.parametrize("command", ["compare", "resolve"])
def test_the_first_iri_must_be_one(command):
    """A base that is not an IRI reference is an error in the command line."""
    status, _, errors = run(command, "%", "/a")
    assert status == 2
    assert "bad-percent" in errors


def test_file(tmp_path):
    """The lines can come from a file."""
    file = tmp_path / "iris"
    file.write_bytes("/é\n%\n".encode())
    status, output, errors = run("map", "--file", str(file))
    assert (status, output) == (1, "/%C3%A9\n\n")
    assert errors.startswith("line 2: bad-percent")


def test_file_that_is_not_there(tmp_path):
    """A file that cannot be read is an error in the command line."""
    status, output, errors = run("map", "--file", str(tmp_path / "none"))
    assert (status, output) == (2, "")
    assert "No such file" in errors


def test_text_or_file(tmp_path):
    """TEXT beside --file would be ignored, or the file would: it is an error."""
    (tmp_path / "iris").write_bytes(b"/a\n")
    status, output, errors = run("map", "--file", str(tmp_path / "iris"), "/b")
    assert (status, output) == (2, "")
    assert "one of them" in errors


def test_no_standard_input(monkeypatch, capsys):
    """Without TEXT, a file and standard input there is nothing to do."""
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(SystemExit) as caught:
        main(["map"])
    assert caught.value.code == 2
    assert "no standard input" in capsys.readouterr().err


def test_input_from_memory(monkeypatch, capsys):
    """Standard input need not be a file of the system's."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"/a\n")))
    assert main(["map"]) == 0
    assert capsys.readouterr().out == "/a\n"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")  # noqa: PTH110
def test_a_full_disk():
    """Output that cannot be written is an error, and no traceback."""
    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "iri3987", "map", "/a"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode != 0
    assert b"Traceback" not in done.stderr


def test_json():
    """With --json every text gives an object, valid or not, with its line."""
    status, output, errors = run("map", "--json", stdin="/é\n/%zz\n".encode())
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


class TestProgress:
    """A long file gets a progress bar on a terminal, and nowhere else."""

    @pytest.fixture
    def file(self, tmp_path):
        """Return a file that is long enough, though most of it is not there."""
        path = tmp_path / "long"
        with path.open("wb") as file:
            file.write(b"a:\n" * 10)
            file.truncate(10_000_000)
        return path

    def errors_on_a_terminal(self, file, monkeypatch):
        """Check the file with standard error a terminal, and return what that shows."""
        terminal = io.StringIO()
        terminal.isatty = lambda: True
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", terminal)
            main(["check", "--file", os.fspath(file)])
        return terminal.getvalue()

    def test_bar(self, file, monkeypatch):
        """The bar ends at 100 %."""
        pytest.importorskip("tqdm")
        assert "100%" in self.errors_on_a_terminal(file, monkeypatch)

    def test_without_the_library(self, file, monkeypatch):
        """Without the extra iri3987[cli] there is no bar, and no error for it."""
        monkeypatch.setitem(sys.modules, "tqdm", None)
        assert "%|" not in self.errors_on_a_terminal(file, monkeypatch)

    def test_no_terminal(self, file):
        """There is no bar if the output is not a terminal."""
        assert "%|" not in run("check", "--file", os.fspath(file))[2]


@pytest.mark.slow
def test_lines_stream():
    """Two hundred thousand lines go through in the memory that a thousand take."""

    def peak(lines):
        script = (
            "import resource, sys; from iri3987.__main__ import main; main(['map']);"
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
