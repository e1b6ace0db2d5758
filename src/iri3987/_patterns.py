"""The rules of `iri3987.grammar` as regular expressions, and how a text is matched with one.

Matching a valid text takes one run of one regular expression.
"""

import re
from functools import cache

from iri3987 import grammar
from iri3987._formatting import without_formatting

#: A "%" that encodes nothing.
STRAY_PERCENT = re.compile(f"%(?![{grammar.HEXDIG}]{{2}})")


def matches(text: str, rule: str, /) -> bool:
    """Tell whether all of *text* matches *rule*, a constant of `iri3987.grammar`."""
    if "%" in text and STRAY_PERCENT.search(text):
        return False
    return pattern(rule).fullmatch(text) is not None


def end_of_match(text: str, rule: str, start: int, end: int, /) -> int:
    """Return the end of the longest match of *rule* at *start*; *start* if there is none."""
    match = pattern(rule).match(text, start, end)
    if match is None:
        return start
    bad = STRAY_PERCENT.search(text, start, match.end())
    return match.end() if bad is None else bad.start()


@cache
def pattern(rule: str, /) -> re.Pattern[str]:
    """Return *rule*, compiled, without the characters that section 4.1 forbids.

    Where a rule of the grammar loops over characters and percent-encodings, "%" is here one of the
    characters, so that the loop is over a single class: that takes half the time, and no memory.
    `matches` and `end_of_match` check the percent-encodings separately.

    A rule is compiled when it is first needed: compiling IRI-reference takes longer than importing
    the package.
    """
    loose = rule.replace(f"]++|{grammar.PCT_ENCODED})", "%]++)")
    return re.compile(without_formatting(_COMMON.get(rule, "") + loose))


# A pattern for most texts. It matches part of what the rules match, in half the time, and is tried
# first. Its "path" includes the query, which allows the same characters and more.
_RUN = f"[{grammar.IUNRESERVED}{grammar.SUB_DELIMS}%:@/?]*+"
_COMMON_IRI = (
    rf"{grammar.SCHEME}://[{grammar.IUNRESERVED}{grammar.SUB_DELIMS}]*+(?::{grammar.PORT}|)"
    rf"(?:[/?]{_RUN}|)(?:\#{_RUN}|)|"
)
_COMMON = {grammar.IRI: _COMMON_IRI, grammar.IRI_REFERENCE: _COMMON_IRI}
