"""A key that could come apart from its IRI is refused, and nothing is written."""

from importlib.metadata import version

import pytest
from sqlalchemy import (
    Column,
    FetchedValue,
    Integer,
    MetaData,
    String,
    Table,
    TypeDecorator,
    bindparam,
    delete,
    except_,
    exists,
    func,
    insert,
    inspect,
    intersect,
    lambda_stmt,
    literal,
    null,
    select,
    text,
    union,
    union_all,
    update,
)
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.exc import InvalidRequestError, SQLAlchemyError, StatementError
from sqlalchemy.orm import Session, aliased
from sqlalchemy.orm.attributes import flag_modified

from iri3987 import IRIError
from iri3987.comparison import key_digest
from sqlalchemy_iri import IRIKey, IRIKeyType, IRIType, guard, with_key
from test_sqlalchemy_iri.link_models import Base, Link, connected, keyed, stored, upsert
from test_sqlalchemy_iri.ways import INSERTS, UPDATES, assign

LINKS = Base.metadata.tables["link"]
OTHERS = Table(
    "other",
    Base.metadata,
    Column("id", Integer, primary_key=True),
    Column("text", String(100)),
    Column("homepage", IRIType()),
    IRIKey("homepage", name="homepage_key", unique=False).column,
)
PLAIN = Table("plain", Base.metadata, Column("id", Integer, primary_key=True))
A, B, C, D, E = (f"http://{name}.example/" for name in "abcde")


@pytest.fixture
def session(engine):
    """Give a session that leaves nothing behind, with one link."""
    with Session(engine) as session:
        session.add(Link(id=1, homepage=A))
        session.flush()
        session.expunge_all()
        yield session


#: SQLAlchemy fails by itself for some of these before.
IS_OLD = tuple(map(int, version("sqlalchemy").split(".")[:3])) < (2, 0, 36)
#: A CTE is refused before the database sees it.
only_sqlite = pytest.mark.parametrize("server", ["sqlite"], indirect=True)
#: The one database in whose CTEs one can write.
only_postgresql = pytest.mark.parametrize("server", ["postgresql"], indirect=True)


def refused(session, write, match="'homepage'|'homepage_key'"):
    """Tell that *write* raises a clear error, and has changed nothing."""
    with pytest.raises(SQLAlchemyError, match=match) as caught:
        write(session)
    error = caught.value
    assert isinstance(
        error.orig if isinstance(error, StatementError) else error, InvalidRequestError
    )
    session.rollback()
    assert [] == stored(session)


# CTEs

CHANGE = update(LINKS).values({LINKS.c.homepage: B}).returning(LINKS.c.id)
WRITES = {
    "update": CHANGE,
    "update, ORM": update(Link).values(homepage=B).returning(Link.id),
    "insert, ORM": insert(Link).values(homepage=B).returning(Link.id),
    "update of the key": update(LINKS).values(homepage_key="zzz").returning(LINKS.c.id),
    "update of what is not said": update(LINKS).returning(LINKS.c.id),
    "insert": insert(LINKS).values(homepage=B).returning(LINKS.c.id),
    "insert of many": insert(LINKS)
    .values([{"homepage": B}, {"homepage": C}])
    .returning(LINKS.c.id),
    "insert of what is selected": insert(LINKS)
    .from_select(["homepage"], select(literal(B)))
    .returning(LINKS.c.id),
}

USES = {
    "select": lambda cte: select(cte.c.id),
    "beside": lambda cte: select(literal(1)).add_cte(cte),
    "in a CTE": lambda cte: select(select(cte.c.id).cte().c.id),
    "subquery": lambda cte: select(select(cte.c.id).subquery().c.id),
    "scalar": lambda cte: select(select(func.max(cte.c.id)).scalar_subquery()),
    "exists": lambda cte: select(Link.id).where(exists().where(cte.c.id == Link.id)),
    "in": lambda cte: select(Link.id).where(Link.id.in_(select(cte.c.id))),
    "union": lambda cte: union_all(select(cte.c.id), select(Link.id)),
    "join": lambda cte: select(Link.id).join(cte, cte.c.id == Link.id),
    "update from": lambda cte: update(OTHERS).values(text="").where(OTHERS.c.id == cte.c.id),
    "update to": lambda cte: update(OTHERS).values(id=select(func.max(cte.c.id)).scalar_subquery()),
    "update beside": lambda cte: update(OTHERS).values(text="").add_cte(cte),
    "delete": lambda cte: delete(OTHERS).where(OTHERS.c.id == cte.c.id),
    "delete in": lambda cte: delete(OTHERS).where(OTHERS.c.id.in_(select(cte.c.id))),
    "insert from": lambda cte: insert(PLAIN).from_select(["id"], select(cte.c.id)),
    "insert": lambda cte: insert(PLAIN).values(id=select(func.max(cte.c.id)).scalar_subquery()),
    "upsert": lambda cte: (
        postgresql.insert(PLAIN)
        .values(id=1)
        .on_conflict_do_update(
            index_elements=["id"], set_={"id": select(func.max(cte.c.id)).scalar_subquery()}
        )
    ),
}


