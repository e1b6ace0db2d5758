"""Top-level domains: which names in running text are taken for domain names.

The list is `iri3987._unicode._top_level_domains`, which says of what day it is.
"""

import re
from functools import lru_cache
from typing import Final

from iri3987 import _unicode14
from iri3987._running_text import SPACELESS
from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS

#: Top-level domains that are better known as the suffixes of files.
#:
#: Choice: not "pl", "ai", "app", "in" or "is", whose web sites are in more texts than their files.
FILE_SUFFIXES: Final = frozenset(["cc", "md", "mov", "pm", "ps", "py", "rs", "sh", "so", "zip"])

_LONGEST: Final = max(map(len, TOP_LEVEL_DOMAINS))
_SPACELESS = re.compile(f"[{SPACELESS}\u30fb]")


def top_level(label: str, /) -> str:
    """Return the top-level domain that *label* is, or that it begins with; "" if there is none.

    In text without spaces, the text goes on directly after it.

    >>> top_level("рф"), top_level("XN--P1AI"), top_level("orgです"), top_level("orgs")
    ('рф', 'XN--P1AI', 'org', '')
    """
    if _is_top_level(label):
        return label
    if not label.isascii():
        for end in range(min(len(label) - 1, _LONGEST), 1, -1):
            if _SPACELESS.match(label, end) is not None and _is_top_level(label[:end]):
                return label[:end]
    return ""


def _is_top_level(label: str) -> bool:
    if label.isascii():
        return label.lower() in TOP_LEVEL_DOMAINS
    return len(label) <= _LONGEST and _is_listed(label)


@lru_cache(maxsize=1024)
def _is_listed(label: str) -> bool:
    """Tell whether *label*, which is short, is in the list. The cache is for those that repeat."""
    return _unicode14.normalize("NFC", _unicode14.lower(label)) in TOP_LEVEL_DOMAINS


#: Top-level domains that begin no sentence, so that "MyShop.Com" is an address wherever it stands.
_NEVER_WORDS: Final = frozenset(["Com", "Org"])
#: The end of a sentence, of a line or of brackets, behind their last word.
_END = re.compile(r"[.!?)\]}\"\u00bb\u201d\u3002\uff01\uff1f\uff09\u300d]|[ \t\r]{0,8}(?:\n|\Z)")


def is_sentence_or_file(name: str, after: str, /) -> bool:
    """Return whether *name*, with *after* behind it, is more likely two words, or a file.

    Its top-level domain is then the first word of a sentence, or the suffix of a file.

    >>> is_sentence_or_file("end.In", " the"), is_sentence_or_file("a.py", "")
    (True, True)
    >>> is_sentence_or_file("END.IN", ""), is_sentence_or_file("Example.Com", ". ")
    (False, False)
    """
    before, _, label = name.rpartition(".")
    if not label.istitle():
        return label.lower() in FILE_SUFFIXES
    # "Example.Com", unless another word follows, as in "Berlin.In the".
    is_name = before.rpartition(".")[2][:1].isupper()
    return not is_name or not (label in _NEVER_WORDS or _END.match(after))
