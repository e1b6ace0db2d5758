"""The runner of rfc3986."""

from benchmarks.runners import Operations, Row, both, given, serve


def operations() -> Operations:
    """Return its operations."""
    import rfc3986

    def normal(text: str) -> str:
        return str(rfc3986.uri_reference(text).normalize().unsplit())

    def components(row: Row) -> object:
        found = rfc3986.uri_reference(row["input"])
        names = ("scheme", "authority", "userinfo", "host", "port", "query", "fragment")
        # An empty path is None there.
        return {name: getattr(found, name) for name in names} | {"path": found.path or ""}

    def resolve(row: Row) -> str:
        return str(rfc3986.uri_reference(row["input"]).resolve_with(row["base"]).unsplit())

    return {
        "is_uri": lambda row: rfc3986.is_valid_uri(row["input"], require_scheme=True),
        "is_uri_reference": lambda row: rfc3986.is_valid_uri(row["input"], require_scheme=False),
        "components": components,
        "iri_to_uri": lambda row: rfc3986.iri_reference(row["input"]).encode().unsplit(),
        "resolve": resolve,
        "normalize": given(normal),
        "equivalent": both(normal),
    }


if __name__ == "__main__":
    serve(
        "rfc3986",
        operations,
        "URIs; non-ASCII characters are percent-encoded as they are read",
    )
