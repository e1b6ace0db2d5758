r"""`iri3987.inspect`: each kind of finding, where it is found, and where it only nearly is."""

import re
import unicodedata
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from iri3987 import (
    WEB,
    Finding,
    IRIError,
    IRIReference,
    Severity,
    host_to_ascii,
    inspect,
    is_iri_reference,
    to_uri,
)
from iri3987.codes import FINDINGS
from iri3987.inspection import rules
from iri3987.schemes import DOMAIN_NAME
from outside import outside
from test_iri3987.strategies import any_text, fault, messy
from vector_rows import rows

ROOT = Path(__file__).parents[2]
FILES = outside("IRI3987_UNICODE", "unicode/18.0.0")

#: A code, a text, where in it the finding is, and a text that is nearly so and has none of it.
ROWS = [
    ("bad-scheme", "1a:b", [(0, 1)], "a1:b"),
    ("bad-scheme", ":a", [(0, 1)], "./:a"),
    ("bad-scheme", "a_b_c:d", [(1, 2), (3, 4)], "a-b+c.d:e"),
    ("bad-character", "/a b\\c", [(2, 3), (4, 5)], "/a%20b%5Cc"),
    ("bad-character", "\ud800\x00", [(0, 2)], "%ED%A0%80%00"),
    ("bad-character", "/<\x00\ud800\ufdd0>", [(1, 6)], "/%3C%00%3E"),
    ("bad-character", "http://a b/#c#d", [(8, 9), (13, 14)], "http://a.b/#c/d"),
    ("bad-character", "/\ue000", [(1, 2)], "/?\ue000"),
    ("bad-percent", "/%/%4/%zz/%41", [(1, 2), (3, 4), (6, 7)], "/%25%41"),
    ("bad-percent", "/%%%", [(1, 4)], "/%25"),
    ("bad-port", "//a:8x0y", [(5, 6), (7, 8)], "//a:80"),
    ("bad-port", "//[::1]80", [(7, 8)], "//[::1]:80"),
    ("bad-ip-literal", "//[::g]:80/", [(2, 7)], "//[::1]:80/"),
    ("bad-ip-literal", "//[a b c]/", [(4, 9)], "//[v1.abc]/"),
    ("bidi-formatting", "/a\u202e\u200fb\u2066", [(2, 4), (5, 6)], "/a%E2%80%AEb"),
    ("host-missing", "http:///a", [(7, 7)], "file:///a"),
    ("host-missing", "http:a", [(5, 5)], "http://[::1]"),
    ("host-missing", "wss://me@:80/", [(9, 9)], "foo://me@:80/"),
    ("host-missing", "ftp:a", [(4, 4)], "file:a"),
    ("host-missing", "///a", [(2, 2)], "/a"),
    ("host-missing", "//me@:80/a", [(5, 5)], "//me@a:80/a"),
    ("host-missing", "http:///a", [(7, 7)], "ldap:///a"),
    ("host-character", "http://a＼b/", [(8, 9)], "x://a＼b/"),
    ("host-character", "http://a%2Fb/", [(8, 11)], "http://a%5Fb/"),
    ("host-character", "http://a!b/", [(8, 9)], "http://a_b/"),
    ("host-idna", "http://é.a·b.com/", [(9, 12)], "http://é.l·l.com/"),
    ("host-idna", "http://aé\u2ff0b/", [(9, 10)], "http://aéb/"),
    ("host-a-label", "http://b.xn--a.c/", [(9, 14)], "http://b.xn--4ca.c/"),
    ("host-a-label", "http://xn--a/", [(7, 12)], "//xn--a/"),
    ("host-empty-label", "http://a..b/", [(9, 10)], "http://a.b./"),
    ("host-label-too-long", f"http://{'a' * 64}/", [(7, 71)], f"http://{'a' * 63}/"),
    ("host-too-long", f"http://{'a.' * 128}/", [(7, 263)], f"http://{'a.' * 127}/"),
    ("host-too-long", f"http://{'é' * 1025}/", [(7, 1032)], f"x://{'é' * 1025}/"),
    ("host-combining-mark", "http://a.\u0301/", [(9, 10)], "http://a.e\u0301/"),
    ("host-joiner", "http://a\u200cb.c/", [(7, 10)], "http://نامه\u200cای.c/"),
    ("host-bidi", "http://0a.א/", [(7, 9)], "http://a0.א/"),
    ("userinfo", "http://a:b@c/@", [(7, 10)], "http://a/b:c@d"),
    ("userinfo", "//@a", [(2, 2)], "/@a"),
    # What follows is a program, or a page that can have one.
    ("program-scheme", "javascript:alert(1)", [(0, 10)], "/javascript:alert(1)"),
    ("program-scheme", "VBScript:x", [(0, 8)], "vbscripts:x"),
    ("program-scheme", "data:text/html,é", [(0, 4)], "//data:80/"),
    ("host-ipv4", "http://127.1/", [(7, 12)], "http://127.0.0.1/"),
    ("host-ipv4", "http://0x7f.0.0.1/", [(7, 17)], "http://0x7g/"),
    ("host-ipv4", "http://１２７.0.0.1/", [(7, 16)], "http://127.a/"),
    ("host-ipv4", "http://1.2.3.256./", [(7, 17)], "http://1.2.3.255./"),
    ("port-out-of-range", "//a:65536", [(4, 9)], "//a:65535"),
    ("port-out-of-range", f"//a:{'9' * 5000}", [(4, 5004)], f"//a:{'0' * 5000}80"),
    ("bidi-mixed", "/אבcdגד/a", [(3, 5)], "/אב/cd"),
    ("bidi-mixed", "//אaב@c", [(3, 4)], "//אב@c"),
    ("bidi-mixed", "x://אa.b/", [(5, 6)], "x://א.a/"),
    ("bidi-mixed", "?א=aב", [(3, 4)], "?א=a&ב;c"),
    ("bidi-mixed", "#אa", [(2, 3)], "#א\u0301"),
    ("bidi-mixed", "/א%D7%91", [(3, 4)], "/%D7%90%D7%91"),
    ("bidi-edge", "/אב1/2גד", [(3, 4), (5, 6)], "/אב12גד/12"),
    ("bidi-edge", "/-א", [(1, 2)], "/א-ב.html"),
    ("bidi-edge", "/\u0301א", [(1, 2)], "/א\u0301"),
    ("bidi-edge", "/א\u0661", [(2, 3)], "/\u0661"),
    ("bidi-order", "/שלום/123", [(6, 9)], "/123/שלום"),
    ("bidi-order", "?שלום=123", [(6, 9)], "?x=שלום&y=123"),
    ("bidi-order", "/א/2nd", [(3, 4)], "/א/n2"),
    ("bidi-order", "/א/-/ב", [(3, 4)], "/א/-/b"),
    ("bidi-order", "/א/1/ב#2", [(3, 4), (7, 8)], "/א/ב#b2"),
    ("bidi-order", "/א.7z/א.8/a", [(3, 4), (8, 9)], "/א.mp3"),
    ("bidi-order", "/\u0661?\u0662", [(1, 2), (3, 4)], "/\u0661?a"),
    ("bidi-order", "/א/1/2", [(3, 4), (5, 6)], "/1/2/א"),
    ("bidi-order", "/א/(1)/a", [(3, 6)], "/a(א)/1"),
    ("bidi-order", "http://a/א1ב/2/c", [(13, 14)], "http://a/א1ב/c/2"),
    ("bidi-order", "http://א.1b.org/", [(9, 10)], "http://א.b1.org/"),
    ("bidi-order", "http://a.קום?1#b", [(13, 14)], "http://a.com/א?b1"),
    (
        "bidi-other-host",
        "http://evil.קום/2.paypal.com/",
        [(15, 28)],
        "http://evil.קום/paypal.2.com/",
    ),
    ("bidi-other-host", "http://א.קום:8080/", [(13, 17)], "http://א.com:8080/"),
    ("bidi-other-host", "http://א.קום/ב?192.0.2.1", [(12, 24)], "http://א.קום/192.0.2.1/ב"),
    ("bidi-order", "mailto:א@1.example", [(9, 10)], "mailto:א@b1.example"),
    ("not-nfc", "/e\u0301/é", [(1, 3)], "/ẹ\u0301"),
    ("not-nfc", "/x\u1100\u1161", [(1, 4)], "/가"),
    ("not-nfc", "?a=\u0338", [(2, 4)], "?≠"),
    ("not-nfc", "\u0340a", [(0, 1)], "\u0300a"),
    ("delimiter-look-alike", "http://a⁄b@c／d/", [(8, 9), (12, 13)], "http://é.c/"),
    ("delimiter-look-alike", "/a。b", [(2, 3)], "/何。え"),
    ("delimiter-look-alike", "/？a", [(1, 2)], "/愛さない？"),
    ("space-like", "/a\u00a0b\u3000", [(2, 3), (4, 5)], "/a%C2%A0"),
    ("invisible-character", "/a\u200bb\u00ad", [(2, 3), (4, 5)], "/a%E2%80%8B"),
    ("invisible-character", "/a\u200cb", [(2, 3)], "/می\u200cخواهم"),
    ("invisible-character", "/ab\ufe0f", [(3, 4)], "/❤\ufe0f"),
    ("invisible-character", "/a\u2d7fb", [(2, 3)], "/ⵜ\u2d7fⵜ"),
    ("invisible-character", "/a\U0001107fb\U00016fe4", [(2, 3), (4, 5)], "/ab"),
    ("invisible-character", "/a\U0001bc9db\U0001d159", [(2, 3), (4, 5)], "/ab"),
    ("invisible-character", "http://a\u200bb.c/", [(8, 9)], "http://ab.c/"),
    ("combining-marks", "/a\u0331\u0331b", [(2, 4)], "/a\u0331b\u0331"),
    ("combining-marks", "/Z\u0351\u036b\u0343\u0302\u033d", [(2, 7)], "/e\u0323\u0302"),
    ("combining-marks", "/\u0331a", [(1, 2)], "/a\u0331"),
    ("combining-marks", "http://ক\u0901.com/", [(8, 9)], "http://ক\u0981.com/"),
    ("mixed-scripts", "http://рaypal.com/", [(7, 13)], "http://paypal.рф/"),
    ("mixed-scripts", "http://рaypal.com./", [(7, 13)], "http://paypal.рф./"),
    ("mixed-scripts", "/a/pаypal-b", [(3, 9)], "/iPhone-обзор"),
    ("mixed-scripts", "?q=αβγдеж", [(3, 9)], "?q=αβγ+деж"),
    ("mixed-scripts", "#тест日本", [(1, 7)], "#テスト日本test"),
    ("mixed-scripts", "/漢あ한", [(1, 4)], "/漢あ/漢한"),
    ("mixed-scripts", "x://аpple/", [(4, 9)], "x://apple/"),
    ("mixed-scripts", "http://xn--pple-43d.com/", [(7, 19)], "http://xn--80a1acny.com/"),
    ("mixed-scripts", "http://é%EF%BC%8Eрaypal/", [(7, 23)], "http://é%EF%BC%8Epaypal/"),
    ("mixed-digits", "http://a1৭.com/", [(7, 10)], "http://ab৭.com/"),
    ("mixed-digits", "/1२", [(1, 3)], "/1/२"),
    ("whole-script-confusable", "http://b.аррӏе.com/", [(9, 14)], "http://дом.com/"),
    ("whole-script-confusable", "http://xn--80ak6aa92e.com", [(7, 21)], "/аррӏе.com"),
    ("restricted-character", "http://ɡoogle.com/", [(7, 8)], "http://google.com/ɡ"),
    ("restricted-character", "http://i❤.ws/", [(8, 9)], "http://faß.de/"),
    ("misleading-label", "http://comノpath.a/", [(7, 15)], "http://ノート.a/"),
    ("encoded-control", "/%00/%7F%C2%85", [(1, 4), (5, 8), (8, 14)], "/%20%C2%A1"),
    ("encoded-control", "?a=%00%0D%0A", [(3, 6)], "?a=%0D%0A%09"),
    ("encoded-control", "/%0D%E2%80%AE%D8%9C", [(1, 4), (4, 13), (13, 19)], "/%E2%80%B0"),
    ("not-nfkc", "/ｆｕ-ｌ", [(1, 3), (4, 5)], "/e\u0301"),
    ("not-nfkc", "/ｆéｌ", [(1, 2), (3, 4)], "/féj"),
    ("not-nfkc", "http://ﬁ.a/½", [(7, 8), (11, 12)], "http://fi.a/1"),
    ("obsolete-character", "/aŉ", [(2, 3)], "/an"),
    ("deviation-character", "http://faß.de/", [(9, 10)], "/ß"),
    ("deviation-character", "http://βόλος.gr/", [(11, 12)], "http://βόλοσ.gr/"),
    ("deviation-character", "http://xn--fa-hia.de/", [(7, 17)], "http://fass.de/"),
    ("not-idna2008", "http://i❤.ws/", [(7, 9)], "http://i.ws/❤"),
    ("not-idna2008", "http://b.a_b.c/", [(9, 12)], "http://a-b.c/"),
    ("not-idna2008", "http://-a.b/", [(7, 9)], "http://a-.b@c/"),
    ("trailing-dot", "http://a.b./", [(10, 11)], "http://a.b/."),
    ("trailing-dot", "http://a%2E/", [(8, 11)], "http://a%2Eb/"),
    ("percent-encoded-character", "/r%C3%A9%20%41", [(2, 14)], "/r%20%2F%FF%E2%80%8B"),
    ("double-encoding", "/%252e%25C3", [(1, 6), (6, 11)], "/%25%252"),
    ("not-utf-8", "/%C0%AF..%FF", [(1, 4), (9, 12)], "/%C3%A9"),
    ("not-utf-8", "/%61%E2%82", [(4, 10)], "/%61%E2%82%AC"),
    ("dot-segment", "a:/b/../c/./.", [(5, 7), (10, 11), (12, 13)], "../a/./b"),
    ("dot-segment", "/%2e/.%2E/a", [(1, 4), (5, 9)], "/%2e.%2e/%2ea/..."),
    ("dot-segment", "/..;a/..;/b", [(1, 5), (6, 9)], "/..a;/b;.."),
    ("port-leading-zeros", "//a:080", [(4, 7)], "//a:80"),
    ("port-leading-zeros", "http://a:00/", [(9, 11)], "http://a:0/"),
    ("port-leading-zeros", "http://a:00080/", [(9, 14)], "http://a:10080/"),
    ("empty-port", "//a:/", [(3, 4)], "//a/:"),
    ("unassigned", "/\u0378", [(1, 2)], "/\u0377\u00a0"),
    ("private-use", "/?q=\ue000#a", [(4, 5)], "/?q=a"),
]


