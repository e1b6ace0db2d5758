"""An audit on one page: how many addresses of each kind there are, and three of each."""

import csv
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import Any, Final, NamedTuple

from iri3987._unicode.invisible import AROUND
from iri3987.comparison import comparison_key
from iri3987.exceptions import IRIError
from iri3987.inspection import Finding
from iri3987.messages import fill, translate
from iri3987.messages.sentences import AUDIT, TEXTS
from iri3987.profile import Profile
from iri3987.rows.batches import Reason, Record, judged
from iri3987.rows.tables import Row
from iri3987.rows.terminal import shown_key
from iri3987.syntax.errors import excerpt

#: The kinds of addresses, in the order of the page, with the codes of the findings of each.
_KINDS: Final = {
    "refused": (),
    "program": ("program-scheme",),
    "password": (),
    "look-alike": (
        *("userinfo", "bidi-other-host", "bidi-mixed", "bidi-edge", "bidi-order"),
        *("whole-script-confusable", "mixed-scripts", "mixed-digits", "restricted-character"),
        *("combining-marks", "delimiter-look-alike", "misleading-label"),
    ),
    "invisible": (
        *("invisible-character", "bidi-formatting", "host-joiner", "space-like"),
        "encoded-control",
    ),
    "other": ("not-nfc", "unknown-top-level-domain"),
    "changed": (),
    "twice": (),
}
#: The kind of each code.
KIND_OF: Final = {code: kind for kind, codes in _KINDS.items() for code in codes}
#: How many of the three rows of a kind its most frequent codes get, by the number of its codes.
_SHARES: Final = ((), (3,), (2, 1), (1, 1, 1))
_MOST_SHOWN: Final = 3
#: How many characters of texts are kept to be shown, when the same address comes again.
_ROOM: Final = 4_000_000
#: The characters of the longest cell of a CSV file: a quotation mark may lack its end.
_LONGEST_CELL: Final = 1 << 24


class _Shown(NamedTuple):
    """A row that is shown: its place, and a sentence about it, safe for people to read."""

    place: Any
    text: str
    message: str


