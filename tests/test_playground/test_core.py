"""docs/playground/playground.py: all that the page says about a text."""

import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from iri3987 import IRIReference
from site_parts import tables
from test_playground.sources import FOLDER, playground

report = playground.report
VECTORS = Path(__file__).parents[1] / "vectors"
EXAMPLES = {
    each["name"]: each for each in json.loads((FOLDER / "examples.json").read_text("utf-8"))
}


def parts(text):
    """Return the parts of a text by name."""
    return {each["name"]: each["text"] for each in report(text)["parts"]}


@pytest.mark.parametrize(
    "text",
    [
        *("http://me:pw@faß.de:80/a:b@c?d?e#f?g", "http://[2001:db8::1]:8080/", "http://a:/"),
        *("x://@:?#", "//例え.テスト", "///x", "urn:a:b//c", "a/b:c?d", ""),
    ],
)
def test_parts_of_references(text):
    """The parts of a reference are those that the core finds; an absent one is left out."""
    reference = IRIReference(text)
    names = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    known = {name: getattr(reference, name) for name in names}
    expected = {name: each for name, each in known.items() if each is not None}
    assert expected == {"path": ""} | parts(text)


def test_errors_and_repairs():
    """An error has its rule, its place in UTF-16 as JavaScript counts, and its position."""
    error = report("http://a.b/\U0001f600100%")["error"]
    assert ("bad-percent", "2.2") == (error["code"], error["section"])
    assert (16, 17, 16) == (error["start"], error["end"], error["position"])
    assert "position 16" in error["sentence"]
    told = report(" http://a.b/c d?e|f ")
    assert "http://a.b/c%20d?e%7Cf" == told["repaired"] == told["repairedUri"]
    assert [13, 17] == [each["start"] for each in told["repairs"]]


def test_keys():
    """Equivalent addresses have one key, one digest and one normal form; others have not."""
    names = ("key", "digest", "normal")
    texts = ("http://example.com", "HTTP://EXAMPLE.com:80/", "http://example.com/x")
    one, two, three = ([report(text)[name] for name in names] for text in texts)
    assert one == two
    assert all(each != other for each, other in zip(one, three, strict=True))
    told = report("a b")
    assert ("2:a%20b", None, "2:") == (told["key"], told["normal"], told["digest"][:2])
    told = report("http://[")
    assert (None, None, "0:") == (told["key"], told["normal"], told["digest"][:2])


def test_examples_of_codes():
    """The examples of the reference that lead to the playground show their codes there."""
    found = [tables.errors(), *map(tables.findings, ("error", "warning", "info"))]
    links = re.findall(r"`([\w-]+)`\{#.*playground/index\.html#text=(\S*?)\"", "".join(found))
    assert len(links) > 50
    for code, text in links:
        told = report(unquote(text, errors="strict"))
        errors = [told["error"], told["uriError"], *(each["error"] for each in told["profiles"])]
        shown = {each["code"] for each in errors + told["findings"] + told["repairs"] if each}
        assert code in shown


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("http://example.org/", [None] * 5),
        ("http://127.0.0.1/", [*[None] * 4, "host-not-public"]),
        ("http://wiki/", [None, None, "host-single-label", None, "host-single-label"]),
        ("javascript:alert(1)", [None, *["scheme-not-allowed"] * 4]),
        ("../a", ["not-absolute", None, *["not-absolute"] * 3]),
    ],
)
def test_profiles(text, codes):
    """Each profile accepts, or refuses with its code: ANY, LINK, WEB, INTRANET, PUBLIC."""
    verdicts = [each["error"] for each in report(text)["profiles"]]
    assert codes == [error and error["code"] for error in verdicts]


