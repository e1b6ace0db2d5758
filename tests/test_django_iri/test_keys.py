"""Tests of the key column, on every database that can be reached."""

import copy
import pickle
from functools import partial

import pytest
from django.core import serializers
from django.core.exceptions import FieldError, ValidationError
from django.db import DataError, IntegrityError, connection, connections, models, transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Cast, Lower
from django.db.models.sql.subqueries import UpdateQuery
from django.forms.models import modelform_factory
from django.test.utils import CaptureQueriesContext, isolate_apps
from django.utils.translation import gettext_lazy
from hypothesis import example, given
from hypothesis import strategies as st

from django_iri import forms as forms_of_iris
from django_iri.fields import IRIField, IRIKeyField, with_key
from iri3987 import IRI
from iri3987.comparison import key_digest
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import (
    Bookmark,
    Citation,
    Entry,
    Link,
    Local,
    Mirror,
    Place,
    Post,
    PrivateBookmark,
    Share,
    ShopProxy,
    Visit,
)

#: One resource (RFC 3987 section 5.3): case, A-labels, default port, empty path, percent-encoding.
SAME = [
    "http://faß.de/",
    "HTTP://FAß.de",
    "http://xn--fa-hia.de:80/",
    "http://faß.de/./",
    "http://fa%C3%9F.de/",
]
#: Others: the first is what IDNA 2003 would have made of it, and case matters in a path.
OTHERS = ["http://fass.de/", "http://faß.de/a", "http://faß.de/A", "https://faß.de/"]
INVALID = ["http://[", "http://a b/", " http://faß.de/ ", "\N{RIGHT-TO-LEFT OVERRIDE}"]


def stored(bookmark, using="default"):
    """Return what the database holds: address and key."""
    rows = Bookmark.objects.using(using).filter(pk=bookmark.pk)
    return rows.values_list("homepage", "homepage_key").get()


#: The error about a statement that would leave the key stale, with the remedy.
STALE = r"homepage_key would not fit homepage: .*update\(\*\*with_key\(Bookmark, homepage=text\)\)"


def kept(bookmark, using="default"):
    """Return the address in the database, beside which are its key and its host."""
    assert in_step(bookmark, using)
    return stored(bookmark, using)[0]


def in_step(bookmark, using="default"):
    """Return whether the key and the host in the database are those of the address there."""
    names = "homepage", "homepage_key", "homepage_host"
    stored = Bookmark.objects.using(using).values_list(*names).get(pk=bookmark.pk)
    return with_key(Bookmark, homepage=stored[0]) == dict(zip(names, stored, strict=True))


# What a key is


@given(st.sampled_from([*SAME, *OTHERS, *INVALID]) | st.text())
@example("\ud800")
def test_key_of_any_text(text):
    """Whatever the text, the key is that of the core at the level of the field; "" has none."""
    assert (key_digest(text) if text else None) == Bookmark(homepage=text).homepage_key
    expected = key_digest(text, level="syntax") if text else None
    assert expected == Entry(address=text).address_key


def test_follows_the_instance():
    """The key is that of the address that the instance has now, whatever is assigned to it."""
    bookmark = Bookmark(homepage=OTHERS[0], homepage_key="1:wrong")
    bookmark.homepage = SAME[0]
    bookmark.homepage_key = "1:wrong"
    assert Bookmark(homepage=SAME[1]).homepage_key == bookmark.homepage_key
    assert bookmark.homepage_key == copy.copy(bookmark).homepage_key
    assert bookmark.homepage_key == pickle.loads(pickle.dumps(bookmark)).homepage_key


# Every way of writing


@pytest.mark.django_db
def test_deferred_fields(django_assert_num_queries):
    """A deferred value is loaded when it is asked for, and saving what was loaded keeps step."""
    key = Bookmark.objects.create(homepage=SAME[0]).homepage_key
    with django_assert_num_queries(1):
        assert key == Bookmark.objects.only("homepage_key").get().homepage_key
    with django_assert_num_queries(1):
        assert key == Bookmark.objects.only("homepage").get().homepage_key
    with django_assert_num_queries(2):
        assert key == Bookmark.objects.only("title").get().homepage_key
    bookmark = Bookmark.objects.only("title").get()
    bookmark.save()
    assert in_step(bookmark)
    for rows in [Bookmark.objects.defer("homepage_key"), Bookmark.objects.only("homepage")]:
        bookmark = rows.get()
        bookmark.homepage = f"{OTHERS[0]}{id(rows)}"
        bookmark.save()
        assert bookmark.homepage == kept(bookmark)


@on_each_database
def test_bulk_create(database):
    """`bulk_create` writes keys, of one row and of many."""
    manager = Bookmark.objects.using(database)
    for texts in SAME[:1], OTHERS, [None, "", "no address"]:
        manager.bulk_create([Bookmark(homepage=text) for text in texts])
    assert 8 == len([row for row in manager.all() if in_step(row, database)])


