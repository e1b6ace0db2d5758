"""`iri3987.display`: what is safe to show a person (RFC 3987 sections 7.6 and 4.1, UTS #39)."""

import json
import re
import unicodedata
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import vector_rows
from iri3987 import IRIError, IRIReference, host_to_ascii, is_iri, is_iri_reference, to_iri, to_uri
from iri3987._unicode.delimiters import LIKE_DELIMITER
from iri3987.appearance import display
from iri3987.html import link
from iri3987.schemes import DOMAIN_NAME
from iri3987.syntax.browser import SPECIAL
from outside import outside

ROOT = Path(__file__).parents[2]
ATTACKS = outside("IRI3987_ATTACKS", "attacks.jsonl")


def rows(path: Path) -> list[dict[str, Any]]:
    """Read a file of one JSON object a line."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


HOSTS = [
    pytest.param(row["input"], row["expected"], id=row["id"])
    for row in vector_rows.rows("display_hosts")
]


@pytest.mark.parametrize(("host", "shown"), HOSTS)
def test_hosts(host: str, shown: str) -> None:
    """An honest host is shown in Unicode, the deceptive labels of a host as A-labels."""
    assert f"http://{shown}/" == display(f"http://{host}/")


@pytest.mark.parametrize(("host", "shown"), HOSTS)
def test_hosts_in_other_spellings(host: str, shown: str) -> None:
    """A host is shown alike whether it comes in Unicode, as A-labels or percent-encoded."""
    labels = host.split(".")
    a_labels = [x if x.isascii() else f"xn--{x.encode('punycode').decode()}" for x in labels]
    assert f"ftp://{shown}" == display(f"ftp://{'.'.join(a_labels)}")
    assert f"//{shown}/" == display(to_uri(f"//{host}/", host="percent"))


CASES = [
    ("7.6-text", "http://example.org/a?b#c", "http://example.org/a?b#c"),
    ("3.2-decoded", "http://a/%C3%A9?%C3%A9#%C3%A9", "http://a/é?é#é"),
    ("3.2-not-utf-8", "http://a/%C3%A9%E9", "http://a/é%E9"),
    ("3.2-reserved", "http://a/b%2Fc%3F%23?%26", "http://a/b%2Fc%3F%23?%26"),
    ("4.1-encoded", "http://a/%E2%80%AEgpj.exe", "http://a/%E2%80%AEgpj.exe"),
    ("6.1-slash", "http://a/b%E2%81%84c/何⁄え", "http://a/b%E2%81%84c/何%E2%81%84え"),
    ("6.1-slash-in-japanese", "http://a/価格／性能", "http://a/価格%EF%BC%8F性能"),
    ("6.1-query", "http://a/поиск？имя=1", "http://a/поиск%EF%BC%9Fимя=1"),
    ("6.1-query-in-japanese", "http://a/検索？語=東京", "http://a/検索%EF%BC%9F語=東京"),
    ("6.1-fragment", "http://a/何＃え", "http://a/何%EF%BC%83え"),
    ("6.1-percent", "http://a/100％/何％41", "http://a/100%EF%BC%85/何%EF%BC%8541"),
    ("6.1-dots", "http://a/．．/何．html", "http://a/%EF%BC%8E%EF%BC%8E/何%EF%BC%8Ehtml"),
    ("6.1-run", "http://a/何？＃え", "http://a/何%EF%BC%9F%EF%BC%83え"),
    ("6.1-run-before-ascii", "http://a/何：：b", "http://a/何%EF%BC%9A%EF%BC%9Ab"),
    ("6.1-values", "http://a/?何＝え＆も=え；", "http://a/?何%EF%BC%9Dえ%EF%BC%86も=え%EF%BC%9B"),
    ("6.1-relative", "何？b#何＃え", "何%EF%BC%9Fb#何%EF%BC%83え"),
    ("6.1-urn", "urn:a:b：c", "urn:a:b%EF%BC%9Ac"),
    ("6.1-title-asks", "http://a/君の名は？", "http://a/君の名は？"),
    ("6.1-title-asks-twice", "http://a/えっ？？/何？#何？", "http://a/えっ？？/何？#何？"),
    ("6.1-title-quoted", "http://a/「何？」", "http://a/「何？」"),
    ("6.1-title-of-two-parts", "http://a/阿凡达：水之道", "http://a/阿凡达：水之道"),
    (
        "6.1-title-with-name",
        "http://a/ジャン＝ポール；何＆え。",
        "http://a/ジャン＝ポール；何＆え。",
    ),
    ("6.1-value-asks", "http://a/?q=何？&r=え：え", "http://a/?q=何？&r=え：え"),
    ("6.1-armenian", "http://a/Բարև։Աշխարհ", "http://a/Բարև։Աշխարհ"),
    ("6.1-port", "http://a:80/何？", "http://a:80/何？"),
    ("raw-blank", "a/\u2800", "a/%E2%A0%80"),
    ("raw-filler", "a/é\U00016fe4\U0001d159", "a/é%F0%96%BF%A4%F0%9D%85%99"),
    ("raw-joiner", "a/ⵜ\u2d7fⵜ\U0001107f", "a/ⵜ\u2d7fⵜ%F0%91%81%BF"),
    ("raw-selector", "a/é\U0001bc9d", "a/é%F0%9B%B2%9D"),
    ("raw-invisible", "a/\u200b\u00a0\u2028\u3000", "a/%E2%80%8B%C2%A0%E2%80%A8%E3%80%80"),
    ("raw-private", "a?\ue000", "a?%EE%80%80"),
    ("raw-unassigned", "a/\U000e1000", "a/%F3%A1%80%80"),
    ("raw-ignorable", "a/\u3164\ufe0f", "a/%E3%85%A4%EF%B8%8F"),
    ("case-kept", "HTTP://EXAMPLE.org/", "HTTP://EXAMPLE.org/"),
    ("case-mapped", "http://XN--MNCHEN-3YA.DE/", "http://münchen.de/"),
    ("u-label-mapped", "http://ＭÜNCHEN．DE/", "http://münchen.de/"),
    ("all-mapped-to-ascii", "http://ＥＸＡＭＰＬＥ．org/", "http://example.org/"),
    ("empty-parts", "http://@:?#", "http://@:?#"),
    ("empty-authority", "foo:///é", "foo:///é"),
    ("hidden-host", "http:///p\u0430ypal.com/", "http:///p%D0%B0ypal.com/"),
    ("hidden-host-no-scheme", "///p\u0430ypal.com/", "///p%D0%B0ypal.com/"),
    ("hidden-host-four-slashes", "////p\u0430ypal.com/", "////p%D0%B0ypal.com/"),
    ("hidden-host-one-slash", "http:/p\u0430ypal.com/é", "http:/p%D0%B0ypal.com/%C3%A9"),
    ("hidden-host-no-slash", "WSS:p\u0430ypal.com", "WSS:p%D0%B0ypal.com"),
    ("hidden-host-encoded", "ftp:/p%d0%b0ypal.com", "ftp:/p%d0%b0ypal.com"),
    ("hidden-password", "http:///me:secret@example.org/", "http:///me:***@example.org/"),
    ("hidden-password-no-scheme", "///me:secret@a", "///me:***@a"),
    ("hidden-password-no-slash", "http:me:sec@ret@a/é@b", "http:me:***@a/%C3%A9@b"),
    ("hidden-password-one-slash", "https:/:secret@a?:b@c", "https:/:***@a?:b@c"),
    ("hidden-user", "http:/me@a", "http:/me@a"),
    ("no-hidden-password", "http:/a/b:c@d", "http:/a/b:c@d"),
    ("slashes-in-path", "/.//p\u0430ypal.com/", "/.//p\u0430ypal.com/"),
    ("encoded-backslash", "a/%5C%5Cé", "a/%5C%5Cé"),
    ("no-authority", "urn:é:1", "urn:é:1"),
    ("path-of-a-url", "a/http://me:pw@b/", "a/http://me:pw@b/"),
    ("root-dot", "http://münchen.de./", "http://münchen.de./"),
    ("ip-literal", "http://[v1.xn--a]:80/é", "http://[v1.xn--a]:80/é"),
    ("emoji", "http://i❤.ws/", "http://xn--i-7iq.ws/"),
    ("emoji-and-honest", "http://i❤.münchen.de/", "http://xn--i-7iq.münchen.de/"),
    ("joiner", "http://نامه\u200cای.com/", "http://xn--mgba3gch31f060k.com/"),
    ("not-a-domain-name", "http://é!.com/é", "http://%C3%A9!.com/é"),
    ("not-utf-8-host", "http://%E9.com/", "http://%E9.com/"),
    ("encoded-twice", "http://%25C3%25A9/", "http://%25C3%25A9/"),
    ("encoded-slash", "http://a%2Fb.xn--9ca/", "http://a%2Fb.xn--9ca/"),
    ("encoded-ascii-host", "http://ex%61mple.org/", "http://example.org/"),
    ("bad-a-label", "http://xn--a.xn--9ca.org/", "http://xn--a.xn--9ca.org/"),
    ("rfc5893-2", "http://0a.xn--4db/", "http://0a.xn--4db/"),
    ("too-long", f"http://{'é' * 64}.org/", f"http://{'%C3%A9' * 64}.org/"),
    ("no-domain-name-scheme", "foo://é.example/", "foo://é.example/"),
    ("no-scheme", "//аррӏе.com/", "//xn--80ak6aa92e.com/"),
    ("user", "http://me@a/", "http://me@a/"),
    ("user-not-decoded", "http://a／@b/", "http://a%EF%BC%8F@b/"),
    ("password", "http://me:pw:2@a:80/", "http://me:***@a:80/"),
    ("password-empty", "http://me:@a/", "http://me:@a/"),
    ("password-sip", "sip:me:secret@é.org;a=b", "sip:me:***@é.org;a=b"),
    ("password-full-width-colon", "http://me：secret@a/é", "http://me%EF%BC%9A***@a/é"),
    ("password-encoded-colon", "http://me%3asecret@a/é", "http://me%3a***@a/é"),
    ("password-encoded-at", "http://me%3Asecret%40a.b/", "http://me%3A***%40a.b/"),
    ("password-and-a-label", "ftp://:pw@xn--9ca.org", "ftp://:***@é.org"),
]


@pytest.mark.parametrize(("iri", "shown"), [pytest.param(*case, id=name) for name, *case in CASES])
def test_references(iri: str, shown: str) -> None:
    """An IRI reference is shown with all decoded that is safe, and its password masked."""
    assert is_iri_reference(iri)
    assert shown == display(iri)


NO_IRIS = [
    ("space", "a b", "a%20b"),
    ("markup", '<a href="x">`{|}\\^\'', "%3Ca%20href=%22x%22%3E%60%7B%7C%7D%5C%5E'"),
    ("control", "\0\t\r\n\x7f\x85", "%00%09%0D%0A%7F%C2%85"),
    ("bidi-formatting", "http://é/\u202egpj.exe", "http://é/%E2%80%AEgpj.exe"),
    ("surrogate", "\ud800é", "%ED%A0%80é"),
    ("surrogate-pair", "\ud83d\ude00", "%ED%A0%BD%ED%B8%80"),
    ("noncharacter", "\uffff", "%EF%BF%BF"),
    ("percent", "100%é%2", "100%25é%252"),
    ("host-judged", "http://аррӏе.com/ ", "http://xn--80ak6aa92e.com/%20"),
    ("still-none", "é:b", "%C3%A9:b"),
    ("bad-port-host-not-decoded", "http://аррӏе.com:x/", None),
    ("ip-literal", "http://[::1", "http://[::1"),
    ("two-fragments", "#é#é", "#%C3%A9#%C3%A9"),
    ("password", "http://me:secret@a b/", "http://me:***@a%20b/"),
    ("password-with-at", "http://me:sec@ret@a/", "http://me:***@a/"),
    ("password-with-delimiters", "http://me:s?e/c#ret@a/ ", "http://me:***@a/%20"),
    ("password-masked-where-invalid", "http://me:secret@[/", "http://me:***@[/"),
    ("password-after-space", " http://me:secret@a/", "%20http://me:***@a/"),
    ("password-empty", "http://me:@a /", "http://me:@a%20/"),
    ("port-no-password", "http://a:80/ b@c", "http://a:***@c"),
    ("hidden-host", "http:\\\\p\u0430ypal.com\\", "http:%5C%5Cp%D0%B0ypal.com%5C"),
    ("hidden-host-no-scheme", "/\\p\u0430ypal.com", "/%5Cp%D0%B0ypal.com"),
    ("hidden-host-backslashes", "\\\\p\u0430ypal.com", "%5C%5Cp%D0%B0ypal.com"),
    ("hidden-host-tab", "/\t/p\u0430ypal.com", "/%09/p%D0%B0ypal.com"),
    ("hidden-host-control", "\x01 \n//p\u0430ypal.com", "%01%20%0A//p%D0%B0ypal.com"),
    ("hidden-password", "\\\\me:secret@é", "%5C%5Cme:***@%C3%A9"),
    ("user-only", "http://evil.example\\@good.example/", "http://evil.example%5C@good.example/"),
]


@pytest.mark.parametrize(
    ("text", "shown"), [pytest.param(*case, id=name) for name, *case in NO_IRIS]
)
def test_no_iri_references(text: str, shown: str | None) -> None:
    """Other text is percent-encoded until it is an IRI reference, or to the end in ASCII."""
    assert not is_iri_reference(text)
    assert (shown or ascii_only(text)) == display(text)


def ascii_only(text: str) -> str:
    """Percent-encode what is not ASCII."""
    return re.sub(r"[^\x00-\x7f]", lambda m: f"%{m[0].encode().hex('%').upper()}", text)


ATTACK_ROWS = [row for row in rows(ATTACKS) if row["op"] == "display"] if ATTACKS.exists() else []


@pytest.mark.skipif(not ATTACK_ROWS, reason="attacks.jsonl is not there: set IRI3987_ATTACKS")
@pytest.mark.parametrize("row", [pytest.param(row, id=row["id"]) for row in ATTACK_ROWS])
def test_attacks(row: dict[str, Any]) -> None:
    """Text that attacks a reader stays encoded. A password is masked; the user stays."""
    expected = row["expected"].removeprefix("map-to:")
    if row["id"] == "auth-022":
        expected = "http://user:***@a/"
    elif expected == row["expected"]:
        assert expected == "keep-encoded" or expected.startswith("flag:")
        expected = row["input"]
    assert upper_triplets(expected) == upper_triplets(display(row["input"]))


def upper_triplets(text: str) -> str:
    """Return *text* with the hexadecimal digits of its percent-encodings in upper case."""
    return re.sub("%[0-9A-Fa-f]{2}", lambda match: match[0].upper(), text)


# --- Laws ---------------------------------------------------------------------------------

_LABELS = (
    "a 0a a_b - ! com example é münchen ❤ ﬀ ＡＢＣ g\u200bh nn\u200c क१2 例え テスト мир рф "
    "مثال اه דוגמה аррӏе рaypal xn--80ak6aa92e xn--mnchen-3ya XN--9CA xn--a xn--4db "
    "%C3%A9 %E9 %2E %25C3 %41"
)
LABELS = st.sampled_from(_LABELS.split())
HOST = st.one_of(
    st.lists(LABELS, max_size=4).map(".".join),
    st.sampled_from(["[::1]", "[v1.xn--a]", "127.0.0.1", "a.", "xn--"]),
)
CHARACTER = st.one_of(
    st.characters(codec="utf-8").filter(is_iri_reference),
    st.sampled_from("aZ09-._~!$&'()*+,;=@:"),
    st.sampled_from(
        ["é", "\u200b", "\u00a0", "\ufe0f", "\U000e0100", "%41", "%2f", "%c3%A9", "%ff"]
    ),
    st.characters(codec="utf-8").map(lambda c: f"%{c.encode().hex('%')}"),
)
PART = st.lists(CHARACTER, max_size=5).map("".join)


@st.composite
def references(draw: st.DrawFn) -> str:
    """Make an IRI reference with an authority more often than not."""
    scheme = draw(st.sampled_from(["http:", "HTTPS:", "foo:", "", ""]))
    authority = draw(st.sampled_from(["//", "//", "//", ""]))
    if authority:
        authority += draw(st.sampled_from(["", "", "me@", "m%C3%A9:pä@", ":@"]))
        authority += draw(HOST) + draw(st.sampled_from(["", "", ":", ":80"]))
    path = "".join(f"/{part}" for part in draw(st.lists(PART, max_size=3)))
    query = draw(st.one_of(st.just(""), PART.map("?{}".format)))
    fragment = draw(st.one_of(st.just(""), PART.map("#{}".format)))
    return f"{scheme}{authority}{path}{query}{fragment}"


VALID = references().filter(is_iri_reference)
ANY_CHARACTER = st.one_of(
    st.characters(),
    st.characters(categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zs", "Zl", "Zp"]),
    st.sampled_from(":/?#[]@%\\<>\"{}|^`' "),
)
ANY_TEXT = st.one_of(
    st.text(ANY_CHARACTER),
    st.tuples(references(), st.text(ANY_CHARACTER, max_size=3), references()).map("".join),
    references(),
)


@given(ANY_TEXT)
def test_law_plain_and_visible(text: str) -> None:
    """For any text, nothing in the result is invisible, a separator, or not of an IRI."""
    shown = display(text)
    categories = {unicodedata.category(character) for character in shown}
    assert set() == categories & {"Cc", "Cf", "Zs", "Zl", "Zp", "Cs", "Co", "Cn"}
    assert set() == set(shown) & set('<>"{}|\\^` ')


#: What separates the parts of an address, as input methods and programs write it.
PIECES = st.lists(
    st.sampled_from(
        [
            *("http:", "me:", "sip:", "view-source:", "//", "/", "：", "／", "＠", "﹕", "@", "["),
            *("]", "?", "#", ":", "%", "3A", "%3A", "%40", "%EF%BC%9A", "%ef%bc%a0", "\\", " "),
            *("x", "é", "ä.de", "аррӏе.com", "***", "\u200b"),
        ]
    ),
    max_size=9,
).map("".join)


@given(ANY_TEXT | PIECES)
@example("me:／／x@[")
@example("//me:Q@Q＠[")
def test_law_idempotent(text: str) -> None:
    """A text that is shown is its own display form."""
    shown = display(text)
    assert shown == display(shown)


#: A domain in Cyrillic letters that can be read as "apple.com", in a path.
APPLE = "%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com"


@pytest.mark.parametrize(
    ("iri", "expected"),
    [
        ("mailto:é@faß.de,a@example.org", "mailto:é@faß.de,a@example.org"),
        ("mailto:é@%D0%B2%D0%B0.%D1%80%D1%84", "mailto:é@ва.рф"),
        ("mailto:me@аррӏе.com", "mailto:me@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com"),
        ("MAILTO:a@é.fr,a@аррӏе.com", "MAILTO:a@é.fr,a@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com"),
        ("mailto:?cc=a@раypal.com&body=é", "mailto:?cc=a@%D1%80%D0%B0ypal.com&body=é"),
        ("mailto:me@ВАС.com", "mailto:me@%D0%92%D0%90%D0%A1.com"),
        ("mailto:me@x%40аррӏе.com", "mailto:me@x%40%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com"),
        ("mailto:аррӏе.com", "mailto:%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com"),
        ("mailto:me@Faß.de", "mailto:me@Faß.de"),
        ("sip:аррӏе.com;transport=tcp", f"sip:{APPLE};transport=tcp"),
        ("sips:аррӏе.com:5061", f"sips:{APPLE}:5061"),
        ("sip:faß.de", "sip:faß.de"),
        ("xmpp:аррӏе.com/x@y", f"xmpp:{APPLE}/x@y"),
        ("ACCT:%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com", f"ACCT:{APPLE}"),
        ("ssh:git@аррӏе.com", f"ssh:git@{APPLE}"),
        ("ssh:аррӏе.com", f"ssh:{APPLE}"),
        ("sftp://a.example/u@аррӏе", "sftp://a.example/u@аррӏе"),
        ("mailto:?to=me%40аррӏе.com", "mailto:?to=me%40%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com"),
        ("mailto:?to=é%40faß.de%2Ca%40ва.рф", "mailto:?to=é%40faß.de%2Ca%40ва.рф"),
        ("xmpp:é@аррӏе.com/é", "xmpp:é@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com/é"),
        ("sip:é@аррӏе.com:5060", "sip:é@%D0%B0%D1%80%D1%80%D3%8F%D0%B5.com:5060"),
        ("ACCT:é@faß.de", "ACCT:é@faß.de"),
        ("urn:é@аррӏе.com", "urn:é@аррӏе.com"),
        # A name with a joiner is not shown by halves.
        (
            "mailto:me@مونته%E2%80%8Cنگرو.com",
            "mailto:me@%D9%85%D9%88%D9%86%D8%AA%D9%87%E2%80%8C%D9%86%DA%AF%D8%B1%D9%88.com",
        ),
    ],
)
def test_domain_of_a_mailbox(iri: str, expected: str) -> None:
    """A domain that looks like another stays percent-encoded: the result maps to the same URI."""
    assert expected == display(iri) == display(expected)
    assert to_uri(iri) == to_uri(expected)
    assert f'<bdi dir="ltr">{escape(expected)}</bdi>' in link(iri)


IN_A_MAILBOX = [
    *("mailto:me@%C2%ADаррӏе.com", "mailto:me@%E2%80%8Bаррӏе.com", "mailto:me@\u2060рaypal.com"),
    *("mailto:me@x%C2%AD-аррӏе.com", "mailto:me@аррӏе%C2%AD.com", "mailto:a%40%C2%ADаррӏе.com"),
    *("mailto:me@%FFаррӏе.com", "mailto:me@%61ррӏе.com"),
    *("mailto:?cc=me@%C2%ADаррӏе.com&body=❤\ufe0f", "xmpp:me@%C2%ADаррӏе.com"),
]


@pytest.mark.parametrize("iri", IN_A_MAILBOX)
def test_invisible_character_in_the_domain_of_a_mailbox(iri: str) -> None:
    """An invisible character does not hide a look-alike: the whole domain stays encoded."""
    shown = display(iri)
    assert not re.search("[Ѐ-ӿ]", shown)
    assert shown == display(shown)
    assert one_spelling(to_uri(shown)) == one_spelling(to_uri(iri))
    assert f'<bdi dir="ltr">{escape(shown)}</bdi>' in link(iri)


OTHER_SCHEMES = ["webcal", "feed", "GIT+SSH", "file", "smb", "gemini", "postgresql", "foo"]


@pytest.mark.parametrize("scheme", OTHER_SCHEMES)
@pytest.mark.parametrize(
    "host",
    ["аррӏе.com", "рaypal.com", "xn--a.аррӏе.com", "é%FF", "НОТ.com", "Я-Р.com", "\u212aä.com"],
)
def test_host_after_any_scheme(scheme: str, host: str) -> None:
    """A host that looks like another stays percent-encoded, whatever the scheme."""
    expected = to_uri(f"{scheme}://me@{host}:80/", host="percent") + "é?é"
    assert expected == display(f"{scheme}://me@{host}:80/é?é") == display(expected)
    assert to_uri(f"{scheme}://me@{host}:80/é?é") == to_uri(expected)
    assert f'<bdi dir="ltr">{escape(expected)}</bdi>' in link(expected)


@pytest.mark.parametrize("scheme", OTHER_SCHEMES)
@pytest.mark.parametrize(
    "host", ["faß.de", "Faß.de", "Élan.fr", "Дума.рф", "ва.рф", "例え", "a_b", "", "[::1]"]
)
def test_honest_host_after_any_scheme(scheme: str, host: str) -> None:
    """A host that is safe to show is shown."""
    iri = f"{scheme}://{host}/é"
    assert iri == display(iri) == display(to_uri(iri, host="percent"))


@pytest.mark.parametrize("length", [253, 254, 100_000])
def test_long_domain_of_a_mailbox(length: int) -> None:
    """A name that is longer than any domain is not shown."""
    text = f"mailto:me@{'é' * length}"
    assert f"mailto:me@{'%C3%A9' * length}" == display(text)


@given(
    st.lists(st.sampled_from([*"@,;&=?é%", "аррӏе", ".com", "%40", "%D0%B0", "%C2%AD", "%FF"])).map(
        "".join
    )
)
def test_law_mailto_maps_to_the_same_uri(rest: str) -> None:
    """However it is written, a "mailto:" IRI is shown as text that maps to the same URI."""
    iri = f"mailto:{rest}"
    assume(is_iri(iri))
    assert display(iri) == display(display(iri))
    assert one_spelling(to_uri(iri)) == one_spelling(to_uri(display(iri)))


@given(VALID)
def test_law_same_resource(iri: str) -> None:
    """A text that is shown maps to the URI that the IRI maps to, except for a masked password."""
    assert essence(iri) == essence(display(iri))


@given(VALID)
def test_law_same_as_its_uri(iri: str) -> None:
    """An IRI and the URI it maps to are shown alike."""
    assert display(iri) == display(to_uri(iri, host="percent"))


@given(VALID)
def test_law_path_query_and_fragment_as_to_iri(iri: str) -> None:
    """Path, query and fragment are those that `to_iri` gives for the URI."""
    expected = IRIReference(to_iri(to_uri(iri, host="percent")))
    shown = IRIReference(display(iri))
    # A domain of a mailbox may stay percent-encoded.
    assume((shown.scheme or "").lower() not in {"mailto", "sip", "sips", "xmpp", "acct", "im"})
    # A look-alike of a delimiter stays percent-encoded, too.
    assume(set(expected).isdisjoint(LIKE_DELIMITER))
    if not shown.host:  # in what browsers read as a host, nothing is decoded
        assume((shown.scheme or "").lower() not in SPECIAL and not shown.startswith("//"))
    assert (expected.path, expected.query) == (shown.path, shown.query)
    assert expected.fragment == shown.fragment


def essence(iri: str) -> tuple[str | None, ...]:
    """Return the parts of the URI that *iri* maps to, without userinfo, in one spelling."""
    uri = IRIReference(to_uri(iri, host="percent"))
    host = uri.host
    if uri.scheme is None or uri.scheme.lower() in DOMAIN_NAME:
        with suppress(IRIError):
            host = host_to_ascii(to_iri(f"//{host}")[2:])
    parts = (host, uri.path, uri.query, uri.fragment)
    user = None if uri.userinfo is None else uri.userinfo.partition(":")[0]
    return uri.scheme, user, uri.port, *(part and one_spelling(part) for part in parts)


def one_spelling(part: str) -> str:
    """Return *part* with upper-case triplets, and unreserved characters decoded."""
    unreserved = "%(4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9A]|2D|2E|5F|7E|3[0-9])"
    return re.sub(unreserved, lambda m: chr(int(m[1], 16)), upper_triplets(part))


@pytest.mark.parametrize(
    "prefix", ["feed:", "view-source:", "jar:", "blob:", "filesystem:", "a:b-c:", "VIEW-SOURCE:"]
)
@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://аррӏе.com/é", "https://xn--80ak6aa92e.com/é"),
        ("https://faß.de/%C3%A9?%C3%A9#%C3%A9", "https://faß.de/é?é#é"),
        ("https://me:secret@faß.de/", "https://me:***@faß.de/"),
        ("git+ssh://аррӏе.com/", f"git+ssh://{APPLE}/"),
        ("HTTP:/аррӏе.com/", f"HTTP:/{APPLE}/"),
        ("sip:é", "sip:é"),
    ],
)
def test_an_address_in_another_one_is_shown_as_it_is_alone(prefix, address, shown):
    """Browsers open what follows "view-source:" and the like: the host of it is the host."""
    assert f"{prefix}{shown}" == display(prefix + address)


def test_many_schemes_take_linear_time():
    """No stack is too small for an address behind many schemes."""
    many = "a:" * 100_000
    assert f"{many}https://xn--80ak6aa92e.com/" == display(f"{many}https://аррӏе.com/")
