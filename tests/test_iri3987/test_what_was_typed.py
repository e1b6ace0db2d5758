"""`iri3987.messages`: what was typed comes before what is wrong with a character of it."""

from dataclasses import replace

import pytest

from iri3987 import ANY, INTRANET, IRI, WEB, IRIError, Profile, equivalent, messages

FORM = replace(WEB, assume_scheme="https")
#: What people write where they have no address.
NOTHING = [
    *(
        "n/a",
        "N/A",
        "n.a.",
        "-",
        "--",
        "—",
        "NULL",
        "null",
        "None",
        "nil",
        "NaN",
        "TBD",
        "tba",
        "...",
    ),
    *(
        "undefined",
        "Unknown",
        "k.A.",
        "keine",
        "Ninguno",
        "aucun",
        "s/d",
        "НЕТ",
        "なし",
        "無",
        "没有",
    ),
    *("없음", "ไม่มี", "ندارد", "אין", "Ｎ／Ａ", "ーー", "*", "_", " n/a\u3000"),
]
WHOLE = "Enter the whole address, as in https://example.org/."
TWO = "These are two addresses. Enter one at a time."
FILE = (
    "This is a file or folder on a computer or in its network. Enter a web address, such as "
    "https://example.org/."
)
PORT = (
    "The end of this IPv6 address could be a port. Write the address in brackets, and a port "
    "behind them, as in https://[2001:db8::1]:8080."
)
UNSEEN = "Before the first colon there can only be letters and digits: remove {}."
#: Words, the last of which can be the beginning of the name that follows.
BEFORE = ["my exa", "see my exa", "the best exa", "мой при", "我的 例", "my exa-", "1 a"]
MAIL = "This is an e-mail address. Enter a web address, such as https://example.org/."
PHONE = "This is a telephone number. Enter a web address, such as https://example.org/."

#: Hosts in many scripts, with endings that exist.
HOSTS = [
    *(
        "example.org",
        "faß.de",
        "münchen.de",
        "español.com.ar",
        "café.fr",
        "łódź.pl",
        "ålesund.no",
        "smörgås.se",
        "tiếng.vn",
    ),
    *(
        "ελληνικά.ελ",
        "пример.рф",
        "україна.укр",
        "българия.бг",
        "србија.срб",
        "հայերեն.հայ",
        "ქართული.გე",
        "ישראל.קום",
    ),
    *(
        "עברית.ישראל",
        "مثال.مصر",
        "اردو.پاکستان",
        "हिन्दी.भारत",
        "বাংলা.বাংলা",
        "தமிழ்.இந்தியா",
        "తెలుగు.భారత్",
        "ไทย.ไทย",
        "ລາວ.ລາວ",
    ),
    *(
        "日本.みんな",
        "例え.jp",
        "中文.中国",
        "中文.台灣",
        "한국.한국",
        "монгол.мон",
        "қазақ.қаз",
        "xn--fa-hia.de",
        "a-1.museum",
        "sub.domain.example.net",
    ),
]


