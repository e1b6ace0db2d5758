"""Tests of the filter of django-filter, and of the spellings that it tries."""

import django_filters
import pytest

from django_iri import filters
from django_iri.fields import IRIField
from django_iri.filters import IRIFilter
from test_django_iri.formsapp.models import Page
from test_django_iri.testapp.models import Bookmark

pytestmark = pytest.mark.django_db

IDN = "http://faß.de/straße"
URI = "http://xn--fa-hia.de/stra%C3%9Fe"


class PageFilter(django_filters.FilterSet):
    """A filter for each kind of lookup."""

    class Meta:
        model = Page
        fields = {  # noqa: RUF012 - Django's way
            "homepage": ["exact", "icontains", "in", "isnull", "regex", "range"],
            "name": ["exact"],
        }


@pytest.fixture
def pages():
    """Two pages, one with an IRI and one with a URI."""
    Page.objects.create(title="iri", homepage=IDN)
    Page.objects.create(title="uri", homepage="http://xn--r8jz45g.xn--zckzah/%E9%A7%85")


def found(**data):
    """Return the titles that are found."""
    filter_set = PageFilter(data, Page.objects.all())
    assert filter_set.is_valid()
    return {page.title for page in filter_set.qs}


def test_a_filter_set_has_it_by_itself():
    """Every `IRIField` of a model has the filter; so it has in a `FilterSet` for an API."""
    meta = type("Meta", (), {"model": Page, "fields": ["homepage"]})
    for_api = type("Filter", (django_filters.rest_framework.FilterSet,), {"Meta": meta})
    for name in ("homepage", "homepage__in", "name"):
        assert isinstance(PageFilter.base_filters[name], IRIFilter)
    assert isinstance(for_api.base_filters["homepage"], IRIFilter)


def test_without_rest_framework(monkeypatch):
    """Where Django REST framework is not installed, there is one table."""
    table = django_filters.FilterSet.FILTER_DEFAULTS
    monkeypatch.delitem(table, IRIField)
    monkeypatch.delattr(django_filters, "rest_framework")
    filters.register()
    assert {"filter_class": IRIFilter} == table[IRIField]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"homepage": IDN}, {"iri"}),
        ({"homepage": URI}, {"iri"}),
        ({"homepage": "http://例え.テスト/駅"}, {"uri"}),
        ({"homepage": "http://例え.テスト/"}, set()),
        ({"homepage__icontains": "xn--fa-hia.de"}, {"iri"}),
        ({"homepage__icontains": "stra%C3%9Fe"}, {"iri"}),
        ({"homepage__icontains": "例え.テスト"}, {"uri"}),
        ({"homepage__icontains": "駅"}, {"uri"}),
        ({"homepage__in": f"{URI},http://例え.テスト/駅"}, {"iri", "uri"}),
        ({"homepage__regex": "faß"}, {"iri"}),
        ({"homepage__regex": "xn--fa-hia"}, set()),
        ({"homepage__range": "http://f,http://g"}, {"iri"}),
        ({"homepage__isnull": "true"}, set()),
        ({"homepage": ""}, {"iri", "uri"}),
        ({"homepage": "http://[::1"}, set()),
        ({"homepage": "\ud800"}, set()),
        ({"homepage": "é" * 100_000}, set()),
    ],
)
def test_finds_either_form(pages, data, expected):
    """An address is found by its IRI and by its URI, and nothing raises."""
    assert expected == found(**data)


class HostFilter(django_filters.FilterSet):
    """Filters by the host, as it is stored and by part of it."""

    class Meta:
        model = Bookmark
        fields = {  # noqa: RUF012 - Django's way
            "homepage": ["exact", "equivalent"],
            "homepage_host": ["exact", "endswith"],
        }


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"homepage_host": "xn--fa-hia.de"}, 2),
        ({"homepage_host__endswith": ".de"}, 3),
        # A part of an address, or another spelling of it, is not the address.
        ({"homepage": "xn--fa-hia.de"}, 0),
        ({"homepage": "http://xn--fa-hia.de/"}, 1),
        ({"homepage": "http://xn--fa-hia.de"}, 0),
        # The key finds every spelling of a whole address.
        ({"homepage__equivalent": "HTTP://xn--fa-hia.de:80"}, 1),
        ({"homepage__equivalent": "http://fa%C3%9F.de"}, 1),
        ({"homepage__equivalent": "faß.de"}, 0),
        ({"homepage__equivalent": "\ud800"}, 0),
    ],
)
def test_hosts(data, expected):
    """Filters by key find every spelling; one by text, that as IRI and as URI."""
    for text in ["http://faß.de/", "http://FA%C3%9F.de/x", "http://fass.de/"]:
        Bookmark.objects.create(homepage=text)
    filter_set = HostFilter(data, Bookmark.objects.all())
    assert filter_set.is_valid()
    assert expected == filter_set.qs.count()


def test_exclude_and_distinct(pages):
    """The options of django-filter's filters work here too."""
    pages = Page.objects.all()
    assert {"uri"} == {
        page.title for page in IRIFilter("homepage", "exact", exclude=True).filter(pages, URI)
    }
    assert IRIFilter("homepage", "exact", distinct=True).filter(pages, URI).query.distinct
