"""`make data`: what is fetched is what was checked, and what is here stays as it is."""

import hashlib
import http.server
import importlib
import json
import socket
import sys
import threading
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))
fetch = importlib.import_module("data.fetch")
rows = importlib.import_module("data.rows")
sys.path.remove(str(ROOT))

TEXT = "0041 ; Latin\n" * 500
OCTETS = TEXT.encode()
SHA_256 = hashlib.sha256(OCTETS).hexdigest()


class Server(http.server.ThreadingHTTPServer):
    """Serve one text, in the way that a test says, and remember the requests."""

    daemon_threads = True
    octets = OCTETS
    status = 200
    #: After so many octets the connection is closed.
    breaks_after = None
    ranges = True

    def __init__(self):
        self.asked = []
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def address(self):
        """Return the beginning of every address."""
        return f"http://127.0.0.1:{self.server_port}/"


class Handler(http.server.BaseHTTPRequestHandler):
    """Answer as the server says."""

    def do_GET(self):
        """Send the text, or the rest of it."""
        server, start = self.server, 0
        server.asked.append((self.path, self.headers.get("Range")))
        status = server.status
        if status == 200 and server.ranges and self.headers.get("Range"):
            start = int(self.headers["Range"].removeprefix("bytes=").removesuffix("-"))
            status = 206 if start < len(server.octets) else 416
        rest = server.octets[start:]
        self.send_response(status)
        self.send_header("Content-Length", str(len(rest)))
        self.end_headers()
        self.wfile.write(rest if server.breaks_after is None else rest[: server.breaks_after])

    def log_message(self, *arguments):
        """Print nothing."""


@pytest.fixture
def server():
    """Run a server."""
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def run(server, tmp_path, capsys, monkeypatch):
    """Return a function that runs the command for one file, and returns status and output."""
    monkeypatch.setenv("no_proxy", "*")

    def command(address=None, sha=SHA_256, **more):
        source = {"title": "x", "address": address or server.address, "folder": "here", **more}
        lines = [f'{name} = "{value}"' for name, value in source.items()]
        table = tmp_path / "table.toml"
        table.write_text("\n".join(["[x]", *lines, "[x.files]", f'"a/x.txt" = "{sha}"']), "utf-8")
        try:
            fetch.main(["--table", str(table), "--folder", str(tmp_path)])
            status = 0
        except SystemExit as error:
            status = error.code
        said = capsys.readouterr()
        return status, said.out, said.err

    return command


MISSING = "1 files are missing. The tests that need them skip."


def test_good(run, server, tmp_path):
    """A file is fetched once; then it is here, and the server is not asked."""
    assert (0, "fetched  here/x.txt\n", "") == run()
    assert OCTETS == (tmp_path / "here" / "x.txt").read_bytes()
    assert (0, "here     here/x.txt\n", "") == run()
    assert [("/a/x.txt", None)] == server.asked
    assert ["x.txt"] == [path.name for path in (tmp_path / "here").iterdir()]


def test_corrupted(run, server, tmp_path):
    """A file with another content is told, and does not stay."""
    server.octets = OCTETS.replace(b"Latin", b"Greek")
    status, out, err = run()
    assert (MISSING, "") == (status, out)
    assert "is not the file that was checked" in err
    assert hashlib.sha256(server.octets).hexdigest() in err
    assert [] == list((tmp_path / "here").iterdir())


@pytest.mark.parametrize("status", [404, 403, 500])
def test_missing(run, server, status):
    """An error of the server is told with its number."""
    server.status = status
    assert f"a/x.txt cannot be had: {status} " in run()[2]


def test_truncated(run, server, tmp_path):
    """A download that breaks off is told, and goes on where it ended."""
    server.breaks_after = 1000
    assert f"broke off after 1000 of {len(OCTETS)} octets: run this again" in run()[2]
    assert not (tmp_path / "here" / "x.txt").exists()
    server.breaks_after = None
    assert (0, "fetched  here/x.txt\n", "") == run()
    assert [None, "bytes=1000-"] == [asked for _, asked in server.asked]
    assert OCTETS == (tmp_path / "here" / "x.txt").read_bytes()


def test_server_without_ranges(run, server, tmp_path):
    """A server that sends the whole file again is understood."""
    server.breaks_after = 1000
    run()
    server.breaks_after, server.ranges = None, False
    assert 0 == run()[0]
    assert OCTETS == (tmp_path / "here" / "x.txt").read_bytes()


def test_part_of_something_else(run, tmp_path):
    """The rest of an older download that does not fit is thrown away, and the next run succeeds."""
    part = tmp_path / "here" / "x.txt.part"
    part.parent.mkdir()
    part.write_bytes(b"something else")
    assert "is not the file that was checked" in run()[2]
    part.write_bytes(OCTETS * 2)
    assert "cannot be had: 416" in run()[2]
    assert 0 == run()[0]


def test_no_network(run):
    """Where nothing answers, that is told in a sentence, and nothing else happens."""
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    status, out, err = run(f"http://127.0.0.1:{port}/")
    assert (MISSING, "") == (status, out)
    assert err.startswith(f"- http://127.0.0.1:{port}/a/x.txt cannot be reached: ")
    assert 1 == err.count("\n")


