"""docs/playground/playground.py: all that the page says about a text."""

import doctest
import json
import re
from importlib.metadata import version
from pathlib import Path
from urllib.parse import unquote

import pytest

from iri3987 import IRIReference, equivalent
from iri3987.messages import LANGUAGES
from site_parts.register import as_markdown
from test_playground.sources import FOLDER, playground

report = playground.report
VECTORS = Path(__file__).parents[1] / "vectors"
EXAMPLES = {
    each["name"]: each for each in json.loads((FOLDER / "examples.json").read_text("utf-8"))
}


def codes(text):
    """Return the codes of the findings about a text."""
    return {each["code"] for each in report(text)["findings"]}


def test_doctests():
    """The examples of the module print what they say."""
    assert 0 == doctest.testmod(playground).failed


# Parts


def parts(text):
    """Return the parts of a text by name."""
    return {each["name"]: each["text"] for each in report(text)["parts"]}


def test_parts_of_rfc_3986():
    """The first example of RFC 3986 section 3 has the parts that are drawn below it."""
    expected = {
        "scheme": "foo",
        "host": "example.com",
        "port": "8042",
        "path": "/over/there",
        "query": "name=ferret",
        "fragment": "nose",
    }
    assert expected == parts("foo://example.com:8042/over/there?name=ferret#nose")


@pytest.mark.parametrize(
    "text",
    [
        "http://me:pw@faß.de:80/a:b@c?d?e#f?g",
        "http://[2001:db8::1]:8080/",
        "http://[v1.a:b]",
        "http://a:/",
        "//例え.テスト",
        "///x",
        "urn:a:b//c",
        "a/b:c?d",
        "?",
        "#",
        "",
        "x://@:?#",
    ],
)
def test_parts_of_references(text):
    """The parts of a reference are those that the core finds; an absent one is left out."""
    reference = IRIReference(text)
    names = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
    known = {name: getattr(reference, name) for name in names}
    expected = {name: value for name, value in known.items() if value is not None}
    if not reference.path:
        del expected["path"]
    assert expected == parts(text)


def test_parts_of_other_text():
    """Text that is not an IRI is cut where RFC 3986 appendix B cuts it."""
    expected = {"scheme": "ht tp", "host": "a b", "path": "/<c>", "query": "[", "fragment": "#"}
    assert expected == parts("ht tp://a b/<c>?[##")


def test_decoded_part():
    """UTF-8 is decoded, reserved and invisible characters too; other octets stay encoded."""
    (path,) = (each for each in report("a/%C3%A9%2F%E2%80%AE%FFx%C3")["parts"])
    assert "a/é/\u202e%FFx%C3" == path["decoded"]


@pytest.mark.parametrize(
    ("host", "decoded", "note"),
    [
        ("xn--fa-hia.de", "faß.de", "xn--fa-hia.de"),
        ("faß.de", "faß.de", "xn--fa-hia.de"),
        ("0x7f.1", "127.0.0.1", "IPv4"),
        ("[2001:DB8:0::1]", "2001:db8::1", "IPv6"),
        ("℀.com", "℀.com", None),
        ("a b", "a b", None),
    ],
)
def test_host(host, decoded, note):
    """A host is shown in Unicode and as it goes on the wire, an address as its numbers."""
    part = report(f"http://{host}/")["parts"][1]
    assert (decoded, note) == (part["decoded"], part["note"])


@pytest.mark.parametrize(("scheme", "note"), [("HTTP", "default"), ("https", None), ("x", None)])
def test_default_port(scheme, note):
    """A port is said to be the default if the scheme says so (5.3.3)."""
    assert [note] == [each["note"] for each in report(f"{scheme}://a:80")["parts"][2:]]


# Forms


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("http://example.org/", "URI"),
        ("http://example.org/é", "IRI"),
        ("/a", "relative URI reference"),
        ("é", "relative IRI reference"),
        ("a b", None),
    ],
)
def test_kind(text, kind):
    """The page says which of the five terms of RFC 3987 fits."""
    assert kind == report(text)["kind"]


def test_forms_of_rfc_3987():
    """The URI is that of the example in section 3.1, the IRI that of example 3 in 3.2.1."""
    assert "http://xn--rsum-bpad.example.org" == report("http://résumé.example.org")["uri"]
    iri = report("http://xn--99zt52a.example.org/%e2%80%ae")["iri"]
    assert "http://納豆.example.org/%E2%80%AE" == iri


def test_display():
    """The A-label of a host that looks like another one is shown, and no password."""
    assert "http://me:***@xn--80ak6aa92e.com/" == report("http://me:pw@аррӏе.com/")["display"]


def test_no_uri():
    """An IRI whose host cannot be a domain name has an error with its place in its stead."""
    told = report("http://℀.com/")
    assert (None, None, "host-character") == (told["uri"], told["error"], told["uriError"]["code"])
    assert (7, 8) == (told["uriError"]["start"], told["uriError"]["end"])


