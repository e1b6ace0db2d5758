"""Profiles: what a boundary accepts beyond the grammar, and the code of what it refuses."""

from dataclasses import FrozenInstanceError, replace

import pytest

from iri3987 import ANY, IRI, WEB, IRIError, IRIReference, Profile


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
    "http://example.org:/",
    "http://example.org:0/",
    "http://example.org:65535/",
    "http://192.0.2.1/",
    "http://192.0.2.1./",
    "http://[2001:db8::7]/",
    "http://%E4%BE%8B%E3%81%88.example/",
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
    ("http://example.org:080/", "port-out-of-range"),
    (f"http://example.org:{'1' * 5000}/", "too-long"),
    (f"http://example.org:{'1' * 500}/", "port-out-of-range"),
    ("http://intranet/", "host-single-label"),
    ("http://example./", "host-single-label"),
    ("http://½.example.org/", "host-character"),
    ("http://xn--ab-c6t.com/", "host-character"),
    ("http://-a.example.org/", "host-hyphen"),
    ("http://a.-é.example.org/", "host-hyphen"),
    ("http://a-.example.org/", "host-hyphen"),
    ("http://a..example.org/", "host-empty-label"),
    ("http://xn--a.example.org/", "host-a-label"),
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
    ("http://%31%32%37.0.0.1/", "host-ipv4"),
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
        ],
    )
    def test_refuses(self, text, expected):
        """What it does have is held to the same rules as in an absolute address."""
        assert code(self.profile, text) == expected


def test_position_is_that_of_the_part():
    """The position is where in the text the part at fault begins."""
    text = "https://me:secret@example.org:70000/"
    for profile, expected in ((replace(WEB, allow_userinfo=False), 8), (WEB, 30)):
        with pytest.raises(IRIError) as caught:
            profile.check(text)
        assert caught.value.position == expected
        assert "secret" not in str(caught.value)


def test_position_of_a_hyphen():
    """The position is that of the label, also of one beyond ASCII."""
    with pytest.raises(IRIError) as caught:
        WEB.check("http://ab.cd.-é/")
    assert caught.value.position == 13


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


def test_schemes_are_compared_without_case():
    """Scheme names are case-insensitive (RFC 3986 section 3.1), on either side."""
    assert code(replace(WEB, schemes=["HTTPS"]), "hTTps://example.org/") is None


def test_schemes_is_not_one_name():
    """``schemes="http"`` would be four schemes of one letter; it is refused."""
    with pytest.raises(TypeError):
        Profile(schemes="http")


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
