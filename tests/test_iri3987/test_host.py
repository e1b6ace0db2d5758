"""`iri3987.host`: ireg-name as a domain name (RFC 3987 sections 3.1 and 5.3.3, UTS #46)."""

from contextlib import suppress

import idna
import pytest

from iri3987 import IRIError, display, host_to_ascii, host_to_unicode, normalize, to_iri
from iri3987.host import domain_name
from iri3987.host import label as one_label
from linear import seconds
from test_iri3987.strategies import fault


def code_of(name, **options):
    """Return the code with which a host is refused."""
    with pytest.raises(IRIError) as caught:
        host_to_ascii(name, **options)
    assert ("ireg-name", "3.1") == (caught.value.component, caught.value.section)
    return caught.value.code


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("faß.de", "xn--fa-hia.de", id="deviation-is-kept"),
        pytest.param("fass.de", "fass.de", id="ascii"),
        pytest.param("ẞ.de", "xn--zca.de", id="capital-sharp-s"),
        pytest.param("résumé.example.org", "xn--rsum-bpad.example.org", id="rfc-3987-3.1"),
        pytest.param("納豆.example.org", "xn--99zt52a.example.org", id="rfc-3987-3.2.1"),
        pytest.param("İstanbul.com", "xn--istanbul-o0e.com", id="dotted-capital-i"),
        pytest.param("K\u212aſ", "kks", id="kelvin-and-long-s"),
        pytest.param("EXAMPLE.Com", "example.com", id="case"),
        pytest.param("XN--FA-HIA.de", "xn--fa-hia.de", id="a-label-case"),
        pytest.param("ｅｖｉｌ.com", "evil.com", id="full-width-letters"),
        pytest.param("１２７.０.０.１", "127.0.0.1", id="full-width-digits"),
        pytest.param("①②⑦.0.0.1", "127.0.0.1", id="circled-digits"),
        pytest.param("a。b．c｡d", "a.b.c.d", id="label-separators"),
        pytest.param("e\u0301.com", "xn--9ca.com", id="nfc"),
        pytest.param("a\u00adb\u200b.com", "ab.com", id="ignored"),
        pytest.param("a_b.é", "a_b.xn--9ca", id="underscore"),
        pytest.param("_dmarc.é", "_dmarc.xn--9ca", id="underscore-first"),
        pytest.param("r3---sn-a.é", "r3---sn-a.xn--9ca", id="hyphens-3-4"),
        pytest.param("-a-.é", "-a-.xn--9ca", id="hyphens-at-the-ends"),
        pytest.param("é.", "xn--9ca.", id="root"),
        pytest.param("é。", "xn--9ca.", id="root-ideographic"),
        pytest.param("i❤.ws", "xn--i-7iq.ws", id="emoji"),
        pytest.param("نامه\u200cای.com", "xn--mgba3gch31f060k.com", id="zwnj-persian"),
        pytest.param("ශ්\u200dරී.com", "xn--10cl1a0b660p.com", id="zwj-sinhala"),
        pytest.param("l·l.com", "xn--ll-0ea.com", id="ela-geminada"),
        pytest.param("%C3%A9%2Ecom", "xn--9ca.com", id="3987bis-3.4-triplets"),
        pytest.param("אב.com", "xn--4dbc.com", id="bidi-with-ltr-label"),
    ],
)
def test_to_ascii(name, expected):
    """A domain name is mapped as UTS #46 has it, non-transitional, and its labels encoded."""
    assert expected == host_to_ascii(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("", "host-empty-label", id="empty"),
        pytest.param(".", "host-empty-label", id="root-alone"),
        pytest.param("a..b", "host-empty-label", id="empty-in-the-middle"),
        pytest.param(".a", "host-empty-label", id="empty-first"),
        pytest.param("a\u200b", None, id="ignored-leaves-something"),
        pytest.param("\u200b.a", "host-empty-label", id="ignored-leaves-nothing"),
        pytest.param("a b", "host-character", id="space"),
        pytest.param("example.com\n", "host-character", id="line-feed"),
        pytest.param("a\x00", "host-character", id="nul"),
        pytest.param("a:80", "host-character", id="port"),
        pytest.param("[::1]:80", "host-character", id="ip-literal-and-port"),
        pytest.param("[::1", "host-character", id="ip-literal-cut"),
        pytest.param("[fe80::1%25eth0]", "host-character", id="ip-literal-with-zone"),
        pytest.param("[例え]", "host-character", id="ip-literal-not-ascii"),
        pytest.param("a;b", "host-character", id="sub-delims"),
        pytest.param("a％41.com", "host-character", id="full-width-percent"),
        pytest.param("evil.com＼.good.com", "host-character", id="full-width-backslash"),
        pytest.param("a﹨b", "host-character", id="small-backslash"),
        pytest.param("a℀b", "host-character", id="account-of"),
        pytest.param("good.com／evil.com", "host-character", id="full-width-slash"),
        pytest.param("a＠b", "host-character", id="full-width-at"),
        pytest.param("a\u037eb", "host-character", id="greek-question-mark"),
        pytest.param("a\u1fefb", "host-character", id="greek-varia"),
        pytest.param("a\ufdfab", "host-character", id="maps-to-spaces"),
        pytest.param("%2F", "host-character", id="encoded-slash"),
        pytest.param("%ff", "host-idna", id="encoded-no-utf-8"),
        pytest.param("\ud800", "host-idna", id="surrogate"),
        pytest.param("a\u0378", "host-idna", id="unassigned"),
        pytest.param("a\u200eb", "host-idna", id="lrm"),
        pytest.param("a\u200db.com", "host-joiner", id="zwj-between-latin"),
        pytest.param("a.b\u200c.com", "host-joiner", id="zwnj-at-the-end"),
        pytest.param("\u0301a.com", "host-combining-mark", id="combining-mark-first"),
        pytest.param("0א.com", "host-bidi", id="bidi-digit-first"),
        pytest.param("אa.com", "host-bidi", id="bidi-mixed-label"),
        pytest.param("0a.א", "host-bidi", id="bidi-whole-name-ascii-label"),
        pytest.param("0à.א", "host-bidi", id="bidi-whole-name-other-label"),
        pytest.param("0a.xn--4db", "host-bidi", id="bidi-whole-name-a-label"),
        pytest.param("xn--a", "host-a-label", id="a-label-invalid"),
        pytest.param("xn--", "host-a-label", id="a-label-empty"),
        pytest.param("xn--example-.com", "host-a-label", id="a-label-ascii-in-disguise"),
        pytest.param("xn---bbk", "host-a-label", id="a-label-second-spelling"),
        pytest.param("xn--8i7caa.com", "host-a-label", id="a-label-full-width"),
        pytest.param("xn--é", "host-a-label", id="a-label-not-ascii"),
        pytest.param("xn--xn--a--gua.pt", "host-a-label", id="a-label-in-an-a-label"),
        pytest.param("XN--A", "host-a-label", id="a-label-case"),
    ],
)
def test_to_ascii_refuses(name, expected):
    """A text that no domain name can hold is refused, with a code that says why."""
    if expected is None:
        assert host_to_ascii(name)
    else:
        assert expected == code_of(name)


