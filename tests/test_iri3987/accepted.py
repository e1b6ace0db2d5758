"""The texts for which a function of `iri3987.syntax` returns True, as a language.

The function gets a `Text` that stands for all texts, and answers what the function asks: `isascii`,
"in", and whether a pattern matches. It runs once for each way to answer. So the language is that of
the code that runs, whatever its patterns and its conditions are.
"""

import re
from collections.abc import Callable
from functools import partial

import pytest

from iri3987 import syntax
from iri3987.syntax import components, patterns
from test_iri3987.automata import Compound, Language, begun, matched, searched


class Text:
    """All texts that have the same answers."""

    def __init__(self, answers: dict[str, bool]) -> None:
        self.answers = answers
        self.languages: dict[str, Language] = {}

    def has(self, question: str, language: Language) -> bool:
        """Answer a question: as it was answered before, or else "yes"."""
        self.languages[question] = language
        return self.answers.setdefault(question, True)

    def isascii(self) -> bool:
        """Return whether all of it is ASCII."""
        return self.has("isascii", matched(r"[\x00-\x7f]*"))

    def startswith(self, start: str) -> bool:
        """Return whether it begins with *start*."""
        return self.has(f"startswith {start}", begun(re.escape(start)))

    def __contains__(self, part: str) -> bool:
        return self.has(f"in {part}", searched(re.escape(part)))


class Asking:
    """A pattern that asks a `Text` whether it matches."""

    def __init__(self, source: str, turns: int) -> None:
        if turns:
            source = re.sub(r"(?<=\{0,)[0-9]{3,}(?=\})", str(turns), source)
        self.fullmatch = partial(self._ask, matched, source)
        self.match = partial(self._ask, begun, source)
        self.search = partial(self._ask, searched, source)

    @staticmethod
    def _ask(how: Callable[[str], Language], source: str, text: Text) -> bool | None:
        return text.has(f"{how.__name__} {source}", how(source)) or None


def accepted(function: Callable[[str], object], *, turns: int = 0) -> Language:
    """Return the texts for which *function* returns True.

    With *turns*, loops that may turn a hundred times or more turn so many times at most.
    """
    languages: dict[str, Language] = {}
    waiting: list[dict[str, bool]] = [{}]
    ways: list[tuple[dict[str, bool], bool]] = []
    compiled = patterns.pattern
    with pytest.MonkeyPatch.context() as patch:
        for module in (syntax, components, patterns):
            for name, value in vars(module).items():
                if isinstance(getattr(value, "pattern", None), str):
                    patch.setattr(module, name, Asking(value.pattern, turns))
            patch.setattr(module, "exact", lambda text: text, raising=False)
            patch.setattr(module, "type", lambda _: str, raising=False)
        patch.setattr(patterns, "pattern", lambda rule: Asking(compiled(rule).pattern, turns))
        while waiting:
            before = waiting.pop()
            text = Text(dict(before))
            result = function(text)  # type: ignore[arg-type]  # it has what is used of a `str`
            ways.append((text.answers, bool(result)))
            languages |= text.languages
            # Each answer "yes" that is new could have been "no".
            new = list(text.answers)[len(before) :]
            for at, question in enumerate(new, len(before)):
                earlier = dict(list(text.answers.items())[:at])
                waiting.append({**earlier, question: False})
    questions = list(languages)

    def decide(flags: tuple[bool, ...]) -> bool:
        answers = dict(zip(questions, flags, strict=True)).items()
        return next(result for way, result in ways if way.items() <= answers)

    return Compound(languages.values(), decide)
