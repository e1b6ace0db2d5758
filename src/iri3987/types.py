"""Types for annotations, with the profile that judges them: for pydantic, FastAPI and others.

A type checker reads each as `IRI` or `IRIReference`. Pydantic applies the profile: see
docs/how-to/pydantic.md. Other types are made in the same way:
``Annotated[IRI, replace(WEB, ...)]``.
"""

from dataclasses import replace
from typing import Annotated

from iri3987.profile import ANY, PUBLIC, WEB
from iri3987.values import IRI, IRIReference

__all__ = ["AnyIRI", "AnyIRIReference", "HttpsIRI", "PublicIRI", "WebIRI"]

#: An address of the web, with http or https (`WEB`).
WebIRI = Annotated[IRI, WEB]

#: An address of the web, with https only.
HttpsIRI = Annotated[IRI, replace(WEB, schemes={"https"})]

#: An address whose host is of the public internet (`PUBLIC`). docs/how-to/fetching.md says what
#: else a server that fetches it must check.
PublicIRI = Annotated[IRI, PUBLIC]

#: Any IRI, even with a scheme that runs code, such as "javascript" (`ANY`).
AnyIRI = Annotated[IRI, ANY]

#: Any IRI reference, absolute or relative.
AnyIRIReference = Annotated[IRIReference, replace(ANY, reference=True)]
