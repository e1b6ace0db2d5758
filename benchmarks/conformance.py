"""Write the tables of docs/reference/conformance.md: what implementations answer to the rows.

``python -m benchmarks.conformance`` from the root of the repository. The rows are JSON Lines: those
of the RFCs are in tests/vectors, and `make data` fetches some of the others. The environment
variable IRI3987_CONFORMANCE names the folder of all. With a command as arguments, it asks that
runner alone about the rows of the RFCs, and prints what is wrong: `benchmarks.runners` has the
protocol.
"""

import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import uts58
from benchmarks import linkification
from benchmarks.runners import Row
from outside import outside

ROOT = Path(__file__).parents[1]
RUNNERS = Path(__file__).parent / "runners"
VECTORS = ROOT / "tests" / "vectors"
ROWS = outside("IRI3987_CONFORMANCE", "conformance")
REPORT = ROOT / "docs" / "reference" / "conformance.md"

#: The operations in the order of the RFC, and how the table names them.
OPERATIONS = {
    "is_iri": "is it an IRI (2.2, 4.1)",
    "is_iri_reference": "is it an IRI reference (2.2, 4.1)",
    "is_uri": "is it a URI (RFC 3986)",
    "is_uri_reference": "is it a URI reference (RFC 3986)",
    "components": "components (2.2)",
    "iri_to_uri": "IRI to URI (3.1)",
    "uri_to_iri": "URI to IRI (3.2)",
    "to_ascii": "host to ASCII (3.1, UTS #46)",
    "to_unicode": "host to Unicode (UTS #46)",
    "equivalent": "equivalence (5.3)",
    "normalize": "normalization (5.3)",
    "resolve": "resolution (6.5)",
    "is_leiri_reference": "is it a LEIRI reference (3987bis 6)",
    "leiri_to_iri": "LEIRI to IRI (3987bis 6)",
}
#: The runners in the order of the table.
ORDER = (
    *("iri3987.py", "pyoxigraph.py", "rfc3987.py", "rfc3986.py", "hyperlink.py", "yarl.py"),
    *("urllib.py", "django.py", "werkzeug.py", "ada_url.py", "can_ada.py"),
    *("node_url.js", "fast_uri.js", "uri_js.js", "curl.py"),
)
_HOST_BEYOND_ASCII = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]*[^\x00-\x7f/?#]", re.IGNORECASE)


def command(name: str) -> list[str]:
    """Return the command of one of our runners."""
    if name.endswith(".js"):
        return ["node", str(RUNNERS / name)]
    return [sys.executable, "-m", f"benchmarks.runners.{name.removesuffix('.py')}"]


def rows(*folders: Path) -> Iterator[Row]:
    """Yield the normative rows of the operations above, of files that *folders* have."""
    files = {path.name: path for folder in folders for path in folder.glob("*.jsonl")}
    for _, path in sorted(files.items()):
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            # Some results are not of the operation alone: they were normalised afterwards.
            is_plain = "then" not in row.get("options", {})
            if row.get("status") == "normative" and row["op"] in OPERATIONS and is_plain:
                yield row


@dataclass
class Answers:
    """What an implementation answers."""

    name: str
    version: str
    note: str
    idna: bool
    outputs: dict[str, object]
    #: Rows that apply, by operation, and those of them whose answer is not the row's.
    asked: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))
    wrong: dict[str, list[Row]] = field(default_factory=lambda: defaultdict(list))

    def judge(self, row: Row) -> None:
        """Compare the answer to a row with what it expects, if it is asked for."""
        if row["id"] in self.outputs and applies(row, self):
            self.asked[row["op"]].append(row)
            if not passes(row, self.outputs[row["id"]]):
                self.wrong[row["op"]].append(row)


class MissingError(Exception):
    """The implementation of a runner is not here."""


def ask(runner: Sequence[str], asked: Iterable[Row]) -> Answers:
    """Give rows to a runner, and return what it answers."""
    listed = list(asked)
    given = "".join(f"{json.dumps(row)}\n" for row in listed)
    try:
        done = subprocess.run(
            runner, input=given.encode(), stdout=subprocess.PIPE, check=True, cwd=ROOT
        )
    except FileNotFoundError as error:
        raise MissingError(f"{runner[0]} is not installed") from error
    head, *lines = map(json.loads, done.stdout.decode().splitlines())
    if "missing" in head:
        raise MissingError(head["missing"])
    answers = Answers(**head, outputs={line["id"]: line["output"] for line in lines})
    for row in listed:
        answers.judge(row)
    return answers


def applies(row: Row, answers: Answers) -> bool:
    """Return whether a row asks for what the package is made for, as far as options go."""
    options: Row = row.get("options", {})
    if answers.name == "iri3987":
        return True
    if row["op"] == "iri_to_uri" and _HOST_BEYOND_ASCII.match(row["input"]):
        return answers.idna is (options.get("host") == "idna")
    if row["op"] == "uri_to_iri" and "xn--" in row["input"].lower():
        return answers.idna is (options.get("host") == "unicode")
    # Options that only this package has.
    only = {"query_charset", "ascii_unsafe", "strict"} & options.keys()
    return not only and options.get("level") != "string"


def passes(row: Row, found: object) -> bool:
    """Return whether the result is the row's. None is the row's word for a refusal."""
    expected = row["expected"]
    if isinstance(found, dict) and isinstance(expected, dict):
        return all(found[name] == value for name, value in expected.items() if name in found)
    if row["op"] in {"normalize", "resolve"} and isinstance(found, str) and expected is not None:
        # Some answer with an IRI, some with a URI: either will do.
        return _as_uri(found) == _as_uri(expected)
    return bool(found == expected)


