"""Profiles: what a boundary accepts beyond the grammar, and the code of what it refuses."""

from dataclasses import FrozenInstanceError, replace

import pytest

from iri3987 import ANY, IRI, WEB, IRIError, IRIReference, Profile
from iri3987.profile import LINK


def code(profile, text):
    """Return the code with which *profile* refuses *text*, None if it accepts it."""
    try:
        profile.check(text)
    except IRIError as error:
        return error.code
    return None


ACCEPTED = [
    "http://faß.de/straße?q=é",
    "HTTPS://例え.テスト:8443/",
    "http://i❤.ws/",
    "http://me:secret@example.org/",
    "http://me:@example.org/",
    "http://localhost:8000/",
    "http://example.org./",
    "http://a_b.example.org/",
    "http://su--b.example.org/",
    # Sites that the commit names by which the URL Standard changed in June 2026 (a8d5ca3).
    "http://xn--72czcrhaj7cpt0ed1dxb4mb1s1.blogspot.com/2018/11/blog-post_60.html",
    "https://xn--8i7caa.famitei.net/sekou/all",
    "https://xn--board-ngr.palungjit.org/members/",
    # Likewise: the DNS can hold these, and a browser asks it for them.
    "http://xn--a.example.org/",
    "http://xn--ab-c6t.com/",
    "http://xn----xhn.example.org/",
    "http://-†.example.org/",
    "http://example.org:/",
    "http://example.org:0/",
    "http://example.org:65535/",
    "http://192.0.2.1/",
    "http://192.0.2.1./",
    "http://[2001:db8::7]/",
]

REFUSED = [
    ("/straße", "not-absolute"),
    ("http://example.org/%zz", "bad-percent"),
    ("http://exam\u202eple.org/", "bidi-formatting"),
    ("urn:例:1", "scheme-not-allowed"),
    ("ftp://example.org/", "scheme-not-allowed"),
    ("http:///path", "host-missing"),
    ("http:path", "host-missing"),
    ("http://:80/", "host-missing"),
    ("http://:secret@example.org/", "bad-userinfo"),
    ("http://a:b:c@example.org/", "bad-userinfo"),
    ("http://@example.org/", "bad-userinfo"),
    ("http://example.org:65536/", "port-out-of-range"),
    ("http://example.org:080/", "port-leading-zeros"),
    (f"http://example.org:{'1' * 5000}/", "too-long"),
    (f"http://example.org:{'1' * 500}/", "port-out-of-range"),
    ("http://intranet/", "host-single-label"),
    ("http://example./", "host-single-label"),
    ("http://½.example.org/", "host-character"),
    ("http://good.com;evil.com/", "host-character"),
    ("http://xn--ls8h=.example.org/", "host-character"),
    ("http://-a.example.org/", "host-hyphen"),
    ("http://a-.example.org/", "host-hyphen"),
    ("http://example.org.xn--/", "host-hyphen"),
    ("http://xn--example-.com/", "host-hyphen"),
    ("http://a..example.org/", "host-empty-label"),
    ("http://é.xn--a.example.org/", "host-a-label"),
    (f"http://{'a' * 64}.example.org/", "host-label-too-long"),
    (f"http://{'a.' * 127}org/", "host-too-long"),
    ("http://evil.com＼.example.org/", "host-character"),
    ("http://0a.א/", "host-bidi"),
    ("http://127.1/", "host-ipv4"),
    ("http://0x7f.0.0.1/", "host-ipv4"),
    ("http://0x7f000001/", "host-ipv4"),
    ("http://2130706433/", "host-ipv4"),
    ("http://127.0.0.01/", "host-ipv4"),
    ("http://256.256.256.256/", "host-ipv4"),
    ("http://1.2.3.4.5/", "host-ipv4"),
    ("http://１２７.0.0.1/", "host-ipv4"),
    ("http://%31%32%37.0.0.1/", "host-percent-encoded"),
    ("http://%6cocalhost:8000/", "host-percent-encoded"),
    ("http://%E4%BE%8B%E3%81%88.example/", "host-percent-encoded"),
    ("http://[v1.fe80]/", "host-ip-literal"),
    ("http://[fe80::1%25eth0]/", "bad-ip-literal"),
]


@pytest.mark.parametrize("text", ACCEPTED, ids=ascii)
def test_web_accepts(text):
    """An address that a browser can open is accepted, and is given back as it was."""
    assert WEB.check(text) == text