def spans(code, text):
    """Return where in *text* there are findings with the code."""
    return [(each.start, each.end) for each in inspect(text) if each.code == code]


@pytest.mark.parametrize(("code", "text", "expected", "near_miss"), ROWS, ids=ascii)
def test_finding(code, text, expected, near_miss):
    """A kind is found where it is, and nowhere in a text that is nearly alike."""
    assert expected == spans(code, text)
    assert [] == spans(code, near_miss)


def test_every_code_has_a_row():
    """No kind of finding goes untested; two are those of profiles alone."""
    of_profiles = {"repaired", "unknown-top-level-domain"}
    assert FINDINGS.keys() - of_profiles == {code for code, *_ in ROWS}


def test_finding_is_all_there():
    """A finding says what, how grave, where, why, and by which section."""
    message = "expected a host without a user name in iuserinfo, at position 7"
    expected = Finding("userinfo", Severity.WARNING, "iuserinfo", 7, 9, message, "8")
    assert (expected,) == inspect("http://me@example.org/")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "../a?b#c",
        "urn:isbn:0451450523",
        "sip:alice@example.org",
        "ldap:///o=example?cn",
        "mailto:someone@example.org?subject=a",
        "https://例え.テスト/パス?質問=答え#断片",
        "http://مثال.إختبار/صفحة",
        "http://उदाहरण.परीक्षा/हिन्दी",
        "http://пример.испытание/путь",
        "http://실례.테스트/경로",
        "http://παράδειγμα.δοκιμή/σελίδα",
        "http://دامنه.ir/می\u200cخواهم",
        "http://ไทย.com/ภาษาไทย",
        "https://vi.wikipedia.org/wiki/Tiếng_Việt",
        "https://he.wikipedia.org/wiki/תל_אביב-יפו",
        "https://ja.wikipedia.org/wiki/ゲゲゲの鬼太郎_(2018年)",
        "https://bn.wikipedia.org/wiki/বাংলা_২০২০",
        "https://yi.wikipedia.org/wiki/ייִדיש",
        "http://דוגמה.קום/נתיב/עמוד?שם=ערך&עוד=דבר#סוף",
        "https://www.דוגמה.קום/",
        "https://example.org/2026/11/21/שלום/?page=2&q=שלום&per_page=50#top",
        "https://example.org/\u0645\u062b\u0627\u0644/a-1/?q=\u0645\u062b\u0627\u0644",
        "/❤\ufe0f/1\ufe0f\u20e3/\U0001f469\u200d\U0001f467",
        "/β-carotene",
        "http://[2001:db8::1]:8080/",
        "http://1.2.3.4/",
        "/%20%2F",
        "cid:a@example.org",
        "http://א.example.org:80/123",  # section 4.4 moves nothing behind "org"
    ],
    ids=ascii,
)
def test_nothing_to_find(text):
    """An honest address, in whatever script, has no findings."""
    assert () == inspect(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://٣a.example/", "idna: bidi_rule_1"),
        ("http://a\u200db.example/", "idna: contextj"),
        ("http://i❤.ws/", "idna: disallowed_codepoint"),
        ("http://рaypal.com/", "Minimally Restrictive"),
        ("http://ɡoogle.com/", "Technical"),
        ("/ŉ", "Deprecated"),
        ("/a⁄b", 'look-alike of "/"'),
    ],
    ids=ascii,
)
def test_message_names_the_rule(text, expected):
    """A message has the name that the rule has in IDNA or in UTS #39."""
    if expected.startswith("idna"):
        pytest.importorskip("idna", "3.20", reason="idna has no codes yet")
    assert expected in " ".join(each.message for each in inspect(text))