# Length: VerifyDnsLength, and what comes before any Unicode work

LABEL_63 = "a" * 63
NAME_253 = ".".join([LABEL_63, LABEL_63, LABEL_63, "a" * 61])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(LABEL_63, LABEL_63, id="label-63"),
        pytest.param(NAME_253, NAME_253, id="name-253"),
        pytest.param(f"{NAME_253}.", f"{NAME_253}.", id="name-253-and-root"),
        pytest.param("\u00ad" * 1023 + "é", "xn--9ca", id="1024-mostly-ignored"),
    ],
)
def test_length_within_the_limits(name, expected):
    """A label of 63 octets and a name of 253 pass, and 1024 characters are looked at."""
    assert expected == host_to_ascii(name)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(f"{LABEL_63}a.com", "host-label-too-long", id="label-64"),
        pytest.param("ü" * 58, "host-label-too-long", id="label-fits-as-u-label-only"),
        pytest.param(f"xn--{LABEL_63}", "host-label-too-long", id="a-label"),
        pytest.param(f"{NAME_253}a", "host-too-long", id="name-254"),
        pytest.param(f"{NAME_253}a.", "host-too-long", id="name-254-and-root"),
        pytest.param(f"{NAME_253}aa", "host-too-long", id="name-255"),
        pytest.param(f"é.{NAME_253}", "host-too-long", id="name-non-ascii"),
        pytest.param(".".join(["é" * 30] * 9), "host-too-long", id="name-fits-as-text-only"),
        pytest.param("a" * 1025, "host-too-long", id="1025-ascii"),
        pytest.param("\u00ad" * 1024 + "é", "host-too-long", id="1025-mostly-ignored"),
        pytest.param("é" + "\u0323\u0301" * 600, "host-too-long", id="1025-nfc"),
    ],
)
def test_length_beyond_the_limits(name, expected):
    """A label of 64 octets, a name of 254, and 1025 characters of whatever are refused."""
    assert expected == code_of(name)


