"""`iri3987.messages`: what a text is taken for, and what a sentence shows of it."""

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from iri3987 import WEB, IRIError, inspect, messages
from iri3987.messages.shown import Later, put_together

EXACT = replace(WEB, repair=False)


def told(text, profile=EXACT, language="en"):
    """Return what people are told of the error that *profile* has for a text."""
    with pytest.raises(IRIError) as caught:
        profile.clean(text)
    return messages.describe(caught.value, text, profile, language=language)


def test_a_host_that_the_text_does_not_have():
    """An error and a finding about another text have a sentence that names no host."""
    for text in ("", "urn:x", "http://a b/", f"http://{'a' * 300}/"):
        about = IRIError("", "host-not-public", component="ihost", position=7)
        assert "Only addresses of the public internet are accepted." == messages.describe(
            about, text
        )
    finding = inspect("http://me@example.org/")[0]
    expected = "The part before the @ sign is only a user name, and no part of the site name."
    assert expected == messages.describe(finding, "urn:x")


def test_a_finding_about_another_text():
    """A finding that does not fit the text has a sentence without the name that is imitated."""
    text = "http://аррӏе.com/"
    finding = next(each for each in inspect(text) if each.code == "whole-script-confusable")
    expected = "“xn--a” looks as if it were written in Latin letters, but it is not."
    assert expected == messages.describe(finding, "http://xn--a.com/")


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
def test_an_address_among_letters_from_the_right(language):
    """It is isolated there, and where it has such letters; elsewhere people copy it as it is."""
    isolated = "\u2066https://example.org\u2069"
    sentence = told("example.org", language=language)
    assert (isolated in sentence) is (language in {"ar", "fa", "he"})
    assert "https://example.org" in sentence
    assert "\u2066https://مثال.إختبار\u2069" in told("مثال.إختبار", language=language)
    listed = told("http://example.org/<a|", language=language)
    assert ("\u2066%3C\u2069" in listed) is (language in {"ar", "fa", "he"})


#: Texts with the password "secret", as stored rows and as they are typed.
WITH_PASSWORDS = """
//me:secret@example.org/
http//me:secret@example.org
http:/me:secret@example.org
https://https://me:secret@a.example/
"https://me:secret@example.org/"
see https://me:secret@example.org/ now
https://me:s<e>c{r}e|t@exam ple.org/
https://me:s%e%c%r%e%t@example.org/
https://me:secret@exa mple.org/
https://me:sec ret@example.org/
https://me:secret@a..b/
https://me:secret@%61.b/
me:secret@example.org
https://me:secret@example.org:99999/
https://me:secret@example.org/%
ftp://me:secret@example.org/
"""


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
def test_no_password(language):
    """No sentence completes an address with a user, nor has two characters of a password."""
    for text in WITH_PASSWORDS.split("\n")[1:-1]:
        sentence = told(text, language=language)
        assert "secret" not in sentence, text
        assert "ret@" not in sentence, text
        assert "@example.org" not in sentence, text
        assert sum(each in sentence for each in "<>{}|") < 2, text


def test_a_long_text_is_not_completed():
    """A sentence shows no address that would not fit in it."""
    text = "example.org/" + "a" * 200
    assert "Enter the whole address, as in https://example.org/." == told(text)
    far = "https://example.org/" + "a" * 3000 + "|b|"
    assert "Replace “|” (character 3021) with %7C." == told(far)


def test_a_value_that_is_made_later():
    """Lazy words are put together when they are shown; such a value can be compared and pickled."""
    later = put_together("{} {}".format, "a", Later(str.upper, ("b",)))
    assert isinstance(later, Later)
    assert "a B" == str(later)
    copy = pickle.loads(pickle.dumps(Later(str.upper, ("b",))))
    assert (Later(str.upper, ("b",)), "B") == (copy, str(copy))


def test_a_finding_that_is_not_there():
    """An error of a project about another text has the sentence of its code."""
    error = IRIError("", code="mixed-scripts", position=0)
    assert "Enter a valid address." == messages.describe(error, "")
    assert "Enter a valid address." == messages.describe(error, "a" * 3000)


def test_no_password_and_nothing_invisible_is_repeated():
    """A sentence shows no letters of a password, and no mark that cannot be seen."""
    password = "https://user:s\u0435cret@example.org/"
    said = [messages.describe(each, password, WEB) for each in WEB.warnings(password)]
    assert ["The address contains a password. Everybody who sees the address can read it."] == said
    for mark in ("\u034f", "\ufe0f"):
        assert mark not in told(f"http://wi{mark}ki/")
    bare = "http://a\u0430\u0345.example/"
    assert not any("“\u0345" in messages.describe(each, bare) for each in inspect(bare))


@pytest.mark.parametrize(
    "text",
    ["http://user@example.org:pw@evil.example/", "http://google.com@x@evil.example/"],
)
def test_a_host_that_is_not_clear(text):
    """With two "@", no host is named: clients do not agree which one it is."""
    said = [messages.describe(each, text, WEB) for each in WEB.warnings(text)]
    assert not any("leads to" in each for each in said)


#: One text for each way to a sentence.
WAYS = [
    *("https://example.org/100%", "example org", "juan@example.org", "http//example.org"),
    *("htp://example.org/", "https://https://example.org/", "http://example.org:99999/"),
    *("http://wiki/", "http://ex%61mple.org/", "https://example.org/" + 9000 * "a"),
    *("https://a.org;https://b.org", "https://me:secret@exa mple.org/", "C:\\Users\\x"),
    "http://example.org/a\u202eb",
]


def calls(text, profile):
    """Return how many calls in our code the sentence about a text takes, and of which modules."""
    with pytest.raises(IRIError) as caught:
        profile.clean(text)
    error = caught.value
    found = []

    def note(frame, event, _):
        code = frame.f_code
        if (
            event == "call"
            and Path(messages.__file__).parent.parent in Path(code.co_filename).parents
        ):
            found.append(f"{code.co_filename}:{code.co_name}")

    messages.describe(error, text, profile)  # patterns and catalogues are there from now on
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        messages.describe(error, text, profile)
    finally:
        sys.setprofile(before)
    return found


def test_an_error_knows():
    """A sentence takes few calls, and no text is inspected again."""
    profile = replace(WEB, assume_scheme="https", repair=False)
    found = {text: calls(text, profile) for text in WAYS}
    refusing = replace(profile, reject=["mixed-scripts"])
    found["finding"] = calls("http://r\u0430ypal.com/", refusing)
    assert [] == [each for names in found.values() for each in names if "/inspection/" in each]
    counts = {text: len(names) for text, names in found.items()}
    assert {} == {text: count for text, count in counts.items() if count > 60}
