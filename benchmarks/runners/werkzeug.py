"""The runner of Werkzeug."""

from benchmarks.runners import Operations, given, serve


def operations() -> Operations:
    """Return its operations."""
    from werkzeug import urls

    return {"iri_to_uri": given(urls.iri_to_uri), "uri_to_iri": given(urls.uri_to_iri)}


if __name__ == "__main__":
    serve("Werkzeug", operations, "lenient by design; IDNA 2003")
