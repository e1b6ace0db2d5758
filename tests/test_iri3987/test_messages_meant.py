"""`iri3987.messages`: what a text is taken for, and what a sentence shows of it."""

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from iri3987 import ANY, PUBLIC, WEB, IRIError, Profile, inspect, messages
from iri3987.messages.shown import Later, put_together
from iri3987.profile import LINK

EXACT = replace(WEB, repair=False)
INTERNAL = Profile(schemes={"https"}, require_host=True, assume_scheme="https")


def told(text, profile=EXACT, language="en"):
    """Return what people are told of the error that *profile* has for a text."""
    with pytest.raises(IRIError) as caught:
        profile.clean(text)
    return messages.describe(caught.value, text, profile, language=language)


@pytest.mark.parametrize(
    ("text", "profile", "expected"),
    [
        # A profile that lists no web address, or any, has nothing to complete.
        ("example.org", ANY, "Enter the whole address, as in https://example.org/."),
        ("example.org", Profile(schemes={"urn"}), "The address must begin with urn:."),
        ("javascript:alert(1)", Profile(schemes={"urn"}), "The address must begin with urn:."),
        ("javascript:x", LINK, "begins with http://, https://, mailto: or tel:."),
        # The address must be one that the profile accepts.
        ("wiki", EXACT, "Enter the whole address, as in https://example.org/."),
        ("wiki", replace(EXACT, single_label=True), "Put https:// in front: https://wiki"),
        ("example.org", replace(EXACT, schemes={"http"}), "in front: http://example.org"),
        ("//example.org/", EXACT, "Put https: in front: https://example.org/"),
        ("localhost:8000", EXACT, "Put https:// in front: https://localhost:8000"),
        ("example.org:8080", EXACT, "Put https:// in front: https://example.org:8080"),
        ("例え.みんな:80/道", WEB, "Put https:// in front: https://例え.みんな:80/道"),
        ("1.2.3.4:443?q", WEB, "Put https:// in front: https://1.2.3.4:443?q"),
        ("example.org:80a", WEB, "After the colon there must be a number, as in"),
        # Spaces
        ("http://a.example/ http://b.example/", EXACT, "These are two addresses. Enter one at a"),
        ("http://a.example/b c", EXACT, "There is a space after “b” (character 19). Remove it, or"),
        ("http://www.a.exam ple/", EXACT, "“exam ple” cannot be a part of a site name."),
        ("\u200ba http://a.example/", EXACT, "without other words: http://a.example/"),
        ("a www.example.org b", EXACT, "without other words: https://www.example.org"),
        ("http://a.example/?b= c", EXACT, "Replace a space (character 21) by %20."),
        # A typing mistake in the scheme, and another scheme
        ("hxtp://a.example/", EXACT, "Did you mean http? The address must"),
        ("httpss://a.example/", EXACT, "Did you mean https? The address must"),
        ("http://a.example/", INTERNAL, "The address must begin with https://."),
        ("ftps://a.example/", EXACT, "The address must begin with http:// or https://."),
        ("1x:y", ANY, "only be letters and digits: remove “1” (character 1)."),
        ("http:///", EXACT, "The site name is missing."),
        ("http//wiki", EXACT, "Enter the whole address"),
        ('"http://wiki/"', EXACT, "The address must begin with http:// or https://."),
        ("http://http://wiki/", EXACT, "The site name “http” is not complete."),
        # Many characters
        ("http://a.example/?[0]=<b>|" + "|" * 9, EXACT, "“[” (character 19: write %5B), “]” (char"),
        ("http://a.example/" + "<a" * 9, EXACT, "“<” (character 32: write %3C), …."),
        ("http://a.example/100%\\%", EXACT, "“%” (character 21: write %25), “\\” (character 22"),
        ("http://a|b.example/c|d", WEB, "“a|b” cannot be a part of a site name. Check it (char"),
        (
            "http://a|b.example/c\x00",
            WEB,
            "“|” (character 9), U+0000 (character 21: rem",
        ),
    ],
)
def test_what_is_meant(text, profile, expected):
    """A sentence says what to do with the text that was typed, and the right one with it."""
    assert expected in told(text, profile)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" http://example.org/", "digits: remove a space (character 1)."),
        ("\nhttp://example.org/", "digits: remove a line break (character 1)."),
        ("\ufeffhttp://example.org/", "digits: remove U+FEFF (character 1)."),
    ],
)
def test_unseen_before_an_address(text, expected):
    """What nobody sees before an address, in a row that was stored, is named."""
    with pytest.raises(IRIError) as caught:
        WEB.check(text)
    assert expected in messages.describe(caught.value, text, WEB)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://10.0.0.1/", "10.0.0.1 is in a private or local network."),
        ("http://169.254.169.254/", "169.254.169.254 is in a private or local network."),
        ("http://[::1]/", "[::1] is in a private or local network."),
        ("http://192.0.2.1/", "192.0.2.1 is reserved, for example for tests."),
        ("http://db.corp/", "db.corp is in a private or local network."),
        ("http://printer.home.arpa/", "printer.home.arpa is in a private or local network."),
        ("http://evil.example/", "evil.example is reserved, for example for tests."),
        ("http://localhost/", "localhost is in a private or local network."),
    ],
)
def test_private_is_not_reserved(text, expected):
    """An address of a network of one's own is told from one that nobody has."""
    assert f"Only addresses of the public internet are accepted. {expected}" == told(text, PUBLIC)


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://xn--80ak6aa92e.com/", "This is not apple.com: the letters are Cyrillic."),
        ("http://ѕсоре.例え.com/", "This is not scope: the letters are Cyrillic."),
        ("http://www.ерс.com/", "This is not www.epc.com: the letters are Cyrillic."),
        ("http://пример.ру/", "This is not .py: the letters are Cyrillic."),
        ("http://яндекс.со/a", "This is not .co: the letters are Cyrillic."),
        ("http://例え.օՕ/", "This is not .oo: the letters are Armenian."),
        ("http://paypal.со/", "This is not paypal.co: the letters are Cyrillic."),
        ("http://ı.com/", "This is not i.com: it only looks the same."),
        ("http://горы.com/", "“горы” looks as if it were written in Latin letters, but it is not."),
        ("http://%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/", "“%D0%B0%D1%80%D1%80%D3%8F…” looks as"),
        ("http://example.org/aбв", "“aбв” mixes letters of two alphabets: a (character 20) is Lat"),
        ("http://aകb.com/", "“aകb” mixes letters of different alphabets, and some of them may"),
    ],
)
def test_look_alikes(text, expected):
    """A sentence names the site that another one looks like, and the letters that are odd."""
    found = [messages.describe(each, text) for each in inspect(text)]
    assert any(each.startswith(expected) for each in found), found


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


