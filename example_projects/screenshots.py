"""Write screens of the Django example: in three languages, on two screens, in light and dark.

``make screenshots`` calls it. The server, the database and the browser are those of the tests. A
few screens are also written where the page of the documentation has them.
"""

import sys
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import twice

from browsers import Chromium, chromium
from test_examples.conftest import Example

#: An address and a title in each language.
LANGUAGES = {
    "en": ("http://faß.de/straße?q=é", "Straße"),
    "ar": ("http://مثال.إختبار/كتاب/صفحة?رقم=1", "كتاب"),
    "ja": ("https://例え.テスト/道/本?ページ=1", "道の本"),
}
#: A search in each language.
WORDS = {"en": "xn--fa-hia.de", "ar": "شمس", "ja": "例え.テスト"}
SCREENS = {"desktop": (960, 900, 1), "phone": (390, 844, 2)}
SCHEMES = ("light", "dark")
#: The screens of docs/demonstration.md, which has each in light and in dark.
IN_DOCS = {
    ("list", "en", "desktop"),
    ("preview", "ja", "phone"),
    ("question", "ar", "phone"),
    ("compare", "en", "desktop"),
}
DOCS = Path(__file__).parents[1] / "docs" / "_static" / "screens"
#: Its first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"


@contextmanager
def site() -> Iterator[str]:
    """Serve the example, and give its address."""
    with TemporaryDirectory() as folder:
        example = Example("django", Path(folder))
        example.seed()
        with example.serve() as port:
            yield f"http://127.0.0.1:{port}"


def submit(browser: Chromium) -> None:
    """Send the form of the page."""
    browser.leave(lambda: browser.click("main form button"))


def typed(browser: Chromium) -> None:
    """Wait until the URI that is sent stands below the input."""
    browser.eventually(lambda: len(browser.texts("output.iri-uri code")), 1)


def screens(language: str) -> Iterator[tuple[str, str, Callable[[Chromium], object]]]:
    """Yield the name of each screen, its path, and what to do there."""
    iri, title = (quote(each) for each in LANGUAGES[language])
    yield "front", "/", lambda _: None
    yield "list", "/links", lambda _: None
    yield "search", f"/links?q={quote(WORDS[language])}", lambda _: None
    yield "preview", f"/add?iri={iri}&title={title}", typed
    yield "question", f"/add?iri={quote(LOOK_ALIKE)}&title=PayPal", submit
    yield "error", f"/add?iri={quote('http://fa ß.de/')}&title={title}", submit
    yield "link", "/links/10048", lambda _: None
    yield "compare", "/compare", lambda _: None
    yield "wire", f"/wire?iri={iri}", lambda _: None
    yield "old", "/old", lambda _: None


def choose(browser: Chromium, language: str) -> None:
    """Choose the language of the messages in the footer."""
    browser.run("document.querySelector('[name=language]').value = arguments[0]", language)
    browser.leave(lambda: browser.click(".language button"))


def save(browser: Chromium, path: Path) -> None:
    """Write the screen in the format that the name of *path* ends with."""
    options: dict[str, object] = (
        {"format": "png"} if path.suffix == ".png" else {"format": "webp", "quality": 70}
    )
    path.write_bytes(b64decode(browser.cdp("Page.captureScreenshot", **options)["data"]))


def save_forms(browser: Chromium) -> None:
    """Write the picture of README.md: the same form twice."""
    address = f"data:text/html;base64,{b64encode(twice.page().encode()).decode()}"
    for scheme in SCHEMES:
        browser.get(address)
        height = browser.run("return document.documentElement.scrollHeight")
        browser.screen(width=960, height=height, scheme=scheme, scale=1.5)
        save(browser, DOCS / f"twice-en-desktop-{scheme}.webp")


def main(folder: Path) -> None:
    """Write all screens into *folder*."""
    for each in (folder, DOCS):
        each.mkdir(parents=True, exist_ok=True)
    with (
        site() as address,
        TemporaryDirectory() as profile,
        chromium(Path(profile), "--hide-scrollbars") as browser,
    ):
        save_forms(browser)
        for language in LANGUAGES:
            browser.get(address)
            choose(browser, language)
            for (screen, (width, height, scale)), scheme in product(SCREENS.items(), SCHEMES):
                browser.screen(width=width, height=height, scheme=scheme, scale=scale)
                for name, path, act in screens(language):
                    browser.get(address + path)
                    act(browser)
                    save(browser, folder / f"{name}-{language}-{screen}-{scheme}.png")
                    if (name, language, screen) in IN_DOCS:
                        save(browser, DOCS / f"{name}-{language}-{screen}-{scheme}.webp")
    print(f"{len(list(folder.glob('*.png')))} screens are in {folder}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
