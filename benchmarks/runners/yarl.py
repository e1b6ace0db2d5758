"""The runner of yarl."""

from benchmarks.runners import Operations, accepts, both, serve


def operations() -> Operations:
    """Return its operations."""
    from yarl import URL

    return {
        "is_iri_reference": accepts(URL),
        "is_uri_reference": accepts(URL),
        "iri_to_uri": lambda row: str(URL(row["input"])),
        "uri_to_iri": lambda row: URL(row["input"]).human_repr(),
        "resolve": lambda row: str(URL(row["base"]).join(URL(row["input"]))),
        "normalize": lambda row: str(URL(row["input"])),
        "equivalent": both(URL),
    }


if __name__ == "__main__":
    serve("yarl", operations, "lenient by design: it repairs, and normalises as it reads")