def test_no_answer_of_http(run):
    """Nor does an answer that is not HTTP end in a traceback."""

    def answer(listening):
        connection, _ = listening.accept()
        with connection:
            connection.recv(1000)
            connection.sendall(b"220 mail ready\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer, args=(listening,))
        thread.start()
        err = run(f"http://127.0.0.1:{listening.getsockname()[1]}/")[2]
        thread.join()
    assert "cannot be reached" in err


def test_too_large(run, monkeypatch):
    """A server cannot fill the disk."""
    monkeypatch.setattr(fetch, "_MOST_OCTETS", 100)
    assert "is larger than any file of the table" in run()[2]


def test_what_is_here_stays(run, server, tmp_path):
    """A file of that name with another content is not replaced."""
    target = tmp_path / "here" / "x.txt"
    target.parent.mkdir()
    target.write_text("mine", "utf-8")
    assert "is here with another content: move it away" in run()[2]
    assert ("mine", []) == (target.read_text("utf-8"), server.asked)


HOSTS = [
    "a comment",
    {"input": "fa\xdf.de", "output": "xn--fa-hia.de"},
    {"comment": "empty", "input": "\xad", "output": None},
]


def test_rows_are_made(run, server, tmp_path):
    """From a file of another project, rows are made, once."""
    server.octets = json.dumps(HOSTS).encode()
    options = {
        "sha": hashlib.sha256(server.octets).hexdigest(),
        "makes": "made/x.jsonl",
        "how": "url_standard",
    }
    assert "fetched  here/x.txt\nmade     made/x.jsonl\n" == run(**options)[1]
    assert "here     here/x.txt\nhere     made/x.jsonl\n" == run(**options)[1]
    made = tmp_path / "made" / "x.jsonl"
    first, second = map(json.loads, made.read_text("utf-8").splitlines())
    assert {
        "id": "x-0001",
        "op": "to_ascii",
        "input": "fa\xdf.de",
        "options": {"profile": "whatwg"},
        "expected": "xn--fa-hia.de",
        "source": "x:a/x.txt#1",
        "status": "reference",
    } == first
    assert ("x-0002", "\xad", None) == (second["id"], second["input"], second["expected"])
    made.write_text("mine", "utf-8")
    assert "is here with another content" in run(**options)[2]
    assert "mine" == made.read_text("utf-8")


def test_uts46():
    r"""An empty column stands for the one before, "" for nothing, \u for a character."""
    text = """\
# source; toUnicode; toUnicodeStatus; toAsciiN; toAsciiNStatus; toAsciiT; toAsciiTStatus
fass.de; ; ; ; ; ;  # fass.de
Fa\\u00DF.de; fa\xdf.de; ; xn--fa-hia.de; ; fass.de;  # Fa\xdf.de
\\x{05D0}a; ; [B2]; xn--a-0hc; ; ;  # made up
\\u00AD; ""; ; ; [A4_2]; ;  # made up
"""
    made = [(row["input"], row["op"], row["expected"]) for row in rows.uts46({"t": text}, "x")]
    assert [
        ("fass.de", "to_ascii", "fass.de"),
        ("fass.de", "to_unicode", "fass.de"),
        ("Fa\xdf.de", "to_ascii", "xn--fa-hia.de"),
        ("Fa\xdf.de", "to_unicode", "fa\xdf.de"),
        ("\u05d0a", "to_ascii", None),
        ("\u05d0a", "to_unicode", None),
        ("\xad", "to_ascii", None),
        ("\xad", "to_unicode", ""),
    ] == made


def test_json_schema():
    """Strings become rows, with the operation of their format; other values do not."""
    tests = [
        {"description": "numbers", "data": 12, "valid": True},
        {"description": "no scheme", "data": "//e/", "valid": False},
    ]
    text = json.dumps([{"description": "IRIs", "tests": tests}])
    (row,) = rows.json_schema({"format/iri.json": text}, "x")
    assert ("is_iri", "//e/", False) == (row["op"], row["input"], row["expected"])
    assert "x:format/iri.json#IRIs/no scheme" == row["source"]
    assert "options" not in row


def test_default_ignorable():
    """The part of a long file is cut out of it, with the lines that say what it is."""
    line = f"# {'=' * 48}\n"
    text = (
        "# DerivedCoreProperties-99.1.0.txt\n\n"
        f"{line}\n# Derived Property: Alphabetic\n\n0041 ; Alphabetic # L\n\n{line}\n"
        "# Derived Property: Default_Ignorable_Code_Point\n\n"
        f"00AD ; Default_Ignorable_Code_Point # Cf\n\n{line}\n# Derived Property: Other\n# EOF\n"
    )
    expected = (
        "# DerivedCoreProperties-99.1.0.txt\n\n"
        "# Derived Property: Default_Ignorable_Code_Point\n\n"
        "00AD ; Default_Ignorable_Code_Point # Cf\n\n"
    )
    assert expected == rows.default_ignorable({"t": text}, "x")


def test_table():
    """Every source of the table is a version that does not change, and knows how it is made."""
    table = tomllib.loads((ROOT / "data" / "sources.toml").read_text("utf-8"))
    targets = [
        f"{source['folder']}/{path.rpartition('/')[2]}"
        for source in table.values()
        for path in source["files"]
    ]
    assert sorted(set(targets)) == sorted(targets)
    for source in table.values():
        assert source["address"].startswith("https://")
        assert source["address"].endswith("/")
        assert "latest" not in source["address"]
        assert {64} == {len(sha) for sha in source["files"].values()}
        assert source["licence"]
        assert callable(getattr(rows, source.get("how", "lines")))


def test_unknown_source(capsys):
    """A name that is not in the table is told, with those that are."""
    with pytest.raises(SystemExit):
        fetch.main(["unicode"])
    assert "unicode is not in the table, which has unicode-ucd" in capsys.readouterr().err
