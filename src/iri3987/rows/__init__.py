"""Stored addresses: audit, keys, conversion and duplicates, for tables of any size.

No module here knows a framework or a driver.

- `batches`: how a table is worked through, one batch of rows at a time;
- `ledger`: the file that lists what was found or done;
- `jobs`: `audit`, `rekey`, `convert`, `undo`;
- `duplicates`: `dedupe`;
- `sql`: the SQL that writes a batch, and what the errors of databases mean;
- `tables`: what the tables of Django and of SQLAlchemy have in common;
- `commands`: the same as commands, for ``manage.py`` and ``flask``.
"""

__all__: list[str] = []
