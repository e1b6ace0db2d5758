"""Files whose names keep their script: in a storage, and in a response."""

from pathlib import PurePath
from typing import Any

from django.http import FileResponse

from iri3987 import repair, to_uri
from iri3987.files import content_disposition, safe_filename

__all__ = ["IRIFileResponse", "IRIStorageMixin"]

# A storage adds "_" and seven characters to a name that is in use. 255 octets are the most.
_ROOM = len("_abcdefg")


class IRIStorageMixin:
    """Let a storage keep the script of the names of files, and map their addresses to URIs.

    Put it before the storage: ``class Files(IRIStorageMixin, FileSystemStorage)``. Names are made
    by `iri3987.files.safe_filename`, instead of Django's `get_valid_filename`. Stored names stay,
    and so do those of static files, which `collectstatic` saves as they are.
    """

    def get_valid_name(self, name: str) -> str:
        """Return *name*, without its folder, as a name for a file."""
        return safe_filename(name, max_octets=255 - _ROOM)

    def get_available_name(self, name: str, max_length: int | None = None) -> str:
        """Return *name*, or one like it that is not in use, of at most *max_length* characters."""
        # Django's own way to cut takes all that follows the first dot for the extension.
        if max_length is not None:
            # As Django does: a system may write "\\" between folders.
            name = _shortened(str(name).replace("\\", "/"), max_length - _ROOM)
        available: str = super().get_available_name(name, max_length)  # type: ignore[misc]
        return available

    def url(self, name: str | None, *arguments: Any, **options: Any) -> str:
        """Return the address of a file as a URI, even if ``base_url`` is an IRI.

        *arguments* and *options* are those of the storage. Raises `IRIError` if ``base_url`` is not
        an IRI reference, and lacks more than percent-encoding.
        """
        address: str = super().url(name, *arguments, **options)  # type: ignore[misc]
        # `ManifestStaticFilesStorage` decodes it, so there may be a space in it.
        return to_uri(repair(address))


def _shortened(name: str, most: int) -> str:
    """Return *name*, a path, in at most *most* characters, if these have room for its folder."""
    folder, slash, base = name.rpartition("/")
    room = most - len(folder + slash)
    while len(base) > room > 0:
        # As many octets at least have to go as characters.
        octets = len(base.encode("utf-8", "surrogatepass")) - (len(base) - room)
        base = safe_filename(base, max_octets=octets)
    return f"{folder}{slash}{base}"


class IRIFileResponse(FileResponse):
    """`FileResponse` whose file arrives under its exact name (RFC 6266).

    The name is *filename*, or that of the file. See `iri3987.files.content_disposition`.
    """

    def set_headers(self, filelike: Any) -> None:
        """Set the headers that Django sets, and ours for the name."""
        name = getattr(filelike, "name", "")
        given, name = self.filename, name if isinstance(name, str) else ""
        exact = given or PurePath(name).name
        # Django cannot encode every name, and reads the type of the file from it.
        self.filename = safe_filename(exact) if exact else ""
        super().set_headers(filelike)
        self.filename = given
        if exact:
            self.headers["Content-Disposition"] = content_disposition(
                exact, disposition="attachment" if self.as_attachment else "inline"
            )
