"""`flask_iri.files`: a file keeps its name, in and out."""

import io
from pathlib import Path
from urllib.parse import quote

import pytest
from flask import Flask, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import NotFound
from werkzeug.http import parse_options_header

from flask_iri.files import save_upload, send_file, send_from_directory

NAME = 'naïve 日本語 "x".pdf'


@pytest.fixture
def folder(tmp_path) -> Path:
    """Return the folder of uploads, beside which there is a secret."""
    (tmp_path / "secret.txt").write_bytes(b"secret")
    made: Path = tmp_path / "in"
    made.mkdir()
    return made


@pytest.fixture
def app(folder) -> Flask:
    """Make an application that sends files."""
    made = Flask(__name__)

    @made.get("/file/<path:name>")
    def give(name: str) -> ResponseReturnValue:
        return send_from_directory(folder, name, as_attachment="inline" not in request.args)

    @made.get("/renamed/<path:name>")
    def give_renamed(name: str) -> ResponseReturnValue:
        return send_from_directory(folder, name, download_name=NAME, max_age=60)

    return made


def name_in(headers) -> tuple[str, str | None]:
    """Return what the field of the name says: how a client shows the file, and under which name."""
    disposition, parameters = parse_options_header(headers["Content-Disposition"])
    return disposition, parameters.get("filename")


def upload(name: str | None, content: bytes = b"a") -> FileStorage:
    """Return a file as a request brings it."""
    return FileStorage(io.BytesIO(content), filename=name)


@pytest.mark.parametrize("as_attachment", [False, True])
def test_file_arrives_under_its_name(tmp_path, as_attachment):
    """A file is sent under its exact name, with its type, inline or not; or without a name."""
    path = tmp_path / NAME
    path.write_bytes(b"%PDF")
    with Flask(__name__).test_request_context():
        response = send_file(path, as_attachment=as_attachment)
        response.close()
        nameless = send_file(io.BytesIO(b"a"), mimetype="text/plain")
    assert ("attachment" if as_attachment else "inline", NAME) == name_in(response.headers)
    assert "application/pdf" == response.mimetype
    assert "Content-Disposition" not in nameless.headers


def test_file_of_a_folder_arrives_under_its_name(app, folder):
    """A file of a folder is sent under its exact name, with its type, or under another one."""
    (folder / NAME).write_bytes(b"%PDF")
    client = app.test_client()
    answer = client.get(f"/file/{quote(NAME)}", buffered=True)
    assert (200, b"%PDF", "application/pdf") == (answer.status_code, answer.data, answer.mimetype)
    assert ("attachment", NAME) == name_in(answer.headers)
    assert ("inline", NAME) == name_in(
        client.get(f"/file/{quote(NAME)}?inline", buffered=True).headers
    )
    (folder / "1").write_bytes(b"%PDF")
    renamed = client.get("/renamed/1", buffered=True)
    assert ("inline", NAME) == name_in(renamed.headers)
    assert ("application/pdf", 60) == (renamed.mimetype, renamed.cache_control.max_age)
    with app.test_request_context():  # Werkzeug could not write this name
        odd = send_from_directory(folder, "1", download_name="\ud800.pdf")
        odd.close()
    assert "application/pdf" == odd.mimetype


def test_nothing_outside_the_folder_is_sent(app, folder):
    """A path that leads out of the folder, or that no file can have, is not found."""
    outside = ("../secret.txt", "a/../../secret.txt", "..", "/etc/passwd")
    for path in (*outside, ".", "", "a\0b", "\ud800", "a" * 300):
        with app.test_request_context(), pytest.raises(NotFound):
            send_from_directory(folder, path)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (NAME, "naïve 日本語 x.pdf"),
        ("../../etc/passwd", "passwd"),
        (None, "file"),
        ("..", "file"),
    ],
    ids=ascii,
)
def test_upload_is_saved_in_the_folder(folder, name, expected):
    """An upload is saved under its own name, in that folder and nowhere else."""
    path = save_upload(upload(name), folder)
    assert (folder / expected, b"a") == (path, path.read_bytes())
    assert [path] == list(folder.iterdir())
    assert {folder, folder.parent / "secret.txt"} == set(folder.parent.iterdir())
