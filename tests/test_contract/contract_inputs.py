"""The inputs for every boundary, with the code of each profile: tests/vectors/contract.jsonl.

The expected values come from RFC 3987 sections 2.2 and 4.1, UTS #46, the IPv4 rules of the WHATWG,
the registries of special-use names and addresses, and what `Profile` says of itself; never from
running the code.
"""

import re
from typing import Literal, NamedTuple

import vector_rows

ProfileName = Literal["any", "web", "intranet", "public"]


class Case(NamedTuple):
    """An input, and the code with which each profile refuses it; None: it is accepted."""

    id: str
    text: str
    any: str | None
    web: str | None
    intranet: str | None
    public: str | None

    def code(self, profile: ProfileName) -> str | None:
        """Return the expected code for the profile of that name."""
        code: str | None = getattr(self, profile)
        return code

    @property
    def trimmed(self) -> bool:
        """Return whether a form field would not see this text as it is.

        Forms trim white space and what is invisible at both ends, and call what is empty
        "required": for such a text the verdict of the profile is not that of a form.
        """
        return not self.text or self.text != self.text.strip(
            " \t\r\n\f\v\x85\xa0\u200b\u200e\u200f\u2028\u202e\u2066\u2069\u3000\ufeff"
        )


_ROWS = vector_rows.rows("contract")
_PROFILES = ("any", "web", "intranet", "public")
CASES = [
    Case(row["id"], vector_rows.made(row["input"]), *(row[name] for name in _PROFILES))
    for row in _ROWS
]
#: What `WEB.clean` makes of inputs with a full-width delimiter or port: an IRI, or another code.
FOLDED = {row["id"]: row["clean"] for row in _ROWS if "clean" in row}
#: Texts that a request can carry: UTF-8 has no lone surrogates, and servers have limits.
CARRIED = [
    case
    for case in CASES
    if 0 < len(case.text) < 10_000 and not re.search("[\ud800-\udfff]", case.text)
]
