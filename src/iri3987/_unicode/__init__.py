"""What the Unicode Consortium says of characters, for `iri3987.display`.

`_tables` is data, made by ``make_tables.py``; `scripts` holds the rules that read it. Both are
imported when a host name asks for them, and not before.
"""
