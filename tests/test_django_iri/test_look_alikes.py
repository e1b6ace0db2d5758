"""Tests of `LookAlikeKeyField`: names that look alike, on every database that can be reached."""

import copy
import pickle

import pytest
from django import forms
from django.core import serializers
from django.core.exceptions import FieldError, ValidationError
from django.core.management import call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.state import ModelState, ProjectState
from django.db.migrations.writer import MigrationWriter
from django.forms.models import modelform_factory
from django.test.utils import isolate_apps
from django.utils.translation import override
from rest_framework import serializers as rest

from django_iri.checks import check_keys
from django_iri.fields import (
    IRIField,
    IRIKeyField,
    LookAlikeKeyField,
    NameField,
    NameFieldMixin,
    with_key,
)
from django_iri.forms import IRIFormSetMixin
from django_iri.rest_framework import UniqueIRIValidator
from django_iri.rows import rekey
from django_iri.validators import UniqueLookAlikeValidator
from iri3987.http.segment import look_alike_key
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import Local, Member, Topic

#: Names that look alike: Cyrillic letters, a capital I, a digit, an invisible character, case.
ALIKE = ["paypal", "раураl", "paypaI", "paypa1", "pay\u200dpal", "PAYPAL"]
TAKEN = "This looks like a name that is already taken."
STALE = r"name_key would not fit name: .*update\(\*\*with_key\(Member, name=text\)\)"


def stored(member, using="default"):
    """Return what the database holds: the name and whether the key is that of the name."""
    row = Member.objects.using(using).filter(pk=member.pk).values_list("name", "name_key").get()
    return row[0], row[1] == look_alike_key(row[0])


def errors(form):
    """Return the errors of a form: by field, the code and the sentence."""
    found = form.errors.as_data().items()
    return {name: [(each.code, each.messages[0]) for each in given] for name, given in found}


# Every way of writing


@on_each_database
def test_the_database_refuses_what_looks_alike(database):
    """A second row cannot have a name that looks like the first one."""
    rows = Member.objects.using(database)
    rows.create(name=ALIKE[0])
    for name in ALIKE[1:]:
        with pytest.raises(IntegrityError), transaction.atomic(using=database):
            rows.create(name=name)
    rows.create(name="paypol")
    rows.create(name=None)
    rows.create(name=None)


@on_each_database
def test_save(database):
    """`save`, `bulk_create` and `bulk_update` of both write the key."""
    rows = Member.objects.using(database)
    member = rows.create(name="a")
    assert ("a", True) == stored(member, database)
    member.name = "b"
    member.save()
    assert ("b", True) == stored(member, database)
    member.name = "c"
    member.save(update_fields=["name", "name_key"])
    assert ("c", True) == stored(member, database)
    (other,) = rows.bulk_create([Member(name="д")])
    other.name = "e"
    rows.bulk_update([other], ["name", "name_key"])
    assert ("e", True) == stored(rows.get(name="e"), database)
    rows.filter(pk=member.pk).update(**with_key(Member, name="f"))
    assert ("f", True) == stored(member, database)


@on_each_database
def test_statements_that_would_leave_it_stale(database):
    """A statement that writes only one of the two is refused, and nothing is written."""
    rows = Member.objects.using(database)
    member = rows.create(name="a")
    member.name = "b"
    for write in (
        lambda: rows.update(name="b"),
        lambda: rows.update(name_key="1:b"),
        lambda: rows.bulk_update([member], ["name"]),
        lambda: member.save(update_fields=["name"]),
    ):
        with pytest.raises(FieldError, match=STALE), transaction.atomic(using=database):
            write()
    assert ("a", True) == stored(member, database)


@pytest.mark.django_db
def test_deferred():
    """A row that was loaded with its name alone is saved with its key, one without it is not."""
    Member.objects.create(name="a")
    member = Member.objects.only("name").get()
    member.name = "b"
    member.save()
    assert ("b", True) == stored(member)
    member = Member.objects.only("title").get()
    member.title = "new"
    member.save()
    assert ("b", True) == stored(member)
    assert look_alike_key("b") == Member.objects.defer("name", "name_key").get().name_key


@pytest.mark.django_db
def test_copies_and_fixtures():
    """Copies, pickles and fixtures of a row have the key of their name."""
    member = Member(name="a", name_key="1:wrong")
    for each in (member, copy.copy(member), pickle.loads(pickle.dumps(member))):
        assert look_alike_key("a") == each.name_key
    text = serializers.serialize("json", [member])
    for loaded in serializers.deserialize("json", text):
        loaded.save()
    assert ("a", True) == stored(Member.objects.get())