@pytest.mark.parametrize(("text", "expected"), REFUSED, ids=lambda value: ascii(value)[:40])
def test_web_refuses(text, expected):
    """What no browser can open is refused, with a code that says why."""
    assert code(WEB, text) == expected


def test_any_is_the_grammar():
    """ANY asks for no more than RFC 3987 section 2.2."""
    assert [code(ANY, text) for text in ("urn:例:1", "http://127.1/", "http:///", "a:")] == [
        None
    ] * 4


@pytest.mark.parametrize("value", [None, 5, b"http://example.org/", ["a:b"]], ids=ascii)
@pytest.mark.parametrize("profile", [ANY, WEB, LINK], ids=["any", "web", "link"])
def test_refuses_what_is_not_text(profile, value):
    """What is not a `str` is refused with a code of its own: forms and JSON send anything."""
    assert "not-text" == code(profile, value)


def test_check_gives_a_value():
    """The result is an IRI; a profile that takes references gives an IRIReference."""
    assert type(WEB.check("http://example.org/")) is IRI
    assert type(replace(WEB, reference=True).check("/a")) is IRIReference


class TestReference:
    """A profile that takes relative references checks those parts that they have."""

    profile = replace(WEB, reference=True)

    @pytest.mark.parametrize("text", ["", "/straße", "?q=é", "#é", "//faß.de/"])
    def test_accepts(self, text):
        """A relative reference needs neither scheme nor host."""
        assert code(self.profile, text) is None

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("//127.1/", "host-ipv4"),
            ("//faß＼.de/", "host-character"),
            ("javascript:alert(1)", "scheme-not-allowed"),
            ("http:", "host-missing"),
            ("///evil.example/", "host-missing"),
            ("////evil.example/", "host-missing"),
            ("///127.1/", "host-missing"),
            ("//", "host-missing"),
            ("//:80/evil.example", "host-missing"),
            ("//@/evil.example", "host-missing"),
            ("//ex%61mple.org/", "host-percent-encoded"),
        ],
    )
    def test_refuses(self, text, expected):
        """What it does have is held to the same rules as in an absolute address."""
        assert code(self.profile, text) == expected

    @pytest.mark.parametrize("text", ["///a", "//:80", "//@", "http:///a", "urn:a"])
    def test_empty_authority_where_no_host_is_required(self, text):
        """A profile that requires no host takes what the grammar takes."""
        assert code(Profile(reference=True), text) is None


class TestLink:
    """What may stand in an `href`."""

    @pytest.mark.parametrize(
        "text",
        [
            *("http://a", "https://[::1]/", "//a/", "/a", "a", "", "?q", "#f", "/.//a"),
            *("mailto:me@example.org", "tel:+1", "mailto:/a", "http://ex%61mple.org/"),
        ],
    )
    def test_accepts(self, text):
        """A reference, and an address of the schemes that harm nothing."""
        assert code(LINK, text) is None

    @pytest.mark.parametrize(
        "text",
        [
            *("http:", "http:a", "http:/a", "http:///a", "HTTPS:////a", "http://@/a", "http://:1"),
            *("///a", "////a", "//", "//:80/a", "//@/a", "//?a"),
        ],
    )
    def test_refuses_a_host_that_browsers_alone_see(self, text):
        """Browsers open the host a, or nothing; RFC 3987 has no host there."""
        assert "host-missing" == code(LINK, text)


def test_schemes_that_need_a_host():
    """Schemes that must have a host are named in any case, and the others need none."""
    profile = Profile(require_host=["HTTP"])
    expected = ["host-missing", None, None]
    assert expected == [code(profile, text) for text in ("http:///a", "ftp:///a", "urn:a")]
    with pytest.raises(TypeError, match="require_host"):
        Profile(require_host="http")


def test_position_of_percent_encoding_in_a_host():
    """The position is that of the first percent sign in the host."""
    with pytest.raises(IRIError) as caught:
        WEB.check("http://%41@b%41.c%41/")
    error = caught.value
    assert ("host-percent-encoded", 12, "ireg-name") == (
        error.code,
        error.position,
        error.component,
    )


def test_position_is_that_of_the_part():
    """The position is where in the text the part at fault begins."""
    text = "https://me:secret@example.org:70000/"
    for profile, expected in ((replace(WEB, allow_userinfo=False), 8), (WEB, 30)):
        with pytest.raises(IRIError) as caught:
            profile.check(text)
        assert caught.value.position == expected
        assert "secret" not in str(caught.value)