def test_gravest_first():
    """Findings are in the order of their places, and at one place the gravest comes first."""
    found = [(each.start, each.severity.value) for each in inspect("http://me@i❤.＼/％41?a b")]
    assert sorted(found, key=lambda each: (each[0], "ewi".index(each[1][0]))) == found


def test_the_first_of_many():
    """The first 32 of a million places of one kind are given."""
    expected = [(3 * index + 1, 3 * index + 2) for index in range(32)]
    assert expected == spans("bad-percent", "/%a" * 300_000)


@pytest.mark.parametrize("before", ["http://", "webcal://", "git+ssh://", "file://", "//"])
@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("аррӏе.com", ["whole-script-confusable"]),
        ("xn--80ak6aa92e.com", ["whole-script-confusable"]),
        ("例え.テスト", []),
    ],
)
def test_host_after_any_scheme(before, host, expected):
    """Every host is judged as a domain name, whatever the scheme."""
    assert expected == [each.code for each in inspect(f"{before}{host}/")]


@pytest.mark.parametrize(
    "text", ["foo://1/", "foo://0x7f.1/", "foo://a..b/", "foo://é%FF/", "foo://A_b/"]
)
def test_other_schemes_may_have_other_names(text):
    """Where the scheme may have other names, nothing is an error as in a domain name."""
    assert [] == [each.code for each in inspect(text) if each.severity is Severity.ERROR]


