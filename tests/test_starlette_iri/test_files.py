"""Uploads are saved under their own names, and nowhere but in the folder."""

import io

import pytest
from starlette.datastructures import UploadFile

from starlette_iri.files import save_upload


@pytest.fixture
def folder(tmp_path):
    """Give a folder for uploads, beside which is a file that no upload may touch."""
    (tmp_path / "secret.txt").write_bytes(b"secret")
    folder = tmp_path / "uploads"
    folder.mkdir()
    return folder


def upload(name, content=b"a"):
    """Return an upload."""
    return UploadFile(io.BytesIO(content), filename=name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("naïve 日本語.pdf", "naïve 日本語.pdf"),
        ("../secret.txt", "secret.txt"),
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
    assert b"secret" == (folder.parent / "secret.txt").read_bytes()