@pytest.mark.parametrize(
    ("write", "use"),
    [
        *((write, use) for write in WRITES for use in ("select", "beside")),
        # SQLite has no DELETE with other tables.
        *((write, use) for write in ("update", "insert") for use in USES if use != "delete"),
    ],
)
@only_sqlite
def test_cte(session, write, use):
    """A CTE that writes addresses is refused, wherever in the statement it stands."""
    if IS_OLD and (use in {"update to", "insert"} or write.endswith("ORM")):
        pytest.skip("this SQLAlchemy cannot compile it")
    statement = USES[use](WRITES[write].cte("written"))
    refused(
        session,
        lambda s: s.execute(statement),
        match="'homepage' has a key, so a CTE cannot write it",
    )


@only_postgresql
def test_cte_again(session):
    """It is refused each time, also when SQLAlchemy has compiled the statement before.

    So is one that is written inside of the place that uses it, or takes its values from the
    parameters of the whole statement.
    """
    bound = update(LINKS).values(homepage=bindparam("iri")).returning(LINKS.c.id).cte("written")
    statements = [
        *(
            USES[use](update(LINKS).values(homepage=iri).returning(LINKS.c.id).cte("written"))
            for use in ("select", "update beside", "delete")
            for iri in (B, C)
        ),
        select(CHANGE.cte("inner", nesting=True).c.id),
        select(bound),
    ]
    for statement in statements:
        refused(session, lambda s, what=statement: s.execute(what, {"iri": B}))
        session.add(Link(id=1, homepage=A))
        session.flush()


@only_postgresql
def test_cte_of_something_else(session):
    """A CTE that leaves the address and the key alone is not refused."""
    changed = update(LINKS).values(icon="/icon").returning(LINKS.c.id).cte("changed")
    assert [1] == list(session.scalars(select(changed.c.id)))
    gone = delete(LINKS).returning(LINKS.c.homepage).cte("gone")
    assert [A] == list(session.scalars(select(gone.c.homepage)))
    read = select(Link.homepage).cte("read")
    assert [] == list(session.scalars(select(read.c.homepage)))


# The key, by hand


def flag(link):
    """Let the unit of work write the key that an object has."""
    flag_modified(link, "homepage_key")
    inspect(link).session.flush()


JOINED = LINKS.join(OTHERS, OTHERS.c.id == LINKS.c.id)
OF_B, OF_C = key_digest(B), key_digest(C)

RIGHT_PAIR = select(OTHERS.c.homepage, OTHERS.c.homepage_key)
WRONG_PAIR = select(OTHERS.c.text, OTHERS.c.homepage_key)
BOTH = union(RIGHT_PAIR, WRONG_PAIR)
WRONG_PAIRS = {
    "union in a union": union(RIGHT_PAIR, BOTH),
    "union all in a union all": union_all(RIGHT_PAIR, union_all(RIGHT_PAIR, WRONG_PAIR)),
    "union in three": union(RIGHT_PAIR, union(RIGHT_PAIR, BOTH)),
    "intersection": intersect(RIGHT_PAIR, intersect(RIGHT_PAIR, WRONG_PAIR)),
    "difference": except_(RIGHT_PAIR, except_(RIGHT_PAIR, WRONG_PAIR)),
    "other order": union_all(BOTH, RIGHT_PAIR),
    "method": RIGHT_PAIR.union(BOTH),
    "CTE": select(BOTH.cte()),
    "alias": select(BOTH.subquery().alias()),
    "lateral": select(BOTH.lateral()),
}


def copying(pairs):
    """Return what inserts *pairs* of an address and its key."""
    return lambda s: s.execute(insert(LINKS).from_select(["homepage", "homepage_key"], pairs))


