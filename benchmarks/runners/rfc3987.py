"""The runner of rfc3987."""

from benchmarks.runners import Operations, Row, serve


def operations() -> Operations:
    """Return its operations."""
    import rfc3987

    def matches(rule: str, row: Row) -> bool:
        return rfc3987.match(row["input"], rule=rule) is not None

    return {
        "is_iri": lambda row: matches("IRI", row),
        "is_iri_reference": lambda row: matches("IRI_reference", row),
        "is_uri": lambda row: matches("URI", row),
        "is_uri_reference": lambda row: matches("URI_reference", row),
        "components": lambda row: rfc3987.parse(row["input"], rule="IRI_reference"),
        "resolve": lambda row: rfc3987.resolve(row["base"], row["input"]),
    }


if __name__ == "__main__":
    serve("rfc3987", operations, "the RFC's grammar, and resolution; an authority stays whole")