def told(text, profile=FORM):
    """Return what people are told of a text, or the address that is stored."""
    try:
        return profile.clean(text)
    except IRIError as error:
        return messages.describe(error, text, profile)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        # Two addresses, the first with a query or a fragment
        ("https://{}/?v=1 https://{}/?v=2", TWO),
        ("https://{}/?v=1, https://{}/?v=2", TWO),
        ("https://{}/?v=1; https://{}", TWO),
        ("https://{}/?v=1 | https://{}", TWO),
        ("https://{}/?v=1 и https://{}", TWO),
        ("https://{}?v=1\u3000https://{}", TWO),
        ("https://me:secret@{}?v=1 https://{}", TWO),
        ("https://{}/#x https://{}/", TWO),
        ("https://{}/#x\nwww.{}", TWO),
        ("{}/watch?v=1 www.{}/watch?v=2", TWO),
        ("https://{}/a b?v=1 https://{}", TWO),
        # "www." ends the first host
        ("https://{}www.{}", TWO),
        ("www.{}www.{}/a", TWO),
        ("{}WWW.{}", TWO),
        ("https://me:secret@{}www.{}?a", TWO),
        # Two addresses, with anything between them, or nothing
        ("https://{}/a https://{}/b", TWO),
        ("http://{}\nhttp://{}", TWO),
        ("{}/a {}/b", TWO),
        ("{}/a www.{}", TWO),
        ("https://{}/a or {}/b", TWO),
        ("https://{}/a\u3000https://{}/b", TWO),
        ("{}/a\u3000{}/b", TWO),
        ("https://{}, https://{}", TWO),
        ("https://{};https://{}", TWO),
        ("https://{},https://{}", TWO),
        ("https://{}|https://{}", TWO),
        ("https://{}/a | https://{}/b", TWO),
        ("https://{} and https://{}", TWO),
        ("https://{}https://{}", TWO),
        ("{}https://{}", TWO),
        ("https://{} www.{}", TWO),
        ("{}\n{}", TWO),
        ("{} or www.{}", TWO),
        ("{},{}", TWO),
        ("{};{}", TWO),
        ("{}|{}", TWO),
        ("https://{}/a,https://{}/b", TWO),
        ("https://{}/ahttps://{}/b", TWO),
        ("https://{}、https://{}", TWO),
        ("https://{}/a、https://{}/b", TWO),
        ("{}，{}", TWO),
        ("{}、{}", TWO),
        ("{}،{}", TWO),
        ("https://{}；https://{}", TWO),
        ("https://{} / https://{}", TWO),
        ("https://me@{}https://{}", TWO),
        ("https://me:secret@{}https://{}", TWO),
        ("https://{}:8080https://{}", TWO),
        ('"https://{}/", "https://{}/"', TWO),
        ("„https://{}/a“, „https://{}/b“", TWO),
        ("‹https://{}/a›,‹https://{}/b›", TWO),
        ("(https://{}/a) (https://{}/b)", TWO),
        ("「https://{}」「https://{}」", TWO),
        ("{}. {}", TWO),
        ("https://{}. {}", TWO),
        # An abbreviation, or a part of the name
        ("a. {}", WHOLE),
        ("No. {}/a", WHOLE),
        ("св. {}", WHOLE),
        ("1. 2. {}", WHOLE),
        ("{}:8080,{}", TWO),
        ("{}:80 {}:80", TWO),
        ("{}:80；{}/a", TWO),
        # The first of two may have no dot.
        ("localhost:8000/a https://{}", WHOLE),
        ("localhost:8000/; https://{}", WHOLE),
        ("localhost:8000 https://{}", WHOLE),
        ("сайт/а https://{}", WHOLE),
        ("社内/道、https://{}", WHOLE),
        ("a https://мой.при- мер", WHOLE),
        # What is not the address of a page
        ("me@{}", MAIL),
        ("mailto:me@{}", MAIL),
        ("MAILTO:me@{}?subject=a", MAIL),
        ("me＠{}", MAIL),
        ("me@{}.", MAIL),
        ("me @ {}", MAIL),
        ("мария@ {}", MAIL),
        ("花子＠ {}", MAIL),
        ("me @{}, you @ {}", MAIL),
        ("Me <me @ {}>", MAIL),
        ("see me @ {}", WHOLE),
        ("me (at) {}", MAIL),
        ("E-Mail: me@{}", MAIL),
        ("me@{}, you@{}", MAIL),
        ("me@{};you@{}", MAIL),
        ("Me <me@{}>", MAIL),
        ("smb://{}/share", FILE),
        (r"\\{}\share", FILE),
        (r"C:\Users\{}", FILE),
        ('"D:\\My Files\\{}"', FILE),
        ("file://{}/My Files/a.txt", FILE),
        ("~/My Files/{}", FILE),
        (r"..\{}", FILE),
        ("file:///{}", FILE),
        ("/home/me/{}.html", FILE),
        ("../{}", WHOLE),
        ("?{}", WHOLE),
        ("#{}", WHOLE),
    ],
)
def test_not_one_address(typed, sentence):
    """The sentence says what it is, and nothing about a character, in every script."""
    texts = [typed.replace("{}", host) for host in HOSTS]
    assert dict.fromkeys(texts, sentence) == {text: told(text) for text in texts}


