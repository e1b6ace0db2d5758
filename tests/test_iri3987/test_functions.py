"""The rows of tests/vectors/functions: what each function answers, or refuses, and where."""

import pytest

from iri3987.codes import FINDINGS
from operations import OPERATIONS, different
from vector_rows import FUNCTIONS, rows

#: The other files whose rows are asked like those of functions.
OTHERS = ["display_hosts", "file_dispositions", "file_names", "headers", "running_text"]


@pytest.mark.parametrize("name", [*FUNCTIONS, *OTHERS])
def test_rows(name):
    """Every row holds."""
    assert [] == list(different(name))


def test_every_operation_has_rows():
    """No operation goes unasked."""
    assert OPERATIONS.keys() == {row["op"] for name in [*FUNCTIONS, *OTHERS] for row in rows(name)}


def test_every_code_of_a_finding_has_a_row():
    """No kind of finding goes untested; two are those of profiles alone."""
    asked = {row["options"]["code"] for row in rows("functions/findings") if row["op"] == "spans"}
    assert FINDINGS.keys() - {"repaired", "unknown-top-level-domain"} == asked


def test_a_row_that_does_not_hold_is_told(monkeypatch):
    """A wrong result, a wrong code or place, and a result where an error is wanted differ."""
    wrong = [
        {"op": "to_iri", "input": "/%C3%A9", "expected": "/e"},
        {"op": "to_iri", "input": "%", "expected": "%"},
        {"op": "to_iri", "input": "/", "code": None},
        {"op": "to_iri", "input": "%", "code": "bad-character"},
        {"op": "to_iri", "input": "a%", "code": None, "position": 0},
        {"op": "to_iri", "input": "a%", "code": None, "within": [2, 3]},
    ]
    listed = [{"id": number, **row} for number, row in enumerate(wrong)]
    monkeypatch.setattr("operations.rows", lambda _: listed)
    assert [0, 1, 2, 3, 4, 5] == [number for number, *_ in different("")]
