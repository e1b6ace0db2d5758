"""Make `_top_level_domains.py`: ``python -m data.make_top_level_domains FILE``.

FILE lists top-level domains as A-labels, one in a line, as IANA's tlds-alpha-by-domain.txt does.
Its first line says which version it is.
"""

import sys
import unicodedata
from pathlib import Path
from textwrap import wrap

#: The module of the core that is made.
TARGET = Path(__file__).parents[1] / "src" / "iri3987" / "_unicode" / "_top_level_domains.py"
_MODULE = '''\
"""The top-level domains, as A-labels and as U-labels, in lower case.

Made by `make_top_level_domains.py`. The source says of itself:
{said}
"""

from typing import Final

_NAMES = """
{names}
"""

TOP_LEVEL_DOMAINS: Final = frozenset(_NAMES.split())
'''


def make(source: str, /) -> str:
    """Return the source of `_top_level_domains.py` for the text of the list."""
    lines = source.splitlines()
    said = [line.removeprefix("#").strip() for line in lines if line.startswith("#")]
    a_labels = [line.strip().lower() for line in lines if line and not line.startswith("#")]
    u_labels = [_decoded(label) for label in a_labels if label.startswith("xn--")]
    rows = [""]
    for name in [*sorted(a_labels), *sorted(u_labels)]:
        if _width(rows[-1]) + 1 + _width(name) > 96:
            rows.append("")
        rows[-1] = f"{rows[-1]} {name}".strip()
    return _MODULE.format(said="\n".join(wrap(" ".join(said), 100)), names="\n".join(rows))


def _width(text: str) -> int:
    """Return how many columns an editor gives to *text*."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def _decoded(a_label: str) -> str:
    return a_label.removeprefix("xn--").encode().decode("punycode")


def main(arguments: list[str], /) -> None:
    """Write `_top_level_domains.py` into the core, or where a second argument says."""
    target = Path(arguments[1]) if arguments[1:] else TARGET
    source = make(Path(arguments[0]).read_text(encoding="utf-8"))
    target.write_text(source, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
