"""The runner of can-ada, which is ada in Python as well."""

from benchmarks.runners import Operations, both, given, serve


def operations() -> Operations:
    """Return its operations."""
    import can_ada

    def href(text: str) -> str:
        return str(can_ada.parse(text).href)

    def to_unicode(host: str) -> str | None:
        return can_ada.idna_decode(can_ada.idna_encode(host)) or None

    return {
        "is_iri": given(can_ada.can_parse),
        "iri_to_uri": given(href),
        "to_ascii": lambda row: can_ada.idna_encode(row["input"]).decode() or None,
        "to_unicode": given(to_unicode),
        "normalize": given(href),
        "equivalent": both(href),
    }


if __name__ == "__main__":
    serve("can-ada", operations, "the URL Standard: lenient by design, and normalising")