def updating(database, *fields, unique="id"):
    """Return the options of `bulk_create` that update *fields* of a row that is there."""
    can_name = connections[database].features.supports_update_conflicts_with_target
    return {
        "update_conflicts": True,
        "update_fields": fields,
        "unique_fields": [unique] if can_name else None,
    }


#: The statements that write some columns of a row.
STATEMENTS = {
    "save": lambda _manager, row, names: row.save(update_fields=names),
    "bulk_create": lambda manager, row, names: manager.bulk_create(
        [row], **updating(manager.db, *names)
    ),
    "bulk_update": lambda manager, row, names: manager.bulk_update([row], names),
    "update": lambda manager, row, names: manager.update(
        **{name: getattr(row, name) for name in names}
    ),
}
ADDRESSES = [OTHERS[0], IRI(OTHERS[0]), Value(OTHERS[0]), "no address", None, "", gettext_lazy("x")]


@on_each_database
@pytest.mark.parametrize("write", STATEMENTS.values(), ids=STATEMENTS)
def test_statements(database, write):
    """A statement that writes an address has to write all that is derived from it."""
    manager = Bookmark.objects.using(database)
    bookmark = manager.create(homepage=SAME[0], title="old")
    for address in ADDRESSES:
        bookmark.homepage, bookmark.title = address, "new"
        before = kept(bookmark, database)
        for names in [["homepage"], ["homepage_key"], ["homepage", "homepage_host"]]:
            with pytest.raises(FieldError, match=STALE), transaction.atomic(using=database):
                write(manager, bookmark, names)
        assert before == kept(bookmark, database)
        write(manager, bookmark, list(with_key(Bookmark, homepage=address)))
        text = address.value if isinstance(address, Value) else address
        assert text == kept(bookmark, database)
    bookmark.refresh_from_db()
    assert "old" == bookmark.title


@on_each_database
def test_bulk_create_with_defaults_of_the_database(database):
    """An address that is left to the database has its key, where a row is updated as well."""
    manager = Mirror.objects.using(database)
    manager.create(address=SAME[0], feed=OTHERS[0])
    rows = [Mirror(address=SAME[0]), Mirror(address=OTHERS[1])]
    manager.bulk_create(rows, **updating(database, "feed", "feed_key", unique="address"))
    found = manager.values_list("feed", "feed_key")
    assert 2 * [("https://feeds.example/", Mirror().feed_key)] == list(found)


@on_each_database
def test_address_that_is_the_primary_key(database):
    """An UPDATE does not write it, so it leaves its key as it is."""
    row = Mirror.objects.using(database).create(address=SAME[0])
    row.feed = OTHERS[0]
    row.save()
    expected = SAME[0], OTHERS[0], Bookmark(homepage=SAME[0]).homepage_key
    assert [expected] == list(
        Mirror.objects.using(database).values_list("address", "feed", "address_key")
    )


def chosen(*texts, condition=None, **options):
    """Return an expression that chooses the first text by a condition, else the second."""
    one, two = map(Value, texts)
    return Case(When(condition or Q(title="a"), then=one), default=two, **options)


@pytest.mark.django_db
def test_conditional_update():
    """A key that is chosen as its address is fits it, and no other does."""
    keys = [Bookmark(homepage=text).homepage_key for text in OTHERS[:2]]
    hosts = [Bookmark(homepage=text).homepage_host for text in OTHERS[:2]]
    one = Bookmark.objects.create(homepage=SAME[0], title="a")
    rest = {"homepage": chosen(*OTHERS[:2]), "homepage_host": chosen(*hosts)}
    longer = Case(When(title="a", then=Value(keys[0])), When(title="b", then=Value(keys[1])))
    field, host = Bookmark.homepage.field, Bookmark.homepage_host.field
    for key in [
        *(chosen(*reversed(keys)), chosen(*keys, condition=Q(title="b")), longer, keys[0]),
        Cast(chosen(*keys), Bookmark.homepage_key.field),
    ]:
        with pytest.raises(FieldError, match=STALE), transaction.atomic():
            Bookmark.objects.update(homepage_key=key, **rest)
    Bookmark.objects.update(homepage_key=chosen(*keys), **rest)
    assert (OTHERS[0], keys[0]) == stored(one)
    rest = {"homepage": Cast(chosen(*OTHERS[:2]), field), "homepage_host": Cast("title", host)}
    with pytest.raises(FieldError, match=STALE), transaction.atomic():
        Bookmark.objects.update(homepage_key=Cast(chosen(*keys), host), **rest)


EXPRESSIONS = [
    F("home"),
    Lower("homepage"),
    Case(When(title="", then=F("home"))),
    Cast(Value(OTHERS[0]), models.CharField(max_length=9)),
]


