"""Tests of the scheme of an address in queries, and of foreign keys to an address."""

from types import SimpleNamespace

import pytest
from django.db import NotSupportedError, connections
from django.db.models import F

from django_iri.fields.lookups import Scheme
from test_django_iri.databases import on_each_database
from test_django_iri.test_fields import UNSTORABLE
from test_django_iri.testapp.models import Link, Page, Site

#: Address, and scheme in lower case: as RFC 3986 appendix B finds it, or in text that is not an
#: address as the URL Standard does, without white space and controls.
PARTS = [
    ("HTTP://Example.ORG:80/a?b@c#//d", "http"),
    ("file:///etc", "file"),
    ("urn:例:1", "urn"),
    ("svn+ssh://h.example", "svn+ssh"),
    ("//例え.テスト:80/http://b.example", None),
    ("/a:b//c", None),
    ("?http://a.example/", None),
    ("no address", None),
    ("http://a\n.example/\nb", "http"),
    (" javascript:alert(1)", "javascript"),
    ("\x01\t\n Java\tScr\r\nipt:alert(1)", "javascript"),
    ("\xa0javascript:alert(1)", None),
    ("java script:alert(1)", None),
    (None, None),
]


@on_each_database
@pytest.mark.parametrize(("text", "scheme"), PARTS)
def test_scheme(database, text, scheme):
    """``__scheme`` is the same on every database."""
    manager = Link.objects.using(database)
    manager.create(reference=text)
    assert scheme == manager.values_list("reference__scheme", flat=True).get()
    assert (scheme is None) == manager.filter(reference__scheme__isnull=True).exists()


@on_each_database
def test_excluded_scheme(database):
    """An address without a scheme has another one than that."""
    manager = Link.objects.using(database)
    manager.create(homepage="http://a.example/")
    manager.create(homepage="//a.example/")
    for lookup, value in [("exact", "http"), ("in", ["http"]), ("startswith", "h")]:
        found = manager.exclude(**{f"homepage__scheme__{lookup}": value})
        assert ["//a.example/"] == [link.homepage for link in found]
    # A range is empty if no database holds one of its ends, whatever the other is.
    for ends in [(F("homepage"), "\ud800"), ("\0", F("homepage"))]:
        assert 0 == manager.filter(homepage__range=ends).count()
    assert 2 == manager.filter(homepage__range=(F("homepage"), "http://b.example/")).count()
    if connections[database].vendor != "postgresql":  # which cannot store NUL, a control as well
        manager.create(reference="\0javascript:alert(1)")
        assert manager.filter(reference__scheme="javascript").exists()


@on_each_database
@pytest.mark.parametrize("text", ["a b", "\ud800", "\0", "..", "xn--a", 99_999 * "a", "["])
def test_text_that_is_no_part(database, text):
    """A text that is not a scheme matches nothing, and does not raise."""
    manager = Link.objects.using(database)
    manager.create(homepage="/no/part")
    for lookup in ("exact", "iexact", "in", "lt", "contains", "iendswith"):
        value = [text] if lookup == "in" else text
        assert not manager.filter(**{f"homepage__scheme__{lookup}": value}).exists(), lookup


class Compiler:
    """A compiler as a part sees it, for servers that are not here."""

    def compile(self, expression):
        """Return the SQL of a column."""
        return f'"{expression.name}"', ()


SERVERS = [
    ("as_postgresql", {}, "LOWER((REGEXP_MATCH(", r"^[\x00-\x20]*([A-Za-z][A-Za-z0-9+.\-]*):"),
    ("as_mysql", {"mysql_is_mariadb": True}, "CASE WHEN", r"\1"),
    ("as_mysql", {"mysql_is_mariadb": False}, "CASE WHEN", "$1"),
]


@pytest.mark.parametrize(("method", "server", "start", "last"), SERVERS)
def test_parts_in_other_databases(method, server, start, last):
    """Each server gets the pattern as a parameter, and the reference to a group that it knows."""
    sql, params = getattr(Scheme(F("homepage")), method)(Compiler(), SimpleNamespace(**server))
    assert sql.startswith(start)
    assert (sql.count("%s"), last) == (len(params), params[-1])


def test_parts_in_another_database():
    """A database whose functions are not known is told, and not sent something wrong."""
    with pytest.raises(NotSupportedError, match="__scheme is not known to Oracle"):
        Scheme(F("homepage")).as_sql(Compiler(), SimpleNamespace(display_name="Oracle"))


# Foreign keys to an address


@on_each_database
@pytest.mark.parametrize("text", [*UNSTORABLE, "no address"])
def test_foreign_key_to_an_address(database, text):
    """A foreign key, too, finds nothing for text that no database holds, and does not raise."""
    site = Site.objects.using(database).create(address="https://例え.テスト/")
    page = Page.objects.using(database).create(site=site)
    manager = Page.objects.using(database)
    assert [page] == list(manager.filter(site="https://例え.テスト/"))
    assert [] == list(manager.filter(site=text))
    assert [page] == list(manager.exclude(site=text))
    assert [page] == list(manager.filter(site__in=[text, site]))
    assert [page] == list(manager.exclude(site__in=[text]))
    assert [page] == list(manager.filter(site__address__in=[text, site.address]))
    assert page == manager.select_related("site").get(site__address__startswith="https")