class Page:
    """The numbers of an audit, and its first rows: `tell` is for a column, `read` for a text."""

    def __init__(self, language: str, /) -> None:
        #: How many addresses there are, and how many rows or lines have none.
        self.addresses = self.empty = 0
        self._language = language
        self._counts: dict[str, Counter[str]] = {kind: Counter() for kind in _KINDS}
        self._rows: dict[tuple[str, str], list[_Shown]] = {}

    @property
    def refused(self) -> int:
        """How many addresses are refused."""
        return self._counts["refused"].total()

    def tell(self, record: Record, /) -> None:
        """Count the record of a row that is refused, or has findings: this is a `Plan.tell`."""
        place, reason = record["pk"], record["reason"]
        about = reason if isinstance(reason, Reason) else Reason(record["text"] or "")
        if (code := record["code"]) and (rows := self._counted("refused", code)) is not None:
            message = about.told(about.error, self._language) if about.error else reason
            rows.append(_Shown(place, _shown(about.text, record["position"]), message))
        kinds: dict[str, Finding] = {}
        # The address that another one looks like tells more than the letters do.
        for each in sorted(about.findings, key=lambda each: each.code != "whole-script-confusable"):
            kinds.setdefault(_kind(each, about.text), each)
        for kind, each in kinds.items():
            if kind and (rows := self._counted(kind, each.code)) is not None:
                message = about.told(each, self._language)
                rows.append(_Shown(place, _shown(about.text, each.start), message))

    def read(self, texts: Iterable[tuple[int, str]], profile: Profile, /) -> None:
        """Count *texts*, each with its number, as a form with *profile* reads them.

        Keeps a 64-bit hash of each address and of its spelling, and the first texts. In one of 30
        million audits of a million addresses, two would share one.
        """
        spellings: dict[int, int | str] = {}
        room = _ROOM
        for number, text in texts:
            if not text.strip(AROUND):
                self.empty += 1
                continue
            self.addresses += 1
            value, error = text, None
            try:
                value = str(profile.clean(text))
            except IRIError as caught:
                error = caught
            if record := judged(Row(number, text), profile, error):
                self.tell(record)
            if value != text and (rows := self._counted("changed", "")) is not None:
                rows.append(_Shown(number, _shown(text), f"-> {_shown(value)}"))
            if error is not None and error.code == "not-absolute":
                continue  # what is not an address is not there twice
            key = hash(_key(value))
            before = spellings.get(key)
            if before is None:
                is_kept = len(text) < room
                room -= len(text) if is_kept else 0
                spellings[key] = text if is_kept else hash(text)
                continue
            is_kept = isinstance(before, str)
            how = "same" if before == (text if is_kept else hash(text)) else "spelling"
            if (rows := self._counted("twice", how)) is not None:
                sentence = TEXTS["unique" if is_kept else "unique-hidden"]
                known = {"address": _shown(str(before))}
                message = fill(translate(sentence, self._language), known)
                rows.append(_Shown(number, _shown(text), message))

    def _counted(self, kind: str, code: str) -> list[_Shown] | None:
        """Count a row; return the list to show it in, None if three are there."""
        self._counts[kind][code] += 1
        rows = self._rows.setdefault((kind, code), [])
        return rows if len(rows) < _MOST_SHOWN else None

    def _codes(self, kind: str) -> Iterator[tuple[str, int, list[_Shown]]]:
        """Yield each code of *kind*, the most frequent first, its number, and the rows it shows."""
        codes = self._counts[kind].most_common()
        shares = _SHARES[min(len(codes), _MOST_SHOWN)]
        for (code, number), share in zip(codes, chain(shares, repeat(0)), strict=False):
            yield code, number, self._rows[kind, code][:share]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the page."""
        yield f"{self._word('addresses')}: {self.addresses:,}"
        if self.empty:
            yield f"{self._word('empty')}: {self.empty:,}"
        for kind, counts in self._counts.items():
            if counts:
                yield ""
                yield f"{self._word(kind)}: {counts.total():,}"
            for code, number, rows in self._codes(kind):
                if kind == "refused" or len(counts) > 1:
                    name = self._word(code) if kind == "twice" else code
                    yield f"{number:>9,}  {name}"
                for row in rows:
                    yield f"           {shown_key(row.place)}: {row.text}"
                    yield f"           {row.message}"

    def as_json(self) -> dict[str, Any]:
        """Return the page for programs."""
        return {
            "addresses": self.addresses,
            "empty": self.empty,
            **{
                kind: {
                    "count": counts.total(),
                    "codes": dict(counts),
                    "rows": [
                        {"line": row.place, "text": row.text, "code": code, "message": row.message}
                        for code, _, rows in self._codes(kind)
                        for row in rows
                    ],
                }
                for kind, counts in self._counts.items()
            },
        }

    def _word(self, name: str) -> str:
        return translate(AUDIT[name], self._language)


def _kind(finding: Finding, text: str) -> str:
    """Return the kind of address that has *finding*, "" if it is not counted."""
    if finding.code == "userinfo" and ":" in text[finding.start : finding.end]:
        return "password"
    return KIND_OF.get(finding.code, "")


def _shown(text: str, position: int | None = 0) -> str:
    """Return the part of *text* around *position* in one line that is safe to show."""
    return "".join(excerpt(text, position or 0))


def _key(text: str) -> str:
    try:
        return comparison_key(text)
    except IRIError:
        return text.strip(AROUND)


def column(lines: Iterator[str], name: str, /) -> Iterator[tuple[int, str]]:
    """Return the cells of the column *name* of CSV, each with the number of its last line.

    The first line has the names, and tells what stands between cells. Raises `ValueError` if there
    is no such column, and `OSError` for a line that is not CSV: a quotation mark may be missing.
    """
    head = next(lines, "").removeprefix("\ufeff")
    csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(chain([head], lines), delimiter=max(",;\t|", key=head.count))
    rows = _rows(reader)
    _, names = next(rows, (1, []))
    if name not in names:
        known = ", ".join(map(_shown, names))
        raise ValueError(f"there is no column {_shown(name)!r} in the first line: {known}")
    at = names.index(name)
    return ((line, row[at] if at < len(row) else "") for line, row in rows)


def _rows(reader: Any) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a reader of CSV, each with the number of its last line."""
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise OSError(f"line {reader.line_num}: {error}") from error
