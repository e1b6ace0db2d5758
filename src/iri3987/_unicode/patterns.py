"""Regular expressions that are compiled when they are first needed: large classes take long."""

import re
from collections.abc import Callable


class LatePattern:
    """A regular expression that is compiled when `fullmatch` or `compile` is first called.

    After the first call, `fullmatch` *is* the compiled pattern's method: later calls cost nothing
    extra.
    """

    __slots__ = ("fullmatch", "source")

    fullmatch: Callable[[str], re.Match[str] | None]

    def __init__(self, source: str, /) -> None:
        """Keep the *source*."""
        self.source = source
        self.fullmatch = self._first_fullmatch

    def compile(self) -> re.Pattern[str]:
        """Return the compiled pattern, which has the other methods."""
        return re.compile(self.source)

    def _first_fullmatch(self, text: str) -> re.Match[str] | None:
        self.fullmatch = self.compile().fullmatch
        return self.fullmatch(text)
