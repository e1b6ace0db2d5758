"""`iri3987._unicode.version14`: every interpreter says of characters what Unicode 14.0 says.

The properties of later versions come from this interpreter and, if it is there, from the package
unicodedata2, whose version of Unicode may be newer.
"""

import hashlib
import unicodedata
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from data import make_assigned
from idna import idnadata

from iri3987 import (
    host_to_ascii,
    host_to_unicode,
    inspect,
)
from iri3987._unicode import _assigned, version14
from iri3987._unicode.text import spell
from iri3987.syntax.errors import excerpt
from test_iri3987.strategies import fault

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
CHARACTERS = [chr(point) for point in range(0x110000)]
#: Those beside others that could compose with them or be sorted. Where nothing but ideographs and
#: private use may ever be is left out, as is what no version has.
TEXTS = [
    "".join(f"e{each}\u0301\u0323" for each in CHARACTERS[start : start + 0x100])
    for first, last in ((0, 0x3400), (0x9F00, 0x20000), (0x2F800, 0x2FB00), (0xE0000, 0xE0200))
    for start in range(first, last, 0x100)
]
#: Python 3.11 alone, whose `unicodedata` is of Unicode 14.0: see the test for that version.
PROPERTIES = "00952a8899453b337014b7a1ebad2e260a5521436d8210a408284c093bdb10bb"
FORMS_OF_TEXTS = "a2747f270136b3ed8459fe3f777c44c7e0362c66c40571627660fe6da3adbb1d"
NEWER = [name for name in ("unicodedata", "unicodedata2") if find_spec(name)]


def properties(data) -> str:
    """Return the SHA-256 of what *data*, which has the functions of a module, says of each."""
    found = hashlib.sha256()
    for function in (data.category, data.bidirectional, data.combining, data.decimal):
        found.update(repr(list(map(function, CHARACTERS))).encode())
    found.update(repr(list(map(data.is_printable, CHARACTERS))).encode())
    return found.hexdigest()


def forms_of_texts(data) -> str:
    """Return the SHA-256 of what *data*, which has the functions of a module, makes of texts."""
    found = hashlib.sha256()
    for text in TEXTS:
        answers = [data.lower(text), *(data.normalize(form, text) for form in FORMS)]
        found.update("".join(answers).encode("utf-8", "surrogatepass"))
        found.update(repr([data.is_normalized(form, text[1:2]) for form in FORMS]).encode())
    return found.hexdigest()


@pytest.mark.slow
def test_answers_are_those_of_unicode_14():
    """All answers about all code points are those of Python 3.11, on every interpreter.

    If this fails on a new version of Python, that has changed a character which is older than
    Unicode 14.0: make `_assigned.py` anew, with that version as the newest.
    """
    assert (PROPERTIES, FORMS_OF_TEXTS) == (properties(version14), forms_of_texts(version14))


@pytest.mark.slow
@pytest.mark.skipif(unicodedata.unidata_version != "14.0.0", reason="not of Unicode 14.0")
def test_digests_are_those_of_unicode_14():
    """The digests that this file holds are those of Python's own functions."""
    own = SimpleNamespace(
        category=unicodedata.category,
        bidirectional=unicodedata.bidirectional,
        combining=unicodedata.combining,
        decimal=lambda character: unicodedata.decimal(character, -1),
        is_printable=str.isprintable,
        lower=str.lower,
        normalize=unicodedata.normalize,
        is_normalized=unicodedata.is_normalized,
    )
    assert (PROPERTIES, FORMS_OF_TEXTS) == (properties(own), forms_of_texts(own))


def unsettled(data: ModuleType | SimpleNamespace) -> list[str]:
    """Return what a host may hold of the newer characters, though *data* treats it as irregular."""
    newer = [each for each in CHARACTERS if version14.newer(each) and version14.is_settled(each)]
    return [
        f"U+{ord(each):04X}"
        for each in newer
        if data.category(each)[0] == "M"
        or data.category(each) == "Cf"
        or data.combining(each)
        or data.bidirectional(each) in {"R", "AL", "AN", "NSM", "BN"}
        or data.normalize("NFC", each) != each
        or data.normalize("NFD", each) != each
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", NEWER)
def test_settled_characters_are_plain(name):
    """No newer character that a host may hold is a mark, composes or is from right to left.

    If this fails on a new version of Python, make `_assigned.py` anew.
    """
    assert [] == unsettled(import_module(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", NEWER)
def test_changed_classes_are_known(name):
    """A character of Unicode 14.0 that has other classes in a newer version is in the table."""
    data = import_module(name)
    changed = [
        each
        for each in CHARACTERS
        if not version14.newer(each)
        and (data.category(each), data.bidirectional(each))
        != (version14.category(each), version14.bidirectional(each))
    ]
    assert set() == set(changed) - _assigned.CHANGED.keys()


def test_tables_are_made_of_two_versions(tmp_path):
    """The script makes the module's bytes of Unicode 14.0 and of the version that it names."""
    if unicodedata.unidata_version != "14.0.0":
        pytest.skip("not of Unicode 14.0")
    newest = pytest.importorskip("unicodedata2", reason="pip install unicodedata2")
    if newest.unidata_version != _assigned.NEWEST_VERSION:
        pytest.skip(f"not of Unicode {_assigned.NEWEST_VERSION}")
    target = tmp_path / "_assigned.py"
    make_assigned.main(["unicodedata2", str(target)])
    assert target.read_bytes() == Path(_assigned.__file__).read_bytes()


def test_tables_need_the_oldest_version():
    """The script refuses to run where Python's own Unicode is not 14.0."""
    with pytest.raises(SystemExit, match=r"15\.0\.0, not 14\.0\.0"):
        make_assigned.make(SimpleNamespace(unidata_version="15.0.0"), unicodedata)


@pytest.mark.skipif(
    int(idnadata.__version__.split(".")[0]) < 16, reason="this idna knows an older Unicode"
)
def test_a_newer_letter_of_a_host():
    """UTS #46 takes it, and maps it to the small letter; IDNA 2008 refuses it."""
    encoded = "\u1c8a".encode("punycode").decode()
    a_label = f"xn--{encoded}.example"
    assert a_label == host_to_ascii("\u1c89.example")
    assert "\u1c8a.example" == host_to_unicode(a_label)
    error = fault(lambda text: host_to_ascii(text, profile="idna2008"), "\u1c89.example")
    assert ("host-idna", 0) == (error.code, error.position)


def test_newer_characters_are_spelled():
    """What came after Unicode 14.0 is not shown as it is."""
    assert "U+1FAE8" == spell("\U0001fae8")
    assert ("é", "\\U0001fae8") == excerpt("é\U0001fae8", 1)


def test_findings_ask_nothing_of_a_newer_unicode():
    """A finding about a newer label does not say what ``idna`` finds in Python's tables."""
    found = [each for each in inspect("http://\U0001fae8.example/") if each.code == "not-idna2008"]
    assert ["expected a character of Unicode 14.0, found U+1FAE8"] == [
        each.message.partition(" in ireg-name")[0].removeprefix("IDNA 2008: ") for each in found
    ]
