"""Honest addresses in 28 languages, and how many of them a form asks about.

    python -m benchmarks.honest   # the table of docs/explanation/display.md

The words are common ones, in the shapes that addresses have: titles of an encyclopedia, shops,
news, searches. Digits are those of ASCII or of the script. All is random, and always the same.
"""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from iri3987 import ANY, inspect

#: How many addresses are made for each language.
SIZE = 1000
#: The scripts in which people write from right to left.
FROM_THE_RIGHT = {"Arabic", "Hebrew", "Thaana"}


class Language(NamedTuple):
    """What addresses in a language are made of, beside its words."""

    name: str
    script: str
    #: The end of a host: a top-level domain, most often in the script.
    top: str = "com"
    #: The digit zero of the script, if it has digits that are in use.
    zero: str = "0"


LANGUAGES = {
    "ar": Language("Arabic", "Arabic", "مصر", "٠"),
    "fa": Language("Persian", "Arabic", "ایران", "۰"),
    "ur": Language("Urdu", "Arabic", "پاکستان", "۰"),
    "ckb": Language("Sorani", "Arabic", "com", "٠"),
    "ps": Language("Pashto", "Arabic", "com", "۰"),
    "ug": Language("Uyghur", "Arabic"),
    "he": Language("Hebrew", "Hebrew", "קום"),
    "yi": Language("Yiddish", "Hebrew", "קום"),
    "dv": Language("Dhivehi", "Thaana"),
    "de": Language("German", "Latin", "de"),
    "fr": Language("French", "Latin", "fr"),
    "tr": Language("Turkish", "Latin", "com.tr"),
    "vi": Language("Vietnamese", "Latin", "vn"),
    "ru": Language("Russian", "Cyrillic", "рф"),
    "uk": Language("Ukrainian", "Cyrillic", "укр"),
    "el": Language("Greek", "Greek", "ελ"),
    "hy": Language("Armenian", "Armenian", "հայ"),
    "ka": Language("Georgian", "Georgian", "გე"),
    "am": Language("Amharic", "Ethiopic"),
    "hi": Language("Hindi", "Devanagari", "भारत", "०"),
    "bn": Language("Bengali", "Bengali", "বাংলা", "০"),
    "ta": Language("Tamil", "Tamil", "இந்தியா"),
    "te": Language("Telugu", "Telugu", "భారత్"),
    "th": Language("Thai", "Thai", "ไทย", "๐"),
    "ja": Language("Japanese", "Japanese", "コム"),
    "zh": Language("Chinese", "Han", "中国"),
    "si": Language("Sinhala", "Sinhala", "ලංකා"),
    "ko": Language("Korean", "Hangul", "한국"),
}
WORDS = {
    "ar": "كتاب مدينة تاريخ مدرسة خبر اقتصاد رياضة صحة العالم كأس القاهرة سيارة،",
    "fa": "کتاب شهر تاریخ خبر ورزش تهران جام جهانی قیمت کفش دانشگاه هوا؛ می‌خواهم کتاب‌ها خانه‌ای",
    "ur": "کتاب شہر تاریخ خبر کھیل لاہور کراچی قیمت جوتے عالمی پانی گھر",
    "ckb": "کتێب شار مێژوو هەواڵ وەرزش هەولێر نرخ پێڵاو جیهان ئاو ماڵ زانکۆ",
    "ps": "کتاب ښار تاریخ خبر لوبه کابل بیه نړۍ اوبه کور پوهنتون ژبه",
    "ug": "كىتاب شەھەر تارىخ خەۋەر تەنتەربىيە باھا دۇنيا سۇ ئۆي مەكتەپ",
    "he": "שלום ספר עיר חדשות בית תמונה ירושלים כדורגל מחיר נעליים מוצר צה״ל ג׳ירפה",
    "yi": "בוך שטאָט געשיכטע נײַעס שפּיל הויז פּרײַז וועלט וואַסער שול לערער",
    "dv": "ފޮތް ރަށް ތާރީޚް ޚަބަރު ކުޅިވަރު މާލެ އަގު ދުނިޔެ ފެން ގެ",
    "de": "Straße Bücher Größe Übersicht München Geschichte Fußball Grüße",
    "fr": "école été actualités Orléans français façade hôtel théâtre l'été",
    "tr": "şehir kitap haber tarih futbol İstanbul fiyat ayakkabı",
    "vi": "sách tin lịch sử bóng đá giá nước trường học",
    "ru": "город книга новости история футбол Москва цена обувь",
    "uk": "місто книжка новини історія футбол Київ ціна взуття",
    "el": "πόλη βιβλίο ειδήσεις ιστορία Αθήνα τιμή ποδόσφαιρο κόσμος",
    "hy": "քաղաք գիրք լուր պատմություն սպորտ Երևան գին աշխարհ",
    "ka": "ქალაქი წიგნი ახალი ისტორია სპორტი თბილისი ფასი",
    "am": "ከተማ መጽሐፍ ዜና ታሪክ ስፖርት ዋጋ ዓለም ውሃ",
    "si": "ශ්‍රී ලංකාව නගරය පොත පුවත් ඉතිහාසය ක්‍රීඩා මිල ක්‍රිකට් ගුරුවරයා",
    "hi": "शहर किताब समाचार इतिहास खेल दिल्ली मूल्य हिन्दी",
    "bn": "শহর বই খবর ইতিহাস খেলা ঢাকা মূল্য বাংলা",
    "ta": "நகரம் புத்தகம் செய்தி வரலாறு விளையாட்டு சென்னை விலை தமிழ்",
    "te": "నగరం పుస్తకం వార్తలు చరిత్ర ఆట హైదరాబాద్ ధర తెలుగు",
    "th": "เมือง หนังสือ ข่าว ประวัติศาสตร์ กีฬา กรุงเทพ ราคา ภาษาไทย",
    "ja": "東京 図書館 ニュース 歴史 サッカー 天気 値段 りんご",
    "zh": "城市 图书馆 新闻 历史 足球 天气 价格 北京",
    "ko": "도시 도서관 뉴스 역사 축구 날씨 가격 서울",
}
_NOT_IN_HOSTS = frozenset("،؛״׳'İ")

