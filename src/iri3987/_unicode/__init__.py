"""What the Unicode Consortium says of characters, for `iri3987.display` and its neighbours.

`_tables` is data, made by ``make_tables.py``. The rules that read it are those of UTS #39, in the
order of its sections: `identifiers`, `confusables`, `scripts` and `marks`. `labels` joins them to
those of browsers. All are imported when a host name asks for them, and not before.
"""
