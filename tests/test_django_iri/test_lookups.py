"""What holds for parts of an address in queries, and for foreign keys to an address."""

from types import SimpleNamespace

import pytest
from django.db import NotSupportedError
from django.db.models import F

from django_iri.transforms import Host, Scheme
from test_django_iri.databases import on_each_database
from test_django_iri.testapp.models import Link, Page, Site

#: Address, scheme and host, as RFC 3986 appendix B finds them, in lower case.
PARTS = [
    ("HTTP://Example.ORG:80/a?b@c#//d", "http", "example.org"),
    ("http://me:secret@faß.de/@x", "http", "faß.de"),
    ("http://me@[2001:DB8::1]:80/", "http", "[2001:db8::1]"),
    ("http://a.example?//b.example/", "http", "a.example"),
    ("http://a.example#//me@b.example", "http", "a.example"),
    ("file:///etc", "file", ""),
    ("urn:例:1", "urn", None),
    ("svn+ssh://h.example", "svn+ssh", "h.example"),
    ("//例え.テスト:80/http://b.example", None, "例え.テスト"),
    ("/a:b//c", None, None),
    ("?http://a.example/", None, None),
    ("http://a\N{FULLWIDTH SOLIDUS}b.example/", "http", "a\N{FULLWIDTH SOLIDUS}b.example"),
    ("no address", None, None),
    ("http://a\n.example/\nb", "http", "a\n.example"),
    (None, None, None),
]


@on_each_database
@pytest.mark.parametrize(("text", "scheme", "host"), PARTS)
def test_parts(database, text, scheme, host):
    """``__scheme`` and ``__host`` are the same on every database."""
    manager = Link.objects.using(database)
    manager.create(reference=text)
    assert (scheme, host) == manager.values_list("reference__scheme", "reference__host").get()
    assert (scheme is None) == manager.filter(reference__scheme__isnull=True).exists()
    assert (host is None) == manager.filter(reference__host=None).exists()


SPELLINGS = ["faß.de", "FAß.de", "xn--fa-hia.de", "XN--FA-HIA.DE"]


@on_each_database
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_host_in_both_forms(database, spelling):
    """A host is found by its characters and by its A-labels, however it is stored."""
    manager = Link.objects.using(database)
    for number, host in enumerate([*SPELLINGS, "fass.de", "a.faß.de"]):
        manager.create(homepage=f"http://{host}:8000/{number}")
    manager.create(homepage="urn:faß.de")
    assert 4 == manager.filter(homepage__host=spelling).count()
    assert 4 == manager.filter(homepage__host__in=["other.example", spelling]).count()
    assert 1 == manager.filter(homepage__host__startswith="a.").count()
    assert 2 == manager.exclude(homepage__host=spelling).exclude(homepage__host=None).count()


@on_each_database
def test_hosts_of_two_columns(database):
    """A part may be compared with a part."""
    manager = Link.objects.using(database)
    link = manager.create(homepage="http://A.example/x", reference="//a.example/y")
    manager.create(homepage="http://a.example/x", reference="//b.example/")
    assert [link] == list(manager.filter(homepage__host=F("reference__host")))
    hosts = manager.filter(pk=link.pk).values("reference__host")
    assert 2 == manager.filter(homepage__host__in=hosts).count()


@on_each_database
@pytest.mark.parametrize("text", ["a b", "\ud800", "\0", "..", "xn--a", 99_999 * "a", "["])
@pytest.mark.parametrize("lookup", ["exact", "iexact", "in", "lt", "contains", "iendswith"])
def test_text_that_is_no_part(database, text, lookup):
    """What is no host and no scheme matches nothing, and does not raise."""
    manager = Link.objects.using(database)
    manager.create(homepage="/no/part")
    for part in ("host", "scheme"):
        value = [text] if lookup == "in" else text
        assert not manager.filter(**{f"homepage__{part}__{lookup}": value}).exists()


@on_each_database
@pytest.mark.parametrize("lookup", ["iexact", "contains", "icontains", "startswith", "iendswith"])
def test_patterns_of_any_length(database, lookup):
    """Text that is longer than any address matches nothing, and does not raise."""
    manager = Link.objects.using(database)
    manager.create(homepage="http://a.example/")
    for text in ("é" * 25_000, "%" * 25_000, "a" * 1_000_000):
        assert not manager.filter(**{f"homepage__{lookup}": text}).exists()
        assert manager.exclude(**{f"homepage__{lookup}": text}).exists()
    assert manager.filter(**{f"homepage__{lookup}": F("homepage")}).exists()


@on_each_database
def test_empty_part(database):
    """An empty host is one, and nothing is none."""
    manager = Link.objects.using(database)
    link = manager.create(homepage="file:///etc")
    manager.create(homepage="urn:x:1")
    assert [link] == list(manager.filter(homepage__host=""))
    assert not manager.filter(homepage__host=5).exists()


class Compiler:
    """What a part asks of a compiler, for servers that are not here."""

    def compile(self, expression):
        """Return the SQL of a column."""
        return f'"{expression.name}"', ()


SERVERS = [
    ("as_postgresql", {}, "LOWER((REGEXP_MATCH(", r"^([A-Za-z][A-Za-z0-9+.\-]*):"),
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
    with pytest.raises(NotSupportedError, match="__host is not known to Oracle"):
        Host(F("homepage")).as_sql(Compiler(), SimpleNamespace(display_name="Oracle"))


# Foreign keys to an address


UNSTORABLE = ["\ud800", "https://example.org/\udfff", "\0", "https://example.org/\0"]


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


@on_each_database
def test_range_with_an_expression(database):
    """A range is empty if no database holds one of its ends, whatever the other is."""
    manager = Link.objects.using(database)
    manager.create(homepage="http://a.example/")
    for ends in [(F("homepage"), "\ud800"), ("\0", F("homepage"))]:
        assert 0 == manager.filter(homepage__range=ends).count()
    assert 1 == manager.filter(homepage__range=(F("homepage"), "http://b.example/")).count()
