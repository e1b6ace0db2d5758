"""Top-level domains: which names in running text are taken for domain names.

The list is `iri3987._unicode._top_level_domains`, which says of what day it is.
"""

import re
from functools import lru_cache
from typing import Final

from iri3987._unicode import version14
from iri3987._unicode._top_level_domains import TOP_LEVEL_DOMAINS
from iri3987.text.boundaries import SPACELESS

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
    """Return whether *label*, which is short, is in the list. Labels repeat."""
    return version14.normalize("NFC", version14.lower(label)) in TOP_LEVEL_DOMAINS


#: Top-level domains that no sentence begins with, so that "MyShop.Com" is an address.
_NEVER_WORDS: Final = frozenset(["Com", "Org"])


def is_sentence_or_file(name: str, /) -> bool:
    """Return whether *name* is more likely two words, or a file, than an address.

    Its top-level domain is then the first word of a sentence or a name in a program ("User.Name"),
    or the suffix of a file.

    >>> is_sentence_or_file("end.In"), is_sentence_or_file("User.Name"), is_sentence_or_file("a.py")
    (True, True, True)
    >>> is_sentence_or_file("END.IN"), is_sentence_or_file("Example.Com")
    (False, False)
    """
    before, _, label = name.rpartition(".")
    if not label.istitle():
        return label.lower() in FILE_SUFFIXES
    is_name = before.rpartition(".")[2][:1].isupper()
    return not (is_name and label in _NEVER_WORDS)