@pytest.mark.parametrize("text", ["foo://рaypal%FF/", "//рaypal%FF/"])
def test_words_of_what_is_not_a_domain_name(text):
    """A host that cannot be a domain name is judged as words are."""
    start = text.index("р")
    assert [(start, start + 6)] == spans("mixed-scripts", text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mailto:me@аррӏе.com", ["whole-script-confusable"]),
        ("sip:аррӏе.com;transport=tcp", ["whole-script-confusable"]),
        ("xmpp:аррӏе.com/x@y", ["whole-script-confusable"]),
        ("ssh:git@аррӏе.com", ["whole-script-confusable"]),
        ("ssh://a.example/@аррӏе", []),
        ("sip:é.fr", []),
        ("feed:https://аррӏе.com/", ["whole-script-confusable"]),
        (
            "view-source:https://me@рaypal.com/",
            ["userinfo", "whole-script-confusable", "mixed-scripts"],
        ),
        ("a:view-source:https://a.example@b.example/", ["userinfo"]),
        ("jar:https://é.fr/a.jar!/b", []),
        (
            "mailto:?to=me%40аррӏе.com&cc=é@faß.de",
            ["whole-script-confusable", "deviation-character"],
        ),
        ("XMPP:me@рaypal.com/é", ["mixed-scripts", "whole-script-confusable"]),
        ("mailto:a@é.fr", []),
        (
            "mailto:me@%D1%80aypal.com",
            ["mixed-scripts", "whole-script-confusable", "percent-encoded-character"],
        ),
        ("mailto:me@example.org?subject=%41", ["percent-encoded-character"]),
        ("urn:me@аррӏе.com", []),
    ],
)
def test_domain_of_a_mailbox(text, expected):
    """The domain of a mailbox is judged too."""
    assert expected == [each.code for each in inspect(text)]


