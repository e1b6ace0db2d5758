"""`iri3987._unicode`: the generated tables say what the Unicode Consortium's files say.

`make data` fetches the files; the environment variable IRI3987_UNICODE can name their folder.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from data import make_tables

from iri3987._unicode import _tables
from iri3987._unicode.identifiers import (
    IN_EVERYDAY_USE,
    identifier_types,
    is_allowed,
    is_default_ignorable,
)
from iri3987._unicode.scripts import restriction_level
from outside import outside

pytestmark = pytest.mark.slow
FILES = outside("IRI3987_UNICODE", "unicode/18.0.0")
IGNORABLE = "DerivedCoreProperties-Default_Ignorable.txt"
NAMES = (
    *("Scripts.txt", "ScriptExtensions.txt", "PropertyValueAliases.txt", "IdentifierStatus.txt"),
    *("IdentifierType.txt", "confusables.txt"),
)
needs_files = pytest.mark.skipif(
    not all((FILES / name).exists() for name in (*NAMES, IGNORABLE)),
    reason="the Unicode Consortium's files are not there: run make data",
)


def type_runs(tables: dict[str, Any]) -> list[tuple[int, int]]:
    """Return where each run of one Identifier_Type starts, and its index."""
    return list(zip(*tables["type_runs"](), strict=True))


@needs_files
def test_regenerating_changes_nothing(tmp_path: Path) -> None:
    """The same files make the same bytes, and those are the module's."""
    target = tmp_path / "_tables.py"
    make_tables.main([str(FILES), str(target)])
    assert target.read_bytes() == Path(_tables.__file__).read_bytes()


def listed(name: str) -> dict[int, str]:
    """Read a file of the form "0041..005A ; value # comment", by means of its own."""
    row = re.compile(r"^([0-9A-F]{4,6})(?:\.\.([0-9A-F]{4,6}))? *; *([\w ]*\w)", re.MULTILINE)
    result: dict[int, str] = {}
    for first, last, value in row.findall((FILES / name).read_text(encoding="utf-8")):
        result |= dict.fromkeys(range(int(first, 16), int(last or first, 16) + 1), value)
    return result


@needs_files
def test_scripts_of_every_code_point() -> None:
    """Script and Script_Extensions of every code point are those of the files."""
    aliases = (FILES / "PropertyValueAliases.txt").read_text(encoding="utf-8")
    short = {long: code for code, long in re.findall(r"(?m)^sc *; (\w{4}) *; (\w+)", aliases)}
    script = {point: short[name] for point, name in listed("Scripts.txt").items()}
    extensions = listed("ScriptExtensions.txt")
    ends = (*_tables.SCRIPT_STARTS[1:], 0x110000)
    runs = zip(_tables.SCRIPT_STARTS, ends, _tables.SCRIPT_VALUES, strict=True)
    seen = 0
    for start, end, value in runs:
        for point in range(start, end):
            own = script.get(point, "Zzzz")
            expected = (own, frozenset(extensions.get(point, own).split()))
            assert expected == _tables.SCRIPTS[value], hex(point)
            seen += 1
    assert seen == 0x110000


@needs_files
def test_identifier_status_of_every_code_point() -> None:
    """Identifier_Status of every code point is that of the file."""
    allowed = {
        point for point, value in listed("IdentifierStatus.txt").items() if value == "Allowed"
    }
    changes = _tables.STATUS_CHANGES
    spans = zip(changes[::2], changes[1::2], strict=True)
    assert allowed == {point for start, end in spans for point in range(start, end)}
    assert list(changes) == sorted(set(changes))


@needs_files
def test_identifier_type_of_every_code_point() -> None:
    """Identifier_Type of every code point is that of the file."""
    listed_types = listed("IdentifierType.txt")
    starts = [start for start, _ in type_runs(vars(_tables))]
    assert starts == sorted(set(starts))
    for point in range(0x110000):
        expected = frozenset(listed_types.get(point, "Not_Character").split())
        assert expected == identifier_types(chr(point)), hex(point)


