"""Tests of addresses in the admin."""

import re

import pytest
from bs4 import BeautifulSoup
from django import forms
from django.contrib import admin
from django.contrib.admin.sites import AdminSite
from django.http import HttpResponse
from django.urls import reverse

from django_iri.admin import AdminIRIWidget, IRIAdminMixin, iri_column
from django_iri.fields import IRIField
from iri3987 import IRIReference
from test_django_iri.formsapp.models import Collection, Item, Page
from test_django_iri.test_formsets import posted

pytestmark = [pytest.mark.django_db, pytest.mark.urls("test_django_iri.formsapp.urls")]

RLO = "\N{RIGHT-TO-LEFT OVERRIDE}"
LINK = '<a href="http://xn--fa-hia.de/"><bdi dir="ltr">http://faß.de/</bdi></a>'

#: The first letter is Cyrillic.
LOOK_ALIKE = "http://рaypal.com/"

#: Stored by a way that does not validate, and shown by the admin.
HOSTILE = [
    *("javascript:alert(1)", "java\tscript:alert(1)"),
    *("data:text/html,<script>alert(1)</script>", '"><script>alert(1)</script>'),
    *("http://example.org/'onmouseover='alert(1)", 'http://example.org/"onmouseover="alert(1)'),
    f"http://example.org/{RLO}gpj.exe",
    *("http://[::1", "example5.org", "/admin/", "//example5.org/", "http://example.org/100%/8"),
    *("https://example.org/?filter[name]=ä|b", "http://℀.com/", ""),
]

MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
BACKEND = "django.template.backends.django.DjangoTemplates"
PROCESSORS = [
    "django.template.context_processors.request",
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
]
OPTIONS = {"context_processors": PROCESSORS}
TEMPLATES = [{"BACKEND": BACKEND, "APP_DIRS": True, "OPTIONS": OPTIONS}]


@pytest.fixture(autouse=True)
def _what_the_admin_needs(settings):
    settings.MIDDLEWARE = MIDDLEWARE
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.TEMPLATES = TEMPLATES


def changelist(client, **query: str) -> str:
    """Return the page that lists all."""
    response = client.get(reverse("admin:formsapp_page_changelist"), query)
    assert 200 == response.status_code
    return response.content.decode()


def send(client, page: Page | None = None, **data: str) -> HttpResponse:
    """Return the answer to the form of a page, or to the one that adds a page."""
    rest = {"title": "x", "homepage": "", "name": "", "url": ""}
    kind, key = ("change", [page.pk]) if page else ("add", [])
    return client.post(reverse(f"admin:formsapp_page_{kind}", args=key), rest | data)


def test_list_shows_addresses(admin_client):
    """A column shows the address to people, and links to its URI, or the first to the object."""
    first = Page.objects.create(title="x", homepage="http://faß.de/", see_also="http://faß.de/")
    Page.objects.create(title="y", homepage="http://xn--fa-hia.de/%C3%A9", name="urn:例:1")
    html = changelist(admin_client)
    assert LINK in html
    assert '<bdi dir="ltr">http://faß.de/é</bdi>' in html
    url = reverse("admin:formsapp_page_change", args=[first.pk])
    assert f'<a href="{url}"><bdi dir="ltr">http://faß.de/</bdi></a>' in html
    # It sorts as before, and a name in `list_editable` is a field of the form.
    assert 'href="?o=1' in html
    assert "Homepage</a>" in html
    assert re.search('<input type="text" name="form-[01]-name" value="urn:例:1"', html)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("fields", [("homepage", "name", "url"), ("see_also",)], ids=repr)
def test_hostile_rows(admin_client, text, fields):
    """Whatever is stored: no script, no link to one, nothing that reorders the page."""
    page = Page.objects.create(title="x", **dict.fromkeys(fields, text))
    one = admin_client.get(reverse("admin:formsapp_page_change", args=[page.pk]))
    assert 200 == one.status_code
    html = changelist(admin_client) + one.content.decode()
    assert "<script>alert" not in html
    assert not re.search(r"""href=["']?(?:javascript|java\s|data:)""", html)
    assert not re.search(r"""<[^>]*\sonmouseover=""", html)
    shown = re.sub('value="[^"]*"', "", html)  # an input shows what is stored
    assert RLO not in shown
    links = BeautifulSoup(html, "html.parser").select("a")
    assert [] == [str(link) for link in links if not link.get("href")]
    if fields != ("see_also",):  # in which it is a relative reference
        assert "example5.org" not in {link["href"] for link in links}