@pytest.mark.django_db
@pytest.mark.parametrize("expression", EXPRESSIONS, ids=["F", "function", "Case", "Cast"])
def test_expressions_are_refused(expression):
    """A value that the database would compute is refused, with advice; nothing is written."""
    refused = "homepage_key cannot be computed from an expression for homepage: .*with_key"
    bookmark = Bookmark.objects.create(homepage=SAME[0], home="http://b.example/")
    with pytest.raises(FieldError, match=refused):
        with_key(Bookmark, homepage=expression)
    for key in [{}, {"homepage_key": "1:0"}, {"homepage_key": expression}]:
        with pytest.raises(FieldError, match="with_key"), transaction.atomic():
            Bookmark.objects.update(homepage=expression, **key)
    bookmark.homepage = expression
    with pytest.raises(FieldError, match=refused), transaction.atomic():
        bookmark.save()
    with pytest.raises(FieldError, match=refused), transaction.atomic():
        Bookmark.objects.bulk_update([bookmark], ["homepage", "homepage_key"])
    assert SAME[0] == kept(bookmark)


@pytest.mark.django_db
def test_text_that_a_cast_cuts_is_refused():
    """The key would be that of the whole."""
    text = "http://a/" + "b" * 5000
    key = Value(Bookmark(homepage=text).homepage_key)
    values = {
        "homepage": Cast(Value(text), Bookmark.homepage.field),
        "homepage_key": Cast(key, Bookmark.homepage_key.field),
    }
    with pytest.raises(FieldError, match=STALE), transaction.atomic():
        Bookmark.objects.update(**values)


#: The methods by which a class of a field can store another text than the one that is assigned; the
#: last one is that of Django 6.1.
CHANGES = {
    "pre_save": lambda self, row, add: f"{super(type(self), self).pre_save(row, add)}/",
    "get_db_prep_save": lambda _, value, *_args, **_options: f"{value} ",
    "get_placeholder": lambda *_: "LOWER(%s)",
    "get_placeholder_sql": lambda _, value, *_args: ("LOWER(%s)", (value,)),
}


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
@pytest.mark.filterwarnings("ignore:Field.get_placeholder is deprecated")
@pytest.mark.parametrize("hook", CHANGES)
@pytest.mark.parametrize("is_first", [True, False], ids=["key first", "key last"])
def test_field_that_changes_the_text(hook, is_first):
    """A field that writes another text than the one that is assigned is refused, with advice."""
    own = type("OwnField", (IRIField,), {hook: CHANGES[hook]})

    class Model(Local):
        if is_first:
            key = IRIKeyField(source="homepage")
        homepage = own(max_length=200)
        if not is_first:
            key = IRIKeyField(source="homepage")

    writes = [
        Model(homepage=SAME[0]).save,
        Model(pk=1, homepage=SAME[0]).save,
        partial(Model.objects.bulk_create, [Model(homepage=SAME[0])]),
    ]
    if hook != "pre_save":  # which no update() calls
        writes.append(partial(Model.objects.update, **with_key(Model, homepage=SAME[0])))
    for write in writes:
        with pytest.raises(FieldError, match=f"OwnField has its own {hook}"), transaction.atomic():
            write()


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
@pytest.mark.parametrize("hook", ["get_prep_value", "load"])
def test_field_that_changes_the_text_for_its_key(hook):
    """A change that the key sees as well is taken."""

    def trimmed(self, value):
        return getattr(IRIField, hook)(self, value and value.strip())

    class Own(Local):
        address = type("OwnField", (IRIField,), {hook: trimmed})()
        address_key = IRIKeyField(source="address")

        class Meta(Local.Meta):
            db_table = "testapp_post"

    row = Own.objects.create(address=f" {SAME[0]} ")
    expected = [(SAME[0], Bookmark(homepage=SAME[0]).homepage_key)]
    assert expected == list(Post.objects.values_list("address", "address_key"))
    Own.objects.update(**with_key(Own, address=row.address))
    assert expected == list(Post.objects.values_list("address", "address_key"))


@pytest.mark.django_db
def test_expressions_elsewhere():
    """Beside a field without a key, expressions are as they were."""
    link = Link.objects.create(homepage=SAME[0], reference=OTHERS[0])
    link.homepage = F("reference")
    assert F("reference") == link.homepage
    link.save()
    link.refresh_from_db()
    assert OTHERS[0] == link.homepage


