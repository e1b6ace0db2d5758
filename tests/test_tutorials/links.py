"""The site of links that three tutorials make: what its reader does there, and sees."""

from unicodedata import normalize

from test_tutorials.reader import Reader
from test_tutorials.tutorial import Step, Tutorial, plain

COFFEE = "https://ar.wikipedia.org/wiki/قهوة"
ENCODED = "https://ar.wikipedia.org/wiki/%D9%82%D9%87%D9%88%D8%A9"
LOOK_ALIKE = "http://\u0440aypal.com/"
EXAMPLE = "http://مثال.إختبار/قهوة"
#: Addresses and topics that the form takes: words with marks, words that are not in NFC, and what
#: must be encoded in a path and escaped in a page.
TAKEN = {
    "http://example.org/1": "कलकत्ता",
    "http://example.org/2": "\u0958",
    "http://example.org/3": "e\u0301te\u0301",
    "http://example.org/4": "100% <script> ?#",
    'http://example.org/"><script>': "script",
}
#: Inputs that the form refuses: the address, or the topic.
REFUSED = [
    ("", "nothing"),
    ("http://example.org/\0", "null"),
    ("http://example.org/\u202eb", "reversed"),
    ("http://example.org/" + "x" * 1_000_000, "long"),
    *[
        ("http://example.org/", topic)
        for topic in ["", "a/b", "..", "a\0", "a\u202eb", "x" * 51, "x" * 1_000_000]
    ],
]


def check(step: Step, reader: Reader) -> None:
    """Check that the page shows the next text that the step says one sees."""
    for line in step.seen.pop(0).splitlines():
        assert plain(line) in plain(reader.text)


def follow(tutorial: Tutorial, reader: Reader) -> None:
    """Follow a tutorial about a site of links, from its first step to its last."""
    check(tutorial.do("Look at it"), see(reader, "/"))

    step = tutorial.do("Add an address")
    reader.send(homepage=step(COFFEE), topic=step("قهوة"))
    check(step, reader)
    assert ENCODED == reader.link(COFFEE)
    assert all(line in reader.source for line in step.source)

    step = tutorial.do("Enter it in another spelling")
    reader.send(homepage=step(ENCODED), topic=step("قهوة"))
    check(step, reader)
    reader.send(homepage=step("javascript:alert(1)"), topic=step("قهوة"))
    check(step, reader)

    step = tutorial.do("Be warned")
    see(reader, "/").send(homepage=step(LOOK_ALIKE), topic=step("money"))
    check(step, reader)

    step = tutorial.do("Make a page with an Arabic address")
    check(step, see(reader, "/topic/قهوة/"))

    last = Step(tutorial.steps[0])
    reader.click(last("All links"))
    assert LOOK_ALIKE not in reader.text
    reader.send(homepage=last(EXAMPLE), topic=last("قهوة"))
    text = reader.text
    step = tutorial.do("Redirect")
    assert all(plain(line) in plain(text) for line in step.seen[0].splitlines())
    assert [] == tutorial.steps


def misuse(reader: Reader) -> None:
    """Type what the tutorial does not say: it is taken, or comes back in the form."""
    see(reader, "/").send(homepage=LOOK_ALIKE, topic="money")
    reader.confirm()
    assert plain("moneyhttp://xn--aypal-uye.com/") in plain(reader.text)
    for homepage, topic in TAKEN.items():
        see(reader, "/").send(homepage=homepage, topic=topic)
        assert plain(normalize("NFC", topic) + "http://example.org/") in plain(reader.text)
        assert "<script" not in reader.source
    for homepage in ["javascript:\u0440aypal.com", LOOK_ALIKE.rstrip("/") + ":99999/"]:
        see(reader, "/").send(homepage=homepage, topic="money")
        assert "Save anyway" not in reader.text
    for homepage, topic in REFUSED:
        see(reader, "/").send(homepage=homepage, topic=topic)
        assert [homepage, topic] == [reader.typed("homepage"), reader.typed("topic")]


def see(reader: Reader, path: str) -> Reader:
    """Let the reader open a page."""
    reader.open(path)
    return reader
