"""The runner of pyoxigraph, whose IRIs are those of oxiri."""

from benchmarks.runners import Operations, accepts, serve


def operations() -> Operations:
    """Return its operations."""
    from pyoxigraph import NamedNode, RdfFormat, parse

    def resolve(base: str, text: str) -> str:
        if "\\" in text:
            raise ValueError("Turtle has escapes, an IRI has none")
        [found] = parse(f"<a:a> <a:b> <{text}> .", format=RdfFormat.TURTLE, base_iri=base)
        return str(found.object.value)

    return {
        "is_iri": accepts(NamedNode),
        "is_iri_reference": accepts(lambda text: resolve("http://a.example/", text)),
        "resolve": lambda row: resolve(row["base"], row["input"]),
    }


if __name__ == "__main__":
    serve("pyoxigraph", operations, "oxiri: the RFC's grammar, and resolution, for RDF")
