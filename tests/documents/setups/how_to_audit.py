"""docs/how-to/audit.md: the file of its first command."""

from pathlib import Path

_TEXTS = [
    *("http://example.org/~me", "https//example.org", "javascript:alert(1)"),
    # All letters but those of the ending are Cyrillic.
    "http://\u0430\u0440\u0440\u04cf\u0435.com/",
    *("HTTP://Example.org:80/%7Eme", "example.org/a b"),
]
Path("urls.txt").write_text("\n".join(_TEXTS), "utf-8")