@pytest.mark.django_db
@pytest.mark.parametrize("ask", ["get_placeholder", "get_placeholder_sql"])
def test_placeholders(ask):
    """What Django 6.1 asks, and what it asked before, both judge the statement and leave it.

    Where nothing is set, each value is taken.
    """
    alone = [{"homepage": SAME[0]}, *({"homepage_key": each} for each in ("z", None, Value("z")))]
    for values in [with_key(Bookmark, homepage=SAME[0]), *alone]:
        query = UpdateQuery(Bookmark)
        query.add_update_values(values)
        before, compiler = [*query.values], query.get_compiler("default")
        field, _, value = before[0]
        placeholder = partial(getattr(field, ask), value)
        if values in alone:
            with pytest.raises(FieldError, match=STALE):
                placeholder(compiler, connection)
            compiler = Bookmark.objects.all().query.get_compiler("default")
        sql = compiler.compile(value) if isinstance(value, Value) else ("%s", (value,))
        expected = "%s" if ask == "get_placeholder" else sql
        assert expected == placeholder(compiler, connection)
        assert before == query.values


# What would take the key out of step


def rewrite(bookmark, address, using="default"):
    """Change the address in the database, as another process does."""
    values = with_key(Bookmark, homepage=address)
    Bookmark.objects.using(using).filter(pk=bookmark.pk).update(**values)


@on_each_database
@pytest.mark.parametrize("model", [Bookmark, PrivateBookmark])
def test_save_with_a_deferred_source(database, model):
    """A row saved without its address keeps the key that another process has written."""
    options = {"owner": "me"} if model is PrivateBookmark else {}
    bookmark = model.objects.using(database).create(homepage=SAME[0], **options)
    for rows in [
        model.objects.defer("homepage"),
        model.objects.only("homepage_key", "homepage_host", "title"),
        model.objects.only("title"),
    ]:
        loaded = rows.using(database).get()
        address = f"{OTHERS[0]}{id(rows)}"
        rewrite(bookmark, address, database)
        loaded.title = "new"
        loaded.save()
        assert address == kept(bookmark, database)
        loaded.save(update_fields=["title"])
        assert in_step(bookmark, database)
    bookmark.refresh_from_db()
    assert "new" == bookmark.title


@on_each_database
@pytest.mark.parametrize(
    "fields", [["title"], ["homepage"], ["homepage_key"], ["homepage", "homepage_key"]]
)
def test_refresh_of_some_fields(database, fields):
    """Whatever was read anew, what is saved is in step."""
    bookmark = Bookmark.objects.using(database).create(homepage=SAME[0])
    loaded = Bookmark.objects.using(database).defer("homepage").get()
    rewrite(bookmark, OTHERS[0], database)
    for instance in loaded, bookmark:
        instance.refresh_from_db(fields=fields)
        instance.title = "new"
        instance.save()
        assert in_step(bookmark, database)


@pytest.mark.django_db
def test_copies_of_a_row_with_a_deferred_source():
    """A new row made of one whose address is deferred gets the address and the key of now."""
    place = Place.objects.create(homepage=SAME[0])
    for write in [Place.save, lambda copy: Place.objects.bulk_create([copy])]:
        loaded = Place.objects.defer("homepage").get(pk=place.pk)
        Place.objects.filter(pk=place.pk).update(**with_key(Place, homepage=OTHERS[0]))
        loaded.pk, loaded._state.adding = place.pk, True
        assert OTHERS[0] == loaded.homepage
        loaded.pk = None
        write(loaded)
        rows = Place.objects.values_list("homepage", "homepage_key").distinct()
        assert [(OTHERS[0], Place(homepage=OTHERS[0]).homepage_key)] == list(rows)


@on_each_database
def test_the_key_alone_is_refused(database):
    """Whatever would write a key without its address is refused, unless it leaves it as it is."""
    manager = Bookmark.objects.using(database)
    bookmark = manager.create(homepage=SAME[0])
    bookmark.homepage = OTHERS[0]
    values = ["zzz", None, Value("zzz"), F("title"), Lower("homepage_key")]
    for write in [
        *(partial(manager.update, homepage_key=value) for value in values),
        *(partial(manager.update, title="new", homepage_key=value) for value in values),
        partial(manager.bulk_update, [bookmark], ["homepage_key"]),
        partial(bookmark.save, update_fields=["homepage_key"]),
        partial(manager.bulk_create, [bookmark], **updating(database, "homepage_key")),
        partial(manager.update, homepage_host="evil.example"),
    ]:
        stale = pytest.raises(FieldError, match=r"homepage_\w+ would not fit homepage: ")
        with stale, transaction.atomic(using=database):
            write()
    assert SAME[0] == kept(bookmark, database)
    assert 1 == manager.update(homepage_key=F("homepage_key"), title="x")
    assert in_step(bookmark, database)


