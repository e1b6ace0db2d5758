"""Make rows of conformance data, one JSON object a line, from the test files of other projects.

A row has an id, an operation, its input and what must come out of it: ``null`` if it must fail. The
tests in tests/test_iri3987/test_conformance.py read them.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

Row = dict[str, Any]
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x\{([0-9A-Fa-f]+)\}")
_FORMATS = {
    "iri": ("is_iri", None),
    "iri-reference": ("is_iri_reference", None),
    "uri": ("is_uri", None),
    "uri-reference": ("is_uri_reference", None),
    "idn-hostname": ("to_ascii", {"mode": "validate", "profile": "idna2008"}),
    "hostname": ("to_ascii", {"mode": "validate", "profile": "rfc1123-ldh+a-label"}),
}


def url_standard(files: dict[str, str], name: str) -> Iterator[Row]:
    """Read toascii.json or IdnaTestV2.json: what the URL Standard makes of hosts."""
    ((path, text),) = files.items()
    for place, test in enumerate(json.loads(text)):
        if isinstance(test, dict):  # else it is a comment
            yield {
                "op": "to_ascii",
                "input": test["input"],
                "options": {"profile": "whatwg"},
                "expected": test["output"],
                "source": f"{name}:{path}#{place}",
                "status": "reference",
            }


def uts46(files: dict[str, str], name: str) -> Iterator[Row]:
    """Read IdnaTestV2.txt: what UTS #46 makes of hosts, each way (UTS #46, 8)."""
    ((path, text),) = files.items()
    for number, line in enumerate(text.splitlines(), 1):
        columns = [_unescaped(part.strip()) for part in line.partition("#")[0].split(";")]
        if len(columns) < 5:
            continue
        # An empty column stands for the one before.
        source, unicode, unicode_status, ascii_, ascii_status = columns[:5]
        unicode = unicode or source
        unicode_status = unicode_status or "[]"
        results = (
            ("to_ascii", ascii_ or unicode, ascii_status or unicode_status),
            ("to_unicode", unicode, unicode_status),
        )
        for operation, result, status in results:
            yield {
                "op": operation,
                "input": source.replace('""', ""),
                "options": {"profile": "uts46-strict"},
                "expected": result.replace('""', "") if status == "[]" else None,
                "source": f"{name}:{path}#L{number}",
                "status": "normative",
            }


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text)


def json_schema(files: dict[str, str], name: str) -> Iterator[Row]:
    """Read the JSON Schema Test Suite: whether a string is of a format."""
    for path, text in files.items():
        operation, options = _FORMATS[path.rpartition("/")[2].removesuffix(".json")]
        for group in json.loads(text):
            for test in group["tests"]:
                if isinstance(test["data"], str):
                    yield {
                        "op": operation,
                        "input": test["data"],
                        **({"options": options} if options else {}),
                        "expected": test["valid"],
                        "source": f"{name}:{path}#{group['description']}/{test['description']}",
                        "status": "reference" if options else "normative",
                    }


def default_ignorable(files: dict[str, str], name: str) -> str:
    """Return the part of DerivedCoreProperties.txt that tells which code points are ignorable."""
    del name
    ((_, text),) = files.items()
    header = text[: text.index("\n# ===")]
    start = text.index("# Derived Property: Default_Ignorable_Code_Point")
    end = text.index("# ===", start)
    return f"{header}\n{text[start:end]}"


def lines(rows: Iterator[Row], stem: str) -> str:
    """Return the text of a file of rows, each with its id."""
    numbered = ({"id": f"{stem}-{number:04}", **row} for number, row in enumerate(rows, 1))
    return "".join(f"{json.dumps(row)}\n" for row in numbered)
