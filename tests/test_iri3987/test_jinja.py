"""`iri3987.adapters.jinja`: the filters, and the test ``iri``, in an environment of Jinja."""

from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, StrictUndefined, Undefined, UndefinedError
from markupsafe import Markup

import iri3987.html
from iri3987 import IRI, IRIError, display, equivalent, repair, to_uri
from iri3987.adapters.jinja import display_iri, install, iri, iri_link, iri_text, is_iri, uri
from iri3987.html import href
from iri3987.profile import WEB
from iri3987.values import load
from test_iri3987 import strategies as iris

LINK = '<a{{ {"href": it|uri or none}|xmlattr }}><bdi dir="ltr">{{ it|display_iri }}</bdi></a>'


def environment(*, autoescape=True, **options):
    """Make an environment that knows IRIs, and no application."""
    made = Environment(autoescape=autoescape, **options)  # noqa: S701 - both must be safe
    install(made)
    return made


def render(source, *, autoescape=True, **context):
    """Render a template."""
    return environment(autoescape=autoescape).from_string(source).render(**context)


def link(it):
    """Render a link as documented, and return its attribute and its text as a browser has them."""
    element = BeautifulSoup(render(LINK, it=it), "html.parser").a
    assert "" != element.get("href")
    return element.get("href", ""), element.text


NO_TEXT = [None, b"http://example.org/", 0, 7, 1.5, True, [], {}, object(), Undefined()]
by_type = pytest.mark.parametrize("value", NO_TEXT, ids=lambda value: type(value).__name__)


@by_type
def test_no_text(value):
    """A value that is not text becomes "", is not an IRI, and raises nothing."""
    assert ("",) * 4 == (uri(value), iri(value), display_iri(value), iri_link(value))
    assert iri_text(value) == ""
    assert not is_iri(value)
    assert ("", "") == link(value)


@pytest.mark.parametrize("filtered", [uri, display_iri])
@pytest.mark.parametrize("kind", [str, IRI, Markup])
def test_result_is_plain_text(filtered, kind):
    """The result is a `str` and nothing more, whatever text comes in: autoescaping escapes it."""
    assert str is type(filtered(kind("http://example.org/?a&b='c'")))


def repaired(value):
    """Return what `repair` makes of a value, or the value."""
    try:
        return repair(value)
    except IRIError:
        return value


@given(iris.any_text | st.text())
def test_law_filters_are_functions_of_the_core(value):
    """A browser finds in the page what `href`, `display` and `link` give, and no tag besides."""
    assert (href(value), display(repaired(value))) == (uri(value), display_iri(value))
    assert (uri(value), display_iri(value)) == link(value)
    assert iri3987.html.link(value) == str(iri_link(value))
    assert iri3987.is_iri(value) is is_iri(value)


@pytest.mark.parametrize("source", [LINK, "{{ it|iri_link }}"], ids=["by parts", "iri_link"])
def test_old_rows(source):
    """Old text does not lead into one's own site; what lacks percent-encoding goes on working."""
    for old, expected in (("example.org", None), ("https://example.org/a b#c#d", "a%20b#c%23d")):
        page = BeautifulSoup(render(source, it=load(old, IRI)), "html.parser")
        target = page.find(href=True) and page.a["href"]
        assert (expected and f"https://example.org/{expected}") == target
        assert display(target or old) == page.text


@pytest.mark.parametrize("it", [None, "", load("", IRI)], ids=repr)
def test_nothing_to_show(it):
    """Where there is no address, there is no attribute, and no text."""
    page = render("{{ it|iri_link }}[{{ it|uri }}{{ it|display_iri }}{{ it|iri }}]", it=it)
    assert "[]" == page
    assert "<a><bdi" in render(LINK, it=it)


@given(iris.web_iri)
def test_law_iri(value):
    """The IRI for the URI that an IRI maps to is equivalent to it."""
    assert equivalent(value, iri(to_uri(value)), level="scheme")


@pytest.mark.parametrize("autoescape", [True, False])
def test_link_with_and_without_autoescape(autoescape):
    """The link is the same whether the environment escapes or not."""
    source = "{{ it|iri_link }}"
    it = Markup("http://example.org/?a&b='\"<c>'")
    assert str(iri_link(it)) == render(source, autoescape=autoescape, it=it)
    assert Markup is type(iri_link(it))
    assert "<c>" not in iri_link(it)


@pytest.mark.parametrize(
    "name",
    ["uri", "iri", "display_iri", "iri_text", "iri_link", "iri_urlize", "iri_urlizetrunc(9)"],
)
def test_undefined(name):
    """The environment says what becomes of a missing value."""
    source = f"[{{{{ it|{name} }}}}]"
    assert "[]" == environment(undefined=Undefined).from_string(source).render()
    with pytest.raises(UndefinedError):
        environment(undefined=StrictUndefined).from_string(source).render()


def test_test():
    """``is iri`` asks the core; a missing value is not an IRI, in a strict environment, too."""
    source = "{{ it is iri }} {{ it is not iri }}"
    for value, expected in ((Markup("urn:é"), "True False"), ("urn:\u202e", "False True")):
        assert expected == render(source, it=value)
    assert "False True" == environment(undefined=StrictUndefined).from_string(source).render()


def test_other_names_stay():
    """The environment keeps its own filters and tests."""
    plain, known = Environment(autoescape=True), environment()
    names = {"uri", "iri", "display_iri", "iri_text", "iri_link", "iri_urlize", "iri_urlizetrunc"}
    assert names == known.filters.keys() - plain.filters.keys()
    assert {"iri"} == known.tests.keys() - plain.tests.keys()


@pytest.mark.parametrize("limit", [24, "many", None])
def test_iri_link_shortens(limit):
    """A long address ends with "…", and its whole text is in `title`; another limit is none."""
    address = "http://example.org/" + "a" * 100
    shown = address[:23] + "…" if limit == 24 else address
    link = iri_link(address, limit)
    assert f'<bdi dir="ltr">{shown}</bdi>' in link
    assert (limit == 24) == (f'title="{address}"' in link)


def test_profile():
    """A template names the rule of the field, such as one with another scheme."""
    with_ftp = replace(WEB, schemes={"ftp", "obsidian"})
    source = "{{ it|uri(profile=rule) }} {{ it|iri_link(profile=rule) }}{{ it|uri }}"
    page = render(source, it="ftp://a.example/", rule=with_ftp)
    label = '<bdi dir="ltr">ftp://a.example/</bdi>'
    assert f'ftp://a.example/ <a href="ftp://a.example/">{label}</a>' == page
    assert "" == render("{{ '/a'|uri(profile='web') }}")
    assert '<a href="obsidian://a/%C3%A9">' in render(source, it="obsidian://a/é", rule=with_ftp)
    for rule in (with_ftp, "any"):
        assert "href" not in render(source, it="javascript:alert(1)", rule=rule)