@on_each_database
def test_a_wrong_key_beside_its_address(database):
    """A key that is assigned to an instance is ignored; a wrong one in a statement is refused."""
    manager = Bookmark.objects.using(database)
    bookmark = manager.create(homepage=SAME[0], homepage_key="zzz")
    assert in_step(bookmark, database)
    right = with_key(Bookmark, homepage=OTHERS[0])
    for wrong in ["zzz", None, Lower("homepage_key"), F("homepage_key"), chosen("a", "b")]:
        for values in [right | {"homepage_key": wrong}, {"homepage_key": wrong} | right]:
            values["homepage_key"] = wrong
            with pytest.raises(FieldError, match=STALE), transaction.atomic(using=database):
                manager.update(**values)
    assert SAME[0] == kept(bookmark, database)


@on_each_database
def test_every_field_at_once(database):
    """All fields may be named, before the address and after it: sync scripts do so."""
    for model in Bookmark, Place:
        manager = model.objects.using(database)
        rows = [manager.create(homepage=text) for text in OTHERS]
        for row in rows:
            row.homepage = f"{row.homepage}new"
        names = [field.name for field in model._meta.concrete_fields]
        manager.bulk_update(rows, [name for name in names if name != "id"])
        for row in rows:
            row.save(update_fields=[name for name in names if name != "id"])
        for address, key in manager.values_list("homepage", "homepage_key"):
            assert address.endswith("new")
            assert model(homepage=address).homepage_key == key


@pytest.mark.django_db
@pytest.mark.parametrize("form", ["json", "xml", "python", "jsonl"])
def test_fixtures(form):
    """A fixture whose key is wrong, or missing, is loaded with the right one."""
    bookmark, empty = (Bookmark.objects.create(homepage=each) for each in (SAME[0], None))
    data = serializers.serialize(form, [bookmark, empty])
    key = bookmark.homepage_key
    if form == "python":
        del data[0]["fields"]["homepage_key"]
    else:
        assert key in data
        data = data.replace(key, f"1:{64 * '0'}")
    for delete in (False, True):
        if delete:
            Bookmark.objects.all().delete()
        for loaded in serializers.deserialize(form, data):
            loaded.save()
        assert [(SAME[0], key), (None, None)] == [stored(bookmark), stored(empty)]


# One row for each resource


@on_each_database
@pytest.mark.parametrize("text", SAME)
def test_unique(database, text):
    """A second row with an equivalent address is refused; the transaction goes on."""
    manager = Bookmark.objects.using(database)
    manager.create(homepage=SAME[0])
    with pytest.raises(IntegrityError), transaction.atomic(using=database):
        manager.create(homepage=text)
    assert 1 == manager.count()
    for other in [*OTHERS, None, None, "", "", *INVALID]:
        manager.create(homepage=other)


@on_each_database
def test_get_or_create(database):
    """`get_or_create` and `update_or_create` find by equivalence, and create once."""
    manager = Bookmark.objects.using(database)
    for text in SAME:
        manager.get_or_create(homepage__equivalent=text, defaults={"homepage": text})
    manager.update_or_create(
        homepage__equivalent=SAME[1], defaults={"homepage": SAME[2], "title": "new"}
    )
    bookmark = manager.get()
    assert (SAME[2], "new") == (bookmark.homepage, bookmark.title)
    assert in_step(bookmark, database)
    manager.update_or_create(pk=bookmark.pk, defaults={"homepage": OTHERS[0]})
    assert OTHERS[0] == kept(bookmark, database)
    assert not manager.get_or_create(homepage=OTHERS[0])[1]
    row, is_new = manager.get_or_create(homepage=OTHERS[1])
    assert is_new
    assert in_step(row, database)


@on_each_database
@pytest.mark.parametrize(
    ("model", "name"),
    [(PrivateBookmark, "homepage"), (ShopProxy, "address")],
    ids=["child", "proxy"],
)
def test_update_or_create_of_a_child_or_a_proxy(database, model, name):
    """Django does not name what is derived in the table of a parent: that is refused."""
    manager = model.objects.using(database)
    row = manager.create(**{name: SAME[0]})
    values = {name: OTHERS[0]}
    remedy = f'in defaults, name "{name}" and "{name}_key"'
    with pytest.raises(FieldError, match=remedy), transaction.atomic(using=database):
        manager.update_or_create(pk=row.pk, defaults=values)
    manager.update_or_create(pk=row.pk, defaults=with_key(model, **values))
    expected = OTHERS[0], Bookmark(homepage=OTHERS[0]).homepage_key
    assert [expected] == list(manager.values_list(name, f"{name}_key"))


@on_each_database(engines=("postgresql", "mysql"))
def test_text_that_the_database_cuts_is_refused(database):
    """PostgreSQL and MariaDB cut spaces silently; the key would be that of the whole."""
    bookmark = Bookmark.objects.using(database).create(homepage=SAME[0])
    values = with_key(Bookmark, homepage=OTHERS[0] + 3000 * " ")
    chosen_by = {
        name: Case(When(pk=1, then=Value(text)), default=Value(text))
        for name, text in values.items()
    }
    with pytest.raises(FieldError, match=STALE), transaction.atomic(using=database):
        Bookmark.objects.using(database).update(**chosen_by)
    one = {name: Value(text) for name, text in values.items()}
    for write in [
        partial(Bookmark.objects.using(database).update, **one),
        partial(Bookmark.objects.using(database).create, homepage=one["homepage"]),
    ]:
        with pytest.raises((FieldError, DataError)), transaction.atomic(using=database):
            write()
    assert SAME[0] == kept(bookmark, database)


