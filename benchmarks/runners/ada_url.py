"""The runner of ada-url, which is ada in Python."""

from benchmarks.runners import Operations, both, given, serve


def operations() -> Operations:
    """Return its operations."""
    import ada_url

    def to_unicode(host: str) -> str | None:
        return ada_url.idna.decode(ada_url.idna.encode(host)) or None

    return {
        "is_iri": given(ada_url.check_url),
        "iri_to_uri": given(ada_url.normalize_url),
        "to_ascii": lambda row: ada_url.idna.encode(row["input"]).decode() or None,
        "to_unicode": given(to_unicode),
        "resolve": lambda row: ada_url.join_url(row["base"], row["input"]),
        "normalize": given(ada_url.normalize_url),
        "equivalent": both(ada_url.normalize_url),
    }


if __name__ == "__main__":
    serve("ada-url", operations, "the URL Standard: lenient by design, and normalising")