@pytest.mark.django_db
def test_keys_for_rows_that_are_there():
    """A row without a key is reported by a check, and `rekey` writes the key."""
    member = Member.objects.create(name="a")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE testapp_member SET name_key = NULL")
    (problem,) = check_keys(databases=["default"])
    assert "Rows of testapp.Member have text in name and no name_key yet." == problem.msg
    assert 1 == rekey(Member).changed
    assert [] == check_keys(databases=["default"])
    assert ("a", True) == stored(member)


@on_each_database
def test_names_that_are_there(database, capsys):
    """The audit lists the names that look alike, before there is a key and with one."""
    rows = [Topic(slug=name) for name in (*ALIKE[:2], "other")]
    first, second, _ = Topic.objects.using(database).bulk_create(rows)
    with pytest.raises(SystemExit, match="1"):
        call_command("iri_audit", "testapp.Topic.slug", look_alikes=True, database=database)
    assert [
        *("2 rows look alike", f"    {first.pk}  {ALIKE[0]}", f"    {second.pk}  {ALIKE[1]}"),
        "testapp.Topic.slug: 3 rows, 1 group of names that look alike",
    ] == capsys.readouterr().out.splitlines()


# What people are told


@pytest.mark.django_db
@pytest.mark.parametrize("name", ALIKE)
def test_a_form_says_that_the_name_is_taken(name):
    """A model form refuses a name that looks like another, with a sentence at the name."""
    Member.objects.create(name=ALIKE[0])
    form = modelform_factory(Member, fields=["name"])({"name": name})
    assert {"name": [("unique", TAKEN)]} == errors(form)


@pytest.mark.django_db
def test_a_row_may_keep_its_name_and_change_it():
    """A row is not compared with itself: it may have another name that looks like its own."""
    member = Member.objects.create(name=ALIKE[0])
    for name in ALIKE:
        form = modelform_factory(Member, fields=["name"])({"name": name}, instance=member)
        assert {} == errors(form)
        form.save()
        assert (name, True) == stored(member)


@pytest.mark.django_db
def test_full_clean():
    """`full_clean` tells it once, at the name."""
    Member.objects.create(name=ALIKE[0])
    with pytest.raises(ValidationError) as caught:
        Member(name=ALIKE[1]).full_clean()
    assert [TAKEN] == caught.value.message_dict["name"] == caught.value.messages


@pytest.mark.django_db
def test_the_language_of_the_page():
    """The sentence is in the language of the page."""
    Member.objects.create(name=ALIKE[0])
    form = modelform_factory(Member, fields=["name"])({"name": ALIKE[1]})
    with override("de"):
        assert ["Das sieht wie ein Name aus, der schon vergeben ist."] == form.errors["name"]


@pytest.mark.django_db
def test_siblings():
    """In a constraint, a name is taken beside others of the same parent alone."""
    one, other = Topic.objects.create(slug="one"), Topic.objects.create(slug="other")
    Topic.objects.create(parent=one, slug="hello")
    form = modelform_factory(Topic, fields=["parent", "slug"])
    taken = form({"parent": one.pk, "slug": "heIlo"})
    assert {"slug": [("unique", TAKEN)]} == errors(taken)
    assert form({"parent": other.pk, "slug": "heIlo"}).is_valid()
    with pytest.raises(IntegrityError), transaction.atomic():
        Topic.objects.create(parent=one, slug="heIlo")


@pytest.mark.django_db
def test_form_sets():
    """Two rows of a form set that look alike are refused before the database would."""

    class FormSet(IRIFormSetMixin, forms.BaseModelFormSet):
        pass

    make = forms.modelformset_factory(Member, formset=FormSet, fields=["name"])
    data = {"form-TOTAL_FORMS": "2", "form-INITIAL_FORMS": "0"}
    rows = make(data | {"form-0-name": ALIKE[0], "form-1-name": ALIKE[1]})
    assert [{}, {"name": [TAKEN]}] == rows.errors


@pytest.mark.django_db
def test_a_form_without_a_row():
    """The validator refuses a name that looks like that of any row."""
    Member.objects.create(name=ALIKE[0])
    validator = UniqueLookAlikeValidator("testapp.Member.name_key")
    for name in ALIKE:
        with pytest.raises(ValidationError, match=TAKEN) as caught:
            validator(name)
        assert "unique" == caught.value.code
    for name in ("", "other"):
        validator(name)


def test_the_validator_in_a_migration():
    """The validator can be written into a migration, and compared with another."""
    validator = UniqueLookAlikeValidator("testapp.Member.name_key")
    text, _ = MigrationWriter.serialize(validator)
    path = "django_iri.validators.UniqueLookAlikeValidator"
    assert f"{path}('testapp.Member.name_key')" == text
    assert {validator} == {UniqueLookAlikeValidator("testapp.Member.name_key")}
    assert validator != UniqueLookAlikeValidator("testapp.Topic.slug_key")


