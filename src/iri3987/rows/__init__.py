"""Stored addresses: audit, keys, conversion and duplicates, for tables of any size.

No module here knows a framework or a driver.

- `tables`: what a table is; those of Django and of SQLAlchemy derive from it;
- `sql`: the SQL that writes a batch, and what the errors of databases mean;
- `batches`: how a table is worked through, one batch of rows at a time;
- `jobs`: `audit`, `rekey`, `convert`, `undo`;
- `duplicates`: `dedupe`;
- `page`: what an audit found, in words; also of a text (``iri3987 audit``);
- `ledger`: the file that lists what was found or done;
- `commands`: the same as commands, for ``manage.py`` and ``flask``.
"""

__all__: list[str] = []