@pytest.mark.parametrize("function", [host_to_ascii, host_to_unicode])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("\u30fb" * 1_000_000 + "\u6f22", id="katakana-middle-dots"),
        pytest.param("\u0660" * 1_000_000, id="arabic-digits"),
        pytest.param("a\u0323\u0301" * 333_333, id="combining-marks"),
        pytest.param("a." * 500_000, id="labels"),
        pytest.param("xn--" * 250_000, id="a-labels"),
        pytest.param("xn--a." * 166_666, id="labels-that-are-a-labels"),
        pytest.param("%C3%A9" * 166_666, id="triplets"),
    ],
)
def test_length_a_million_characters(function, name):
    """A million characters are answered at once."""
    error = fault(function, name)
    assert error is None if function is host_to_unicode else "host-too-long" == error.code
    assert seconds(function, name, runs=5) < 0.2


def test_cache_is_bounded():
    """The memory of hosts has a limit, in number and in length."""
    modules = [vars(one_label), vars(domain_name)]
    caches = [each for names in modules for each in names.values() if hasattr(each, "cache_info")]
    assert caches
    for number in range(3000):
        host_to_ascii(f"é{number}")
    before = [cache.cache_info() for cache in caches]
    for each in before:
        assert each.maxsize is not None
        assert each.currsize <= each.maxsize <= 10_000
    assert "host-too-long" == code_of("é" * 1025)
    assert before == [cache.cache_info() for cache in caches]


# Positions


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [
        pytest.param("abc;d", 3, 3, id="character"),
        pytest.param("éa\u0378", 2, 2, id="disallowed"),
        pytest.param("ab＼c", 2, 2, id="folds-into-a-delimiter"),
        pytest.param("%C3%A9\u0378", 6, 6, id="after-triplets"),
        pytest.param("\u00ad\u00ada;b", 3, 3, id="after-ignored-characters"),
        pytest.param("a\ufdfab", 1, 1, id="maps-to-many"),
        pytest.param("%20", 0, 0, id="triplet"),
        pytest.param("EXAMPLE.é\u2028", 9, 9, id="after-capitals"),
        pytest.param("FAß＼.de", 3, 3, id="folds-after-capitals"),
        pytest.param("example.a\u200db.org", 8, 11, id="joiner"),
        pytest.param("example.0à.א", 8, 10, id="bidi"),
        pytest.param("example.xn--a.org", 8, 13, id="a-label"),
        pytest.param("example.\u0301a.org", 8, 10, id="combining-mark"),
        pytest.param("example..org", 8, 8, id="empty"),
        pytest.param(f"example.{LABEL_63}a.org", 8, 72, id="too-long"),
    ],
)
def test_position(name, first, last):
    """The position is that of the character at fault, or is in the label at fault, if known."""
    position = fault(host_to_ascii, name).position
    assert (position is None and first < last) or first <= position <= last