@pytest.mark.parametrize(
    ("typed", "advice", "address"),
    [
        # A space within the delimiters of the scheme
        ("https: //{}", "Remove the space: ", "https://{}"),
        ("https:/ /{}/a", "Remove the space: ", "https://{}/a"),
        ("https:// {}", "Remove the space: ", "https://{}"),
        ("https ://{}?b", "Remove the space: ", "https://{}?b"),
        ("h ttp : / / {}", "Remove the space: ", "http://{}"),
        # A scheme twice, or almost one
        ("https://https://{}/", "Write https:// only once: ", "https://{}/"),
        ("https:// https://{}", "Write https:// only once: ", "https://{}"),
        ("https://https:// {}", "Write https:// only once: ", "https://{}"),
        ("https//{}", "A colon is missing: ", "https://{}"),
        ("https:/{}", "Write two slashes before the site name: ", "https://{}"),
        ("https：／／https：／／{}", "Write https:// only once: ", "https://{}"),
        ("http://https//{}", "Write http:// only once: ", "https://{}"),
        ("www. {}/a", "Remove the space: ", "https://www.{}/a"),
        ("https://www . {}", "Remove the space: ", "https://www.{}"),
        # A comma or a semicolon for a dot
        ("https://www,{}", "Write a dot instead of “,”: ", "https://www.{}"),
        ("https://www;{}/a", "Write a dot instead of “;”: ", "https://www.{}/a"),
        ("www,{}", "Write a dot instead of “,”: ", "https://www.{}"),
        ("www、{}", "Write a dot instead of “、”: ", "https://www.{}"),
        ("https://www،{}", "Write a dot instead of “،”: ", "https://www.{}"),
        ("https://www।{}", "Write a dot instead of “।”: ", "https://www.{}"),
        # A quotation with brackets, and with words behind it
        ('"https://{}/a_(b)"', 'Remove “"” before the address: ', "https://{}/a_(b)"),
        ("(https://{}/a_(b))", "Remove “(” before the address: ", "https://{}/a_(b)"),
        ("（https://{}/道）", "Remove “（” before the address: ", "https://{}/道"),
        (
            "“https://{}/a”, she said",
            "Remove a quotation mark before the address: ",
            "https://{}/a",
        ),
        ("«https://{}/а», с. 5", "Remove a quotation mark before the address: ", "https://{}/а"),
        ("「https://{}/道」です", "Remove a quotation mark before the address: ", "https://{}/道"),
        ("(https://{}/a) x", "Remove “(” before the address: ", "https://{}/a"),
        ("'https://{}/it's'", "Remove “'” before the address: ", "https://{}/it's"),
        ('"https://{}/a b"', 'Remove “"” before the address: ', "https://{}/a%20b"),
        ("Blog/Site: https://{}", "Enter only the address, without other words: ", "https://{}"),
        ("12:30 https://{}", "Enter only the address, without other words: ", "https://{}"),
        # Marks of other scripts, and of tables
        ("〈https://{}/道〉、", "Remove “〈” before the address: ", "https://{}/道"),
        ("｜https://{}｜", "Remove “｜” before the address: ", "https://{}"),
        ("| {}/a |", "Remove “|” before the address: ", "https://{}/a"),
        ("＂https://{}/道＂です", "Remove “＂” before the address: ", "https://{}/道"),
        # The number of a list, before a name
        ("1. {}", "Enter only the address, without other words: ", "https://{}"),
        ("12. {}/a", "Enter only the address, without other words: ", "https://{}/a"),
        ("３． {}", "Enter only the address, without other words: ", "https://{}"),
        ("٤. {}", "Enter only the address, without other words: ", "https://{}"),
        ("https://sub. {}", "Remove the space: ", "https://sub.{}"),
        # Signs around it, and words
        ("https://{},", "Remove “,” at the end: ", "https://{}"),
        ("https://{};", "Remove “;” at the end: ", "https://{}"),
        ("https://{}、", "Remove “、” at the end: ", "https://{}"),
        ("https://{}｜", "Remove “｜” at the end: ", "https://{}"),
        ("{}،", "Remove “،” at the end: ", "https://{}"),
        ("「{}」", "Remove a quotation mark before the address: ", "https://{}"),
        ("„{}“", "Remove a quotation mark before the address: ", "https://{}"),
        ("（https://{}）", "Remove “（” before the address: ", "https://{}"),
        ("《https://{}》", "Remove “《” before the address: ", "https://{}"),
        ("〈{}〉", "Remove “〈” before the address: ", "https://{}"),
        ("<https://{}/>", "Remove “<” before the address: ", "https://{}/"),
        ("“https://{}/”", "Remove a quotation mark before the address: ", "https://{}/"),
        ("My site: https://{}", "Enter only the address, without other words: ", "https://{}"),
        ("see www.{} please", "Enter only the address, without other words: ", "https://www.{}"),
    ],
)
def test_mistyped(typed, advice, address):
    """The address that is offered is accepted, and is the one that was meant."""
    for host in HOSTS:
        said = told(typed.replace("{}", host))
        assert said.startswith(advice), host
        offered = said.removeprefix(advice).strip("\u2066\u2069")
        assert equivalent(address.replace("{}", host), FORM.clean(offered)), host


