"""Models for the tests."""

import uuid
from typing import ClassVar

from django.db import models
from django.db.models.functions import Lower

from django_iri.fields import (
    IRIField,
    IRIHostField,
    IRIKeyField,
)
from iri3987.comparison.policy import (
    in_order,
    sorted_query,
    without_fragment,
    without_trailing_slash,
)


class Local(models.Model):
    """The base of the models here, and of those that one test makes for itself."""

    class Meta:
        app_label = "testapp"
        abstract = True

    def __str__(self) -> str:
        return str(self.pk)


class Link(Local):
    """A field of each kind."""

    homepage = IRIField()
    anything = IRIField(profile="any", blank=True)
    reference = IRIField(allow_relative=True, null=True, blank=True)
    choice = IRIField(choices=[("https://例え.テスト/", "例え")], blank=True)


class OldLink(Local):
    """The table of `Link` as it was before it had IRI fields."""

    homepage = models.TextField()
    anything = models.TextField()
    reference = models.TextField(null=True)  # noqa: DJ001 - as in `Link`
    choice = models.TextField()

    class Meta:
        managed = False
        db_table = "testapp_link"


class Bookmark(Local):
    """One row for each resource."""

    homepage = IRIField(null=True, blank=True)
    homepage_key = IRIKeyField(source="homepage")
    homepage_host = IRIHostField(source="homepage")
    title = models.CharField(max_length=200, blank=True)
    home = IRIField(profile="any", blank=True)


class OldBookmark(Local):
    """The table of `Bookmark` as code without our fields writes it."""

    homepage = models.TextField(null=True)  # noqa: DJ001 - as in `Bookmark`
    homepage_key = models.TextField(null=True)  # noqa: DJ001
    homepage_host = models.TextField(null=True)  # noqa: DJ001
    title = models.TextField()
    home = models.TextField()

    class Meta:
        managed = False
        db_table = "testapp_bookmark"


class PrivateBookmark(Bookmark):
    """A row in two tables."""

    owner = models.CharField(max_length=200)


class Visit(Local):
    """A row that refers to a row with a key."""

    bookmark = models.ForeignKey(Bookmark, models.CASCADE, null=True)


class Addressed(Local):
    """A field and its key, to inherit."""

    address = IRIField(profile="any", allow_relative=True)
    address_key = IRIKeyField(source="address", level="syntax", unique=False)

    class Meta:
        abstract = True


class Entry(Addressed):
    """A model that has inherited them: one row for each resource in each list."""

    list = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["list", "address_key"], name="one_in_each_list"),
        ]


class Place(Local):
    """Any address, after the columns that follow it; and an address of the web before its own."""

    homepage_host = IRIHostField(source="homepage")
    homepage_key = IRIKeyField(source="homepage", unique=False)
    homepage = IRIField(profile="any", allow_relative=True)
    web = IRIField(null=True)
    web_host = IRIHostField(source="web")


class Site(Local):
    """A row that is known by its address, the exact text; and no other is equivalent to it."""

    address = IRIField(unique=True, max_length=200)
    address_key = IRIKeyField(source="address", unique=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["address_key"], name="one_site_for_each_address")
        ]


class Page(Local):
    """A row that refers to an address."""

    site = models.ForeignKey(Site, models.CASCADE, to_field="address")


class Mirror(Local):
    """A row that is known by its address, and has a feed, which the database knows by default."""

    address = IRIField(primary_key=True, max_length=200)
    address_key = IRIKeyField(source="address", unique=False)
    feed = IRIField(db_default="https://feeds.example/")
    feed_key = IRIKeyField(source="feed", unique=False)


class Post(Local):
    """One row for each address, without the slash at its end and with a sorted query."""

    address = IRIField()
    address_key = IRIKeyField(
        source="address", policy=in_order(without_trailing_slash, sorted_query)
    )


class NotArchived(models.Manager["Share"]):
    """Those rows that were not put away."""

    def get_queryset(self) -> models.QuerySet["Share"]:
        """Leave out the others."""
        return super().get_queryset().filter(is_archived=False)


class Share(Local):
    """One row for each page, and for each feed of an owner, whatever the fragment is."""

    address = IRIField()
    address_key = IRIKeyField(source="address", policy=without_fragment)
    owner = models.CharField(max_length=20, blank=True)
    feed = IRIField(blank=True)
    feed_key = IRIKeyField(source="feed", policy=without_fragment, unique=False)
    is_archived = models.BooleanField(default=False)

    objects = NotArchived()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["owner", "feed_key"], name="one_feed_for_each_owner")
        ]


class Shop(Local):
    """A row whose primary key is not a number, in a table with columns of odd names."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    address = IRIField(db_column="the address, exactly")
    address_key = IRIKeyField(source="address", unique=False, db_column="key-of it")
    other = IRIField(blank=True)
    other_key = IRIKeyField(source="other", unique=False)

    class Meta:
        db_table = "testapp shops"


class ShopProxy(Shop):
    """The same rows by another name."""

    class Meta:
        proxy = True


class Row(Local):
    """A row as the scenarios of every plug-in have it."""

    url = IRIField(null=True, max_length=200)
    url_key = IRIKeyField(source="url", unique=False)
    owner = models.CharField(max_length=20, null=True)  # noqa: DJ001 - as in the scenarios


class Word(Local):
    """A row that is known by a word."""

    word = models.CharField(max_length=20, primary_key=True)
    page = models.URLField(max_length=200, null=True)  # noqa: DJ001 - it may be unknown
    note = IRIField(profile="any", blank=True)
    note_host = IRIHostField(source="note")


class Cell(Local):
    """A row that is known by its row and its column."""

    pk = models.CompositePrimaryKey("row", "column")
    row = models.IntegerField()
    column = models.CharField(max_length=20)
    address = IRIField()
    address_key = IRIKeyField(source="address", unique=False)


class Owner(Local):
    """Whose row it is."""

    name = models.CharField(max_length=20, primary_key=True)


class Favourite(Local):
    """One row for each resource of an owner, and one for each that is public."""

    owner = models.ForeignKey(Owner, models.CASCADE, null=True)
    address = IRIField()
    address_key = IRIKeyField(source="address", unique=False)
    is_public = models.BooleanField(default=False)

    class Meta:
        unique_together: ClassVar = [("owner", "address_key")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["address_key"],
                condition=models.Q(is_public=True),
                name="one_public_favourite",
            )
        ]


class Citation(Local):
    """One row for each resource of an author, whose name is written in any case."""

    author = models.CharField(max_length=80)
    address = IRIField()
    address_key = IRIKeyField(source="address", unique=False)
    chapter = models.IntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(Lower("author"), "address_key", name="one_for_each_author"),
            models.UniqueConstraint(
                fields=["chapter", "address_key"],
                name="one_in_each_chapter",
                violation_error_message="Cite it once in a chapter.",
                violation_error_code="cited",
            ),
        ]