BY_HAND = {
    "update, expression": lambda s: s.execute(update(LINKS).values(homepage_key=func.lower("Z"))),
    "update, SQL NULL": lambda s: s.execute(update(LINKS).values(homepage_key=null())),
    "update, both, expression": lambda s: s.execute(
        update(LINKS).values(homepage=B, homepage_key=LINKS.c.homepage_key)
    ),
    "update, both, other table": lambda s: s.execute(
        update(LINKS)
        .values(homepage=OTHERS.c.text, homepage_key=OTHERS.c.homepage_key)
        .where(OTHERS.c.id == LINKS.c.id)
    ),
    "update, lambda": lambda s: s.connection().execute(
        lambda_stmt(lambda: update(LINKS).values(homepage_key=OF_B))
    ),
    # It may be another text each time.
    "update, both, function": lambda s: s.execute(
        update(Link).values(
            homepage=bindparam("iri", callable_=iter([B, C, D]).__next__), homepage_key=OF_B
        )
    ),
    "insert, NULL": lambda s: s.execute(insert(LINKS).values(homepage=B, homepage_key=None)),
    "insert, bound": lambda s: s.execute(
        insert(LINKS).values(homepage=B, homepage_key=bindparam("key")), [{"key": "zzz"}]
    ),
    "insert, expression": lambda s: s.execute(
        insert(LINKS).values(homepage=B, homepage_key=func.lower("Z"))
    ),
    "insert from select": lambda s: s.execute(
        insert(LINKS).from_select(["homepage_key"], select(literal("zzz")))
    ),
    "insert from select, both": lambda s: s.execute(
        insert(LINKS).from_select(["homepage", "homepage_key"], select(literal(B), literal("zzz")))
    ),
    "insert from select, subquery": lambda s: s.execute(
        insert(LINKS).from_select(
            [LINKS.c.homepage, LINKS.c.homepage_key],
            select(select(OTHERS.c.homepage, OTHERS.c.homepage_key).subquery()),
        )
    ),
    "insert from select, union": lambda s: s.execute(
        insert(LINKS).from_select(
            ["homepage", "homepage_key"],
            union_all(
                select(OTHERS.c.homepage, OTHERS.c.homepage_key),
                select(OTHERS.c.text, OTHERS.c.homepage_key),
            ),
        )
    ),
    **{f"insert from select, {name}": copying(pairs) for name, pairs in WRONG_PAIRS.items()},
    "insert from select, no defaults": lambda s: s.execute(
        insert(LINKS).from_select(["homepage"], select(literal(B)), include_defaults=False)
    ),
    "attribute": lambda s: assign(s, homepage_key="zzz"),
    "attribute, right": lambda s: (
        s.execute(text("UPDATE link SET homepage_key = NULL")),
        assign(s, homepage_key=key_digest(A)),
    ),
    "attribute, flagged": lambda s: flag(s.get(Link, 1)),
    "attribute, of another": lambda s: assign(s, homepage_key=OF_B),
    "attribute, None": lambda s: assign(s, homepage_key=None),
    "attribute, expression": lambda s: assign(s, homepage_key=func.lower("Z")),
    "merged": lambda s: (s.merge(Link(id=1, homepage_key="zzz")), s.flush()),
    "on conflict, column": lambda s: s.execute(
        upsert(s, {"homepage": B, "homepage_key": LINKS.c.homepage_key})
    ),
    "on conflict, expression": lambda s: s.execute(
        upsert(s, {"homepage": func.lower(B), "homepage_key": OF_B})
    ),
    "on conflict, bound": lambda s: s.execute(
        upsert(s, {"homepage": B, "homepage_key": bindparam("key")}), {"key": OF_C}
    ),
    # MariaDB updates several tables at once: the keys of all are looked at.
    "other table, address": lambda s: s.execute(
        update(OTHERS).values({LINKS.c.homepage: B}).where(OTHERS.c.id == LINKS.c.id)
    ),
    "other table": lambda s: s.execute(
        update(OTHERS).values({LINKS.c.homepage_key: "zzz"}).where(OTHERS.c.id == LINKS.c.id)
    ),
    "join, address": lambda s: s.execute(update(JOINED).values({LINKS.c.homepage: B})),
    "join": lambda s: s.execute(update(JOINED).values(homepage_key="zzz")),
}