@pytest.mark.parametrize(
    "text",
    [
        *(
            "0301234567",
            "12345",
            "8080",
            "1.5",
            "1/2",
            "12:30",
            "12.05.2024",
            "2024-05-12",
            "1,000",
        ),
        *(
            "+49 30 1234567",
            "(030) 123-4567",
            "+1 (555) 010-9999",
            "030/1234567",
            "5%",
            "€100",
            "№ 5",
        ),
        *(
            "٠٣٠١٢٣٤",
            "۰۳۰۱۲۳۴",
            "०३०१२३४",
            "๐๓๐๑๒๓๔",
            "০৩০১২৩৪",
            "０３０１２３４",
            "٢٠٢٤/٥/١٢",
            "v1.2.3",
        ),
        *(
            "（０３）１２３４−５６７８",
            "＋８１-３-１２３４",
            "☎ 030 123456",
            "2024-05-12T12:30:00Z",
        ),
        *("12345678901234567890", "-1", "#1", ",", ";", ":", "%", ":8080", "."),
        *("jane doe", "Мария Петрова", "佐藤 花子", "מריה כהן", "ماريا علي", "สมชาย ใจดี"),
        *("@jane", "@мария", "@花子", "@jane@mastodon.social", "jane@", "a,b", "one, two"),
        *("../page.html", "./a", "..", "/a/path", "?q=1", "#here"),
        *NOTHING,
    ],
)
def test_nothing_like_an_address(text):
    """The sentence asks for an address, whether the form would repair it or not."""
    assert WHOLE == told(text)
    assert WHOLE == told(text, replace(FORM, repair=False))


@pytest.mark.parametrize("text", NOTHING)
@pytest.mark.parametrize("profile", [FORM, replace(INTRANET, assume_scheme="http")])
def test_a_word_for_nothing(text, profile):
    """It is not completed, in a network of one's own either, unless somebody writes the scheme."""
    with pytest.raises(IRIError) as caught:
        profile.clean(text)
    assert "not-absolute" == caught.value.code


