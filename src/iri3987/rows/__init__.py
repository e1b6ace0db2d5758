"""Stored addresses: audit, keys, conversion and duplicates, for tables of any size.

No module here knows a framework or a driver. `commands` are faces on `jobs` and `duplicates`, which
work through a table of `tables` as `batches` does.
"""

__all__: list[str] = []