@pytest.mark.parametrize("way", BY_HAND)
def test_key_by_hand(session, way):
    """A key that is not known to be that of its address is refused, each way it is written."""
    refused(session, BY_HAND[way])


@pytest.mark.parametrize("way", UPDATES)
@pytest.mark.parametrize("values", [{}, {"homepage": B}], ids=["alone", "both"])
@pytest.mark.parametrize("key", ["zzz", OF_C, None], ids=["text", "other", "NULL"])
def test_update_with_a_wrong_key(session, way, values, key):
    """So it is in each kind of UPDATE."""
    refused(session, lambda s: UPDATES[way](s, {**values, "homepage_key": key}))


@pytest.mark.parametrize("way", INSERTS)
def test_insert_with_a_wrong_key(session, way):
    """So it is in each kind of INSERT; the unit of work corrects it, if it has the address."""
    refused(session, lambda s: INSERTS[way](s, Link, [{"homepage_key": "zzz"}]))
    rows = [
        {"id": number, "homepage": iri, "homepage_key": OF_B} for number, iri in [(2, B), (3, C)]
    ]
    if way in {"add", "merge"}:
        INSERTS[way](session, Link, rows)
        assert [B, C] == stored(session)
    else:
        refused(session, lambda s: INSERTS[way](s, Link, rows))


def test_right_key_by_hand(session):
    """The key of the address beside it is taken, and stays in step."""
    session.execute(insert(Link), [{"id": 2, "homepage": B, "homepage_key": key_digest(B)}])
    session.execute(insert(LINKS).values([{"id": 3, "homepage": C, "homepage_key": key_digest(C)}]))
    session.execute(insert(LINKS).values(id=4, homepage_key=None))
    rows = [{"id": 5, "homepage": D}, {"id": 6, "homepage": E, "homepage_key": key_digest(E)}]
    session.execute(insert(LINKS), rows)
    assert [A, B, C, None, D, E] == stored(session)


def test_key_of_a_merged_object(session):
    """An object from elsewhere brings an old key along, which was not assigned."""
    elsewhere = Link(id=1, homepage=B, homepage_key=key_digest(C))
    session.merge(elsewhere)
    session.flush()
    assert [B] == stored(session)


def test_flagged_key_of_another_address(session):
    """An object does not write its key to a row whose address has changed since it was loaded."""
    link = session.get(Link, 1)
    values = {"iri": B, "key": OF_B}
    session.execute(text("UPDATE link SET homepage = :iri, homepage_key = :key"), values)
    with pytest.raises(InvalidRequestError, match="'homepage_key' is the key of 'homepage'"):
        flag(link)


# Values that the statement does not have

EXPRESSIONS = {
    "insert": lambda s: s.execute(insert(LINKS).values(homepage=func.lower(A))),
    "values": lambda s: s.execute(insert(LINKS).values([{"homepage": func.lower(A)}])),
    "from select": lambda s: s.execute(insert(LINKS).from_select(["homepage"], select(literal(B)))),
    "add": lambda s: (s.add(Link(homepage=func.lower(A))), s.flush()),
    "update": lambda s: s.execute(update(LINKS).values(homepage=func.lower(A))),
    "one of several": lambda s: s.execute(
        insert(LINKS).values([{"homepage": A}, {"homepage": func.lower(A)}])
    ),
    "SQL NULL": lambda s: s.execute(insert(LINKS).values([{"homepage": A}, {"homepage": null()}])),
    "attribute": lambda s: s.execute(update(Link).values(homepage=Link.icon)),
    "assigned": lambda s: assign(s, homepage=Link.icon),
}


@pytest.mark.parametrize("way", EXPRESSIONS)
def test_expressions(session, way):
    """A value that only the database would know cannot have a key: an error says so."""
    refused(session, EXPRESSIONS[way], match="'homepage' has a key, so")


@pytest.mark.parametrize(
    "table",
    [
        keyed(onupdate=B),
        keyed(onupdate=lambda: B),
        keyed(server_onupdate=FetchedValue()),
        keyed(key={"onupdate": "zzz"}),
    ],
    ids=["value", "function", "database", "key"],
)
@pytest.mark.parametrize(
    "write",
    [
        lambda table: update(table).values(title="x"),
        lambda table: update(table).values(homepage=A),
        lambda table: insert(table).values(homepage=A),
    ],
    ids=["update", "update of the address", "insert"],
)
def test_onupdate(table, write):
    """A column that an UPDATE sets although it does not name it is refused, with the remedy."""
    refusal = pytest.raises(InvalidRequestError, match=r"cannot have onupdate=: .* in each UPDATE")
    with connected(table) as connection, refusal:
        connection.execute(write(table))


