"""A name for a file, and a new file of that name, in its own script, whatever the text."""

import os
import sys
import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath
from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987._unicode import version14
from iri3987.files import new_file, safe_filename
from linear import seconds
from vector_rows import rows, texts

#: Characters that the rules are about, and ordinary ones.
CHARACTERS = st.one_of(
    st.characters(),
    st.sampled_from(
        [
            *" .-~/\\:?\0\n\u00a0_1aA\u00e9\u0645\u65e5\uac00",
            # what is decomposed, composes, or would
            *"e\u0301\u0323\u0338<=>\u0344\u1100\u1161\u11a8\u212b\ufb2c\U00016d67\u0897",
            # joiners and selectors, with what they join and vary
            *"\u200c\u200d\ufe0e\ufe0f\u20e3\u180b\u1820\U000e0100\u845b\u0915\u094d",
            *"\u2764\U0001f469\U0001f3fe\U0001f1e9\U0001f1ea\u0e33\u202e\u2066\u200b\ufeff\ud800",
            *["con", "COM", "\u00b9", ".txt", "lpt1"],
        ]
    ),
)
TEXTS = st.lists(CHARACTERS, max_size=12).map("".join)
LENGTHS = st.integers(1, 24) | st.just(255)


def check(text, most=255):
    """Check what holds for the name of every text, and return it."""
    name = safe_filename(text, max_octets=most)
    # A file system can have it, and an IRI.
    assert 0 < len(os.fsencode(name)) <= most
    assert name.encode().decode() == name
    assert version14.is_normalized("NFC", name)
    assert name not in {".", ".."}
    assert not set(name) & set('"*/:<>?\\|')
    assert all(unicodedata.category(each) not in {"Cc", "Cs", "Co", "Zl", "Zp"} for each in name)
    # It is the name of a file for each system, and not a device.
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    assert (name, name) == (posix.name, str(posix))
    assert (name, name) == (windows.name, str(windows))
    assert not is_reserved(windows)
    # It does not hide the file, and is not an option.
    assert not name.startswith((".", "-", "~", " "))
    assert not name.endswith((".", " "))
    assert name == safe_filename(name, max_octets=most)
    return name


def is_reserved(path):
    """Return whether Windows has a device of this name, as Python knows them."""
    if sys.version_info >= (3, 13):
        import ntpath

        return ntpath.isreserved(path)
    return path.is_reserved()


@given(TEXTS, LENGTHS)
@example("\u180b\u180b", 255)
@example("<\u0338", 255)
@example("\U0001f1e9" * 9, 20)
def test_laws(text, most):
    """A name is a name everywhere, and its own name; a composed spelling has the same one."""
    name = check(text, most)
    assert name == safe_filename(version14.normalize("NFD", text), max_octets=most)


@given(TEXTS)
def test_longer_names_begin_alike(text):
    """Cutting a name takes nothing from a name that fits."""
    name = safe_filename(text)
    assert name == safe_filename(text, max_octets=len(name.encode()))


@given(st.text(), st.sampled_from([".pdf", ".txt", ".日本", ".tar"]))
def test_extension_is_kept(text, extension):
    """Whatever is before an extension, it stays."""
    assert safe_filename(f"?{text}a{extension}").endswith(extension)


def hostile():
    """Yield the texts of the hostile inputs."""
    for row in rows("attacks"):
        yield from texts(row)


def test_hostile_names_of_real_files(tmp_path):
    """A hostile input is a name of a file in the folder where it is made, and of no other one."""
    folder = tmp_path / "in" / "here"
    folder.mkdir(parents=True)
    names = {check(text) for text in hostile()}
    for name in names:
        with (folder / name).open("x", encoding="ascii") as file:
            file.write(ascii(name))
    with os.scandir(os.fsencode(folder)) as entries:
        assert sorted(map(os.fsencode, names)) == sorted(each.name for each in entries)
    assert names == {path.name for path in folder.iterdir()}
    assert [folder] == list((tmp_path / "in").iterdir())
    assert all(ascii(path.name) == path.read_text("ascii") for path in folder.iterdir())
    assert len(names) > 100


@pytest.mark.slow
def test_every_character():
    """No character makes a name that is not one: between others, or at the edges."""
    # The other planes are ideographs, private use, and not assigned.
    characters = list(map(chr, [*range(0x20000), *range(0xE0000, 0xE1000)]))
    for start in range(0, len(characters), 4096):
        check("".join(characters[start : start + 4096]), 2**20)
    at_edges = [each for each in characters if unicodedata.category(each)[0] in "MZP"]
    for character in at_edges:
        check(f"{character}a{character}.b{character}")
    assert len(at_edges) > 3000


