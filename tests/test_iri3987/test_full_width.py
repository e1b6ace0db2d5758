"""Addresses that an input method wrote in full width (RFC 3987 section 7.2): `Profile.clean`."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from iri3987 import PUBLIC, WEB, IRIError
from iri3987.messages import describe
from iri3987.profile import LINK
from test_iri3987 import strategies as iris

#: Full-width ASCII, as Unicode has it: U+FF01 to U+FF5E for "!" to "~".
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
WIDE_ASCII = re.compile("[\uff01-\uff5e]")
HTTPS = replace(WEB, assume_scheme="https")


def code(profile, text):
    """Return the code with which *text* is refused, None if it is not."""
    error = iris.fault(profile.clean, text)
    return error and error.code


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ｈｔｔｐｓ：／／例え。テスト／道", "https://例え.テスト/道"),
        ("ＨＴＴＰ：／／ｅｘａｍｐｌｅ．ｏｒｇ", "HTTP://example.org"),
        ("https：//例え｡テスト", "https://例え.テスト"),
        ("https:／／例え．テスト", "https://例え.テスト"),
        ("https://例え。テスト／道／駅？ｑ＝１＃ａ", "https://例え.テスト/道/駅?q=1#a"),
        ("https://例え.テスト？ｑ＝／＆ｒ＝？", "https://例え.テスト?q=/&r=？"),
        ("https://例え.テスト？駅", "https://例え.テスト?駅"),
        ("https://例え.テスト＃ａ：ｂ", "https://例え.テスト#a：b"),
        ("https://ja.wikipedia.org／wiki／日本語", "https://ja.wikipedia.org/wiki/日本語"),
        # Titles end with "？", and have "！", "。" and "＆" of their own.
        ("https：／／a.example／君の名は？", "https://a.example/君の名は？"),
        ("https：／／a.example／何？／Ａ＆Ｂ！。", "https://a.example/何？/A＆B！。"),
        ("https：／／a.example／何？a=1", "https://a.example/何?a=1"),
        ("https：／／a.example／何？b?a", "https://a.example/何？b?a"),
        ("https://ｇｏｏｇｌｅ．ｃｏｍ／ａ", "https://google.com/a"),
        (
            "ｈｔｔｐｓ：／／ａ．ｅｘａｍｐｌｅ／ａｂｃ－１？ｑ＝２＃ｃ",
            "https://a.example/abc-1?q=2#c",
        ),
        ("ｈｔｔｐｓ：／／ａ．ｅｘａｍｐｌｅ／１００％！", "https://a.example/100％！"),
        ("https://例え.テスト：８０８０", "https://例え.テスト:8080"),
        ("https://例え.テスト:8０８0/", "https://例え.テスト:8080/"),
        ("https://ﾃｽﾄ｡ﾐﾅ／ﾃｽﾄ", "https://ﾃｽﾄ.ﾐﾅ/ﾃｽﾄ"),  # UTS #46 maps half-width Katakana
        ("https://１９２．１６８．０．１", "https://192.168.0.1"),
        ("https://１９２。１６８.0．１:80/ａ", "https://192.168.0.1:80/a"),
        ("http://［：：１］／", "http://[::1]/"),
        (" ｈｔｔｐｓ：／／例え。テスト／a b|c ", "https://例え.テスト/a%20b%7Cc"),
    ],
)
def test_folded(typed, meant):
    """What is meant as ASCII is written so; what is text stays as it was typed."""
    assert code(WEB, meant) is None
    assert meant == WEB.clean(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("例え。テスト：８０／道", "https://例え.テスト:80/道"),
        ("／／例え。テスト", "https://例え.テスト"),
        ("ｈｔｔｐ：／／例え。テスト", "http://例え.テスト"),
        ("例え。テスト", "https://例え。テスト"),
    ],
)
def test_with_an_assumed_scheme(typed, meant):
    """A scheme in full width is a scheme, and none is put before it."""
    assert meant == HTTPS.clean(typed)


@pytest.mark.parametrize(
    "text",
    [
        "https://例え。テスト/道",
        "https://ｅｘａｍｐｌｅ．ｏｒｇ/",
        "https://ﾃｽﾄ.jp/",
        "https://例え.テスト/道／駅：８０",
        "https://example.org／@evil.example/",
    ],
)
def test_what_is_accepted_stays(text):
    """Text that `check` accepts is not changed, with white space around it or without."""
    assert text == WEB.check(text) == WEB.clean(text) == WEB.clean(f" {text}\t")
    assert "repaired" not in {each.code for each in WEB.warnings(f" {text} ")}


@pytest.mark.parametrize("text", ["ｈｔｔｐ：／／例え", "https://例え.テスト／道"])
def test_what_another_profile_accepts_stays(text):
    """So does a relative reference, and a host where no rule for hosts is."""
    reference = replace(WEB, allow_relative=True)
    anything = replace(WEB, host=None, allow_relative=True)
    assert text == anything.clean(text) == anything.clean(f" {text} ")
    assert text != WEB.clean(text.replace("例え", "例.え"))
    assert ("：" in text) is (code(reference, text) is None and reference.clean(text) == text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ｈｔｔｐｓ：／／ｍｅ：ｓｅｃｒｅｔ＠例え。テスト／", "not-absolute"),
        ("https：//me:secret@example.org/", "not-absolute"),
        ("https://a％2e.example／", "host-character"),
        ("https://evil.com＼／.example/", "host-character"),
        ("https://evil.com\\／.example/", "bad-character"),
        ("ｍａｉｌｔｏ：a", "not-absolute"),
        ("ｊａｖａｓｃｒｉｐｔ：alert(1)", "not-absolute"),
        ("：／／例え。テスト", "not-absolute"),
        ("ｆｔｐ：／／例え。テスト", "scheme-not-allowed"),
        ("https：//例え。テスト：８０８０８／", "port-out-of-range"),
        ("https：//ａ／", "host-single-label"),
        ("https：///／ａ。ｂ", "host-missing"),
        ("https：//a b.example", "bad-character"),
    ],
)
def test_refused(text, expected):
    """A user name is never folded; what is folded and still wrong has the usual errors."""
    assert expected == code(WEB, text)


@pytest.mark.parametrize(
    ("profile", "text"),
    [
        (WEB, "https://example.org／@evil/"),
        (replace(WEB, allow_userinfo=False), "https://example.org／@evil.example/"),
        (replace(WEB, reject=["userinfo"]), "https://example.org／@evil.example/"),
        (replace(WEB, deny_hosts=["evil.example"]), "https://example.org／@evil.example/"),
        (PUBLIC, "https://example.org／@127.0.0.1/"),
        (WEB, "https：//me.example／:secret＠intra/"),
    ],
)
def test_a_user_name_is_never_folded(profile, text):
    """Whatever is refused, the host is that of the text as it stands."""
    with pytest.raises(IRIError) as caught:
        profile.clean(text)
    assert "secret" not in str(caught.value)


def test_address_that_is_not_public():
    """A profile judges the text that is meant."""
    assert "host-not-public" == code(PUBLIC, "ｈｔｔｐ：／／１２７．０．０．１／")


def test_only_where_a_profile_repairs():
    """A profile that repairs nothing takes nobody's word for another."""
    assert "host-character" == code(replace(WEB, repair=False), "https://例え.テスト／道")
    assert "ｈｔｔｐ：／／例え" == LINK.clean(" ｈｔｔｐ：／／例え ")