@pytest.mark.parametrize("default", [{"default": A}, {"server_default": A}])
@pytest.mark.parametrize(
    "write",
    [
        lambda table: insert(table).values(key=None),
        lambda table: insert(table).values([{"key": None}]),
    ],
    ids=["one", "several"],
)
def test_no_key_for_a_default(default, write):
    """A row whose address is left to a default has the key of that: NULL is refused."""
    table = keyed(**default)
    refusal = pytest.raises(InvalidRequestError, match="'key' is the key of 'homepage'")
    with connected(table) as connection, refusal:
        connection.execute(write(table))


@pytest.mark.parametrize(
    "row",
    [{"homepage": B}, {"homepage": B, "title": func.lower("X")}, (None, "", B)],
    ids=["mapping", "beside an expression", "tuple"],
)
def test_several_rows(row):
    """Each row of VALUES has the key of its own address, however that is written."""
    table = keyed()
    first = (None, "", A) if isinstance(row, tuple) else {**row, "homepage": A}
    with connected(table) as connection:
        connection.execute(insert(table).values([first, first]).values([row]))
        keys = connection.scalars(select(table.c.key).order_by(table.c.id)).all()
        assert [key_digest(A), key_digest(A), key_digest(B)] == keys


@pytest.mark.parametrize(
    "write",
    [
        lambda table: insert(table).values(homepage=bindparam("iri")),
        lambda table: insert(table).values([{"homepage": A}, {"homepage": bindparam("iri")}]),
        lambda table: insert(table).values([{"homepage": A}, {"homepage": literal(B)}]),
        lambda table: insert(table).values([(None, "", A), (None, "", literal(B))]),
    ],
    ids=["parameter", "several rows", "literal", "tuples"],
)
def test_parameters_of_other_names(write):
    """The default of the key does not know the names of parameters: the key has to be given."""
    table = keyed()
    with connected(table) as connection:
        with pytest.raises(InvalidRequestError, match="set 'key' beside it"):
            connection.execute(write(table), {"iri": B})
        both = insert(table).values(homepage=bindparam("iri"), key=bindparam("new"))
        connection.execute(both, {"iri": B, "new": key_digest(B)})
        assert [key_digest(B)] == list(connection.scalars(select(table.c.key)))


@pytest.mark.parametrize(
    "write",
    [
        lambda table: insert(table).values(homepage=A),
        lambda table: insert(table).values([{"homepage": None}, {"homepage": A}]),
        lambda table: insert(table).from_select(["homepage"], select(literal(A))),
    ],
    ids=["values", "several rows", "select"],
)
def test_type_of_the_key_alone(write):
    """A table of a migration has the type of the key alone: the key has to be set as well."""
    page = Table(
        "t",
        MetaData(),
        Column("homepage", IRIType()),
        Column("key", IRIKeyType("homepage")),
    )
    with connected(page) as connection:
        with pytest.raises(InvalidRequestError, match="'homepage' has a key"):
            connection.execute(write(page))
        connection.execute(insert(page).values(homepage=A, key=key_digest(A)))
        connection.execute(insert(page).values(homepage=None))
        changed = update(page).where(page.c.key.is_not(None))
        connection.execute(changed.values(**with_key(page, homepage=B)))
        assert [key_digest(B), None] == list(connection.scalars(select(page.c.key)))


# Types that store another text


def own(name, base=IRIType, **methods):
    """Return a type of a project with methods of its own."""
    return type(name, (base,), {"cache_ok": True, **methods})


def strip(self, value, dialect):
    """Return the text without spaces, by the type below."""
    return IRIType.process_bind_param(self, value and value.strip(), dialect)


def check(self, value, /):
    """Return the text without spaces, as an IRI."""
    return IRIType.check(self, value.strip())


def stripper(self, dialect):
    """Return a function that removes spaces: the hook of types that decorate no other."""
    process = IRIType.bind_processor(self, dialect)
    return lambda value: process(value and value.strip())


