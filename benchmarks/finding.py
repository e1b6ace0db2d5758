"""How fast each package finds addresses in running text, in six scripts."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from benchmarks import timing
from benchmarks.caches import clear_caches
from iri3987.html import linkify
from iri3987.text import find

#: The characters of a text, and the words between two addresses.
SIZE, BETWEEN = 6_000, 40
_WORDS = {
    "Latin": "über résumé house märchen été garden niño history fjord water",
    "Cyrillic": "новости погода книга город история улица дорога река поле день",
    "Arabic": "مكتبة تاريخ طقس سوق مدينة شارع كتاب بيت نهر يوم",
    "Devanagari": "पुस्तक मौसम बाजार नगर इतिहास सड़क नदी घर दिन जल",
    "Thai": "ห้องสมุดตลาดสวน เมืองประวัติศาสตร์ ถนนแม่น้ำบ้าน วันน้ำ",
    "Chinese, Japanese": "図書館の天気と歴史は、 日本語で書く。 新聞今日的天氣， 城市和河流。",
}
#: Each package that finds addresses, its module, and the call.
_RIVALS: dict[str, tuple[str, Callable[[Any], Callable[[str], object]]]] = {
    "turbohtml `LinkDetector`, C": ("turbohtml.clean", lambda it: it.LinkDetector().find),
    "Django `urlize`": ("django.utils.html", lambda it: it.urlize),
    "bleach `linkify`": ("bleach", lambda it: it.linkify),
    "linkify-it-py": ("linkify_it", lambda it: it.LinkifyIt().match),
}


def text_in(script: str, /, *, has_links: bool) -> str:
    """Return a text of words in *script*, with an address after each few words, or without any."""
    words, pieces, length = _WORDS[script].split(), list[str](), 0
    while length < SIZE:
        number = len(pieces)
        is_link = has_links and number % (BETWEEN + 1) == BETWEEN
        word = words[number % len(words)]
        pieces.append(f"https://example.org/{word}/{number}" if is_link else word)
        length += len(pieces[-1]) + 1
    return " ".join(pieces)


def _calls() -> dict[str, Callable[[str], object]]:
    calls: dict[str, Callable[[str], object]] = {
        "**`find`**": lambda text: list(find(text)),
        "`linkify`": linkify,
    }
    for name, (module, make) in _RIVALS.items():
        try:
            calls[name] = make(import_module(module))
        except ModuleNotFoundError:
            continue
    return calls


def table(*, rounds: int) -> Iterator[str]:
    """Yield the lines of a table: millions of octets of UTF-8 that each call reads in a second."""
    calls = _calls()
    texts = {script: text_in(script, has_links=True) for script in _WORDS}
    texts["no link: Latin"] = text_in("Latin", has_links=False)
    speeds: dict[str, list[str]] = {name: [] for name in calls}
    for text in texts.values():
        timing.interleaved([*calls.values()], [text], rounds=1, before=clear_caches)
        times = timing.interleaved([*calls.values()], [text], rounds=rounds, before=clear_caches)
        for name, found in zip(calls, times, strict=True):
            speeds[name].append(f"{len(text.encode()) / min(found) / 1e6:.3g}")
    yield f"| | {' | '.join(texts)} |"
    yield f"|---|{'---:|' * len(texts)}"
    for name, cells in speeds.items():
        yield f"| {name} | {' | '.join(cells)} |"
    if missing := _RIVALS.keys() - calls.keys():
        yield f"\nNot installed, and left out: {', '.join(sorted(missing))}."
