"""The texts that are translated, and what a language lacks of them: `make messages` prints it.

A text that a catalogue lacks is shown in English, so no test fails for it.
"""

import ast
import gettext
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "iri3987" / "messages"
DJANGO = ROOT / "integrations" / "django-iri" / "src" / "django_iri"
DEMONSTRATION = ROOT / "example_projects" / "django_links" / "django_links"
#: How templates and code mark a text.
_MARKED = re.compile(
    r"""{%\ translate\ "([^"]+)"\ %} | {%\ blocktranslate\b[^%]*%}([^%]+){%
        | (?:\b_|\bgettext_noop)\(\s*((?:"[^"\n]+"\s*)+)""",
    re.VERBOSE,
)


def of_core() -> set[str]:
    """Return every text of `iri3987.messages.sentences`: the values of its constants."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif hasattr(value, "values"):
            for each in value.values():
                yield from texts(each)

    module = vars(import_module("iri3987.messages.sentences"))
    return {text for name, value in module.items() if name.isupper() for text in texts(value)}


def marked(folder: Path) -> set[str]:
    """Return every text that the modules and templates in a folder mark."""
    files = [*folder.rglob("*.py"), *folder.rglob("*.html")]
    found = (each for path in files for each in _MARKED.findall(path.read_text("utf-8")))
    return {
        tag or re.sub(r"{{ (\w+) }}", r"%(\1)s", block) or ast.literal_eval(f"({code})")
        for tag, block, code in found
    }


def lacking(catalogue: Path, texts: set[str]) -> list[str]:
    """Return those of *texts* that a compiled catalogue lacks."""
    lacked: list[str] = []

    class Rest(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            lacked.append(message)
            return message

    with catalogue.open("rb") as file:
        translations = gettext.GNUTranslations(file)
    translations.add_fallback(Rest())
    for text in sorted(texts):
        translations.gettext(text)
    return lacked


def main() -> None:
    """Print the texts that each language lacks."""
    known = {CORE: of_core(), DJANGO: marked(DJANGO), DEMONSTRATION: marked(DEMONSTRATION)}
    for folder, texts in known.items():
        for catalogue in sorted(folder.glob("locale/*/LC_MESSAGES/*.mo")):
            for text in lacking(catalogue, texts):
                print(f'{catalogue.with_suffix(".po").relative_to(ROOT)} lacks "{text}"')  # noqa: T201


if __name__ == "__main__":
    main()
