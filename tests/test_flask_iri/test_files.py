"""`flask_iri.files`: a file keeps its name, in and out."""

import io

import pytest
from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.http import parse_options_header

from flask_iri.files import save_upload, send_file

NAME = 'naïve 日本語 "x".pdf'


@pytest.mark.parametrize("as_attachment", [False, True])
def test_file_arrives_under_its_name(tmp_path, as_attachment):
    """A file is sent under its exact name, with its type, inline or not."""
    path = tmp_path / NAME
    path.write_bytes(b"%PDF")
    app = Flask(__name__)
    with app.test_request_context():
        response = send_file(path, as_attachment=as_attachment)
        response.close()
    disposition, parameters = parse_options_header(response.headers["Content-Disposition"])
    assert ("attachment" if as_attachment else "inline", NAME) == (
        disposition,
        parameters["filename"],
    )
    assert "application/pdf" == response.mimetype


@pytest.mark.parametrize("name", ["\ud800.txt", "a\r\nb.txt", "../a.txt", "é%41.txt"])
def test_any_name(name):
    """Any text can be the name of a download."""
    app = Flask(__name__)
    with app.test_request_context():
        response = send_file(io.BytesIO(b"a"), download_name=name, as_attachment=True)
        assert response.headers["Content-Disposition"].startswith('attachment; filename="')
        assert "text/plain" == response.mimetype


def test_file_without_a_name():
    """A file that has no name gets no header."""
    app = Flask(__name__)
    with app.test_request_context():
        response = send_file(io.BytesIO(b"a"), mimetype="text/plain")
    assert "Content-Disposition" not in response.headers


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (NAME, "naïve 日本語 x.pdf"),
        ("../../etc/passwd", "passwd"),
        (None, "file"),
        ("con.txt", "_con.txt"),
    ],
)
def test_upload_is_saved_in_the_folder(tmp_path, name, expected):
    """An upload is saved under its own name, in that folder and nowhere else."""
    folder = tmp_path / "in"
    folder.mkdir()
    path = save_upload(FileStorage(io.BytesIO(b"a"), filename=name), folder)
    assert (folder / expected, b"a") == (path, path.read_bytes())
    assert [folder] == list(tmp_path.iterdir())


def test_upload_overwrites_nothing(tmp_path):
    """A second upload of the same name gets another one."""
    for number, expected in [(1, "日本.pdf"), (2, "日本-2.pdf"), (3, "日本-3.pdf")]:
        upload = FileStorage(io.BytesIO(b"%d" % number), filename="日本.pdf")
        path = save_upload(upload, tmp_path)
        assert (expected, b"%d" % number) == (path.name, path.read_bytes())
    assert b"1" == (tmp_path / "日本.pdf").read_bytes()