@pytest.mark.parametrize("before", ["mailto:me@", "xmpp:me@", "mailto:?cc=me%40"])
@pytest.mark.parametrize(
    "domain",
    [
        *("%C2%ADаррӏе", "%E2%80%8Bаррӏе", "аррӏе%E2%81%A0", "%D0%B0ррӏе", "а%D1%80рӏе"),
        *("%D0%B0%D1%80%D1%80%D3%8F%D0%B5", "x.аррӏе"),
    ],
)
def test_encoded_character_in_the_domain_of_a_mailbox(before, domain):
    """The domain is judged decoded, and the finding is about the label as it is written."""
    start = len(before) + domain.rfind(".") + 1
    found = spans("whole-script-confusable", f"{before}{domain}.com")
    assert found == [(start, len(before) + len(domain))]


#: What follows the host reads as another host, from the place where it is seen: at the host's
#: beginning, or in one piece with the host.
MISREAD = [
    ("http://א.קום/192.0.2.1", "http://192.0.2.1/"),
    ("http://ب.مصر/192.0.2.1", "http://192.0.2.1/"),
    (
        "http://ب.مصر/خبر/\u0661\u0662.\u0660.\u0662.\u0661",
        "http://\u0661\u0662.\u0660.\u0662.\u0661/",
    ),
    ("http://א.קום/192.0.2.1/5", "http://192.0.2.1/5/"),
    ("http://א.קום/127.1", "http://127.1/"),
    ("http://א.קום/ב@127.1", "http://127.1@ב/"),
    ("http://www.example.com.קום/#1", "http://www.example.com.#1/"),
    ("http://www.example.com.קום?1", "http://www.example.com.1?"),
    ("http://www.example.com.קום/$1", "http://www.example.com.$1/"),
    ("http://אב.קום/1.example.com/", "http://1/םוק.בא.example.com/"),
    ("http://אב.קום/1-example.com", "http://1/םוק.בא-example.com"),
    ("http://אב.קום/1@example.com?x", "http://1/םוק.בא@example.com?"),
    ("http://אב.קום/ג.example.com/", "http://ג/םוק.בא.example.com/"),
    ("http://אב.קום/גexample.com/", "http://ג/םוק.באexample.com/"),
    ("http://evil.קום/בנק.ישראל", "http://evil.לארשי.קנב/"),
    ("http://אב.קום/בנק.ישראל", "http://לארשי.קנב/"),
    ("http://אב.קום/ישראל.בנק", "http://קנב.לארשי/"),
    ("http://bank.אב/קום", "http://bank.םוק/בא"),
]
#: It does not: it is a word, a number or a file, or it is seen where it stands.
NOT_MISREAD = [
    ("http://אב.קום/שלום", "http://םולש/"),
    ("http://אב.קום/2022/שלום", "http://םולש/2022/"),
    ("http://אב.קום/2022", "http://2022/"),
    ("http://www.אב.קום/2022/11/23", "http://www.2022/11/23/"),
    ("http://אב.קום/192.0.2.1/ג", "http://ג/192.0.2.1/"),
    ("http://אב.קום/?גיל=10.5", "http://10.5=ליג?/"),
    ("http://אב.קום/תמונות/1.jpg", "http://1/תונומת/םוק.בא.jpg"),
    ("http://אב.קום/2022-report.html", "http://2022/םוק.בא-report.html"),
    ("http://אב.קום/שלום.pdf", "http://םולש/םוק.בא.pdf"),
    ("http://אב.קום./1", "http://1/.םוק.בא"),
    ("http://אב.קום/example.com", "http://םוק.בא/example.com"),
    ("http://ب.مصر/\u0661\u0662/خبر", "http://ربخ/\u0661\u0662/"),
]