def _as_uri(text: str) -> str:
    return quote(text, safe="".join(map(chr, range(128))), errors="surrogatepass")


def table(peers: list[Answers], missing: list[str]) -> Iterator[str]:
    """Yield the lines of the table, and what each implementation is made for."""
    yield f"| | {' | '.join(peer.name for peer in peers)} |"
    yield f"|---|{'---:|' * len(peers)}"
    for operation, label in OPERATIONS.items():
        counts = [(len(peer.asked[operation]), len(peer.wrong[operation])) for peer in peers]
        cells = (f"{asked - wrong}/{asked}" if asked else "" for asked, wrong in counts)
        yield f"| {label} | {' | '.join(cells)} |"
    yield ""
    for peer in peers:
        if peer.note:
            yield f"- {peer.name} {peer.version}: {peer.note}."
    if missing:
        yield f"- Left out: {', '.join(missing)}."


# A section of the second level stands for those within it.
_SECTION = re.compile(r"^(RFC \d+|draft-ietf-iri-3987bis|draft-duerst-iri)[^:]*:s(\d+(?:\.\d+)?)")


def section(row: Row) -> str | None:
    """Return the section of a specification that a row of the RFCs names."""
    match = _SECTION.match(row["source"])
    return match and f"{match[1].replace('draft-ietf-iri-', '')} {match[2]}"


def wrong_by_section(peers: list[Answers]) -> Iterator[str]:
    """Yield a table: which implementations answer rows of a section wrongly, and how many."""
    yield "| Section | Answered wrongly, of the rows that were asked |"
    yield "|---|---|"
    found: dict[str, list[str]] = {}
    for peer in peers:
        asked, wrong = _by_section(peer.asked), _by_section(peer.wrong)
        for name in filter(None, wrong):
            found.setdefault(name, []).append(f"{peer.name} {wrong[name]}/{asked[name]}")
    for name in sorted(found, key=_in_order):
        yield f"| {name} | {', '.join(found[name])} |"


def _by_section(groups: dict[str, list[Row]]) -> Counter[str | None]:
    return Counter(section(row) for group in groups.values() for row in group)


def _in_order(name: str) -> tuple[str, list[int]]:
    title, _, number = name.rpartition(" ")
    return title, [int(part) for part in number.split(".")]


def examples(peers: list[Answers]) -> Iterator[str]:
    """Yield a line for each implementation: the shortest text of each operation that is wrong."""
    for peer in peers:
        told = []
        for operation in OPERATIONS:
            ours = [row for row in peer.wrong[operation] if section(row)]
            if ours:
                shortest = min(ours, key=lambda row: len(json.dumps(row["input"])))
                told.append(f"{operation} {_told(shortest, peer.outputs[shortest['id']])}")
        if told:
            yield f"- **{peer.name}**: {'; '.join(told)}."


def _told(row: Row, found: object) -> str:
    """Return the input of a row, and the answer."""
    given = row["input"] if isinstance(row["input"], list) else [row["input"]]
    base = [row["base"]] if "base" in row else []
    if isinstance(found, dict) and isinstance(row["expected"], dict):
        found = {
            name: found[name] for name, value in row["expected"].items() if found.get(name) != value
        }
    answer = "refused" if found is None else f"gives {_code(found)}"
    level = row.get("options", {}).get("level")
    at = f" (level {level})" if level else ""
    return f"{', '.join(map(_code, [*base, *given]))}{at} {answer}"


def _code(value: object) -> str:
    """Return a value as JSON in code, in ASCII if it holds what cannot be seen."""
    text = json.dumps(value, ensure_ascii=False)
    text = text if text.isprintable() else json.dumps(value)
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def write(page: str, part: str, lines: Iterable[str]) -> str:
    """Return *page* with other lines between the two comments of a part."""
    begin, end = f"<!-- {part} -->\n\n", f"\n\n<!-- end of {part} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{chr(10).join(lines)}{end}{after}"


def main() -> None:
    """Write the tables of the page; or print what is wrong in the answers of a runner."""
    if sys.argv[1:]:
        answers = ask(sys.argv[1:], rows(VECTORS))
        print("\n".join([*table([answers], []), "", *wrong_by_section([answers])]))
        for row in (row for group in answers.wrong.values() for row in group):
            found = _told(row, answers.outputs[row["id"]])
            print(f"{row['id']} {row['op']} {found}, expected {row['expected']!a}")
        return
    if not ROWS.is_dir():
        sys.exit(f"found no conformance rows in {ROWS}: run make data, or set IRI3987_CONFORMANCE")
    if not uts58.ARE_HERE:
        sys.exit(f"found no tests of UTS #58 in {uts58.FILES}: set IRI3987_LINKIFICATION")
    listed = list(rows(ROWS, VECTORS))
    peers, missing = [], []
    for name in ORDER:
        try:
            peers.append(ask(command(name), listed))
        except MissingError as error:
            missing.append(str(error))
            print(f"{name} is left out: {error}", file=sys.stderr)
    page = REPORT.read_text("utf-8")
    for part, lines in (
        ("the table", table(peers, missing)),
        ("the sections", wrong_by_section(peers)),
        ("the examples", examples(peers)),
        ("the links", linkification.table()),
    ):
        page = write(page, part, lines)
    REPORT.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
