"""Files whose names keep their script: uploads, and downloads."""

import os
from pathlib import Path, PurePath
from typing import Any

import flask
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from iri3987.files import content_disposition, new_file, safe_filename

__all__ = ["save_upload", "send_file", "send_from_directory"]


def send_file(
    path_or_file: Any,
    *,
    download_name: str | None = None,
    as_attachment: bool = False,
    **options: Any,
) -> Response:
    """Return what `flask.send_file` returns; the file arrives under its exact name (RFC 6266).

    *download_name* is the name, or else the name of the file at a path.
    """
    name = download_name
    if name is None and isinstance(path_or_file, str | os.PathLike):
        name = PurePath(path_or_file).name
    if name is not None:
        # Werkzeug cannot encode every name, and reads the type of the file from it.
        options["download_name"] = safe_filename(name)
    response = flask.send_file(path_or_file, as_attachment=as_attachment, **options)
    return response if name is None else _named(response, name, as_attachment=as_attachment)


def send_from_directory(
    directory: str | os.PathLike[str],
    path: str | os.PathLike[str],
    *,
    download_name: str | None = None,
    as_attachment: bool = False,
    **options: Any,
) -> Response:
    """Return what `flask.send_from_directory` returns; the file arrives under its exact name.

    *path* may come from a request: it leads to no file outside *directory*, unless a symbolic link
    does. *download_name* is the name, or else that of the file. *options* are those of `send_file`.

    Raises `werkzeug.exceptions.NotFound` if there is no such file.
    """
    name = PurePath(path).name if download_name is None else download_name
    response = flask.send_from_directory(
        directory, path, as_attachment=as_attachment, download_name=safe_filename(name), **options
    )
    return _named(response, name, as_attachment=as_attachment)


def _named(response: Response, name: str, *, as_attachment: bool) -> Response:
    """Return *response* with the header field that has *name*."""
    response.headers["Content-Disposition"] = content_disposition(
        name, disposition="attachment" if as_attachment else "inline"
    )
    return response


def save_upload(upload: FileStorage, folder: str | os.PathLike[str]) -> Path:
    """Save *upload* in *folder* under its own name, and return the path.

    `iri3987.files.new_file` chooses the name: no file is overwritten, and the extension is not
    judged. If saving fails, no part of the file stays. Raises `OSError` if the folder cannot be
    written to.
    """
    with new_file(folder, upload.filename or "") as file:
        upload.save(file)
    return Path(file.name)