@pytest.mark.parametrize(
    ("text", "seen", "expected"),
    [*((*row, True) for row in MISREAD), *((*row, False) for row in NOT_MISREAD)],
    ids=ascii,
)
def test_what_is_seen_in_the_place_of_the_host(text, seen, expected):
    """What follows a host is a warning if it is seen in its place, and reads as another host."""
    bidi = pytest.importorskip("bidi", reason="python-bidi shows the order")
    assert bidi.get_display(text, base_dir="L").startswith(seen)
    assert expected == bool(WEB.warnings(text))


@pytest.mark.parametrize(
    ("authority", "behind"),
    [("//אaב@c/", "//c/אaב"), ("//א1.b/", "//b/א1"), ("//א.1b/", "//b/א/1b")],
)
def test_4_2_is_a_warning_in_the_authority(authority, behind):
    """There the order decides which place it is."""
    for text, expected in ((authority, Severity.WARNING), (behind, Severity.INFO)):
        assert {expected} == {
            each.severity for each in inspect(text) if each.code.startswith("bidi-")
        }


def test_a_mailbox_of_two_directions():
    """Its local part and its domain are two components, each of one direction."""
    assert () == inspect("mailto:דוד@example.com")


def test_many_of_one_kind_hide_no_other():
    """A rule that has found 32 places of one kind still finds those of another."""
    assert [(97, 103)] == spans("mixed-scripts", "/1१" * 32 + "/рaypal")


# Laws


