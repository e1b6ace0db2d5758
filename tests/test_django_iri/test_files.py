"""`django_iri.files`: a file keeps its name, in a storage and in a response."""

import io
import re
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.contrib.staticfiles.storage import (
    ManifestStaticFilesStorage,
    StaticFilesStorage,
    staticfiles_storage,
)
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
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
    ("name", "most", "first", "second"),
    [
        # The text after the first dot is not the extension.
        ("Dr. é 1.5 日本語.pdf", 20, "Dr. é 1.pdf", r"Dr_\w{7}\. é 1\.pdf"),
        # "e" and its two marks are one character.
        ("abcde\u0328\u0301fgh.txt", 17, "abcd.txt", r"abcd_\w{7}\.txt"),
        ("2026/été été.txt", 24, "2026/été été.txt", r"2026/été été_\w{7}\.txt"),
        ("2026/été été.txt", 21, "2026/été.txt", r"2026/été_\w{7}\.txt"),
        ("日.txt", None, "日.txt", r"日_\w{7}\.txt"),
    ],
)
def test_length_of_a_column(tmp_path, name, most, first, second):
    """A name that is too long for its column keeps its extension, and no character is divided."""
    storage = Files(tmp_path)
    names = [storage.save(name, ContentFile(b"a"), max_length=most) for _ in range(2)]
    assert first == names[0]
    assert re.fullmatch(second, names[1])
    assert most is None or max(map(len, names)) <= most
    # Where a folder leaves no room for a name, it is refused as Django refuses it.
    with pytest.raises(SuspiciousFileOperation):
        storage.save("a/long/folder/é.txt", ContentFile(b"a"), max_length=10)


@pytest.fixture(params=[StaticFilesStorage, ManifestStaticFilesStorage])
def static_storage(request, tmp_path, settings, monkeypatch):
    """Collect static files with such a storage, as a project sets it, and give it."""
    source, root = tmp_path / "source", tmp_path / "root"
    (source / "字").mkdir(parents=True)
    (source / "字" / "été 日本 (1) 'x'.css").write_text("b { background: url('é 1.svg') }", "utf-8")
    (source / "字" / "é 1.svg").write_text("<svg/>")

    class Static(IRIStorageMixin, request.param):
        """The storage of a project."""

    settings.STATIC_ROOT, settings.STATIC_URL = root, "https://faß.de/státic/"
    settings.STATICFILES_DIRS = [source]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    monkeypatch.setitem(globals(), "Static", Static)
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": f"{__name__}.Static"}}
    call_command("collectstatic", "--noinput", verbosity=0)
    return staticfiles_storage


def test_static_files(static_storage):
    """Static files keep names of any script; their addresses are URIs."""
    url = static_storage.url("字/été 日本 (1) 'x'.css")
    base = "https://xn--fa-hia.de/st%C3%A1tic/%E5%AD%97/"
    encoded = "%C3%A9t%C3%A9%20%E6%97%A5%E6%9C%AC%20(1)%20'x'"
    hashed = r"(\.[0-9a-f]{12})?"
    assert re.fullmatch(f"{re.escape(base + encoded)}{hashed}\\.css", url)
    folder = Path(static_storage.location)
    file = folder / unquote(url.removeprefix("https://xn--fa-hia.de/st%C3%A1tic/"))
    # Django writes the names in a style sheet, decoded, which browsers understand.
    (svg,) = re.findall(r"""url\(["'](.*)["']\)""", file.read_text("utf-8"))
    assert (file.parent / svg).exists()


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("/media/", "/media/%C3%A9%20%231.pdf"),
        ("/my media/", "/my%20media/%C3%A9%20%231.pdf"),
        ("https://faß.de/é/", "https://xn--fa-hia.de/%C3%A9/%C3%A9%20%231.pdf"),
    ],
)
def test_address(tmp_path, base, expected):
    """The address of a file is a URI, whatever the address of the folder."""
    assert expected == Files(tmp_path, base_url=base).url("é #1.pdf")
    with pytest.raises(IRIError, match="bad-character"):  # a mistake in the settings
        Files(tmp_path, base_url="http://a b/").url("a")


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
    # A file that has no name gets the header that Django gives it.
    nameless = IRIFileResponse(io.BytesIO(b"a"), as_attachment=as_attachment)
    assert as_attachment == ("attachment" == nameless.headers.get("Content-Disposition"))
