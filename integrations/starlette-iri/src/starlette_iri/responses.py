"""Responses: a redirect to an IRI, and a file that keeps its name, in any script."""

import os
from mimetypes import guess_type
from typing import Any, Literal

from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, RedirectResponse

from iri3987 import IRIError
from iri3987.files import content_disposition, safe_filename
from iri3987.http.headers import map_header

__all__ = ["IRIFileResponse", "IRIRedirectResponse"]


class IRIRedirectResponse(RedirectResponse):
    """`RedirectResponse` to an IRI or IRI reference: its Location is the mapped URI.

    A valid URI stays exactly as it is. A target that cannot be mapped raises `HTTPException` 400: a
    user may have sent it.

    >>> RedirectResponse("http://faß.de/").headers["location"]
    'http://fa%C3%9F.de/'
    >>> IRIRedirectResponse("http://faß.de/").headers["location"]
    'http://xn--fa-hia.de/'
    """

    def __init__(self, url: str | URL, status_code: int = 307, **options: Any) -> None:
        try:
            location = map_header("Location", str(url))
        except IRIError as error:
            raise HTTPException(400, "The target of this redirect is not an IRI.") from error
        super().__init__(location, status_code, **options)
        self.headers["location"] = location  # Starlette encodes it once more


class IRIFileResponse(FileResponse):
    r"""`FileResponse` whose file arrives under its exact name (RFC 6266), in any script.

    *filename* is that name; without it, no name is sent, as in Starlette. The options are those of
    Starlette. See `iri3987.files.content_disposition`.

    >>> response = IRIFileResponse("/srv/1", filename="日本.pdf")
    >>> response.headers["content-disposition"].split("; ")
    ['attachment', 'filename="__.pdf"', "filename*=UTF-8''%E6%97%A5%E6%9C%AC.pdf"]
    >>> response.headers["content-type"]
    'application/pdf'
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        filename: str | None = None,
        media_type: str | None = None,
        content_disposition_type: Literal["attachment", "inline"] = "attachment",
        **options: Any,
    ) -> None:
        if filename is None:
            super().__init__(path, media_type=media_type, **options)
            return
        # As in Starlette, the type is that of this name, even if the path ends with ".html".
        media_type = media_type or guess_type(safe_filename(filename))[0]
        super().__init__(path, media_type=media_type or "application/octet-stream", **options)
        # Starlette cannot encode every name, and the oldest clients cannot read what it sends.
        named = content_disposition(filename, disposition=content_disposition_type)
        self.headers.setdefault("content-disposition", named)
