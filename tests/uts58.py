"""Unicode's own tests of UTS #58, for our tests and for the benchmarks.

The environment variable IRI3987_LINKIFICATION names the folder of the files; CONTRIBUTING.md says
where they are.
"""

import re
from urllib.parse import quote

from outside import outside

FILES = outside("IRI3987_LINKIFICATION", "unicode/linkification")
VERSIONS = ("17.0.0", "18.0.0-draft")
ARE_HERE = all((FILES / f"{each}-LinkTerm.txt").exists() for each in VERSIONS)


def detection(version: str) -> list[str]:
    """Return the lines of LinkDetectionTest.txt, in which "⸠" and "⸡" stand around each link."""
    text = (FILES / f"{version}-LinkDetectionTest.txt").read_text("utf-8")
    return [each for each in text.splitlines() if each.strip() and not each.startswith("#")]


def formatting(version: str) -> dict[str, str]:
    """Return the minimal forms of LinkFormattingTest.txt, each with a URI.

    The URIs are made of the parts in the comments: some of those in the file are not the same.
    """
    text = (FILES / f"{version}-LinkFormattingTest.txt").read_text("utf-8")
    rows = re.findall(r"^# \{(.*)\}\s*\n.*\n(.*)\n", text, re.MULTILINE)
    return {expected: _composed(parts) for parts, expected in rows}


#: What separates the parts of a URL from those before it, and what they hold as it is.
_PARTS = {
    "𝑺": ("", ":/"),
    "𝑯": ("", ""),
    "𝑷": ("/", "!$&'()*+,;=:@"),
    "𝑸": ("&", "!$'()*+,;:@/?"),
    "𝑽": ("=", "!$'()*+,;:@/?"),
    "𝑭": ("#", "!$&'()*+,;=:@/?"),
}


def _composed(parts: str) -> str:
    """Return the URI that has *parts*: "𝑺=https:// 𝑯=example.com 𝑷=a"."""
    found = re.findall("([𝑺𝑯𝑷𝑸𝑽𝑭])=(.*?)(?= [𝑯𝑷𝑸𝑽𝑭]=|$)", parts)
    uri = "".join(_PARTS[kind][0] + quote(value, safe=_PARTS[kind][1]) for kind, value in found)
    return uri.replace("&", "?", 1) if "𝑸" in parts else uri
