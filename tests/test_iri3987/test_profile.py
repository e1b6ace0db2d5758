"""Profiles: what a boundary accepts beyond the grammar, and the code of what it refuses."""

from dataclasses import replace

import pytest
from hypothesis import given

from iri3987 import (
    ANY,
    INTRANET,
    IRI,
    PUBLIC,
    WEB,
    IRIError,
    IRIReference,
    Profile,
    inspect,
    is_iri_reference,
)
from iri3987._unicode.invisible import is_seen
from iri3987.codes import CODES, FINDINGS
from iri3987.profile import LINK, PROFILES
from test_iri3987 import strategies as iris


def code(profile, text):
    """Return the code with which *profile* refuses *text*, None if it accepts it."""
    try:
        profile.check(text)
    except IRIError as error:
        return error.code
    return None


def refused(judge, text):
    """Return the error that a method of a profile raises for *text*."""
    with pytest.raises(IRIError) as caught:
        judge(text)
    return caught.value


def test_value_of_a_profile_that_takes_references():
    """The result is an `IRIReference`."""
    assert type(replace(WEB, allow_relative=True).check("/a")) is IRIReference


def test_what_makes_another_profile_of_web():
    """INTRANET takes hosts of one label too, and PUBLIC only those of the public internet."""
    assert replace(INTRANET, single_label=False) == WEB == replace(PUBLIC, public=False, reject=())


def test_too_long_counts_a_host_as_it_is_sent():
    """The host of an address of the web is sent as A-labels, which are shorter."""
    text = f"http://例え.テスト/{'é' * 400}"  # http://xn--r8jz45g.xn--zckzah/ and 2400 octets
    error = refused(replace(WEB, max_octets=2048).check, text)
    assert 30 + 2400 == error.params["length"]


@pytest.mark.parametrize(
    "letters", ["é", "äß", "ж", "א", "ب", "道", "例え", "かな漢字", "🦊é", "aé"]
)
def test_the_longest_label(letters):
    """A label is accepted exactly as long as its A-label has 63 octets (RFC 5890 section 4.2)."""
    for length in range(4, 64):
        label = (letters * 64)[:length]
        octets = len("xn--") + len(label.encode("punycode"))
        expected = None if octets <= 63 else "host-label-too-long"
        assert (
            expected == code(WEB, f"http://{label}.org/") == code(WEB, f"http://a.{label}.org:80/")
        )


@pytest.mark.parametrize("host", ["example.org", "例え.テスト", "Faß.de", "é" * 20 + ".org"])
def test_a_host_far_inside_a_text(host):
    """The length of a host is its own, wherever it stands."""
    text = f"http://{'u' * 3000}@{host}/"
    assert text == WEB.check(text)


@given(iris.web_iri | iris.any_text.map("https://a.example.org/{}".format))
def test_law_public_by_its_shortcut(text):
    """Text that can be seen has no invisible character, so `PUBLIC` need not look for one."""
    if code(WEB, text) is None and is_seen(text):
        assert "invisible-character" not in {each.code for each in inspect(text)}


@pytest.mark.slow
def test_invisible_characters_are_not_seen():
    """No character that the finding is about passes by the shortcut, wherever it stands."""
    points = [*range(0xA0, 0xD800), *range(0xE000, 0x20000), *range(0xE0000, 0xE1000)]
    # Fifty in a path, which is quicker than an address for each, and is an IRI.
    seen = [each for each in map(chr, points) if is_seen(each) and is_iri_reference(each)]
    assert len(seen) > 70_000
    for start in range(0, len(seen), 50):
        path = "".join(f"/{each}/a{each}a" for each in seen[start : start + 50])
        found = inspect(f"https://a.example{path}")
        assert "invisible-character" not in {each.code for each in found}, ascii(path)


class TestReject:
    """Codes in `reject` are refused as if the grammar did."""

    @pytest.mark.parametrize(
        "name",
        [
            code
            for code in FINDINGS
            if CODES[code].call == "inspect({})" and is_iri_reference(CODES[code].text)
        ],
    )
    def test_each_code(self, name):
        """The error is the finding: code, component, place, section, and its words."""
        text = CODES[name].text
        (found, *_) = [each for each in inspect(text) if each.code == name]
        error = refused(Profile(allow_relative=True, reject=[name]).check, text)
        expected = (name, found.component, found.start, found.section)
        assert expected == (error.code, error.component, error.position, error.section)
        assert found.message == f"{error.reason} in {error.component}, at position {found.start}"
        assert error.reason in str(error)