Trimmed = own("Trimmed", process_bind_param=strip)
Around = own(
    "Around",
    TypeDecorator,
    impl=IRIType,
    process_bind_param=lambda _self, value, _dialect: value and value.strip(),
)
#: Types that change the text by one of SQLAlchemy's hooks, or through another type.
CHANGING = [
    (Trimmed(), "Trimmed", "process_bind_param"),
    (own("Checked", check=check)(), "Checked", "check"),
    (own("Processed", bind_processor=stripper)(), "Processed", "bind_processor"),
    (
        own("Lowered", bind_expression=lambda _self, bound: func.lower(bound))(),
        "Lowered",
        "bind_expression",
    ),
    (Around(), "Around", "process_bind_param"),
    (own("Within", TypeDecorator, impl=Trimmed)(), "Trimmed", "process_bind_param"),
    (
        own("Chosen", load_dialect_impl=lambda _, dialect: dialect.type_descriptor(Trimmed()))(),
        "Trimmed",
        "process_bind_param",
    ),
    (IRIType().with_variant(Trimmed(), "sqlite"), "Trimmed", "process_bind_param"),
    (String(99).with_variant(Around(), "sqlite"), "Around", "process_bind_param"),
]


class Lower(String):
    """A type of text, which is not an `IRIType`."""

    def bind_processor(self, _dialect):
        """Return a function that changes the text."""
        return lambda value: value and value.lower()


@pytest.mark.parametrize(
    ("type_", "owner", "hook"),
    [*CHANGING, (Lower(99), "Lower", "bind_processor")],
    ids=lambda each: each if isinstance(each, str) else type(each).__name__,
)
def test_types_that_store_another_text(type_, owner, hook):
    """An address of such a type would have the key of another text: it is refused."""
    page = keyed(type_)
    match = rf"'homepage' has a key, so {owner} cannot have its own {hook}\(\): .*validates\(\)"
    with connected(page) as connection:
        for write in [
            insert(page).values(homepage=f" {A} "),
            insert(page).values([{"homepage": f" {A} "}]),
            insert(page).from_select(["homepage", "key"], select(page.c.homepage, page.c.key)),
            update(page).values(**with_key(page, homepage=f" {A} ")),
            sqlite.insert(page).values(id=1).on_conflict_do_update(set_=with_key(page, homepage=B)),
        ]:
            with pytest.raises(InvalidRequestError, match=match):
                connection.execute(write)
        assert 0 == connection.scalar(select(func.count()).select_from(page))


@pytest.mark.parametrize("value", [5, b"name", True, ["name"]])
def test_values_that_are_not_text(value):
    """A database may make text of another value, so it has no key: it is refused."""
    page = keyed(String(99))
    with connected(page) as connection:
        with pytest.raises(IRIError, match="not-text: 'homepage' has a key"):
            with_key(page, homepage=value)
        for write in [
            insert(page).values(homepage=value),
            insert(page).values([{"homepage": value}]),
            update(page).values(homepage=value, key="zzz"),
        ]:
            with pytest.raises((IRIError, StatementError), match="not-text"):
                connection.execute(write)


@pytest.mark.parametrize(
    "type_",
    [
        own("Own", process_result_value=IRIType.process_result_value)(),
        # It has a method that happens to be called "check".
        own("Plain", TypeDecorator, impl=String, check=lambda _: None)(),
        *(String(200), IRIType().with_variant(String(9), "mysql")),
        # A statement of another database.
        IRIType().with_variant(Trimmed(), "postgresql"),
    ],
    ids=["subclass", "decorator", "text", "variant", "elsewhere"],
)
def test_types_that_store_what_they_are_given(type_):
    """Other types of a project are taken, with the key of what is stored."""
    page = keyed(type_)
    with connected(page) as connection:
        connection.execute(insert(page).values(homepage=A))
        connection.execute(update(page).values(**with_key(page, homepage=B)))
        assert [(B, key_digest(B))] == connection.execute(text("SELECT homepage, key FROM t")).all()


# Columns of one table


def test_columns_of_one_table(session):
    """An address and its key are copied together, from a table that keeps them in step."""
    session.execute(insert(OTHERS), [{"id": 1, "homepage": B}, {"id": 2, "homepage": C}])
    session.execute(
        update(LINKS)
        .values(homepage=OTHERS.c.homepage, homepage_key=OTHERS.c.homepage_key)
        .where(OTHERS.c.id == LINKS.c.id)
    )
    assert [B] == stored(session)
    other = OTHERS.alias()
    session.execute(
        insert(Link).from_select(
            [Link.id, Link.homepage, Link.homepage_key],
            union_all(
                select(other.c.id, other.c.homepage, other.c.homepage_key).where(other.c.id == 2)
            ),
        )
    )
    assert [B, C] == stored(session)


