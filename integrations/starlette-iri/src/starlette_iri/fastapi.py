"""Types of parameters for FastAPI. Importing this module registers the path convertors, too."""

from typing import Annotated

from fastapi import Depends, Path

import starlette_iri.convertors as _convertors  # noqa: F401 - it registers them
from iri3987 import IRI
from starlette_iri.request import request_iri

__all__ = ["PathIRI", "PathSegment", "RequestIRI"]

#: An absolute IRI in a path: the parameter of ``{target:iri}``. With a profile, write
#: ``Annotated[PathIRI, WEB]``: what the profile refuses is answered with 422.
PathIRI = Annotated[IRI, Path(description="An absolute IRI (RFC 3987), percent-encoded.")]

#: One segment of a path, in any script: the parameter of ``{name:isegment}``.
PathSegment = Annotated[
    str, Path(description="One segment of a path, in any script.", min_length=1, max_length=2048)
]

#: The IRI of the request (`starlette_iri.request_iri`); 400 if it has none.
RequestIRI = Annotated[IRI, Depends(request_iri)]
