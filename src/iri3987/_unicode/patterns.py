"""Regular expressions that are compiled when they are first used: large classes take long."""

import re
from typing import Any


def late(source: str, flags: int = 0, /) -> re.Pattern[str]:
    """Return what `re.compile` does, but compile it when one of its methods is first asked for."""
    return _Late(source, flags)  # type: ignore[return-value]  # it has all attributes of one


_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub")


class _Compiled:
    """A compiled pattern: its methods, source and flags; others may have the source as a part."""

    __slots__ = ("flags", "pattern", *_METHODS)


class _Late(_Compiled):
    """A pattern to be. It loses `__getattr__` at the first use: others would take longer."""

    __slots__ = ()

    def __init__(self, source: str, flags: int) -> None:
        self.pattern, self.flags = source, flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self.flags)
        for each in _METHODS:
            setattr(self, each, getattr(compiled, each))
        self.__class__ = _Compiled  # type: ignore[assignment]  # now it has all that it can have
        return getattr(self, name)
