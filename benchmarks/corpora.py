"""The texts that are timed: 300 of each kind, all distinct, 45 to 90 characters, always the same.

No two have the same host or the same label in another script, so no cache helps on a first visit.
All of them are
addresses of the web as every rival takes them: nothing is refused, so all do the whole work.
"""

from collections.abc import Sequence

#: How many texts of each kind there are.
SIZE = 300

_ASCII = ("north", "river", "market", "archive", "garden", "history", "weather", "library")
# Without "ß", "ς" and joiners, which are other domain names in IDNA 2003 than in IDNA 2008.
_SCRIPTS = (
    ("résumé", "été", "façade", "crème", "élan"),
    ("höhe", "über", "köln", "mädchen", "häuser"),
    ("новости", "погода", "книга", "город", "история"),
    ("ελλάδα", "βιβλίο", "πόλη", "καφέ", "αγορά"),
    ("日本語", "東京都", "図書館", "天気", "歴史"),
    ("한국어", "도서관", "날씨", "역사", "시장"),
    ("हिन्दी", "पुस्तक", "मौसम", "बाजार", "नगर"),
    ("ภาษาไทย", "ห้องสมุด", "ตลาด", "สวน", "เมือง"),
    ("مكتبة", "تاريخ", "طقس", "سوق", "مدينة"),
)


def _pick(words: Sequence[str], index: int, step: int) -> str:
    """Return one of *words*: another for the next *index*, and for another *step*."""
    return words[(index * step + index // len(words)) % len(words)]


def _ascii_host(index: int) -> str:
    port = ":8080" if index % 10 == 0 else ""
    return f"{_pick(_ASCII, index, 1)}{index}.example.{'com' if index % 2 else 'org'}{port}"


def _ascii_path(index: int) -> str:
    escape = "%20and%20" if index % 3 == 0 else "-"
    return f"{_pick(_ASCII, index, 3)}{escape}{_pick(_ASCII, index, 5)}"


def _word(index: int, step: int) -> str:
    return _pick(_SCRIPTS[index % len(_SCRIPTS)], index, step)


def _ascii(index: int) -> str:
    return f"https://{_ascii_host(index)}/{_ascii_path(index)}/page.html?q={index}&lang=en#top"


def _iri(index: int) -> str:
    return (
        f"https://{_ascii_host(index)}/{_word(index, 1)}/{_word(index, 2)}{index}/page"
        f"?q={_word(index, 3)}&n={index}"
    )


def _idn(index: int) -> str:
    word = _word(index, 3)
    # The number is inside: by IDNA 2003 a right-to-left label cannot end with one.
    label = f"{word[:2]}{index // len(_SCRIPTS)}{word[2:]}"
    return f"https://{label}.{_pick(_ASCII, index, 1)}.example.org/{_ascii_path(index)}?q={index}"


# ASCII URLs; IRIs with a non-ASCII path and query, and an ASCII host; IRIs with a non-ASCII domain
# name.
_KINDS = {"ASCII": _ascii, "IRI": _iri, "IDN host": _idn}


def corpus(name: str, size: int = SIZE) -> list[str]:
    """Return *size* texts of a kind."""
    return [_KINDS[name](index) for index in range(size)]


#: The three kinds, by the names that the tables use.
CORPORA = {name: corpus(name) for name in _KINDS}
ASCII, IRIS, HOSTS = CORPORA.values()


#: The paragraphs of a letter, as people write them: about 250 characters, an address at the end.
_PARAGRAPHS = (
    (
        "The library is open on most days, e.g. on Monday and on Tuesday, from nine to "
        "six; version 1.2 of the catalogue is out since last week, and it lists what was "
        "bought in spring. If you have a card already, nothing changes for you: bring it "
        "along, and ask at the desk (first floor, on the left). See {} for more.\n\n"
    ),
    (
        "Библиотека открыта по будням, с девяти до шести, и т. д. Каталог обновили на "
        "прошлой неделе: теперь в нём есть и карты, и старые газеты, которые раньше "
        "выдавали только в читальном зале. Если у вас уже есть билет, просто возьмите его "
        "с собой. Подробнее: {}, там же и карта.\n\n"
    ),
    (
        "図書館は平日に開いています。目録は先週新しくなり、春に買った本や地図、古い新聞も載ってい"
        "ます。すでに利用者カードをお持ちの方は、そのままお使いください。受付は一階の左側にありま"
        "す。わからないことがあれば、いつでもお尋ねください。土曜日は午後一時までです。日曜日と祝"
        "日は休みです。詳しくは（{}）をご覧ください。\n\n"
    ),
    (
        "المكتبة مفتوحة في أيام الأسبوع، من التاسعة إلى السادسة. صدرت نسخة جديدة من الفهرس "
        "في الأسبوع الماضي، وفيها ما اشتريناه في الربيع من كتب وخرائط وصحف قديمة. إذا كانت "
        "لديك بطاقة فلا تحتاج إلى شيء آخر، أحضرها معك واسأل عند المدخل. انظر {} للمزيد.\n\n"
    ),
    (
        "पुस्तकालय सप्ताह के दिनों में नौ बजे से छह बजे तक खुला रहता है। पिछले सप्ताह सूची "
        "का नया संस्करण आया है, जिसमें वसंत में खरीदी गई किताबें, नक्शे और पुराने अख़बार "
        "भी हैं। यदि आपके पास कार्ड है, तो उसे साथ लाएँ और काउंटर पर पूछें। {} देखें।\n\n"
    ),
)


def letters(texts: Sequence[str], /) -> list[str]:
    """Return letters of five paragraphs in five scripts, with one of *texts* in each paragraph."""
    written = [
        _PARAGRAPHS[index % len(_PARAGRAPHS)].format(text) for index, text in enumerate(texts)
    ]
    size = len(_PARAGRAPHS)
    return ["".join(written[start : start + size]) for start in range(0, len(written), size)]


def references(texts: Sequence[str], /) -> list[tuple[str, str]]:
    """Return each of *texts* as a base, with a relative reference to go with it."""
    ends = [text.split("/", 3)[3] for text in texts]
    return [
        (base, f"../{end}" if index % 2 else f"./{end}")
        for index, (base, end) in enumerate(zip(texts, ends[1:] + ends[:1], strict=True))
    ]
