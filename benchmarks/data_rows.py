"""The addresses that a table of `benchmarks.data` holds: any number, the same each time."""

import random
from collections.abc import Callable, Iterator
from typing import Final

_WORDS: Final = (
    "about",
    "article",
    "blog",
    "docs",
    "forum",
    "images",
    "news",
    "shop",
    "tags",
    "wiki",
)
_IRI_WORDS: Final = ("straße", "новости", "статья", "東京", "記事", "مقالة", "ειδήσεις", "किताब")
_HOSTS: Final = ("bücher.example", "почта.example", "例え.jp", "δοκιμή.example", "faß.de")
_INVALID: Final[tuple[Callable[[str], str], ...]] = (
    lambda url: f"{url} and more",
    lambda url: f"{url}100%",
    lambda url: url.removeprefix("https://"),
    lambda url: url.replace("://", "://exa mple.", 1),
    lambda url: url.replace("https://", "http//", 1) + "|<>",
)


def addresses(number: int, *, seed: int = 1) -> Iterator[str]:
    """Yield *number* texts of at most 200 characters.

    67 % are ASCII, 15 % have an IRI's path, 10 % an IRI's host, 5 % spell a URL in another way, and
    3 % are not addresses.
    """
    dice = random.Random(seed)  # noqa: S311 - nothing is secret
    for index in range(number):
        host = f"www.site{dice.randrange(100_000)}.example"
        url = f"https://{host}/{dice.choice(_WORDS)}/{dice.choice(_WORDS)}-{index}"
        kind = dice.random()
        if kind < 0.67:
            yield f"{url}?id={dice.randrange(10**6)}&q={dice.choice(_WORDS)}"
        elif kind < 0.82:
            yield f"https://{host}/{dice.choice(_IRI_WORDS)}/{index}?q={dice.choice(_IRI_WORDS)}"
        elif kind < 0.92:
            yield f"https://k{dice.randrange(50_000)}.{dice.choice(_HOSTS)}/{index}"
        elif kind < 0.97:
            yield f"HTTPS://{host.upper()}:443/./%7euser/{dice.choice(_WORDS)}%2d{index}"
        else:
            yield dice.choice(_INVALID)(url)
