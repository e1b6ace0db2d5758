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
        ("/etc/passwd", "passwd"),
        ("..\\..\\é.txt", "é.txt"),
        (None, "file"),
        ("..", "file"),
        ("con.txt", "_con.txt"),
        ("a\0b\n.txt", "ab .txt"),
        ("ann\u202efdp.exe", "annfdp.exe"),
        ("日" * 200 + ".pdf", "日" * 78 + ".pdf"),
    ],
    ids=ascii,
)
def test_upload_is_saved_in_the_folder(folder, name, expected):
    """An upload is saved under its own name, in that folder and nowhere else."""
    path = save_upload(upload(name), folder)
    assert (folder / expected, b"a") == (path, path.read_bytes())
    assert [path] == list(folder.iterdir())
    assert b"secret" == (folder.parent / "secret.txt").read_bytes()


def test_upload_overwrites_nothing(folder):
    """A second upload of the same name gets another one, also where a link has the name."""
    (folder / "日本.pdf").symlink_to(folder.parent / "elsewhere.pdf")
    for number, expected in [(2, "日本-2.pdf"), (3, "日本-3.pdf")]:
        path = save_upload(upload("日本.pdf", b"%d" % number), folder)
        assert (expected, b"%d" % number) == (path.name, path.read_bytes())
    assert not (folder.parent / "elsewhere.pdf").exists()


def test_upload_that_fails_leaves_nothing(folder):
    """No part of a file stays if the rest of it cannot be saved."""

    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(size)

    with pytest.raises(OSError, match=r"\d"):
        save_upload(UploadFile(Broken(), filename="é.txt"), folder)
    assert [] == list(folder.iterdir())
