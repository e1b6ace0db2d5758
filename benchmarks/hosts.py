"""Hosts to ask HTTP clients about: those of the vectors, and generated ones in every script.

They are the same ones on every interpreter. Each is a host of which `iri3987` makes a URI.
"""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from iri3987 import IRI, IRIError
from iri3987._unicode.scripts import script_extensions
from iri3987._unicode.version14 import category

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"


@dataclass(frozen=True)
class Host:
    """A host as it is written, and what `iri3987` makes of it."""

    name: str
    ascii_host: str
    #: A mapped address with this host.
    uri: str

    @property
    def text(self) -> str:
        """An address with this host as it is written."""
        return f"http://{self.name}/"

    @property
    def is_clear(self) -> bool:
        """Whether it means one place to every client.

        With percent-encoding it does not, nor do numbers with a final dot: see the page.
        """
        return "%" not in self.name and not (
            IRI(self.text).ip_address and self.name.endswith((".", "。", "．", "｡"))
        )

    @classmethod
    def of(cls, name: str) -> "Host | None":
        """Return the host of a name, or None if it cannot be mapped."""
        try:
            iri = IRI(f"http://{name}/")
            uri, host = iri.uri, iri.ascii_host
        except IRIError:
            return None
        return cls(name, host, uri) if host else None


_WORDS = (
    *("example", "EXAMPLE", "org", "a", "127", "0x7f", "a_b", "-a-", "ab--c", "1a", "例え"),
    *("Faß", "FAẞ", "münchen", "ｅｘａｍｐｌｅ", "ﬁn", "Ελλάς", "ΣΊΣΥΦΟΣ", "istanbul", "İstanbul"),
    *("col·lega", "क\u094d\u200dष", "نامه\u200cای"),
    *("ıstanbul", "XN--R8JZ45G", "xn--fa-hia", "i❤", "😀", "テスト"),
)
#: What is put between letters: joiners, final sigma, what is mapped to more than one letter, emoji,
#: compatibility forms, marks, hyphens, what is mapped to nothing.
_SIGNS = (
    *(
        "\u200c",
        "\u200d",
        "\u00ad",
        "\ufe0f",
        "\u0301",
        "\u0323",
        "·",
        "・",
        "ー",
        "-",
        "--",
        "_",
        "~",
    ),
    *("ς", "ß", "ẞ", "İ", "ı", "ſ", "\u212a", "ﬁ", "Ａ", "ｅｘ", "①", "1", "٣", "👍", "❤", "xn--"),
)
_DOTS = (".", ".", ".", "。", "．", "｡")
_ENDS = ("", "", ".org", ".org", ".ORG", ".", "。")


@cache
def of_vectors() -> list[Host]:
    """Return the hosts of the vectors, each once.

    Those of forms are left out: no client reads "1.0x" as the URL Standard does, as 1.0.0.0.
    """
    found: dict[str, None] = {}
    for path in sorted({*VECTORS.glob("*.jsonl")} - {VECTORS / "contract.jsonl"}):
        for line in path.read_text("utf-8").splitlines():
            found |= dict.fromkeys(_hosts(json.loads(line)))
    return [host for host in map(Host.of, found) if host]


def _hosts(row: dict[str, Any]) -> Iterator[str]:
    """Yield the hosts of a row: what it calls so, and those of its addresses."""
    host = row["input"] if row["op"] == "display_host" else row.get("host")
    if isinstance(host, str):
        yield host
    for value in row.values():
        for text in value if isinstance(value, list) else [value]:
            try:
                host = IRI(text).host if isinstance(text, str) and len(text) < 2000 else None
            except IRIError:
                continue
            if host:
                yield host


def generated(count: int) -> list[Host]:
    """Return *count* hosts of every script, each of which is clear."""
    choice = random.Random(3987)  # noqa: S311 - nothing is secret here
    letters = _letters()
    found: dict[str, Host] = {}
    while len(found) < count:
        labels = [_label(choice, letters) for _ in range(choice.randrange(1, 4))]
        name = choice.choice(_DOTS).join(labels) + choice.choice(_ENDS)
        if (host := Host.of(name)) and host.is_clear:
            found[name] = host
    return list(found.values())


@cache
def _letters() -> list[list[str]]:
    """Return the characters of each script that a name may be written in."""
    found: dict[str, list[str]] = {}
    for character in map(chr, range(0x80, 0x32400)):
        if category(character)[0] in "CLMN":
            for script in script_extensions(character) - {"Zyyy", "Zinh", "Zzzz"}:
                found.setdefault(script, []).append(character)
    return [found[script] for script in sorted(found)]


def _label(choice: random.Random, letters: list[list[str]]) -> str:
    if choice.randrange(8) == 0:
        return choice.choice(_WORDS)
    script = choice.choice(letters)
    label = [choice.choice(script) for _ in range(choice.randrange(1, 7))]
    # Interpreters agree about the case of characters that Unicode 14 has.
    if choice.randrange(3) == 0 and not any(category(each) == "Cn" for each in label):
        label = list("".join(label).upper())
    for _ in range(choice.choice((0, 0, 1, 2))):
        label.insert(choice.randrange(len(label) + 1), choice.choice(_SIGNS))
    return "".join(label)
