r"""RFC 3987 section 7.4: names of files, from and for the internet.

"Systems that offer resources through the Internet, where those resources have logical names,
sometimes offer to assign URIs to the resources that they offer. [...] a server should expose this
as "r%C3%A9sum%C3%A9.html" in a URI, which allows use of "résumé.html" in an IRI."
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePath
from typing import BinaryIO, Literal

from iri3987._unicode.invisible import FORMATTING
from iri3987._unicode.patterns import late
from iri3987._unicode.text import exact
from iri3987._unicode.version14 import category, normalize_long
from iri3987.files.names import FALLBACK, last_segment, safe_filename, shortened
from iri3987.syntax import grammar
from iri3987.syntax.percent import encode_value

__all__ = ["content_disposition", "new_file", "safe_filename"]

# Controls begin another field, formatting shows "exe.pdf" for "fdp.exe", UTF-8 has no surrogates.
_NOT_SENT = late(f"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{FORMATTING}]")
# RFC 6266 appendix D: no "\" and no non-ASCII characters, as clients read them in different ways,
# nor "%" before two digits, which some decode. A quote needs a "\". NFKD may make a "/".
_NOT_IN_FALLBACK = late(rf"[^ !#-.0-\[\]-~]|%(?=[{grammar.HEXDIG}]{{2}})")
#: The octets of the longest name: no common file system has a longer one.
_LONGEST = 255
#: The octets of a name that leave room for a number before the extension.
_NUMBERED = 240
_NOT_NAMES = frozenset({"", ".", ".."})


def content_disposition(
    filename: str, /, *, disposition: Literal["attachment", "inline"] = "attachment"
) -> str:
    r"""Return the value of a Content-Disposition field with *filename* (RFC 6266), in ASCII.

    The name is sent as it is, so that it is the name of the file that is saved: in ``filename*``
    (RFC 8187) unless ASCII can hold it, and in ASCII, for the oldest clients, in ``filename``. Only
    this is removed: all up to the last "/" or "\", controls, lone surrogates, the characters that
    reorder text, and octets beyond 255 before the extension. "file" replaces ".", ".." and "".

    Raises `ValueError` if *disposition* is neither "attachment" nor "inline".

    >>> content_disposition("report 1.pdf")
    'attachment; filename="report 1.pdf"'
    >>> value = content_disposition("naïve 日本.pdf", disposition="inline")
    >>> value.split("; ")
    ['inline', 'filename="naive __.pdf"', "filename*=UTF-8''na%C3%AFve%20%E6%97%A5%E6%9C%AC.pdf"]
    """
    if disposition not in {"attachment", "inline"}:
        raise ValueError(f"disposition must be 'attachment' or 'inline', not {disposition!r}")
    name = shortened(_NOT_SENT.sub("", last_segment(exact(filename))), _LONGEST)
    name = FALLBACK if name in _NOT_NAMES else name
    fallback = _in_ascii(name)
    value = f'{disposition}; filename="{fallback}"'
    # Appendix D: "filename" first, "due to parsing problems in some existing implementations".
    return value if fallback == name else f"{value}; filename*=UTF-8''{encode_value(name)}"


def _in_ascii(name: str) -> str:
    """Return *name* in ASCII: its letters without their accents, and "_" for all else."""
    # Without marks and invisible characters.
    kept = (c for c in normalize_long("NFKD", name) if category(c) not in {"Mn", "Me", "Cf"})
    letters = _NOT_IN_FALLBACK.sub("_", "".join(kept))
    return FALLBACK if letters in _NOT_NAMES else letters


@contextmanager
def new_file(folder: str | os.PathLike[str], filename: str, /) -> Iterator[BinaryIO]:
    """Open a new file in *folder* for writing, under the name that `safe_filename` makes.

    No file is overwritten: if the name is in use, "-2", "-3" ... is added before the extension, on
    case-insensitive file systems too. The extension is not judged. If the block raises, no part of
    the file stays, unless the block has moved it. The path is the attribute ``name`` of the file.

    Raises `OSError` if the folder cannot be written to.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for _ in range(2):
    ...         with new_file(folder, "../日本.pdf") as file:
    ...             print(Path(file.name).name, file.write(b"%PDF"))
    日本.pdf 4
    日本-2.pdf 4
    """
    name = PurePath(safe_filename(filename, max_octets=_NUMBERED))
    path, number = Path(folder, name), 1
    while True:
        try:
            file = path.open("xb")
        except FileExistsError:
            number, path = _after(Path(folder), name, number)
        else:
            break
    # A relative path means another file after a change of the working directory.
    made, path = os.fstat(file.fileno()), path.absolute()
    try:
        with file:
            yield file
    except BaseException:
        # Another file may have the name now.
        with suppress(OSError):
            if os.path.samestat(made, path.lstat()):
                path.unlink()
        raise


def _after(folder: Path, name: PurePath, used: int) -> tuple[int, Path]:
    """Return a number after *used* that no file has, and the path with it.

    Those before it are in use, as a rule, so doubling and bisection find the first free one soon.
    """

    def path(number: int) -> Path:
        return folder / f"{name.stem}-{number}{name.suffix}"

    free = used + 1
    while os.path.lexists(path(free)):
        used, free = free, 2 * free
    while free - used > 1:
        middle = (used + free) // 2
        used, free = (middle, free) if os.path.lexists(path(middle)) else (used, middle)
    return free, path(free)
