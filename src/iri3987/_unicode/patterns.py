"""Regular expressions that are compiled when they are first used: large classes take long."""

import re
from typing import Any


def late(source: str, flags: int = 0, /) -> re.Pattern[str]:
    """Return what `re.compile` does, but compile it when one of its methods is first asked for."""
    return _Late(source, flags)  # type: ignore[return-value]  # it has all attributes of one


class _Late:
    """A pattern to be. A method that has been asked for once is an attribute: it costs nothing."""

    def __init__(self, source: str, flags: int) -> None:
        # `re.Pattern.pattern`, so that it can be a part of another one.
        self.pattern = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, value)
        return value
