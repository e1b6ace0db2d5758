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
    WEB,
    IRIError,
    comparison_key,
    display,
    host_to_ascii,
    host_to_unicode,
    inspect,
    segment,
    to_iri,
)
from iri3987._unicode import _assigned, version14
from iri3987._unicode.text import spell
from iri3987.comparison import normalize_characters
from iri3987.syntax.errors import excerpt

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


def refused(text, **options):
    """Return the code and the place of the error of a host."""
    with pytest.raises(IRIError) as raised:
        host_to_ascii(text, **options)
    return raised.value.code, raised.value.position


needs_unicode_16 = pytest.mark.skipif(
    int(idnadata.__version__.split(".")[0]) < 16, reason="this idna knows an older Unicode"
)


@pytest.mark.parametrize(
    ("label", "mapped"),
    [
        pytest.param("\U0001fae8", "\U0001fae8", id="emoji"),
        pytest.param("\U00031350", "\U00031350", id="ideograph"),
        pytest.param("\u1c89", "\u1c8a", id="letter", marks=needs_unicode_16),
    ],
)
def test_newer_hosts_that_are_plain(label, mapped):
    """A newer letter, ideograph or emoji is taken by UTS #46 and refused by IDNA 2008."""
    assert f"{a_label(mapped)}.example" == host_to_ascii(f"{label}.example")
    assert f"{mapped}.example" == host_to_unicode(f"{a_label(mapped)}.example")
    assert ("host-idna", 0) == refused(f"{label}.example", profile="idna2008")


def a_label(label):
    """Return the Punycode of a label, without any check."""
    return f"xn--{label.encode('punycode').decode()}"


def test_a_right_to_left_label_with_a_direction_that_changed():
    """IDNA 2008 refuses it too: ``idna`` would look the direction up in Python's tables."""
    label = "\u05d0\U0001171e"
    assert ("host-bidi", 0) == refused(label, profile="idna2008")
    assert a_label(label) == host_to_unicode(a_label(label))


def test_answers_about_newer_characters():
    """What came after Unicode 14.0 is not assigned, to every function."""
    emoji, mark = "%F0%9F%AB%A8", "\u0897"
    assert f"http://a.example/{emoji}" == to_iri(f"http://a.example/{emoji}")
    assert f"/{emoji}" == display("/\U0001fae8")
    assert comparison_key(f"/{emoji}") == comparison_key("/\U0001fae8")
    assert ["unassigned"] == [finding.code for finding in inspect("/\U0001fae8")]
    assert f"/a\u0301{mark}\u0323" == normalize_characters(f"/a\u0301{mark}\u0323", form="NFD")
    assert f"á{mark}\u0323" == segment.clean(f"a\u0301{mark}\u0323")
    assert "U+1FAE8" == spell("\U0001fae8")
    assert ("é", "\\U0001fae8") == excerpt("é\U0001fae8", 1)
    uri = WEB.check("https://\U0001fae8.example/").uri
    assert f"https://{a_label(chr(0x1FAE8))}.example/" == uri


def test_findings_ask_nothing_of_a_newer_unicode():
    """A finding about a newer label does not say what ``idna`` finds in Python's tables."""
    found = [each for each in inspect("http://\U0001fae8.example/") if each.code == "not-idna2008"]
    assert ["expected a character of Unicode 14.0, found U+1FAE8"] == [
        each.message.partition(" in ireg-name")[0].removeprefix("IDNA 2008: ") for each in found
    ]