def test_error():
    """Text that is not an IRI has an error with code, place, section, sentence and rule."""
    error = report("http://a.b/100%")["error"]
    assert ("bad-percent", "2.2") == (error["code"], error["section"])
    assert (14, 15, 15) == (error["start"], error["end"], error["position"])
    assert "position 15" in error["sentence"]
    assert error["why"]


def test_places_count_utf_16():
    """Places are those of JavaScript, the position is the one of the sentence: characters."""
    error = report("http://a.b/\U0001f600 x")["error"]
    assert (13, 14, 13) == (error["start"], error["end"], error["position"])


def test_error_about_the_whole():
    """An error without a place has none."""
    error = report("urn:x")["profiles"][2]["error"]
    assert ("scheme-not-allowed", 0) == (error["code"], error["start"])
    long = report(f"http://a.example/{'b' * 9000}")["profiles"][2]["error"]
    assert ("too-long", None, None) == (long["code"], long["start"], long["position"])


def test_repair():
    """A text that lacks percent-encoding is repaired by the URL Standard, and changes told."""
    told = report(" http://a.b/c d?e|f ")
    assert "http://a.b/c%20d?e%7Cf" == told["repaired"] == told["repairedUri"]
    assert [13, 17] == [each["start"] for each in told["repairs"]]


def test_no_repair():
    """A text that lacks more is not repaired; an IRI does not need repair."""
    assert None is report("http://a b/")["repaired"]
    assert None is report("http://a.b/")["repaired"]


def test_leiri():
    """A Legacy Extended IRI is converted (3987bis section 6); an IRI needs no conversion."""
    assert "Chapter%201.xml" == report("Chapter 1.xml")["leiri"]
    assert None is report("a")["leiri"]


def test_keys():
    """Equivalent addresses have one key, one digest and one normal form; others have not."""
    names = ("key", "digest", "normal")
    one, two, three = (
        [report(text)[name] for name in names]
        for text in ("http://example.com", "HTTP://EXAMPLE.com:80/", "http://example.com/x")
    )
    assert one == two
    assert all(each != other for each, other in zip(one, three, strict=True))
    told = report("a b")
    assert ("1:a%20b", None, "1:") == (told["key"], told["normal"], told["digest"][:2])
    told = report("http://[")
    assert (None, None, "0:") == (told["key"], told["normal"], told["digest"][:2])


# Findings, sentences, profiles


def test_findings():
    """A finding has its code, its severity, its place, and a sentence."""
    (finding,) = report("https://www.example.com@evil.example/")["findings"]
    assert ("userinfo", "warning") == (finding["code"], finding["severity"])
    assert (8, 23) == (finding["start"], finding["end"])
    assert "The user name before the @ sign can be mistaken for the host." == finding["sentence"]


def test_findings_are_told_once():
    """A place that breaks one rule in two ways has one finding, as it has one sentence."""
    text = "http://a.b/e\u0301\u0301\u0301\u0301"
    assert ["not-nfc", "combining-marks"] == [each["code"] for each in report(text)["findings"]]


def test_examples_of_codes():
    """The examples of the reference that lead to the playground show their codes there."""
    links = re.findall(r"`([\w-]+)`\{#.*playground/index\.html#text=(\S*?)\"", as_markdown())
    assert len(links) > 50
    for code, text in links:
        told = report(unquote(text, errors="strict"))
        errors = [told["error"], told["uriError"], *(each["error"] for each in told["profiles"])]
        shown = {each["code"] for each in errors + told["findings"] + told["repairs"] if each}
        assert code in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages(language):
    """Errors, findings and verdicts are told in the language that is asked for."""
    text = "http://me@a b/"
    told, english = report(text, language=language), report(text)
    for name in ("error", "findings", "profiles"):
        assert told[name] != english[name]


def test_about():
    """The page is told the languages, English first, and the versions."""
    about = json.loads(playground.about())
    assert ["en", *LANGUAGES] == about["languages"]
    assert {name: version(name) for name in ("iri3987", "idna")} == about["versions"]


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("http://example.org/", {}),
        ("http://127.0.0.1/", {"PUBLIC": "host-not-public"}),
        ("http://wiki/", {"WEB": "host-single-label", "PUBLIC": "host-single-label"}),
        (
            "javascript:alert(1)",
            dict.fromkeys(("LINK", "WEB", "INTRANET", "PUBLIC"), "scheme-not-allowed"),
        ),
        (
            "../a",
            dict.fromkeys(("ANY", "WEB", "INTRANET", "PUBLIC"), "not-absolute"),
        ),
    ],
)
def test_profiles(text, refused):
    """Each profile accepts, or refuses with its code."""
    verdicts = {each["name"]: each["error"] for each in report(text)["profiles"]}
    assert ["ANY", "LINK", "WEB", "INTRANET", "PUBLIC"] == list(verdicts)
    assert refused == {name: error["code"] for name, error in verdicts.items() if error}


