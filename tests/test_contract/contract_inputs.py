"""One list of inputs for every boundary: the core, Django's fields, Flask's converter.

Each has the code with which a profile refuses it, None where it accepts it. The expected values
come from RFC 3987 sections 2.2 and 4.1, UTS #46, the IPv4 rules of the WHATWG, the registries of
special-use names and addresses, and what `Profile` says of itself; never from running the code.

Characters that hide or reorder text are written as escapes.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

ProfileName = Literal["any", "web", "intranet", "public"]


class Case(NamedTuple):
    """An input, and the code with which each profile refuses it; None: it is accepted."""

    id: str
    text: str
    web: str | None
    any: str | None

    def code(self, profile: ProfileName) -> str | None:
        """Return the expected code for the profile of that name."""
        if profile == "any":
            return self.any
        if profile == "intranet" and self.web == "host-single-label":
            return None
        if profile == "public" and self.web is None:
            # The domain "example" is for documentation (RFC 6761 section 6.5).
            is_reserved = self.id in NOT_PUBLIC or ".example/" in self.text.partition("?")[0]
            return "host-not-public" if is_reserved else UNSEEN.get(self.id)
        return self.web

    @property
    def trimmed(self) -> bool:
        """Return whether a form field would not see this text as it is.

        Forms trim white space and what is invisible at both ends, and call what is empty
        "required": for such a text the verdict of the profile is not that of a form.
        """
        return not self.text or self.text != self.text.strip(
            " \t\r\n\f\v\x85\xa0\u200b\u200e\u200f\u2028\u202e\u2066\u2069\u3000\ufeff"
        )


#: Accepted by "web", and not of the public internet: RFC 5737, RFC 919, RFC 4291 (only 2000::/3 is
#: global unicast), RFC 3849, RFC 6761 section 6.3.
NOT_PUBLIC = {
    *("localhost", "ipv4", "ipv4-port", "ipv6", "ipv6-any", "ipv6-port", "ipv6-full"),
    *("ipv6-seven", "ipv6-ipv4"),
}
#: Accepted by "web" with a warning, which "public" refuses: on a server, nothing shows it.
UNSEEN = dict.fromkeys(("zwsp-path", "bom-path", "soft-hyphen", "zwsp-host"), "invisible-character")

#: Labels that are words in their script; each becomes a host, a path, a query and a fragment.
SCRIPTS = {
    "adlam": "𞤆𞤵𞤤𞤢𞤪",
    "arabic": "مثال",
    "armenian": "օրինակ",
    "bengali": "বাংলা",
    "bopomofo": "ㄅㄆㄇㄈ",
    "canadian": "ᐃᓄᒃᑎᑐᑦ",
    "cherokee": "ᏣᎳᎩ",
    "cyrillic": "пример",
    "devanagari": "उदाहरण",
    "ethiopic": "ኢትዮጵያ",
    "georgian": "მაგალითი",
    "greek": "βόλος",
    "gujarati": "ગુજરાતી",
    "gurmukhi": "ਪੰਜਾਬੀ",
    "han": "例子",
    "hangul": "실례",
    "hebrew": "דוגמה",
    "hiragana": "れい",
    "javanese": "ꦗꦮ",
    "kannada": "ಕನ್ನಡ",
    "katakana": "テスト",
    "khmer": "ខ្មែរ",
    "lao": "ລາວ",
    "latin": "straße",
    "malayalam": "മലയാളം",
    "mongolian": "ᠮᠣᠩᠭᠣᠯ",
    "myanmar": "မြန်မာ",
    "nko": "ߒߞߏ",
    "ol-chiki": "ᱥᱟᱱᱛᱟᱲᱤ",
    "oriya": "ଓଡ଼ିଆ",
    "sinhala": "ලංකා",
    "syriac": "ܣܘܪܝܝܐ",
    "tamil": "உதாரணம்",
    "telugu": "తెలుగు",
    "thaana": "ދިވެހި",
    "thai": "ไทย",
    "tibetan": "བོད",
    "tifinagh": "ⵜⴰⵎⴰⵣⵉⵖⵜ",
    "yi": "ꆈꌠ",
}

_63 = "a" * 63
#: 253 octets: VerifyDnsLength's greatest name (63 + 63 + 63 + 61 and three dots).
_253 = f"{_63}.{_63}.{_63}.{'a' * 61}"
_MEGABYTE = 1_000_000


def _padded(length: int, character: str = "a") -> str:
    """Return a web address that maps to a URI of *length* octets."""
    start = "http://example.org/"
    count, rest = divmod(length - len(start), 1 if character.isascii() else 6)
    return f"{start}{character * count}{'a' * rest}"


#: Accepted by both profiles.
ACCEPTED = {
    "bare": "http://example.org",
    "a-label-broken": "http://xn--a.example/",
    "a-label-full-width-www": "http://xn--8i7caa.famitei.net/",
    "a-label-combining-mark": "http://xn--board-ngr.palungjit.org/",
    "https": "https://example.org/",
    "scheme-case": "HtTpS://EXAMPLE.org/",
    "all-parts": "http://me:secret@faß.de:8080/straße;v=1/a?q=é&r=%C3%A9#œuvre",
    "query-only": "http://example.org?q",
    "fragment-only": "http://example.org#f",
    "empty-query": "http://example.org/?",
    "empty-fragment": "http://example.org/#",
    "query-marks": "http://example.org/?a?b/c:@#d?e/f:@",
    "double-slash": "http://example.org//a//b",
    "dots": "http://example.org/a/./b/../c",
    "sub-delims": "http://example.org/!$&'()*+,;=:@-._~",
    "encoded": "http://example.org/%C3%A9%c3%a9",
    "encoded-latin-1": "http://example.org/D%FCrst",
    "encoded-nul": "http://example.org/%00%0D%0A",
    "encoded-slash": "http://example.org/a%2Fb%3Fc%23d%25",
    "encoded-overlong": "http://example.org/%C0%AF%ED%A0%80",
    "encoded-rlo": "http://example.org/%E2%80%AEgpj.exe",
    "nfd": "http://example.org/re\u0301sume\u0301",
    "zwj-path": "http://example.org/👩\u200d💻",
    "zwsp-path": "http://example.org/a\u200bb",
    "nbsp-path": "http://example.org/a\u00a0b",
    "line-separator": "http://example.org/a\u2028b",
    "ideographic-space-end": "http://example.org/a\u3000",
    "bom-path": "http://example.org/\ufeff",
    "ucschar-first": "http://example.org/\u00a0\uf900\ufdf0\U00010000\U000e1000",
    "ucschar-last": "http://example.org/\ud7ff\ufdcf\uffef\U0001fffd\U000efffd",
    "private-query": "http://example.org/?\ue000\uf8ff\U000f0000\U0010fffd",
    "user": "http://me@example.org/",
    "user-empty-password": "http://me:@example.org/",
    "user-unicode": "http://é:ü@example.org/",
    "user-encoded": "http://a%40b@example.org/",
    "port": "http://example.org:80/",
    "port-empty": "http://example.org:/",
    "port-0": "http://example.org:0/",
    "port-65535": "http://example.org:65535",
    "localhost": "http://localhost:8000/",
    "root-dot": "http://example.org./",
    "underscore": "http://_a.b_c.example.org/",
    "hyphens-3-4": "http://su--b.example.org/",
    "digit-labels": "http://1.2.example/",
    "hexadecimal-first": "http://0x7f.example/",
    "label-63": f"http://{_63}.example/",
    "host-253": f"http://{_253}/",
    "host-253-root": f"http://{_253}./",
    "uri-2047": _padded(2047),
    "uri-8000": _padded(8000),
    "iri-8000": _padded(8000, "é"),
    "ipv4": "http://192.0.2.1/",
    "ipv4-port": "http://255.255.255.255:80/",
    "ipv6": "http://[::1]/",
    "ipv6-any": "http://[::]/",
    "ipv6-port": "http://[2001:DB8::7]:8080/é",
    "ipv6-full": "http://[1:2:3:4:5:6:7:8]/",
    "ipv6-seven": "http://[1:2:3:4:5:6:7::]/",
    "ipv6-ipv4": "http://[::ffff:192.0.2.1]/",
    "emoji-heart": "http://i❤.ws/",
    "emoji-snowman": "https://☃.net/",
    "emoji-selector": "http://i❤\ufe0f.ws/",
    "emoji-flag": "http://🇨🇭.example/🇨🇭",
    "a-label": "http://xn--fa-hia.de/",
    "a-label-case": "http://XN--FA-HIA.de/",
    "final-sigma": "http://βόλος.com/",
    "sharp-s": "http://FAẞ.de/",
    "full-width": "http://ＥＸＡＭＰＬＥ.org/",
    "ideographic-stop": "http://例え。テスト/",
    "soft-hyphen": "http://ex\u00adample.org/",
    "zwsp-host": "http://exam\u200bple.org/",
    "nfd-host": "http://re\u0301sume\u0301.example.org/",
    "zwnj-persian": "http://نامه\u200cای.example/",
    "zwj-sinhala": "http://ශ්\u200dරී.example/",
    "rtl-digits": "http://א12.example/",
    "rtl-both": "http://דוגמה.קום/נתיב",
    "homograph": "http://аррӏе.com/",
}

#: IRIs that `WEB` refuses, by code.
REFUSED_BY_WEB = {
    "scheme-not-allowed": {
        "ftp": "ftp://example.org/é",
        "file": "file:///etc/passwd",
        "javascript": "javascript:alert(1)",
        "javascript-case": "JavaScript://example.org/%0Aalert(1)",
        "data": "data:text/html,é",
        "urn": "urn:isbn:0451450523",
        "urn-unicode": "urn:例:1",
        "mailto": "mailto:é@例え.テスト?subject=é",
        "tag": "tag:example.org,2005:é",
        "tel": "tel:+1-201-555-0123",
        "scheme-alone": "about:",
        "scheme-characters": "a+b-c.1:é",
        "host-port": "localhost:8000",
        "domain-port": "example.org:80/é",
        "ftp-no-domain": "ftp://a..b/",
        "any-host": "x://℀/",
        "empty-authority": "x:///é",
    },
    "host-missing": {
        "nothing": "http:",
        "empty": "http://",
        "path": "http:///path",
        "rootless": "http:example.org",
        "one-slash": "http:/example.org/",
        "four-slashes": "http:////example.org/",
        "query": "http://?q",
        "fragment": "https://#f",
        "port-alone": "http://:80/",
        "user-alone": "http://me@/",
        "password-in-path": "http:///me:secret@example.org/",
        "password-rootless": "http:me:secret@example.org/",
    },
    "bad-userinfo": {
        "empty": "http://@example.org/",
        "colon": "http://:@example.org/",
        "password-alone": "http://:secret@example.org/",
        "two-colons": "http://a:b:c@example.org/",
    },
    "port-out-of-range": {
        "65536": "http://example.org:65536/",
        "long": f"http://example.org:{'9' * 500}/",
    },
    "port-leading-zeros": {
        "leading-zero": "http://example.org:080/",
        "two-zeros": "http://example.org:00/",
    },
    "too-long": {
        "8001": _padded(8001),
        "iri-8001": _padded(8001, "é"),
        "few-characters": f"http://example.org/{'é' * 1331}",
        "megabyte-path": f"http://example.org/{'a' * _MEGABYTE}",
        "megabyte-unicode": f"http://example.org/{'例' * _MEGABYTE}",
        "megabyte-dots": f"http://{'.' * _MEGABYTE}/",
        "megabyte-labels": f"http://{'a.' * (_MEGABYTE // 2)}com/",
        "megabyte-port": f"http://example.org:{'1' * _MEGABYTE}/",
        "megabyte-scheme": f"{'a' * _MEGABYTE}:",
    },
    "host-single-label": {
        "ascii": "http://intranet/",
        "unicode": "http://例え/",
        "root": "http://example./",
    },
    "host-empty-label": {
        "inner": "http://a..example/",
        "first": "http://.example.org/",
        "last": "http://example.org../",
        "dot": "http://./",
        "two-dots": "http://../",
        "full-width": "http://a．。example/",
    },
    "host-label-too-long": {
        "64": f"http://{_63}a.example/",
        "punycode": f"http://{'ü' * 63}.example/",
    },
    "host-too-long": {
        "254": f"http://{_253}a/",
        "1025": f"http://{'a.' * 512}example/",
    },
    "host-character": {
        "account-of": "http://℀.com/",
        "backslash": "http://evil.com＼.example/",
        "slash": "http://evil.com／.example/",
        "at": "http://me＠evil.example/",
        "number-sign": "http://evil.com＃.example/",
        "question-mark": "http://evil.com？.example/",
        "colon": "http://evil.com：80.example/",
        "percent": "http://a％2e.example/",
        "greek-question-mark": "http://a\u037e.example/",
        "greek-varia": "http://a\u1fef.example/",
        "space": "http://a\u00a0b.example/",
        "asterisk": "http://*.example.org/",
        "exclamation": "http://ex!ample.org/",
        "comma": "http://a,b.example/",
        "tilde": "http://~a.example/",
        "dollar": "http://$a.example/",
    },
    "host-idna": {
        "unassigned": "http://\u0378.example/",
        "line-separator": "http://a\u2028b.example/",
    },
    "host-a-label": {
        "empty": "http://é.xn--.example/",
        "ascii": "http://é.xn--a-.example/",
        "broken": "http://é.xn--a.example/",
        "not-ascii": "http://xn--é.example/",
        "full-width-www": "http://é.xn--8i7caa.example/",
    },
    "host-hyphen": {
        "first": "http://-a.example/",
        "last": "http://a-.example/",
        "alone": "http://-.example/",
        "a-label-of-nothing": "http://xn--.example/",
        "a-label-of-ascii": "http://xn--a-.example/",
    },
    "host-joiner": {
        "zwj": "http://a\u200db.example/",
        "zwnj": "http://a\u200cb.example/",
        "zwj-emoji": "http://👩\u200d💻.example/",
    },
    "host-combining-mark": {
        "acute": "http://\u0301a.example/",
    },
    "host-bidi": {
        "mixed": "http://אa.example/",
        "digit-first": "http://0א.example/",
        "whole-name": "http://0a.א/",
        "two-digits": "http://ا1\u0662.example/",
        "arabic-digit": "http://\u0663.example/",
    },
    "host-ipv4": {
        "256": "http://256.0.0.1/",
        "short": "http://127.1/",
        "three": "http://192.0.2/",
        "five": "http://1.2.3.4.5/",
        "decimal": "http://2130706433/",
        "octal": "http://0177.0.0.1/",
        "leading-zero": "http://127.0.0.01/",
        "hexadecimal": "http://0x7f000001/",
        "hexadecimal-part": "http://0X7F.0.0.1/",
        "hexadecimal-empty": "http://1.0x/",
        "name": "http://example.1/",
        "full-width": "http://１２７.0.0.1/",
        "circled": "http://①.②.③.④/",
        "ideographic-stop": "http://127。0。0。1/",
    },
    "host-percent-encoded": {
        "ascii": "http://ex%61mple.org/",
        "localhost": "http://%6cocalhost:8000/",
        "utf-8": "http://fa%C3%9F.de/",
        "beside-unicode": "http://ß%C3%9F.de/",
        "dots": "http://%2E%2E/",
        "space": "http://a%20b.example/",
        "slash": "http://a%2Fb.example/",
        "at": "http://a%40b.example/",
        "nul": "http://a%00b.example/",
        "latin-1": "http://d%FCrst.example/",
        "overlong": "http://a%C0%AF.example/",
        "rlo": "http://%E2%80%AEabc.example/",
        "ipv4": "http://%31%32%37.0.0.1/",
        "ipv4-last-digit": "http://127.0.0.%31/",
    },
    "host-ip-literal": {
        "future": "http://[v1.fe80::a+en1]/",
        "future-case": "http://[VF.a]/",
    },
}

#: No IRIs, by code: refused by both profiles.
REFUSED = {
    "not-absolute": {
        "empty": "",
        "path": "/straße",
        "rootless": "straße",
        "domain": "www.例え.テスト/パス",
        "full-width": "ｈｔｔｐｓ：／／例え。テスト／道",
        "parent": "../é",
        "query": "?q=é",
        "fragment": "#é",
        "network": "//例え.テスト/",
        "empty-authority": "///evil.example/",
        "empty-authority-ipv4": "///0x7f.1/",
        "four-slashes": "////evil.example/",
        "port-alone": "//:80/evil.example",
        "user-alone": "//@/evil.example",
        "colon-in-path": "./a:b",
    },
    "bad-scheme": {
        "colon": ":",
        "none": "://example.org/",
        "digit": "1http://example.org/",
        "plus": "+a:b",
        "cyrillic": "httр://example.org/",
        "domain": "例え.テスト:80/",
        "inner-space": "java script:alert(1)",
        "inner-line-feed": "java\nscript:alert(1)",
        "encoded": "%68ttp://example.org/",
        "space-first": " http://example.org/",
        "tab-first": "\thttp://example.org/",
        "line-feed-first": "\nhttp://example.org/",
        "vertical-tab-first": "\x0bhttp://example.org/",
        "c0-first": "\x1fhttp://example.org/",
        "nul-first": "\x00http://example.org/",
        "ideographic-space-first": "\u3000http://example.org/",
        "bom-first": "\ufeffhttp://example.org/",
        "quote-first": '"http://example.org/"',
        "bracket-first": "<http://example.org/>",
    },
    "bad-character": {
        "space-end": "http://example.org/ ",
        "line-feed-end": "http://example.org/\n",
        "crlf": "http://example.org/\r\nSet-Cookie:a",
        "tab": "http://example.org/a\tb",
        "nul": "http://example.org/a\x00b",
        "delete": "http://example.org/\x7f",
        "c1": "http://example.org/\x85",
        "c1-last": "http://example.org/\x9f",
        "host-space": "http://exa mple.org/",
        "host-nul": "http://exam\x00ple.org/",
        "host-line-feed": "http://exam\nple.org/",
        "host-less-than": "http://exa<mple.org/",
        "host-backslash": "http://example.org\\@evil.example/",
        "host-bracket": "http://a[::1]/",
        "host-bracket-close": "http://]/",
        "host-private": "http://a\ue000.example/",
        "host-two-at": "http://a@b@example.org/",
        "backslashes": "http:\\\\example.org\\",
        "user-space": "http://a b@example.org/",
        "user-private": "http://\ue000@example.org/",
        "path-bracket": "http://example.org/[a]",
        "query-bracket": "http://example.org/?a[]=1",
        "query-space": "http://example.org/?a b",
        "query-line-feed": "http://example.org/?a\nb",
        "query-noncharacter": "http://example.org/?\U0010ffff",
        "fragment-space": "http://example.org/#a b",
        "fragment-number-sign": "http://example.org/#a#b",
        "fragment-private": "http://example.org/#\ue000",
        "path-private": "http://example.org/\ue000",
        "path-private-15": "http://example.org/\U000f0000",
        "urn-private": "urn:x:\uf8ff",
        "replacement": "http://example.org/\ufffd",
        "noncharacter": "http://example.org/\ufdd0",
        "noncharacter-bmp": "http://example.org/\uffff",
        "noncharacter-1": "http://example.org/\U0001fffe",
        "tag": "http://example.org/\U000e0001",
        "surrogate": "http://example.org/\ud800",
        "surrogate-low": "http://example.org/?\udfff",
        "surrogate-host": "http://\udc80.example/",
        "surrogate-pair": "http://example.org/\ud83d\ude00",
        "surrogate-alone": "\ud800",
        "script": "javascript:alert('<b>')",
        "mailto-name": "mailto:Me <me@example.org>",
    },
    "bad-percent": {
        "letters": "http://example.org/%zz",
        "end": "http://example.org/100%",
        "one-digit": "http://example.org/%4",
        "half": "http://example.org/%4g",
        "twice": "http://example.org/%%41",
        "unicode": "http://example.org/%u0041",
        "full-width-digits": "http://example.org/%４１",
        "host": "http://ex%zzample.org/",
        "user": "http://a%@example.org/",
        "query": "http://example.org/?100%",
        "fragment": "http://example.org/#100%",
        "urn": "urn:x:%",
        "relative": "%zz",
    },
    "bad-ip-literal": {
        "open": "http://[::1",
        "open-slash": "http://[::1/",
        "empty": "http://[]/",
        "three-colons": "http://[:::]/",
        "two-gaps": "http://[1::2::3]/",
        "seven": "http://[1:2:3:4:5:6:7]/",
        "nine": "http://[1:2:3:4:5:6:7:8:9]/",
        "five-digits": "http://[12345::]/",
        "ipv4": "http://[192.0.2.1]/",
        "ipv4-256": "http://[::256.0.0.1]/",
        "ipv4-first": "http://[192.0.2.1::]/",
        "zone": "http://[fe80::1%25eth0]/",
        "zone-bare": "http://[fe80::1%eth0]/",
        "future-empty": "http://[v1.]/",
        "future-number": "http://[v.a]/",
        "encoded": "http://[%3A%3A1]/",
        "unicode": "http://[例]/",
        "full-width": "http://[::１]/",
        "other-scheme": "x://[::1",
    },
    "bad-port": {
        "letters": "http://example.org:port/",
        "letter-end": "http://example.org:80a/",
        "minus": "http://example.org:-1/",
        "plus": "http://example.org:+80/",
        "space": "http://example.org: 80/",
        "line-feed": "http://example.org:80\n/",
        "twice": "http://example.org:80:90/",
        "colons": "http://example.org::80/",
        "arabic-digits": "http://example.org:\u0663/",
        "full-width": "http://example.org:８０/",
        "encoded": "http://example.org:%38/",
        "ipv6-rest": "http://[::1]x/",
        "ipv6-bare": "http://::1/",
    },
    "bidi-formatting": {
        "scheme": "http\u200e://example.org/",
        "user": "http://a\u202eb@example.org/",
        "host": "http://exam\u202eple.org/",
        "port": "http://example.org:8\u200e0/",
        "ip-literal": "http://[::1\u200e]/",
        "query": "http://example.org/?a\u202eb",
        "fragment": "http://example.org/#a\u2066b",
        "end": "http://example.org/\u200f",
        "urn": "urn:x:a\u202eb",
        "relative": "/a\u202eb",
    },
}

#: LRM, RLM, LRE, RLE, PDF, LRO, RLO; and ALM, LRI, RLI, FSI, PDI, which are younger than the RFC.
BIDI_FORMATTING = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u061c\u2066\u2067\u2068\u2069"
#: "the printable characters in US-ASCII that are not allowed in URIs" (section 3.1).
NOT_IN_URIS = ' <>"{}|\\^`'


def _cases() -> Iterator[Case]:
    for name, label in SCRIPTS.items():
        text = f"http://{label}.example/{label}?{label}={label}#{label}"
        yield Case(f"script-{name}", text, None, None)
    for name, text in ACCEPTED.items():
        yield Case(name, text, None, None)
    for code, texts in REFUSED_BY_WEB.items():
        for name, text in texts.items():
            yield Case(f"{code}-{name}", text, code, None)
    for code, texts in REFUSED.items():
        for name, text in texts.items():
            yield Case(f"{code}-{name}", text, code, code)
    for character in BIDI_FORMATTING:
        text = f"http://example.org/a{character}b"
        yield Case(f"bidi-{ord(character):04x}", text, "bidi-formatting", "bidi-formatting")
    for character in NOT_IN_URIS:
        text = f"http://example.org/a{character}b"
        yield Case(f"ascii-{ord(character):02x}", text, "bad-character", "bad-character")
    # The cap is looked at before the grammar is.
    for code, text in (("bad-percent", "http://example.org/%"), ("not-absolute", "é")):
        yield Case(f"megabyte-{code}", text + text[-1] * _MEGABYTE, "too-long", code)


CASES = list(_cases())


#: What `WEB.clean` makes of inputs with a full-width delimiter or port: an IRI, or another code.
FOLDED = {
    "host-character-slash": "http://evil.com/.example/",
    "host-character-number-sign": "http://evil.com#.example/",
    "host-character-question-mark": "http://evil.com?.example/",
    "host-character-colon": "bad-port",
    "host-ipv4-full-width": "http://127.0.0.1/",
    "host-ipv4-ideographic-stop": "http://127.0.0.1/",
    "bad-ip-literal-full-width": "http://[::1]/",
    "bad-port-full-width": "http://example.org:80/",
    "not-absolute-full-width": "https://例え.テスト/道",
}

#: Texts that a request can carry: UTF-8 has no lone surrogates, and servers have limits.
CARRIED = [
    case
    for case in CASES
    if 0 < len(case.text) < 10_000 and not re.search("[\ud800-\udfff]", case.text)
]
