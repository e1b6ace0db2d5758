"""`file_iri` and `file_path`: a path and its file IRI, of each system on any machine."""

import json
import os
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import IRI, IRIError, is_iri, normalize
from iri3987.files import file_iri, file_path
from test_iri3987.abnf import VECTORS

ROWS = [json.loads(line) for line in (VECTORS / "file_iris.jsonl").read_text("ascii").splitlines()]
KINDS = {"posix": PurePosixPath, "windows": PureWindowsPath}


def read(iri, kind):
    """Return the path that an IRI names, or the code of the error."""
    try:
        return file_path(iri, kind=kind).as_posix()
    except IRIError as error:
        return error.code


def written(path):
    """Return the IRI of a path, or the code of the error."""
    try:
        return file_iri(path)
    except IRIError as error:
        return error.code


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_vector(row):
    """A path and an IRI are what RFC 8089 makes of each other."""
    kind = KINDS[row["system"]]
    error = row.get("error")
    if "iri" in row:
        assert (error or row["path"]) == read(row["iri"], kind), row["why"]
    if "path" in row:
        assert (error or row["written"]) == written(kind(row["path"])), row["why"]


def octets_of_names():
    """Return a strategy for the names of POSIX: octets, as `os.fsdecode` reads them."""
    octets = st.binary(min_size=1, max_size=8) | st.text(min_size=1, max_size=4).map(
        lambda text: text.encode("utf-8", "surrogatepass")
    )
    names = octets.map(lambda name: name.translate(None, b"\0/"))
    return names.filter(lambda name: name not in {b"", b".", b".."}).map(os.fsdecode)


@given(st.sampled_from(["/", "//"]), st.lists(octets_of_names(), max_size=4))
@example("/", ["a:b", "c:", "~", "#?%41"])
def test_every_posix_path_comes_back(root, names):
    """The IRI of an absolute path of POSIX names that path, whatever its octets."""
    path = PurePosixPath(root + "/".join(names))
    iri = file_iri(path)
    assert is_iri(iri)
    assert type(iri) is IRI
    back = file_path(iri, kind=PurePosixPath)
    assert (path, os.fsencode(path)) == (back, os.fsencode(back))
    # Any other spelling of the IRI names it, too.
    assert path == file_path(iri.uri, kind=PurePosixPath)
    assert path == file_path(normalize(iri, level="scheme"), kind=PurePosixPath)


@given(
    st.sampled_from(["c:/", "Z:/", "//server/share/", "//localhost/c$/", "//é/a b/"]),
    st.lists(
        st.text(st.characters(exclude_characters='\0/\\"*<>?|'), min_size=1, max_size=5).filter(
            lambda name: name.strip(" .")
        ),
        max_size=4,
    ),
)
def test_every_windows_path_comes_back(start, names):
    """So does the IRI of an absolute path of Windows, with lone surrogates, too."""
    path = PureWindowsPath(start + "/".join(names))
    iri = file_iri(path)
    assert is_iri(iri)
    assert str(path) == str(file_path(iri, kind=PureWindowsPath))
    assert str(path) == str(file_path(iri.uri, kind=PureWindowsPath))


@given(
    st.sampled_from(["", "file:", "file://", "file:///", "file:///c:/", "file://server/"]),
    st.text("/\\.?:#@%0245CFcfae |é\0", max_size=12),
)
def test_no_other_file(start, text):
    """Any text names an absolute path without "..", or is refused; that path comes back."""
    for kind in KINDS.values():
        try:
            path = file_path(f"{start}{text}", kind=kind)
        except IRIError:
            continue
        assert path.is_absolute()
        assert not {"..", "."} & set(path.parts)
        assert "\0" not in str(path)
        assert not path.drive.startswith(("\\\\.", "\\\\?"))
        assert path == file_path(file_iri(path), kind=kind)


def test_this_system(tmp_path):
    """Without a class, the path is one of this system; a class of real files gives one."""
    file = tmp_path / "naïve 日本語 100%.txt"
    file.write_text("a", encoding="ascii")
    iri = file_iri(file)
    assert PurePath(file) == file_path(iri)
    path = file_path(iri, kind=Path)
    assert (type(file), "a") == (type(path), path.read_text("ascii"))


def test_octets_of_a_real_file(tmp_path):
    """A file whose name is not UTF-8 is found again by its IRI."""
    file = tmp_path / os.fsdecode(b"caf\xe9\n\xff")
    file.touch()
    iri = file_iri(file)
    assert iri.endswith("/caf%E9%0A%FF")
    assert [file] == list(tmp_path.iterdir()) == [file_path(iri, kind=Path)]


@pytest.mark.parametrize("value", ["/a", b"/a", None])
def test_not_a_path(value):
    """A text does not say of which system it is, so it is not a path."""
    with pytest.raises(TypeError, match="expected a path of pathlib, not"):
        file_iri(value)


@pytest.mark.parametrize(
    ("iri", "position"),
    [
        ("http://a/", 0),
        ("file:///a?b#c", 9),
        ("file:///a#b?c", 9),
        ("file:///a%2Fb", 9),
        ("file://server/a", 7),
        ("file:a", None),
    ],
)
def test_position(iri, position):
    """An error says where the IRI stops to be the IRI of a file."""
    with pytest.raises(IRIError) as caught:
        file_path(iri, kind=PurePosixPath)
    assert ("bad-file-iri", position) == (caught.value.code, caught.value.position)


def test_passwords_are_not_told():
    """An error about an IRI with a password does not show it."""
    with pytest.raises(IRIError) as caught:
        file_path("file://me:secret@server/a", kind=PurePosixPath)
    assert "secret" not in str(caught.value)