# Validation


@pytest.mark.django_db
def test_full_clean_names_the_address():
    """The error is at the source, once, with the code "unique" and the address that is there.

    A row does not stand in its own way, in a table of two neither; a child's forms know the key.
    """
    Bookmark.objects.create(homepage="http://me:secret@xn--fa-hia.de/%C3%A9")
    for model in Bookmark, PrivateBookmark:
        with pytest.raises(ValidationError) as caught:
            model(homepage="http://me:secret@FAß.de/é").full_clean(exclude=["owner"])
        told = "This address is already there, as \u2066http://me:***@faß.de/é\u2069."
        assert ([told], [told]) == (caught.value.messages, caught.value.message_dict["homepage"])
        assert ["unique"] == [error.code for error in caught.value.error_dict["homepage"]]
        row = model.objects.create(homepage=f"http://{model.__name__}.example/")
        form_class = modelform_factory(model, fields=["homepage"])
        form = form_class({"homepage": f"HTTP://{model.__name__}.EXAMPLE"}, instance=row)
        assert form.is_valid(), form.errors
        form.save()
        row.full_clean(exclude=["owner"])
    # A field that is cleaned for no row asks no database.
    field = Bookmark._meta.get_field("homepage")
    assert SAME[0] == field.clean(SAME[0], None)


A, TOKEN = "http://a.example/", "http://a.example/#access_token=0"
UNNAMED = ["This address is already there."]
ENTRY = {"address": "http://a.example/%7e", "list": "mine"}
CITED = {"author": "Ann", "address": SAME[0], "chapter": 1}
#: A row that is there, what a form is sent, and what it says.
SAID = {
    # What the policy of a key leaves out is not repeated: somebody else stored it.
    "fragment": (Share, {"address": TOKEN}, {"address": A}, {"address": UNNAMED}),
    "fragment in a constraint": (
        *(Share, {"address": A, "feed": "http://b.example/#top"}),
        *({"address": OTHERS[0], "feed": "http://b.example/"}, {"feed": UNNAMED}),
    ),
    "fragment that was sent": (
        *(Share, {"address": TOKEN}, {"address": TOKEN.replace("http", "HTTP")}),
        {"address": [f"This address is already there, as \u2066{TOKEN}\u2069."]},
    ),
    # A row that the default manager hides is in the way, and is not named.
    "hidden row": (
        Share,
        {"address": A, "is_archived": True},
        {"address": A},
        {"address": UNNAMED},
    ),
    "same list": (
        *(Entry, ENTRY, {"address": "HTTP://a.example/~", "list": "mine"}),
        {"address": ["This address is already there, as \u2066http://a.example/~\u2069."]},
    ),
    "other list": (Entry, ENTRY, {"address": "HTTP://a.example/~", "list": "yours"}, {}),
    "no address": (Entry, ENTRY, {"list": "mine"}, {}),
    # A constraint with an expression, or with words of its own, says so in its words.
    "expression": (
        *(Citation, CITED, {"author": "ANN", "address": SAME[1], "chapter": 2}),
        {"address": ["Constraint “one_for_each_author” is violated."]},
    ),
    "own words": (
        *(Citation, CITED, {"author": "Bob", "address": SAME[1], "chapter": 1}),
        {"address": ["Cite it once in a chapter."]},
    ),
    "other values": (Citation, CITED, {"author": "Bob", "address": SAME[1], "chapter": 2}, {}),
    "null": (Citation, CITED, {"author": "Bob", "address": SAME[1], "chapter": None}, {}),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("model", "there", "sent", "errors"), SAID.values(), ids=SAID)
def test_what_a_form_says(model, there, sent, errors):
    """A model form says at the address what the key, or a constraint on it, refuses."""
    model.objects.create(**there)
    assert errors == modelform_factory(model, fields=list(sent))(sent).errors
    if "address" in errors:
        with pytest.raises(ValidationError) as caught:
            model(**sent).full_clean()
        assert errors["address"] == caught.value.messages


