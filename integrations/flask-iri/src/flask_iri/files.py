"""Files whose names keep their script: uploads, and downloads."""

import os
from pathlib import Path, PurePath
from typing import Any

import flask
from werkzeug.datastructures import FileStorage
from werkzeug.wrappers import Response

from iri3987.files import content_disposition, safe_filename


def send_file(
    path_or_file: Any,
    *,
    download_name: str | None = None,
    as_attachment: bool = False,
    **options: Any,
) -> Response:
    """Return what `flask.send_file` returns; the file arrives under its exact name (RFC 6266).

    *download_name* is the name, or else the name of the file at a path. *options* are those of
    `flask.send_file`. See `iri3987.files.content_disposition`.
    """
    name = download_name
    if name is None and isinstance(path_or_file, str | os.PathLike):
        name = PurePath(path_or_file).name
    if name is not None:
        # Werkzeug cannot encode every name, and reads the type of the file from it.
        options["download_name"] = safe_filename(name)
    response = flask.send_file(path_or_file, as_attachment=as_attachment, **options)
    if name is not None:
        response.headers["Content-Disposition"] = content_disposition(
            name, disposition="attachment" if as_attachment else "inline"
        )
    return response


def save_upload(upload: FileStorage, folder: str | os.PathLike[str]) -> Path:
    """Save *upload* in *folder* under its own name, and return the path.

    The name is that of `iri3987.files.safe_filename`. No file is overwritten: if the name is in
    use, a number is added before the extension. The extension is not judged.

    Raises `OSError` if the folder cannot be written to.
    """
    name = safe_filename(upload.filename or "", max_octets=240)
    path = Path(folder, name)
    number = 1
    while True:
        try:
            with path.open("xb") as file:
                upload.save(file)
        except FileExistsError:
            number += 1
            path = Path(folder, f"{Path(name).stem}-{number}{Path(name).suffix}")
        else:
            return path
