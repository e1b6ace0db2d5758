"""The runner of urllib."""

import platform

from benchmarks.runners import Operations, accepts, serve


def operations() -> Operations:
    """Return its operations."""
    from urllib.parse import urljoin, urlsplit

    return {
        "is_iri_reference": accepts(urlsplit),
        "is_uri_reference": accepts(urlsplit),
        "resolve": lambda row: urljoin(row["base"], row["input"]),
    }


if __name__ == "__main__":
    of = f"of Python {platform.python_version()}"
    serve("urllib", operations, "lenient by design: it splits and checks little", of=of)