@pytest.mark.django_db
def test_serializer():
    """A serializer says it by the validator for unique keys, and compares no row with itself."""

    class MemberSerializer(rest.ModelSerializer[Member]):
        name = rest.CharField(validators=[UniqueIRIValidator()])

        class Meta:
            model = Member
            fields = ("name",)

    member = Member.objects.create(name=ALIKE[0])
    refused = MemberSerializer(data={"name": ALIKE[1]})
    assert not refused.is_valid()
    assert {"name": [TAKEN]} == refused.errors
    assert MemberSerializer(member, data={"name": ALIKE[1]}).is_valid()


# The model


def test_a_migration_has_the_field_as_it_was_declared():
    """Nothing changes from run to run, and a model of a migration has the key."""
    state = ModelState.from_model(Topic)
    slug, key = (MigrationWriter.serialize(state.fields[name])[0] for name in ("slug", "slug_key"))
    assert "test_django_iri.testapp.models.SlugNameField(allow_unicode=True)" == slug
    assert "django_iri.fields.LookAlikeKeyField(source='slug', unique=False)" == key
    name, _ = MigrationWriter.serialize(ModelState.from_model(Member).fields["name"])
    assert name.startswith("django_iri.fields.NameField(blank=True, max_length=150")
    before, after = ProjectState(), ProjectState()
    before.add_model(state)
    after.add_model(ModelState.from_model(before.apps.get_model("testapp", "Topic")))
    assert {} == MigrationAutodetector(before, after)._detect_changes()  # noqa: SLF001
    historical = before.apps.get_model("testapp", "Topic")(slug="a", slug_key="1:wrong")
    assert look_alike_key("a") == historical.slug_key


def test_a_migration_keeps_the_class_of_a_project():
    """A class of a project may compute another key, so it is not written as ours."""

    class MyKey(IRIKeyField):
        pass

    class MyName(NameField):
        pass

    for field in (MyKey(source="iri"), MyName(max_length=9)):
        assert f"{__name__}.{type(field).__qualname__}" == field.deconstruct()[1]


def ids(model):
    """Return the ids of our checks for *model*."""
    found = model.check(databases=None)
    return [each.id for each in found if str(each.id).startswith("django_iri.")]


@isolate_apps("test_django_iri.testapp")
def test_a_key_of_a_base_class():
    """A name and its key can be inherited together; the base class has no rows to compare."""

    class Base(Local):
        name = NameField(max_length=9)
        name_key = LookAlikeKeyField(source="name")

        class Meta:
            abstract = True

    class Model(Base):
        class Meta:
            app_label = "testapp"

    assert [] == ids(Model)
    assert look_alike_key("ian") == Model(name="ian").name_key
    assert "ian" == Model._meta.get_field("name").clean("ian", None)  # noqa: SLF001


@isolate_apps("test_django_iri.testapp")
def test_a_source_of_another_table():
    """A key needs its name in its own table, where pages of a tree may not have their slugs."""

    class Blog(Topic):
        blog_key = LookAlikeKeyField(source="slug")

        class Meta:
            app_label = "testapp"

    class Unknown(Local):
        key = LookAlikeKeyField(source="name")

    assert ["django_iri.E003"] == ids(Blog) == ids(Unknown)


@isolate_apps("test_django_iri.testapp")
def test_a_source_that_cannot_see_statements():
    """A field of Django would let a statement write the name without its key."""

    class Model(Local):
        name = models.CharField(max_length=9)
        name_key = LookAlikeKeyField(source="name")

    assert ["django_iri.E004"] == ids(Model)
    problem = Model._meta.get_field("name_key").check()[-1]  # noqa: SLF001 - Django's way to ask
    assert "source names 'name', which is not a NameField." == problem.msg


def test_a_field_with_a_placeholder_of_its_own():
    """A field that encrypts its text would store it as it is, so it cannot be made a name."""

    class Encrypted(models.CharField):
        def get_placeholder_sql(self, *_):
            return "encrypt(%s)"

    with pytest.raises(TypeError, match="Encrypted has a placeholder in SQL: it cannot have a key"):
        type("Name", (NameFieldMixin, Encrypted), {})


@isolate_apps("test_django_iri.testapp")
def test_a_source_with_an_attribute_of_its_own():
    """A field whose attribute does more than to hold the name keeps that attribute."""

    class Lower(models.query_utils.DeferredAttribute):
        def __set__(self, instance, value):
            instance.__dict__[self.field.attname] = value.lower()

    class LowerField(NameFieldMixin, models.CharField):
        descriptor_class = Lower

    class Model(Local):
        name = LowerField(max_length=9)
        name_key = LookAlikeKeyField(source="name")
        iri = IRIField()
        iri_key = LookAlikeKeyField(source="iri")

    row = Model(name="IAN", iri="http://a.example/")
    assert ("ian", look_alike_key("ian")) == (row.name, row.name_key)
    assert look_alike_key("http://a.example/") == row.iri_key
    assert [] == ids(Model)