@pytest.mark.parametrize("text", ["jane", "todo", "nones", "null-island", "n/b", "na", "тнет"])
def test_a_word_that_can_be_a_host(text):
    """Other words are hosts in a network of one's own."""
    assert f"http://{text}" == replace(INTRANET, assume_scheme="http").clean(text)
    assert "http://none" == INTRANET.clean("http://none")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tel:+49301234567", PHONE),
        ("TEL:0301234567", PHONE),
        ("sms:+49301234567", PHONE),
        ("callto:jane", PHONE),
        ("ｔｅｌ：０３０１２３", PHONE),
        ("Tel.: 030/123456", PHONE),
        (r"c:\a.html", FILE),
        ("C:", FILE),
        ("D:／a", FILE),
        ("~jane/a", FILE),
        ("$HOME/a.html", FILE),
        (r"a\b", FILE),
        ("D:/My Files/a b.html", FILE),
        ("~/a.html", FILE),
        (r"%USERPROFILE%\a.html", FILE),
        ("//server/share/a.html", FILE),
        ("/Users/jane/a.html", FILE),
        ("afp://server/share", FILE),
        ("FILE:///C:/a.html", FILE),
        ("1.2.3.256", "Write the IP address as four numbers from 0 to 255, as in 192.0.2.1."),
        ("http://1.5/", "Write the IP address as four numbers from 0 to 255, as in 192.0.2.1."),
        ("2001:db8::1", "Write the IPv6 address in brackets: https://[2001:db8::1]"),
        ("::1", "Write the IPv6 address in brackets: https://[::1]"),
        ("fe80::1/a", "Write the IPv6 address in brackets: https://[fe80::1]/a"),
        ("http://2001:db8::1/", "Write the IPv6 address in brackets: http://[2001:db8::1]/"),
        ("2001：db8：：1", "Write the IPv6 address in brackets: https://[2001:db8::1]"),
        (
            "2001:db8:0:0:0:0:0:1:443/",
            "Write the IPv6 address in brackets: https://[2001:db8:0:0:0",
        ),
        # It may be a port, and no address has a zone.
        *(
            (each, PORT)
            for each in ("2001:db8::1:8080", "::1:80", "fe80::1:443", "2001：db8：：1：8080")
        ),
        *((each, PORT) for each in ("http://2001:db8::1:3000/", "2001:DB8::1:5000/a")),
        ("2001:db8::8080", "Write the IPv6 address in brackets: https://[2001:db8::8080]"),
        ("2001:db8::1:10", "Write the IPv6 address in brackets: https://[2001:db8::1:10]"),
        ("::1:65535", "Write the IPv6 address in brackets: https://[::1]:65535"),
        *((each, WHOLE) for each in ("fe80::1%eth0", "http://fe80::1%eth0/", "fe80：：1％1")),
        ("http://[fe80::1%eth0]:80/", "The brackets [ ] must contain an IPv6 address, as in"),
        ("example.org:80a", "After the colon there must be a number, as in example.org:8080."),
        ("1.2.3.4:80:90", "After the colon there must be a number, as in example.org:8080."),
        # Without the second "@", "a.orgb.org" would be another site.
        ("http://me@a.org@b.org", "Before the @ sign there can only be a user name, or user:pass"),
        ("http://me@[::1]@b.org", "After the colon there must be a number"),
        ("https://me:secret@2001:db8::1/", "The brackets [ ] must contain an IPv6 address, as in"),
        ("::", WHOLE),
        ("std::vector", "The address must begin with http:// or https://."),
        ("ssh://git@example.org/x", "The address must begin with http:// or https://."),
        ("www,example,com", "Write a dot instead of “,”: https://www.example.com"),
        ("www, example.org/a", "Write a dot instead of “,”: https://www.example.org/a"),
        ("https://www example.org", "Write a dot instead of a space: https://www.example.org"),
        ("www，example.org", "Write a dot instead of “，”: https://www.example.org"),
        ("www.example.org,com", "“org,com” cannot be a part of a site name. Check it (char"),
        ("https://www.example.org;8080", "“org;8080” cannot be a part of a site name."),
        ("https://example.org﹕8080", "“org﹕8080” cannot be a part of a site name."),
        (":https://example.org", "Remove “:” before the address: https://example.org"),
        ("https-//example.org", "A colon is missing: https://example.org"),
        ("example;org", "Write a dot instead of “;”: https://example.org"),
        ("see www.a.org", "Enter only the address, without other words: https://www.a.org"),
        ("My site: a.org", "Enter only the address, without other words: https://a.org"),
        ("my site is: a.org", "Enter only the address, without other words: https://a.org"),
        ("我的网站：例子。中国", "Enter only the address, without other words: https://例子.中国"),
        (
            "サイト:例え。みんな/道",
            "Enter only the address, without other words: https://例え.みんな/道",
        ),
        (
            "내 사이트：https://예시.한국",
            "Enter only the address, without other words: https://예시.한국",
        ),
        # A space before a user
        *(
            (each, "An address cannot contain a space: remove it (character 9).")
            for each in (
                "https:// jane@example.org",
                "https:// user:pass@example.org",
                "https:// иван@пример.рф",
                "https:// 花子:秘密@例え.jp",
            )
        ),
        (
            "https:// us er@a.org",
            "These characters do not fit in an address: a space (character 9: remove it), a space",
        ),
        # An invisible character in what the address begins with
        ("h\u200bttps://example.org", UNSEEN.format("U+200B (character 2)")),
        ("ht\u00adtps://пример.рф", UNSEEN.format("U+00AD (character 3)")),
        ("https\ufeff://例え.jp", UNSEEN.format("U+FEFF (character 6)")),
        (
            "https:\u200b//example.org",
            "The address contains an invisible character: U+200B (character 7).",
        ),
        # Backslashes before a user
        ("https:\\\\user:pass@example.org", "Use / instead of “\\”."),
        ("https:\\\\花子:秘密@例え.jp", "Use / instead of “\\”."),
        ("https:\\\\иван@пример.рф", "Use / instead of “\\”."),
        ("https://user:pa\\ss@example.org", "An address cannot contain “\\”: remove it"),
        # A hyphen of the words, behind an ending
        (
            "https://пример.рф- мой сайт",
            "Enter only the address, without other words: https://пример.рф",
        ),
        (
            "https://例子.中国- 首页",
            "Enter only the address, without other words: https://例子.中国",
        ),
        ("https://한국.한국- 홈", "Enter only the address, without other words: https://한국.한국"),
        (
            "see https://हिन्दी.भारत-",
            "Enter only the address, without other words: https://हिन्दी.भारत",
        ),
        ("https://мой.при- мер", "“при- мер” cannot be a part of a site name."),
        # A space behind a dot, where no sentence ends
        ("example. org", "Remove the space: https://example.org"),
        ("www.example. org/A", "Remove the space: https://www.example.org/A"),
        ("https://example. org", "Remove the space: https://example.org"),
        ("пример. рф", "Remove the space: https://пример.рф"),
        ("例子。 中国", "Remove the space: https://例子.中国"),
        *(
            (each, WHOLE)
            for each in ("End. Next", "Go. Now", "jane. doe", "Да. Нет", "мой сайт. рф")
        ),
        # In a name, the word before it can be its beginning.
        *(
            (f"{each} {host}", WHOLE)
            for each in BEFORE
            for host in ("mple.org", "мер.рф", "子.中国/a")
        ),
        # A comma between two words
        *(
            (each, WHOLE)
            for each in ("yes,no", "on,in", "red,blue", "да,рф", "上海，中国", "de,com")
        ),
        *((each, WHOLE) for each in ("Paris,FR", "work;life", "example,de", "שלום،ישראל")),
        ("example،com", "Write a dot instead of “،”: https://example.com"),
        ("shop.example,de", "Write a dot instead of “,”: https://shop.example.de"),
        ("https://example,de/A", "Write a dot instead of “,”: https://example.de/A"),
        ("WWW,Example,DE/A", "Write a dot instead of “,”: https://www.example.de/A"),
        # "ſ" and "K" (Kelvin) are letters of their own.
        ("httpſ://example.org", "The address must begin with http:// or https://."),
        ("httpſ//example.org", WHOLE),
        ("httpſ:https://example.org", "Enter only the address, without other words: https://exam"),
        ("\u212a:\\a", "After the colon there must be a number"),
        ("telſ:0301234", "The address must begin with http:// or https://."),
        ("ftp://uſers/a", "The address must begin with http:// or https://."),
        ("a.org is it", "Enter only the address, without other words: https://a.org"),
        ("see README.md", WHOLE),
        # A password is in no sentence.
        ("https: //me:secret@example.org", "An address cannot contain a space: remove it (char"),
        ("https://example.org,https", "“org,https” cannot be a part of a site name. Check it"),
    ],
)
def test_one_of_a_kind(text, sentence):
    """As the rows above, for what has no host in other scripts."""
    assert told(text).startswith(sentence)


