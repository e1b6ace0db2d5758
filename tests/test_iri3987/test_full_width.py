"""Addresses that an input method wrote in full width (RFC 3987 section 7.2): `Profile.clean`."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from iri3987 import WEB, IRIError
from iri3987.messages import describe
from test_iri3987 import strategies as iris

#: Full-width ASCII, as Unicode has it: U+FF01 to U+FF5E for "!" to "~".
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
WIDE_ASCII = re.compile("[\uff01-\uff5e]")
HTTPS = replace(WEB, assume_scheme="https")


def code(profile, text):
    """Return the code with which *text* is refused, None if it is not."""
    error = iris.fault(profile.clean, text)
    return error and error.code


@pytest.mark.parametrize("text", ["ｈｔｔｐ：／／例え", "https://例え.テスト／道"])
def test_what_another_profile_accepts_stays(text):
    """So does a relative reference, and a host where no rule for hosts is."""
    reference = replace(WEB, allow_relative=True)
    anything = replace(WEB, host=None, allow_relative=True)
    assert text == anything.clean(text) == anything.clean(f" {text} ")
    assert text != WEB.clean(text.replace("例え", "例.え"))
    assert ("：" in text) is (code(reference, text) is None and reference.clean(text) == text)


def test_sentences_without_a_profile():
    """What was written instead is told, if there are not too many characters."""
    for text, sentence in {
        "https：//a.example": "“：” (character 6) was written as “:”.",
        "ｈｔｔｐ：／／a.example": "“ｈｔｔｐ：／／” (character 1) was written as “http://”.",
        "ｈｔｔｐｓ：／／ａ．ｅｘａｍｐｌｅ": "The address was corrected (character 1).",
    }.items():
        [found] = WEB.warnings(text)
        assert sentence == describe(found, text)
        assert "replaced" not in describe(found, "https://[／", HTTPS)


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
