"""Rows collected from the RFCs and from other implementations' tests, run through the package.

Those of the RFCs are in tests/vectors. `make data` fetches some of the others; the
environment variable IRI3987_CONFORMANCE names the folder of all.
"""

import json
import tomllib
from pathlib import Path

import pytest
from benchmarks.runners.iri3987 import operations

from iri3987 import IRIError, host_to_ascii, host_to_unicode, normalize, resolve, to_uri
from operations import equivalent
from outside import outside

HERE = Path(__file__).parent
VECTORS = HERE.parent / "vectors"
ELSEWHERE = outside("IRI3987_CONFORMANCE", "conformance")
#: The id of each row whose result is another on purpose, and why.
DIFFERENCES = tomllib.loads((HERE / "differences.toml").read_text("utf-8"))


#: What other implementations are asked as well.
PLAIN = operations()


def components(row):
    """Return the components that a row is about."""
    found = PLAIN["components"](row)
    return {name: found[name] for name in row["expected"] or ()}


def iri_to_uri(row):
    """Map with the options of a row; some resolve first."""
    return (resolved if "then" in row.get("options", {}) else PLAIN["iri_to_uri"])(row)


def resolved(row):
    """Resolve; if the row says so, map the result, or its normal form, to a URI."""
    options = row.get("options", {})
    base, strict = row.get("base") or row["input"], options.get("strict", True)
    iri = resolve(base, row["input"], strict=strict)
    if "then" not in options:
        return iri
    return to_uri(normalize(iri) if "scheme-normalize" in row["agree_why"] else iri)


def normal_form(row):
    """Normalise on the level of a row; some have the result as a URI."""
    iri = normalize(row["input"], level=row["options"]["level"])
    return to_uri(iri, host="percent") if row["options"].get("form") == "uri" else iri


def to_ascii(row):
    """Map a host as a row says: by the URL Standard, or strictly by UTS #46.

    ToUnicode of UTS #46 allows the root.
    """
    if row.get("options", {}).get("profile") == "whatwg":
        return host_to_ascii(row["input"], profile="whatwg")
    strict = row.get("options", {}).get("profile") == "uts46-strict"
    allow_root = not strict or row["op"] == "to_unicode"
    return host_to_ascii(row["input"], check_hyphens=strict, allow_root=allow_root)


def are_equivalent(row):
    """Return whether the two texts of a row are equivalent."""
    one, other = row["input"]
    return equivalent(one, other, level=row["options"]["level"])


OPERATIONS = {
    **PLAIN,
    "components": components,
    "iri_to_uri": iri_to_uri,
    "to_ascii": to_ascii,
    # ToUnicode maps as well; host_to_unicode only decodes.
    "to_unicode": lambda row: host_to_unicode(to_ascii(row)),
    "resolve": resolved,
    "normalize": normal_form,
    "equivalent": are_equivalent,
}


def result(row):
    """Do what a row says; what raises gives None, as the rows have it."""
    try:
        return OPERATIONS[row["op"]](row)
    except IRIError:
        return None


def applies(row):
    """Return whether a row is about what the package does: by rule, not row by row."""
    if row["op"] == "to_ascii" and row.get("options", {}).get("profile") == "whatwg":
        return True
    if row["status"] != "normative" or row["op"] not in OPERATIONS:
        return False
    # ToUnicode has no VerifyDnsLength; here what is too long for the DNS is not decoded.
    return not (row["op"] == "to_unicode" and row["expected"] and too_long(row["input"]))


def too_long(host):
    """Return whether a host is refused for its length."""
    try:
        host_to_ascii(host)
    except IRIError as error:
        return error.code in {"host-too-long", "host-label-too-long"}
    return False


def rows(path):
    """Yield the rows of a file that apply."""
    with path.open(encoding="utf-8") as lines:
        yield from filter(applies, map(json.loads, lines))


def unexpected(path):
    """Describe each row whose result is neither the row's nor listed, or is both."""
    for row in rows(path):
        found = result(row)
        if (found == row["expected"]) is (row["id"] in DIFFERENCES):
            call = f"{row['op']}({row['input']!a})"
            listed = f"; listed: {DIFFERENCES.get(row['id'])}"
            yield f"{row['id']}: {call} is {found!a}, expected {row['expected']!a}{listed}"


OURS = sorted(path.stem for path in VECTORS.glob("rfc*.jsonl"))


@pytest.mark.parametrize("name", OURS)
def test_rfc(name):
    """There are normative rows of each RFC, and all hold, except for the listed differences."""
    assert list(rows(VECTORS / f"{name}.jsonl"))
    assert [] == list(unexpected(VECTORS / f"{name}.jsonl"))


THEIRS = sorted(path.stem for path in ELSEWHERE.glob("*.jsonl") if path.stem not in OURS)


@pytest.mark.skipif(not THEIRS, reason=f"no conformance rows in {ELSEWHERE}")
@pytest.mark.parametrize("name", THEIRS)
def test_elsewhere(name):
    """Every normative row from another implementation's tests holds, except for the differences."""
    assert [] == list(unexpected(ELSEWHERE / f"{name}.jsonl"))


def test_differences_are_explained():
    """A listed difference names the section that it rests on."""
    assert [] == [name for name, reason in DIFFERENCES.items() if "section" not in reason.lower()]


@pytest.mark.skipif(not THEIRS, reason=f"no conformance rows in {ELSEWHERE}")
def test_differences_exist():
    """A listed difference is a row that is run, if its file is here: none outlives its row."""
    files = {name: VECTORS / f"{name}.jsonl" for name in OURS}
    files |= {name: ELSEWHERE / f"{name}.jsonl" for name in THEIRS}
    listed = {each for each in DIFFERENCES if each.rpartition("-")[0] in files}
    assert set() == listed - {row["id"] for path in files.values() for row in rows(path)}
