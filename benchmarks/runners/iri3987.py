"""The runner of this package."""

from typing import Any

from benchmarks.runners import Operations, Row, given, serve
from iri3987 import (
    IRIReference,
    equivalent,
    host_to_ascii,
    host_to_unicode,
    is_iri,
    is_iri_reference,
    is_uri,
    is_uri_reference,
    normalize,
    resolve,
    to_iri,
    to_uri,
)
from iri3987.mapping import leiri


def operations() -> Operations:
    """Return its operations."""

    def option(row: Row, name: str, fallback: Any) -> Any:
        return row.get("options", {}).get(name, fallback)

    def components(row: Row) -> object:
        reference = IRIReference(row["input"])
        names = ("scheme", "authority", "userinfo", "host", "port", "path", "query", "fragment")
        return {name: getattr(reference, name) for name in names}

    def to_ascii(row: Row) -> str:
        # The flags that UTS #46 has on by itself.
        strict = option(row, "profile", "") == "uts46-strict"
        return str(host_to_ascii(row["input"], check_hyphens=strict, allow_root=not strict))

    def iri_to_uri(row: Row) -> object:
        return to_uri(
            row["input"],
            host=option(row, "host", "percent"),
            encoding=option(row, "query_charset", "utf-8"),
            preprocess=option(row, "ascii_unsafe", "") == "encode",
        )

    return {
        "is_iri": given(is_iri),
        "is_iri_reference": given(is_iri_reference),
        "is_uri": given(is_uri),
        "is_uri_reference": given(is_uri_reference),
        "components": components,
        "iri_to_uri": iri_to_uri,
        "uri_to_iri": lambda row: to_iri(row["input"], host=option(row, "host", "keep")),
        "to_ascii": to_ascii,
        "to_unicode": lambda row: host_to_unicode(to_ascii(row)),
        "resolve": lambda row: resolve(
            row["base"], row["input"], strict=row.get("options", {}).get("strict", True)
        ),
        "normalize": lambda row: normalize(row["input"], level=option(row, "level", "syntax")),
        "equivalent": lambda row: equivalent(*row["input"], level=option(row, "level", "string")),
        "is_leiri_reference": given(leiri.is_leiri_reference),
        "leiri_to_iri": given(leiri.from_leiri),
    }


if __name__ == "__main__":
    serve("iri3987", operations, "")