@needs_files
def test_default_ignorable_of_every_code_point() -> None:
    """Default_Ignorable_Code_Point of every code point is that of the file."""
    expected = set(listed(IGNORABLE))
    assert expected == {point for point in range(0x110000) if is_default_ignorable(chr(point))}
    assert len(expected) == 4174


@needs_files
def test_prototypes_of_every_code_point() -> None:
    """The prototypes are the rows of the file, those that are all visible ASCII apart as well."""
    text = (FILES / "confusables.txt").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\ufeff?([0-9A-F]+) ;\t([0-9A-F ]+?) ;\tMA", text)
    expected = {
        int(source, 16): "".join(chr(int(code, 16)) for code in target.split())
        for source, target in rows
    }
    assert len(expected) == 6712
    assert expected == _tables.prototypes()
    visible = {point: text for point, text in expected.items() if re.fullmatch("[!-~]+", text)}
    assert visible == _tables.ASCII_PROTOTYPES


@needs_files
def test_letters_in_everyday_use_are_uncommon_to_the_standard() -> None:
    """A character beyond Identifier_Status is Uncommon_Use: not obsolete, invisible or odd."""
    types = listed("IdentifierType.txt")
    status = listed("IdentifierStatus.txt")
    assert {None} == {status.get(ord(character)) for character in IN_EVERYDAY_USE}
    assert {True} == {"Uncommon_Use" in types[ord(character)] for character in IN_EVERYDAY_USE}


def test_letters_in_everyday_use_are_of_living_languages() -> None:
    """A character beyond Identifier_Status is in the main set of a language (CLDR)."""
    icu = pytest.importorskip("icu", reason="PyICU is not there: pip install pyicu-binary")
    languages = ("cy", "yi", "pa", "gu", "or", "te", "kn", "ti")
    sets = [icu.LocaleData(language).getExemplarSet(0, 0) for language in languages]
    # Two of the three digraphs of Yiddish: CLDR has them spelt out.
    known = {each for letters in sets for text in letters for each in text} | {"\u05f0", "\u05f1"}
    assert set() == IN_EVERYDAY_USE - known


@needs_files
def test_recommended_scripts() -> None:
    """Moderately Restrictive takes Latin beside each Recommended script but Cyrillic and Greek."""
    aliases = (FILES / "PropertyValueAliases.txt").read_text(encoding="utf-8")
    short = {long: code for code, long in re.findall(r"(?m)^sc *; (\w{4}) *; (\w+)", aliases)}
    script = listed("Scripts.txt")
    types = listed("IdentifierType.txt")
    levels: dict[str, set[str]] = {}
    for point, value in types.items():
        character = chr(point)
        if value == "Recommended" and character.isalpha() and is_allowed(character):
            levels.setdefault(short[script[point]], set()).add(restriction_level(f"é{character}"))
    levels.pop("Zyyy")
    assert {"Single Script"} == levels.pop("Latn")
    for name, level in levels.items():
        if name in {"Hang", "Hani", "Hira", "Kana"}:
            expected = "Highly Restrictive"
        else:
            expected = ("Minimally" if name in {"Cyrl", "Grek"} else "Moderately") + " Restrictive"
        assert {expected} == level, name
    assert len(levels) > 20


def test_tables_are_small_and_licensed() -> None:
    """The module is compact, says its version and its licence, and the licence is beside it."""
    module = Path(_tables.__file__)
    assert module.stat().st_size < 200_000
    assert _tables.UNICODE_VERSION in (_tables.__doc__ or "")
    licence = module.with_name("LICENSE-Unicode-3.0.txt").read_text(encoding="utf-8")
    assert "SPDX-License-Identifier: Unicode-3.0" in (_tables.__doc__ or "")
    assert "UNICODE LICENSE V3" in licence