def test_typed_text_is_no_link_into_the_admin(admin_client):
    """A form that is shown again has a link to what was typed only if that has a scheme."""
    response = send(admin_client, title="", homepage="example5.org", url="https://faß.de/")
    html = response.content.decode()
    assert 'value="example5.org"' in html
    assert 'href="example5.org"' not in html
    assert '<a href="https://xn--fa-hia.de/">' in html


def test_search(admin_client):
    """An address is found by its IRI, its URI, its host, however written; other text as ever."""
    Page.objects.create(title="found", homepage="http://faß.de/straße")
    Page.objects.create(title="other", homepage="http://fass.de/strasse")
    for search in [
        *("http://faß.de/straße", "http://xn--fa-hia.de/stra%C3%9Fe", "faß.de", "xn--fa-hia.de"),
        *("fa%C3%9F.de", "stra%C3%9Fe", "straße faß", "found"),
    ]:
        html = changelist(admin_client, q=search)
        assert (True, False) == (">found<" in html, ">other<" in html), search
    for search in ("none", '"quoted', "http://[::1", "é" * 9999):
        html = changelist(admin_client, q=search)
        assert (False, False) == (">found<" in html, ">other<" in html), search


def test_form_saves(admin_client):
    """A typed text is stored as it is; a refused one stays in the form with its error."""
    response = send(admin_client, homepage=" http://faß.de/ ", name="http://example.org/")
    assert "The address must begin with urn:." in response.content.decode()
    assert 302 == send(admin_client, homepage=" http://faß.de/ ").status_code
    assert "http://faß.de/" == Page.objects.get().homepage


def test_widget_shows_the_uri():
    """The widget has what `IRIInput` has, unless it is told not to."""
    widget = AdminIRIWidget({"class": "wide"})
    html = widget.render("x", "http://faß.de/")
    assert '<input type="text" name="x" value="http://faß.de/" class="wide"><output' in html
    assert "django_iri/iri-input.js" in str(widget.media)
    # In one element, as the row of a form is a flex container.
    element = '<div class="iri-input"><input[^>]*><output[^>]*></output></div>'
    assert re.fullmatch(element, widget.render("x", ""))
    hidden = AdminIRIWidget(show_uri=False)
    assert "<output" not in hidden.render("x", "")
    assert "script" not in str(hidden.media)
    assert "django_iri/iri-input.css" in str(hidden.media)
    # A relative reference is one by its type.
    assert '<a href="../r%C3%A4k">' in AdminIRIWidget().render("x", IRIReference("../räk"))
    assert "<a" not in AdminIRIWidget().render("x", "../räk")


def test_own_overrides(admin_client, monkeypatch):
    """The options of a `ModelAdmin` count more; one without the mixin is Django's own."""

    class Own(IRIAdminMixin, admin.ModelAdmin):
        formfield_overrides = {IRIField: {"widget": forms.Textarea}}  # noqa: RUF012

    # A form field of a project's own is not given our option.
    overrides = {**admin.site.get_model_admin(Page).formfield_overrides}
    overrides[IRIField] = {**overrides[IRIField], "form_class": forms.CharField}
    monkeypatch.setattr(admin.site.get_model_admin(Page), "formfield_overrides", overrides)
    assert 302 == send(admin_client, homepage=LOOK_ALIKE).status_code
    expected = {"widget": forms.Textarea, "confirm_warnings": True}
    assert expected == Own(Page, AdminSite()).formfield_overrides[IRIField]
    assert IRIField not in admin.ModelAdmin(Page, AdminSite()).formfield_overrides


def test_columns():
    """A column is one object, with the title and the order of its field."""
    column = iri_column("see_also")
    assert column is iri_column("see_also")
    assert ("see also", "see_also") == (column.short_description, column.admin_order_field)
    assert LINK == column(Page(see_also="http://faß.de/"))
    assert '<bdi dir="ltr">http://faß.de/</bdi>' == iri_column("homepage", link=False)(
        Page(homepage="http://faß.de/")
    )
    assert column(Page()) is None


def test_links_and_sorting_by_name(rf):
    """`list_display_links` and `sortable_by` name fields; no link at all stays none."""

    class Named(IRIAdminMixin, admin.ModelAdmin):
        list_display = ("title", "homepage", "url")
        list_display_links = ("homepage",)
        sortable_by = ("url",)

    request = rf.get("/")
    named = Named(Page, AdminSite())
    columns = named.get_list_display(request)
    assert "title" == columns[0]
    assert [columns[1]] == named.get_list_display_links(request, columns)
    assert [columns[2]] == named.get_sortable_by(request)
    named.list_display_links = None
    assert named.get_list_display_links(request, columns) is None