# SQLite has no parentheses there.
@pytest.mark.parametrize("server", ["postgresql", "mariadb"], indirect=True)
def test_columns_of_one_table_in_unions(session):
    """So they are from a UNION inside a UNION."""
    rows = [{"id": n, "homepage": address} for n, address in enumerate((B, C, D), 2)]
    session.execute(insert(OTHERS), rows)
    row = select(OTHERS.c.id, OTHERS.c.homepage, OTHERS.c.homepage_key)
    rows = [row.where(OTHERS.c.id == number) for number in (2, 3, 4)]
    unions = union_all(rows[0], union_all(*rows[1:]))
    session.execute(insert(LINKS).from_select(["id", "homepage", "homepage_key"], unions))
    assert [A, B, C, D] == stored(session)


def test_attributes_of_one_class(session):
    """So they are by the names of the ORM."""
    other = aliased(Link)
    pair = select(other.homepage, other.homepage_key).where(other.id == 5)
    session.execute(insert(LINKS).from_select(["homepage", "homepage_key"], pair))
    session.execute(update(Link).values(homepage=Link.homepage, homepage_key=Link.homepage_key))
    assert [A] == stored(session)


# On conflict


def test_on_conflict_new_row(session):
    """The address of the new row is set with the key of the new row."""
    name = session.get_bind().dialect.name
    if name in {"mysql", "mariadb"}:
        statement = mysql.insert(LINKS)
        new = statement.inserted
        statement = statement.on_duplicate_key_update(
            homepage=new.homepage, homepage_key=new.homepage_key
        )
    else:
        statement = {"sqlite": sqlite, "postgresql": postgresql}[name].insert(LINKS)
        new = statement.excluded
        statement = statement.on_conflict_do_update(
            index_elements=["id"],
            set_={"homepage": new.homepage, LINKS.c.homepage_key: new.homepage_key},
        )
    session.execute(statement, [{"id": 1, "homepage": B}, {"id": 2, "homepage": C}])
    assert [B, C] == stored(session)


def test_compiled(session):
    """A statement that SQLAlchemy 2.0 executes compiled is read like any other."""
    connection = session.connection()
    compiled = update(LINKS).values(homepage=B).compile(connection.engine)
    with pytest.raises(InvalidRequestError, match="set 'homepage_key' beside it"):
        guard.before_execute(connection, compiled, [], {}, {})
    compiled = update(LINKS).values(icon="/").compile(connection.engine)
    guard.before_execute(connection, compiled, [], {}, {})


# Other ways around


@pytest.mark.parametrize("server", ["mariadb"], indirect=True)
def test_several_tables(session):
    """Other columns of several tables can be updated at once, and an address with its key."""
    session.execute(insert(OTHERS), [{"id": 1, "homepage": B}])
    tables = update(OTHERS).where(OTHERS.c.id == LINKS.c.id)
    session.execute(tables.values({LINKS.c.icon: "/", OTHERS.c.text: "x"}))
    session.execute(update(JOINED).values({LINKS.c.icon: "/2"}))
    assert ["/2"] == list(session.scalars(text("SELECT icon FROM link")))
    both = {LINKS.c[name]: value for name, value in with_key(LINKS, homepage=C).items()}
    session.execute(tables.values({**both, OTHERS.c.text: "y"}))
    assert [C] == stored(session)


# The names of SQLAlchemy that the checks read, and that it does not document

TABLE = Table("t", MetaData(), Column("a", String))


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        pytest.param(lambda_stmt(lambda: select(TABLE)), "_resolved", id="resolved"),
        pytest.param(insert(TABLE), "_annotations", id="annotations"),
        pytest.param(insert(TABLE), "_multi_values", id="multi-values"),
        pytest.param(insert(TABLE), "_values", id="values-of-insert"),
        pytest.param(update(TABLE), "_values", id="values-of-update"),
        pytest.param(insert(TABLE).from_select(["a"], select(TABLE)), "_select_names", id="select"),
        pytest.param(
            sqlite.insert(TABLE).on_conflict_do_nothing(), "_post_values_clause", id="conflict"
        ),
    ],
)
def test_private_names(statement, name):
    """A version of SQLAlchemy that has another name here fails with this name, not elsewhere."""
    assert hasattr(statement, name)
