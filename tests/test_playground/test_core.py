"""docs/playground/playground.py: all that the page says about a text."""

import json
import re
from urllib.parse import unquote

import pytest

from iri3987 import IRIReference
from site_parts import tables
from test_playground.sources import FOLDER, playground
from vector_rows import rows, texts

report = playground.report
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
    assert "bad-percent" == error["code"]
    assert (16, 17, 16) == (error["start"], error["end"], error["position"])
    assert "16" in error["sentence"]
    told = report(" http://a.b/c d?e|f ")
    assert "http://a.b/c%20d?e%7Cf" == told["repaired"] == told["repairedUri"]


def test_keys():
    """Equivalent addresses have one key and one tidy form; others have not."""
    texts = ("http://example.com", "HTTP://EXAMPLE.com:80/", "http://example.com/x")
    one, two, three = ([report(text)[name] for name in ("key", "normal")] for text in texts)
    assert one == two
    assert all(each != other for each, other in zip(one, three, strict=True))
    told = report("a b")
    assert ("1:a%20b", None) == (told["key"], told["normal"])
    assert report("http://[")["key"] is None


def test_examples_of_codes():
    """The examples of the reference that lead to the playground show their codes there."""
    found = [tables.errors(), *map(tables.findings, ("error", "warning", "info"))]
    entries = [each.partition("`") for each in "\n\n".join(found).split("### `")]
    links = {
        code: link[1]
        for code, _, entry in entries
        if (link := re.search(r'playground/index\.html#text=(\S*?)"', entry))
    }
    assert len(links) > 50
    for code, text in links.items():
        told = report(unquote(text, errors="strict"))
        errors = [told["error"], told["uriError"], *(each["error"] for each in told["profiles"])]
        shown = {each["code"] for each in errors + told["findings"] if each}
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


@pytest.mark.parametrize("row", rows("playground"), ids=lambda row: row["id"])
def test_rows(row):
    """A verdict says what a text is, and offers what it may mean; a comparison, what differs."""
    text, other = [*texts(row), None][:2]
    told = report(text, other=other)["comparison" if other else "verdict"]
    assert row.get("offers") == told.get("offers")
    assert row.get("kind", told["kind"]) == told["kind"]
    assert told["words"].startswith(row.get("begins", ""))
    assert row.get("part", "") in told["words"]


@pytest.mark.parametrize("row", rows("form_sentences"), ids=lambda row: ascii(row["input"][:40]))
def test_the_verdict_is_that_of_a_form(row):
    """What a form refuses is not called good, and what it says is said here."""
    if len(row["input"]) > 2048:  # the form of the rows has a limit
        return
    told = report(row["input"])["verdict"]
    warnings = [each for each in row["warnings"] if "was written as" not in each]
    said = [row["error"]] if row["error"] else warnings[:3]
    whole = " ".join([told["words"], *told["offers"]])
    assert [] == [each for each in said if each.strip("\u2066\u2069") not in whole]
    if row["error"] is None:
        assert told["kind"] == ("doubt" if warnings or told["offers"] else "good")
    elif "A form says:" not in told["words"]:
        assert told["kind"] == "bad"


def test_a_fault_that_repeats_is_told_once():
    """A sentence with four spaces has one finding about those before its colon, with each place."""
    findings = report("Please look at it https://a b")["findings"]
    (scheme,) = (each for each in findings if each["code"] == "bad-scheme")
    assert [7, 12, 15, 18] == [each["position"] for each in scheme["places"]]


def test_attacks_have_answers():
    """The hostile texts of the vectors have answers, too."""
    inputs = [row["input"] for row in rows("attacks")]
    texts = {each for each in inputs if isinstance(each, str)}
    assert len(texts) > 100
    for text in texts:
        assert json.loads(playground.answer(json.dumps({"text": text})))["verdict"]["words"]


def codes(told):
    """Return the codes of the findings."""
    return {each["code"] for each in told["findings"]}


# The claims of the sentence of each example.
SEEN = {
    "日本語": lambda told: told["uri"].endswith("/%E6%97%A5%E6%9C%AC%E8%AA%9E"),
    "faß.de": lambda told: told["uri"].startswith("http://xn--fa-hia.de/"),
    "Arabic host": lambda told: told["verdict"]["kind"] == "good" and not told["findings"],
    "RTL path": lambda told: "bidi-order" in codes(told),
    "no https://": lambda told: told["verdict"]["offers"] == ["https://example.org/straße"],
    "in a sentence": lambda told: told["verdict"]["offers"] == ["https://例え.テスト/道"],
    "backslashes": lambda told: told["verdict"]["offers"] == ["http://example.org/x"],
    "javascript:": lambda told: told["profiles"][0]["error"] is None and not told["error"],
    "hidden override": lambda told: "%E2%80%AE" in told["display"],
    "bare override": lambda told: told["error"]["code"] == "bidi-formatting",
    "homograph": lambda told: told["display"] == "http://xn--80ak6aa92e.com/",
    "user name trick": lambda told: "evil.example" in told["verdict"]["words"],
    "IPv4 as 0x7f.1": lambda told: told["profiles"][2]["error"]["code"] == "host-ipv4",
    "℀.com": lambda told: told["uriError"]["code"] == "host-character",
    "ideographic stop": lambda told: told["uri"] == "http://xn--r8jz45g.xn--zckzah/",
    "A|B and 100%": lambda told: "/100%25?family=A%7CB&filter%5B" in told["verdict"]["offers"][0],
    "one slash": lambda told: [each["name"] for each in told["parts"]] == ["scheme", "path"],
    "two spellings": lambda told: told["comparison"]["kind"] == "good",
    "emoji": lambda told: "not-idna2008" in codes(told),
    "urn": lambda told: told["uri"] == "urn:example:%E4%BE%8B:1",
    "mailto": lambda told: told["profiles"][1]["error"] is None,
    "reference": lambda told: told["verdict"]["words"].startswith("Incomplete"),
}


@pytest.mark.parametrize("name", SEEN)
def test_examples(name):
    """An example shows what its sentence says."""
    example = EXAMPLES[name]
    assert SEEN[name](report(example["text"], other=example.get("other")))
    assert example["see"]