@pytest.mark.parametrize("language", ["en", *messages.LANGUAGES])
@pytest.mark.parametrize(
    "text",
    [
        *("//me:secret@example.org/", "http//me:secret@example.org", "http:/me:secret@example.org"),
        *("https://https://me:secret@a.example/", '"https://me:secret@example.org/"'),
        *("see https://me:secret@example.org/ now", "https://me:s<e>c{r}e|t@exam ple.org/"),
        "https://me:s%e%c%r%e%t@example.org/",
    ],
)
def test_no_password(text, language):
    """No sentence completes an address with a user, nor lists characters of a password."""
    sentence = told(text, language=language)
    assert "secret" not in sentence
    assert "@example.org" not in sentence
    assert sum(each in sentence for each in "<>{}|") < 2


def test_a_long_text_is_not_completed():
    """A sentence shows no address that would not fit in it."""
    text = "example.org/" + "a" * 200
    assert "Enter the whole address, as in https://example.org/." == told(text)
    far = "https://example.org/" + "a" * 3000 + "|b|"
    assert "Replace “|” (character 3021) by %7C." == told(far)


def test_a_value_that_is_made_later():
    """Lazy words are put together when they are shown; such a value can be compared and pickled."""
    later = put_together("{} {}".format, "a", Later(str.upper, ("b",)))
    assert isinstance(later, Later)
    assert "a B" == str(later)
    copy = pickle.loads(pickle.dumps(Later(str.upper, ("b",))))
    assert (Later(str.upper, ("b",)), "B") == (copy, str(copy))


@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("mixed-scripts", "https://p\u0430ypal.example/", "а (character 10) is Cyrillic"),
        ("mixed-scripts", " p\u0430ypal.example", "а (character 3) is Cyrillic"),
        ("mixed-scripts", "https://a.example/p\u0430ypal", "а (character 20) is Cyrillic"),
        ("mixed-scripts", "https://me@a.example/p\u0430ypal", "а (character 23) is Cyrillic"),
        ("userinfo", "https://bank.example@evil.example/", "Remove the part before the @ sign."),
    ],
)
def test_a_finding_that_is_refused(code, text, expected):
    """What a profile refuses for a finding is told as the finding is, wherever it stands."""
    refusing = replace(EXACT, reject=[code], assume_scheme="https")
    assert expected in told(text, refusing)


def test_a_finding_that_is_not_there():
    """An error of a project about another text has the sentence of its code."""
    error = IRIError("", code="mixed-scripts", position=0)
    assert "Enter a valid address." == messages.describe(error, "")
    assert "Enter a valid address." == messages.describe(error, "a" * 3000)


def test_lost_text_is_not_encoded():
    """U+FFFD stands for octets that were not UTF-8: to percent-encode it helps nobody."""
    expected = "An address cannot contain “\ufffd”: remove it (character 18)."
    assert expected == told("http://a.example/\ufffd")


@pytest.mark.parametrize(
    ("text", "is_two"),
    [
        ("http://a.example/ http://b.example/", True),
        ("http://a.example/b\thttps://b.example", True),
        ("http://a.example/?q=see http://b.example/", True),
        ("http://a.example/#see http://b.example/", True),
        ("http://a.example/?q=http://b.example/", False),
        ("http://a.example/ b", False),
    ],
)
def test_two_addresses(text, is_two):
    """Two addresses are not made one; but glued into a query, an address is a value of it."""
    if is_two:
        assert "These are two addresses. Enter one at a time." == told(text, WEB)
    else:
        assert WEB.clean(text)


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
    assert {} == {text: count for text, count in counts.items() if count > 80}
    assert 60 >= sum(counts.values()) / len(counts)
