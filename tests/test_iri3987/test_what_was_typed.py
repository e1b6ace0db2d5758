"""`iri3987.messages`: what was typed comes before what is wrong with a character of it."""

from dataclasses import replace

import pytest

import operations
from iri3987 import INTRANET, IRI, WEB, IRIError, equivalent, inspect, messages
from vector_rows import rows

FORM, HOME = replace(WEB, assume_scheme="https"), replace(INTRANET, assume_scheme="http")
ROWS = rows("sentences")
HOSTS = [row["input"] for row in ROWS if row["op"] == "host"]
#: What people write where they have no address.
NOTHING = [row["input"] for row in ROWS if row["id"].startswith("no-address-")]


def told(text, profile=FORM, ask="clean"):
    """Return what people are told of a text, or the address that is stored."""
    try:
        return getattr(profile, ask)(text)
    except IRIError as error:
        return messages.describe(error, text, profile)


def told_of_the_ending(text, profile):
    """Return what a form asks about the ending of a host that it accepts, if anything."""
    found = [each for each in profile.warnings(text) if each.code == "unknown-top-level-domain"]
    said = [messages.describe(each, text, profile) for each in found]
    for each, sentence in zip(found, said, strict=True):
        assert f"“{text[each.start : each.end]}”" in without_isolates(sentence)
        assert profile.clean(text)
    return said


def without_isolates(sentence):
    """Return a sentence without the characters that keep an address in one piece."""
    return sentence.translate({0x2066: None, 0x2069: None})


#: What each operation returns: all that is said of a text, or the address that is stored.
SAID = {
    "sentence": lambda text, profile: [told(text, profile)],
    "stored": lambda text, profile: [told(text, profile)],
    "sentence_of_row": lambda text, profile: [told(text, profile, "check")],
    "sentence_of_finding": lambda text, profile: [
        messages.describe(each, text, profile) for each in [*inspect(text), *profile.warnings(text)]
    ],
    "sentence_of_ending": told_of_the_ending,
}


def is_said(row, said):
    """Return whether a row expects a sentence; or its beginning or a part, and its address."""
    if "expected" in row:
        return row["expected"] == said
    begins = row.get("begins", "")
    address = without_isolates(said.removeprefix(begins))
    meant = "address" not in row or equivalent(row["address"], FORM.clean(address))
    return said.startswith(begins) and row.get("part", "") in said and meant


def filled_in(row):
    """Yield a row; one with "{}" for each host, which stands there."""
    texts = {name: each for name, each in row.items() if isinstance(each, str)}
    for host in HOSTS if "{}" in row["input"] else [""]:
        yield row | {name: each.replace("{}", host) for name, each in texts.items()}


@pytest.mark.parametrize("op", SAID)
def test_rows(op):
    """A sentence says what was typed, in every script, and an address in it is the one meant."""
    wrong = []
    for row in (filled for each in ROWS if each["op"] == op for filled in filled_in(each)):
        profile = row.get("options", {}).get("profile")
        said = SAID[op](row["input"], operations.profile(profile) if profile else FORM)
        is_silent = row.get("expected", "") is None
        is_right = not said if is_silent else any(is_said(row, each) for each in said)
        if not is_right:
            wrong.append((row, said))
    assert [] == wrong


def test_every_operation_has_rows():
    """No operation goes unasked."""
    assert {*SAID, "host"} == {row["op"] for row in ROWS}


def test_nothing_like_an_address():
    """The sentence is the same where the form would repair nothing."""
    exact = replace(FORM, repair=False)
    some = [row for row in ROWS if row["id"].startswith(("no-address-", "nothing-"))]
    assert [row["expected"] for row in some] == [told(row["input"], exact) for row in some]


@pytest.mark.parametrize("profile", [FORM, HOME])
def test_a_word_for_nothing(profile):
    """It is not completed, in a network of one's own either, unless somebody writes the scheme."""
    for text in NOTHING:
        with pytest.raises(IRIError) as caught:
            profile.clean(text)
        assert "not-absolute" == caught.value.code, text
    assert "http://none" == INTRANET.clean("http://none")


@pytest.mark.parametrize("host", ["example.com", "www.example.com", "हिन्दी.भारत", "例え.みんな"])
def test_a_space_within_a_name(host):
    """Wherever it stands, no address of another site is offered: see "exa mple.org"."""
    alone = ("{}", "{}/a", "{}:80", "{}.", "https://{}")
    for given in (*alone, "see https://{}", "my {}", "see my {}/a", "мой {}"):
        whole = FORM.clean(given.rpartition(" ")[2].format(host))
        for at in range(1, len(host)):
            said = told(given.format(f"{host[:at]} {host[at:]}"))
            offered = without_isolates(said.rpartition(": ")[2])
            if offered.startswith("http"):
                assert whole.host == IRI(offered).host, (at, said)


def test_a_space_for_a_dot():
    """Whichever dot it stands for, no address of another site is offered: see "example com"."""
    for host in HOSTS:
        for whole in (host, f"www.{host}", f"https://{host}/a", f"https://www.{host}"):
            for at in (index for index, each in enumerate(whole) if each == "."):
                said = told(f"{whole[:at]} {whole[at + 1 :]}")
                offered = without_isolates(said.rpartition(": ")[2])
                if offered.startswith("http"):
                    assert FORM.clean(whole).ascii_host == IRI(offered).ascii_host, (whole, said)
