"""The runner of hyperlink."""

from benchmarks.runners import Operations, accepts, both, given, serve


def operations() -> Operations:
    """Return its operations."""
    import hyperlink

    parse = hyperlink.URL.from_text

    def text(url: hyperlink.URL) -> str:
        return url.to_text(with_password=True)

    def normal(given: str) -> str:
        return text(parse(given).normalize())

    return {
        "is_iri_reference": accepts(parse),
        "is_uri_reference": accepts(parse),
        "iri_to_uri": lambda row: text(parse(row["input"]).to_uri()),
        "uri_to_iri": lambda row: text(parse(row["input"]).to_iri()),
        "resolve": lambda row: text(parse(row["base"]).click(row["input"])),
        "normalize": given(normal),
        "equivalent": both(normal),
    }


if __name__ == "__main__":
    serve("hyperlink", operations, "lenient by design: it takes what people write")
