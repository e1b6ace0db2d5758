r"""RFC 8089: the "file" URI scheme, for paths of POSIX and of Windows.

https://www.rfc-editor.org/rfc/rfc8089

A path is a pure path of `pathlib`, so that any machine can read and write the paths of another one.
Only the IRI and the path are looked at: no file is opened, and no link is followed.
"""

import re
from pathlib import PurePath, PurePosixPath, PureWindowsPath
from typing import NoReturn, TypeVar, overload
from urllib.parse import unquote_to_bytes

from iri3987.exceptions import IRIError
from iri3987.syntax import grammar
from iri3987.syntax.components import Components, split, validate
from iri3987.syntax.errors import iri_error
from iri3987.syntax.percent import decode, encode, encode_path, normalize_percent_encoding
from iri3987.syntax.resolution import remove_dot_segments
from iri3987.values import IRI

_Path = TypeVar("_Path", bound=PurePath)

# Appendix E.2: file:///c:/path, and file:c:/path.
#
# Choice: "c|", which the appendix has as well, is not a drive letter: an IRI cannot hold "|".
_AFTER_DRIVE = re.compile(r"/?(?=[A-Za-z]:/)")
# Appendix E.3.1: the host and the share of a UNC string.
_HOST_AND_SHARE = re.compile(
    r'//[^\x00-\x20"*/:<>?@\[\\\]|\x7f]++/[^\x00-\x1f"*/:<>?\\|\x7f]++(?=/|\Z)'
)
# Octets that would end a segment, or the path, once they are decoded.
_ENDS_POSIX = re.compile("%(?:00|2[Ff])")
_ENDS_WINDOWS = re.compile("%(?:00|2[Ff]|5[Cc])")
# Windows drops spaces and dots from the end of a segment, and then these are "", "." or "..".
_ONLY_DOTS = re.compile(r"(?:\A|(?<=/))[ .]++(?=/|\Z)")


def file_iri(path: PurePath, /) -> IRI:
    r"""Return the file IRI of *path*, an absolute path of `pathlib` (RFC 8089).

    Octets that are not UTF-8, which `os.fsdecode` reads as lone surrogates, are percent-encoded,
    and so are characters that are invisible in an IRI. `file_path` gives the same path back.

    Raises `IRIError` ("bad-file-path") for a path that is relative, that has "..", or that no IRI
    can name: with NUL or "\\?\". Raises `TypeError` for a `str`, which does not tell its system.

    >>> from pathlib import PurePosixPath, PureWindowsPath
    >>> file_iri(PurePosixPath("/home/é/100% a.txt")), file_iri(PureWindowsPath(r"C:\é\a.txt"))
    (IRI('file:///home/é/100%25%20a.txt'), IRI('file:///C:/é/a.txt'))
    >>> file_iri(PureWindowsPath(r"\\server\share\é.txt"))
    IRI('file://server/share/é.txt')
    """
    if not isinstance(path, PurePath):
        raise TypeError(f"expected a path of pathlib, not {type(path).__name__}")
    is_windows = isinstance(path, PureWindowsPath)
    text = path.as_posix()
    if not path.is_absolute():
        raise iri_error(text, "bad-file-path", "expected an absolute path", position=0)
    try:
        octets = text.encode("utf-8", "surrogatepass" if is_windows else "surrogateescape")
        start = "file:" if is_windows and text.startswith("//") else "file://"
        iri = IRI(f"{start}{'' if text.startswith('/') else '/'}{decode(encode_path(octets))}")
        # An IRI that names another file is worse than none.
        kind = PureWindowsPath if is_windows else PurePosixPath
        if file_path(iri, kind=kind).as_posix() == text:
            return iri
    except (IRIError, UnicodeEncodeError):
        pass
    reason = 'expected a path without "..", and with names that an IRI can hold'
    raise iri_error(text, "bad-file-path", reason)


