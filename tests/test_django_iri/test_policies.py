"""Tests of keys with a policy of the project's own, and of the column of a key."""

import pytest
from django.db import connections
from django.db.migrations.writer import MigrationWriter
from django.test.utils import isolate_apps

from django_iri.fields import IRIField, IRIKeyField, with_key
from iri3987 import IRIError
from iri3987.comparison import key_digest
from iri3987.comparison.policy import in_order, sorted_query, without_trailing_slash
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import Bookmark, Local, Post

#: One address for `Post`: no slash at the end, sorted query.
SAME = ["http://a.example/b?y&x", "HTTP://a.example/b/?x&y", "http://A.example:80/b//?y&x"]
OTHER = "http://a.example/b?x"


def refuse(text):
    """Refuse an address, as a policy may."""
    if "refused" in text:
        raise IRIError("not for us", code="not-text")
    raise OSError("a fault of the project")


def make(**options):
    """Return a model whose key has these options."""

    class Model(Local):
        homepage = IRIField(profile="any")
        key = IRIKeyField(source="homepage", **options)

    return Model


# What a policy does


@on_each_database
def test_one_row_for_each_key(database):
    """Lookups, `update` and validation go by the policy."""
    posts = Post.objects.using(database)
    post = posts.create(address=SAME[0])
    for text in SAME:
        assert [post] == list(posts.filter(address__equivalent=text))
    assert [] == list(posts.filter(address__equivalent=OTHER))
    posts.update(**with_key(Post, address=OTHER))
    assert key_digest(OTHER) == posts.values_list("address_key", flat=True).get()


@isolate_apps("test_django_iri.testapp")
def test_a_policy_that_raises():
    """For `IRIError`, the key is that of text that is not an IRI; another error goes up."""
    model = make(policy=refuse)
    key = model(homepage="http://refused.example/").key
    assert key.startswith("0:")
    assert key != model(homepage="http://refused.example/b").key
    with pytest.raises(OSError, match="of the project"):
        _ = model(homepage="http://a.example/").key


@on_each_database
def test_an_address_that_the_policy_refuses_is_found(database, monkeypatch):
    """Its normal form counts: it is found by any spelling, and there is no second row of it."""
    monkeypatch.setitem(vars(Post._meta.get_field("address_key")), "policy_function", refuse)
    manager = Post.objects.using(database)
    post = manager.create(address="http://refused.example/é")
    for text in ["http://refused.example/é", "HTTP://REFUSED.example:80/%c3%a9"]:
        assert [post] == list(manager.filter(address__equivalent=text))
        again = manager.get_or_create(address__equivalent=text, defaults={"address": text})
        assert (post, False) == again
    assert not manager.filter(address__equivalent="http://refused.example/É").exists()


# Migrations and checks


NAMES = [
    "iri3987.comparison.policy.without_trailing_slash",
    "iri3987.comparison.policy.sorted_query",
]
STEPS = in_order(without_trailing_slash, sorted_query)


@pytest.mark.parametrize(
    ("policy", "written"),
    [
        ("iri3987.comparison.policy.sorted_query", "'iri3987.comparison.policy.sorted_query'"),
        (sorted_query, "iri3987.comparison.policy.sorted_query"),
        (STEPS, f"iri3987.comparison.policy.in_order({', '.join(NAMES)})"),
    ],
    ids=["path", "function", "in_order"],
)
def test_written_in_a_migration(policy, written):
    """A dotted path stays text, and what it leads to is not imported; a function is named."""
    field = IRIKeyField(source="homepage", policy=policy)
    text, imports = MigrationWriter.serialize(field)
    assert f"django_iri.fields.IRIKeyField(policy={written}, source='homepage')" == text
    assert ("import iri3987.comparison.policy" in imports) == (not isinstance(policy, str))
    names = {}
    exec("\n".join(imports), names)  # noqa: S102 - what a migration does
    assert field.deconstruct()[1:] == eval(text, names).deconstruct()[1:]  # noqa: S307


# The column


@on_each_database
def test_indexes(database):
    """A unique key and one that is not have one index each, and no second one for LIKE."""
    for table, column, unique in [
        ("testapp_bookmark", "homepage_key", True),
        ("testapp_place", "homepage_key", False),
    ]:
        with connections[database].cursor() as cursor:
            found = connections[database].introspection.get_constraints(cursor, table).values()
        assert [unique] == [each["unique"] for each in found if each["columns"] == [column]]


@on_each_database(engines=("postgresql",))
@pytest.mark.parametrize("is_bound_by_server", [False, True])
def test_lookups_use_the_index(database, is_bound_by_server):
    """Whether psycopg or the server puts the key into the statement, the index is used."""
    settings = connections[database].settings_dict
    copied = connections[database].copy()
    copied.settings_dict = settings | {
        "OPTIONS": {"server_side_binding": is_bound_by_server},
    }
    connections["copied"] = copied
    try:
        with copied.cursor() as cursor:
            cursor.execute("SET enable_seqscan = off")
        rows = Bookmark.objects.using("copied")
        plans = [
            rows.filter(homepage__equivalent=SAME[0]).explain(),
            rows.filter(homepage_key=key_digest(SAME[0])).explain(),
            rows.filter(homepage_key__in=[key_digest(SAME[0]), key_digest(OTHER)]).explain(),
        ]
        with copied.cursor() as cursor:
            table = copied.introspection.get_table_description(cursor, "testapp_bookmark")
            types = {
                row.name: copied.introspection.get_field_type(row.type_code, row) for row in table
            }
            lengths = {row.name: row.display_size for row in table}
    finally:
        copied.close()
        del connections["copied"]
    for plan in plans:
        assert "(homepage_key)::text = " in plan.partition("Index Cond: ")[2]
    assert ("CharField", 66) == (types["homepage_key"], lengths["homepage_key"])
