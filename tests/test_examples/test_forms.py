"""The form of each example in each browser: what is said, to whom, and where the focus goes."""

import pytest

import browsers
from browsers import ENTER, TAB

browser = browsers.browser

INPUT = "document.querySelector('[name=iri]')"
FOCUSED = "return document.activeElement"
#: The text of each element that has one of its own, but for what only the link to it repeats.
SENTENCES = "return [...document.querySelectorAll('main *')].filter(each => !each.children.length)"


@pytest.fixture(params=["django", "flask", "starlette"])
def page(request, browser, serve):
    """The form of an example, in a browser, with the input in focus."""
    browser.get(f"http://127.0.0.1:{serve(request.param).port}/add")
    browser.run(f"{INPUT}.focus()")
    return browser


def test_an_error_leads_to_its_input(page):
    """The summary has the focus; its link, named by the sentence, leads to the input.

    The sentence is at the input, too: there, one does not have to scroll to read it.
    """
    typed = "http://example.org:99999/\N{GRINNING FACE}"
    page.press(typed)
    page.leave(lambda: page.press(ENTER))
    assert "alert" == page.eventually(lambda: page.run(f"{FOCUSED}.role"), "alert")
    assert page.run("return document.title").startswith("Error: ")
    said = page.run(f"{SENTENCES}.map(each => each.textContent.trim())")
    (sentence,) = {each for each in said if "65535" in each}
    link = page.run("return document.querySelector('[role=alert] a').textContent")
    assert f"Address: {sentence}" == " ".join(link.split())
    assert 1 == page.count("link", f"Address: {sentence}")
    assert 1 == page.count("textbox", "Address")
    # What a screen reader says of the input.
    ids = page.run(f"return {INPUT}.getAttribute('aria-describedby').split(' ')")
    described = page.run(
        "return arguments[0].map(id => document.getElementById(id).textContent)", ids
    )
    assert sentence in described
    assert typed == page.run(f"return {INPUT}.value")
    # What is refused is not sent.
    assert "" == page.run("return document.querySelector('.iri-uri').textContent")
    page.press(TAB, ENTER)
    assert "iri" == page.eventually(lambda: page.run(f"{FOCUSED}.name"), "iri")
    assert [] == page.run("return violations")


def test_a_question_is_not_an_error(page):
    """Where nothing is wrong, the page asks to check the address; the box is the last of it."""
    page.press("http://рaypal.com/", TAB, "A title")
    page.leave(lambda: page.press(ENTER))
    assert page.run("return document.title").startswith("Please check: ")
    assert "Please check" == page.run("return document.querySelector('[role=alert] h2').innerText")
    box = "document.querySelector('.iri-warnings + .iri-confirm [type=checkbox]')"
    assert page.run(f"return {INPUT}.compareDocumentPosition({box})") == 4  # it follows
    assert [] == page.run("return violations")


def test_example_org_is_completed(page):
    """A title is missing, and the address is not refused."""
    page.press("juan.example", TAB)
    page.leave(lambda: page.press(ENTER))
    links = page.run(
        "return [...document.querySelectorAll('[role=alert] a')].map(each => each.hash)"
    )
    assert 1 == len(links)
    assert links[0].endswith("title")


@pytest.mark.parametrize("typed", ["", "/a b", "http://рaypal.com/"])
def test_axe_finds_nothing(page, typed):
    """axe-core finds no fault in the form, with errors, and with a question."""
    if typed:
        page.press(typed)
        page.leave(lambda: page.press(ENTER))
    assert [] == page.faults()


def test_an_address_that_is_not_complete(page):
    """On leaving the input, one is told that the address is not complete yet."""
    page.press("/page", TAB)
    told = "return document.querySelector('.iri-uri').textContent"
    sentence = "Enter the whole address, as in https://example.org/."
    assert sentence == page.eventually(lambda: page.run(told), sentence)
