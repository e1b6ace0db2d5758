"""Types for annotations, with the profile that judges them: for pydantic, FastAPI and others.

A type checker reads each as `IRI` or `IRIReference`. Pydantic applies the profile: see
docs/how-to/pydantic.md. Other types are made in the same way:
``Annotated[IRI, replace(WEB, ...)]``.
"""

from dataclasses import replace
from typing import Annotated, Any

from iri3987.profile import ANY, PUBLIC, WEB
from iri3987.values import IRI, InvalidIRI, IRIReference

__all__ = ["AnyIRI", "AnyIRIReference", "HttpsIRI", "PublicIRI", "StoredIRI", "WebIRI"]

#: An address of the web, with http or https (`WEB`).
WebIRI = Annotated[IRI, WEB]

#: An address of the web, with https only.
HttpsIRI = Annotated[IRI, replace(WEB, schemes={"https"})]

#: An address whose host is of the public internet (`PUBLIC`): see docs/how-to/fetching.md.
PublicIRI = Annotated[IRI, PUBLIC]

#: Any IRI, even with a scheme that runs code, such as "javascript" (`ANY`).
AnyIRI = Annotated[IRI, ANY]

#: Any IRI reference, absolute or relative.
AnyIRIReference = Annotated[IRIReference, replace(ANY, allow_relative=True)]


class _Stored:
    """What pydantic asks about `StoredIRI`."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any, /) -> Any:
        from iri3987.adapters.pydantic import stored

        return stored()


#: An address in an answer: stored text, as it is. A row that the type of the request would refuse
#: today does not make the answer fail. It accepts all text, so never write it in a request. A value
#: stays the object that it is; other text is loaded as by `iri3987.values.load`. The JSON Schema
#: has no format, because an old row may not be an IRI.
StoredIRI = Annotated[IRI | InvalidIRI, _Stored()]