# IDNA 2008


@pytest.mark.parametrize("character", ["\u055a", "\u20ac", "\u2764", "\u00d7", "\u0640", "\u3030"])
def test_idna2008_has_no_signs(character):
    """Beside plain letters, too, a character that RFC 5892 disallows is refused."""
    for name in (f"{character}a.org", f"a{character}a.org", f"example.{character}a"):
        assert "host-idna" == code_of(name, profile="idna2008")


@pytest.mark.slow
def test_idna2008_takes_the_characters_of_idna():
    """Each character that the profile accepts in the middle of a label, ``idna`` does."""
    accepted = []
    for character in map(chr, [*range(0x80, 0xD800), *range(0xE000, 0x20000)]):
        with suppress(IRIError):
            name = host_to_ascii(f"a{character}a.org", profile="idna2008")
            assert name == idna.encode(f"a{character}a.org", uts46=True).decode(), ascii(character)
            accepted.append(character)
    assert len(accepted) > 60_000


@pytest.mark.parametrize("label", ["क-\u0941", "א-\u05b0", "ا-\u064b", "ก-\u0e34", "a-\u0323"])
@pytest.mark.parametrize("profile", ["uts46", "whatwg", "idna2008"])
def test_a_mark_behind_a_hyphen(label, profile):
    """RFC 5893 section 2, rules 3 and 6: a label ends in a letter, or in marks on one."""
    for name in (f"{label}.אב", f"{label}.אב.", f"אב.{label}", f"a.{label}.אב"):
        assert "host-bidi" == code_of(name, profile=profile)


@pytest.mark.parametrize("name", ["faß.de", "l·l", "αβγ", "例え", "xn--fa-hia", "a-b"])
def test_idna2008_takes_what_can_be_registered(name):
    """A name that a registry may register is the same in both profiles."""
    assert host_to_ascii(name) == host_to_ascii(name, profile="idna2008")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("i❤.ws", "host-idna", id="emoji"),
        pytest.param("xn--i-7iq.ws", "host-idna", id="emoji-as-a-label"),
        pytest.param("a_b.com", "host-idna", id="underscore"),
        pytest.param("a·b.com", "host-idna", id="middle-dot"),
        pytest.param("a・b.com", "host-idna", id="katakana-middle-dot"),
        pytest.param("a\u2044b.com", "host-idna", id="fraction-slash"),
        pytest.param("-é.com", "host-hyphen", id="hyphen-first"),
        pytest.param("é-.com", "host-hyphen", id="hyphen-last"),
        pytest.param("aa--é.com", "host-double-hyphen", id="hyphens-3-4"),
        pytest.param("aa--b.com", "host-double-hyphen", id="hyphens-3-4-ascii"),
        pytest.param("a\u200db.com", "host-joiner", id="joiner"),
        pytest.param("\u0301a", "host-combining-mark", id="combining-mark"),
        pytest.param("0à.א", "host-bidi", id="whole-name-bidi"),
        pytest.param("אa", "host-bidi", id="bidi"),
    ],
)
def test_idna2008_refuses(name, expected):
    """A name that RFC 5891 does not let a registry register is refused in the strict profile."""
    assert expected == code_of(name, profile="idna2008")


