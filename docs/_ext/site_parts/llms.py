"""llms.txt (llmstxt.org): every page and every name of the package, for programs that read docs."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import iri3987
from site_parts.public import about, at_home

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: The folders whose index pages have tables: what leads to a page, and what it is about.
_PARTS = ("tutorials", "how-to", "reference", "explanation")
_ROW = re.compile(r"^\| (\[\]\(.+?) \| (.+) \|$", re.MULTILINE)
_PAGE = re.compile(r"\[\]\(([\w./-]+\.md)\)")
#: A link with words of its own, of which the words stay, and what Markdown escapes in a table.
_LINK = re.compile(r"\[([^]]+)\]\([^)]*\)")


def write(app: "Sphinx", error: Exception | None) -> None:
    """Write llms.txt into the root of the site."""
    if not error:
        found = text(Path(app.srcdir), app.config.html_baseurl)
        Path(app.outdir, "llms.txt").write_text(found, "utf-8")


def text(docs: Path, base: str, /) -> str:
    """Return the text for the pages in *docs*, whose addresses begin with *base*."""
    paragraph = re.search(
        r"^\*\*iri3987\*\*(?:.+\n)+", (docs / "index.md").read_text("utf-8"), re.MULTILINE
    )
    lines = ["# iri3987", "", f"> {_plain(paragraph[0] if paragraph else '')}"]
    lines += ["", "## Names of the package, by what they do", ""]
    for name in iri3987.__all__:
        home = str(at_home(f"iri3987.{name}"))
        page = f"{base}reference/api/{home.rpartition('.')[0]}.html#{home}"
        lines.append(f"- [{name}]({page}): {_plain(about(f'iri3987.{name}').replace('``', '`'))}")
    told: set[Path] = set()
    for part in _PARTS:
        lines += _section(docs, docs / part / "index.md", base, told)
    return "\n".join(lines) + "\n"


def _section(docs: Path, index: Path, base: str, told: set[Path]) -> Iterator[str]:
    """Yield the lines about the pages in the tables of *index* that are not told of yet.

    Those of the indexes among them follow.
    """
    yield from ("", f"## {_title(index)}", "")
    indexes = []
    for cell, meaning in _ROW.findall(index.read_text("utf-8")):
        for target in _PAGE.findall(cell):
            page = (index.parent / target).resolve()
            if page in told:
                continue
            told.add(page)
            if page.name == "index.md":
                indexes.append(page)
            path = page.relative_to(docs.resolve()).with_suffix(".html").as_posix()
            yield f"- [{_title(page)}]({base}{path}): {_plain(meaning)}"
    for each in indexes:
        yield from _section(docs, each, base, told)


def _title(page: Path) -> str:
    """Return the first heading of a page."""
    found = re.search("^# (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return _plain(found[1]) if found else page.stem


def _plain(markdown: str) -> str:
    """Return a line of Markdown without links and emphasis; code stays code."""
    return " ".join(_LINK.sub(r"\1", markdown).replace("**", "").replace("\\|", "|").split())