@pytest.mark.parametrize("value", [None, 5, b"http://example.org/", ["http://example.org/"]])
@pytest.mark.parametrize("profile", [ANY, WEB, LINK], ids=["any", "web", "link"])
def test_what_is_not_text(profile, value):
    """A value that is not a `str` has an error like any other, and no warnings."""
    for ask in (profile.check, profile.clean):
        error = refused(ask, value)
        assert ("not-text", None) == (error.code, error.position)
        assert f"expected text, not {type(value).__name__}" == error.reason
    assert profile.warnings(value) == ()


def test_values_stay_what_they_are():
    """An `IRI` comes back itself, and text of a subclass of `str` as an `IRI`."""

    class Text(str):
        __slots__ = ()

        def __str__(self):
            return "javascript:alert(1)"

    iri = IRI("http://faß.de/")
    assert iri is WEB.check(iri)
    assert iri is WEB.clean(iri)
    assert "http://faß.de/" == WEB.check(Text(iri))
    assert IRI is type(WEB.clean(Text(f" {iri}")))


class TestClean:
    """`clean` is `check` of what somebody meant."""

    def test_trims_all_that_surrounds_copied_text(self):
        """White_Space, and every invisible or formatting character, at both ends; nothing inside.

        The properties are those of Unicode's own files where they are.
        """
        white_space = [*range(9, 14), 32, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
        white_space += [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]  # PropList.txt
        formatting = [0xAD, 0x61C, *range(0x200B, 0x2010), *range(0x202A, 0x202F)]
        formatting += [*range(0x2060, 0x2070), 0x180E, 0x3164, 0xFFA0, 0x2800, 0xFEFF]
        for around in map(chr, white_space + formatting):
            for text in ("https://example.org/ä", "https://example.org", "http://例え.jp/?a=b#c"):
                assert text == WEB.clean(f"{around}{text}{around}{around}"), ascii(around)
                assert () == WEB.warnings(f"{around}{text}{around}")

    def test_the_message_is_about_the_text_given(self):
        """The message shows the text that was typed, and not what was made of it."""
        profile = replace(WEB, assume_scheme="https", repair=False)
        error = refused(profile.clean, " example.org/%zz")
        assert "at position 13 of ' example.org/%zz'" in str(error)
        error = refused(WEB.clean, " ｈｔｔｐｓ：／／例え。テスト：８０／\u202eａ")
        assert "ｈｔｔｐｓ：／／例え。テスト" in str(error)


def test_the_first_of_many_warnings():
    """A reader gets the first 32 of a code, and those of the others."""
    for part, code in (("/1１", "mixed-digits"), ("/a|", "repaired")):
        found = [each.code for each in WEB.warnings(f"http://example.org{part * 99}/рaypal")]
        assert 32 == found.count(code)
        assert 1 == found.count("mixed-scripts")


def test_octets_are_no_schemes():
    """An option that makes no sense is refused when the profile is made."""
    with pytest.raises(TypeError, match="schemes must be a collection of schemes such as"):
        Profile(schemes=b"http")


def test_options_have_one_form():
    """Profiles that mean the same are equal, have one hash, and look the same."""
    one = Profile(
        schemes=["HTTPS", "http", "http"],
        require_host={"Http"},
        port=[0, 80],
        reject=["userinfo", "not-nfc"],
        assume_scheme="HTTP",
    )
    two = Profile(
        schemes={"http", "https"},
        require_host=("http",),
        port=(0, 80),
        reject={"not-nfc", "userinfo"},
        assume_scheme="http",
    )
    assert (one, hash(one), repr(one)) == (two, hash(two), repr(two))


@pytest.mark.parametrize(
    "profile", [*PROFILES.values(), LINK, replace(WEB, reject=["userinfo"], max_length=5)]
)
def test_repr_makes_an_equal_profile(profile):
    """The repr is short, and can be written in a program."""
    assert profile == eval(repr(profile))  # noqa: S307 - it is our own


def test_repr_tells_what_differs():
    """An option that is as in `ANY` is left out."""
    assert "Profile(schemes=('urn',), max_length=80)" == repr(
        Profile(schemes=["urn"], max_length=80)
    )


class TestMakeProfile:
    """`Profile.named` makes a profile from what a plug-in's options say."""

    def test_names(self):
        """A profile stands for itself; others have a name, or a path that leads to one."""
        names = ("any", "web", "intranet", "public")
        assert [ANY, WEB, INTRANET, PUBLIC] == [Profile.named(each) for each in names]
        for each in (LINK, "iri3987.profile.LINK", "iri3987.profile:LINK"):
            assert LINK is Profile.named(each)

    @pytest.mark.parametrize("value", ["WEB", None, False])
    def test_what_is_not_a_profile(self, value):
        """Anything else is refused, with what would be right."""
        right = "profile must be 'any', 'web', 'intranet', 'public', a Profile, or a path"
        with pytest.raises((TypeError, ValueError), match=f"^{right}.*not {value!r}"):
            Profile.named(value)

    def test_options_replace(self):
        """An option that is given replaces the profile's own."""
        made = Profile.named("web", schemes=["gopher"], max_length=80, assume_scheme="gopher")
        assert Profile.named(made, assume_scheme=None) == replace(made, assume_scheme=None)
        expected = replace(WEB, schemes=["gopher"], max_length=80, assume_scheme="gopher")
        assert expected == made
        assert replace(WEB, allow_relative=True) == Profile.named("web", allow_relative=True)

    def test_options_that_are_not_given(self):
        """Without an option, the profile's own stands."""
        own = replace(WEB, max_length=80, assume_scheme="https", reject=["userinfo"])
        assert own == Profile.named(own)
        assert LINK == Profile.named(LINK, allow_relative=False, reject=())

    @pytest.mark.parametrize(("own", "given", "least"), [(30, 2048, 30), (2048, 30, 30)])
    def test_the_smaller_length_counts(self, own, given, least):
        """A column that is longer than the profile allows does not make the profile allow more."""
        profile = replace(WEB, max_length=own)
        assert least == Profile.named(profile, max_length=given).max_length
        with pytest.raises(TypeError, match="max_length must be a number from 1 on"):
            Profile.named(profile, max_length=str(given))

    def test_reject_adds(self):
        """A text that the profile refuses is refused still."""
        own = replace(WEB, reject=["userinfo"])
        assert ("not-nfc", "userinfo") == Profile.named(own, reject=["not-nfc"]).reject

    @pytest.mark.parametrize("option", ["allow_relative", "max_length", "reject", "schemes"])
    def test_wrong_options(self, option):
        """Options are refused as the profile refuses them."""
        with pytest.raises(TypeError, match=option):
            Profile.named("web", **{option: "https"})


def test_a_host_that_is_not_a_domain_name_is_left_alone():
    """A scheme of which nothing is known may put what it likes into its host."""
    assert code(Profile(host="uts46"), "foo://not+a+domain/") is None


def test_web_agrees_with_django_on_its_own_lists(conformance_rows):
    """With its four schemes, WEB gives the verdicts of Django's lists of valid and invalid URLs."""
    profile = replace(WEB, schemes=("http", "https", "ftp", "ftps"))
    rows = conformance_rows("django.jsonl")
    wrong = [
        row["input"]
        for row in rows
        if row["op"] == "is_iri"
        and (code(profile, row["input"]) is None)
        != row.get("options", {}).get("django_urlvalidator", row["expected"])
    ]
    assert wrong == []


class OwnProfile(Profile):
    """A profile of a project, with a rule of its own."""

    def check(self, text):
        """Refuse one host, too."""
        iri = super().check(text)
        if iri.host == "example.com":
            raise IRIError("host-not-public: ours", "host-not-public")
        return iri


def test_a_rule_of_a_subclass_is_asked_by_clean():
    """`clean` refuses what `check` of a subclass refuses, however the text was typed."""
    own = OwnProfile(schemes={"http"}, repair=True)
    for text in ["http://example.com/", " http://example.com/", "http://example.com/a b"]:
        with pytest.raises(IRIError, match="host-not-public"):
            own.clean(text)