@pytest.mark.parametrize("host", ["example.com", "www.example.com", "हिन्दी.भारत", "例え.みんな"])
@pytest.mark.parametrize(
    "given",
    [
        "{}",
        "{}/a",
        "{}:80",
        "{}.",
        "https://{}",
        "see https://{}",
        "my {}",
        "see my {}/a",
        "мой {}",
    ],
)
def test_a_space_within_a_name(given, host):
    """Wherever it stands, no address of another site is offered: see "exa mple.org"."""
    whole = FORM.clean(given.rpartition(" ")[2].format(host))
    for at in range(1, len(host)):
        said = told(given.format(f"{host[:at]} {host[at:]}"))
        offered = said.rpartition(": ")[2].strip("\u2066\u2069")
        if offered.startswith("http"):
            assert whole.host == IRI(offered).host, (at, said)


def test_two_addresses_in_a_row_that_is_stored():
    """RFC 3986 lets a port be empty: a profile with `host` refuses it where somebody types it."""
    text = "https://a.examplehttps://b.example"
    assert text == WEB.check(text) == ANY.clean(text)
    for profile in (WEB, FORM, INTRANET):
        with pytest.raises(IRIError) as caught:
            profile.clean(f" {text}")
        assert ("bad-port", 23) == (caught.value.code, caught.value.position)
    for accepted in ("https://a.example/https://b.example", "https://a.example/?https://b.example"):
        assert accepted == FORM.clean(accepted)