def is_an_error(text):
    """Return whether *text* is not an IRI reference, or has no host where it needs one."""
    if not is_iri_reference(text):
        return True
    parts = IRIReference(text)
    if not parts.host and parts.scheme is None:
        return parts.authority is not None
    if not parts.host:
        return parts.scheme.lower() in {"ftp", "http", "https", "ws", "wss"}
    if parts.host.startswith("[") or (parts.scheme or "").lower() not in DOMAIN_NAME:
        return False
    try:
        to_uri(text)
        if parts.host.isascii():  # `to_uri` leaves it as it is
            host_to_ascii(parts.host, profile="whatwg")
    except IRIError:
        return True
    return False


@given(any_text)
@example("http://a:\ud800@[/%:8x#\u202e")
@example("http://\u0301\u0301%EF%BC%8E/")
@example("http://xn--a.example/")
def test_laws(text):
    """It never raises; places are in the text; messages are one safe line; codes are known."""
    found = inspect(text)
    for finding in found:
        assert finding.code in FINDINGS
        assert 0 <= finding.start <= finding.end <= len(text)
        assert finding.message.isprintable()
    errors = [each for each in found if each.severity is Severity.ERROR]
    assert is_an_error(text) == bool(errors)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "http://xn--72czcrhaj7cpt0ed1dxb4mb1s1.blogspot.com/2018/11/blog-post_60.html",
            [("host-a-label", 7, 37)],
        ),
        ("https://xn--8i7caa.famitei.net/sekou/all", [("host-a-label", 8, 18)]),
        (
            "https://xn--board-ngr.palungjit.org/members/",
            [("host-combining-mark", 8, 21), ("combining-marks", 8, 21), ("mixed-scripts", 8, 21)],
        ),
        (
            "http://xn--a.xn--80ak6aa92e.com/",
            [("host-a-label", 7, 12), ("whole-script-confusable", 13, 27)],
        ),
        ("http://example.xn--a/", [("host-a-label", 15, 20)]),
        ("//xn--a.example/", []),
    ],
)
def test_what_browsers_look_up_is_a_warning(text, expected):
    """Sites use an "xn--" that is not an A-label (whatwg/url a8d5ca3): that is not an error."""
    grave = [each for each in inspect(text) if each.severity is not Severity.INFO]
    assert expected == [(each.code, each.start, each.end) for each in grave]
    assert {Severity.WARNING} >= {each.severity for each in grave}
    assert "not-idna2008" in {each.code for each in inspect(text)}


def test_a_non_ascii_name_follows_uts_46():
    """Browsers do not open a host that holds an "xn--" like that beside other characters."""
    found = inspect("http://xn--a.é.example/")
    assert [("host-a-label", Severity.ERROR)] == [(each.code, each.severity) for each in found]


PIECES = [
    *("http://", "https://", "a", "b1", "0", "12", "-", "--", "_", "xn--", "x" * 63, "0x7f", "org"),
    *(".", "..", "/", "/.", "//", "?", "#", ":", ":80", ":65536", "@", "!", "'", ";", "a.b", "1.2"),
]


@given(
    st.lists(st.sampled_from(PIECES)).map("".join)
    | st.lists(st.sampled_from([*PIECES, "é", "ы", "日", "\u05d0", "\u200b", "%C3%A9", "%2F"]))
    .map("".join)
    .map("a.org/{}".format)
)
@example(f"http://{'a' * 63}")
@example(f"http://{'a.' * 32}")
@example("a.org/%E2%80%AE")
@example("a.org/ab\u0430")
@example("a.org/a..b/..")
def test_ordinary_addresses_are_passed_for_a_reason(text):
    """The shortcut for them passes nothing by: without it, the findings are the same."""
    found = inspect(f"http://{text}")
    with patch.object(rules, "match_unremarkable", return_value=None):
        assert found == inspect(f"http://{text}")


def found_in(rest):
    """Return the findings in an address of the web, and in one that is of another scheme."""
    found = [
        [
            each._replace(start=each.start - len(scheme), end=each.end - len(scheme), message="")
            for each in inspect(f"{scheme}://{rest}")
        ]
        for scheme in ("https", "ws")
    ]
    return found[0], found[1]


#: Letters of several scripts, with marks, digits and signs that rules look at.
WORDS = st.text(
    "aé1слыκόदिन्กี่ต日ノーかが한اבſǰ·ʔ-_.~/?=&#%20%3A%41%C3\u0301\u0323\u200c\ue000\u1112\u1175"
)


@given(st.tuples(st.sampled_from(["a.org", "сайт.рф", "दिन.भारत", "ёж.com", "a·b.ßς"]), WORDS))
@example(("a.org", "क" * 255 + "\u094d\u0301"))
@example(("a.org", f"{'е' * 300}/{'e' * 300}е"))
@example(("рaypal.com", "%20\u0301"))
@example(("192.0.2.1", "é"))
@example(("é.0x7f", "é"))
def test_web_addresses_are_looked_at_like_any_other(parts):
    """An address that quickly passes as an ordinary one has no finding elsewhere either."""
    web, other = found_in("/".join(parts))
    assert other == web


