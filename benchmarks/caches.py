"""How the caches of this package and of its rivals are emptied."""

import sys
from typing import Any
from urllib import parse

# Caches of results. Caches that do not depend on the text, such as compiled patterns and urllib's
# table of quoted octets, stay: every program fills them once.
_CACHES = {
    "yarl._parse": ("split_netloc", "make_netloc"),
    "yarl._url": (
        "build_pre_encoded_url",
        "encode_url",
        "from_parts",
        "pre_encoded_url",
        "_encode_host",
        "_idna_decode",
        "_idna_encode",
    ),
}


def clear_caches() -> None:
    """Empty every cache of results, ours and theirs."""
    parse.clear_cache()  # type: ignore[attr-defined]
    for module, names in _CACHES.items():
        for name in names:
            cached = getattr(sys.modules.get(module), name, None)
            if cached is not None:
                cached.cache_clear()
    for cached in _our_caches():
        cached.cache_clear()


def _our_caches() -> tuple[Any, ...]:
    """Return the caches of this package that have a bound: those that input can fill.

    They are looked for each time, as some modules are loaded late.
    """
    modules = [module for name, module in sys.modules.items() if name.startswith("iri3987.")]
    found = {id(each): each for module in modules for each in vars(module).values()}
    return tuple(
        each
        for each in found.values()
        if hasattr(each, "cache_parameters") and each.cache_parameters()["maxsize"] is not None
    )