@pytest.mark.parametrize(
    ("text", "expected", "rest"),
    [
        (" https://a.example/xhttps://b.example", "bad-port", "://b.example"),
        (" https://a.example,https://b.example", "bad-port", "://b.example"),
        (" https://me@例え.みんなwww.b.example/", "bad-port", "www.b.example/"),
        (" https://例え.テスト”/道", "host-character", "”/道"),
        ("例え.テスト、次", "host-character", "、次"),
    ],
)
def test_where_the_address_ends(text, expected, rest):
    """The position is that of the sign, or of the colon or the "www." of a second address."""
    with pytest.raises(IRIError) as caught:
        FORM.clean(text)
    assert (expected, rest) == (caught.value.code, text[caught.value.position :])


@pytest.mark.parametrize(
    "text",
    [
        *(
            "https://a.example/b c/d",
            "a.org/see README.md",
            "a.org/b v1.2/c",
            "a.org/b?c www.d",
        ),
        *("https://a.org/b httpſ://c.org", "a.org/b/chttpſ://d.org"),
    ],
)
def test_a_space_in_one_address(text):
    """Where no address follows the space, it is encoded."""
    assert text.replace(" ", "%20").removeprefix("https://") in FORM.clean(text)


@pytest.mark.parametrize(
    "rest",
    [
        *(
            "?next=https://{}/",
            "?url=https%3A%2F%2F{}",
            "?url=www.{}",
            "?a,https://{}",
            "#https://{}",
        ),
        *("web/2020/https://{}", "?u=https://{}/&q=a b", "?q=a|https://{}", "#:~:text=https%20{}"),
        *(
            "?q=a https",
            "?q=see https:// b",
            "?q=https://",
            "?q=what is www.",
            "?q=a www. b",
            "?a {}",
        ),
        *("?q=a httpſ://{}", "?q=a xwww.{}", "#a wwww.{}", "{}www.{}", "《{}》"),
    ],
)
def test_an_address_in_an_address(rest):
    """An address can be a value of a query, and words about addresses are not addresses."""
    for host in HOSTS:
        text = f"https://{host}/{rest.replace('{}', host)}"
        assert text.replace(" ", "%20").replace("|", "%7C") == FORM.clean(text)


@pytest.mark.parametrize("host", ["awww.{}", "www.awww.{}", "orgwww.{}", "a.xwww.{}", "www.www.{}"])
def test_a_host_with_www_in_it(host):
    """A label that ends in "www" is of its host, unless an ending stands before it."""
    for each in HOSTS:
        text = f"https://{host.replace('{}', each)}/"
        assert text == FORM.clean(text)


@pytest.mark.parametrize(
    ("text", "ending", "meant"),
    [
        *((f"example.{each}", f".{each}", ".com") for each in ("con", "cmo", "ocm", "vom", "comm")),
        *((f"example.{each}", f".{each}", ".com") for each in ("CON", "c0m", "соm", "cоm")),
        *((f"例え.{each}", f".{each}", ".org") for each in ("ogr", "orgg", "orf", "rog")),
        *((f"www.a.{each}", f".{each}", ".net") for each in ("nte", "met", "nett", "nrt")),
        ("//example.ogr:80/", ".ogr", ".org"),
        ("example.con.", ".con", ".com"),
        ("例え。con", "。con", ".com"),
        ("例え．ｃｏｎ/", "．ｃｏｎ", ".com"),
        ("пример.онлйан", ".онлйан", ".онлайн"),
        ("مثال.فلسطني", ".فلسطني", ".فلسطين"),
        ("www.example.c/a", ".c", ""),
        ("jane.doe", ".doe", ""),
        ("file.pdf?a", ".pdf", ""),
        ("пример.рк", ".рк", ""),
        ("example.xn--80ak6aa92e.", ".xn--80ak6aa92e", ""),
        # Somebody began to type an ending.
        ("www.example.", ".example", ""),
        ("www.example", ".example", ""),
        ("www.beispiel./a", ".beispiel", ""),
        ("WWW.テスト。", ".テスト", ""),
        ("www.localhost", ".localhost", ""),
    ],
)
def test_an_ending_that_does_not_exist(text, ending, meant):
    """A form asks about it where it completes a host. It need not be a mistake."""
    found = [each for each in FORM.warnings(text) if each.code == "unknown-top-level-domain"]
    said = [messages.describe(each, text, FORM) for each in found]
    remedy = f"Did you mean {meant}?" if meant else "Check the site name."
    isolated = f"\u2066{ending}\u2069" if ending.startswith(".ف") else ending
    assert [f"There is no ending “{isolated}”. {remedy}"] == [
        each.replace(f"\u2066{meant}\u2069", meant) for each in said
    ]
    assert ending == text[found[0].start : found[0].end]
    assert FORM.clean(text)