@overload
def file_path(iri: str, /) -> PurePath: ...
@overload
def file_path(iri: str, /, *, kind: type[_Path]) -> _Path: ...
def file_path(iri: str, /, *, kind: type[PurePath] = PurePath) -> PurePath:
    r"""Return the path that *iri*, a file IRI, names (RFC 8089).

    *kind* is a class of `pathlib`: `PurePosixPath`, `PureWindowsPath`, or `PurePath` and `Path`,
    which are those of this system. Dot-segments are removed, as in every reading of an IRI: the
    path has no "..". The host is empty or "localhost"; on Windows another one is the server of
    "\\server\share", to which opening that path connects.

    Raises `IRIError`: "bad-file-iri" for another scheme or host, a user, a port, a query or a
    fragment, a path that is not absolute, octets that a name cannot hold ("%2F", "%00", on
    Windows also "%5C" and what is not UTF-8); and the errors of `IRI`.

    >>> from pathlib import PurePosixPath, PureWindowsPath
    >>> file_path("file://localhost/home/%C3%A9/a%20b", kind=PurePosixPath)
    PurePosixPath('/home/é/a b')
    >>> file_path("file:///c:/é", kind=PureWindowsPath)
    PureWindowsPath('c:/é')
    >>> file_path("file:///srv/%2e%2e/etc/passwd", kind=PurePosixPath)
    PurePosixPath('/etc/passwd')
    """
    is_windows = isinstance(kind(), PureWindowsPath)
    text = validate(iri, grammar.IRI)
    parts = split(text)
    _check(text, parts, _ENDS_WINDOWS if is_windows else _ENDS_POSIX)
    # Section 2: auth-path = [ file-auth ] path-absolute, file-auth = "localhost" / host. An IRI has
    # several spellings, of which `normalize_percent_encoding` makes one.
    is_local = normalize_percent_encoding(parts.authority or "").lower() in {"", "localhost"}
    path = remove_dot_segments(normalize_percent_encoding(parts.path))
    if is_windows:
        return kind(_windows(text, parts, path, is_local=is_local))
    if not is_local:
        _refuse(text, "expected no host, or localhost", text.index("//") + 2)
    if not path.startswith("/"):
        _refuse(text, "expected an absolute path")
    return kind(unquote_to_bytes(encode(path)).decode("utf-8", "surrogateescape"))


def _check(text: str, parts: Components, ends: re.Pattern[str]) -> None:
    """Raise an error for what a file IRI of no system has."""
    if (parts.scheme or "").lower() != "file":
        _refuse(text, "expected the scheme file", 0)
    # Section 2 has neither; the end of a path that is silently cut off may be the end of a name.
    if parts.query is not None or parts.fragment is not None:
        position = min(at for at in (text.find("?"), text.find("#")) if at >= 0)
        _refuse(text, "expected no query and no fragment", position)
    if found := ends.search(text):
        _refuse(text, f'expected names of files, found "{found[0]}"', found.start())


def _windows(text: str, parts: Components, path: str, *, is_local: bool) -> str:
    r"""Return the path on Windows, with "/": "c:/path", or "//server/share/path".

    Choice: "//server" needs a host (appendix E.3.1). A path that begins with two slashes (E.3.2)
    is not read as a server: a check of the host would not see it. "localhost" is a server, too, of
    the shares on this machine.
    """
    drive = _AFTER_DRIVE.match(path)
    if is_local and drive:
        path = path[drive.end() :]
    elif parts.authority:
        path = f"//{parts.authority}{path}"
    else:
        path = ""
    try:
        decoded = unquote_to_bytes(encode(path)).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        _refuse(text, "expected names in UTF-8")
    is_share = _HOST_AND_SHARE.match(decoded) is not None
    if _ONLY_DOTS.search(decoded) or decoded.startswith("/") is not is_share or not decoded:
        _refuse(text, 'expected a path from a drive or a share on, as in "file:///c:/a.txt"')
    return decoded


def _refuse(text: str, reason: str, position: int | None = None) -> NoReturn:
    raise iri_error(text, "bad-file-iri", reason, position=position)
