"""Internationalized Resource Identifiers (RFC 3987): validate, map, compare and show them.

>>> from iri3987 import IRI
>>> iri = IRI("http://faß.de/straße?q=é")
>>> iri.uri
'http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9'
"""

from iri3987.bidi import isolate
from iri3987.comparison import comparison_key, equivalent, normalize
from iri3987.confusability import confusable, skeleton
from iri3987.display import display
from iri3987.exceptions import IRIError
from iri3987.host import host_to_ascii, host_to_unicode
from iri3987.inspection import Finding, Severity, inspect
from iri3987.mapping import to_iri, to_uri
from iri3987.profile import ANY, INTRANET, PUBLIC, WEB, Profile
from iri3987.reference import IRI, IRIReference
from iri3987.repair import repair
from iri3987.resolution import relativize, resolve
from iri3987.syntax import is_absolute_iri, is_iri, is_iri_reference, is_uri, is_uri_reference

__all__ = [
    "ANY",
    "INTRANET",
    "IRI",
    "PUBLIC",
    "WEB",
    "Finding",
    "IRIError",
    "IRIReference",
    "Profile",
    "Severity",
    "comparison_key",
    "confusable",
    "display",
    "equivalent",
    "host_to_ascii",
    "host_to_unicode",
    "inspect",
    "is_absolute_iri",
    "is_iri",
    "is_iri_reference",
    "is_uri",
    "is_uri_reference",
    "isolate",
    "normalize",
    "relativize",
    "repair",
    "resolve",
    "skeleton",
    "to_iri",
    "to_uri",
]
