"""The options of the commands: what each of them takes, and one line for what it does not."""

import pytest

from iri3987 import WEB
from iri3987.comparison.policy import function
from iri3987.rows.options import COMMANDS


def option(flag):
    """Return an option of any command."""
    return next(
        option for command in COMMANDS.values() for option in command.options if option.flag == flag
    )


@pytest.mark.parametrize(
    ("flag", "text", "expected"),
    [
        ("--profile", "web", WEB),
        ("--profile", "iri3987.profile.WEB", WEB),
        ("--using", "os.path.basename", __import__("os").path.basename),
        ("--using", "os.path:basename", __import__("os").path.basename),
        ("--merge", "builtins.print", print),
        ("--part", "1/8", (1, 8)),
        ("--part", "8/8", (8, 8)),
        ("--size", "1", 1),
        ("--size", "999999999", 999_999_999),
        ("--pause", "0.1", 0.1),
        ("--pause", "0", 0),
        ("--after", "x", "x"),
        ("--ledger", "x", "x"),
    ],
)
def test_values(flag, text, expected):
    """An option makes a value of its text."""
    assert expected == option(flag).parse(text)


WRONG = {
    "--profile": ["", "nothing", "a.b", "os.path.join", "\ud800", "a\nb"],
    "--using": ["", "os", "os.path", "os.none", "nothing.at.all", "os.sep", "a b.c\n", "\0.a"],
    "--part": ["", "1", "0/1", "2/1", "1/0", "a/b", "1/8/2", "-1/8", "²/8", "1/" + "9" * 5000],
    "--size": ["", "0", "-1", "1.5", "²", "9" * 5000, "x"],
    "--pause": ["", "-1", "nan", "inf", "3600", "x", "\ud800"],
}


@pytest.mark.parametrize(("flag", "text"), [(flag, each) for flag in WRONG for each in WRONG[flag]])
def test_wrong_values(flag, text):
    """The error is one line that can be printed."""
    with pytest.raises(ValueError, match=r".") as caught:
        option(flag).parse(text)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "line", ["1 / 0", "def f(:", "raise SystemExit(0)", "raise KeyError('\\x1b')"]
)
@pytest.mark.parametrize("flag", ["--using", "--merge", "--profile"])
def test_a_module_that_fails(flag, line, tmp_path, monkeypatch):
    """An error of a module while it is imported is told in a line, without control characters."""
    (tmp_path / "failing_module.py").write_text(line)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="cannot be imported") as caught:
        option(flag).parse("failing_module.x")
    assert str(caught.value).isprintable()


def test_names():
    """An option has a name that Python can use, and a default."""
    names = [option.name for option in COMMANDS["rekey"].options]
    assert ["missing", "check", "ledger", "size", "pause", "after", "part"] == names
    assert (1000, 0) == (option("--size").default, option("--pause").default)


def test_help():
    """Each command and each option says what it does; what takes a value names it."""
    for command in COMMANDS.values():
        assert command.help.endswith(".")
        for each in command.options:
            assert each.help
            assert (each.parse is None) == (each.metavar is None)


def test_a_path_to_a_class():
    """Anything that can be called is a function here."""
    assert function("builtins.str") is str
