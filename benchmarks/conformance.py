"""Write docs/reference/conformance.md: how many rows of the data pass, here and elsewhere.

``python -m benchmarks.conformance`` from the root of the repository. The rows are JSON Lines: those
of the RFCs are in tests/vectors, and `make data` fetches some of the others. The environment
variable IRI3987_CONFORMANCE names the folder of all.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

import uts58
from benchmarks import linkification
from benchmarks.peers import PEERS, Adapters, Peer, Row
from outside import outside

ROOT = Path(__file__).parents[1]
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
_HOST_BEYOND_ASCII = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]*[^\x00-\x7f/?#]", re.IGNORECASE)


def rows() -> Iterator[Row]:
    """Yield the normative rows of the operations above."""
    files = {path.name: path for path in (*VECTORS.glob("rfc*.jsonl"), *ROWS.glob("*.jsonl"))}
    for _, path in sorted(files.items()):
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            # Some results are not of the operation alone: they were normalised afterwards.
            is_plain = "then" not in row.get("options", {})
            if row["status"] == "normative" and row["op"] in OPERATIONS and is_plain:
                yield row


def applies(row: Row, peer: Peer) -> bool:
    """Return whether a row asks for what the package is made for, as far as options go."""
    options: Row = row.get("options", {})
    if peer.package == "iri3987":
        return True
    if row["op"] == "iri_to_uri" and _HOST_BEYOND_ASCII.match(row["input"]):
        return peer.idna is (options.get("host") == "idna")
    if row["op"] == "uri_to_iri" and "xn--" in row["input"].lower():
        return peer.idna is (options.get("host") == "unicode")
    # Options that only this package has.
    only = {"query_charset", "ascii_unsafe", "strict"} & options.keys()
    return not only and options.get("level") != "string"


def passes(row: Row, adapters: Adapters) -> bool:
    """Return whether the result is the row's. None is the row's word for a refusal."""
    try:
        found = adapters[row["op"]](row)
    except Exception:  # noqa: BLE001 - other packages raise many kinds
        found = None
    expected = row["expected"]
    if row["op"] in {"normalize", "resolve"} and isinstance(found, str) and expected is not None:
        # Some answer with an IRI, some with a URI: either will do.
        return _as_uri(found) == _as_uri(expected)
    return bool(found == expected)


def _as_uri(text: str) -> str:
    return quote(text, safe="".join(map(chr, range(128))), errors="surrogatepass")


def table() -> Iterator[str]:
    """Yield the lines of the table."""
    loaded = [(peer, peer.load()) for peer in PEERS]
    peers = [(peer, adapters) for peer, adapters in loaded if adapters is not None]
    passed: Counter[tuple[str, str]] = Counter()
    applicable: Counter[tuple[str, str]] = Counter()
    for row in rows():
        for peer, adapters in peers:
            if row["op"] in adapters and applies(row, peer):
                applicable[row["op"], peer.package] += 1
                passed[row["op"], peer.package] += passes(row, adapters)
    names = [peer.package for peer, _ in peers]
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---:|' * len(names)}"
    for operation, label in OPERATIONS.items():
        keys = [(operation, name) for name in names]
        cells = (f"{passed[key]}/{applicable[key]}" if applicable[key] else "" for key in keys)
        yield f"| {label} | {' | '.join(cells)} |"
    yield ""
    for peer, _ in peers:
        if peer.note:
            yield f"- {peer.package} {version(peer.package)}: {peer.note}."
    missing = [peer.package for peer, adapters in loaded if adapters is None]
    if missing:
        yield f"- Not installed, and left out: {', '.join(missing)}."


def version(package: str) -> str:
    """Return the version of an installed package, or of Python for its own."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return f"of Python {sys.version_info.major}.{sys.version_info.minor}"


HEAD = """\
# Conformance

<!-- nosearch -->

<!-- keywords: conformance, test suite, other packages -->

The table compares packages on the same conformance data: the number of rows that pass, of those
that apply. A row is an input and the result that RFC 3987, RFC 3986 or (for hosts) UTS #46
requires. The rows come from the RFCs, and from the tests of other implementations that agree with
the RFCs.

A row that fails is not always a fault: most of these packages follow another standard on purpose,
see below. Our own differences are intended, and `tests/test_iri3987/differences.toml` lists each
with its reason, except one: ToUnicode of UTS #46 also decodes names that are too long for the DNS.

Normalization and resolution may give an IRI or the URI that it maps to. Some rows require one way
of mapping the host; they count only for packages that map it so. A cell is empty if a package does
not have the operation.

"""
PROVEN = """
## What is proven

The table samples. The grammar is also proven, for all texts: `tests/test_iri3987/test_proof.py`
makes automata of the RFC's ABNF and of the package's regular expressions, and walks through all
states of both.

- Each constant of `iri3987.syntax.grammar` matches what its rule describes.
- `is_iri` and its like accept what their rules describe, less the characters that section 4.1
  forbids.
- The patterns for hosts in ASCII, percent-encoding, `urn:` and mailboxes match what their RFCs
  describe.

All else is tested: codes and positions of errors, components, IDNA, mapping, normalization,
resolution, and what is said about an address."""
LINKIFICATION = """
## Links in running text

UTS #58, Unicode Link Detection and Formatting, has tests of its own: lines in which the links are
marked, and addresses with their minimal percent-encoding. The numbers are those of the lines in
which exactly these links are found, with e-mail addresses, and of the addresses that
`minimally_escaped` writes so. Options are the packages' own.

Five lines differ here on purpose: `WEB` accepts a user name, in four of them, and an IRI cannot
hold `"`. Of the addresses, four differ: two have a "%" and one a `"` that an IRI cannot hold, and
one has "、", which ends an address for `find`. In the file of 17.0.0, ten more keep the punctuation
at their end, against its other rows; in that of 18.0.0 they do not.
"""
TAIL = """
Written by `python -m benchmarks.conformance`, after
`python -m pip install -c requirements/constraints.txt -e . -r benchmarks/requirements.txt`.
"""


def main() -> None:
    """Write the report."""
    if not ROWS.is_dir():
        sys.exit(f"found no conformance rows in {ROWS}: run make data, or set IRI3987_CONFORMANCE")
    if not uts58.ARE_HERE:
        sys.exit(f"found no tests of UTS #58 in {uts58.FILES}: set IRI3987_LINKIFICATION")
    lines = "\n".join([*table(), PROVEN, LINKIFICATION, *linkification.table()])
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(f"{HEAD}{lines}\n{TAIL}", "utf-8")


if __name__ == "__main__":
    main()
