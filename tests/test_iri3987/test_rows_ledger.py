"""Ledgers: what was written is what is read, and no program that opens one is misled."""

import os
import stat

import pytest

from iri3987.rows.ledger import Ledger, entries

#: Texts that a column may hold.
TEXTS = [
    "",
    "http://example.org/é例\U0001f600",
    "a\0b",
    "\udfff\ud800 x",
    "a\r\n\t\v\x85\u2028",
    '"quoted", with, commas',
    "x" * 100_000,
]


@pytest.fixture
def path(tmp_path):
    """The name of a file that is not there."""
    return tmp_path / "ledger.jsonl"


def test_json_lines_are_exact(tmp_path):
    """Each text comes back as it is, from a file of ASCII with a line for each record."""
    path = tmp_path / "a.JSONL"
    records = [{"pk": pk, "text": text} for pk, text in enumerate(TEXTS)]
    with Ledger(path) as ledger:
        ledger.write(*records)
        ledger.write({"pk": path})  # JSON does not know it, as it does not know a UUID
        assert [*records, {"pk": str(path)}] == list(entries(path))  # before the file is closed
    assert len(TEXTS) + 1 == path.read_bytes().decode("ascii").count("\n")


def test_noting(path, monkeypatch):
    """Records are on the disk before the block begins, and are taken back if it fails."""
    synced = []
    monkeypatch.setattr("os.fsync", lambda _: synced.append(path.read_text("ascii")))

    def fail(ledger):
        with ledger.noting([{"pk": 2}]):
            raise KeyboardInterrupt

    with Ledger(path) as ledger:
        ledger.write({"pk": 1})
        with pytest.raises(KeyboardInterrupt):
            fail(ledger)
        with ledger.noting([{"pk": 3}]):
            pass
    assert ['{"pk": 1}\n{"pk": 2}\n', '{"pk": 1}\n{"pk": 3}\n'] == synced
    assert synced[-1] == path.read_text("ascii")


@pytest.mark.parametrize("records", [[], [{"pk": 77}]])
def test_an_exception(path, records):
    """It leaves what was written, or no file: the same command can be given again."""

    def fail():
        with Ledger(path) as ledger:
            ledger.write(*records)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.exists() == bool(records)


def test_a_file_is_never_overwritten(path):
    """A file that is there, or a link, is refused and stays. An empty ledger is there, too."""
    with Ledger(path):
        pass
    link = path.with_name(f"link{path.suffix}")
    link.symlink_to(path.with_name("nowhere"))
    for each in (path, link):
        with pytest.raises(FileExistsError):
            Ledger(each)
    assert not link.exists()


@pytest.mark.parametrize("name", ["a.txt", "a", ".jsonl/", "a.json", "a.csv", "a.jsonl\n"])
def test_other_suffixes(tmp_path, name):
    """The format is that of the suffix."""
    with pytest.raises(ValueError, match=r"ends in \.jsonl, not '"):
        Ledger(f"{tmp_path}/{name}")


def test_texts_are_for_their_owner(path):
    """A ledger may hold passwords; others may not read it."""
    before = os.umask(0)
    try:
        with Ledger(path):
            pass
    finally:
        os.umask(before)
    assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def lines(path, *given):
    """Return what is read of a file of these lines."""
    path.write_bytes(b"".join(given))
    return list(entries(path))


@pytest.mark.parametrize("cut", [1, 2, 3, 10, 18])
def test_the_last_line_may_be_cut(path, cut):
    """A process that is killed leaves a line without its end: it is left out."""
    line = b'{"pk": 2, "old": "\\u00e9"}\n'
    expected = [{"pk": 1}] if cut > 1 else [{"pk": 1}, {"pk": 2, "old": "é"}]
    assert expected == lines(path, b'{"pk": 1}\n', line[:-cut])


@pytest.mark.parametrize(
    "line",
    [b"\n", b"{}\n", b"[1]\n", b"1\n", b"pk,text\r\n", b'{"pk": 1\n', b"[" * 100_000 + b"\n"],
    ids=["empty", "no-key", "list", "number", "csv", "half", "deep"],
)
def test_other_lines(path, line):
    """A line that is not a record is an error with its number."""
    with pytest.raises(ValueError, match="line 2 is not a record"):
        lines(path, b'{"pk": 1}\n', line, b'{"pk": 3}\n')


def test_octets_that_are_not_text(path):
    """They are an error in one line."""
    with pytest.raises(ValueError, match="utf-8"):
        lines(path, b"\xff\xfe\n")
