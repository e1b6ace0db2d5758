"""Files whose names keep their script: uploads. Downloads are `starlette_iri.responses`."""

import os
import shutil
from pathlib import Path, PurePath

from starlette.datastructures import UploadFile

from iri3987.files import safe_filename

__all__ = ["save_upload"]

#: Octets of a name that leave room for a number, in at most 255.
_MOST = 240


def save_upload(upload: UploadFile, folder: str | os.PathLike[str]) -> Path:
    """Save *upload* in *folder* under its own name, and return the path.

    The name is that of `iri3987.files.safe_filename`. No file is overwritten: if the name is in
    use, "-2", "-3" and so on is added before the extension. That holds on file systems, too, to
    which "A.txt" and "a.txt" are one name. The extension is not judged. If saving fails, no part of
    the file stays.

    It waits for the disk, so an ``async`` endpoint calls it with
    `starlette.concurrency.run_in_threadpool`. Raises `OSError` if the folder cannot be written to.

    >>> from io import BytesIO
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     upload = UploadFile(BytesIO(b"%PDF"), filename="../日本.pdf")
    ...     [save_upload(upload, folder).name for _ in range(2)]
    ['日本.pdf', '日本-2.pdf']
    """
    name = PurePath(safe_filename(upload.filename or "", max_octets=_MOST))
    path = Path(folder, name)
    number = 1
    while True:
        try:
            file = path.open("xb")
        except FileExistsError:
            number += 1
            path = Path(folder, f"{name.stem}-{number}{name.suffix}")
        else:
            break
    try:
        with file:
            shutil.copyfileobj(upload.file, file)
    except BaseException:
        path.unlink()
        raise
    return path
