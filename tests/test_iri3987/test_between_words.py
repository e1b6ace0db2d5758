"""`iri3987.messages`: no sentence makes another site of what stands between two words."""

import re
from functools import cache
from itertools import product

import pytest

from iri3987 import WEB, IRIError, messages

FORM = WEB.for_forms()
_ASCII = "!\"#$%&'()*+,;<=>@[\\]^`{|}~"
#: The signs of ASCII but those of names and addresses, in full width and in a small form, and what
#: looks like them. "。" is a dot, and "・" a letter of Japanese names.
SIGNS = [
    *_ASCII,
    *(chr(ord(each) + 0xFEE0) for each in _ASCII),
    *"﹐﹔﹖﹗﹙﹚﹟﹠﹡﹢﹤﹥﹦﹨﹩﹪﹫",
    *"،؛٫۔।•․‧‚、､‘’“”«»„‹›「」＇ʼ´∕⁄∖∗∣〜～‑¦¨⁎⁓؟",
    *" \t\n\u00a0\u3000",
]
#: Two words or names that may belong together.
WORDS = [
    *(
        ("smith", "jones.com"),
        ("münchen", "söhne.de"),
        ("пример", "почта.рф"),
        ("πέτρα", "νερό.ελ"),
    ),
    *(("例え", "日本.jp"), ("中文", "网站.中国"), ("한국", "서울.한국"), ("مثال", "موقع.مصر")),
    *(("דוגמה", "אתר.קום"), ("हिन्दी", "उदाहरण.भारत"), ("ไทย", "ตัวอย่าง.ไทย")),
    *(("www.example.org", "com"), ("пример.рф", "рф"), ("www.a", "b.org")),
    *(("192.168.0.1", "1"), ("me:secret@www", "example.org"), ("me@www", "example.org")),
]
NAMES = [
    *(
        ("a.org", "b.org"),
        ("faß.de", "söhne.de"),
        ("пример.рф", "почта.рф"),
        ("例え.jp", "日本.jp"),
    ),
    *(("中文.中国", "网站.中国"), ("한국.한국", "서울.한국"), ("مثال.مصر", "موقع.مصر")),
]
#: Where a dot is certain.
PARTS = [
    *(("www", "example.org"), ("WWW", "例え.jp"), ("www", "موقع.مصر")),
    *(("example", "org"), ("foo.co", "uk")),
]
PAIRS = [*WORDS, *NAMES, *PARTS]


def host_of(text):
    """Return the host of the address that a form stores for *text*, None if it is refused."""
    try:
        return FORM.clean(text).host
    except IRIError:
        return None


def told(text):
    """Return the sentences about *text*: none if it is stored without a question."""
    try:
        FORM.clean(text)
    except IRIError as error:
        return [messages.describe(error, text, FORM)]
    return [messages.describe(each, text, FORM) for each in FORM.warnings(text)]


@cache
def sentences():
    """Return what is told of each sign between two names, half of them behind a scheme."""
    found = {}
    for (place, (left, right)), (number, sign) in product(enumerate(PAIRS), enumerate(SIGNS)):
        scheme = ("", "https://")[(place + number) % 2]
        text = f"{scheme}{left}{sign}{right}"
        found[left, sign, right] = text, told(text)
    return found


@pytest.mark.slow
def test_nothing_else_is_stored_without_a_question():
    """Only where "#" follows a name is the text stored: the fragment begins there."""
    stored = {
        text: host_of(text)
        for (left, *_), (text, said) in sentences().items()
        if not said and host_of(text) != left
    }
    assert {} == stored


# A note that says what was stored offers nothing.
_OFFERED = re.compile(r"(?<!replaced): \u2066?https?://([^\s\u2069]+)\u2069?\Z")


@pytest.mark.slow
def test_what_is_offered_is_certain():
    """A dot is offered after "www", and before an ending that no other ending stands before."""
    offered = {
        parts: match[1]
        for parts, (_, said) in sentences().items()
        if not parts[1].isspace() and (match := _OFFERED.search(" ".join(said)))
    }
    certain = {
        (left, sign, right): f"{left}.{right}".lower() for left, right in PARTS for sign in SIGNS
    }
    assert {} == {parts: found for parts, found in offered.items() if found != certain.get(parts)}
    assert {",", ";", "،", "，", "、", "।"} <= {sign for _, sign, _ in offered}


@pytest.mark.slow
def test_what_is_removed_leaves_no_other_site():
    """A text without what it says to remove is one of the two names, or is refused."""
    found = {}
    for (left, sign, right), (text, said) in sentences().items():
        alone = f"{sign}{right}"
        for each, about in ((text, said), (alone, told(alone))):
            place = re.search(r"remove it \(character (\d+)\)", " ".join(about))
            without = each[: int(place[1]) - 1] + each[int(place[1]) :] if place else ""
            if host_of(without) not in {None, left.rpartition("@")[2], right}:
                found[each] = without
    assert {} == found
