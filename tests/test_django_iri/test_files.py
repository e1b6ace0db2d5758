"""`django_iri.files`: a file keeps its name, in a storage and in a response."""

import io
from contextlib import closing

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.utils.http import parse_header_parameters

from django_iri.files import IRIFileResponse, IRIStorageMixin
from iri3987 import IRIError

NAME = 'naïve 日本語 "x".pdf'


class Files(IRIStorageMixin, FileSystemStorage):
    """A folder of files, as a project has it."""


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (NAME, "naïve 日本語 x.pdf"),
        ("2026/été 1.pdf", "2026/été 1.pdf"),
        ("con.txt", "_con.txt"),
        (f"{'日' * 100}.txt", f"{'日' * 81}.txt"),
    ],
)
def test_name_of_a_new_file(tmp_path, name, expected):
    """A file keeps the script and the spaces of its name, and its folder."""
    storage = Files(tmp_path, base_url="/media/")
    assert expected == storage.generate_filename(name)
    assert expected == storage.save(storage.generate_filename(name), ContentFile(b"a"))
    # There is room for what makes a second name.
    second = storage.save(storage.generate_filename(name), ContentFile(b"b"))
    assert second != expected
    assert (b"a", b"b") == tuple((tmp_path / each).read_bytes() for each in (expected, second))


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("/media/", "/media/%C3%A9%20%231.pdf"),
        ("https://faß.de/é/", "https://xn--fa-hia.de/%C3%A9/%C3%A9%20%231.pdf"),
    ],
)
def test_address(tmp_path, base, expected):
    """The address of a file is a URI, whatever the address of the folder."""
    assert expected == Files(tmp_path, base_url=base).url("é #1.pdf")


def test_address_of_the_folder_that_is_not_one(tmp_path):
    """A mistake in the settings is an error."""
    with pytest.raises(IRIError, match="bad-character"):
        Files(tmp_path, base_url="/a b/").url("a")


@pytest.mark.parametrize("as_attachment", [False, True])
@pytest.mark.parametrize("from_path", [False, True])
def test_file_arrives_under_its_name(tmp_path, as_attachment, from_path):
    """A file is sent under its exact name, with its type, inline or not."""
    path = tmp_path / NAME
    path.write_bytes(b"%PDF")
    if from_path:
        response = IRIFileResponse(path.open("rb"), as_attachment=as_attachment)
    else:
        response = IRIFileResponse(io.BytesIO(b"%PDF"), as_attachment=as_attachment, filename=NAME)
    # Not `close` of the response: that ends a request, and looks at the databases.
    with closing(response.file_to_stream):
        disposition, parameters = parse_header_parameters(response["Content-Disposition"])
        assert ("attachment" if as_attachment else "inline", NAME) == (
            disposition,
            parameters["filename"],
        )
        assert "application/pdf" == response["Content-Type"]


@pytest.mark.parametrize("name", ["\ud800.txt", "a\r\nb.txt", "../a.txt", "é%41.txt"])
def test_any_name(name):
    """Any text can be the name of a download."""
    response = IRIFileResponse(io.BytesIO(b"a"), filename=name, as_attachment=True)
    assert response["Content-Disposition"].startswith('attachment; filename="')
    assert response["Content-Type"].startswith("text/plain")


def test_file_without_a_name():
    """A file that has no name gets the header that Django gives it."""
    assert (
        "attachment" == IRIFileResponse(io.BytesIO(b"a"), as_attachment=True)["Content-Disposition"]
    )
    assert "Content-Disposition" not in IRIFileResponse(io.BytesIO(b"a")).headers
