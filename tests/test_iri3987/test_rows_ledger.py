"""Ledgers: what was written is what is read, and no program that opens one is misled."""

import json
import os
import stat

import pytest

from iri3987.rows.ledger import Ledger, entries

NAMES = ("pk", "text", "findings")
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
    with Ledger(path, NAMES) as ledger:
        for pk, text in enumerate(TEXTS):
            ledger.write(pk=pk, text=text, other="left out")
        ledger.write(pk=path)  # JSON does not know it, as it does not know a UUID
    expected = [{"pk": pk, "text": text} for pk, text in enumerate(TEXTS)]
    assert [*expected, {"pk": str(path)}] == list(entries(path))
    assert len(TEXTS) + 1 == path.read_bytes().decode("ascii").count("\n")


def test_what_is_dropped_is_not_in_the_file(path):
    """Records are dropped back to those that were kept, also if they were flushed."""
    with Ledger(path, NAMES) as ledger:
        ledger.write(pk=1)
        ledger.keep()
        ledger.write(pk=2)
        ledger.flush()
        ledger.drop()
        ledger.drop()
        ledger.write(pk=3)
    text = path.read_text("ascii")
    assert (True, False, True) == tuple(each in text for each in "123")


def test_what_is_flushed_is_on_the_disk(path):
    """Another process can read it, before the ledger is closed."""
    with Ledger(path, NAMES) as ledger:
        ledger.write(pk=77)
        ledger.flush()
        assert "77" in path.read_text("ascii")


def test_an_exception_leaves_what_was_written(path):
    """The rows may have been written, so their records stay."""

    def fail():
        with Ledger(path, NAMES) as ledger:
            ledger.write(pk=77)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert "77" in path.read_text("ascii")


def test_an_exception_before_any_record_leaves_no_file(path):
    """The same command can be given again."""
    with pytest.raises(ValueError, match="wrong"), Ledger(path, NAMES):
        raise ValueError("wrong")
    assert not path.exists()


def test_a_ledger_without_records(path):
    """It is there: nothing was found."""
    with Ledger(path, NAMES):
        pass
    assert path.read_bytes() == b""


def test_a_file_is_never_overwritten(path):
    """A file that is there, or a link, is refused and stays."""
    path.write_text("precious")
    link = path.with_name(f"link{path.suffix}")
    link.symlink_to(path.with_name("nowhere"))
    for each in (path, link):
        with pytest.raises(FileExistsError):
            Ledger(each, NAMES)
    assert "precious" == path.read_text()
    assert not link.exists()


@pytest.mark.parametrize("name", ["a.txt", "a", ".jsonl/", "a.json", "a.csv", "a.jsonl\n"])
def test_other_suffixes(tmp_path, name):
    """The format is that of the suffix."""
    with pytest.raises(ValueError, match=r"ends in \.jsonl, not '"):
        Ledger(f"{tmp_path}/{name}", NAMES)


def test_exact_texts_are_for_their_owner(tmp_path):
    """The file of a conversion may hold passwords; others may not read it."""
    before = os.umask(0)
    try:
        with Ledger(tmp_path / "a.jsonl", NAMES, is_private=True):
            pass
    finally:
        os.umask(before)
    assert 0o600 == stat.S_IMODE((tmp_path / "a.jsonl").stat().st_mode)


# entries


def lines(tmp_path, *given):
    """Return what is read of a file of these lines."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(given))
    return list(entries(path))


@pytest.mark.parametrize("cut", range(1, 20))
def test_the_last_line_may_be_cut(tmp_path, cut):
    """A process that is killed leaves a line without its end: it is left out."""
    line = json.dumps({"pk": 2, "old": "é"}).encode() + b"\n"
    expected = [{"pk": 1}] if cut > 1 else [{"pk": 1}, {"pk": 2, "old": "é"}]
    assert expected == lines(tmp_path, b'{"pk": 1}\n', line[:-cut])


@pytest.mark.parametrize(
    "line",
    [b"\n", b"{}\n", b"[1]\n", b"1\n", b"pk,text\r\n", b'{"pk": 1\n', b"[" * 100_000 + b"\n"],
    ids=["empty", "no-key", "list", "number", "csv", "half", "deep"],
)
def test_other_lines(tmp_path, line):
    """A line that is not a record is an error with its number."""
    with pytest.raises(ValueError, match="line 2 is not a record"):
        lines(tmp_path, b'{"pk": 1}\n', line, b'{"pk": 3}\n')


def test_octets_that_are_not_text(tmp_path):
    """They are an error in one line."""
    with pytest.raises(ValueError, match="utf-8"):
        lines(tmp_path, b"\xff\xfe\n")
