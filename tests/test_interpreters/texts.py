"""Texts that interpreters could differ about: the same ones in every run."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

VECTORS = Path(__file__).parents[1] / "vectors"

#: Characters that came after Unicode 14, which Python 3.11 knows, by the version that brought them.
#: Characters that could make a difference come first: combining classes, compositions, right-to-
#: left letters, compatibility decompositions, decimal digits, case.
NEWER = {
    "15.0": "\U00010efd\U00010efe\U0001e4ec\U0001e4ee\u0ece\U0001e08f\U00011f41\U00011f42"
    "\U0001e030\U0001e04e\U0001e06d\U0001e4d0\U00011f04\U00011f51\u0cf3\U00011b00\U0001d2c0"
    "\U00031350\U000323af\U0001fae8\U0001f6dc\U0001e4f3\U00011241\U0001b132",
    "15.1": "\U0002ebf0\U0002ee5d\u2ffc\u2fff\u31ef",
    "16.0": "\u0897\U00010d69\U0001e5ee\U0001e5ef\U000105d2\U000105c9\U00011382\U000113c9"
    "\U00011383\U000113c2\U000113c5\U00016d67\U00016d68\U0001611e\U00016121\U00010d4e\U00010d40"
    "\U00010ec2\U00010efc\U0001ccd6\U0001ccf1\U000116d1\ua7cb\ua7da\ua7dc\U00011bf1\U0001fae9",
    "17.0": "\u1acf\u1add\U00010940\U00010ec5\U00011dd1\U00011de1\U00016ea0\U00016ebb\ua7ce"
    "\U000323b0\u20c1\U0001fac8",
}
_NEWER = [character for characters in NEWER.values() for character in characters]

#: Hosts with marks whose direction has changed since Unicode 14, beside right-to-left letters.
_CHANGED = ("\u05d0\U0001171e", "a\U0001171e.\u05d0", "\u05d0\u1b3a", "\u1b05\u1b3a.\u05d0")

_SCHEMES = ("http:", "https:", "HTTP:", "ws:", "ftp:", "foo:", "mailto:", "urn:", "file:", "1a:")
_LABELS_IN_WORDS = """
example com org é faß münchen 例え テスト испытание مثال דוגמה xn--fa-hia xn--9ca XN--R8JZ45G
xn--a xn--0 a_b -a b- ab--c ① ｅｘ ﬁ ß ς l·l a·b ١ ۱ 1 127 0x7f ❤ аррӏе рaypal ≠ / ／ ％ ％２ｅ
%C3%A9 %c3%A9%2e %E9 %41 %20 %2F ℀ İ ı ſ
"""
_LABELS = (
    *(
        "",
        "a\u200db",
        "न\u094d\u200dक",
        "می\u200cخ",
        "a\u0301",
        "\u0301a",
        "é\u0323",
        "a\u00adb",
        "\u212a",
    ),
    *(
        "\u1e9e",
        "\u0130",
        "\u01c6",
        "\ufb4f",
        "\u0958",
        "\u212b",
        "\u2126",
        "\uff41\uff0e",
        "\u3002",
    ),
    *_LABELS_IN_WORDS.split(),
)
_ADDRESSES = (
    *("127.0.0.1", "10.1", "0x8080808", "0177.0.0.1", "１２７.1", "8.8.8.8.", "[::FFFF:10.0.0.1]"),
    *("[::ffff:808:808]", "[64:ff9b::7f00:1]", "[2001:db8::1]", "[2002:7f00:1::]", "[3fff::1]"),
    *("[2620:0:0:fe:0:0:0:fe]", "[::]", "[100::1]", "192.0.0.9", "printer.local", "a.internal"),
)
_PARTS_IN_WORDS = """
/ // /. /.. /./ ../ ./ .. . ; : @ ? # & = + , ! ~ * ' ( ) [ ] % %% %4 %zz < > " { } | \\ ^ `
%41 %7e %2F %2f %20 %25 %2541 %00 %0d%0a %C3%A9 %c3%a9 %E9 %C3 %C3%28 %E2%80%AE %EF%BF%BE
%F0%9F%98%80 %ED%A0%80 %F4%90%80%80 %C0%80 %EE%80%80 %E3%85%A4 %CD%8F %EF%B8%8F %E2%80%8B
%CC%81 %d7%a9 %D9%A3 %E1%BA%9B %2E%2e %3A %40 %5B é ü ß ﬁ 例 え 😀 ש ا ٣ а ӏ
abc xyz aé éa b/c q=1 a=é&b=%C3%A9 résumé Ж日 ａ １ Ａ á ö
"""
_PARTS = (
    *(
        " ",
        "\t",
        "\n",
        "\0",
        "\x7f",
        "\x85",
        "\xa0",
        "\xad",
        "\u034f",
        "\u115f",
        "\u200b",
        "\u200d",
    ),
    *("\u2028", "\u202e", "\u2066", "\u3000", "\ue000", "\ufdd0", "\ufeff", "\ufffd", "\uffff"),
    *("\ud800", "\udc00", "\U000e0001", "\U000f0000", "\U0010ffff", "\ufdfa", "\u0344", "\u0f73"),
    *("e\u0301", "b\u0301", "\u1e9b\u0323"),
    *_PARTS_IN_WORDS.split(),
)


def _vectors() -> list[str]:
    """Return the short addresses of tests/vectors, each once."""
    lines = [
        line
        for name in ("rfc*", "attacks", "browser_parts", "functions/*")
        for path in sorted(VECTORS.glob(f"{name}.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    found = [json.loads(line).get("input") for line in lines]
    return sorted({text for text in found if isinstance(text, str) and len(text) <= 200})


def _character(choice: random.Random) -> str:
    """Return a character: of ASCII, of those that matter, of those that are new, or any."""
    kind = choice.randrange(16)
    if kind < 5:
        return chr(choice.randrange(0x80))
    if kind < 8:
        return chr(choice.randrange(0x80, 0x3000))
    if kind < 10:
        return chr(choice.randrange(0x3000, 0x31350))
    if kind == 10:
        return chr(choice.randrange(0x110000))
    if kind == 11:
        return choice.choice(_NEWER)
    return choice.choice(_PARTS)


def _encoded(text: str) -> str:
    """Percent-encode a text as UTF-8."""
    return "".join(f"%{octet:02X}" for octet in text.encode("utf-8", "surrogatepass"))


def _piece(choice: random.Random) -> str:
    kind = choice.randrange(6)
    if kind < 3:
        return choice.choice(_PARTS)
    character = _character(choice)
    return _encoded(character) if kind == 3 else character


def _host(choice: random.Random) -> str:
    if choice.randrange(20) == 0:
        return choice.choice(_ADDRESSES)
    labels = [choice.choice(_LABELS) for _ in range(choice.randrange(1, 4))]
    if choice.randrange(3) == 0:
        at = choice.randrange(len(labels))
        letters = [_character(choice) for _ in range(choice.randrange(1, 4))]
        if choice.randrange(4) == 0:
            letters = [_encoded(letter) for letter in letters]
        labels[at] = choice.choice(("", "a", "א", labels[at])) + "".join(letters)
    return choice.choice((".",) * 6 + ("。", "%2E", "．")).join(labels)


def _reference(choice: random.Random) -> str:
    scheme = choice.choice((*_SCHEMES[:3] * 3, *_SCHEMES, "", ""))
    userinfo = choice.choice(("",) * 8 + ("me@", "me:secret@", "é:ü@", "a@b@", ":@"))
    port = choice.choice(("",) * 8 + (":", ":80", ":443", ":0080", ":99999", ":１"))
    authority = f"//{userinfo}{_host(choice)}{port}" if choice.randrange(5) else ""
    pieces = [_piece(choice) for _ in range(choice.randrange(8))]
    return f"{scheme}{authority}{choice.choice(('/', '/', '', '?', '#'))}{''.join(pieces)}"


def _changed(choice: random.Random, text: str) -> str:
    for _ in range(choice.randrange(1, 4)):
        start = choice.randrange(len(text) + 1)
        end = start + choice.randrange(3)
        text = f"{text[:start]}{_piece(choice)}{text[end:]}"
    return text


def _of_newer(choice: random.Random) -> str:
    """Return a text that is about new characters: as they are, encoded, with marks, in a host."""
    letters = [choice.choice((*_NEWER, *"aא1\u0301\u0323\u0307")) for _ in range(4)]
    some = "".join(letters[: choice.randrange(1, 5)])
    return choice.choice(
        (f"http://{some}.example/{some}", f"/{_encoded(some)}", f"http://a{some}/?{some}", some)
    )


def texts(count: int) -> Iterator[str]:
    """Yield *count* texts, the vectors first; the same ones whenever and wherever this runs."""
    choice = random.Random(3987)  # noqa: S311 - nothing is secret here
    hosts = [*_CHANGED, *(f"a{character}" for character in _NEWER)]
    vectors = [*_vectors(), *(f"http://{host}/" for host in hosts)]
    yield from vectors[:count]
    for number in range(count - len(vectors)):
        if number % 3 == 0:
            yield _changed(choice, choice.choice(vectors))
        elif number % 16 == 1:
            yield _of_newer(choice)
        else:
            yield _reference(choice)
