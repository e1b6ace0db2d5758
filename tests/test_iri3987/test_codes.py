"""`iri3987.codes`: every code is in the register, with an example that raises or has it."""

import copy
from pkgutil import resolve_name

import pytest

import iri3987
from iri3987 import IRI, WEB, IRIError, comparison, inspect, segment
from iri3987.codes import CODES, FINDINGS, Severity
from iri3987.host import ip
from iri3987.http import headers
from iri3987.mapping import mailto
from iri3987.messages import describe
from test_contract.contract_inputs import CASES
from vector_rows import FOLDER, rows

#: The names that an example may use.
NAMES = {name: getattr(iri3987, name) for name in iri3987.__all__}
NAMES |= {"ip": ip, "comparison": comparison, "headers": headers, "segment": segment}
NAMES |= {"mailto": mailto}

each_code = pytest.mark.parametrize("code", CODES)


def run(example):
    """Return the codes that an example raises, or finds, and the section of the error, if any."""
    try:
        found = eval(example, dict(NAMES))  # noqa: S307 - it is ours
    except IRIError as error:
        return {error.code}, error.section
    return {each.code for each in found}, None


@each_code
def test_example(code):
    """The example of a code raises an error with it, or has it where no function raises it."""
    row = CODES[code]
    codes, section = run(row.example)
    assert code in codes
    assert (row.section if row.raised_by else None) == section


@pytest.mark.parametrize("code", FINDINGS)
def test_found_in_its_example(code):
    """The text of a finding has it, as grave as the register says and with its section."""
    row = CODES[code]
    findings = inspect(row.text) if row.raised_by else eval(row.example, dict(NAMES))  # noqa: S307
    found = next(each for each in findings if each.code == code)
    assert (FINDINGS[code], row.section) == (found.severity, found.section)


@each_code
def test_reads_well(code):
    """An example is ASCII, and a rule a sentence."""
    row = CODES[code]
    assert row.example.isascii()
    assert row.why.endswith((".", ".)"))
    assert row.why[0] == '"' or row.why[0].isupper()


@each_code
def test_raised_by(code):
    """The functions that raise a code are public, by the names that the register has."""
    for name in CODES[code].raised_by:
        is_plug_in = name.partition(".")[0].endswith("_iri")
        assert callable(resolve_name(name if is_plug_in else f"iri3987.{name}"))


def test_findings_are_those_with_a_grade():
    """`FINDINGS` is part of the register."""
    assert {code: row.severity for code, row in CODES.items() if row.severity} == dict(FINDINGS)
    assert set(Severity) == set(FINDINGS.values())


@pytest.mark.parametrize("mapping", [CODES, FINDINGS], ids=["CODES", "FINDINGS"])
def test_register_cannot_be_changed(mapping):
    """A code means the same to every caller."""
    with pytest.raises(TypeError):
        mapping["mine"] = None


def test_a_code_of_a_project():
    """A project may raise a code of its own: it travels, and has the general sentence."""
    own = IRIError("mine: no", "mine")
    assert ("mine", "Enter a valid address.") == (copy.copy(own).code, describe(own, ""))


# The register is complete


def inputs():
    """Yield the texts of the contract and of the vectors."""
    yield from (case.text for case in CASES if len(case.text) < 10_000)
    for path in FOLDER.glob("*.jsonl"):
        for row in rows(path.stem):
            yield from (value for value in row.values() if isinstance(value, str))


def codes_of(function, text):
    """Return the codes that *function* raises or finds in *text*."""
    try:
        result = function(text)
    except IRIError as error:
        return {error.code}
    return {each.code for each in result} if function is inspect else set()


FUNCTIONS = {
    "WEB": WEB.check,
    "inspect": inspect,
    "segment": segment.clean,
    "to_uri": iri3987.to_uri,
    "normalize": iri3987.normalize,
    "relativize": lambda text: iri3987.relativize("http://example.org/a", text),
    "replace": lambda text: IRI("http://example.org/").replace(path=text),
    "host": lambda text: iri3987.host_to_ascii(text, profile="idna2008"),
    "Location": lambda text: headers.map_header("Location", text),
    "Link": lambda text: headers.map_header("Link", text),
    "Refresh": lambda text: headers.map_header("Refresh", text),
    "HX-Location": lambda text: headers.map_header("HX-Location", text),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_code_that_is_met_is_registered(name):
    """Whatever the functions say about the texts of our tests, the register has the code."""
    function = FUNCTIONS[name]
    met = set().union(*(codes_of(function, text) for text in inputs()))
    assert met
    assert set() == met - CODES.keys()
    if name == "inspect":
        assert set() == met - FINDINGS.keys()
