"""The site of links that three tutorials make: what its reader does there, and sees."""

from test_tutorials.reader import Reader
from test_tutorials.tutorial import Step, Tutorial, plain

COFFEE = "https://ar.wikipedia.org/wiki/قهوة"
ENCODED = "https://ar.wikipedia.org/wiki/%D9%82%D9%87%D9%88%D8%A9"
LOOK_ALIKE = "http://\u0440aypal.com/"
EXAMPLE = "http://مثال.إختبار/قهوة"


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


def see(reader: Reader, path: str) -> Reader:
    """Let the reader open a page."""
    reader.open(path)
    return reader
