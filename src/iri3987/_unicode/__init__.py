"""Unicode data and the rules of UTS #39, for `iri3987.display`, inspection and confusability.

`_tables` is data, made by ``make_tables.py``. The rules that read it are those of UTS #39
(https://www.unicode.org/reports/tr39/), in the order of its sections: `identifiers`, `confusables`
and `scripts`. `safe_labels` adds the rules of browsers. All are imported only when a host name
needs them.
"""
