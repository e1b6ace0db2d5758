"""``flask iri``: the commands, in applications with Flask-SQLAlchemy and without."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import create_engine
from sqlalchemy.orm import Mapped, declarative_base, mapped_column

from flask_iri.commands import iri
from sqlalchemy_iri import IRIKey, IRIType
from test_sqlalchemy_iri.row_models import Base, Bookmark, store

TEXTS = ["http://a.example/", "HTTP://A.example", None, "no iri", "http://me:secret@a.example/%"]

db = SQLAlchemy()


class CommandLink(db.Model):  # type: ignore[name-defined,misc]
    """A link in the database of the application."""

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str | None] = mapped_column(IRIType(profile="any"))
    url_key: Mapped[str | None] = IRIKey("url", unique=False)
    owner: Mapped[str | None]


class OtherLink(db.Model):  # type: ignore[name-defined,misc]
    """A link in another database, without a key."""

    __bind_key__ = "other"

    id: Mapped[int] = mapped_column(primary_key=True)
    url: Mapped[str | None]


@pytest.fixture
def app(tmp_path):
    """Give an application with two databases, and rows without keys."""
    app = Flask("commands")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{tmp_path}/links.sqlite"
    app.config["SQLALCHEMY_BINDS"] = {"other": f"sqlite:///{tmp_path}/others.sqlite"}
    db.init_app(app)
    with app.app_context():
        db.create_all()
        rows = [{"id": number, "url": text} for number, text in enumerate(TEXTS, 1)]
        store(db.engine, CommandLink, [row | {"owner": "me"} for row in rows])
        store(db.engines["other"], OtherLink, rows[:2])
        engines = list(db.engines.values())
    yield app
    for engine in engines:
        engine.dispose()


@pytest.fixture
def call(app):
    """Return a function that runs a command: its status, and what it prints."""

    def run(*arguments, app=app):
        result = app.test_cli_runner().invoke(iri, list(map(str, arguments)))
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "secret" not in result.output
        return result.exit_code, result.output

    return run


def test_audit(call, tmp_path):
    """Texts that the column's profile refuses are counted and listed, and nothing is written.

    The database is the one that the class is bound to, and the column may be plain text; a class
    that is not the only one of its name is given with its module.
    """
    status, output = call("audit", "CommandLink.url", "--ledger", tmp_path / "found.jsonl")
    assert 1 == status
    assert "Addresses: 4\nWithout an address: 1\n\nRefused: 2\n" in output
    assert "me:***@" in (tmp_path / "found.jsonl").read_text("ascii")
    module = CommandLink.__module__
    status, output = call("audit", f"{module}:CommandLink.url", "--profile", "web")
    assert (1, True) == (status, "Refused: 2\n" in output)
    assert 1 == call("rekey", "CommandLink.url", "--check")[0]
    status, output = call("audit", "OtherLink.url")
    assert (0, True) == (status, "OtherLink.url\nAddresses: 2\n" in output)


def test_from_keys_to_one_row(call):
    """The commands in the order of a deploy."""
    status, output = call("rekey", "CommandLink.url", "--check")
    assert (1, True) == (status, "4 rows are stale" in output)
    status, output = call("rekey", "CommandLink.url", "--missing", "--size", "2", "--part", "1/1")
    assert (0, True) == (status, "4 rows were written" in output)
    status, output = call("dedupe", "CommandLink.url", "--by", "owner", "--by", "owner")
    assert (1, True) == (status, "1 group of equivalent rows" in output)
    merge = "test_sqlalchemy_iri.row_models.delete_others"
    status, output = call("dedupe", "CommandLink.url", "--merge", merge)
    assert (0, True) == (status, "1 of them was merged" in output)
    assert 0 == call("rekey", "CommandLink.url", "--check")[0]
    using = ["--using", "test_sqlalchemy_iri.row_models.as_https"]
    assert "1 of 4 rows would be written" in call("convert", "CommandLink.url", *using)[1]


@pytest.fixture
def plain(tmp_path):
    """Give the URL of a database that Flask-SQLAlchemy does not know, with a row."""
    engine = create_engine(f"sqlite:///{tmp_path}/plain.sqlite")
    Base.metadata.create_all(engine)
    store(engine, Bookmark, [{"id": 1, "url": "http://a.example/"}])
    engine.dispose()
    return engine.url


#: Other tests map classes with this name, too.
NAME = "test_sqlalchemy_iri.row_models:Bookmark.url"


def test_plain_sqlalchemy(call, plain):
    """Without Flask-SQLAlchemy, --url gives the database."""
    app = Flask("plain")
    status, output = call("rekey", NAME, "--url", plain, app=app)
    lines = ["iri rekey Bookmark.url: begins", "Bookmark.url: 1 row was written"]
    assert (0, lines) == (status, output.splitlines())
    status, output = call("rekey", NAME, app=app)
    assert (2, True) == (status, "Flask-SQLAlchemy is not in this app: give --url" in output)


def twin(module):
    """Return a mapped class, one of several with the same name."""

    class Twin(declarative_base()):
        __module__ = module
        __tablename__ = "twin"
        id: Mapped[int] = mapped_column(primary_key=True)

    return Twin


TWINS = [twin("here"), twin("there")]
USAGE = {
    "no-class": (["audit", "Nothing.url"], "there is no mapped class 'Nothing'"),
    "no-column": (["audit", "CommandLink.uri"], "CommandLink has no column 'uri'"),
    "no-attribute": (["audit", "CommandLink"], "expected Link.url or package.module:Link.url"),
    "control": (["audit", "\x1b[1m.\udc80"], r"there is no mapped class '\x1b[1m'"),
    "no-module": (["audit", "no.such:Link.url"], "there is no 'no.such:Link.url'"),
    "bad-module": (["audit", "a b:Link.url"], "there is no 'a b:Link.url'"),
    "not-mapped": (["audit", "json:JSONDecoder.url"], "'JSONDecoder' is not a mapped class"),
    "mapped-module": (["audit", "json:decoder.url"], "'decoder' is not a mapped class"),
    "an-object": (["audit", "test_flask_iri.test_commands:db.url"], "'db' is not a mapped class"),
    "several": (["audit", "Twin.url"], "there are several classes 'Twin': here:Twin, there:Twin"),
    "key": (["audit", "CommandLink.url_key"], "url_key is a key: name the address, url"),
    "large": (["audit", "CommandLink.url", "--after", "9" * 19], "too large"),
    "no-key": (["rekey", "OtherLink.url"], "there is no IRIKey('url') beside OtherLink.url"),
    "by": (["dedupe", "CommandLink.url", "--by", "x"], "CommandLink has no column 'x'"),
    "after": (["audit", "CommandLink.url", "--after", "x"], "is not a primary key of command_link"),
    "profile": (["audit", "CommandLink.url", "--profile", "nope"], "nope"),
    "url": (["audit", "CommandLink.url", "--url", "me:secret@x"], "--url is not the URL"),
    "port": (["audit", "CommandLink.url", "--url", "sqlite://u:secret@h:x/"], "--url is not"),
    "plugin": (["audit", "CommandLink.url", "--url", "nope://u:secret@h/"], "--url is not the URL"),
    "driver": (["audit", "CommandLink.url", "--url", "oracle://u:secret@h/"], "--url: No module"),
    "no-file": (["audit", "CommandLink.url", "--url", "sqlite:////no/x"], "the database failed"),
    "no-table": (["rekey", "CommandLink.url", "--url", "sqlite://"], "no such table"),
}


@pytest.mark.parametrize("case", USAGE)
def test_usage(call, case):
    """A command that is not understood says why in one line, and ends with 2."""
    arguments, message = USAGE[case]
    status, output = call(*arguments)
    [*_, line] = output.splitlines()
    assert (2, "Error: ") == (status, line[:7])
    assert message in line


def test_module_that_fails(call, tmp_path, monkeypatch):
    """An error that a module raises while it is imported is told in a line."""
    (tmp_path / "failing_models.py").write_text("raise SystemExit('\\x1b')")
    monkeypatch.syspath_prepend(tmp_path)
    status, output = call("audit", "failing_models:Link.url")
    assert 2 == status
    assert r"Error: failing_models cannot be imported: SystemExit: \x1b" in output


def test_bind_key_that_the_application_does_not_have(call, app):
    """A class of a database that is not configured is refused."""
    app.config["SQLALCHEMY_BINDS"] = {}
    other = Flask("other")
    other.config["SQLALCHEMY_DATABASE_URI"] = "sqlite://"
    db.init_app(other)
    status, output = call("audit", "OtherLink.url", app=other)
    assert (2, True) == (status, "has no database for the bind key 'other'" in output)


APP = """
from flask import Flask
from test_sqlalchemy_iri.row_models import Bookmark
app = Flask("plain")
"""


@pytest.mark.slow
def test_in_any_application(tmp_path, plain):
    """``flask iri`` is there in any app."""
    (tmp_path / "app.py").write_text(APP)
    command = [sys.executable, "-m", "flask", "iri", "rekey", "Bookmark.url", "--url"]
    output = subprocess.check_output(
        [*command, plain.render_as_string()],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        text=True,
    )
    assert "Bookmark.url: 1 row was written\n" == output
