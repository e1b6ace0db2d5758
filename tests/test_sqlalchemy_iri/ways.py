"""Each way to write rows: all of them keep the key in step, or are refused."""

from sqlalchemy import bindparam, insert, update

from test_sqlalchemy_iri.link_models import Base, Link, upsert

A = "http://a.example/"
LINKS = Base.metadata.tables["link"]


def changed(session, values):
    """Return the link, with other values."""
    link = session.get(Link, 1)
    for name, value in values.items():
        setattr(link, name, value)
    return link


def assign(session, **values):
    """Let the unit of work write attributes of the link."""
    changed(session, values)
    session.flush()


def _tuples(table, rows):
    """Return *rows* without names, up to the last column that each has."""
    for row in rows:
        last = max(map(table.c.keys().index, row))
        yield tuple(map(row.get, table.c.keys()[: last + 1]))


#: Each way to insert rows of a class.
INSERTS = {
    "add": lambda s, own, rows: (s.add_all([own(**row) for row in rows]), s.flush()),
    "merge": lambda s, own, rows: ([s.merge(own(**row)) for row in rows], s.flush()),
    "statement": lambda s, own, rows: [s.execute(insert(own).values(**row)) for row in rows],
    "many": lambda s, own, rows: s.execute(insert(own), rows),
    "values": lambda s, own, rows: s.execute(insert(own).values(rows)),
    "columns": lambda s, own, rows: s.execute(
        insert(own).values([{getattr(own, name): row[name] for name in row} for row in rows])
    ),
    "tuples": lambda s, own, rows: s.execute(
        insert(own.__table__).values([*_tuples(own.__table__, rows)])
    ),
    "core": lambda s, own, rows: s.connection().execute(insert(own.__table__), rows),
    "returning": lambda s, own, rows: s.scalars(insert(own).returning(own), rows).all(),
    "bulk_insert_mappings": lambda s, own, rows: s.bulk_insert_mappings(own, rows),
    "bulk_save_objects": lambda s, own, rows: s.bulk_save_objects([own(**row) for row in rows]),
}


#: Each way to write a statement that sets these values of the link.
UPDATES = {
    "statement": lambda s, new: s.execute(update(Link).values(**new)),
    "where": lambda s, new: s.execute(update(Link).where(Link.homepage == A).values(new)),
    "core": lambda s, new: s.connection().execute(
        update(LINKS).values({LINKS.c[name]: value for name, value in new.items()})
    ),
    "ordered": lambda s, new: s.execute(update(LINKS).ordered_values(*new.items())),
    "parameter": lambda s, new: s.execute(
        update(LINKS)
        .where(LINKS.c.id == bindparam("row"))
        .values({name: bindparam(f"new_{name}") for name in new}),
        [{"row": row, **{f"new_{name}": value for name, value in new.items()}} for row in (1, 9)],
    ),
    "parameters": lambda s, new: s.connection().execute(update(LINKS), new),
    "by primary key": lambda s, new: s.execute(update(Link), [{"id": 1, **new}]),
    "query": lambda s, new: s.query(Link).filter_by(id=1).update(new),
    "bulk_update_mappings": lambda s, new: s.bulk_update_mappings(Link, [{"id": 1, **new}]),
    "bulk_save_objects": lambda s, new: s.bulk_save_objects([changed(s, new)]),
    "upsert": lambda s, new: s.execute(upsert(s, new)),
    "upsert, bound": lambda s, new: s.execute(
        upsert(s, {name: bindparam(f"new_{name}") for name in new}),
        [{f"new_{name}": value for name, value in new.items()}],
    ),
}
