"""The page of an audit: what it counts, which rows it shows, and what becomes of hostile text."""

import io
import sys

import pytest

from iri3987 import ANY, WEB, IRIError, Profile, equivalent
from iri3987.__main__ import main
from iri3987.codes import CODES, Severity
from iri3987.messages.sentences import AUDIT
from iri3987.rows import page as module
from iri3987.rows.batches import Record
from iri3987.rows.page import Page


def read(texts, language="en", profile=WEB):
    """Return the page of *texts*."""
    page = Page(language)
    page.read(enumerate(texts, 1), profile.for_forms())
    return page


def run(octets, *arguments, monkeypatch):
    """Run the command with *octets* as its input, and return its status."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(octets)))
    return main(["audit", *arguments])


def test_what_is_not_an_address():
    """A word for "nothing" is refused as what it is, and is not there twice."""
    words = ["n/a", "-", "NULL", "TBD", "none", "なし", "нет", "example org"]
    page = read(words * 2).as_json()
    assert {"not-absolute": 16} == page["refused"]["codes"]
    assert {"Enter the whole address, as in https://example.org/."} == {
        row["message"] for row in page["refused"]["rows"]
    }
    assert 0 == page["twice"]["count"]
    assert 1 == read(["ftp://a.example/"] * 2).as_json()["twice"]["count"]


def test_each_kind_has_a_name():
    """The words of the page are those of its kinds, and some for numbers."""
    assert {*read([]).as_json()} - {"addresses", "empty"} <= AUDIT.keys()


@pytest.mark.parametrize(
    ("codes", "shown"),
    [
        ("aaaa", "aaa"),
        ("abbb", "bba"),
        ("aabbc", "abc"),
        ("abcddd", "dab"),
    ],
)
def test_three_rows_of_each_kind(codes, shown):
    """The most frequent codes come first, each with a row while there are three."""
    texts = {"a": "urn:a", "b": "http://wiki/", "c": "http://a..b/", "d": "http://a:b/"}
    page = read([texts[code] for code in codes]).as_json()["refused"]
    assert len(codes) == page["count"] == sum(page["codes"].values())
    assert [texts[code] for code in shown] == [row["text"] for row in page["rows"]]


@pytest.mark.parametrize("room", [0, 10**9])
def test_twice_is_what_is_equivalent(room, monkeypatch):
    """A text is there already if one before is equivalent, kept as it is or not."""
    monkeypatch.setattr(module, "_ROOM", room)
    texts = [
        *("http://a.example", "http://a.example/", "HTTP://A.example:80", "http://a.example/b"),
        *("http://faß.de/", "http://xn--fa-hia.de/", "http://fass.de/", "http://a.example/?"),
        *("http://faß.de/", "http://a.example/%62", "urn:a", "urn:a", "http://a.example/?a|b"),
        "http://a.example/?a%7Cb",
    ]

    expected = sum(
        any(equivalent(text, each) for each in texts[:index]) for index, text in enumerate(texts)
    )
    found = read(texts).as_json()["twice"]
    assert expected == found["count"]
    assert 2 == found["codes"]["same"]
    assert (room > 0) is ("as http://a.example." in found["rows"][0]["message"])


HOSTILE = [
    b"http://example.org/\xe4",
    b"\xff\xfe",
    b"a\0b",
    b"\xed\xa0\x80",
    b"http://me:secret@a b/",
    b"http://me:secret@exa\xe2\x80\x8bmple.org/",
    b"me:secret@h",
    b"a\x1b[31m\x0b\x0c\x1c\x85",
    "http://example.org/\u202e\u2028".encode(),
    b"/" + 100_000 * b"x",
    b"http://example.org/" + 10_000 * b"%e4",
    b"--help",
    b"\r\r",
]


@pytest.mark.parametrize("language", ["en", "ar"])
def test_any_octets(language, capsys, monkeypatch):
    """No line makes a traceback, shows a password or a control character, or fills a screen."""
    octets = b"\xef\xbb\xbfhttp://example.org/\r\n" + b"\n".join(HOSTILE) + b"\n"
    assert 1 == run(octets, "--language", language, monkeypatch=monkeypatch)
    output, errors = capsys.readouterr()
    assert "" == errors
    assert all(line.isprintable() and len(line) < 500 for line in output.splitlines())
    assert "secret" not in output
    assert f"{len(HOSTILE)}" in output.splitlines()[0]  # the last line is empty


@pytest.mark.parametrize(
    "octets", [b'url\n"' + b"x\n" * 9_000, b"url\na\rb\n"], ids=["no end", "return"]
)
def test_a_file_that_is_not_csv(octets, monkeypatch):
    """The error names the line; the command prints it, and its status is 1, as for other files."""
    monkeypatch.setattr(module, "_LONGEST_CELL", 9_999)
    with pytest.raises(OSError, match=r"^line \d+: "):
        run(octets, "--column", "url", monkeypatch=monkeypatch)


def test_a_column_of_a_file(capsys, tmp_path):
    """The command reads the file that it is given, and leaves it as it was."""
    path = tmp_path / "links.csv"
    path.write_bytes(b"id,url\n1,http://a.example\n2,HTTP://A.example/\n")
    before = path.read_bytes(), [*tmp_path.iterdir()]
    assert 0 == main(["audit", str(path), "--column", "url"])
    assert "Already there: 1" in capsys.readouterr().out
    assert before == (path.read_bytes(), [*tmp_path.iterdir()])


def test_reasons_that_are_not_sentences():
    """A rule of a project may raise anything: the page has its message, without passwords."""
    page = Page("en")
    record: Record = {"pk": (1, "a"), "code": "function-failed", "position": None, "findings": []}
    page.tell({**record, "reason": "KeyError: 'x'", "text": None})
    assert ['           [1, "a"]: ', "           KeyError: 'x'"] == [*page.lines()][-2:]
    assert 1 == page.refused


def test_any_scheme():
    """A rule without schemes completes nothing, and counts what runs programs all the same."""
    page = read(["javascript:alert(1)", "example.org"], profile=ANY).as_json()
    assert (1, 1) == (page["refused"]["count"], page["program"]["count"])


def test_each_finding_has_a_kind():
    """What a form asks about is on the page; what it repairs is there as what it would write."""
    warnings = {code for code, row in CODES.items() if row.severity is Severity.WARNING}
    refused = {code for code in warnings if CODES[code].raised_by}
    assert warnings - refused - {"repaired"} <= module.KIND_OF.keys()


class Own(Profile):
    """A rule with a code of its own."""

    def clean(self, text):
        """Refuse everything."""
        raise IRIError(f"expected nothing, not {text}", "of-ones-own")


def test_code_of_ones_own():
    """An error with a code that this package does not know says what its author wrote."""
    page = Page("de")
    page.read([(1, "http://a.example/")], Own())
    assert "expected nothing, not http://a.example/" in "\n".join(page.lines())
