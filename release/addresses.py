"""Write the addresses of the project (site.toml) wherever text must hold them: `make addresses`.

They replace those that written.toml says were written last. Documents link to files instead: each
pyproject.toml says which addresses the links of its README become on the index.
"""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: The files that are read and written, as patterns for paths.
HOLDERS = ("pyproject.toml", "integrations/*/pyproject.toml", ".github/**/*.yml")
_SITE = Path("release", "site.toml")
_WRITTEN = Path("release", "written.toml")
_HEADER = (
    "# What `make addresses` wrote last: it is what the next run replaces. Do not change it.\n"
)


def read(path: Path) -> dict[str, str]:
    """Return the addresses of a file, by name."""
    return tomllib.loads(path.read_text("utf-8"))


def replacements(old: dict[str, str], new: dict[str, str]) -> dict[str, str]:
    """Map each old address to the new one. Two that were the same cannot become different."""
    pairs: dict[str, str] = {}
    for name, address in old.items():
        if pairs.setdefault(address, new[name]) != new[name]:
            message = f"{address} has two names in {_WRITTEN}, and {_SITE} gives them two addresses"
            raise SystemExit(f"{message}: change it in the documents by hand")
    return pairs


def changes(root: Path = ROOT) -> Iterator[tuple[Path, str]]:
    """Yield each file that holds other addresses than site.toml has, and its new text."""
    site = read(root / _SITE)
    pairs = replacements(read(root / _WRITTEN), site)
    # The longest first: an address can be the beginning of another one.
    known = re.compile("|".join(map(re.escape, sorted(pairs, key=len, reverse=True))))
    for path in sorted({path for pattern in HOLDERS for path in root.glob(pattern)}):
        text = path.read_text("utf-8")
        new = known.sub(lambda match: pairs[match[0]], text)
        if new != text:
            yield path, new
    record = _HEADER + "".join(f'{name} = "{address}"\n' for name, address in site.items())
    if record != (root / _WRITTEN).read_text("utf-8"):
        yield root / _WRITTEN, record


def main(root: Path = ROOT) -> None:
    """Write, and say which files changed."""
    for path, text in list(changes(root)):
        path.write_text(text, "utf-8")
        print(path.relative_to(root))


if __name__ == "__main__":
    main()