@pytest.mark.slow
def test_every_letter_is_looked_at_like_in_any_other_address():
    """No letter or mark of Unicode is passed in an address of the web, and found in another."""
    # Ideographs and other large blocks have properties that rarely change from one to the next.
    codes = [*range(0xA0, 0x2000), *range(0x2C00, 0x3100), *range(0x3100, 0x20000, 41)]
    letters = [chr(code) for code in codes if unicodedata.category(chr(code))[0] in "LMN"]
    for start in range(0, len(letters), 7):
        few = letters[start : start + 7]
        # Alone, after a letter, after a digit, and twice.
        words = "/".join(f"{each}/a{each}/1{each}/я{each}{each}" for each in few)
        web, other = found_in(f"a.example/{words}")
        assert other == web


def test_slashes_before_a_host_are_counted_to_it():
    """Text that begins with "//" and is not in Normalization Form C has a finding, not an error."""
    for text in ("//\u1112\u1175/", "//\u0301\u0323/"):
        first = inspect(text)[0]
        assert ("not-nfc", "ireg-name") == (first.code, first.component)


@given(messy)
def test_first_error_is_that_of_the_core(text):
    """The fault that an `IRIError` would tell is among the findings, at its place."""
    if not is_iri_reference(text):
        error = fault(IRIReference, text)
        assert (error.code, error.position) in [(each.code, each.start) for each in inspect(text)]


@given(st.text(st.sampled_from("secrtp:/@%\u202e\u0301⁄ é#"), min_size=1))
def test_no_password(text):
    """A message shows no more of a text than a character or two."""
    secret = f"http://me:hunter{text}wxyz@example.org/"
    messages = " ".join(each.message for each in inspect(secret))
    assert "hunter" not in messages
    assert "wxyz" not in messages


# Beside `display`

HOSTS = rows("display_hosts")
JOINERS = {"\u200c", "\u200d"}


@pytest.mark.parametrize("row", HOSTS, ids=lambda row: row["id"])
def test_hosts_that_display_knows(row):
    """A host that is not shown in Unicode has a warning or an error, one that is shown has neither.

    Two exceptions: a joiner is never shown, and yet it can be right; and section 4.2 wants no digit
    at the end of a right-to-left component, where domain names have them.
    """
    grave = [each for each in inspect(f"http://{row['input']}/") if each.severity != Severity.INFO]
    is_shown = row["expected"] == row["input"]
    if is_shown or not JOINERS.intersection(row["input"]):
        assert is_shown == ([] == [each for each in grave if each.code != "bidi-edge"])


# Against the files of the Unicode Consortium


IGNORABLE = FILES / "DerivedCoreProperties-Default_Ignorable.txt"
CONFUSABLES = FILES / "confusables.txt"


@pytest.mark.slow
@pytest.mark.skipif(not IGNORABLE.exists(), reason="no Unicode data: run make data")
def test_default_ignorable():
    """Every character that is to be ignored is found, as invisible, as an error or both."""
    rows = IGNORABLE.read_text("utf-8").splitlines()
    codes = {"invisible-character", "bad-character", "bidi-formatting"}
    matches = filter(None, (re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;", row) for row in rows))
    points = [
        point
        for match in matches
        for point in range(int(match[1], 16), int(match[2] or match[1], 16) + 1)
    ]
    assert len(points) > 4000
    missed = {
        f"{point:04X}"
        for point in points
        if codes.isdisjoint(each.code for each in inspect(f"/a{chr(point)}b"))
    }
    assert set() == missed


@pytest.mark.skipif(not CONFUSABLES.exists(), reason="no Unicode data: run make data")
def test_look_alikes():
    """Punctuation that confusables.txt has for a delimiter is found beside ASCII."""
    rows = CONFUSABLES.read_text("utf-8-sig").splitlines()
    matches = filter(
        None, (re.match(r"([0-9A-F]+) ;\s([0-9A-F]+) ;\sMA\s#\*", row) for row in rows)
    )
    alike = {chr(int(match[1], 16)) for match in matches if chr(int(match[2], 16)) in "/\\?#@%&[]"}
    missed = {
        f"{ord(character):04X}"
        for character in alike
        if not spans("delimiter-look-alike", f"/a{character}b")
    }
    assert set() == missed
