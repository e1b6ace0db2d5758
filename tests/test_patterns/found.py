"""Every regular expression of the packages: print them as JSON, with the module that has each.

`re` is watched while all modules are imported and each way in of `entries` is given some texts, in
a process of its own, so that nothing is compiled before.
"""

import importlib
import json
import logging
import os
import pkgutil
import re
import sys
from contextlib import suppress
from typing import Any

PACKAGES = ("iri3987", "django_iri", "flask_iri", "starlette_iri", "sqlalchemy_iri")
#: The parser and the compiler of `re` have no public name.
compiler: Any = importlib.import_module("re._compiler")
parser: Any = importlib.import_module("re._parser")
_TEXTS = (
    "http://u:p@É.example:80/ä%C3%A9%41/../?q#f",
    "a b\\|é@x",
    "<b a='b'>&lt; [::1]",
    "%E9\ud800",
)


def main() -> None:
    """Import and try everything, and print what was compiled for one of the packages."""
    found: set[tuple[str, str, int]] = set()
    compile_ = compiler.compile

    def watch(pattern: Any, flags: int = 0) -> Any:
        frame = sys._getframe(1)  # noqa: SLF001 - who asks?
        while frame.f_globals["__name__"].partition(".")[0] == "re" and frame.f_back:
            frame = frame.f_back
        module = frame.f_globals["__name__"]
        if module.partition(".")[0] in PACKAGES and isinstance(pattern, str):
            found.add((module, pattern, int(flags)))
        return compile_(pattern, flags)

    compiler.compile = watch
    re.purge()
    # A pattern that is compiled late is compiled at once here.
    importlib.import_module("iri3987._unicode.patterns").late = re.compile  # type: ignore[attr-defined]
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "test_django_iri.settings")
    django.setup()
    for package in PACKAGES:
        with suppress(ModuleNotFoundError):
            root = importlib.import_module(package)
            for each in pkgutil.walk_packages(root.__path__, f"{package}."):
                found |= set(_of_classes(importlib.import_module(each.name)))
    from test_patterns.entries import ENTRIES

    logging.disable()
    for _, call in ENTRIES.values():
        for text in _TEXTS:
            with suppress(Exception):
                call(text)
    json.dump(sorted(found), sys.stdout)


def _of_classes(module: Any) -> Any:
    """Yield what the classes of a module call ``regex``: a framework compiles it."""
    for value in vars(module).values():
        if type(value) is type and value.__module__ == module.__name__:
            regex = vars(value).get("regex")
            if isinstance(regex, str):
                yield module.__name__, regex, 0


if __name__ == "__main__":
    main()