@pytest.mark.django_db
def test_own_words_name_what_was_sent():
    """A sentence of the project, of a form or of the key, gets what was sent if need be."""
    words = {"unique": "We have %(address)s"}
    own = {"fields": ["address"], "error_messages": {"address": words}}
    form_class = modelform_factory(Share, **own)
    Share.objects.create(address="http://a.example/#access_token=0")
    form = form_class({"address": "http://A.example/"})
    assert {"address": ["We have \u2066http://A.example/\u2069"]} == form.errors
    key = IRIKeyField(source="homepage", error_messages=words)
    for stored in SAME[0], f"{SAME[0]}#top", "":
        assert [f"We have \u2066{SAME[0]}\u2069"] == key.unique_error(SAME[0], stored).messages


@pytest.mark.django_db
@pytest.mark.parametrize("value", [b"http://a.example/", b"\xff"])
def test_bytes_are_invalid(value):
    """Bytes have no key, and are a validation error at the source."""
    bookmark = Bookmark(homepage=value)
    assert bookmark.homepage_key is None
    with pytest.raises(ValidationError) as caught:
        bookmark.full_clean()
    assert {"homepage"} == set(caught.value.error_dict)
    with pytest.raises(TypeError, match="homepage takes text"):
        bookmark.save()


@pytest.mark.django_db
def test_invalid_and_excluded_addresses():
    """An address that is invalid has that error alone; one that is excluded has none."""
    Bookmark.objects.create(homepage="no address")
    with pytest.raises(ValidationError) as caught:
        Bookmark(homepage="no address").full_clean()
    assert ["bad-character"] == [error.code for error in caught.value.error_dict["homepage"]]
    Bookmark.objects.create(homepage=SAME[0])
    Bookmark(homepage=SAME[1]).full_clean(exclude={"homepage", "homepage_key"})
    # Another field of a constraint has its own error alone.
    Citation.objects.create(**CITED)
    with pytest.raises(ValidationError) as caught:
        Citation(**CITED | {"author": "Bob", "chapter": "one"}).full_clean()
    assert ["“one” value must be an integer."] == caught.value.messages


@pytest.mark.django_db
@isolate_apps("test_django_iri.testapp")
@pytest.mark.parametrize("is_first", [True, False], ids=["key first", "key last"])
def test_said_once(is_first):
    """`full_clean` says it once, wherever the key stands in the model."""

    class Model(Local):
        if is_first:
            homepage_key = IRIKeyField(source="homepage")
        homepage = IRIField(null=True)
        if not is_first:
            homepage_key = IRIKeyField(source="homepage")

        class Meta(Local.Meta):
            db_table = "testapp_bookmark"

    Bookmark.objects.create(homepage=SAME[0])
    with pytest.raises(ValidationError) as caught:
        Model(homepage=SAME[1]).full_clean()
    assert 1 == len(caught.value.messages)


# Lookup


#: Rows from before, and the address that each form makes of them.
OLD = {
    "https://fonts.example/css?family=A|B": "https://fonts.example/css?family=A%7CB",
    "https://a.example/100%": "https://a.example/100%25",
    "https://a.example/?filter[name]=x": "https://a.example/?filter%5Bname%5D=x",
    "https://a.example/a b": "https://a.example/a%20b",
}
#: An address that is stored, and each text that finds it.
EQUIVALENT = {
    SAME[0]: SAME,
    **{text: [text] for text in INVALID},
    **{old: [old, new, new.replace("https:", "HTTPS:")] for old, new in OLD.items()},
}


@on_each_database
def test_equivalent(database):
    """``homepage__equivalent`` finds by each way to write an address, and nothing else.

    A row from before is found by its text and by what is typed now; there is no second one.
    """
    manager = Bookmark.objects.using(database)
    others = [*OTHERS, None, "", "no address"]
    rows = {text: manager.create(homepage=text) for text in [*EQUIVALENT, *others]}
    for address, texts in EQUIVALENT.items():
        row = rows[address]
        for text in texts:
            found = manager.filter(Q(homepage__equivalent=text) & ~Q(title="x"))
            assert [row] == list(manager.filter(homepage__equivalent=text)) == list(found)
            assert {*rows.values()} - {row} == {*manager.exclude(homepage__equivalent=text)}
            again = manager.get_or_create(homepage__equivalent=text, defaults={"homepage": text})
            assert (row, False) == again
        assert (address, row.homepage_key) == stored(row, database)


@pytest.mark.django_db
@pytest.mark.parametrize("old", OLD)
def test_old_text_is_the_address_that_a_form_makes_of_it(old):
    """So a form refuses it beside the row from before."""
    Bookmark.objects.create(homepage=old)
    assert OLD[old] == forms_of_iris.IRIField().clean(old)
    for text in EQUIVALENT[old]:
        form = modelform_factory(Bookmark, fields=["homepage"])({"homepage": text})
        assert ["unique"] == [error.code for error in form.errors["homepage"].as_data()]


