"""Internationalized Resource Identifiers (RFC 3987): validate, map, compare and show them.

>>> from iri3987 import IRI
>>> iri = IRI("http://faß.de/straße?q=é")
>>> iri.uri
'http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9'
"""

# Type checkers know this name. To import `typing` would take most of the time of this import.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from iri3987.appearance import display
    from iri3987.appearance.confusability import confusable, skeleton
    from iri3987.comparison import comparison_key, equivalent, normalize
    from iri3987.exceptions import IRIError
    from iri3987.host import host_to_ascii, host_to_unicode
    from iri3987.inspection import Finding, Severity, inspect
    from iri3987.mapping import to_iri, to_uri
    from iri3987.mapping.repair import repair
    from iri3987.profile import ANY, INTRANET, PUBLIC, WEB, Profile
    from iri3987.syntax import is_absolute_iri, is_iri, is_iri_reference, is_uri, is_uri_reference
    from iri3987.syntax.resolution import relativize, resolve
    from iri3987.values import IRI, IRIReference

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
    "normalize",
    "relativize",
    "repair",
    "resolve",
    "skeleton",
    "to_iri",
    "to_uri",
]

# The module of each name, which is imported when the name is first used: a program that maps IRIs
# does not wait for the rules of display.
_MODULES = {
    name: module
    for module, names in {
        "appearance": ("display",),
        "appearance.confusability": ("confusable", "skeleton"),
        "comparison": ("comparison_key", "equivalent", "normalize"),
        "exceptions": ("IRIError",),
        "host": ("host_to_ascii", "host_to_unicode"),
        "inspection": ("Finding", "Severity", "inspect"),
        "mapping": ("to_iri", "to_uri"),
        "mapping.repair": ("repair",),
        "profile": ("ANY", "INTRANET", "PUBLIC", "WEB", "Profile"),
        "syntax": ("is_absolute_iri", "is_iri", "is_iri_reference", "is_uri", "is_uri_reference"),
        "syntax.resolution": ("relativize", "resolve"),
        "values": ("IRI", "IRIReference"),
    }.items()
    for name in names
}


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