#: {w} is a word, {v} one without punctuation, and {x} one of another language; {y}, {m}, {d} and
#: {n} are numbers.
_TITLES = """
{w}_{w} {w}_{w}_{y} {w}_({w}) {w}_({y}) {y}_{w} {d}_{w}_{y} {w}_{w},_{w} {w}:{w}_{n} {w}!
{w}_{w}_({w}_{y}) {w}_{y}–{y} ({w})_{w} {w}-{n} {w}_{d}.{m}.{y} {w}_{w}%25 {w}._{w}._{w}
{d}.{m}.{y}_{w} {w}_+{n} {w}_{d}/{m}/{y} {y}
"""
_SHAPES = """
https://{lang}.wikipedia.org/wiki/{title} https://{lang}.wikipedia.org/wiki/{title}#{title}
https://shop.example.com/{w}/{w}-{w}-{n} https://shop.example.com/{w}/{n}?{w}={d}&{w}={w}
https://news.example.org/{y}/{m}/{d}/{w}-{w} https://news.example.org/{w}/{d}-{m}-{y}
https://example.org/?q={w}+{w}+{y} https://example.org/?{w}={n}&p={d}#{w}-{n}
https://{host}/ https://{host}/{w}/ https://{host}/{w}/{n} https://{host}/{n} https://{host}?{w}={n}
https://{host}/{y}/{w} https://{host}/{y}/{m}/{d} https://{host}/{y}/{m}/{d}/{w}-{w}
https://{host}/{title} https://{host}/{w}/{y}-{m}-{d} https://{host}/{w}/{d}.{m}.{y}/{w}
https://{host}/{w}/{w}.pdf https://{host}/{w}/{n}.jpg https://{host}/{y}-report.html
https://{host}/{w}?{w}={d}.{m} https://{host}/?{w}={w}&{w}={n} https://{host}/{w}#{n}
https://{host}/#{w}_{n} https://{host}/news/{n} https://{host}/{x}/{x}-{n} https://{host}/{w}%20{n}
http://{host}/index.php?id={n}&{w}={w} mailto:{v}@example.org mailto:{v}@{host}
"""


def addresses(code: str, count: int = SIZE) -> Iterator[str]:
    """Yield *count* honest addresses in the language with that *code*."""
    random = Random(code)  # noqa: S311 - always the same
    for _ in range(count):
        zero = random.choice(["0", LANGUAGES[code].zero])
        text = random.choice(_SHAPES.split())
        while match := _PART.search(text):
            text = (
                f"{text[: match.start()]}{_part(match[1], code, zero, random)}{text[match.end() :]}"
            )
        yield text


_PART = re.compile("{([a-z]+)}")
_NUMBERS = {"y": (1900, 2026), "m": (1, 12), "d": (1, 31), "n": (1, 99_999)}


def _part(name: str, code: str, zero: str, random: Random) -> str:
    if name in _NUMBERS:
        number = str(random.randint(*_NUMBERS[name]))
        return "".join(chr(ord(zero) + int(digit)) for digit in number)
    words = WORDS[random.choice([*WORDS]) if name == "x" else code].split()
    plain = [each for each in words if _NOT_IN_HOSTS.isdisjoint(each)]
    if name == "host":
        label = "-".join(random.sample(plain, random.randint(1, 2))).lower()
        return f"{random.choice(['', 'www.', 'shop.'])}{label}.{LANGUAGES[code].top}"
    if name in {"lang", "title"}:
        return code if name == "lang" else random.choice(_TITLES.split())
    return random.choice(plain if name == "v" else words)


def table() -> str:
    """Return the table: the addresses with a finding about order, and those with a warning."""
    rows = [
        "| Of 1,000 addresses in | Break section 4.2 or 4.4 | Have a warning |",
        "|---|---:|---:|",
    ]
    scripts: dict[str, list[str]] = {}
    for code, language in LANGUAGES.items():
        script = language.script if language.script in FROM_THE_RIGHT else ""
        scripts.setdefault(script, []).append(code)
    for script, codes in scripts.items():
        texts = [list(addresses(code)) for code in codes]
        found = _range(sum(map(_has_an_order, each)) for each in texts)
        # `ANY` takes "mailto:" as well. A form asks about warnings.
        asked = _range(sum(bool(ANY.warnings(text)) for text in each) for each in texts)
        names = ", ".join(LANGUAGES[code].name for code in codes)
        rows.append(f"| {names if script else f'{len(codes)} others'} | {found} | {asked} |")
    return "\n".join(rows)


def _has_an_order(text: str) -> bool:
    return any(each.code.startswith("bidi-") for each in inspect(text))


def _range(numbers: Iterable[int]) -> str:
    least, *_, most = sorted([*numbers] * 2)
    return str(least) if least == most else f"{least} to {most}"


if __name__ == "__main__":
    print(table())