def test_position_of_a_hyphen():
    """The position is that of the label, whatever came before it was mapped to."""
    with pytest.raises(IRIError) as caught:
        WEB.check("http://ab.faß.-a/")
    assert caught.value.position == 14


@pytest.mark.parametrize("profile", ["uts46", "idna2008"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://xn--a.example.org/", "host-a-label"),
        ("http://a.-é.example.org/", "host-hyphen"),
        ("http://xn----bga.example.org/", "host-hyphen"),
        ("http://faß.de/", None),
    ],
)
def test_stricter_profiles_look_into_a_labels(profile, text, expected):
    """The other two hold a name in ASCII to the rules of IDNA, too."""
    assert expected == code(replace(WEB, idna=profile), text)


def test_userinfo_needs_no_host():
    """A user name is refused beside an empty host, too."""
    assert code(Profile(allow_userinfo=False), "urn://me:pw@/x") == "userinfo-not-allowed"


def test_max_length_counts_octets_of_the_uri():
    """The cap is on what is sent: 11 characters of "é" are 33 octets or an A-label."""
    profile = replace(ANY, max_length=40)
    assert code(profile, f"urn:x:{'é' * 5}") is None
    assert code(profile, f"urn:x:{'é' * 6}") == "too-long"
    assert code(profile, "urn:x:" + "e" * 34) is None
    assert code(profile, "urn:x:" + "e" * 35) == "too-long"


@pytest.mark.parametrize(
    ("text", "length"),
    [
        pytest.param("urn:x:" + "e" * 35, 41, id="more-characters-than-octets-allowed"),
        pytest.param("urn:x:" + "é" * 6, 42, id="fewer-characters"),
        pytest.param("urn:x:" + "é" * 40, 246, id="characters-of-two-octets"),
        pytest.param("urn:x:" + "例" * 40, 366, id="characters-of-three-octets"),
        pytest.param("urn:x:" + "\U0001f600" * 40, 486, id="characters-of-four-octets"),
        pytest.param("urn:x:" + "\ud800" * 40, 366, id="surrogates"),
        pytest.param(" " * 41, 41, id="what-is-not-an-iri"),
    ],
)
def test_too_long_says_the_limit_and_the_length(text, length):
    """The error says how long the text is, as it would be sent, and what is allowed."""
    with pytest.raises(IRIError) as caught:
        replace(ANY, max_length=40).check(text)
    assert {"limit": 40, "length": length, "unit": "octets"} == caught.value.params
    assert f"expected at most 40 octets as a URI, found {length}" == caught.value.reason
    assert caught.value.reason in str(caught.value)


def test_too_long_counts_a_host_as_it_is_sent():
    """The host of an address of the web is sent as A-labels, which are shorter."""
    text = f"http://例え.テスト/{'é' * 400}"  # http://xn--r8jz45g.xn--zckzah/ and 2400 octets
    with pytest.raises(IRIError) as caught:
        replace(WEB, max_length=2048).check(text)
    assert 30 + 2400 == caught.value.params["length"]


def test_schemes_are_compared_without_case():
    """Scheme names are case-insensitive (RFC 3986 section 3.1), on either side."""
    assert code(replace(WEB, schemes=["HTTPS"]), "hTTps://example.org/") is None


def test_schemes_is_not_one_name():
    """``schemes="http"`` would be four schemes of one letter; it is refused."""
    with pytest.raises(TypeError):
        Profile(schemes="http")


def test_profile_for_hosts_has_a_known_name():
    """A misspelt name for how hosts are checked is refused, not a profile that checks none."""
    with pytest.raises(ValueError, match="uts64"):
        Profile(idna="uts64")


def test_a_host_that_is_no_domain_name_is_left_alone():
    """A scheme of which nothing is known may put what it likes into its host."""
    profile = Profile(idna="uts46")
    assert code(profile, "foo://not a domain/".replace(" ", "+")) is None


def test_idna2008_takes_what_may_be_registered():
    """The strict profile refuses emoji and underscores."""
    strict = replace(WEB, idna="idna2008")
    assert code(strict, "http://i❤.ws/") == "host-idna"
    assert code(strict, "http://faß.de/") is None


def test_is_frozen():
    """A profile is shared; nobody can change it."""
    with pytest.raises(FrozenInstanceError):
        WEB.schemes = None


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