# The URL Standard


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "xn--72czcrhaj7cpt0ed1dxb4mb1s1.BLOGSPOT.com",
            "xn--72czcrhaj7cpt0ed1dxb4mb1s1.blogspot.com",
            id="a8d5ca3-blogspot",
        ),
        pytest.param("xn--8i7caa.famitei.net", "xn--8i7caa.famitei.net", id="a8d5ca3-famitei"),
        pytest.param("xn--board-ngr.palungjit.org", "xn--board-ngr.palungjit.org", id="a8d5ca3"),
        pytest.param("%58N--A", "xn--a", id="percent-decoded-first"),
        pytest.param("0a.xn--4db", "0a.xn--4db", id="ascii-no-bidi"),
        pytest.param("-a-", "-a-", id="ascii-hyphens"),
        pytest.param("a!\"$&'()*+,;=_`{}~", "a!\"$&'()*+,;=_`{}~", id="ascii-not-forbidden"),
        pytest.param("é!", "xn--!-9fa", id="not-forbidden-beside-others"),
        pytest.param("a..b", "a..b", id="empty-label"),
        pytest.param("א..ב", "xn--4db..xn--5db", id="empty-label-bidi"),
        pytest.param(".", ".", id="root-alone"),
        pytest.param("a" * 64, "a" * 64, id="label-64"),
        pytest.param("a." * 200, "a." * 200, id="name-400"),
        pytest.param("†" * 3 + "a" * 64, f"xn--{'a' * 64}-pu34baa", id="label-67-non-ascii"),
        pytest.param("=\u0338", "xn--1ch", id="not-std3"),
        pytest.param("a·b", "xn--ab-0ea", id="contexto"),
        pytest.param("[2001:DB8::1]", "[2001:db8::1]", id="ip-literal"),
        pytest.param("0X7f.1", "0x7f.1", id="ipv4-to-be"),
    ],
)
def test_url_standard(name, expected):
    """The domain parser of the URL Standard, not strict, as of July 2026 (section 3.3)."""
    assert expected == host_to_ascii(name, profile="whatwg")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("", "host-empty-label", id="empty"),
        pytest.param("\u00ad", "host-empty-label", id="empty-result"),
        pytest.param("é.xn--a", "host-a-label", id="a-label-beside-others"),
        pytest.param("é.xn--", "host-a-label", id="a-label-empty"),
        pytest.param("ｘn--a", "host-a-label", id="a-label-full-width"),
        pytest.param("0à.א", "host-bidi", id="bidi"),
        pytest.param("0.א", "host-bidi", id="bidi-whole-name"),
        pytest.param("a\u200db", "host-joiner", id="joiner"),
        pytest.param("\u0301a", "host-combining-mark", id="combining-mark"),
        pytest.param("%ff", "host-idna", id="encoded-no-utf-8"),
        pytest.param("=\u0378", "host-idna", id="unassigned"),
        pytest.param("a" * 1025, "host-too-long", id="beyond-our-cap"),
        *(
            pytest.param(f"a{character}b", "host-character", id=f"U+{ord(character):04X}")
            for character in "".join(map(chr, range(0x21))) + "#/:<>?@[\\]^|%\x7f"
        ),
        pytest.param("a＃", "host-character", id="mapped-to-forbidden"),
    ],
)
def test_url_standard_refuses(name, expected):
    """Forbidden domain code points, and what UTS #46 refuses of the others, are a failure."""
    assert expected == code_of(name, profile="whatwg")


def test_url_standard_position():
    """The position is that of the character without a mapping, not of one that is not LDH."""
    assert 2 == fault(lambda name: host_to_ascii(name, profile="whatwg"), "a=\u0378").position


@pytest.mark.parametrize(
    ("options", "name", "expected"),
    [
        ({"check_hyphens": True}, "xn--a", "host-double-hyphen"),
        ({"check_hyphens": True}, "-a.example", "host-hyphen"),
        ({"allow_root": False}, "example.", "host-empty-label"),
    ],
)
def test_url_standard_with_options(options, name, expected):
    """The options refuse what they say in a name in ASCII, too."""
    assert name == host_to_ascii(name, profile="whatwg")
    assert expected == code_of(name, profile="whatwg", **options)


# ToUnicode


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("xn--fa-hia.de", "faß.de", id="a-label"),
        pytest.param("XN--FA-HIA.De", "faß.De", id="case"),
        pytest.param("xn--99zt52a.example.org", "納豆.example.org", id="rfc-3987-3.2.1"),
        pytest.param("xn--9ca.", "é.", id="root"),
        pytest.param("xn--9ca.é.com", "é.é.com", id="mixed"),
        pytest.param("xn--i-7iq.ws", "i❤.ws", id="emoji"),
    ],
)
def test_to_unicode(name, expected):
    """A-labels are decoded, other labels stay as they are."""
    assert expected == host_to_unicode(name)