def test_asks_about_an_address_that_can_mislead(admin_client):
    """A look-alike is shown with its warnings, and saved if one insists."""
    page = BeautifulSoup(send(admin_client, homepage=LOOK_ALIKE).content, "html.parser")
    row = page.select_one(".form-row.field-homepage")
    assert "Check this address before you save it." == row.select_one("li").text
    assert 2 == len(row.select("ul.iri-warnings > li"))
    for name in row.select_one("input.vURLField")["aria-describedby"].split():
        assert page.find(id=name)
    question = row.select_one("label.iri-confirm > input")
    assert not Page.objects.exists()
    answer = {question["name"]: question["value"]}
    assert 302 == send(admin_client, homepage=LOOK_ALIKE, **answer).status_code
    assert LOOK_ALIKE == Page.objects.get().homepage


def test_equivalent_rows_of_a_list(admin_user, rf):
    """The editable list of the admin does the same."""
    model_admin = type("LinkAdmin", (IRIAdminMixin, admin.ModelAdmin), {})(Item, admin.site)
    model_admin.list_display, model_admin.list_editable = ("id", "address"), ("address",)
    collection = Collection.objects.create(title="x")
    rows = [collection.items.create(address=f"http://{each}.example/") for each in "ab"]
    data = posted(*({"id": row.pk, "address": "http://faß.de/"} for row in rows), stored=2)
    request = rf.get("/")
    request.user = admin_user
    form_set = model_admin.get_changelist_formset(request)(
        data, queryset=Item.objects.order_by("pk")
    )
    assert [[], ["address"]] == [list(each) for each in form_set.errors]


def test_equivalent_rows_of_an_inline(admin_client):
    """The second one has the error beside it; then nothing is stored."""
    rows = ({"address": text} for text in ("http://faß.de/", "http://xn--fa-hia.de"))
    data = {"title": "x"} | posted(*rows, prefix="items")
    url = reverse("admin:formsapp_collection_add")
    html = admin_client.post(url, data).content.decode()
    page = BeautifulSoup(html, "html.parser")
    told = [each.text for each in page.select("#items-1 .errorlist li")]
    assert ["This address is already there, as \u2066http://faß.de/\u2069."] == told
    assert [] == page.select("#items-0 .errorlist li")
    assert not Collection.objects.exists()
    data["items-1-address"] = "http://example.org/"
    assert 302 == admin_client.post(url, data).status_code


def told(client, answer):
    """Return the warnings on the page to which *answer* leads."""
    page = BeautifulSoup(client.get(answer.url).content, "html.parser")
    return [each.text for each in page.select(".messagelist .warning")]


def test_says_what_was_repaired(admin_client, monkeypatch):
    """After an address is saved, a message says what was changed in it, also in the list."""
    answer = send(admin_client, homepage="http://example.org/a|b")
    assert ["Homepage: “|” (character 21) was written as %7C."] == told(admin_client, answer)
    page = Page.objects.get()
    assert "http://example.org/a%7Cb" == page.homepage
    answer = send(admin_client, page, homepage=page.homepage, url="https://example.org/a|")
    expected = ["Url: “|” (character 22) was written as %7C."]
    assert expected == told(admin_client, answer)
    monkeypatch.setattr(admin.site.get_model_admin(Page), "list_editable", ("url",))
    data = posted({"id": page.pk, "url": "https://example.net/a|b"}, stored=1) | {"_save": "Save"}
    answer = admin_client.post(reverse("admin:formsapp_page_changelist"), data)
    assert expected == told(admin_client, answer)


def test_says_what_can_mislead(admin_client):
    """A message repeats all warnings about a new address, once, and none about an old one."""
    answer = {"homepage-confirmed": LOOK_ALIKE}
    (text,) = told(admin_client, send(admin_client, homepage=LOOK_ALIKE, **answer))
    assert re.match(r"Homepage: “рaypal” mixes .* This is not paypal", text)
    answer = send(admin_client, Page.objects.get(), title="new", homepage=LOOK_ALIKE)
    assert [] == told(admin_client, answer)


def test_says_what_was_repaired_in_an_inline(admin_client):
    """So it does for each row of an inline that was saved, and no other."""
    collection = Collection.objects.create(title="x")
    old = [collection.items.create(address=f"http://example.org/{each}") for each in "ab"]
    own = [{"id": item.pk, "collection": collection.pk} for item in old]
    data = {"title": "x"} | posted(
        own[0] | {"address": "http://example.net/0|"},
        own[1] | {"address": "http://example.net/1|", "DELETE": "1"},
        {"address": "http://example.org/ a"},
        stored=2,
        prefix="items",
    )
    url = reverse("admin:formsapp_collection_change", args=[collection.pk])
    expected = [
        "Address: “|” (character 21) was written as %7C.",
        "Address: A space (character 20) was written as %20.",
    ]
    assert expected == told(admin_client, admin_client.post(url, data))
