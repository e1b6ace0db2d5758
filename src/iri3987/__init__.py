"""Internationalized Resource Identifiers (RFC 3987): validate, map, compare and show them.

>>> from iri3987 import IRI
>>> iri = IRI("http://faß.de/straße?q=é")
>>> iri.uri
'http://xn--fa-hia.de/stra%C3%9Fe?q=%C3%A9'
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# The module of each name, which is imported when the name is first used: a program that maps IRIs
# does not wait for the rules of display.
_MODULES = {
    "isolate": "bidi",
    "comparison_key": "comparison",
    "equivalent": "comparison",
    "normalize": "comparison",
    "confusable": "confusability",
    "skeleton": "confusability",
    "display": "display",
    "IRIError": "exceptions",
    "host_to_ascii": "host",
    "host_to_unicode": "host",
    "Finding": "inspection",
    "Severity": "inspection",
    "inspect": "inspection",
    "to_iri": "mapping",
    "to_uri": "mapping",
    "ANY": "profile",
    "INTRANET": "profile",
    "PUBLIC": "profile",
    "WEB": "profile",
    "Profile": "profile",
    "IRI": "reference",
    "IRIReference": "reference",
    "repair": "repair",
    "relativize": "resolution",
    "resolve": "resolution",
    "is_absolute_iri": "syntax",
    "is_iri": "syntax",
    "is_iri_reference": "syntax",
    "is_uri": "syntax",
    "is_uri_reference": "syntax",
}
# The modules that are attributes of the package without an import of their own.
_SUBMODULES = {*_MODULES.values(), "codes", "grammar", "scheme"}


class _Package(ModuleType):
    """A package that imports its names when they are used."""

    def __getattr__(self, name: str) -> Any:
        if name in _MODULES:
            value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
            setattr(self, name, value)
            return value
        if name in _SUBMODULES:
            return import_module(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __setattr__(self, name: str, value: object) -> None:
        # Importing the module `iri3987.display` makes it an attribute of the package, where this
        # name is that of its function. All names of a module become attributes then: if a test
        # replaces a function in its module later, the package does not keep the replacement.
        if isinstance(value, ModuleType):
            for each, module in _MODULES.items():
                if module == name:
                    self.__dict__.setdefault(each, getattr(value, each))
            if name in _MODULES:
                return
        super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(__all__)


_package = sys.modules[__name__]
_package.__class__ = _Package