@pytest.mark.parametrize(
    "name",
    [
        *("", ".", "example.com", "é.com", "EXAMPLE", "a b", "\ud800", "%ff"),
        *("[::1]", "[2001:DB8::1]", "[v1.xn--9ca.a]", "192.0.2.1"),
        *("xn--a", "xn--", "xn--example-.com", "xn---bbk", "xn--8i7caa.com", "xn--xn--a--gua"),
        pytest.param("0a.xn--4db", id="whole-name-bidi"),
        pytest.param("xn--9ca..com", id="empty-label"),
        pytest.param("xn--9ca." * 200, id="too-long"),
        pytest.param("xn--\ud800", id="surrogate"),
    ],
)
def test_to_unicode_leaves_alone(name):
    """A text that has no A-label, or is not a domain name, comes back as it was."""
    assert name == host_to_unicode(name)


@pytest.mark.parametrize("name", ["xn--8i7caa.famitei.net", "xn--a", "0a.xn--4db"])
def test_to_unicode_url_standard(name):
    """On any error the URL Standard's ToUnicode returns the name; so with a strict profile."""
    assert name == host_to_unicode(name, profile="whatwg")
    assert "faß.de" == host_to_unicode("xn--fa-hia.de", profile="whatwg")
    assert "xn--i-7iq.ws" == host_to_unicode("xn--i-7iq.ws", profile="idna2008")


# In an IRI


@pytest.mark.parametrize(
    "name", ["xn--12-c6t.com", "example.xn--comlogin-g03d.evil.de", "xn--ab-0ea.com"]
)
def test_nothing_decodes_to_what_an_iri_cannot_hold(name):
    """An A-label of what looks like a slash, or stands out of place, is not decoded in an IRI."""
    iri = f"http://{name}/"
    assert iri == to_iri(iri, host="unicode") == normalize(iri, level="scheme")


@pytest.mark.parametrize(
    "name",
    ["xn--t%52a", "xn--s\u0133", "_%c3%9b", "xn--a_b", "XN--FA-HIA\u3002xn--", "xn--é.xn--fa-hia"],
)
def test_to_unicode_never_raises(name):
    """A label that is an A-label in part only stays as it is."""
    assert isinstance(host_to_unicode(name), str)
    assert isinstance(to_iri(f"http://{name}/", host="unicode"), str)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("é" * 1025, "at most 253 octets in a domain name, found 1025 characters"),
        ("a." * 127 + "b", "at most 253 octets in a domain name, found 255"),
        (f"{'a' * 64}.org", "at most 63 octets in a label, found 64"),
        (f"{'é' * 64}.org", "at most 63 octets in a label, found at least 64"),
        (f"xn--{'a' * 61}.org", "at most 63 octets in a label, found 65"),
    ],
)
def test_what_is_too_long_says_the_limit_and_the_length(name, expected):
    """An error about a length has two numbers, and their unit."""
    with pytest.raises(IRIError) as caught:
        host_to_ascii(name)
    assert caught.value.reason.endswith(expected)


@pytest.mark.parametrize("profile", ["uts46", "idna2008"])
def test_an_ip_literal_has_no_labels_to_check(profile):
    """No option of a domain name concerns an address in brackets."""
    options = {"profile": profile, "check_hyphens": True, "allow_root": False}
    assert "[v1.-a-.]" == host_to_ascii("[v1.-a-.]", **options)


@pytest.mark.parametrize("host", ["[v1.xn--9ca.a]", "[V1.XN--9CA.a]"])
def test_an_ipvfuture_is_shown_as_it_is(host):
    """Text between brackets that looks like an A-label is not decoded."""
    assert f"http://{host}/" == display(f"http://{host}/")