def test_typed_text():
    """A profile that refuses a text as it is may accept it as somebody typed it."""
    cleaned = {each["name"]: each["cleaned"] for each in report(" http://a.b/c d")["profiles"]}
    assert {"WEB": "http://a.b/c%20d", "ANY": None}.items() <= cleaned.items()


def test_names():
    """Invisible characters have their names."""
    names = report("a\u202eb\u00a0\x00\ud800")["names"]
    assert {"U+202E": "RIGHT-TO-LEFT OVERRIDE", "U+00A0": "NO-BREAK SPACE"} == names


# The browser


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


def test_components_beside_the_browser():
    """Each component is there, with the values of both sides; None is an absent one."""
    rows = report("http:///x?", browser={"href": "http://x/?"})["browser"]["rows"]
    expected = [
        {"name": "scheme", "ours": "http", "theirs": "http"},
        {"name": "host", "ours": "", "theirs": "x"},
        {"name": "path", "ours": "/x", "theirs": "/"},
        {"name": "query", "ours": "", "theirs": ""},
    ]
    assert expected == rows


# Two addresses


@pytest.mark.parametrize(
    ("text", "other", "by"),
    [
        ("http://example.org/é", "http://example.org/é", "5.3.1"),
        ("HTTP://www.EXAMPLE.com/", "http://www.example.com/", "5.3.2.1"),
        ("http://example.org/~user", "http://example.org/%7euser", "5.3.2.3"),
        (
            "eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9",
            "example://a/b/c/%7Bfoo%7D/rosé",
            "5.3.2.4",
        ),
        ("http://example.com", "http://example.com:80/", "5.3.3"),
        ("foo://ex%41mple", "foo://example", "5.3.2.3"),
        ("http://example.com/", "http://example.org/", None),
    ],
)
def test_ladder(text, other, by):
    """The step of RFC 3987 section 5.3 is named from which on two addresses are equivalent."""
    told = report(text, other=other)["comparison"]
    assert by == told["by"]
    assert (by is not None) == equivalent(text, other, level="scheme")
    equal = [each["texts"][0] == each["texts"][1] for each in told["rungs"]]
    assert sorted(equal) == equal, "a step above an equal one is equal"


def test_nfc():
    """Two spellings of a character are told, which no step makes equal (5.3.2.2)."""
    one, two = (
        "http://www.example.org/r\u00e9sum\u00e9",
        "http://www.example.org/re\u0301sume\u0301",
    )
    told = report(one, other=two)["comparison"]
    assert (None, True, False) == (told["by"], told["byNfc"], told["lookAlike"])


def test_look_alike():
    """Hosts that look alike are told, spellings of one host are not."""
    assert report("http://аррӏе.com/", other="http://apple.com/")["comparison"]["lookAlike"]
    assert not report("http://a.com/x", other="http://A.com/y")["comparison"]["lookAlike"]


def test_comparison_with_text():
    """The other text need not be an IRI: its error is told; so may the first be."""
    told = report("http://a.b/", other="\U0001f600 x")["comparison"]
    assert ("bad-character", 2) == (told["error"]["code"], told["error"]["start"])
    assert [] == report("a b", other="http://a.b/")["comparison"]["rungs"]


# Any text


def test_lone_surrogates_survive():
    """A lone surrogate goes in and comes out as it is: the JSON has an escape for it."""
    answer = playground.answer('{"text": "a\\ud800b"}')
    assert answer.isascii()
    told = json.loads(answer)
    assert ("a\ud800b", "U+D800") == (
        told["parts"][0]["decoded"],
        told["error"]["sentence"].partition("contain ")[2].partition(":")[0],
    )


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "\x00",
        "\u202e" * 40,
        "http://" + "a." * 3000,
        "http://a/" + "%" * 3000,
        "http://[" + ":" * 3000,
        "@" * 3000,
        "\U0010ffff\udfff\ud800",
    ],
)
def test_any_text_has_an_answer(text):
    """Text of any kind has an answer, on both sides of a comparison."""
    request = {"text": text, "other": text, "language": "ar", "browser": {"href": text}}
    assert text.startswith(json.loads(playground.answer(json.dumps(request)))["parts"][0]["text"])


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


def test_examples_are_known():
    """The outcome of each example, which is checked below."""
    assert list(SEEN) == list(EXAMPLES)


@pytest.mark.parametrize("name", SEEN)
def test_examples(name):
    """An example shows what its sentence says."""
    example = EXAMPLES[name]
    assert SEEN[name](report(example["text"], other=example.get("other")))
    assert example["see"]