@pytest.mark.parametrize(
    ("text", "profile"),
    [
        *((host, FORM) for host in HOSTS),
        # It is that of the host that is looked up.
        *(
            (each, FORM)
            for each in (
                "ｗｗｗ．ｅｘａｍｐｌｅ．ｏｒｇ",
                "例え．ｊｐ",
                "日本語。ＪＰ",
                "xn--e1afmkfd.xn--p1ai",
            )
        ),
        *((each, FORM) for each in ("xn--r8jz45g.xn--zckzah", "１９２．１６８．０．１")),
        *(
            (each, FORM)
            for each in ("例え.テスト", "مثال.إختبار", "a.test", "db.home.arpa", "a.local")
        ),
        *(
            (each, FORM)
            for each in ("1.2.3.4", "[::1]", "localhost", "EXAMPLE.ORG.", "www.org:80/")
        ),
        # Somebody wrote the scheme, or the site is in a network of one's own.
        ("https://example.con", FORM),
        ("wiki.con", replace(INTRANET, assume_scheme="https")),
        # It is refused.
        ("exa mple.con", FORM),
        ("-a.con", FORM),
    ],
)
def test_an_ending_that_exists(text, profile):
    """Nothing is asked about it."""
    codes = {each.code for each in profile.warnings(text)}
    assert "unknown-top-level-domain" not in codes


def test_an_ending_cannot_be_refused():
    """A profile that completes no host would never refuse it."""
    with pytest.raises(ValueError, match="reject cannot hold 'unknown-top-level-domain'"):
        Profile(reject={"unknown-top-level-domain"})


@pytest.mark.parametrize(
    ("text", "character", "place"),
    [
        ("https://foo\u2011bar.org", "“\u2011”", 12),
        ("https://Foo❤Ｂar.org", "“❤”", 12),
        ("foo､b.org", "“､”", 4),
        ("foo\u200dbar.org", "invisible", 4),
    ],
)
def test_the_character_at_fault(text, character, place):
    """It is named as it was typed, not the first one of its label."""
    found = FORM.warnings(text)
    said = messages.describe(found[0], text, FORM) if found else told(text)
    assert (True, True) == (character in said, f"(character {place})" in said)


def test_a_character_that_is_encoded():
    """Where no character that was typed is at fault, the sentence names the label."""
    (found,) = FORM.warnings("https://xn--qei.com")
    expected = "“xn--qei” can be mistaken for another site name."
    assert messages.describe(found, "https://xn--qei.com", FORM).startswith(expected)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https://[::1]/a b", "There is a space after “a” (character 16). Remove it, or"),
        ("instagram: jane", "The address must begin with http:// or https://."),
        ("urn:a b", "The address must begin with http:// or https://."),
        ("example.org:80/a b", "There is a space after “a” (character 17). Remove it, or"),
    ],
)
def test_where_nothing_is_repaired(text, sentence):
    """What is not an address of the web has no character to mend, and other texts have."""
    assert told(text, replace(FORM, repair=False)).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("https://me:secret@example.org/", "The address contains a password. Everybody who sees"),
        ("http://a%40b:c@example.org", "The address contains a password. Everybody who sees"),
        ("http://me@example.org/", "This address leads to example.org. The part before the @ sign"),
        (
            "http://me:@example.org/",
            "This address leads to example.org. The part before the @ sign",
        ),
        ("http://apple.com:80@evil.example/", "This address leads to evil.example. The part befor"),
    ],
)
def test_a_password(text, sentence):
    """It is called a password, unless the name before it looks like a site."""
    (found,) = (each for each in FORM.warnings(text) if each.code == "userinfo")
    assert messages.describe(found, text, FORM).startswith(sentence)


@pytest.mark.parametrize("selector", ["\ufe0f", "\ufe0e", "\u180b", "\U000e0100"])
@pytest.mark.parametrize("before", ["{}", "{} ", "\u2060{}{}"])
def test_a_selector_before_the_text(before, selector):
    """A variation selector that follows nothing was left behind where text was cut."""
    before = before.replace("{}", selector)
    assert "https://example.org/" == WEB.clean(f"{before}https://example.org/")
    assert "https://例え.テスト" == FORM.clean(f"{before}例え.テスト")
    with pytest.raises(IRIError):
        WEB.check(f"{before}https://example.org/")
