"""Run a command on a table of SQLite, as a process that a test can stop, kill and look at.

Its arguments: the database, the name of the command, and its options as JSON.
"""

import json
import signal
import sys

from iri3987.rows.commands import Place, UsageError, run
from test_iri3987.rows_tables import StoredTable


def shorter(text):
    """Return *text* without its last character."""
    return text[:-1]


def main(path, name, options):
    """Run a command, and return its exit status."""
    if name == "convert" and "undo" not in options:
        options["using"] = shorter
    warn = sys.stderr and (lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
    place = Place(StoredTable(path=path), "Link.url")
    return run(name, place, options, say=print, warn=warn or (lambda _: None))


if __name__ == "__main__":
    # A shell lets what it runs in the background ignore Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        sys.exit(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
    except UsageError as error:
        sys.exit(f"usage: {error}")