def test_findings():
    """All that was in full width is "repaired" at once, and what is encoded by itself."""
    found = WEB.warnings(" ｈｔｔｐｓ：／／例え。テスト：８０／道 駅")
    assert [
        ("repaired", "scheme", 1, 19, "expected ASCII in scheme, at position 1"),
        ("repaired", "ipath", 20, 21, 'expected "%20" in ipath, at position 20'),
    ] == [(each.code, each.component, each.start, each.end, each.message) for each in found]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https：//a.example", "“：” (character 6) was written as “:”."),
        ("ｈｔｔｐ：／／a.example", "“ｈｔｔｐ：／／” (character 1) was written as “http://”."),
        ("ｈｔｔｐｓ：／／ａ．ｅｘａｍｐｌｅ", "The address was corrected (character 1)."),
    ],
)
def test_sentence(text, sentence):
    """People are told what was written instead."""
    assert sentence == describe(WEB.warnings(text)[0], text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https：//中文.com／a？b＝1＆c＝2", "https://中文.com/a?b=1&c=2"),
        ("https://example.org：８０８０／ａ", "https://example.org:8080/a"),
        ("ｇｏｏｇｌｅ．ｃｏｍ／ａ", "https://google.com/a"),
    ],
)
def test_one_sentence_shows_the_address(typed, meant):
    """People are told once, with the address as it is stored, and that nothing was encoded."""
    [found] = HTTPS.warnings(typed)
    assert f"Full-width signs were replaced: {meant}" == describe(found, typed, HTTPS)
    assert "replaced" not in describe(found, "https://[／", HTTPS)


def test_position_of_an_error():
    """An error is about the text that was typed, at the place of its fault."""
    with pytest.raises(IRIError) as caught:
        WEB.clean(" ｈｔｔｐｓ：／／例え。テスト：８０／\u202eａ")
    assert ("bidi-formatting", 19) == (caught.value.code, caught.value.position)
    assert "ｈｔｔｐｓ：／／例え。テスト" in str(caught.value)


def test_no_password_is_shown():
    """Neither an error nor a sentence shows a password in full width."""
    text = "ｈｔｔｐｓ：／／ｍｅ：ｓｅｃｒｅｔ＠例え。テスト／"
    with pytest.raises(IRIError) as caught:
        WEB.clean(text)
    for shown in (str(caught.value), describe(caught.value, text), str(WEB.warnings(text))):
        assert "ｓｅｃ" not in shown


@given(iris.web_iri | iris.any_text.map("https://a.example/{}".format))
def test_law_what_is_typed_wide_is_meant_narrow(text):
    """An address whose scheme and delimiters are wide is what it is in ASCII, with its findings."""
    is_narrow = not WIDE_ASCII.search(text)
    if code(WEB, text) is None and is_narrow and "@" not in text and text[:4].lower() == "http":
        start = text.index("://") + 3
        typed = text[:start].translate(WIDE) + text[start:]
        assert WEB.clean(text) == WEB.clean(typed)
        assert WEB.warnings(text) == WEB.warnings(typed)[1:]