@on_each_database
@pytest.mark.parametrize(
    "text", ["", Value(""), Value(None), "\ud800", "\0", "http://\ud800/", 5, 100_000 * "/"]
)
def test_equivalent_to_nothing(database, text):
    """Text that is not an address here matches nothing; nor does empty text, which has no key."""
    manager = Bookmark.objects.using(database)
    for address in [SAME[0], None, "", *INVALID]:
        manager.create(homepage=address)
    assert [] == list(manager.filter(homepage__equivalent=text))
    assert manager.count() == manager.exclude(homepage__equivalent=text).count()


@on_each_database
def test_equivalent_in(database):
    """``__equivalent__in`` finds the rows of many texts with one statement."""
    manager = Bookmark.objects.using(database)
    rows = [
        manager.create(homepage=text) for text in [SAME[0], OTHERS[0], next(iter(OLD)), INVALID[3]]
    ]
    others = [manager.create(homepage=text) for text in [OTHERS[1], None, "", "no address"]]
    texts = [
        SAME[1],
        SAME[2],
        Value(OTHERS[0]),
        OLD[rows[2].homepage],
        INVALID[3],
        "",
        None,
        "\ud800",
        "\0",
        5,
    ]
    with CaptureQueriesContext(connections[database]) as queries:
        assert rows == list(manager.filter(homepage__equivalent__in=texts).order_by("pk"))
    assert 1 == len(queries)
    assert others == list(manager.exclude(homepage__equivalent__in=iter(texts)).order_by("pk"))


@on_each_database
def test_equivalent_across_relations(database):
    """The lookup works from another table, and leaves rows that refer to nothing."""
    manager = Visit.objects.using(database)
    visit = manager.create(bookmark=Bookmark.objects.using(database).create(homepage=SAME[0]))
    nowhere = manager.create(bookmark=None)
    assert [visit] == list(manager.filter(bookmark__homepage__equivalent=SAME[1]))
    assert [nowhere] == list(manager.exclude(bookmark__homepage__equivalent=SAME[1]))
    found = Bookmark.objects.using(database).filter(homepage__equivalent=SAME[2])
    assert [visit] == list(manager.filter(bookmark__in=found))


@pytest.mark.parametrize(
    ("model", "lookup", "value", "error"),
    [
        (Link, "homepage__equivalent", SAME[0], "needs an IRIKeyField beside homepage"),
        (Link, "homepage__scheme__equivalent", "http", "Unsupported lookup"),
        (Bookmark, "homepage__equivalent__equivalent", "http", "Unsupported lookup"),
        (Bookmark, "homepage__equivalent", F("title"), "compare homepage_key"),
        (Bookmark, "homepage__equivalent__in", [F("title")], "compare homepage_key"),
        (
            Bookmark,
            "homepage__equivalent__in",
            models.QuerySet(Bookmark).values("homepage"),
            "compare homepage_key",
        ),
        (Bookmark, "homepage__equivalent__contains", "a", "Unsupported lookup 'contains'"),
        (Bookmark, "homepage__equivalent__isnull", True, "Unsupported lookup 'isnull'"),
        (Bookmark, "lower__equivalent", SAME[0], "needs an IRIKeyField beside Lower"),
    ],
)
def test_equivalent_is_refused(model, lookup, value, error):
    """Where there is no key to compare, a `FieldError` tells so, before any query."""
    rows = model.objects.annotate(lower=Lower("homepage", output_field=IRIField()))
    with pytest.raises(FieldError, match=error):
        rows.filter(**{lookup: value})
    with pytest.raises(ValueError, match="None"):  # __isnull asks for that
        Bookmark.objects.filter(homepage__equivalent=None)
    with pytest.raises(FieldError, match="needs an IRIKeyField beside Lower"):
        list(rows.annotate(key=F("lower__equivalent")))


@pytest.mark.django_db
def test_equivalent_can_be_pickled():
    """A query with it can be pickled."""
    bookmark = Bookmark.objects.create(homepage=SAME[0])
    rows = Bookmark.objects.all()
    for lookup, value in [("equivalent", SAME[1]), ("equivalent__in", [SAME[1]])]:
        found = Bookmark.objects.filter(**{f"homepage__{lookup}": value})
        rows.query = pickle.loads(pickle.dumps(found.query))
        assert [bookmark] == list(rows)


# Migrations and checks


def test_a_migration_keeps_the_class_of_a_project():
    """A class of a project may compute another key, so it is not written as ours."""

    class MyKey(IRIKeyField):
        pass

    assert f"{__name__}.{MyKey.__qualname__}" == MyKey(source="iri").deconstruct()[1]


@isolate_apps("test_django_iri.testapp")
def test_source_in_another_table():
    """It is reported, as the key could not follow it; test_fields has other bad options."""

    class Child(Link):
        key = IRIKeyField(source="homepage")

        class Meta:
            app_label = "testapp"

    key = Child._meta.get_field("key")
    assert ["django_iri.E003"] == [problem.id for problem in key.check()]
