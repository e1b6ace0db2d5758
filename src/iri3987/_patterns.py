"""The rules of `iri3987.grammar` as regular expressions, and how a text is matched with one.

A text that passes costs one run of one regular expression.
"""

import re
from functools import cache

from iri3987 import grammar
from iri3987._formatting import without_formatting

_BAD_PERCENT = re.compile(f"%(?![{grammar.HEXDIG}]{{2}})")


def matches(text: str, rule: str, /) -> bool:
    """Tell whether all of *text* matches *rule*, a constant of `iri3987.grammar`."""
    if "%" in text and _BAD_PERCENT.search(text):
        return False
    return pattern(rule).fullmatch(text) is not None


def end_of_match(text: str, rule: str, start: int, end: int, /) -> int:
    """Return where the longest match of *rule* ends that begins at *start*; *start* without one."""
    match = pattern(rule).match(text, start, end)
    if match is None:
        return start
    bad = _BAD_PERCENT.search(text, start, match.end())
    return match.end() if bad is None else bad.start()


@cache
def pattern(rule: str, /) -> re.Pattern[str]:
    """Return *rule*, compiled, with 4.1's characters left out.

    Where a rule of the grammar loops over characters and percent-encodings, "%" is one of these
    characters here, so that nothing is left of the loop but a class: that takes half the time, and
    no memory. `matches` and `end_of_match` look at the percent-encodings by themselves.

    Compiled when first needed: compiling IRI-reference takes longer than importing the package.
    """
    loose = rule.replace(f"]++|{grammar.PCT_ENCODED})", "%]++)")
    return re.compile(without_formatting(_COMMON.get(rule, "") + loose))


# What most texts are: part of what the rules match, and tried before them, as it is matched in
# half the time. Its "path" may hold the query too, which allows as much.
_RUN = f"[{grammar.IUNRESERVED}{grammar.SUB_DELIMS}%:@/?]*+"
_COMMON_IRI = (
    rf"{grammar.SCHEME}://[{grammar.IUNRESERVED}{grammar.SUB_DELIMS}]*+(?::{grammar.PORT}|)"
    rf"(?:[/?]{_RUN}|)(?:\#{_RUN}|)|"
)
_COMMON = {grammar.IRI: _COMMON_IRI, grammar.IRI_REFERENCE: _COMMON_IRI}
