"""Files whose names keep their script: uploads. Downloads are `starlette_iri.responses`."""

import os
import shutil
from pathlib import Path

from starlette.datastructures import UploadFile

from iri3987.files import new_file

__all__ = ["save_upload"]


def save_upload(upload: UploadFile, folder: str | os.PathLike[str]) -> Path:
    """Save *upload* in *folder* under its own name, and return the path.

    `iri3987.files.new_file` chooses the name: no file is overwritten, and the extension is not
    judged. If saving fails, no part of the file stays.

    It waits for the disk, so an ``async`` endpoint calls it with
    `starlette.concurrency.run_in_threadpool`. Raises `OSError` if the folder cannot be written to.

    >>> from io import BytesIO
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     upload = UploadFile(BytesIO(b"%PDF"), filename="../日本.pdf")
    ...     [save_upload(upload, folder).name for _ in range(2)]
    ['日本.pdf', '日本-2.pdf']
    """
    with new_file(folder, upload.filename or "") as file:
        shutil.copyfileobj(upload.file, file)
    return Path(file.name)