@pytest.mark.parametrize(
    ("text", "href", "relation"),
    [
        ("http://faß.de/", "http://xn--fa-hia.de/", "same"),
        ("HTTP://a.b:80", "http://a.b/", "equivalent"),
        ("http://a.b/?c|d", "http://a.b/?c|d", "encoded"),
        ("https:/a.b", "https://a.b/", "different"),
        ("/a", None, "refused"),
        ("http://℀.com/", None, "neither"),
        ("http://a.b/\x01", "http://a.b/%01", "opened"),
    ],
)
def test_relation_to_the_browser(text, href, relation):
    """The URI is compared with what `new URL` made of the text."""
    browser = {"error": "Invalid URL"} if href is None else {"href": href}
    assert relation == report(text, browser=browser)["browser"]["relation"]


@pytest.mark.parametrize(
    ("text", "other", "by"),
    [
        ("http://example.org/é", "http://example.org/é", "5.3.1"),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "5.3.2.1"),
        ("http://example.org/~user", "http://example.org/%7euser", "5.3.2.3"),
        ("example://a/./b/../b", "example://a/b", "5.3.2.4"),
        ("http://example.com", "http://example.com:80/", "5.3.3"),
        ("foo://ex%41mple", "foo://example", "5.3.2.3"),
        ("urn:example:a#b", "urn:EXAMPLE:a", "5.3.3"),
        ("mailto:a@faß.de", "mailto:a@xn--fa-hia.de", "5.3.3"),
        ("http://example.com/", "http://example.org/", None),
    ],
)
def test_ladder(text, other, by):
    """The step of RFC 3987 section 5.3 is named from which on two addresses are equivalent."""
    assert by == report(text, other=other)["comparison"]["by"]


def test_attacks_have_answers():
    """The hostile texts of the vectors have answers, too."""
    lines = (VECTORS / "attacks.jsonl").read_text("utf-8").splitlines()
    inputs = [json.loads(line)["input"] for line in lines]
    texts = {each for each in inputs if isinstance(each, str)}
    assert len(texts) > 100
    for text in texts:
        assert json.loads(playground.answer(json.dumps({"text": text})))["digest"]


# The claims of the sentence of each example.
SEEN = {
    "日本語": lambda told: told["uri"].endswith("/%E6%97%A5%E6%9C%AC%E8%AA%9E"),
    "faß.de": lambda told: told["uri"].startswith("http://xn--fa-hia.de/"),
    "Arabic host": lambda told: told["kind"] == "IRI" and not told["findings"],
    "RTL path": lambda told: "bidi-order" in {each["code"] for each in told["findings"]},
    "hidden override": lambda told: "%E2%80%AE" in told["display"],
    "bare override": lambda told: told["error"]["code"] == "bidi-formatting",
    "homograph": lambda told: told["display"] == "http://xn--80ak6aa92e.com/",
    "user name trick": lambda told: "userinfo" in {each["code"] for each in told["findings"]},
    "IPv4 as 0x7f.1": lambda told: told["profiles"][2]["error"]["code"] == "host-ipv4",
    "℀.com": lambda told: told["uriError"]["code"] == "host-character",
    "ideographic stop": lambda told: told["uri"] == "http://xn--r8jz45g.xn--zckzah/",
    "A|B and 100%": lambda told: len(told["repairs"]) == 4,
    "LEIRI": lambda told: told["leiri"].startswith("http://example.org/Chapter%201.xml#"),
    "one slash": lambda told: [each["name"] for each in told["parts"]] == ["scheme", "path"],
    "two spellings": lambda told: told["comparison"]["by"] == "5.3.3",
    "emoji": lambda told: "not-idna2008" in {each["code"] for each in told["findings"]},
    "urn": lambda told: told["uri"] == "urn:example:%E4%BE%8B:1",
    "mailto": lambda told: told["profiles"][1]["error"] is None,
    "reference": lambda told: told["kind"] == "relative IRI reference",
}


@pytest.mark.parametrize("name", SEEN)
def test_examples(name):
    """An example shows what its sentence says."""
    example = EXAMPLES[name]
    assert SEEN[name](report(example["text"], other=example.get("other")))
    assert example["see"]
