"""The runner of Django."""

from benchmarks.runners import Operations, accepts, given, serve

NOTE = (
    "lenient by design where it maps; URLValidator takes http, https, ftp and ftps alone, "
    "with a host of the web"
)


def operations() -> Operations:
    """Return its operations."""
    from django.core.validators import URLValidator
    from django.utils import encoding

    return {
        "is_iri": accepts(URLValidator()),
        "iri_to_uri": given(encoding.iri_to_uri),
        "uri_to_iri": given(encoding.uri_to_iri),
    }


if __name__ == "__main__":
    serve("Django", operations, NOTE, idna=False)