@pytest.mark.parametrize(
    "part", ["é", "a\u0323\u0301", "\u200b", "/\u0301", "\U0001f1e9", "\ud800"]
)
def test_long_texts(part):
    """A megabyte takes no time: only its ends are read. The result is a name as any other."""
    text = f"ab{part * 300_000}.txt"
    assert safe_filename(text).endswith(".txt")
    assert seconds(safe_filename, text, runs=2) < 1
    check(text)
    assert f"{'é' * 125}.txt" == safe_filename(f"{'é' * 500_000}.txt")
    assert f"{'é' * 127}" == safe_filename(f"{'é' * 500_000}.{'t' * 500_000}")


def write(folder, name, octets):
    """Write a new file, and return its path."""
    with new_file(folder, name) as file:
        file.write(octets)
    return Path(file.name)


def test_new_file_overwrites_nothing(tmp_path):
    """A name in use gets a number before its extension, even for a link that leads nowhere."""
    (tmp_path / "日本-2.pdf").symlink_to(tmp_path / "elsewhere")
    paths = [write(tmp_path, "../日本.pdf", octets) for octets in (b"1", b"2")]
    assert [tmp_path / "日本.pdf", tmp_path / "日本-3.pdf"] == paths
    assert [b"1", b"2"] == [path.read_bytes() for path in paths]
    assert not (tmp_path / "elsewhere").exists()


def test_new_file_of_a_long_name(tmp_path):
    """The number still fits, in octets, and the extension stays."""
    names = [write(tmp_path, f"{'é' * 300}.txt", b"").name for _ in range(11)]
    assert names[-1].endswith("é-11.txt")
    assert max(len(name.encode()) for name in names) <= 255


def test_new_file_that_fails(tmp_path):
    """If the block raises, no part of the file stays."""

    def fail():
        with new_file(tmp_path, "é.txt") as file:
            file.write(b"1")
            raise KeyError("é")

    with pytest.raises(KeyError):
        fail()
    assert [] == list(tmp_path.iterdir())
    with pytest.raises(FileNotFoundError), new_file(tmp_path / "nowhere", "é.txt"):
        pass


def seconds_of_a_new_file(folder, name):
    """Return the least time of three new files."""
    times = []
    for _ in range(3):
        started = process_time()
        write(folder, name, b"")
        times.append(process_time() - started)
    return min(times)


@pytest.mark.slow
def test_new_file_beside_many_of_its_name(tmp_path):
    """A thousand uploads with one name do not make the next one slow; it gets the next number."""
    first = seconds_of_a_new_file(tmp_path, "another.jpg")
    for number in range(2, 1001):
        (tmp_path / f"image-{number}.jpg").touch()
    write(tmp_path, "image.jpg", b"")
    assert seconds_of_a_new_file(tmp_path, "image.jpg") < 20 * first
    assert (tmp_path / "image-1003.jpg").exists()
    assert not (tmp_path / "image-1004.jpg").exists()


def test_new_file_that_fails_elsewhere(tmp_path, monkeypatch):
    """Where the program is when the block raises does not matter: only the new file goes."""
    here, there = tmp_path / "here", tmp_path / "there"
    for folder in (here, there):
        (folder / "files").mkdir(parents=True)
    (there / "files" / "é.txt").write_bytes(b"another")

    def go_and_fail():
        monkeypatch.chdir(here)
        with new_file("files", "é.txt"):
            monkeypatch.chdir(there)
            raise KeyError

    with pytest.raises(KeyError):
        go_and_fail()
    assert [] == list((here / "files").iterdir())
    assert b"another" == (there / "files" / "é.txt").read_bytes()


@pytest.mark.parametrize("is_taken", [False, True])
def test_new_file_that_was_moved_away(tmp_path, is_taken):
    """If the block has moved its file and then raises, another file of that name stays."""

    def move_and_fail():
        with new_file(tmp_path, "é.txt") as file:
            Path(file.name).rename(tmp_path / "moved")
            if is_taken:
                write(tmp_path, "é.txt", b"another")
            raise KeyError

    with pytest.raises(KeyError):
        move_and_fail()
    expected = {"moved": b"", "é.txt": b"another"} if is_taken else {"moved": b""}
    assert expected == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
